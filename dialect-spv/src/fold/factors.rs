//! Patterns for nested sums, common factors, and scaling of floats by powers of two

use super::Facts;
use super::constant::{self, Lanes, Scalar};
use super::float::{decode, is_normal};
use super::identity::{Number, splat};
use super::rewrite::{New, Sum, compute, own, own_operands_of, substitute, sum, with_constant};
use super::value::opcode;
use crate::generated::opcodes::*;
use spv_ir::{Folding, NewOp, Op, Rewriter, Value};

/// Creates a binary op before `op`, with the type and location of `op`.
fn make(r: &mut Rewriter<'_>, op: Op, code: u32, operands: [Value; 2]) -> Option<Value> {
    let def = r.ctx().registry().op_by_code(0, code)?;
    let ty = r.value_type(r.result(op, 0));
    Some(r.value(NewOp { loc: r.loc(op), operands: &operands, results: &[ty], ..NewOp::new(def) }))
}

/// Combines the constants of two integer sums: `(a + c) - (d - b)` becomes `(a + b) + (c - d)`.
pub fn sum_of_sums(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let part = |index| {
            let value = f.body.operand(op, index);
            // Check the opcode first to reject most operands quickly.
            let code = opcode(f, f.body.defining_op(value)?).filter(|code| matches!(*code, I_ADD | I_SUB))?;
            sum(f, own(f, value, code)?)
        };
        let (a, b) = (part(0)?, part(1)?);
        let minus = opcode(f, op)? == I_SUB;
        let ty = f.body.value_type(f.body.result(op, 0));
        let (shape, zeros) = constant::zero_like(f.ctx, ty)?;
        let lanes = |part: Sum, minus: bool| {
            let own = constant::shape(f.ctx, f.body.value_type(part.constant))?;
            let lanes = constant::lanes(f.ctx, own, f.constant(part.constant)?)?;
            let sign = |bits: u64| if part.minus != minus { bits.wrapping_neg() } else { bits };
            (lanes.len() == zeros.len()).then(|| lanes.into_iter().map(sign).collect::<Lanes>())
        };
        let (c, d) = (lanes(a, false)?, lanes(b, minus)?);
        let total: Lanes = c.iter().zip(&d).map(|(c, d)| c.wrapping_add(*d) & shape.scalar.mask()).collect();
        let attr = constant::from_lanes(f.ctx, ty, shape, &total);
        Some((a.value, b.value, (a.negative, b.negative != minus), attr))
    })();
    let Some((a, b, signs, attr)) = found else { return false };
    let (code, operands) = match signs {
        (false, true) => (I_SUB, [a, b]),
        (true, false) => (I_SUB, [b, a]),
        _ => (I_ADD, [a, b]),
    };
    let Some(value) = make(r, op, code, operands) else { return false };
    let negative = signs == (true, true);
    with_constant(r, op, if negative { I_SUB } else { I_ADD }, value, attr, negative)
}

/// Factors out a common integer factor: `a * b + a * c` becomes `a * (b + c)`. Also applies to differences.
pub fn sum_of_products(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [a, b] = f.body.first_operands(op);
        let factors = |product| own_operands_of::<2>(f, product, I_MUL);
        let (first, second) = (factors(a)?, factors(b)?);
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let &(i, k) = pairs.iter().find(|&&(i, k)| first[i] == second[k])?;
        Some((opcode(f, op)?, first[i], [first[1 - i], second[1 - k]]))
    })();
    let Some((code, factor, rest)) = found else { return false };
    let Some(value) = make(r, op, code, rest) else { return false };
    substitute(r, op, New::of(I_MUL, &[factor, value]))
}

/// Returns whether the module preserves denormals and rounds to nearest even for the value's float type.
fn is_plain(f: Folding<'_>, value: Value) -> bool {
    let facts = Facts::from_bits_truncate(f.facts);
    match constant::shape(f.ctx, f.body.value_type(value)).map(|shape| shape.scalar) {
        Some(Scalar::Float(kind)) => !facts.flushes(kind) && !facts.rounds(kind),
        _ => false,
    }
}

/// Replaces `-0.0 - x` with `-x`.
pub fn sub_from_zero(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [zero, x] = f.body.first_operands(op);
        let (bits, scalar) = splat(f, zero)?;
        (bits == Number::Least.bits(scalar)? && is_plain(f, zero)).then_some(x)
    })();
    let Some(x) = found else { return false };
    substitute(r, op, New::of(F_NEGATE, &[x]))
}

/// Replaces `(x * c) * d` with `x * (c * d)` if rounding and overflow do not change. One of the constants must be a
/// power of two of at least 1. If it is `c`, then `d` must be at least 1; otherwise `c` must be an integer.
pub fn associate_scales(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [product, d] = f.body.first_operands(op);
        f.constant(d)?;
        let [x, c] = own_operands_of(f, product, F_MUL)?;
        f.constant(c)?;
        let shape = constant::shape(f.ctx, f.body.value_type(d))?;
        let Scalar::Float(kind) = shape.scalar else { return None };
        let lanes = |value| constant::lanes(f.ctx, shape, f.constant(value)?);
        let exact = |(&c, &d): (&u64, &u64)| {
            let (c, d) = (decode(kind, c)?, decode(kind, d)?);
            let power = |value: f64| value.abs() >= 1.0 && value.to_bits() << 12 == 0;
            let integer = c.abs() >= 1.0 && c.trunc() == c;
            let fits = (power(c) && d.abs() >= 1.0) || (integer && power(d));
            (fits && c.is_finite() && d.is_finite()).then_some(())
        };
        let (first, second) = (lanes(c)?, lanes(d)?);
        first.iter().zip(&second).map(exact).collect::<Option<()>>()?;
        let attr = compute(f, F_MUL, f.body.result(op, 0), c, d).filter(|_| is_plain(f, x))?;
        let finite = |&bits: &u64| is_normal(shape.scalar, bits) == Some(true);
        constant::lanes(f.ctx, shape, attr)?.iter().all(finite).then_some((x, attr))
    })();
    let Some((x, attr)) = found else { return false };
    with_constant(r, op, F_MUL, x, attr, false)
}
