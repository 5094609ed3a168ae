//! Validation of dot products of integers and small floats: vector types and capabilities.

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
        "the operands must be both vectors of integers, or both 32-bit integers",
        {
            Check::BySignature(INTEGERS, |x| {
                let vector = |place| x.is_not(place, INT.vector(0)).map(|not| !not);
                let packed = |place| x.is_not(place, INT32).map(|not| !not);
                Some(!(vector(A)? && vector(B)? || packed(A)? && packed(B)?))
            })
        },
    ),
    rule("SPV-dot-sizes", KHR, "both vectors must have as many components, of one width", {
        Check::BySignature(INTEGERS, |x| Some(x.counts_differ(A, B)? || x.widths_differ(A, B)?))
    }),
    rule("SPV-dot-packed-capability", KHR, "packed vectors need capability DotProductInput4x8BitPacked", {
        Check::Needs(INTEGERS, |x| is_packed(x)?.then_some(requirements::dot_input(x.ctx(), x.ty(A)?)))
    })
    .note("declare DotProductInput4x8BitPacked"),
    rule("SPV-dot-packed-format", KHR, "packed vectors need the operand PackedVectorFormat", {
        Check::BySignature(INTEGERS, |x| {
            Some(is_packed(x)? && x.param_named("packed_vector_format").is_none())
        })
    }),
    rule(
        "SPV-dot-vector-capability",
        KHR,
        "vectors need capability DotProductInputAll, those of four bytes DotProductInput4x8Bit",
        Check::Needs(INTEGERS, |x| (!is_packed(x)?).then_some(requirements::dot_input(x.ctx(), x.ty(A)?))),
    )
    .note("declare DotProductInputAll"),
    rule("SPV-dot-result-width", KHR, "the result must be as wide as the components at least", {
        Check::BySignature(INTEGERS, |x| {
            let least = if is_packed(x)? { 8 } else { x.shape_at(A)?.width };
            Some(x.shape_at(R)?.width < least)
        })
    }),
    rule("SPV-dot-unsigned", KHR, "result and vectors of unsigned products must be unsigned", {
        Check::BySignature(UNSIGNED, |x| {
            let vectors = !is_packed(x)? && (is_signed(x, A)? || is_signed(x, B)?);
            Some(is_signed(x, R)? || vectors)
        })
    }),
    rule("SPV-dot-mixed", KHR, "the second vector must be of unsigned integers", {
        Check::BySignature(MIXED, |x| Some(!is_packed(x)? && is_signed(x, B)?))
    }),
    rule("SPV-dot-saturating-accumulator", KHR, "the accumulator must have the type of the result", {
        Check::BySignature(ACCUMULATING, |x| x.differ(C, R))
    }),
    rule(
        "SPV-float-dot-vectors",
        VALVE,
        "the operands must be vectors of floats of the instruction's width",
        {
            Check::BySignature(FLOATS, |x| {
                let width = if HALVES.contains(&x.opcode) { 16 } else { 8 };
                let set: Set = FLOAT.width(width).vector(0);
                Some(x.is_not(A, set)? || x.is_not(B, set)?)
            })
        },
    ),
    rule("SPV-float-dot-length", VALVE, "the vectors do not have the number of components in the name", {
        Check::BySignature(FLOATS, |x| {
            let length = if HALVES.contains(&x.opcode) { 2 } else { 4 };
            let other = |place| Some(![0, length].contains(&x.shape_at(place)?.count));
            Some(other(A)? && other(B)?)
        })
    }),
    rule("SPV-float-dot-encoding", VALVE, "vectors, and a result of 16 bits, must be of one encoding", {
        Check::BySignature(HALVES, |x| {
            let component = |place| Some(scalar(x.ctx(), x.ty(place)?));
            let result = x.opcode == op::F_DOT2_MIX_ACC16_VALVE && component(A)? != x.ty(R)?;
            Some(component(A)? != component(B)? || result)
        })
    }),
    rule(
        "SPV-float-dot-capability",
        VALVE,
        "the encoding and width of the floats need another capability",
        {
            Check::Needs(HALVES, |x| {
                let component = x.ctx().type_data(scalar(x.ctx(), x.ty(A)?));
                let ieee = matches!(component, TypeData::Float(FloatKind::F16));
                Some(match (ieee, x.opcode) {
                    (false, _) => &[c::DOT_PRODUCT_B_FLOAT16_ACC_VALVE],
                    (_, op::F_DOT2_MIX_ACC32_VALVE) => &[c::DOT_PRODUCT_FLOAT16_ACC_FLOAT32_VALVE],
                    _ => &[c::DOT_PRODUCT_FLOAT16_ACC_FLOAT16_VALVE],
                })
            })
        },
    ),
    rule(
        "SPV-float-dot-result",
        VALVE,
        "result and accumulator must be one float of the instruction's width",
        {
            Check::BySignature(FLOATS, |x| {
                let width = if x.opcode == op::F_DOT2_MIX_ACC16_VALVE { 16 } else { 32 };
                Some(x.is_not(R, FLOAT.width(width))? || x.differ(C, R)?)
            })
        },
    ),
];

/// Returns whether the vectors are packed into integers.
fn is_packed(x: &OpSubject<'_>) -> Option<bool> {
    Some(x.shape_at(A)?.kind == TypeKind::Int)
}

fn is_signed(x: &OpSubject<'_>, place: OpValue) -> Option<bool> {
    Some(!is_unsigned(x.ctx(), scalar(x.ctx(), x.ty(place)?)))
}
