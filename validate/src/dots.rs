//! Validation of dot products of integers and small floats
//!
//! Covers vector types and capabilities.

use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::{FLOAT, INT, INT32, Set, is_unsigned, scalar};
use crate::requirements;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability as c;
use spv_dialect::verify::rule::{A, B, C, OpValue, R};
use spv_dialect::verify::shape::TypeKind;
use spv_ir::TypeData;
use spv_ir::types::FloatKind;

const INTEGERS: &[u32] =
    &[op::S_DOT, op::U_DOT, op::SU_DOT, op::S_DOT_ACC_SAT, op::U_DOT_ACC_SAT, op::SU_DOT_ACC_SAT];
const UNSIGNED: &[u32] = &[op::U_DOT, op::U_DOT_ACC_SAT];
const MIXED: &[u32] = &[op::SU_DOT, op::SU_DOT_ACC_SAT];
const ACCUMULATING: &[u32] = &[op::S_DOT_ACC_SAT, op::U_DOT_ACC_SAT, op::SU_DOT_ACC_SAT];
const FLOATS: &[u32] = &[op::F_DOT2_MIX_ACC32_VALVE, op::F_DOT2_MIX_ACC16_VALVE, op::F_DOT4_MIX_ACC32_VALVE];
const HALVES: &[u32] = &[op::F_DOT2_MIX_ACC32_VALVE, op::F_DOT2_MIX_ACC16_VALVE];
const KHR: &str = "SPV_KHR_integer_dot_product";
const VALVE: &str = "SPV_VALVE_mixed_float_dot_product";

/// Validation rules for dot products.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-dot-operands",
        KHR,
        "the operands must both be vectors of integers, or both 32-bit integers",
        Check::BySignature(INTEGERS, |x| {
            let both_in = |set: Set| Some(x.is_in(A, set)? && x.is_in(B, set)?);
            Some(both_in(INT.vector(0))? || both_in(INT32)?)
        }),
    ),
    rule(
        "SPV-dot-sizes",
        KHR,
        "both vectors must have the same number of components and the same component width",
        Check::BySignature(INTEGERS, |x| Some(x.same_count(A, B)? && x.same_width(A, B)?)),
    ),
    rule(
        "SPV-dot-packed-capability",
        KHR,
        "packed vectors require capability DotProductInput4x8BitPacked",
        Check::Needs(INTEGERS, |x| is_packed(x)?.then_some(requirements::dot_input(x.ctx(), x.ty(A)?))),
    )
    .note("declare DotProductInput4x8BitPacked"),
    rule("SPV-dot-packed-format", KHR, "packed vectors require the operand PackedVectorFormat", {
        Check::BySignature(INTEGERS, |x| {
            is_packed(x)?.then(|| x.param_named("packed_vector_format").is_some())
        })
    }),
    rule(
        "SPV-dot-vector-capability",
        KHR,
        "vectors require capability DotProductInputAll, or DotProductInput4x8Bit for vectors of four 8-bit \
         integers",
        Check::Needs(INTEGERS, |x| (!is_packed(x)?).then_some(requirements::dot_input(x.ctx(), x.ty(A)?))),
    )
    .note("declare DotProductInputAll"),
    rule("SPV-dot-result-width", KHR, "the result must be at least as wide as the components", {
        Check::BySignature(INTEGERS, |x| {
            let least = if is_packed(x)? { 8 } else { x.shape_at(A)?.width };
            Some(x.shape_at(R)?.width >= least)
        })
    }),
    rule(
        "SPV-dot-unsigned",
        KHR,
        "the result and the vectors of an unsigned dot product must be unsigned",
        Check::BySignature(UNSIGNED, |x| {
            let vectors = !is_packed(x)? && (is_signed(x, A)? || is_signed(x, B)?);
            Some(!is_signed(x, R)? && !vectors)
        }),
    ),
    rule("SPV-dot-mixed", KHR, "the second vector must be of unsigned integers", {
        Check::BySignature(MIXED, |x| Some(is_packed(x)? || !is_signed(x, B)?))
    }),
    rule("SPV-dot-saturating-accumulator", KHR, "the accumulator must have the type of the result", {
        Check::SameType(ACCUMULATING, C, R)
    }),
    rule(
        "SPV-float-dot-vectors",
        VALVE,
        "the operands must be vectors of floats of the width in the instruction's name",
        Check::BySignature(FLOATS, |x| {
            let width = if HALVES.contains(&x.opcode) { 16 } else { 8 };
            let set: Set = FLOAT.width(width).vector(0);
            Some(x.is_in(A, set)? && x.is_in(B, set)?)
        }),
    ),
    rule(
        "SPV-float-dot-length",
        VALVE,
        "the vectors must have the number of components in the instruction's name",
        Check::BySignature(FLOATS, |x| {
            let length = if HALVES.contains(&x.opcode) { 2 } else { 4 };
            let fits = |place| Some([0, length].contains(&x.shape_at(place)?.count));
            Some(fits(A)? || fits(B)?)
        }),
    ),
    rule("SPV-float-dot-encoding", VALVE, "the vectors, and a 16-bit result, must have the same encoding", {
        Check::BySignature(HALVES, |x| {
            let component = |place| Some(scalar(x.ctx(), x.ty(place)?));
            let result = x.opcode == op::F_DOT2_MIX_ACC16_VALVE && component(A)? != x.ty(R)?;
            Some(component(A)? == component(B)? && !result)
        })
    }),
    rule(
        "SPV-float-dot-capability",
        VALVE,
        "the encoding and width of the floats require another capability",
        Check::Needs(HALVES, |x| {
            let component = x.ctx().type_data(scalar(x.ctx(), x.ty(A)?));
            let ieee = matches!(component, TypeData::Float(FloatKind::F16));
            Some(match (ieee, x.opcode) {
                (false, _) => &[c::DOT_PRODUCT_B_FLOAT16_ACC_VALVE],
                (_, op::F_DOT2_MIX_ACC32_VALVE) => &[c::DOT_PRODUCT_FLOAT16_ACC_FLOAT32_VALVE],
                _ => &[c::DOT_PRODUCT_FLOAT16_ACC_FLOAT16_VALVE],
            })
        }),
    ),
    rule(
        "SPV-float-dot-result",
        VALVE,
        "the result and the accumulator must be scalar floats of the width in the instruction's name",
        Check::BySignature(FLOATS, |x| {
            let width = if x.opcode == op::F_DOT2_MIX_ACC16_VALVE { 16 } else { 32 };
            Some(x.is_in(R, FLOAT.width(width))? && x.same_type(C, R)?)
        }),
    ),
];

/// Returns whether the operands are vectors packed into integers, which is determined by the first operand. Returns
/// `None` if that operand has no type.
fn is_packed(x: &OpSubject<'_>) -> Option<bool> {
    Some(x.shape_at(A)?.kind == TypeKind::Int)
}

fn is_signed(x: &OpSubject<'_>, place: OpValue) -> Option<bool> {
    Some(!is_unsigned(x.ctx(), scalar(x.ctx(), x.ty(place)?)))
}
