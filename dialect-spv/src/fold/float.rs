//! Floating-point numbers, lane by lane: as IEEE 754 has it, rounded to nearest even.
//!
//! Where the module has execution modes for rounding or denormals, only what they can't change is computed.

use super::constant::Scalar;
use super::lane::{Lane, LaneFn};
use crate::generated::opcodes::*;
use spv_ir::FloatKind;

/// By opcode.
pub const LANES: &[(u32, LaneFn)] = &[
    (F_NEGATE, |l| sign(l, |bits, top| bits ^ top)),
    (F_ADD, add),
    (F_SUB, |l| add(&Lane { bits: [l.bits[0], flip(l.to, l.bits[1])?, 0, 0], ..*l })),
    (F_MUL, mul),
    (VECTOR_TIMES_SCALAR, mul),
    (F_DIV, div),
    (F_REM, |l| rem(l, false)),
    (F_MOD, |l| rem(l, true)),
];

/// Bits of exponent and fraction of a format that folds compute with.
fn format(kind: FloatKind) -> Option<(u32, u32)> {
    match kind {
        FloatKind::BF16 => Some((8, 7)),
        FloatKind::F16 => Some((5, 10)),
        FloatKind::F32 => Some((8, 23)),
        FloatKind::F64 => Some((11, 52)),
        FloatKind::F8E4M3FN | FloatKind::F8E5M2 => None,
    }
}

fn kind(scalar: Scalar) -> Option<FloatKind> {
    match scalar {
        Scalar::Float(kind) => Some(kind),
        _ => None,
    }
}

/// The value of some bits: exact, as double precision has all numbers of the other formats.
pub fn decode(kind: FloatKind, bits: u64) -> Option<f64> {
    let (exponents, fractions) = format(kind)?;
    if kind == FloatKind::F64 {
        return Some(f64::from_bits(bits));
    }
    let negative = bits >> (exponents + fractions) & 1 != 0;
    let exponent = (bits >> fractions) & ((1 << exponents) - 1);
    let fraction = bits & ((1 << fractions) - 1);
    let bias = (1i32 << (exponents - 1)) - 1;
    let magnitude = if exponent == (1 << exponents) - 1 {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else if exponent == 0 {
        fraction as f64 * power_of_two(1 - bias - fractions as i32)
    } else {
        (fraction + (1 << fractions)) as f64 * power_of_two(exponent as i32 - bias - fractions as i32)
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// `2^exponent`, a normal number of double precision.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// A number and whether it is exact.
pub type Rounded = (u64, bool);

/// The nearest number of a format to `mantissa * 2^exponent`, ties to even; infinity beyond the greatest.
pub fn round(kind: FloatKind, negative: bool, mantissa: u128, exponent: i32) -> Option<Rounded> {
    let (exponents, fractions) = format(kind)?;
    let sign = u64::from(negative) << (exponents + fractions);
    if mantissa == 0 {
        return Some((sign, true));
    }
    let bias = (1i32 << (exponents - 1)) - 1;
    let least = 1 - bias - fractions as i32;
    // The exponent of the last bit that is kept.
    let top = exponent + 127 - mantissa.leading_zeros() as i32;
    let mut last = (top - fractions as i32).max(least);
    let drop = last - exponent;
    let mut exact = true;
    let mut kept = match drop {
        ..=0 => mantissa << -drop,
        1..=127 => {
            let (kept, rest, half) = (mantissa >> drop, mantissa & ((1 << drop) - 1), 1u128 << (drop - 1));
            exact = rest == 0;
            kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
        }
        // Less than half of the least number.
        _ => {
            exact = false;
            u128::from(drop == 128 && mantissa > 1 << 127)
        }
    };
    if kept >> (fractions + 1) != 0 {
        kept >>= 1;
        last += 1;
    }
    let infinity = ((1u64 << exponents) - 1) << fractions;
    if kept >> fractions == 0 {
        return Some((sign | kept as u64, exact));
    }
    let field = (last - least + 1) as u64;
    if field >= (1 << exponents) - 1 {
        return Some((sign | infinity, false));
    }
    Some((sign | field << fractions | (kept as u64 & ((1 << fractions) - 1)), exact))
}

/// The quiet NaN of a format.
fn nan(kind: FloatKind) -> Option<u64> {
    let (exponents, fractions) = format(kind)?;
    Some(((1 << (exponents + 1)) - 1) << (fractions - 1))
}

/// The nearest number of a format.
pub fn encode(kind: FloatKind, value: f64) -> Option<Rounded> {
    if value.is_nan() {
        return Some((nan(kind)?, true));
    }
    if value.is_infinite() {
        let (exponents, fractions) = format(kind)?;
        let sign = u64::from(value < 0.0) << (exponents + fractions);
        return Some((sign | ((1 << exponents) - 1) << fractions, true));
    }
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32 & 0x7FF, bits & ((1 << 52) - 1));
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    round(kind, value.is_sign_negative(), mantissa.into(), exponent)
}

/// The value of operand `index`. `None` for what is flushed to zero, perhaps.
pub fn value(l: &Lane, index: usize) -> Option<f64> {
    let kind = kind(l.from[index])?;
    if l.facts.flushes(kind) && is_denormal(kind, l.bits[index])? {
        return None;
    }
    decode(kind, l.bits[index])
}

fn is_denormal(kind: FloatKind, bits: u64) -> Option<bool> {
    let (exponents, fractions) = format(kind)?;
    Some((bits >> fractions) & ((1 << exponents) - 1) == 0 && bits & ((1 << fractions) - 1) != 0)
}

/// Whether a number is neither zero nor denormal, infinite or NaN.
pub fn is_normal(scalar: Scalar, bits: u64) -> Option<bool> {
    let (exponents, fractions) = format(kind(scalar)?)?;
    let exponent = (bits >> fractions) & ((1 << exponents) - 1);
    Some(exponent != 0 && exponent != (1 << exponents) - 1)
}

/// A result, where no mode of the module could make it another one.
pub fn settle(l: &Lane, (bits, exact): Rounded) -> Option<u64> {
    let kind = kind(l.to)?;
    let open = (!exact && l.facts.rounds(kind)) || (l.facts.flushes(kind) && is_denormal(kind, bits)?);
    (!open).then_some(bits)
}

/// An exact result of the result's type.
pub fn exact(l: &Lane, value: f64) -> Option<u64> {
    let rounded = encode(kind(l.to)?, value)?;
    settle(l, rounded)
}

/// A result of double-precision arithmetic and what was lost in it, rounded once more. For formats of half
/// the digits, less two, rounding twice is rounding once.
fn twice(l: &Lane, value: f64, lost: bool) -> Option<u64> {
    let (bits, exact) = encode(kind(l.to)?, value)?;
    settle(l, (bits, exact && !lost))
}

fn flip(scalar: Scalar, bits: u64) -> Option<u64> {
    Some(bits ^ 1 << (kind(scalar)?.width() - 1))
}

/// Changes the sign alone: other bits stay as they are, those of a NaN, too.
pub fn sign(l: &Lane, change: fn(u64, u64) -> u64) -> Option<u64> {
    let kind = kind(l.from[0])?;
    format(kind)?;
    settle(l, (change(l.bits[0], 1 << (kind.width() - 1)), true))
}

fn add(l: &Lane) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    let sum = a + b;
    // Knuth's TwoSum.
    let part = sum - a;
    let lost = (a - (sum - part)) + (b - part);
    twice(l, sum, lost != 0.0)
}

fn mul(l: &Lane) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    let product = a * b;
    let small = product.abs() < power_of_two(-900) && a != 0.0 && b != 0.0;
    let lost = small || a.mul_add(b, -product) != 0.0;
    twice(l, product, product.is_finite() && lost)
}

fn div(l: &Lane) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    // Undefined, or infinite: the specification leaves it open.
    if b == 0.0 {
        return None;
    }
    let quotient = a / b;
    let lost = quotient.is_finite() && b.is_finite() && quotient.mul_add(b, -a) != 0.0;
    let small = quotient.abs() < power_of_two(-900) && a != 0.0;
    twice(l, quotient, lost || small)
}

/// Square root, of what has one.
pub fn sqrt(l: &Lane) -> Option<u64> {
    let a = value(l, 0).filter(|a| *a >= 0.0)?;
    let root = a.sqrt();
    twice(l, root, a.is_finite() && root.mul_add(root, -a) != 0.0)
}

/// `a * b + c`, where it is exact in double precision before it is rounded.
pub fn fma(l: &Lane) -> Option<u64> {
    let (a, b, c) = (value(l, 0)?, value(l, 1)?, value(l, 2)?);
    if kind(l.to)? == FloatKind::F64 {
        let bits = a.mul_add(b, c).to_bits();
        return if l.facts.rounds(FloatKind::F64) { None } else { settle(l, (bits, false)) };
    }
    // Two numbers of a smaller format have an exact product.
    let product = a * b;
    let sum = product + c;
    let part = sum - product;
    let lost = (product - (sum - part)) + (c - part);
    if !sum.is_finite() || lost != 0.0 { None } else { twice(l, sum, false) }
}

/// The remainder is exact. With `floor` its sign is that of the divisor.
fn rem(l: &Lane, floor: bool) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    if b == 0.0 || !a.is_finite() || !b.is_finite() {
        return None;
    }
    let rest = a % b;
    if floor && rest != 0.0 && (rest < 0.0) != (b < 0.0) {
        let sum = rest + b;
        return if sum - b == rest && sum - rest == b { twice(l, sum, false) } else { None };
    }
    twice(l, rest, false)
}
