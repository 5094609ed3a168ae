//! Patterns for pairs of ops with constant operands

use super::constant::{self, Lanes, Scalar};
use super::decorations::can_merge;
use super::rewrite::{New, compute, negation, own_operands_of, substitute, with_constant};
use super::value::{defined_by, opcode, operands_of};
use crate::generated::opcodes::*;
use spv_ir::{Attribute, Folded, Folding, NewOp, Op, Rewriter, Value};

/// Returns the scalar type and lanes of a value, or `None` if it is not constant.
fn lanes(f: Folding<'_>, value: Value) -> Option<(Scalar, Lanes)> {
    let shape = constant::shape(f.ctx, f.body.value_type(value))?;
    Some((shape.scalar, constant::lanes(f.ctx, shape, f.constant(value)?)?))
}

/// The simplified form of `(x op c) & m`, where `c` and `m` are constants.
enum Masked {
    /// The masked inner operand `x & m`, where `x` is this value.
    Value(Value),
    /// The mask `m` itself (true), or zero (false).
    Known(bool),
}

/// Simplifies `(x op c) & m` if the bits in `m` do not depend on `op`, or depend only on `op` and `c`.
fn mask(f: Folding<'_>, op: Op) -> Option<Masked> {
    let [masked, mask] = f.body.first_operands(op);
    let (scalar, mask) = lanes(f, mask)?;
    let inner = f.body.defining_op(masked).filter(|&def| can_merge(f.ctx, f.body, def))?;
    let code = opcode(f, inner)?;
    let codes = [BITWISE_OR, BITWISE_XOR, I_ADD, I_SUB, SHIFT_LEFT_LOGICAL, SHIFT_RIGHT_LOGICAL];
    if !codes.contains(&code) {
        return None;
    }
    let [value, constant] = f.body.first_operands(inner);
    let (_, other) = lanes(f, constant)?;
    let all = |holds: &dyn Fn(u64, u64) -> bool| mask.iter().zip(&other).all(|(&m, &c)| holds(m, c));
    let full = scalar.mask();
    let shifted = |c: u64, shift: fn(u64, u32) -> Option<u64>| {
        u32::try_from(c).ok().filter(|&c| c < scalar.width()).and_then(|c| shift(full, c))
    };
    let untouched = match code {
        BITWISE_OR if all(&|m, c| m & c == m) => return Some(Masked::Known(true)),
        BITWISE_OR | BITWISE_XOR => all(&|m, c| m & c == 0),
        // Carries propagate only to higher bits.
        I_ADD | I_SUB => all(&|m, c| m < c & c.wrapping_neg()),
        _ => {
            let shift = if code == SHIFT_LEFT_LOGICAL { u64::checked_shl } else { u64::checked_shr };
            let none = all(&|m, c| shifted(c, shift).is_some_and(|bits| m & bits & full == 0));
            return none.then_some(Masked::Known(false));
        }
    };
    untouched.then_some(Masked::Value(value))
}

/// Removes a mask that leaves all bits of a zero-extended value unchanged.
pub fn covering_mask(f: Folding<'_>, op: Op) -> Option<Folded> {
    let [value, mask] = f.body.first_operands(op);
    let [narrow] = operands_of(f, value, U_CONVERT)?;
    let source = constant::shape(f.ctx, f.body.value_type(narrow))?.scalar.mask();
    let (_, mask) = lanes(f, mask)?;
    mask.iter().all(|m| m & source == source).then_some(Folded::Value(value))
}

/// Folds `(x op c) & m` to a constant if `op` and `c` determine all bits in `m`.
pub fn masked_constant(f: Folding<'_>, op: Op) -> Option<Folded> {
    let Masked::Known(whole) = mask(f, op)? else { return None };
    let ty = f.body.value_type(f.body.result(op, 0));
    let shape = constant::shape(f.ctx, ty)?;
    let [_, mask] = f.body.first_operands(op);
    let (_, mask) = lanes(f, mask)?;
    let lanes: Lanes = mask.iter().map(|&m| if whole { m } else { 0 }).collect();
    Some(Folded::Constant(constant::from_lanes(f.ctx, ty, shape, &lanes)))
}

/// Replaces `(x op c) & mask` with `x & mask` if `op` leaves the masked bits unchanged.
pub fn masked(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(Masked::Value(value)) = mask(r.folding(), op) else { return false };
    let [_, mask] = r.first_operands(op);
    substitute(r, op, New::of(BITWISE_AND, &[value, mask]))
}

/// Replaces `(a op c) op (b op d)` with `(a op b) op (c op d)`, where `c` and `d` are constants.
pub fn associate_both(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let code = opcode(f, op)?;
        let [first, second] = f.body.first_operands(op);
        let part =
            |value| own_operands_of(f, value, code).filter(|&[_, constant]| f.constant(constant).is_some());
        let ([a, c], [b, d]) = (part(first)?, part(second)?);
        Some((code, [a, b], compute(f, code, f.body.result(op, 0), c, d)?))
    })();
    let Some((code, values, attr)) = found else { return false };
    let Some(def) = r.ctx().registry().op_by_code(0, code) else { return false };
    let ty = r.value_type(r.result(op, 0));
    let new = NewOp { loc: r.loc(op), operands: &values, results: &[ty], ..NewOp::new(def) };
    let value = r.value(new);
    with_constant(r, op, code, value, attr, false)
}

/// Returns the negation of a constant, in the type of `like`. If `divides`, returns `None` if dividing by the negated
/// constant could be undefined or change the quotient.
fn negative(f: Folding<'_>, value: Value, like: Value, divides: bool) -> Option<Attribute> {
    let ty = f.body.value_type(like);
    let shape = constant::shape(f.ctx, ty)?;
    let (scalar, lanes) = lanes(f, value)?;
    let top = 1u64 << (scalar.width() - 1);
    let negative = |&bits: &u64| match scalar {
        Scalar::Float(_) => Some(bits ^ top),
        // The smallest integer has no negation. A quotient by 1 is always defined, but a quotient by -1 may overflow.
        Scalar::Int { .. } if divides && (bits == top || bits <= 1) => None,
        Scalar::Int { .. } => Some(bits.wrapping_neg() & scalar.mask()),
        Scalar::Bool => None,
    };
    let lanes: Lanes = lanes.iter().map(negative).collect::<Option<_>>()?;
    Some(constant::from_lanes(f.ctx, ty, shape, &lanes))
}

/// Replaces `-(x + c)` with `-c - x` and `-(x * c)` with `x * -c`, and negates the constant of a negated quotient.
/// Skips float sums, because the signs of zeros would change.
pub fn negate_with_constant(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [operand] = f.body.first_operands(op);
        let integer = opcode(f, op)? == S_NEGATE;
        let codes: &[u32] = if integer { &[I_ADD, I_MUL, S_DIV] } else { &[F_MUL, F_DIV] };
        let (code, [a, b]) =
            codes.iter().find_map(|&code| Some((code, own_operands_of(f, operand, code)?)))?;
        let result = f.body.result(op, 0);
        let divides = code == S_DIV;
        if f.constant(b).is_some() {
            let attr = negative(f, b, result, divides)?;
            let (code, first) = if code == I_ADD { (I_SUB, true) } else { (code, false) };
            return Some((code, a, attr, first));
        }
        let quotient = divides || code == F_DIV;
        Some((code, b, negative(f, a, result, divides).filter(|_| quotient)?, true))
    })();
    let Some((code, value, attr, first)) = found else { return false };
    with_constant(r, op, code, value, attr, first)
}

/// Replaces `-x * c` with `x * -c` and `-x - c` with `-c - x`, also for floats. In a float quotient with a constant,
/// negates the constant instead of the other operand.
pub fn negated_with_constant(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let code = opcode(f, op)?;
        let negation = negation(code);
        let [a, b] = f.body.first_operands(op);
        let result = f.body.result(op, 0);
        if f.constant(b).is_some() {
            let [x] = own_operands_of(f, a, negation)?;
            return Some((code, x, negative(f, b, result, false)?, matches!(code, I_SUB | F_SUB)));
        }
        if code != F_DIV {
            return None;
        }
        let [x] = own_operands_of(f, b, negation)?;
        Some((code, x, negative(f, a, result, false)?, true))
    })();
    let Some((code, value, attr, first)) = found else { return false };
    with_constant(r, op, code, value, attr, first)
}

/// Replaces a select whose condition is a constant vector with a shuffle.
pub fn select_lanes(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [condition, yes, no] = f.body.first_operands(op);
        let (_, chosen) = lanes(f, condition)?;
        let shape = constant::shape(f.ctx, f.body.value_type(f.body.result(op, 0)))?;
        let count = shape.length.filter(|&length| length == chosen.len())? as u32;
        let words: Vec<u32> = chosen
            .iter()
            .zip(0..)
            .map(|(&first, lane)| if first != 0 { lane } else { count + lane })
            .collect();
        Some(([yes, no], words))
    })();
    let Some((operands, words)) = found else { return false };
    substitute(r, op, New { words: Some(&words), ..New::of(VECTOR_SHUFFLE, &operands) })
}

/// Replaces `select(c, a, b) op d` with `select(c, a op d, b op d)` if `a`, `b` and `d` are constants, even if the
/// select has other uses. The second select costs no more than the op, and does not depend on the first select.
pub fn choice_of_results(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        // The decorations of the op describe its computation, so they do not apply to a select.
        let code = opcode(f, op).filter(|_| f.body.attrs(op).is_none())?;
        let [a, b] = f.body.first_operands(op);
        let (choice, constant, first) = if f.constant(b).is_some() { (a, b, true) } else { (b, a, false) };
        let select = defined_by(f, choice, SELECT).filter(|&def| can_merge(f.ctx, f.body, def))?;
        f.constant(constant)?;
        // Require the same lane count, because the SPIR-V version determines which conditions OpSelect accepts.
        let lanes = |value| constant::shape(f.ctx, f.body.value_type(value)).map(|shape| shape.length);
        if lanes(choice)? != lanes(f.body.result(op, 0))? {
            return None;
        }
        let [condition, yes, no] = f.body.first_operands(select);
        let result = |value| {
            f.constant(value)?;
            let (a, b) = if first { (value, constant) } else { (constant, value) };
            compute(f, code, f.body.result(op, 0), a, b)
        };
        Some((condition, result(yes)?, result(no)?))
    })();
    let Some((condition, yes, no)) = found else { return false };
    let ty = r.value_type(r.result(op, 0));
    let (Some(yes), Some(no)) = (r.constant(ty, yes), r.constant(ty, no)) else { return false };
    substitute(r, op, New::of(SELECT, &[condition, yes, no]))
}

/// Matches a comparison between a constant and a select of two constants. Returns the condition of the select, and the
/// comparison's result for a true and for a false condition.
fn compared(f: Folding<'_>, op: Op) -> Option<(Value, bool, bool)> {
    let code = opcode(f, op)?;
    let [a, b] = f.body.first_operands(op);
    let result = f.body.result(op, 0);
    let (choice, constant, first) = if f.constant(b).is_some() { (a, b, true) } else { (b, a, false) };
    let select = defined_by(f, choice, SELECT).filter(|&def| can_merge(f.ctx, f.body, def))?;
    f.constant(constant)?;
    let [condition, yes, no] = f.body.first_operands(select);
    let truth = |value: Value| {
        f.constant(value)?;
        let (a, b) = if first { (value, constant) } else { (constant, value) };
        let attr = compute(f, code, result, a, b)?;
        let lanes = constant::lanes(f.ctx, constant::shape(f.ctx, f.body.value_type(result))?, attr)?;
        let one = *lanes.first()?;
        lanes.iter().all(|&lane| lane == one).then_some(one != 0)
    };
    let same = f.body.value_type(condition) == f.body.value_type(result);
    Some((condition, truth(yes)?, truth(no)?)).filter(|&(_, yes, no)| same || yes == no)
}

/// Folds a comparison between a constant and a select of constants to the select's condition or to a constant.
pub fn comparison_of_choice(f: Folding<'_>, op: Op) -> Option<Folded> {
    let (condition, yes, no) = compared(f, op)?;
    let ty = f.body.value_type(f.body.result(op, 0));
    match (yes, no) {
        (true, false) => Some(Folded::Value(condition)),
        (false, true) => None,
        _ => {
            let shape = constant::shape(f.ctx, ty)?;
            let lanes: Lanes = (0..shape.lanes()).map(|_| u64::from(yes)).collect();
            Some(Folded::Constant(constant::from_lanes(f.ctx, ty, shape, &lanes)))
        }
    }
}

/// Replaces a comparison between a constant and a select of constants with the negation of the select's condition.
pub fn opposite_of_choice(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some((condition, false, true)) = compared(r.folding(), op) else { return false };
    substitute(r, op, New::of(LOGICAL_NOT, &[condition]))
}
