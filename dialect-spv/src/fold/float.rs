//! Floating-point constant folding, per lane
//!
//! Results follow IEEE 754 with rounding to nearest even. If the module has execution modes for rounding or denormals,
//! only results that the modes cannot change are computed.

use super::constant::Scalar;
use super::lane::Lane;
use spv_ir::{FloatFormat, FloatKind};

/// Returns the layout of a float format, or `None` if folds do not support the format.
fn format(kind: FloatKind) -> Option<&'static FloatFormat> {
    let computes = matches!(kind, FloatKind::BF16 | FloatKind::F16 | FloatKind::F32 | FloatKind::F64);
    computes.then(|| kind.format())
}

/// Returns the precision of a float format in bits, including the implicit leading bit. Returns `None` for unsupported
/// formats.
pub fn digits(kind: FloatKind) -> Option<u32> {
    format(kind).map(|format| format.fraction_bits + 1)
}

fn kind(scalar: Scalar) -> Option<FloatKind> {
    match scalar {
        Scalar::Float(kind) => Some(kind),
        _ => None,
    }
}

/// Converts the bits of a float to a double. The conversion is exact, because doubles represent all numbers of the
/// other supported formats. Returns `None` for unsupported formats.
pub fn decode(kind: FloatKind, bits: u64) -> Option<f64> {
    format(kind)?;
    kind.to_f64(bits.into())
}

/// Returns `2^exponent`, which must be a normal double.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The bits of a rounded number, and whether the rounding was exact.
pub type Rounded = (u64, bool);

/// Rounds `mantissa * 2^exponent` to the nearest number of a float format, ties to even. Returns infinity on overflow,
/// and `None` for unsupported formats.
pub fn round(kind: FloatKind, negative: bool, mantissa: u128, exponent: i32) -> Option<Rounded> {
    format(kind)?;
    let (bits, exact) = kind.round(negative, mantissa, exponent);
    Some((bits as u64, exact))
}

/// Rounds a double to the nearest number of a float format, ties to even. Returns `None` for unsupported formats.
pub fn encode(kind: FloatKind, value: f64) -> Option<Rounded> {
    format(kind)?;
    let (bits, exact) = kind.of_f64(value);
    Some((bits as u64, exact))
}

/// Returns the value of the operand at `index`. Returns `None` if the module might flush the operand to zero.
pub fn value(l: &Lane, index: usize) -> Option<f64> {
    let kind = kind(l.from[index])?;
    if l.facts.flushes(kind) && is_denormal(kind, l.bits[index])? {
        return None;
    }
    decode(kind, l.bits[index])
}

fn is_denormal(kind: FloatKind, bits: u64) -> Option<bool> {
    let FloatFormat { exponent_bits, fraction_bits, .. } = format(kind)?;
    Some((bits >> fraction_bits) & ((1 << exponent_bits) - 1) == 0 && bits & ((1 << fraction_bits) - 1) != 0)
}

/// Returns whether a number is normal, that is, not zero, denormal, infinite or NaN. Returns `None` for unsupported
/// formats.
pub fn is_normal(scalar: Scalar, bits: u64) -> Option<bool> {
    let FloatFormat { exponent_bits, fraction_bits, .. } = format(kind(scalar)?)?;
    let exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    Some(exponent != 0 && exponent != (1 << exponent_bits) - 1)
}

/// Returns the rounded bits, or `None` if an execution mode for rounding or denormals could change them.
pub fn if_mode_independent(l: &Lane, (bits, exact): Rounded) -> Option<u64> {
    let kind = kind(l.to)?;
    let open = (!exact && l.facts.rounds(kind)) || (l.facts.flushes(kind) && is_denormal(kind, bits)?);
    (!open).then_some(bits)
}

/// Converts an exact double to the result type. Returns `None` if an execution mode could change the result.
pub fn exact(l: &Lane, value: f64) -> Option<u64> {
    let rounded = encode(kind(l.to)?, value)?;
    if_mode_independent(l, rounded)
}

/// Rounds a double to the result type. `lost` is true if the double is itself a rounded result. Rounding twice is safe
/// for formats with at most half the precision of a double, minus two bits.
fn round_again(l: &Lane, value: f64, lost: bool) -> Option<u64> {
    let (bits, exact) = encode(kind(l.to)?, value)?;
    if_mode_independent(l, (bits, exact && !lost))
}

pub fn flip(scalar: Scalar, bits: u64) -> Option<u64> {
    Some(bits ^ 1 << (kind(scalar)?.width() - 1))
}

/// Computes a result that differs from the operand only in the sign bit, even for a NaN. `change` receives the bits and
/// the mask of the sign bit.
pub fn sign(l: &Lane, change: fn(u64, u64) -> u64) -> Option<u64> {
    let kind = kind(l.from[0])?;
    format(kind)?;
    if_mode_independent(l, (change(l.bits[0], 1 << (kind.width() - 1)), true))
}

/// Computes the sum of two float operands.
pub fn add(l: &Lane) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    let sum = a + b;
    // If two operands cancel exactly, the sign of the zero depends on the rounding mode.
    if sum == 0.0 && a.is_sign_negative() != b.is_sign_negative() && l.facts.rounds(kind(l.to)?) {
        return None;
    }
    // Compute the rounding error with Knuth's TwoSum.
    let part = sum - a;
    let lost = (a - (sum - part)) + (b - part);
    round_again(l, sum, lost != 0.0)
}

/// Computes the product of two float operands.
pub fn mul(l: &Lane) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    let product = a * b;
    let small = product.abs() < power_of_two(-900) && a != 0.0 && b != 0.0;
    let lost = small || a.mul_add(b, -product) != 0.0;
    round_again(l, product, product.is_finite() && lost)
}

pub fn div(l: &Lane) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    // The specification leaves division by zero undefined or infinite.
    if b == 0.0 {
        return None;
    }
    let quotient = a / b;
    let lost = quotient.is_finite() && b.is_finite() && quotient.mul_add(b, -a) != 0.0;
    let small = quotient.abs() < power_of_two(-900) && a != 0.0;
    round_again(l, quotient, lost || small)
}

/// Computes the square root of a nonnegative operand.
pub fn sqrt(l: &Lane) -> Option<u64> {
    let a = value(l, 0).filter(|a| *a >= 0.0)?;
    let root = a.sqrt();
    round_again(l, root, a.is_finite() && root.mul_add(root, -a) != 0.0)
}

/// Computes `a * b + c`. Returns `None` if double arithmetic is not exact, unless the result is a double itself.
pub fn fma(l: &Lane) -> Option<u64> {
    let (a, b, c) = (value(l, 0)?, value(l, 1)?, value(l, 2)?);
    if kind(l.to)? == FloatKind::F64 {
        let bits = a.mul_add(b, c).to_bits();
        return if l.facts.rounds(FloatKind::F64) { None } else { if_mode_independent(l, (bits, false)) };
    }
    // The product of two numbers of a narrower format is an exact double.
    let product = a * b;
    let sum = product + c;
    let part = sum - product;
    let lost = (product - (sum - part)) + (c - part);
    if !sum.is_finite() || lost != 0.0 { None } else { round_again(l, sum, false) }
}

/// Computes the floating-point remainder, which is exact. With `floor`, the result has the sign of the divisor,
/// otherwise the sign of the dividend.
pub fn rem(l: &Lane, floor: bool) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    if b == 0.0 || !a.is_finite() || !b.is_finite() {
        return None;
    }
    let rest = a % b;
    if floor && rest != 0.0 && (rest < 0.0) != (b < 0.0) {
        let sum = rest + b;
        return if sum - b == rest && sum - rest == b { round_again(l, sum, false) } else { None };
    }
    round_again(l, rest, false)
}

#[cfg(test)]
mod tests {
    use super::super::facts::Facts;
    use super::*;

    /// Returns numbers across the range of doubles. Half of them are close to ties in the narrower formats.
    fn samples() -> impl Iterator<Item = f64> {
        let mut state = 7u64;
        (0..200_000).map(move |i| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let exponent = 1023 - 160 + (state >> 40) % 320;
            // The fraction alternates between few significant bits and random bits.
            let fraction =
                if i % 2 == 0 { (state >> 3) & !0 << (52 - 26) } else { state >> 5 } & ((1 << 52) - 1);
            f64::from_bits((state >> 63) << 63 | exponent << 52 | fraction)
        })
    }

    #[test]
    fn single_precision_is_rounded_as_the_processor_does() {
        for value in samples() {
            let (bits, exact) = encode(FloatKind::F32, value).expect("the format is known");
            assert_eq!(bits, u64::from((value as f32).to_bits()), "{value:e}");
            assert_eq!(exact, f64::from(value as f32) == value, "{value:e}");
            assert_eq!(decode(FloatKind::F32, bits), Some(f64::from(value as f32)));
        }
    }

    /// Checks that rounding to bfloat16 is the same as rounding a 32-bit float to its upper 16 bits. The samples are
    /// exact 32-bit floats.
    #[test]
    fn brain_floats_are_halves_of_single_precision() {
        for value in samples().map(|value| value as f32) {
            let bits = value.to_bits();
            let rounded = if value.is_infinite() { bits } else { bits + 0x7FFF + (bits >> 16 & 1) } >> 16;
            let found = encode(FloatKind::BF16, value.into()).map(|(bits, _)| bits);
            assert_eq!(found, Some(rounded.into()), "{value:e}");
        }
    }

    #[test]
    fn numbers_of_16_bits_come_back() {
        for kind in [FloatKind::F16, FloatKind::BF16] {
            for bits in 0..=0xFFFF {
                let value = decode(kind, bits).expect("the format is known");
                if !value.is_nan() {
                    assert_eq!(encode(kind, value), Some((bits, true)), "{kind:?} {bits:#x}");
                }
            }
        }
    }

    fn lane(kind: FloatKind, bits: [u64; 3], facts: Facts) -> Lane {
        let [a, b, c] = bits;
        Lane { bits: [a, b, c, 0], from: [Scalar::Float(kind); 4], to: Scalar::Float(kind), facts }
    }

    #[test]
    fn fused_products_are_rounded_once() {
        let values: Vec<f32> = samples().map(|v| v as f32).filter(|v| v.is_normal()).take(30_000).collect();
        let mut folded = 0;
        for v in values.windows(3) {
            let bits = [v[0], v[1], v[2]].map(|v| v.to_bits().into());
            if let Some(found) = fma(&lane(FloatKind::F32, bits, Facts::default())) {
                folded += 1;
                assert_eq!(found, u64::from(v[0].mul_add(v[1], v[2]).to_bits()), "{v:?}");
            }
        }
        assert!(folded > 0);
    }

    #[test]
    fn modes_of_the_module_are_respected() {
        let bits = |a: f32, b: f32| [a.to_bits().into(), b.to_bits().into(), 0];
        let to_zero = |a, b| add(&lane(FloatKind::F32, bits(a, b), Facts::ROUNDS_32));
        assert_eq!(to_zero(1.0, 0.5), Some(1.5f32.to_bits().into()));
        assert_eq!(to_zero(1.0, 0.1), None);
        assert_eq!(to_zero(1.0, 1e-30), None);
        assert_eq!((to_zero(1.0, -1.0), to_zero(0.0, 0.0)), (None, Some(0)));
        let flushed = |a, b| mul(&lane(FloatKind::F32, bits(a, b), Facts::FLUSHES_32));
        assert_eq!(flushed(3.0, 0.5), Some(1.5f32.to_bits().into()));
        assert_eq!(flushed(1e-30, 1e-10), None, "the result is denormal");
        assert_eq!(flushed(1e-40, 1.0), None, "an operand is denormal");
        let exact = |a, b| div(&lane(FloatKind::F32, bits(a, b), Facts::ROUNDS_32));
        assert_eq!((exact(1.0, 4.0), exact(1.0, 3.0)), (Some(0.25f32.to_bits().into()), None));
    }
}
