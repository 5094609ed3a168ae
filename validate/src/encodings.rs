//! Validation of instructions on floats with encodings other than IEEE 754

use super::groups::MOVES;
use super::rule::{Check, OpCheck, Rule, joined, rule, vulkan};
use super::subject::OpSubject;
use super::typing::scalar;
use spv_dialect::effects::DERIVATIVES;
use spv_dialect::generated::opcodes::{self as op, set};
use spv_dialect::generated::values::capability as c;
use spv_dialect::types;
use spv_dialect::verify::rule::{A, C, OpValue, R};
use spv_ir::types::FloatKind;
use spv_ir::{Type, TypeData};

/// Instructions whose results must have an IEEE 754 encoding.
const RESULTS: &[u32] = &joined::<{ DERIVATIVES.len() + MOVES.len() + 23 }>(&[
    DERIVATIVES,
    MOVES,
    &[
        op::F_ADD,
        op::F_SUB,
        op::F_MUL,
        op::F_DIV,
        op::F_REM,
        op::F_MOD,
        op::F_NEGATE,
        op::FMA_KHR,
        op::VECTOR_TIMES_SCALAR,
        op::MATRIX_TIMES_SCALAR,
        op::VECTOR_TIMES_MATRIX,
        op::MATRIX_TIMES_VECTOR,
        op::MATRIX_TIMES_MATRIX,
        op::OUTER_PRODUCT,
        op::ATOMIC_F_ADD_EXT,
        op::ATOMIC_F_MIN_EXT,
        op::ATOMIC_F_MAX_EXT,
        op::ATOMIC_LOAD,
        op::ATOMIC_EXCHANGE,
        op::GROUP_NON_UNIFORM_BROADCAST_FIRST,
        op::GROUP_NON_UNIFORM_F_ADD,
        op::GROUP_NON_UNIFORM_F_MUL,
        op::GROUP_NON_UNIFORM_F_MIN,
    ],
]);
/// Instructions whose operands must have an IEEE 754 encoding.
const OPERANDS: &[u32] = &[
    op::IS_NAN,
    op::IS_INF,
    op::IS_FINITE,
    op::IS_NORMAL,
    op::F_ORD_EQUAL,
    op::F_UNORD_EQUAL,
    op::F_ORD_NOT_EQUAL,
    op::F_UNORD_NOT_EQUAL,
    op::F_ORD_LESS_THAN,
    op::F_UNORD_LESS_THAN,
    op::F_ORD_GREATER_THAN,
    op::F_UNORD_GREATER_THAN,
    op::F_ORD_LESS_THAN_EQUAL,
    op::F_UNORD_LESS_THAN_EQUAL,
    op::F_ORD_GREATER_THAN_EQUAL,
    op::F_UNORD_GREATER_THAN_EQUAL,
    op::LESS_OR_GREATER,
    op::ORDERED,
    op::UNORDERED,
    op::SIGN_BIT_SET,
    op::GROUP_NON_UNIFORM_ALL_EQUAL,
];
/// Dot products whose results are wider than their operands.
const MIXED: &[u32] = &[op::F_DOT2_MIX_ACC32_VALVE, op::F_DOT2_MIX_ACC16_VALVE, op::F_DOT4_MIX_ACC32_VALVE];
const SECTION: &str = "SPV_KHR_bfloat16, SPV_EXT_float8";
const MESSAGE: &str = "the operation is not allowed on floats of this encoding";

const EXTENDED: OpCheck = |x| {
    let mut types = x.operands().filter_map(|value| x.value_type(value));
    Some(x.result_type().is_none_or(|ty| is_ieee(x, ty)) && types.all(|ty| is_ieee(x, ty)))
};

/// Validation rules for floating-point encodings.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-encoding-result",
        SECTION,
        MESSAGE,
        Check::BySignature(RESULTS, |x| Some(is_ieee(x, x.ty(R)?))),
    ),
    rule("SPV-encoding-operand", SECTION, MESSAGE, {
        Check::BySignature(OPERANDS, |x| {
            let mut values = x.operands().filter_map(|value| x.value_type(value));
            Some(values.all(|ty| is_ieee(x, ty)))
        })
    }),
    rule("SPV-encoding-dot", SECTION, "dot products of 8-bit floats are not allowed", {
        Check::BySignature(&[op::DOT], |x| {
            Some(!matches!(encoding(x, x.result_type()?)?, FloatKind::F8E4M3FN | FloatKind::F8E5M2))
        })
    }),
    rule(
        "SPV-encoding-dot-capability",
        "SPV_KHR_bfloat16",
        "the dot product requires capability BFloat16DotProductKHR",
        Check::Needs(&[op::DOT], |x| {
            let brain = encoding(x, x.result_type()?)? == FloatKind::BF16;
            brain.then_some(&[c::B_FLOAT16_DOT_PRODUCT_KHR])
        }),
    )
    .note("declare BFloat16DotProductKHR"),
    vulkan(
        "VUID-StandaloneSpirv-OpConvertFToU-12465",
        "A",
        "floats with microscaling encodings cannot be converted to or from integers",
        Check::BySignature(
            &[op::CONVERT_F_TO_U, op::CONVERT_F_TO_S, op::CONVERT_S_TO_F, op::CONVERT_U_TO_F],
            |x| Some(!is_microscaling(x, A)? && !is_microscaling(x, R)?),
        ),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpFConvert-12466",
        "A",
        "a conversion must not result in floats with microscaling encodings",
        Check::BySignature(&[op::F_CONVERT], |x| Some(!is_microscaling(x, R)?)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Result-12468",
        "A",
        "the result must be floats of 4 or 6 bits",
        Check::BySignature(&[op::BITCAST_EXTRACT_EXT], |x| {
            Some(is_microscaling(x, R)? && [4, 6].contains(&x.shape_at(R)?.width))
        }),
    ),
    rule(
        "SPV-dot-accumulator",
        "SPV_VALVE_mixed_float_dot_product",
        "the accumulator must have the type of the result",
        Check::SameType(MIXED, C, R),
    ),
    rule("SPV-encoding-multiply-add", SECTION, MESSAGE, {
        Check::BySignature(&[op::COOPERATIVE_MATRIX_MUL_ADD_NV], EXTENDED)
    }),
    rule("SPV-encoding-glsl", SECTION, MESSAGE, Check::ExtBySignature(set::GLSL, &[], EXTENDED)),
    rule("SPV-encoding-opencl", SECTION, MESSAGE, Check::ExtBySignature(set::OCL, &[], EXTENDED)),
];

/// Returns the encoding of a float type, or of the components of a vector or matrix type. Returns `None` for other
/// types.
fn encoding(x: &OpSubject<'_>, ty: Type) -> Option<FloatKind> {
    match x.ctx().type_data(scalar(x.ctx(), ty)) {
        TypeData::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// Returns whether a type is free of floats with an encoding other than IEEE 754.
fn is_ieee(x: &OpSubject<'_>, ty: Type) -> bool {
    match encoding(x, ty) {
        Some(kind) => !matches!(kind, FloatKind::BF16 | FloatKind::F8E4M3FN | FloatKind::F8E5M2),
        None => types::view(x.ctx(), scalar(x.ctx(), ty)).is_none_or(|(code, _)| code != op::TYPE_FLOAT),
    }
}

/// Returns whether the type of a result or operand consists of floats with an OCP microscaling encoding. Returns `None`
/// if the op has no such result or operand.
fn is_microscaling(x: &OpSubject<'_>, place: OpValue) -> Option<bool> {
    let view = types::view(x.ctx(), scalar(x.ctx(), x.ty(place)?));
    Some(view.is_some_and(|(code, _)| code == op::TYPE_FLOAT))
}
