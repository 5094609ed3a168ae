//! Constant folding of `GLSL.std.450` instructions, per lane

use super::Facts;
use super::constant::Scalar;
use super::float::{self, exact, value};
use super::lane::{Lane, LaneFn};
use spv_ir::FloatKind;

/// Returns the index of the highest set bit. Returns -1, as an unsigned integer, if no bit is set.
pub fn top_bit(bits: u64) -> u64 {
    63u64.wrapping_sub(bits.leading_zeros().into())
}

pub fn fract(l: &Lane) -> Option<u64> {
    let value = value(l, 0).filter(|value| value.is_finite())?;
    let part = value - value.floor();
    // For a small negative operand, the difference may round to 1, which is not a valid result of `Fract`.
    if part + value.floor() == value && part < 1.0 { exact(l, part) } else { None }
}

pub fn f_sign(l: &Lane) -> Option<u64> {
    let value = value(l, 0).filter(|value| !value.is_nan())?;
    exact(l, if value == 0.0 { 0.0 } else { value.signum() })
}

/// Returns the float operand that `choose` selects. Returns `None` if the result is unspecified: for NaNs and for zeros
/// of different signs.
pub fn pick(l: &Lane, choose: fn(f64, f64) -> f64) -> Option<u64> {
    let (a, b) = (value(l, 0)?, value(l, 1)?);
    if a.is_nan() || b.is_nan() { None } else { exact(l, choose(a, b)) }
}

/// Returns the float that `choose` selects. If one float is a NaN, returns the other float.
pub fn either(a: f64, b: f64, choose: fn(f64, f64) -> f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        choose(a, b)
    }
}

pub fn f_clamp(l: &Lane) -> Option<u64> {
    let (x, low, high) = (value(l, 0)?, value(l, 1)?, value(l, 2)?);
    (!x.is_nan() && low <= high).then_some(())?;
    exact(
        l,
        if x < low {
            low
        } else if high < x {
            high
        } else {
            x
        },
    )
}

pub fn n_clamp(l: &Lane) -> Option<u64> {
    let (x, low, high) = (value(l, 0)?, value(l, 1)?, value(l, 2)?);
    if high < low {
        return None;
    }
    let raised = either(x, low, |x, low| if x < low { low } else { x });
    exact(l, either(raised, high, |x, high| if high < x { high } else { x }))
}

pub fn step(l: &Lane) -> Option<u64> {
    let (edge, x) = (value(l, 0)?, value(l, 1)?);
    (!edge.is_nan() && !x.is_nan()).then_some(())?;
    exact(l, if x < edge { 0.0 } else { 1.0 })
}

/// Computes `x * (1 - a) + y * a`. Returns `None` unless each step is exact, because the evaluation order is
/// unspecified.
pub fn mix(l: &Lane) -> Option<u64> {
    let Scalar::Float(kind) = l.to else { return None };
    let [x, y, a, _] = l.bits;
    if !(value(l, 0)?.is_finite() && value(l, 1)?.is_finite() && value(l, 2)?.is_finite()) {
        return None;
    }
    let facts = l.facts | Facts::ROUNDS_16 | Facts::ROUNDS_32 | Facts::ROUNDS_64;
    let step = |compute: LaneFn, a: u64, b: u64| compute(&Lane { bits: [a, b, 0, 0], facts, ..*l });
    let (one, _) = float::encode(kind, 1.0)?;
    let minus = a ^ 1 << (kind.width() - 1);
    let rest = step(float::add, one, minus)?;
    step(float::add, step(float::mul, x, rest)?, step(float::mul, y, a)?)
}

/// An element of the table `points` of [`at`]: maps a zero to a zero of the same sign.
pub const ZERO: (f64, f64) = (0.0, -0.0);

/// Evaluates a function at an argument listed in `points`, which pairs arguments with exact results. Returns `None` for
/// all other arguments, because their rounding is implementation-defined.
pub fn at(l: &Lane, points: &[(f64, f64)]) -> Option<u64> {
    let x = value(l, 0)?;
    let &(_, result) = points.iter().find(|(point, _)| *point == x)?;
    let result = if result.to_bits() == ZERO.1.to_bits() { x } else { result };
    exact(l, result)
}

/// Computes `exp2` of an integer. Returns `None` if the operand is not an integer or the result is not a normal number.
pub fn exp2(l: &Lane) -> Option<u64> {
    let Scalar::Float(kind) = l.to else { return None };
    let x = value(l, 0).filter(|x| x.trunc() == *x && (-1022.0..=1023.0).contains(x))?;
    let bits = exact(l, f64::from_bits(((x as i64 + 1023) as u64) << 52))?;
    normal(kind, bits).then_some(bits)
}

fn normal(kind: FloatKind, bits: u64) -> bool {
    float::is_normal(Scalar::Float(kind), bits) == Some(true)
}

/// Computes `log2` of a power of two. Returns `None` for other operands.
pub fn log2(l: &Lane) -> Option<u64> {
    let x = value(l, 0).filter(|x| x.is_normal() && *x > 0.0 && x.to_bits() << 12 == 0)?;
    exact(l, f64::from((x.to_bits() >> 52) as i32 - 1023))
}

/// Computes a small integer power of a positive number. Returns `None` if a product is not exact.
pub fn pow(l: &Lane) -> Option<u64> {
    const MAX_EXPONENT: f64 = 64.0;
    let Scalar::Float(kind) = l.to else { return None };
    let x = value(l, 0).filter(|x| x.is_finite() && *x > 0.0)?;
    let y = value(l, 1).filter(|y| y.trunc() == *y && y.abs() <= MAX_EXPONENT)?;
    let facts = l.facts | Facts::ROUNDS_16 | Facts::ROUNDS_32 | Facts::ROUNDS_64;
    let (one, _) = float::encode(kind, 1.0)?;
    let mut product = one;
    for _ in 0..y.abs() as u32 {
        product = float::mul(&Lane { bits: [product, l.bits[0], 0, 0], facts, ..*l })?;
    }
    if y < 0.0 {
        // The reciprocal is exact only for powers of two.
        let inverse = float::decode(kind, product).filter(|_| x.to_bits() << 12 == 0)?.recip();
        product = exact(&Lane { facts, ..*l }, inverse)?;
    }
    normal(kind, product).then_some(product)
}

/// Returns the float operand that `choose` selects. If one operand is a NaN, returns the other operand.
pub fn number(l: &Lane, choose: fn(f64, f64) -> f64) -> Option<u64> {
    exact(l, either(value(l, 0)?, value(l, 1)?, choose))
}

pub fn atan2(l: &Lane) -> Option<u64> {
    (value(l, 1)? > 0.0 && value(l, 1)?.is_finite()).then(|| at(l, &[ZERO]))?
}

/// Clamps an unsigned integer. Returns `None` if the bounds are out of order, because the result is then undefined.
pub fn u_clamp(l: &Lane) -> Option<u64> {
    (l.unsigned(1) <= l.unsigned(2)).then(|| l.unsigned(0).clamp(l.unsigned(1), l.unsigned(2)))
}

/// Clamps a signed integer. Returns `None` if the bounds are out of order, because the result is then undefined.
pub fn s_clamp(l: &Lane) -> Option<u64> {
    (l.signed(1) <= l.signed(2)).then(|| l.signed(0).clamp(l.signed(1), l.signed(2)) as u64)
}
