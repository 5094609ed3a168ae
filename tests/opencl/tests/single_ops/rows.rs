//! Tested ops and their reference implementations

use crate::row::{GROUP, Item, Model, Row, Ty, Values, float, low, signed, value};
use Values::{Any, Small, Special, Unit};
use std::cmp::Ordering;

const I32: Ty = Ty::Int(32);
const F32: Ty = Ty::Float(32);
const F64: Ty = Ty::Float(64);

/// Reference implementation of an integer comparison. The arguments are the two operands and their width in bits.
type IntComparison = fn(u64, u64, u32) -> bool;
/// Reference implementation of a float comparison.
type FloatComparison = fn(f64, f64) -> bool;
/// Reference implementation of a float op.
type FloatModel = fn([f64; 3]) -> f64;
/// Reference implementation of an atomic op: computes the new value from the old value, the second operand, and the
/// width in bits.
type AtomicModel = fn(u64, u64, u32) -> u64;
/// Binary operation of a reduction or scan.
type Combine = fn(u64, u64) -> u64;
/// A function from a local work-item index to the number of operands that the result combines.
type Included = fn(usize) -> usize;

/// An integer op: assembly, value range of the operands, and reference implementation. Its arguments are the operands
/// and their width in bits.
type IntRow = (&'static str, Values, fn([u64; 3], u32) -> u64);

/// Integer ops for all widths. `{T}` in the assembly stands for the type.
const INTEGERS: &[IntRow] = &[
    ("OpIAdd {T} %a %b", Any, |[a, b, _], _| a.wrapping_add(b)),
    ("OpISub {T} %a %b", Any, |[a, b, _], _| a.wrapping_sub(b)),
    ("OpIMul {T} %a %b", Any, |[a, b, _], _| a.wrapping_mul(b)),
    ("OpSDiv {T} %a %b", Small, |[a, b, _], w| (signed(a, w) / signed(b, w)) as u64),
    ("OpUDiv {T} %a %b", Small, |[a, b, _], _| a / b),
    ("OpSRem {T} %a %b", Small, |[a, b, _], w| (signed(a, w) % signed(b, w)) as u64),
    ("OpSMod {T} %a %b", Small, |[a, b, _], w| signed(a, w).rem_euclid(signed(b, w)) as u64),
    ("OpUMod {T} %a %b", Small, |[a, b, _], _| a % b),
    ("OpShiftLeftLogical {T} %a %b", Small, |[a, b, _], _| a << b),
    ("OpShiftRightLogical {T} %a %b", Small, |[a, b, _], _| a >> b),
    ("OpShiftRightArithmetic {T} %a %b", Small, |[a, b, _], w| (signed(a, w) >> b) as u64),
    ("OpBitwiseAnd {T} %a %b", Any, |[a, b, _], _| a & b),
    ("OpBitwiseOr {T} %a %b", Any, |[a, b, _], _| a | b),
    ("OpBitwiseXor {T} %a %b", Any, |[a, b, _], _| a ^ b),
    ("OpNot {T} %a", Any, |[a, ..], _| !a),
    ("OpSNegate {T} %a", Any, |[a, ..], _| a.wrapping_neg()),
    ("OpBitCount {T} %a", Any, |[a, ..], _| a.count_ones().into()),
    ("OpExtInst {T} %std s_max %a %b", Any, |[a, b, _], w| signed(a, w).max(signed(b, w)) as u64),
    ("OpExtInst {T} %std s_min %a %b", Any, |[a, b, _], w| signed(a, w).min(signed(b, w)) as u64),
    ("OpExtInst {T} %std u_max %a %b", Any, |[a, b, _], _| a.max(b)),
    ("OpExtInst {T} %std u_min %a %b", Any, |[a, b, _], _| a.min(b)),
    ("OpExtInst {T} %std s_abs %a", Any, |[a, ..], w| signed(a, w).unsigned_abs()),
    ("OpExtInst {T} %std rotate %a %b", Small, |[a, b, _], w| a << b | a >> (u64::from(w) - b)),
    ("OpExtInst {T} %std clz %a", Any, |[a, ..], w| u64::from(a.leading_zeros()) + u64::from(w) - 64),
    ("OpExtInst {T} %std popcount %a", Any, |[a, ..], _| a.count_ones().into()),
];

/// Ops on 32-bit integers only.
const WORDS: &[IntRow] = &[
    ("OpExtInst {T} %std ctz %a", Small, |[a, ..], _| if a == 0 { 32 } else { a.trailing_zeros().into() }),
    ("OpExtInst {T} %std s_abs_diff %a %b", Any, |[a, b, _], w| signed(a, w).abs_diff(signed(b, w))),
    ("OpExtInst {T} %std u_abs_diff %a %b", Any, |[a, b, _], _| a.abs_diff(b)),
    ("OpExtInst {T} %std s_add_sat %a %b", Any, |[a, b, _], _| {
        (a as i32).saturating_add(b as i32) as u32 as u64
    }),
    ("OpExtInst {T} %std u_add_sat %a %b", Any, |[a, b, _], _| (a as u32).saturating_add(b as u32).into()),
    ("OpExtInst {T} %std s_sub_sat %a %b", Any, |[a, b, _], _| {
        (a as i32).saturating_sub(b as i32) as u32 as u64
    }),
    ("OpExtInst {T} %std u_sub_sat %a %b", Any, |[a, b, _], _| (a as u32).saturating_sub(b as u32).into()),
    ("OpExtInst {T} %std s_hadd %a %b", Any, |[a, b, _], w| ((signed(a, w) + signed(b, w)) >> 1) as u64),
    ("OpExtInst {T} %std u_hadd %a %b", Any, |[a, b, _], _| (a + b) >> 1),
    ("OpExtInst {T} %std s_rhadd %a %b", Any, |[a, b, _], w| ((signed(a, w) + signed(b, w) + 1) >> 1) as u64),
    ("OpExtInst {T} %std u_rhadd %a %b", Any, |[a, b, _], _| (a + b + 1) >> 1),
    ("OpExtInst {T} %std s_mul_hi %a %b", Any, |[a, b, _], w| ((signed(a, w) * signed(b, w)) >> 32) as u64),
    ("OpExtInst {T} %std u_mul_hi %a %b", Any, |[a, b, _], _| (a * b) >> 32),
    ("OpExtInst {T} %std s_mad_hi %a %b %c", Any, |[a, b, c], w| {
        (((signed(a, w) * signed(b, w)) >> 32) as u64).wrapping_add(c)
    }),
    ("OpExtInst {T} %std u_mad_hi %a %b %c", Any, |[a, b, c], _| ((a * b) >> 32).wrapping_add(c)),
    ("OpExtInst {T} %std s_mad_sat %a %b %c", Any, |[a, b, c], w| {
        let sum = i128::from(signed(a, w)) * i128::from(signed(b, w)) + i128::from(signed(c, w));
        sum.clamp(i32::MIN.into(), i32::MAX.into()) as u64
    }),
    ("OpExtInst {T} %std u_mad_sat %a %b %c", Any, |[a, b, c], _| {
        (u128::from(a) * u128::from(b) + u128::from(c)).min(u32::MAX.into()) as u64
    }),
    ("OpExtInst {T} %std s_mul24 %b %b", Small, |[_, b, _], _| b * b),
    ("OpExtInst {T} %std u_mad24 %b %b %c", Small, |[_, b, c], _| (b * b).wrapping_add(c)),
    ("OpExtInst {T} %std bitselect %a %b %c", Any, |[a, b, c], _| a & !c | b & c),
    ("OpExtInst {T} %std select %a %b %c", Any, |[a, b, c], w| if signed(c, w) == 0 { a } else { b }),
    ("OpExtInst {T} %std s_clamp %a %i32_1 %b", Small, |[a, b, _], w| signed(a, w).clamp(1, b as i64) as u64),
    ("OpExtInst {T} %std u_clamp %a %i32_1 %b", Small, |[a, b, _], _| a.clamp(1, b)),
    ("OpCopyObject {T} %a", Any, |[a, ..], _| a),
];

/// Integer comparison ops and their reference implementations.
const INTEGER_COMPARISONS: &[(&str, IntComparison)] = &[
    ("OpIEqual", |a, b, _| a == b),
    ("OpINotEqual", |a, b, _| a != b),
    ("OpULessThan", |a, b, _| a < b),
    ("OpULessThanEqual", |a, b, _| a <= b),
    ("OpUGreaterThan", |a, b, _| a > b),
    ("OpUGreaterThanEqual", |a, b, _| a >= b),
    ("OpSLessThan", |a, b, w| signed(a, w) < signed(b, w)),
    ("OpSLessThanEqual", |a, b, w| signed(a, w) <= signed(b, w)),
    ("OpSGreaterThan", |a, b, w| signed(a, w) > signed(b, w)),
    ("OpSGreaterThanEqual", |a, b, w| signed(a, w) >= signed(b, w)),
];

/// Returns whether two floats are ordered and unequal.
fn differ(a: f64, b: f64) -> bool {
    !a.is_nan() && !b.is_nan() && a != b
}

/// Float comparison and classification ops, and their reference implementations.
const FLOAT_COMPARISONS: &[(&str, FloatComparison)] = &[
    ("OpFOrdEqual %bool %a %b", |a, b| a == b),
    ("OpFOrdNotEqual %bool %a %b", differ),
    ("OpFOrdLessThan %bool %a %b", |a, b| a < b),
    ("OpFOrdLessThanEqual %bool %a %b", |a, b| a <= b),
    ("OpFOrdGreaterThan %bool %a %b", |a, b| a > b),
    ("OpFOrdGreaterThanEqual %bool %a %b", |a, b| a >= b),
    ("OpFUnordEqual %bool %a %b", |a, b| !differ(a, b)),
    ("OpFUnordNotEqual %bool %a %b", |a, b| a != b),
    ("OpFUnordLessThan %bool %a %b", |a, b| a.is_nan() || b.is_nan() || a < b),
    ("OpFUnordLessThanEqual %bool %a %b", |a, b| a.is_nan() || b.is_nan() || a <= b),
    ("OpFUnordGreaterThan %bool %a %b", |a, b| a.is_nan() || b.is_nan() || a > b),
    ("OpFUnordGreaterThanEqual %bool %a %b", |a, b| a.is_nan() || b.is_nan() || a >= b),
    ("OpOrdered %bool %a %b", |a, b| !a.is_nan() && !b.is_nan()),
    ("OpUnordered %bool %a %b", |a, b| a.is_nan() || b.is_nan()),
    ("OpLessOrGreater %bool %a %b", differ),
    ("OpIsNan %bool %a", |a, _| a.is_nan()),
    ("OpIsInf %bool %a", |a, _| a.is_infinite()),
    ("OpIsFinite %bool %a", |a, _| a.is_finite()),
    ("OpIsNormal %bool %a", |a, _| a.is_normal()),
];

/// Float ops with exact or correctly rounded results: assembly, value range of the operands, and reference
/// implementation. The reference implementation computes in `f64`, and its result is then rounded to the op's type.
const EXACT_FLOATS: &[(&str, Values, FloatModel)] = &[
    ("OpFAdd {T} %a %b", Any, |[a, b, _]| a + b),
    ("OpFSub {T} %a %b", Any, |[a, b, _]| a - b),
    ("OpFMul {T} %a %b", Any, |[a, b, _]| a * b),
    ("OpFNegate {T} %a", Any, |[a, ..]| -a),
    ("OpFRem {T} %a %b", Small, |[a, b, _]| a % b),
    ("OpExtInst {T} %std fabs %a", Any, |[a, ..]| a.abs()),
    ("OpExtInst {T} %std floor %a", Any, |[a, ..]| a.floor()),
    ("OpExtInst {T} %std ceil %a", Any, |[a, ..]| a.ceil()),
    ("OpExtInst {T} %std trunc %a", Any, |[a, ..]| a.trunc()),
    ("OpExtInst {T} %std rint %a", Any, |[a, ..]| a.round_ties_even()),
    ("OpExtInst {T} %std round %a", Any, |[a, ..]| a.round()),
    ("OpExtInst {T} %std fma %a %b %c", Any, |[a, b, c]| a.mul_add(b, c)),
    ("OpExtInst {T} %std fmax %a %b", Any, |[a, b, _]| a.max(b)),
    ("OpExtInst {T} %std fmin %a %b", Any, |[a, b, _]| a.min(b)),
    ("OpExtInst {T} %std fdim %a %b", Any, |[a, b, _]| if a > b { a - b } else { 0.0 }),
    ("OpExtInst {T} %std fmod %a %b", Small, |[a, b, _]| a % b),
    ("OpExtInst {T} %std copysign %a %b", Any, |[a, b, _]| a.copysign(b)),
    ("OpExtInst {T} %std sign %a", Any, |[a, ..]| if a == 0.0 { a } else { a.signum() }),
    ("OpExtInst {T} %std step %a %b", Any, |[a, b, _]| if b < a { 0.0 } else { 1.0 }),
    ("OpExtInst {T} %std maxmag %a %b", Any, |[a, b, _]| match a.abs().total_cmp(&b.abs()) {
        Ordering::Less => b,
        Ordering::Equal => a.max(b),
        Ordering::Greater => a,
    }),
    ("OpExtInst {T} %std minmag %a %b", Any, |[a, b, _]| match a.abs().total_cmp(&b.abs()) {
        Ordering::Less => a,
        Ordering::Equal => a.min(b),
        Ordering::Greater => b,
    }),
];

/// Float functions: assembly, value range of the operands, tolerance, and reference implementation. The tolerance is
/// OpenCL's error bound for single precision, in units in the last place.
const FUNCTIONS: &[(&str, Values, u64, FloatModel)] = &[
    ("OpFDiv %f32 %a %b", Small, 3, |[a, b, _]| a / b),
    ("OpExtInst %f32 %std sqrt %b", Small, 3, |[_, b, _]| b.sqrt()),
    ("OpExtInst %f32 %std rsqrt %b", Small, 2, |[_, b, _]| 1.0 / b.sqrt()),
    ("OpExtInst %f32 %std cbrt %a", Small, 2, |[a, ..]| a.cbrt()),
    ("OpExtInst %f32 %std exp %b", Unit, 3, |[_, b, _]| b.exp()),
    ("OpExtInst %f32 %std exp2 %b", Unit, 3, |[_, b, _]| b.exp2()),
    ("OpExtInst %f32 %std exp10 %b", Unit, 3, |[_, b, _]| 10f64.powf(b)),
    ("OpExtInst %f32 %std expm1 %b", Unit, 3, |[_, b, _]| b.exp_m1()),
    ("OpExtInst %f32 %std log %b", Small, 3, |[_, b, _]| b.ln()),
    ("OpExtInst %f32 %std log2 %b", Small, 3, |[_, b, _]| b.log2()),
    ("OpExtInst %f32 %std log10 %b", Small, 3, |[_, b, _]| b.log10()),
    ("OpExtInst %f32 %std log1p %b", Small, 2, |[_, b, _]| b.ln_1p()),
    ("OpExtInst %f32 %std sin %a", Any, 4, |[a, ..]| a.sin()),
    ("OpExtInst %f32 %std cos %a", Any, 4, |[a, ..]| a.cos()),
    ("OpExtInst %f32 %std tan %a", Any, 5, |[a, ..]| a.tan()),
    ("OpExtInst %f32 %std asin %b", Unit, 4, |[_, b, _]| b.asin()),
    ("OpExtInst %f32 %std acos %b", Unit, 4, |[_, b, _]| b.acos()),
    ("OpExtInst %f32 %std atan %a", Any, 5, |[a, ..]| a.atan()),
    ("OpExtInst %f32 %std atan2 %a %b", Small, 6, |[a, b, _]| a.atan2(b)),
    ("OpExtInst %f32 %std sinh %b", Unit, 4, |[_, b, _]| b.sinh()),
    ("OpExtInst %f32 %std cosh %b", Unit, 4, |[_, b, _]| b.cosh()),
    ("OpExtInst %f32 %std tanh %b", Unit, 5, |[_, b, _]| b.tanh()),
    ("OpExtInst %f32 %std asinh %a", Any, 4, |[a, ..]| a.asinh()),
    ("OpExtInst %f32 %std atanh %b", Unit, 5, |[_, b, _]| b.atanh()),
    ("OpExtInst %f32 %std pow %b %c", Small, 16, |[_, b, c]| b.powf(c)),
    ("OpExtInst %f32 %std powr %b %c", Small, 16, |[_, b, c]| b.powf(c)),
    ("OpExtInst %f32 %std hypot %a %b", Small, 4, |[a, b, _]| a.hypot(b)),
    ("OpExtInst %f32 %std degrees %a", Any, 2, |[a, ..]| a.to_degrees()),
    ("OpExtInst %f32 %std radians %a", Any, 2, |[a, ..]| a.to_radians()),
    ("OpExtInst %f32 %std native_recip %b", Small, 8192, |[_, b, _]| 1.0 / b),
    ("OpExtInst %f32 %std half_sqrt %b", Small, 8192, |[_, b, _]| b.sqrt()),
];

/// An op with fixed types: name, value range of the operands, operand types, result type, assembly and reference
/// implementation.
type MixedRow = (&'static str, Values, [Ty; 3], Ty, &'static str, fn([u64; 3]) -> u64);

/// Conversion ops, and ops on vectors and Booleans.
const MIXED: &[MixedRow] = &[
    ("SConvert i8 i32", Any, [Ty::Int(8); 3], I32, "%r = OpSConvert %i32 %a", |[a, ..]| {
        low(signed(a, 8) as u64, 32)
    }),
    ("SConvert i16 i64", Any, [Ty::Int(16); 3], Ty::Int(64), "%r = OpSConvert %i64 %a", |[a, ..]| {
        signed(a, 16) as u64
    }),
    ("SConvert i64 i8", Any, [Ty::Int(64); 3], Ty::Int(8), "%r = OpSConvert %i8 %a", |[a, ..]| low(a, 8)),
    ("UConvert i8 i32", Any, [Ty::Int(8); 3], I32, "%r = OpUConvert %i32 %a", |[a, ..]| a),
    ("UConvert i16 i64", Any, [Ty::Int(16); 3], Ty::Int(64), "%r = OpUConvert %i64 %a", |[a, ..]| a),
    ("UConvert i64 i32", Any, [Ty::Int(64); 3], I32, "%r = OpUConvert %i32 %a", |[a, ..]| low(a, 32)),
    ("FConvert f32 f64", Any, [F32; 3], F64, "%r = OpFConvert %f64 %a", |[a, ..]| float(F64, value(F32, a))),
    ("FConvert f64 f32", Unit, [F64; 3], F32, "%r = OpFConvert %f32 %a", |[a, ..]| float(F32, value(F64, a))),
    ("ConvertSToF i32 f32", Any, [I32; 3], F32, "%r = OpConvertSToF %f32 %a", |[a, ..]| {
        u64::from((a as i32 as f32).to_bits())
    }),
    ("ConvertSToF i64 f64", Any, [Ty::Int(64); 3], F64, "%r = OpConvertSToF %f64 %a", |[a, ..]| {
        (a as i64 as f64).to_bits()
    }),
    ("ConvertUToF i32 f32", Any, [I32; 3], F32, "%r = OpConvertUToF %f32 %a", |[a, ..]| {
        u64::from((a as f32).to_bits())
    }),
    ("ConvertUToF i8 f64", Any, [Ty::Int(8); 3], F64, "%r = OpConvertUToF %f64 %a", |[a, ..]| {
        (a as f64).to_bits()
    }),
    ("ConvertFToS f32 i32", Any, [F32; 3], I32, "%r = OpConvertFToS %i32 %a", |[a, ..]| {
        value(F32, a) as i32 as u32 as u64
    }),
    ("ConvertFToS f64 i64", Any, [F64; 3], Ty::Int(64), "%r = OpConvertFToS %i64 %a", |[a, ..]| {
        value(F64, a) as i64 as u64
    }),
    ("ConvertFToU f32 i32", Small, [F32; 3], I32, "%r = OpConvertFToU %i32 %b", |[_, b, _]| {
        value(F32, b) as u32 as u64
    }),
    ("SatConvertSToU i32 i8", Any, [I32; 3], Ty::Int(8), "%r = OpSatConvertSToU %i8 %a", |[a, ..]| {
        (a as i32).clamp(0, 255) as u64
    }),
    ("SatConvertUToS i32 i8", Any, [I32; 3], Ty::Int(8), "%r = OpSatConvertUToS %i8 %a", |[a, ..]| {
        a.min(127)
    }),
    ("Bitcast i32 f32", Small, [I32; 3], F32, "%r = OpBitcast %f32 %b", |[_, b, _]| b),
    ("Bitcast f64 i64", Any, [F64; 3], Ty::Int(64), "%r = OpBitcast %i64 %a", |[a, ..]| a),
    (
        "PtrConvert",
        Any,
        [I32; 3],
        I32,
        "%n = OpConvertPtrToU %i64 %at_b\n%q = OpConvertUToPtr %i32_ptr %n\n\
      %r = OpLoad %i32 %q Aligned 4",
        |[_, b, _]| b,
    ),
    (
        "Select",
        Any,
        [I32; 3],
        I32,
        "%q = OpSLessThan %bool %a %c\n%r = OpSelect %i32 %q %a %b",
        |[a, b, c]| {
            if (a as i32) < c as i32 { a } else { b }
        },
    ),
    (
        "VectorShuffle",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %b %c %a\n\
      %w = OpVectorShuffle %v4i32 %v %v 2 5 0 1\n%r = OpCompositeExtract %i32 %w 0",
        |[_, _, c]| c,
    ),
    (
        "CompositeInsert",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %b %c %a\n\
      %w = OpCompositeInsert %v4i32 %b %v 3\n%r = OpCompositeExtract %i32 %w 3",
        |[_, b, _]| b,
    ),
    (
        "VectorExtractDynamic",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %b %c %a\n\
      %n = OpBitwiseAnd %i32 %a %i32_3\n%r = OpVectorExtractDynamic %i32 %v %n",
        |[a, b, c]| [a, b, c, a][a as usize & 3],
    ),
    (
        "VectorInsertDynamic",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %a %a %a\n\
      %n = OpBitwiseAnd %i32 %a %i32_3\n%w = OpVectorInsertDynamic %v4i32 %v %b %n\n\
      %r = OpCompositeExtract %i32 %w 1",
        |[a, b, _]| if a & 3 == 1 { b } else { a },
    ),
    (
        "Dot",
        Any,
        [F32; 3],
        F32,
        "%v = OpCompositeConstruct %v4f32 %a %b %c %a\n\
      %w = OpCompositeConstruct %v4f32 %b %c %a %b\n%r = OpDot %f32 %v %w",
        |bits| {
            let [a, b, c] = bits.map(|bits| value(F32, bits));
            float(F32, a * b + b * c + c * a + a * b)
        },
    ),
    (
        "VectorTimesScalar",
        Any,
        [F32; 3],
        F32,
        "%v = OpCompositeConstruct %v4f32 %a %b %c %a\n\
      %w = OpVectorTimesScalar %v4f32 %v %b\n%r = OpCompositeExtract %f32 %w 2",
        |[_, b, c]| float(F32, value(F32, b) * value(F32, c)),
    ),
    (
        "IAdd v4i32",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %b %c %a\n\
      %w = OpIAdd %v4i32 %v %v\n%r = OpCompositeExtract %i32 %w 1",
        |[_, b, _]| low(b + b, 32),
    ),
    (
        "Any",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %b %c %a\n\
      %w = OpCompositeConstruct %v4i32 %b %b %b %b\n%q = OpSLessThan %v4bool %v %w\n%any = OpAny %bool %q\n\
      %r = OpSelect %i32 %any %i32_1 %i32_0",
        |[a, b, c]| ((a as i32) < b as i32 || (c as i32) < b as i32).into(),
    ),
    (
        "All",
        Any,
        [I32; 3],
        I32,
        "%v = OpCompositeConstruct %v4i32 %a %a %c %a\n\
      %w = OpCompositeConstruct %v4i32 %b %b %b %b\n%q = OpSLessThan %v4bool %v %w\n%all = OpAll %bool %q\n\
      %r = OpSelect %i32 %all %i32_1 %i32_0",
        |[a, b, c]| ((a as i32) < b as i32 && (c as i32) < b as i32).into(),
    ),
    (
        "LogicalAnd",
        Any,
        [I32; 3],
        I32,
        "%s = OpSLessThan %bool %a %b\n%t = OpSLessThan %bool %b %c\n\
      %q = OpLogicalAnd %bool %s %t\n%r = OpSelect %i32 %q %i32_1 %i32_0",
        |[a, b, c]| ((a as i32) < b as i32 && (b as i32) < c as i32).into(),
    ),
    (
        "LogicalOr",
        Any,
        [I32; 3],
        I32,
        "%s = OpSLessThan %bool %a %b\n%t = OpSLessThan %bool %b %c\n\
      %q = OpLogicalOr %bool %s %t\n%r = OpSelect %i32 %q %i32_1 %i32_0",
        |[a, b, c]| ((a as i32) < b as i32 || (b as i32) < c as i32).into(),
    ),
    (
        "LogicalNotEqual",
        Any,
        [I32; 3],
        I32,
        "%s = OpSLessThan %bool %a %b\n%t = OpSLessThan %bool %b %c\n\
      %q = OpLogicalNotEqual %bool %s %t\n%r = OpSelect %i32 %q %i32_1 %i32_0",
        |[a, b, c]| (((a as i32) < b as i32) != ((b as i32) < c as i32)).into(),
    ),
    (
        "LogicalNot",
        Any,
        [I32; 3],
        I32,
        "%s = OpSLessThan %bool %a %b\n%q = OpLogicalNot %bool %s\n\
      %r = OpSelect %i32 %q %i32_1 %i32_0",
        |[a, b, _]| (a as i32 >= b as i32).into(),
    ),
    (
        "SignBitSet",
        Special,
        [F32; 3],
        I32,
        "%q = OpSignBitSet %bool %b\n%r = OpSelect %i32 %q %i32_1 %i32_0",
        |[_, b, _]| b >> 31,
    ),
    (
        "ldexp",
        Any,
        [F32, I32, I32],
        F32,
        "%n = OpBitwiseAnd %i32 %b %i32_3\n\
      %r = OpExtInst %f32 %std ldexp %a %n",
        |[a, b, _]| float(F32, value(F32, a) * f64::from(1 << (b & 3))),
    ),
    ("pown", Any, [F32, I32, I32], F32, "%r = OpExtInst %f32 %std pown %a %i32_3", |[a, ..]| {
        float(F32, value(F32, a).powi(3))
    }),
    (
        "s_upsample i32",
        Any,
        [I32; 3],
        Ty::Int(64),
        "%r = OpExtInst %i64 %std s_upsample %a %b",
        |[a, b, _]| a << 32 | b,
    ),
    ("BitReverse", Any, [I32; 3], I32, "%r = OpBitReverse %i32 %a", |[a, ..]| {
        (a as u32).reverse_bits().into()
    }),
    ("BitFieldUExtract", Any, [I32; 3], I32, "%r = OpBitFieldUExtract %i32 %a %i32_3 %i32_3", |[a, ..]| {
        a >> 3 & 7
    }),
    ("BitFieldSExtract", Any, [I32; 3], I32, "%r = OpBitFieldSExtract %i32 %a %i32_3 %i32_3", |[a, ..]| {
        low(signed(a >> 3 & 7, 3) as u64, 32)
    }),
    ("BitFieldInsert", Any, [I32; 3], I32, "%r = OpBitFieldInsert %i32 %a %b %i32_3 %i32_3", |[a, b, _]| {
        a & !0x38 | (b & 7) << 3
    }),
];

/// Atomic ops and their reference implementations. The accessed element is initialized with the first operand.
const ATOMICS: &[(&str, AtomicModel)] = &[
    ("OpAtomicIAdd {T} %p %device %relaxed %b", |a, b, _| a.wrapping_add(b)),
    ("OpAtomicISub {T} %p %device %relaxed %b", |a, b, _| a.wrapping_sub(b)),
    ("OpAtomicAnd {T} %p %device %relaxed %b", |a, b, _| a & b),
    ("OpAtomicOr {T} %p %device %relaxed %b", |a, b, _| a | b),
    ("OpAtomicXor {T} %p %device %relaxed %b", |a, b, _| a ^ b),
    ("OpAtomicSMax {T} %p %device %relaxed %b", |a, b, w| signed(a, w).max(signed(b, w)) as u64),
    ("OpAtomicSMin {T} %p %device %relaxed %b", |a, b, w| signed(a, w).min(signed(b, w)) as u64),
    ("OpAtomicUMax {T} %p %device %relaxed %b", |a, b, _| a.max(b)),
    ("OpAtomicUMin {T} %p %device %relaxed %b", |a, b, _| a.min(b)),
    ("OpAtomicExchange {T} %p %device %relaxed %b", |_, b, _| b),
    ("OpAtomicCompareExchange {T} %p %device %relaxed %relaxed %b %a", |_, b, _| b),
    ("OpAtomicIIncrement {T} %p %device %relaxed", |a, _, _| a.wrapping_add(1)),
    ("OpAtomicIDecrement {T} %p %device %relaxed", |a, _, _| a.wrapping_sub(1)),
];

/// Group ops: op name without its prefix, identity element, and binary operation.
const GROUPS: &[(&str, u64, Combine)] = &[
    ("IAdd", 0, |a, b| low(a + b, 32)),
    ("SMax", 0x8000_0000, |a, b| (a as i32).max(b as i32) as u32 as u64),
    ("SMin", 0x7FFF_FFFF, |a, b| (a as i32).min(b as i32) as u32 as u64),
    ("UMax", 0, |a, b| a.max(b)),
    ("UMin", 0xFFFF_FFFF, |a, b| a.min(b)),
];

/// Returns the reference implementation of a reduction or scan. `included` maps a local index to the number of operands
/// combined there.
fn fold(identity: u64, combine: Combine, included: Included) -> Model {
    Box::new(move |item| {
        let (group, index) = item.group();
        group[..included(index)].iter().fold(identity, |all, operand| combine(all, *operand))
    })
}

/// Returns the op name in a line of assembly. For OpExtInst, includes the name of the extended instruction.
fn op_name(code: &str) -> &str {
    let words: Vec<&str> = code.split_whitespace().collect();
    if words[0] == "OpExtInst" { words[3] } else { &words[0][2..] }
}

/// Returns the kernels for all ops.
pub fn all() -> Vec<Row> {
    let mut list = Vec::new();
    let mut add = |name: String, inputs, result, code: String, ulps, model: Model| {
        list.push(Row { name, inputs, result, code, needs: &[], ulps, model });
    };
    let narrow = INTEGERS.iter().flat_map(|row| [8, 16, 32, 64].map(|width| (row, width)));
    for (&(code, second, model), width) in narrow.chain(WORDS.iter().map(|row| (row, 32))) {
        let ty = Ty::Int(width);
        add(
            format!("{} {}", op_name(code), ty.name()),
            [(ty, Any), (ty, second), (ty, Any)],
            ty,
            format!("%r = {}", code.replace("{T}", &format!("%{}", ty.name()))),
            0,
            Box::new(move |item| low(model(item.operands(), width), width)),
        );
    }
    const TRUTH: &str = "%r = OpSelect %i32 %q %i32_1 %i32_0";
    for &(op, model) in INTEGER_COMPARISONS {
        for width in [16, 32, 64] {
            let ty = Ty::Int(width);
            add(
                format!("{} {}", &op[2..], ty.name()),
                [(ty, Any); 3],
                I32,
                format!("%q = {op} %bool %a %b\n{TRUTH}"),
                0,
                Box::new(move |item| {
                    let [a, b, _] = item.operands();
                    model(a, b, width).into()
                }),
            );
        }
    }
    for &(code, model) in FLOAT_COMPARISONS {
        add(
            format!("{} f32", op_name(code)),
            [(F32, Special); 3],
            I32,
            format!("%q = {code}\n{TRUTH}"),
            0,
            Box::new(move |item| {
                let [a, b, _] = item.operands().map(|bits| value(F32, bits));
                model(a, b).into()
            }),
        );
    }
    let exact = EXACT_FLOATS.iter().flat_map(|row| [F32, F64].map(|ty| (row, ty)));
    for (&(code, others, model), ty) in exact {
        add(
            format!("{} {}", op_name(code), ty.name()),
            [(ty, Any), (ty, others), (ty, others)],
            ty,
            format!("%r = {}", code.replace("{T}", &format!("%{}", ty.name()))),
            0,
            Box::new(move |item| float(ty, model(item.operands().map(|bits| value(ty, bits))))),
        );
    }
    for &(code, others, ulps, model) in FUNCTIONS {
        add(
            format!("{} f32", op_name(code)),
            [(F32, Any), (F32, others), (F32, others)],
            F32,
            format!("%r = {code}"),
            ulps,
            Box::new(move |item| float(F32, model(item.operands().map(|bits| value(F32, bits))))),
        );
    }
    for &(name, values, inputs, result, code, model) in MIXED {
        let ulps = if name == "pown" { 16 } else { 0 };
        let inputs = inputs.map(|ty| (ty, values));
        add(
            name.to_owned(),
            inputs,
            result,
            code.to_owned(),
            ulps,
            Box::new(move |item| model(item.operands())),
        );
    }
    for &(code, model) in ATOMICS {
        add(
            op_name(code).to_owned(),
            [(I32, Any); 3],
            I32,
            format!("%old = {}", code.replace("{T}", "%i32")),
            0,
            Box::new(move |item| {
                let [a, b, _] = item.operands();
                low(model(a, b, 32), 32)
            }),
        );
    }
    let scans: [(&str, Included); 3] =
        [("Reduce", |_| GROUP), ("InclusiveScan", |index| index + 1), ("ExclusiveScan", |index| index)];
    for (op, identity, combine) in GROUPS {
        for (scan, included) in scans {
            for (family, scope) in [("Group", "workgroup"), ("GroupNonUniform", "subgroup")] {
                add(
                    format!("{family}{op} {scan}"),
                    [(I32, Any); 3],
                    I32,
                    format!("%r = Op{family}{op} %i32 %{scope} {scan} %a"),
                    0,
                    fold(*identity, *combine, included),
                );
            }
        }
    }
    add(
        "GroupBroadcast".to_owned(),
        [(I32, Any); 3],
        I32,
        "%r = OpGroupBroadcast %i32 %workgroup %a %i64_3".to_owned(),
        0,
        Box::new(|item: &Item<'_>| item.group().0[3]),
    );
    for row in &mut list {
        row.needs = if row.name.starts_with("GroupNonUniform") {
            &["GroupNonUniform", "GroupNonUniformArithmetic", "SubgroupDispatch"]
        } else if row.name.starts_with("Group") {
            &["Groups"]
        } else if row.name.starts_with("BitReverse") || row.name.starts_with("BitField") {
            &["BitInstructions"]
        } else {
            &[]
        };
    }
    list
}
