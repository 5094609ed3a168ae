//! Verifier rules of LLVM 14 beyond the specification, with LLVM's messages

use super::Look;
use crate::attributes::{self, AttrKind};
use crate::generated::enums::DECORATION;
use crate::generated::opcodes;
use crate::generated::ops::OPCODE;
use crate::spv;
use crate::structure::{self};
use crate::types;
use crate::verify::module::not_allowed;
use crate::verify::rule::Class;
use crate::verify::shape::Shape;
use crate::verify::{classes, type_text};
use rustc_hash::FxHashMap;
use spv_ir::dialect::{ABSENT, OpRow};
use spv_ir::{AttrData, Attribute, Context, Op, Signedness, Type, TypeData, Value};
use std::sync::LazyLock;

/// The LLVM 14 rule for ops with a given name. The rule is `None` if the name has no specific rule.
#[derive(Clone, Copy)]
pub(super) struct NameRule {
    /// Whether the op is in the `spv` dialect.
    own: bool,
    rule: Option<LlvmRule>,
}

impl NameRule {
    pub fn new(name: &str) -> NameRule {
        NameRule { own: name.starts_with("spv."), rule: BY_NAME.get(name).copied() }
    }

    /// Returns whether a rule applies specifically to ops with this name.
    pub fn has_own_rule(self) -> bool {
        self.rule.is_some()
    }
}

/// Returns whether [`refused`] must examine an op to which no rule applies specifically.
pub(super) fn may_be_refused(look: &Look<'_>, op: Op, known: NameRule, foreign: &[bool]) -> bool {
    let is_foreign = |value: Value| {
        look.body.value_type_opt(value).is_some_and(|ty| foreign.get(ty.raw() as usize) == Some(&true))
    };
    look.body.attrs(op).is_some()
        || look.body.is_isolated(op)
        || if known.own { look.body.operands(op).any(is_foreign) } else { look.in_module }
}

/// Returns LLVM 14's error message if LLVM 14 rejects the op. `foreign` contains whether each type, indexed by
/// [`Type::raw`], lacks a SPIR-V encoding.
pub(super) fn refused(look: &Look<'_>, op: Op, known: NameRule, foreign: &[bool]) -> Option<String> {
    if look.in_module
        && let Some(message) = misplaced(look, op, known.own)
    {
        return Some(message);
    }
    if known.own
        && let Some(message) = foreign_operand(look, op, foreign)
    {
        return Some(message);
    }
    let has_attributes = look.body.attrs(op).is_some() || look.body.is_isolated(op);
    let of_attributes = || if has_attributes { attributes(look, op) } else { None };
    known.rule.and_then(|rule| rule(look, op)).or_else(of_attributes)
}

impl Look<'_> {
    fn of_class(&self, place: &str, ty: Option<Type>, class: &Class) -> Option<String> {
        let ty = ty?;
        let wrong = !class.holds(&Shape::new(self.ctx, ty));
        wrong.then(|| self.must_be(place, class.text, ty))
    }

    /// Returns whether the op that defines a value is one of the given ops.
    fn is_defined_by(&self, value: Value, rows: &[&OpRow]) -> bool {
        let row = self.body.defining_op(value).map(|op| self.def(op).row);
        row.is_some_and(|row| rows.iter().any(|known| std::ptr::eq(row, *known)))
    }

    /// Returns whether the element type of a type is a signed integer (`siN`).
    pub(super) fn is_signed(&self, ty: Type) -> bool {
        let (element, _) = self.elements(ty);
        matches!(self.ctx.type_data(element), TypeData::Integer { signedness: Signedness::Signed, .. })
    }
}

/// Rejects operands whose types belong to another dialect. Ops of other dialects in the function may use these types.
fn foreign_operand(look: &Look<'_>, op: Op, foreign: &[bool]) -> Option<String> {
    let is_foreign = |ty: &Type| foreign.get(ty.raw() as usize) == Some(&true);
    let types = look.body.operands(op).map(|value| look.ty(Some(value)));
    let (index, ty) = types.enumerate().find_map(|(i, ty)| Some((i, ty.filter(is_foreign)?)))?;
    let ty = type_text(look.ctx, ty);
    Some(format!("operand #{index} must be of a SPIR-V type, but got '{ty}'"))
}

/// A verifier rule of LLVM 14 for an op. Returns the error message if the op violates the rule.
type LlvmRule = fn(&Look<'_>, Op) -> Option<String>;

/// Rules of LLVM 14 that the specification lacks or words differently.
static RULES: &[(&str, LlvmRule)] = &[
    ("spv.Bitcast", bitcast),
    ("spv.GLSL.SClamp", signed),
    ("spv.GLSL.UClamp", unsigned),
    ("spv.GroupBroadcast", |look, op| look.of_class("operand #1", look.last_operand(op), &classes::INT)),
    ("spv.GroupNonUniformBallot", ballot),
    ("spv.GroupNonUniformBroadcast", broadcast),
    ("spv.Return", in_function),
    ("spv.ReturnValue", in_function),
    ("spv.SpecConstant", spec_id),
    ("spv.SpecConstantComposite", composite_kind),
    ("spv.SpecConstantOperation", enclosed),
    ("spv.Unreachable", unreachable),
    ("spv.Variable", variable),
    ("spv.mlir.loop", |look, op| {
        control(look, op, spv::Loop::LOOP_CONTROL, look.body.slot(op, spv::Loop::LOOP_CONTROL_OPERANDS) != 0)
    }),
    ("spv.mlir.selection", |look, op| control(look, op, spv::Selection::SELECTION_CONTROL, false)),
    ("spv.mlir.yield", |_, _| Some("expects parent op 'spv.SpecConstantOperation'".into())),
];

/// Hash table of [`RULES`] by op name.
static BY_NAME: LazyLock<FxHashMap<&str, LlvmRule>> = LazyLock::new(|| RULES.iter().copied().collect());

fn bitcast(look: &Look<'_>, op: Op) -> Option<String> {
    let (from, to) = (look.first_operand(op)?, look.result(op)?);
    if from == to {
        return Some("result type must be different from operand type".into());
    }
    let pointer = |ty| types::pointer(look.ctx, ty).is_some();
    match (pointer(from), pointer(to)) {
        (true, false) => Some("unhandled bit cast conversion from pointer type to non-pointer type".into()),
        (false, true) => Some("unhandled bit cast conversion from non-pointer type to pointer type".into()),
        _ => None,
    }
}

/// Checks that an operand is a signed integer. Newer LLVM versions accept either signedness. Returns an error message
/// if the check fails.
fn signed(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.first_operand(op).filter(|_| !look.is_later())?;
    (!look.is_signed(ty)).then(|| signedness(look, "operand #0", "signed", ty))
}

fn unsigned(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.first_operand(op).filter(|_| !look.is_later())?;
    look.is_signed(ty).then(|| signedness(look, "operand #0", "signless/unsigned", ty))
}

fn signedness(look: &Look<'_>, place: &str, sign: &str, ty: Type) -> String {
    format!(
        "{place} must be 8/16/32/64-bit {sign} integer or vector of 8/16/32/64-bit {sign} integer values of \
         length 2/3/4/8/16, but got '{}'",
        type_text(look.ctx, ty)
    )
}

fn ballot(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.result(op)?;
    look.is_signed(ty).then(|| {
        format!(
            "result #0 must be vector of 8/16/32/64-bit signless/unsigned integer values of length 4, but got \
             '{}'",
            type_text(look.ctx, ty)
        )
    })
}

fn broadcast(look: &Look<'_>, op: Op) -> Option<String> {
    let id = look.body.operands(op).last()?;
    let constants = [&structure::CONSTANT, &structure::REFERENCE_OF];
    (!look.is_defined_by(id, &constants)).then(|| "id must be the result of a constant op".into())
}

fn in_function(look: &Look<'_>, _: Op) -> Option<String> {
    (!look.function).then(|| "must appear in a function-like op's block".into())
}

fn unreachable(look: &Look<'_>, op: Op) -> Option<String> {
    let block = look.body.parent(op)?;
    let entry = look.body.block_parent(block).and_then(|region| look.body.first_block(region)) == Some(block);
    entry.then(|| "cannot be used in reachable block".into())
}

fn spec_id(look: &Look<'_>, op: Op) -> Option<String> {
    let id = look.ctx.dict_get(look.body.attrs(op), "spec_id").and_then(|id| look.ctx.attr_u64(id))?;
    (id > i32::MAX as u64).then(|| "SpecId cannot be negative".into())
}

fn composite_kind(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = spv::SpecConstantComposite::cast(look.body, op)?.ty(look.ctx)?;
    let code = types::view(look.ctx, ty).map(|(code, _)| code);
    let matrix = code == Some(opcodes::TYPE_COOPERATIVE_MATRIX_NV)
        || look.is_later() && code == Some(opcodes::TYPE_COOPERATIVE_MATRIX_KHR);
    if matrix {
        return Some(format!("unsupported composite type: {}", type_text(look.ctx, ty)));
    }
    let list = look.body.slot_attr(op, spv::SpecConstantComposite::CONSTITUENTS)?;
    let all = look.ctx.attr_array(list)?;
    let number = all.iter().position(|constituent| look.ctx.attr_symbol(*constituent).is_none())?;
    Some(format!("constituent #{number} must be a symbol: LLVM cannot read constants here"))
}

/// Names of the ops, without `spv.`, that `spv.SpecConstantOperation` may contain.
const ENCLOSED: [&str; 37] = [
    "BitwiseAnd",
    "BitwiseOr",
    "BitwiseXor",
    "CompositeExtract",
    "CompositeInsert",
    "FConvert",
    "IAdd",
    "IEqual",
    "IMul",
    "INotEqual",
    "ISub",
    "LogicalAnd",
    "LogicalEqual",
    "LogicalNot",
    "LogicalNotEqual",
    "LogicalOr",
    "Not",
    "SConvert",
    "SDiv",
    "SGreaterThan",
    "SGreaterThanEqual",
    "SLessThan",
    "SLessThanEqual",
    "SMod",
    "SNegate",
    "SRem",
    "Select",
    "ShiftLeftLogical",
    "ShiftRightArithmetic",
    "ShiftRightLogical",
    "UConvert",
    "UDiv",
    "UGreaterThan",
    "UGreaterThanEqual",
    "ULessThan",
    "ULessThanEqual",
    "UMod",
];

fn enclosed(look: &Look<'_>, op: Op) -> Option<String> {
    let name = OPCODE.by_value(look.body.slot(op, spv::SpecConstantOperation::OPCODE)).map_or("", |e| e.name);
    if !ENCLOSED.contains(&name) {
        return Some("invalid enclosed op".into());
    }
    let constants = [&structure::CONSTANT, &structure::REFERENCE_OF, &structure::SPEC_CONSTANT_OPERATION];
    let wrong = !look.body.operands(op).all(|value| look.is_defined_by(value, &constants));
    wrong.then(|| "invalid operand, must be defined by a constant operation".into())
}

/// Checks that a construct's loop or selection control is a single flag without literals. LLVM 14 cannot parse other
/// controls. Returns an error message if the check fails.
fn control(look: &Look<'_>, op: Op, slot: usize, literals: bool) -> Option<String> {
    let flags = look.body.slot(op, slot);
    let several = flags != ABSENT && flags.count_ones() > 1;
    (several || literals).then(|| {
        let version = look.version;
        format!("has a control with several flags or with operands, which LLVM {version} does not parse")
    })
}

fn variable(look: &Look<'_>, op: Op) -> Option<String> {
    let attrs = look.body.attrs(op);
    let key = ["descriptor_set", "binding", "built_in"]
        .into_iter()
        .find(|key| look.ctx.dict_get(attrs, key).is_some())?;
    Some(format!("cannot have '{key}' attribute (only allowed in spv.GlobalVariable)"))
}

/// Rejects ops that a `spv.module`, or a function inside one, must not contain.
fn misplaced(look: &Look<'_>, op: Op, own: bool) -> Option<String> {
    let row = look.def(op).row;
    if !own {
        return Some(not_allowed(look.function).into());
    }
    let nested = look.body.nested(op).filter(|_| std::ptr::eq(row, &structure::FUNC))?;
    let declared = nested.first_block(nested.root()).is_none_or(|entry| nested.first_op(entry).is_none());
    if look.is_later() {
        let imported = is_imported(look, op);
        return (declared && !imported).then(|| {
            "'spv.module' cannot contain external functions without 'Import' linkage_attributes \
             (LinkageAttributes)"
                .into()
        });
    }
    declared.then(|| "is not allowed: 'spv.module' cannot contain external functions".into())
}

/// Returns whether a function is imported from another module.
fn is_imported(look: &Look<'_>, op: Op) -> bool {
    let linkage = look.ctx.dict_get(look.body.attrs(op), "linkage_attributes");
    let kind = linkage.and_then(|linkage| look.ctx.attr_array(linkage)).and_then(|parts| parts.last());
    kind.is_some_and(|kind| look.ctx.attr_str(*kind) == Some("Import"))
}

/// Checks the discardable attributes that have a meaning in LLVM 14's dialect. Returns an error message if the op is
/// invalid.
fn attributes(look: &Look<'_>, op: Op) -> Option<String> {
    let ctx = look.ctx;
    let of_op = ctx.dict(look.body.attrs(op)).iter().find_map(|&(key, value)| {
        let kind = attributes::view(ctx, value).map(|(kind, _)| kind);
        match ctx.str(key).strip_prefix("spv.")? {
            "entry_point_abi" if look.is_later() => (!is_entry_point_abi(ctx, value, true))
                .then(|| "'spv.entry_point_abi' attribute must be an entry point ABI attribute".into()),
            "entry_point_abi" => (!is_entry_point_abi(ctx, value, false)).then(|| {
                "is wrong: 'spv.entry_point_abi' attribute must be a dictionary attribute containing one 32-bit \
                 integer elements attribute: 'local_size'"
                    .into()
            }),
            "target_env" => (kind != Some(AttrKind::TargetEnv))
                .then(|| "is wrong: 'spv.target_env' must be a spirv::TargetEnvAttr".into()),
            other => Some(format!("is wrong: found unsupported 'spv.{other}' attribute on operation")),
        }
    });
    let of_args = || {
        let nested = look.body.nested(op)?;
        let entry = nested.first_block(nested.root())?;
        nested.args(entry).iter().find_map(|&arg| {
            let attrs = ctx.dict(nested.value_annotations(arg).attrs);
            let entry = |&(key, value): &(_, _)| argument(look, nested.value_type(arg), ctx.str(key), value);
            attrs.iter().find_map(entry)
        })
    };
    of_op.or_else(of_args)
}

/// Returns whether an attribute is an entry point ABI. If `later` is set, the optional entries of newer LLVM versions,
/// subgroup size and float width, are allowed.
fn is_entry_point_abi(ctx: &Context, value: Attribute, later: bool) -> bool {
    let AttrData::Dict(items) = ctx.attr_data(value) else { return false };
    if later {
        return items
            .iter()
            .all(|(key, _)| ["local_size", "subgroup_size", "target_width"].contains(&ctx.str(*key)));
    }
    let [(key, size)] = items[..] else { return false };
    let AttrData::Dense { ty, .. } = ctx.attr_data(size) else { return false };
    let (TypeData::Vector { element, .. } | TypeData::Tensor { element, .. }) = ctx.type_data(*ty) else {
        return false;
    };
    ctx.str(key) == "local_size" && *element == ctx.common().i32
}

fn argument(look: &Look<'_>, ty: Type, key: &str, value: Attribute) -> Option<String> {
    let ctx = look.ctx;
    let name = key.strip_prefix("spv.")?;
    if name == "decoration" && look.is_later() {
        let known = ctx.attr_str(value).is_some_and(|name| DECORATION.by_name(name).is_some());
        return (!known).then(|| format!("is wrong: '{key}' must be a spirv::DecorationAttr"));
    }
    if name != "interface_var_abi" {
        return Some(format!("is wrong: found unsupported '{key}' attribute on region argument"));
    }
    let Some((AttrKind::InterfaceVarAbi, params)) = attributes::view(ctx, value) else {
        return Some(format!("is wrong: '{key}' must be a spirv::InterfaceVarABIAttr"));
    };
    let class = params.get(2).is_some_and(|class| !matches!(ctx.attr_data(*class), AttrData::Unit));
    let scalar = matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_));
    (class && !scalar).then(|| {
        format!(
            "is wrong: '{key}' attribute cannot specify storage class when attaching to a non-scalar value"
        )
    })
}
