//! Folds of `GLSL.std.450` clamps with constant operands, and of comparisons with clamped values

use super::constant::{self, Lanes, Scalar};
use super::facts::Facts;
use super::float::decode;
use super::rewrite::{compute, has_one_use};
use super::value::opcode;
use crate::generated::opcodes::*;
use spv_ir::{Folded, Folding, Op, Value};
use std::cmp::Ordering;

/// The ordering relation with which an instruction compares its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Unsigned,
    Signed,
    Float,
}

/// Clamp instructions, each with the ordering relation of its comparisons.
const CLAMPS: &[(u32, Order)] = &[
    (glsl::F_CLAMP, Order::Float),
    (glsl::N_CLAMP, Order::Float),
    (glsl::U_CLAMP, Order::Unsigned),
    (glsl::S_CLAMP, Order::Signed),
];

/// Comparisons: opcode, ordering relation, whether the comparison tests for a smaller first operand, and the result if
/// an operand is a NaN.
const COMPARISONS: &[(u32, Order, bool, bool)] = &[
    (U_LESS_THAN, Order::Unsigned, true, false),
    (U_LESS_THAN_EQUAL, Order::Unsigned, true, false),
    (U_GREATER_THAN, Order::Unsigned, false, false),
    (U_GREATER_THAN_EQUAL, Order::Unsigned, false, false),
    (S_LESS_THAN, Order::Signed, true, false),
    (S_LESS_THAN_EQUAL, Order::Signed, true, false),
    (S_GREATER_THAN, Order::Signed, false, false),
    (S_GREATER_THAN_EQUAL, Order::Signed, false, false),
    (F_ORD_LESS_THAN, Order::Float, true, false),
    (F_ORD_LESS_THAN_EQUAL, Order::Float, true, false),
    (F_ORD_GREATER_THAN, Order::Float, false, false),
    (F_ORD_GREATER_THAN_EQUAL, Order::Float, false, false),
    (F_UNORD_LESS_THAN, Order::Float, true, true),
    (F_UNORD_LESS_THAN_EQUAL, Order::Float, true, true),
    (F_UNORD_GREATER_THAN, Order::Float, false, true),
    (F_UNORD_GREATER_THAN_EQUAL, Order::Float, false, true),
];

/// Returns the clamp instruction and its ordering relation, or `None` if the op is not a clamp.
fn clamp(f: Folding<'_>, op: Op) -> Option<(u32, Order)> {
    let row = f.ctx.registry().op(f.body.def(op)).row;
    if row.set != set::GLSL {
        return None;
    }
    CLAMPS.iter().find(|(number, _)| *number == row.opcode).copied()
}

fn lanes(f: Folding<'_>, value: Value) -> Option<(Scalar, Lanes)> {
    let attr = f.constant(value)?;
    let shape = constant::shape(f.ctx, f.body.value_type(value))?;
    Some((shape.scalar, constant::lanes(f.ctx, shape, attr)?))
}

/// Returns whether each lane of `a` has the ordering `beyond` relative to the same lane of `b`, or has the same bits.
/// Returns `None` if `a` or `b` is not constant.
fn all_beyond(f: Folding<'_>, order: Order, a: Value, b: Value, beyond: Ordering) -> Option<bool> {
    let ((scalar, a), (_, b)) = (lanes(f, a)?, lanes(f, b)?);
    let spare = 64 - scalar.width();
    let compare = |a: u64, b: u64| match (order, scalar) {
        (Order::Float, Scalar::Float(kind)) => decode(kind, a)?.partial_cmp(&decode(kind, b)?),
        (Order::Signed, _) => Some(((a << spare) as i64).cmp(&((b << spare) as i64))),
        _ => Some(a.cmp(&b)),
    };
    // Zeros of different signs compare equal but differ in bits.
    Some(a.iter().zip(&b).all(|(&a, &b)| match compare(a, b) {
        Some(Ordering::Equal) => a == b,
        ordering => ordering == Some(beyond),
    }))
}

/// Returns whether an op must flush denormals of its operand `value`, even if it otherwise returns the operand
/// unchanged.
fn flushes(f: Folding<'_>, value: Value) -> bool {
    let scalar = constant::shape(f.ctx, f.body.value_type(value)).map(|shape| shape.scalar);
    matches!(scalar, Some(Scalar::Float(kind)) if Facts::from_bits_truncate(f.facts).flushes(kind))
}

/// Folds a clamp of a constant to a bound if the constant is beyond that bound. The other bound is irrelevant, because
/// the result is undefined if the bounds are out of order.
pub fn beyond_bound(f: Folding<'_>, op: Op) -> Option<Folded> {
    let (_, order) = clamp(f, op)?;
    let [x] = f.body.first_operands(op);
    if flushes(f, x) {
        return None;
    }
    let bound = |index, beyond| {
        let bound = f.body.operand(op, index);
        all_beyond(f, order, x, bound, beyond)?.then_some(Folded::Value(bound))
    };
    bound(1, Ordering::Less).or_else(|| bound(2, Ordering::Greater))
}

/// Returns the bound operand at `index` of a clamp, if it is a constant without NaNs.
fn bound(f: Folding<'_>, clamp: Op, index: usize) -> Option<Value> {
    let value = f.body.operand(clamp, index);
    let (scalar, lanes) = lanes(f, value)?;
    let number = |bits: &u64| match scalar {
        Scalar::Float(kind) => decode(kind, *bits).is_some_and(|value| !value.is_nan()),
        _ => true,
    };
    lanes.iter().all(number).then_some(value)
}

/// Folds a comparison of a clamped value with a constant if the clamp's bounds determine the result.
pub fn comparison_of_clamp(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [a, b] = f.body.first_operands(op);
    let first = f.constant(b).is_some();
    let (clamped, constant) = if first { (a, b) } else { (b, a) };
    let inner = f.body.defining_op(clamped)?;
    let (number, order) = clamp(f, inner)?;
    f.constant(constant)?;
    let code = opcode(f, op)?;
    let &(.., less, of_nan) =
        COMPARISONS.iter().find(|(comparison, own, ..)| *comparison == code && *own == order)?;
    let result = f.body.result(op, 0);
    let shape = constant::shape(f.ctx, f.body.value_type(result))?;
    // If the comparison holds at the right bound, it holds for all values between the bounds.
    let decided = |index, truth: bool| {
        let bound = bound(f, inner, index)?;
        let (a, b) = if first { (bound, constant) } else { (constant, bound) };
        let lanes = constant::lanes(f.ctx, shape, compute(f, code, result, a, b)?)?;
        lanes.iter().all(|&lane| (lane != 0) == truth).then_some(truth)
    };
    let (holds, fails) = if less == first { (2, 1) } else { (1, 2) };
    let truth = decided(holds, true).or_else(|| decided(fails, false))?;
    // FClamp of a NaN may return a NaN, which other uses would observe.
    if number == glsl::F_CLAMP && truth != of_nan {
        let keeps = match constant::shape(f.ctx, f.body.value_type(clamped))?.scalar {
            Scalar::Float(kind) => Facts::from_bits_truncate(f.facts).keeps_special(kind),
            _ => false,
        };
        if keeps || !has_one_use(f.ctx, f.body, inner) {
            return None;
        }
    }
    let lanes = vec![u64::from(truth); shape.lanes()];
    Some(Folded::Constant(constant::from_lanes(f.ctx, f.body.value_type(result), shape, &lanes)))
}
