//! Conversions between 32-bit floats and floats of at most 8 bits
//!
//! Integers represent the small floats. SPIR-V has these conversions only with a capability, so the patterns compute
//! the bits. [`FloatFormat`] describes each format.

use crate::emit::{Done, Emit, Rw, SourceOps, source_op, truncation};
use crate::narrow_floats::{to_f32, words_like};
use spv_dialect::spv;
use spv_dialects::enums::RoundingMode;
use spv_dialects::types::element;
use spv_dialects::{View, arith};
use spv_ir::conversion::{Mismatch, Operands};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{Context, FloatFormat, FloatKind, Op, Specials, Type, TypeData, Value};

/// Number of fraction bits of a 32-bit float.
const FRACTION: u32 = 23;
const BIAS: i32 = 127;
const INFINITY: u64 = 0x7F80_0000;
const NAN: u64 = 0x7FC0_0000;

/// Returns the format of a float of at most 8 bits, or of a vector of them. Returns `None` for other types.
pub(crate) fn small_kind(ctx: &Context, ty: Type) -> Option<FloatKind> {
    match *ctx.type_data(element(ctx, ty)) {
        TypeData::Float(kind) if kind.width() <= 8 => Some(kind),
        _ => None,
    }
}

/// Returns the number of bits of an encoding without the sign.
fn magnitude_bits(format: &FloatFormat) -> u32 {
    format.exponent_bits + format.fraction_bits
}

/// Returns the bits of the largest finite value.
fn greatest(format: &FloatFormat) -> u64 {
    let all = (1 << magnitude_bits(format)) - 1;
    match format.specials {
        Specials::Ieee => (all & !((1 << format.fraction_bits) - 1)) - 1,
        Specials::AllOnes | Specials::Unsigned => all - 1,
        Specials::NegativeZero | Specials::None => all,
    }
}

/// Emits a binary op on 32-bit integers, or vectors of them. The second operand is the constant `b`.
fn word_op(rw: &mut Rw<'_>, def: OpDefId, a: Value, b: u64) -> Value {
    let ty = rw.type_of(a);
    let b = rw.int(ty, b);
    rw.op(def, &[a, b], ty)
}

/// Emits a comparison of 32-bit integers with the constant `b`.
fn compare(rw: &mut Rw<'_>, def: OpDefId, a: Value, b: u64) -> Value {
    let ty = rw.type_of(a);
    let (b, truth) = (rw.int(ty, b), rw.bool_like(ty));
    rw.op(def, &[a, b], truth)
}

/// Emits a select between a constant and the value `otherwise`.
fn constant_if(rw: &mut Rw<'_>, condition: Value, constant: u64, otherwise: Value) -> Value {
    let ty = rw.type_of(otherwise);
    let constant = rw.int(ty, constant);
    rw.select(condition, constant, otherwise)
}

/// Converts the bits of a small float to a 32-bit float.
pub(crate) fn decode(rw: &mut Rw<'_>, bits: Value, kind: FloatKind) -> Value {
    let format = kind.format();
    let ty = rw.type_of(bits);
    let words = words_like(rw, ty);
    let f32 = crate::emit::like(rw.ctx, ty, rw.ctx.common().f32);
    let bits = if ty == words { bits } else { rw.op(spv::UConvert::ID, &[bits], words) };
    let bits = word_op(rw, spv::BitwiseAnd::ID, bits, (1 << format.encoding_bits()) - 1);
    if format.specials == Specials::Unsigned {
        let powers = word_op(rw, spv::ShiftLeftLogical::ID, bits, FRACTION.into());
        let is_least = compare(rw, spv::IEqual::ID, bits, 0);
        let powers = constant_if(rw, is_least, 1 << (FRACTION - 1), powers);
        let is_nan = compare(rw, spv::IEqual::ID, bits, greatest(format) + 1);
        let powers = constant_if(rw, is_nan, NAN, powers);
        return rw.op(spv::Bitcast::ID, &[powers], f32);
    }
    let shift = FRACTION - format.fraction_bits;
    let magnitude = word_op(rw, spv::BitwiseAnd::ID, bits, (1 << magnitude_bits(format)) - 1);
    let moved = word_op(rw, spv::ShiftLeftLogical::ID, magnitude, shift.into());
    let normal = word_op(rw, spv::IAdd::ID, moved, ((BIAS - format.bias) as u64) << FRACTION);
    // A subnormal value is an integer multiple of the smallest positive value. The product is exact.
    let (integer, least) =
        (rw.op(spv::ConvertUToF::ID, &[magnitude], f32), rw.float(f32, least_number(format)));
    let subnormal = rw.op(spv::FMul::ID, &[integer, least], f32);
    let subnormal = rw.op(spv::Bitcast::ID, &[subnormal], words);
    let is_subnormal = compare(rw, spv::ULessThan::ID, magnitude, 1 << format.fraction_bits);
    let mut finite = rw.select(is_subnormal, subnormal, normal);
    match format.specials {
        Specials::Ieee => {
            let special = word_op(rw, spv::BitwiseOr::ID, moved, INFINITY);
            let is_special = compare(rw, spv::UGreaterThan::ID, magnitude, greatest(format));
            finite = rw.select(is_special, special, finite);
        }
        Specials::AllOnes => {
            let is_nan = compare(rw, spv::UGreaterThan::ID, magnitude, greatest(format));
            finite = constant_if(rw, is_nan, NAN, finite);
        }
        Specials::NegativeZero => {
            let is_nan = compare(rw, spv::IEqual::ID, bits, 1 << format.sign_bit());
            finite = constant_if(rw, is_nan, NAN, finite);
        }
        Specials::None | Specials::Unsigned => {}
    }
    let sign = word_op(rw, spv::ShiftRightLogical::ID, bits, format.sign_bit().into());
    let sign = word_op(rw, spv::ShiftLeftLogical::ID, sign, 31);
    let all = rw.op(spv::BitwiseOr::ID, &[finite, sign], words);
    rw.op(spv::Bitcast::ID, &[all], f32)
}

/// Returns the smallest positive value of a signed format.
fn least_number(format: &FloatFormat) -> f64 {
    2f64.powi(1 - format.bias - format.fraction_bits as i32)
}

/// Rounds a 32-bit float to the nearest small float, ties to even. Returns its bits in a 32-bit word.
pub(crate) fn encode(rw: &mut Rw<'_>, value: Value, kind: FloatKind) -> Value {
    let format = kind.format();
    let f32 = rw.type_of(value);
    let words = words_like(rw, f32);
    let bits = rw.op(spv::Bitcast::ID, &[value], words);
    let magnitude = word_op(rw, spv::BitwiseAnd::ID, bits, 0x7FFF_FFFF);
    if format.specials == Specials::Unsigned {
        // The format has only powers of two; ties round up. A subnormal input has no implicit leading 1, so the tie is
        // one bit lower.
        let (half, lower) = (rw.int(words, 1 << (FRACTION - 1)), rw.int(words, 1 << (FRACTION - 2)));
        let is_subnormal = compare(rw, spv::ULessThan::ID, magnitude, 1 << FRACTION);
        let half = rw.select(is_subnormal, lower, half);
        let sum = rw.op(spv::IAdd::ID, &[magnitude, half], words);
        let exponent = word_op(rw, spv::ShiftRightLogical::ID, sum, FRACTION.into());
        let is_over = compare(rw, spv::UGreaterThan::ID, exponent, greatest(format));
        return constant_if(rw, is_over, greatest(format) + 1, exponent);
    }
    let shift = FRACTION - format.fraction_bits;
    let last = word_op(rw, spv::ShiftRightLogical::ID, magnitude, shift.into());
    let last = word_op(rw, spv::BitwiseAnd::ID, last, 1);
    let sum = word_op(rw, spv::IAdd::ID, magnitude, (1 << (shift - 1)) - 1);
    let sum = rw.op(spv::IAdd::ID, &[sum, last], words);
    let rounded = word_op(rw, spv::ShiftRightLogical::ID, sum, shift.into());
    let bias = ((BIAS - format.bias) as u64) << format.fraction_bits;
    let normal = word_op(rw, spv::ISub::ID, rounded, bias);
    let (absolute, scale) =
        (rw.op(spv::Bitcast::ID, &[magnitude], f32), rw.float(f32, 1.0 / least_number(format)));
    let scaled = rw.op(spv::FMul::ID, &[absolute, scale], f32);
    let round = if rw.env.target.is_kernel() { spv::ocl::Rint::ID } else { spv::glsl::RoundEven::ID };
    let integer = rw.op(round, &[scaled], f32);
    // For larger values, the conversion to integer is undefined, but the select below ignores the result.
    let subnormal = rw.op(spv::ConvertFToU::ID, &[integer], words);
    let normals = ((BIAS + 1 - format.bias) as u64) << FRACTION;
    let is_subnormal = compare(rw, spv::ULessThan::ID, magnitude, normals);
    let finite = rw.select(is_subnormal, subnormal, normal);
    let is_over = compare(rw, spv::UGreaterThan::ID, finite, greatest(format));
    let mut found = constant_if(rw, is_over, overflow(kind) & !(1 << format.sign_bit()), finite);
    if format.specials == Specials::Ieee {
        let is_nan = compare(rw, spv::UGreaterThan::ID, magnitude, INFINITY);
        found = constant_if(rw, is_nan, kind.of_f64(f64::NAN).0 as u64, found);
    }
    let sign = word_op(rw, spv::ShiftRightLogical::ID, bits, 31);
    let sign = word_op(rw, spv::ShiftLeftLogical::ID, sign, format.sign_bit().into());
    let signed = rw.op(spv::BitwiseOr::ID, &[found, sign], words);
    if format.specials != Specials::NegativeZero {
        return signed;
    }
    // If the format has no negative zero, the encoding of negative zero is NaN.
    let is_zero = compare(rw, spv::IEqual::ID, finite, 0);
    let signed = constant_if(rw, is_zero, 0, signed);
    constant_if(rw, is_over, overflow(kind), signed)
}

/// Returns the bits for a value that is too large for the format.
fn overflow(kind: FloatKind) -> u64 {
    kind.of_f64(f64::INFINITY).0 as u64
}

/// Emits a conversion from or to a float of at most 8 bits. `original` and `result` are the types before conversion,
/// and `ty` is the converted result type. Returns `None` for other conversions.
pub(crate) fn convert(
    rw: &mut Rw<'_>,
    value: Value,
    (original, result): (Type, Type),
    ty: Type,
) -> Result<Option<Value>, Mismatch> {
    let (from, to) = (small_kind(rw.ctx, original), small_kind(rw.ctx, result));
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    if *rw.ctx.type_data(element(rw.ctx, original)) == TypeData::Float(FloatKind::F64) {
        return Err("a conversion of 64-bit floats to small floats is not supported".into());
    }
    let value = match from {
        Some(kind) => decode(rw, value, kind),
        None => to_f32(rw, value),
    };
    let Some(kind) = to else {
        return Ok(Some(if rw.type_of(value) == ty {
            value
        } else {
            rw.op(spv::FConvert::ID, &[value], ty)
        }));
    };
    let bits = encode(rw, value, kind);
    Ok(Some(if rw.type_of(bits) == ty { bits } else { rw.op(spv::UConvert::ID, &[bits], ty) }))
}

/// Returns the scale operand of a scaling op as a float of type `ty`. Scaling uses only the exponent of the scale.
fn scale(rw: &mut Rw<'_>, scale: Value, ty: Type) -> Result<Value, Mismatch> {
    let given = rw.original_type(scale);
    let powers = crate::emit::like(rw.ctx, given, rw.ctx.float_type(FloatKind::F8E8M0FNU));
    let power = if given == powers { scale } else { truncation(rw, scale, powers)? };
    source_op(rw, arith::ExtF::NAME, &[power], ty)
}

/// Lowers `arith.scaling_extf` to an extension and a multiplication with the scale.
pub(crate) fn scaling_extension(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let [value, by] = rw.first_operands(op);
    let result = rw.value_type(rw.result(op, 0));
    let value = source_op(rw, arith::ExtF::NAME, &[value], result)?;
    let by = scale(rw, by, result)?;
    let product = source_op(rw, arith::MulF::NAME, &[value, by], result)?;
    rw.done(op, &[product])
}

/// Lowers `arith.scaling_truncf` to a division by the scale and a truncation.
pub(crate) fn scaling_truncation(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let [value, by] = rw.first_operands(op);
    let (from, result) = (rw.original_type(value), rw.value_type(rw.result(op, 0)));
    let rounding = View::new(rw.ctx, rw, op).and_then(|view| view.word(arith::ScalingTruncF::roundingmode));
    if rounding.is_some_and(|mode| mode != ABSENT && mode != RoundingMode::TO_NEAREST_EVEN) {
        return Err("only rounding to nearest even is supported".into());
    }
    let by = scale(rw, by, from)?;
    let quotient = source_op(rw, arith::DivF::NAME, &[value, by], from)?;
    let value = truncation(rw, quotient, result)?;
    rw.done(op, &[value])
}
