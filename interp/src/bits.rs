//! Bit representation of integers and floats of any width

use half::{bf16, f16};
use spv_ir::FloatKind;

/// Returns the low `width` bits of `bits`.
pub fn mask(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// Interprets the low `width` bits as a signed integer.
pub fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (bits << unused) as i64 >> unused
}

/// Decodes a float from its bits. Returns `None` for formats that are not modeled.
pub fn to_f64(kind: FloatKind, bits: u64) -> Option<f64> {
    match kind {
        FloatKind::BF16 => Some(bf16::from_bits(bits as u16).to_f64()),
        FloatKind::F16 => Some(f16::from_bits(bits as u16).to_f64()),
        FloatKind::F32 => Some(f32::from_bits(bits as u32).into()),
        FloatKind::F64 => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// Rounds a value to a float format, to nearest even, and returns the bits. All NaNs map to a single bit pattern.
/// Returns `None` for formats that are not modeled.
pub fn of_f64(kind: FloatKind, value: f64) -> Option<u64> {
    match kind {
        FloatKind::BF16 if value.is_nan() => Some(bf16::NAN.to_bits().into()),
        FloatKind::F16 if value.is_nan() => Some(f16::NAN.to_bits().into()),
        FloatKind::F32 if value.is_nan() => Some(f32::NAN.to_bits().into()),
        FloatKind::F64 if value.is_nan() => Some(f64::NAN.to_bits()),
        FloatKind::BF16 => Some(bf16::from_f64(value).to_bits().into()),
        FloatKind::F16 => Some(f16::from_f64(value).to_bits().into()),
        FloatKind::F32 => Some((value as f32).to_bits().into()),
        FloatKind::F64 => Some(value.to_bits()),
        _ => None,
    }
}

/// Applies a correctly rounded float operation. Computes `f16` and `f32` operations in `f64`, whose significand is more
/// than twice as long. Double rounding then equals single rounding for sums, products, quotients and roots. Returns
/// `None` for formats that are not modeled.
pub fn float(kind: FloatKind, args: &[u64], f: impl Fn(&[f64]) -> f64) -> Option<u64> {
    let values: Vec<f64> = args.iter().map(|&bits| to_f64(kind, bits)).collect::<Option<_>>()?;
    of_f64(kind, f(&values))
}
