//! Validation of OpSpecConstantOp: types and capabilities of the wrapped operation

use super::constants::type_of;
use super::conversions::{UNSIGNED, is_signed};
use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::BOOLS;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability as c;
use spv_dialect::generated::views as v;
use spv_dialect::verify::rule::{A, B, C, OpValue, R, Rule as TypeRule};
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_dialect::{availability, overlay, types};
use spv_ir::Type;
use spv_ir::dialect::Traits;
use spv_ir::params::OpComponent;

/// Instructions with type operands.
const OF_TYPES: &[u32] = &[
    op::COOPERATIVE_MATRIX_LENGTH_NV,
    op::COOPERATIVE_MATRIX_LENGTH_KHR,
    op::UNTYPED_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
];
const WRAPS: &[u32] = &[op::SPEC_CONSTANT_OP];
const SECTION: &str = "3.42.7";

/// Validation rules for OpSpecConstantOp.
pub const RULES: &[Rule] = &[
    rule("SPV-spec-op-opcode", SECTION, "the operation is not allowed in OpSpecConstantOp", {
        Check::Op(WRAPS, |x| Some(availability::is_spec_op(wrapped(x)?)))
    }),
    rule("SPV-spec-op-kernel", SECTION, "the operation requires capability Kernel", {
        Check::Op(WRAPS, |x| declares_capability(x, c::KERNEL))
    }),
    rule("SPV-spec-op-shader", SECTION, "the operation requires capability Shader", {
        Check::Op(WRAPS, |x| declares_capability(x, c::SHADER))
    }),
    rule(
        "SPV-spec-op-u-convert",
        SECTION,
        "before version 1.4 OpUConvert requires capability Kernel, or extension SPV_AMD_gpu_shader_int16",
        Check::Op(WRAPS, |x| {
            let late = x.facts.version >= 0x0001_0400 || x.facts.has_extension("SPV_AMD_gpu_shader_int16");
            Some(late || x.facts.has(c::KERNEL) || wrapped(x)? != op::U_CONVERT)
        }),
    ),
    rule("SPV-spec-op-types", SECTION, "the operation does not support these operand and result types", {
        Check::Op(WRAPS, |x| {
            let rules = overlay::RULES[overlay::op_of_core(wrapped(x)?)?];
            Some(rules.iter().all(|rule| rule.breaks(x.ctx(), |place| ty(x, place)) != Some(true)))
        })
    }),
    rule("SPV-spec-op-unsigned", SECTION, "the result of the operation must be unsigned", {
        Check::Op(WRAPS, |x| Some(!UNSIGNED.contains(&wrapped(x)?) || !is_signed(x.ctx(), ty(x, R)?)))
    }),
    rule("SPV-spec-op-unsigned-operands", SECTION, "the operands must have the signedness of the result", {
        Check::Op(WRAPS, |x| {
            let agrees = |place| ty(x, place).is_none_or(|own| Some(own) == ty(x, R));
            [op::U_DIV, op::U_MOD].contains(&wrapped(x)?).then(|| [A, B].into_iter().all(agrees))
        })
    }),
    rule("SPV-spec-op-operand", SECTION, "an operand must not be a type", {
        Check::Op(WRAPS, |x| {
            let is_type = |item: &OpComponent| matches!(item, OpComponent::Attr(attr) if x.ctx().attr_type(*attr).is_some());
            Some(OF_TYPES.contains(&wrapped(x)?) || !operands(x)?.iter().any(is_type))
        })
    }),
    rule("SPV-spec-op-same-types", SECTION, "the operands must have the type of the result", {
        Check::Op(WRAPS, |x| {
            let id = x.ctx().registry().op_by_code(0, wrapped(x)?)?;
            let same = x.ctx().registry().op(id).traits.contains(Traits::SAME_TYPE);
            let rule = TypeRule::Alike;
            let agrees = |place| rule(place, R).breaks(x.ctx(), |at| ty(x, at)) != Some(true);
            same.then(|| [A, B].into_iter().all(agrees))
        })
    }),
    rule(
        "SPV-spec-op-comparison",
        SECTION,
        "the result must be bools, with the same number of components as the operands",
        Check::Op(WRAPS, |x| {
            let id = x.ctx().registry().op_by_code(0, wrapped(x)?)?;
            let compares = x.ctx().registry().op(id).traits.contains(Traits::COMPARISON);
            let (result, operand) = (ty(x, R)?, ty(x, A)?);
            let same_count = !x.shape(result).differs_in_count(&x.shape(operand));
            compares.then(|| BOOLS.has(x.ctx(), result) && same_count)
        }),
    ),
    rule(
        "SPV-spec-op-select",
        SECTION,
        "the condition must be a bool, or a vector of bools with the result's number of components",
        Check::Op(WRAPS, |x| {
            let (condition, result) = (x.shape(ty(x, A)?), x.shape(ty(x, R)?));
            let objects_fit =
                [B, C].into_iter().all(|place| ty(x, place).is_none_or(|own| Some(own) == ty(x, R)));
            let count_fits = !condition.is_vector() || !condition.differs_in_count(&result);
            (wrapped(x)? == op::SELECT)
                .then_some(condition.element == TypeKind::Bool && count_fits && objects_fit)
        }),
    ),
    rule(
        "SPV-spec-op-index",
        SECTION,
        "the indexes must select an element with the type of the result, or for an insertion of the object",
        Check::Op(WRAPS, |x| {
            let (composite, number, part) = match wrapped(x)? {
                op::COMPOSITE_EXTRACT => (A, 0, R),
                op::COMPOSITE_INSERT => (B, 1, A),
                _ => return None,
            };
            let mut selected = ty(x, composite)?;
            for index in operands(x)?.into_iter().skip(number + 1) {
                let (index, shape) = (x.number(index)?, x.shape(selected));
                match (types::element(x.ctx(), selected, index), shape.kind) {
                    (Some(_), TypeKind::Array | TypeKind::Vector | TypeKind::Matrix)
                        if shape.count > 0 && index >= u64::from(shape.count) =>
                    {
                        return Some(false);
                    }
                    (Some(inner), _) => selected = inner,
                    (None, TypeKind::Struct | TypeKind::Bool | TypeKind::Int | TypeKind::Float) => {
                        return Some(false);
                    }
                    (None, _) => return None,
                }
            }
            Some(selected == ty(x, part)? && (part != A || ty(x, R) == ty(x, composite)))
        }),
    ),
    rule(
        "SPV-spec-op-shuffle",
        SECTION,
        "both operands and the result must be vectors with the same component type",
        Check::Op(WRAPS, |x| {
            let all = [ty(x, R)?, ty(x, A)?, ty(x, B)?];
            let components = all.map(|ty| types::element(x.ctx(), ty, 0).filter(|_| is_vector(x, ty)));
            (wrapped(x)? == op::VECTOR_SHUFFLE)
                .then(|| components.iter().all(|ty| ty.is_some() && *ty == components[0]))
        }),
    ),
    rule(
        "SPV-spec-op-shuffle-length",
        SECTION,
        "the result must have one component for each listed index",
        Check::Op(WRAPS, |x| {
            let listed = operands(x)?.len().saturating_sub(2);
            let fits = usize::try_from(x.shape(ty(x, R)?).count) == Ok(listed);
            (wrapped(x)? == op::VECTOR_SHUFFLE).then_some(fits)
        }),
    ),
    rule("SPV-spec-op-matrix-length", SECTION, "the operand must be a type of cooperative matrices", {
        Check::Op(WRAPS, |x| {
            let wanted = match wrapped(x)? {
                op::COOPERATIVE_MATRIX_LENGTH_KHR => op::TYPE_COOPERATIVE_MATRIX_KHR,
                op::COOPERATIVE_MATRIX_LENGTH_NV => op::TYPE_COOPERATIVE_MATRIX_NV,
                _ => return None,
            };
            let list = operands(x)?;
            let OpComponent::Attr(attr) = list.first()? else { return Some(false) };
            let view = x.ctx().attr_type(*attr).and_then(|ty| types::view(x.ctx(), ty));
            Some(view.is_some_and(|(opcode, _)| opcode == wanted))
        })
    }),
    rule("SPV-spec-op-bitcast", SECTION, "both types must be numbers or pointers", {
        Check::Op(WRAPS, |x| {
            let fits = |place| ty(x, place).is_none_or(|ty| is_number_or_pointer(&x.shape(ty)));
            (wrapped(x)? == op::BITCAST).then(|| [A, R].into_iter().all(fits))
        })
    }),
];

/// Returns the opcode of the operation that an OpSpecConstantOp wraps. Returns `None` for other ops.
fn wrapped(x: &OpSubject<'_>) -> Option<u32> {
    Some(v::SpecConstantOp::cast(x.body(), x.op)?.opcode().0)
}

/// Returns whether the module declares `capability`. Returns `None` if the wrapped operation does not require this
/// capability.
fn declares_capability(x: &OpSubject<'_>, capability: u32) -> Option<bool> {
    (availability::of_spec_op(wrapped(x)?)? == capability).then(|| x.facts.has(capability))
}

/// Returns the operands of the operation that an OpSpecConstantOp wraps. Returns `None` for other ops.
fn operands(x: &OpSubject<'_>) -> Option<Vec<OpComponent>> {
    Some(x.params(x.row().params.iter().position(|param| param.name == "operands")?))
}

fn ty(x: &OpSubject<'_>, place: OpValue) -> Option<Type> {
    let constant = v::SpecConstantOp::cast(x.body(), x.op)?;
    match place {
        OpValue::Result => constant.ty(x.ctx()),
        OpValue::Operand(number) => match operands(x)?.get(usize::from(number))? {
            OpComponent::Attr(attr) => type_of(x.facts, *attr),
            OpComponent::Value(value) => x.value_type(*value),
            _ => None,
        },
    }
}

fn is_vector(x: &OpSubject<'_>, ty: Type) -> bool {
    x.shape(ty).is_vector()
}

fn is_number_or_pointer(shape: &Shape) -> bool {
    matches!(shape.kind, TypeKind::Pointer | TypeKind::UntypedPointer)
        || shape.is_scalar_or_vector_of(&[TypeKind::Int, TypeKind::Float])
}
