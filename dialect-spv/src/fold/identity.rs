//! Algebraic identities

use super::constant::{self, Scalar};
use super::facts::Facts;
use spv_ir::{FloatKind, Folded, Folding, Op, Value};

/// A constant of any scalar type.
#[derive(Clone, Copy)]
pub enum Number {
    /// 0, false, or `+0.0`.
    Zero,
    /// 1, true, or `1.0`.
    One,
    /// All bits set: the largest unsigned integer.
    Ones,
    /// The largest signed integer.
    Greatest,
    /// The smallest signed integer, or `-0.0`.
    Least,
}

impl Number {
    /// Returns the bits of the constant in a scalar type, or `None` for unsupported float formats.
    pub fn bits(self, scalar: Scalar) -> Option<u64> {
        let top = 1 << (scalar.width() - 1);
        Some(match (self, scalar) {
            (Number::Zero, _) => 0,
            (Number::One, Scalar::Float(kind)) => one(kind)?,
            (Number::One, _) => 1,
            (Number::Ones, _) => scalar.mask(),
            (Number::Greatest, _) => scalar.mask() >> 1,
            (Number::Least, _) => top,
        })
    }
}

fn one(kind: FloatKind) -> Option<u64> {
    super::float::encode(kind, 1.0).map(|(bits, _)| bits)
}

/// The result of an op to which an identity applies.
#[derive(Clone, Copy)]
pub enum Gives {
    /// The other operand, or either operand if both are the same.
    Operand,
    /// A constant.
    Constant(Number),
}

/// A condition under which the result of an op is one of its operands or a constant.
#[derive(Clone, Copy)]
pub enum Identity {
    /// An identity that applies if the operand at the given index equals the constant in all lanes.
    With(usize, Number, Gives),
    /// An identity that applies if either of the two operands equals the constant in all lanes.
    Either(Number, Gives),
    /// An identity that applies if both operands are the same value.
    Same(Gives),
}

use Gives::{Constant, Operand};
use Identity::{Either, Same, With};
use Number::{One, Zero};

pub const TRUE: Gives = Constant(One);
pub const FALSE: Gives = Constant(Zero);

/// Returns the result of the first identity that applies to an op, or `None`.
pub fn apply(f: Folding<'_>, op: Op, facts: Facts, identities: &[Identity]) -> Option<Folded> {
    if identities.is_empty() {
        return None;
    }
    // Look up each operand's constant only once.
    let [a, b] = f.body.first_operands(op);
    let known = [splat(f, a), splat(f, b)];
    let with = |index: usize, number: Number, gives: Gives| {
        let (bits, scalar) = known[index]?;
        let same = bits == number.bits(scalar)?;
        if same { result(f, op, facts, f.body.operand(op, 1 - index), gives) } else { None }
    };
    identities.iter().find_map(|identity| match *identity {
        With(index, number, gives) => with(index, number, gives),
        Either(number, gives) => with(1, number, gives).or_else(|| with(0, number, gives)),
        Same(gives) if a == b => result(f, op, facts, a, gives),
        Same(_) => None,
    })
}

/// Returns the bits that all lanes of a constant share, and its scalar type. Returns `None` if the lanes differ.
pub fn splat(f: Folding<'_>, value: Value) -> Option<(u64, Scalar)> {
    let attr = f.constant(value)?;
    let shape = constant::shape(f.ctx, f.body.value_type(value))?;
    if shape.length.is_none() {
        return Some((constant::scalar_bits(f.ctx, shape.scalar, attr)?, shape.scalar));
    }
    let lanes = constant::lanes(f.ctx, shape, attr)?;
    let first = *lanes.first()?;
    lanes.iter().all(|lane| *lane == first).then_some((first, shape.scalar))
}

fn result(f: Folding<'_>, op: Op, facts: Facts, operand: Value, gives: Gives) -> Option<Folded> {
    match gives {
        Operand => {
            // An op that must flush denormals may return something other than its operand.
            let flushed = match constant::shape(f.ctx, f.body.value_type(operand)) {
                Some(shape) => match shape.scalar {
                    Scalar::Float(kind) => facts.flushes(kind),
                    _ => false,
                },
                None => facts != facts - (Facts::FLUSHES_16 | Facts::FLUSHES_32 | Facts::FLUSHES_64),
            };
            (!flushed).then_some(Folded::Value(operand))
        }
        Constant(number) => {
            let ty = f.body.value_type(f.body.result(op, 0));
            let shape = constant::shape(f.ctx, ty)?;
            let bits = number.bits(shape.scalar)?;
            Some(Folded::Constant(constant::from_lanes(f.ctx, ty, shape, &vec![bits; shape.lanes()])))
        }
    }
}
