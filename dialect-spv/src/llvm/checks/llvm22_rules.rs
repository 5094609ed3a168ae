//! Verifier rules of LLVM 22 that LLVM 19 lacks

use super::llvm19_rules::{LaterRule, same_count, word_floats};
use super::{Look, gl_rules, image_rules, tosa_rules};
use crate::generated::enums::MEMORY_ACCESS;
use crate::generated::opcodes;
use crate::generated::values::{memory_access, scope, storage_class};
use crate::llvm::{operand_forms, since};
use crate::spv;
use crate::types::{self, pointer};
use crate::verify::rule::{OpValue, Rule};
use crate::verify::{classes, rules, type_text};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{Attribute, FloatKind, Op, Type, TypeData};

/// Verifier rules by op name.
static RULES: &[(&str, LaterRule)] = &[
    ("spv.AccessChain", chain_base),
    ("spv.AtomicFAddEXT", atomic_bfloat16),
    ("spv.Constant", matrix_constant),
    ("spv.EmitMeshTasksEXT", payload),
    ("spv.EntryPoint", entry_point_name),
    ("spv.ExecutionModeId", mode_ids),
    ("spv.GroupNonUniformBallotBitCount", ballot_count),
    ("spv.GroupNonUniformBallotFindLSB", |look, op| unsigned(look, "result #0", look.result(op))),
    ("spv.GroupNonUniformBallotFindMSB", |look, op| unsigned(look, "result #0", look.result(op))),
    ("spv.GroupNonUniformFAdd", group_bfloat16),
    ("spv.GroupNonUniformFMax", group_bfloat16),
    ("spv.GroupNonUniformFMin", group_bfloat16),
    ("spv.GroupNonUniformFMul", group_bfloat16),
    ("spv.GroupNonUniformQuadSwap", quad_swap),
    ("spv.GroupNonUniformRotateKHR", rotation),
    ("spv.LLVM.GroupNonUniformQuadSwap", later_quad_swap),
    ("spv.Load", alignment),
    ("spv.MatrixTimesVector", matrix_times_vector),
    ("spv.RoundFToTF32INTEL", |look, op| {
        word_floats(look, "operand #0", look.first_operand(op)).or_else(|| same_count(look, op))
    }),
    ("spv.Store", alignment),
    ("spv.VectorTimesMatrix", vector_times_matrix),
    ("spv.func", entry_arguments),
    ("spv.mlir.loop", merge_outside),
    ("spv.mlir.selection", merge_outside),
];

/// Ops whose float operands and results may be bfloat16.
const BFLOAT16_OPS: [&str; 6] =
    ["spv.ConvertFToS", "spv.ConvertFToU", "spv.ConvertSToF", "spv.ConvertUToF", "spv.Dot", "spv.FConvert"];

/// Returns the LLVM 22 rule for ops with this name, or `None` if there is none.
pub(super) fn named(name: &str) -> Option<LaterRule> {
    let mut all = RULES.iter().chain(image_rules::RULES).chain(gl_rules::RULES);
    all.find(|(known, _)| *known == name).map(|(_, rule)| *rule).or_else(|| tosa_rules::named(name))
}

/// Returns the LLVM 22 rule for ops with this definition. `bfloat16` is whether the context contains the bfloat16 type.
/// Returns `None` if no rule applies.
pub(super) fn rule(id: OpDefId, name: &str, bfloat16: bool) -> Option<LaterRule> {
    let own = named(name);
    let floats = bfloat16
        && !BFLOAT16_OPS.contains(&name)
        && rules(id).iter().any(|rule| matches!(rule, Rule::Is(_, class) if is_float(class)));
    own.or(floats.then_some(no_bfloat16 as LaterRule))
}

fn is_float(class: &'static crate::verify::rule::Class) -> bool {
    let classes = [
        &classes::FLOAT,
        &classes::FLOAT_ELEMENTS,
        &classes::SMALL_FLOAT,
        &classes::FLOAT_SCALAR,
        &classes::FLOAT_VECTOR,
    ];
    classes.iter().any(|known| std::ptr::eq(*known, class))
}

fn no_bfloat16(look: &Look<'_>, op: Op) -> Option<String> {
    rules(look.body.def(op)).iter().find_map(|rule| {
        let Rule::Is(place, class) = *rule else { return None };
        let ty = match place {
            OpValue::Result => look.result(op),
            OpValue::Operand(index) => look.operand(op, usize::from(index)),
        };
        let ty = ty.filter(|ty| is_float(class) && is_bfloat16(look, *ty))?;
        Some(look.must_be(&place.numbered(), class.text, ty))
    })
}

fn is_bfloat16(look: &Look<'_>, ty: Type) -> bool {
    let (element, _) = look.elements(ty);
    matches!(look.ctx.type_data(element), TypeData::Float(FloatKind::BF16))
}

/// Rejects an entry point whose name differs from its function's symbol, because LLVM 22 prints only the symbol.
/// Returns an error message if the op is rejected.
fn entry_point_name(look: &Look<'_>, op: Op) -> Option<String> {
    let name = look.body.slot_attr(op, spv::EntryPoint::NAME)?;
    let text = look.ctx.attr_str(name).unwrap_or_default();
    Some(format!("has the name '{text}' beside its function's, which LLVM {} does not write", look.version))
}

/// Rejects a matrix constant with constituents, as LLVM 24 does. Returns an error message if the op is rejected.
fn matrix_constant(look: &Look<'_>, op: Op) -> Option<String> {
    let value = look.ctx.attr_array(look.body.slot_attr(op, spv::Constant::VALUE)?);
    let is_matrix = matrix(look, look.result(op)?).is_some() && value.is_some();
    (look.has(since::NO_MATRIX_CONSTITUENTS) && is_matrix)
        .then(|| "must have spv.array or spv.struct result type for array value".into())
}

/// Rejects an execution mode whose id operands are not symbols, because LLVM's syntax allows only symbols. Returns an
/// error message if the op is rejected.
fn mode_ids(look: &Look<'_>, op: Op) -> Option<String> {
    let ids = look.body.slot_attr(op, spv::ExecutionModeOp::EXECUTION_MODE_OPERANDS)?;
    let is_symbol = |id: &Attribute| look.ctx.attr_symbol(*id).is_some();
    let all = look.ctx.attr_array(ids)?.iter().all(is_symbol);
    (!all).then(|| "has an id that is no symbol of a constant, which LLVM cannot express".into())
}

/// Returns LLVM's message if the operand or result called `place` is a bfloat16. `class` describes the allowed types.
fn bfloat16_at(look: &Look<'_>, place: &str, ty: Option<Type>, class: &str) -> Option<String> {
    let ty = ty.filter(|ty| is_bfloat16(look, *ty))?;
    Some(look.must_be(place, class, ty))
}

fn atomic_bfloat16(look: &Look<'_>, op: Op) -> Option<String> {
    bfloat16_at(look, "operand #1", look.last_operand(op), classes::FLOAT_SCALAR.text)
}

fn group_bfloat16(look: &Look<'_>, op: Op) -> Option<String> {
    bfloat16_at(look, "operand #0", look.result(op), classes::FLOAT.text)
}

/// Checks that an operand is a signless or unsigned integer. Returns an error message otherwise.
fn unsigned(look: &Look<'_>, place: &str, ty: Option<Type>) -> Option<String> {
    let ty = ty?;
    let is_unsigned = matches!(look.ctx.type_data(ty), TypeData::Integer { .. }) && !look.is_signed(ty);
    let class = "8/16/32/64-bit signless/unsigned integer";
    (!is_unsigned).then(|| look.must_be(place, class, ty))
}

fn ballot_count(look: &Look<'_>, op: Op) -> Option<String> {
    let value = look.last_operand(op)?;
    let execution = look.body.slot(op, spv::GroupNonUniformBallotBitCount::EXECUTION);
    if execution != ABSENT && execution != scope::SUBGROUP {
        return Some("execution_scope must be Scope of value Subgroup".into());
    }
    let is_ballot = match look.ctx.type_data(value) {
        TypeData::Vector { dims, element } => {
            dims[..] == [4]
                && matches!(look.ctx.type_data(*element), TypeData::Integer { width: 32, .. })
                && !look.is_signed(*element)
        }
        _ => false,
    };
    if !is_ballot {
        let class = "vector of 32-bit signless/unsigned integer values of length 4";
        return Some(look.must_be("operand #0", class, value));
    }
    unsigned(look, "result #0", look.result(op))
}

fn quad_swap(look: &Look<'_>, op: Op) -> Option<String> {
    let swap = spv::GroupNonUniformQuadSwap::cast(look.body, op)?;
    if look.has(since::SWAP_DIRECTIONS) {
        return Some("has a direction that is not a constant, which LLVM 24 cannot express".into());
    }
    let value = look.body.value_type_opt(swap.value())?;
    swapped(look, value).or_else(|| unsigned(look, "operand #1", look.body.value_type_opt(swap.direction())))
}

/// Checks a quad swap in LLVM 24's form.
fn later_quad_swap(look: &Look<'_>, op: Op) -> Option<String> {
    if look.body.slot(op, operand_forms::SWAP_SCOPE) != scope::SUBGROUP {
        return Some("failed to verify that execution_scope must be 'Subgroup'".into());
    }
    swapped(look, look.first_operand(op)?)
}

/// Checks the type of the value of a quad swap.
fn swapped(look: &Look<'_>, value: Type) -> Option<String> {
    if !matches!(look.ctx.type_data(look.elements(value).0), TypeData::Integer { .. } | TypeData::Float(_)) {
        let class = "16/32/64-bit float or fixed-length vector of 16/32/64-bit float values of length 2/3/4/8/16 \
                     or 8/16/32/64-bit integer or fixed-length vector of 8/16/32/64-bit integer values of length \
                     2/3/4/8/16 or bool or fixed-length vector of bool values of length 2/3/4/8/16";
        return Some(look.must_be("operand #0", class, value));
    }
    None
}

/// Checks that the base of an access chain is a pointer. Returns an error message otherwise.
fn chain_base(look: &Look<'_>, op: Op) -> Option<String> {
    let base = look.first_operand(op)?;
    let is_pointer = pointer(look.ctx, base).is_some();
    (!is_pointer).then(|| look.must_be("operand #0", "any SPIR-V pointer type", base))
}

/// Checks that the arguments of a function's entry block have the parameter types of the function type. Returns an
/// error message otherwise.
fn entry_arguments(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.ctx.attr_type(look.body.slot_attr(op, spv::Func::TYPE)?)?;
    let TypeData::Function { inputs, .. } = look.ctx.type_data(ty) else { return None };
    let nested = look.body.nested(op)?;
    let args = nested.args(nested.first_block(nested.root())?);
    let types = args.iter().map(|arg| nested.value_type(*arg)).zip(inputs).enumerate();
    let (index, (found, input)) = types.into_iter().find(|(_, (found, input))| found != *input)?;
    let (found, input) = (type_text(look.ctx, found), type_text(look.ctx, *input));
    (args.len() == inputs.len()).then(|| {
        format!(
            "type of entry block argument #{index}('{found}') must match the type of the corresponding argument \
             in function signature('{input}')"
        )
    })
}

/// Rejects a construct in which a block other than the merge block ends in `spv.mlir.merge`. Returns an error message
/// if the construct is rejected.
fn merge_outside(look: &Look<'_>, op: Op) -> Option<String> {
    let region = (look.body.region_count(op) > 0).then(|| look.body.region(op, 0))?;
    let blocks: Vec<_> = look.body.blocks(region).collect();
    let merges = |block: &spv_ir::Block| {
        look.body.last_op(*block).is_some_and(|last| look.body.def(last) == spv::Merge::ID)
    };
    let (_, others) = blocks.split_last()?;
    let ends = blocks.iter().all(|block| look.body.last_op(*block).is_some());
    (ends && others.iter().any(merges))
        .then(|| "should not have 'spv.mlir.merge' op outside the merge block".into())
}

fn rotation(look: &Look<'_>, op: Op) -> Option<String> {
    let rotate = spv::GroupNonUniformRotateKHR::cast(look.body, op)?;
    let is_unsigned = |name, value| unsigned(look, name, look.body.value_type_opt(value));
    let delta = is_unsigned("operand #1", rotate.delta());
    let Some(cluster) = rotate.cluster_size() else { return delta };
    let problem = delta.or_else(|| is_unsigned("operand #2", cluster));
    problem.or_else(|| {
        let constant = look.body.defining_op(cluster).filter(|op| look.body.def(*op) == spv::Constant::ID);
        let Some(constant) = constant else {
            return Some("cluster size operand must come from a constant op".into());
        };
        let value = look.body.slot_attr(constant, spv::Constant::VALUE)?;
        let size = look.ctx.attr_u64(value)?;
        (!size.is_power_of_two()).then(|| "cluster size operand must be a power of two".into())
    })
}

/// Returns the column count, the row count and the component type of a matrix, or `None` for other types.
fn matrix(look: &Look<'_>, ty: Type) -> Option<(u64, u64, Type)> {
    match types::view(look.ctx, ty)? {
        (opcodes::TYPE_MATRIX, [_, column, count]) => {
            let (rows, component) = vector(look, look.ctx.attr_type(*column)?)?;
            Some((look.ctx.attr_u64(*count)?, rows, component))
        }
        _ => None,
    }
}

/// Returns the length and the component type of a vector, or `None` for other types.
fn vector(look: &Look<'_>, ty: Type) -> Option<(u64, Type)> {
    match look.ctx.type_data(ty) {
        TypeData::Vector { dims, element } => Some((*dims.first()?, *element)),
        _ => None,
    }
}

const SAME_COMPONENTS: &str = "failed to verify that all of {vector, result} have same element type";

fn matrix_times_vector(look: &Look<'_>, op: Op) -> Option<String> {
    let (columns, rows, _) = matrix(look, look.first_operand(op)?)?;
    let ((length, of), (size, result)) =
        (vector(look, look.last_operand(op)?)?, vector(look, look.result(op)?)?);
    if of != result {
        return Some(SAME_COMPONENTS.into());
    }
    if size != rows {
        return Some(format!("result size ({size}) must match the matrix rows ({rows})"));
    }
    (columns != length)
        .then(|| format!("matrix columns ({columns}) must match vector operand size ({length})"))
}

fn vector_times_matrix(look: &Look<'_>, op: Op) -> Option<String> {
    let (columns, rows, component) = matrix(look, look.last_operand(op)?)?;
    let ((length, of), (size, result)) =
        (vector(look, look.first_operand(op)?)?, vector(look, look.result(op)?)?);
    let message = if of != result {
        SAME_COMPONENTS
    } else if length != rows {
        "number of components in vector must equal the number of components in each column in matrix"
    } else if size != columns {
        "number of columns in matrix must equal the number of components in result"
    } else if component != result {
        "matrix must be a matrix with the same component type as the component type in result"
    } else {
        return None;
    };
    Some(message.into())
}

/// Checks that the payload of OpEmitMeshTasksEXT has the storage class TaskPayloadWorkgroupEXT. Returns an error
/// message otherwise.
fn payload(look: &Look<'_>, op: Op) -> Option<String> {
    let (_, class) = pointer(look.ctx, look.operand(op, spv::EmitMeshTasksEXT::PAYLOAD)?)?;
    (class != storage_class::TASK_PAYLOAD_WORKGROUP_EXT)
        .then(|| "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT".into())
}

/// Checks that the alignment of a load or store is a power of two. Returns an error message otherwise.
fn alignment(look: &Look<'_>, op: Op) -> Option<String> {
    let slot =
        if look.body.def(op) == spv::Load::ID { spv::Load::MEMORY_ACCESS } else { spv::Store::MEMORY_ACCESS };
    let bits = look.body.slot(op, slot);
    if bits == ABSENT || bits & memory_access::ALIGNED == 0 {
        return None;
    }
    // The alignment is the first parameter, because no memory operand before `Aligned` has parameters.
    debug_assert!(MEMORY_ACCESS.present(bits & (memory_access::ALIGNED - 1)).all(|e| e.params.is_empty()));
    let extras = look.body.slot_attr(op, slot + 1).and_then(|attr| look.ctx.attr_array(attr))?;
    let alignment = extras.first().and_then(|attr| look.ctx.attr_u64(*attr))?;
    (!alignment.is_power_of_two()).then(|| {
        "attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is \
         positive and whose value is a power of two > 0"
            .into()
    })
}
