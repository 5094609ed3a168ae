//! Folds of `arith` ops to one of their operands
//!
//! Results are never new constants, because the driver materializes only `spv` constants.

use crate::arith;
use spv_ir::arith::VALUE_SLOT;
use spv_ir::{AttrData, Attribute, Body, Context, Folded, Folding, Op, TypeData, Value};

/// A constant that is the identity or absorbing element of some op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// The integer 0.
    Zero,
    /// The integer 1.
    One,
    /// The integer with all bits set.
    Ones,
    /// The float -0.0.
    NegativeZero,
    /// The float 0.0.
    PositiveZero,
    /// The float 1.0.
    FloatOne,
}

/// An algebraic identity: op name, index of the constant operand, the constant, and a flag that selects the result. The
/// result is either the other operand ([`OTHER`]) or the constant ([`SELF`]).
type Identity = (&'static str, usize, Unit, bool);

const OTHER: bool = true;
const SELF: bool = false;

const IDENTITIES: &[Identity] = &[
    (arith::AddI::NAME, 1, Unit::Zero, OTHER),
    (arith::AddI::NAME, 0, Unit::Zero, OTHER),
    (arith::SubI::NAME, 1, Unit::Zero, OTHER),
    (arith::MulI::NAME, 1, Unit::One, OTHER),
    (arith::MulI::NAME, 0, Unit::One, OTHER),
    (arith::MulI::NAME, 1, Unit::Zero, SELF),
    (arith::MulI::NAME, 0, Unit::Zero, SELF),
    (arith::DivSI::NAME, 1, Unit::One, OTHER),
    (arith::DivUI::NAME, 1, Unit::One, OTHER),
    (arith::FloorDivSI::NAME, 1, Unit::One, OTHER),
    (arith::CeilDivSI::NAME, 1, Unit::One, OTHER),
    (arith::CeilDivUI::NAME, 1, Unit::One, OTHER),
    (arith::ShLI::NAME, 1, Unit::Zero, OTHER),
    (arith::ShRSI::NAME, 1, Unit::Zero, OTHER),
    (arith::ShRUI::NAME, 1, Unit::Zero, OTHER),
    (arith::AndI::NAME, 1, Unit::Ones, OTHER),
    (arith::AndI::NAME, 0, Unit::Ones, OTHER),
    (arith::AndI::NAME, 1, Unit::Zero, SELF),
    (arith::AndI::NAME, 0, Unit::Zero, SELF),
    (arith::OrI::NAME, 1, Unit::Zero, OTHER),
    (arith::OrI::NAME, 0, Unit::Zero, OTHER),
    (arith::OrI::NAME, 1, Unit::Ones, SELF),
    (arith::OrI::NAME, 0, Unit::Ones, SELF),
    (arith::XOrI::NAME, 1, Unit::Zero, OTHER),
    (arith::XOrI::NAME, 0, Unit::Zero, OTHER),
    (arith::AddF::NAME, 1, Unit::NegativeZero, OTHER),
    (arith::AddF::NAME, 0, Unit::NegativeZero, OTHER),
    (arith::SubF::NAME, 1, Unit::PositiveZero, OTHER),
    (arith::MulF::NAME, 1, Unit::FloatOne, OTHER),
    (arith::MulF::NAME, 0, Unit::FloatOne, OTHER),
    (arith::DivF::NAME, 1, Unit::FloatOne, OTHER),
];

/// Idempotent ops: if both operands are the same value, the op folds to it.
const IDEMPOTENT: [&str; 10] = [
    arith::AndI::NAME,
    arith::OrI::NAME,
    arith::MaxSI::NAME,
    arith::MaxUI::NAME,
    arith::MinSI::NAME,
    arith::MinUI::NAME,
    arith::MaximumF::NAME,
    arith::MinimumF::NAME,
    arith::MaxNumF::NAME,
    arith::MinNumF::NAME,
];

/// Returns the value of an `arith.constant`, or `None` for results of other ops.
fn constant(ctx: &Context, body: &Body, value: Value) -> Option<Attribute> {
    let op = body.defining_op(value)?;
    let is = ctx.registry().op(body.def(op)).row.name == spv_ir::arith::CONSTANT.name;
    is.then(|| body.slot_attr(op, VALUE_SLOT)).flatten()
}

/// Returns whether each element of the constant `attr` has the value `unit`.
fn is(ctx: &Context, attr: Attribute, unit: Unit) -> bool {
    let (bits, ty) = match ctx.attr_data(attr) {
        AttrData::Bool(value) => (u64::from(*value), ctx.common().i1),
        AttrData::Integer { value, ty } => (*value, *ty),
        AttrData::Float { bits, ty } => (*bits, *ty),
        AttrData::Dense { ty, elements } if elements.len() == 1 => {
            (elements[0], crate::types::element(ctx, *ty))
        }
        _ => return false,
    };
    match *ctx.type_data(ty) {
        TypeData::Integer { width: width @ 1..=64, .. } => match unit {
            Unit::Zero => bits == 0,
            Unit::One => bits == 1,
            Unit::Ones => bits == u64::MAX >> (64 - width),
            _ => false,
        },
        TypeData::Index => match unit {
            Unit::Zero => bits == 0,
            Unit::One => bits == 1,
            Unit::Ones => bits == u64::MAX,
            _ => false,
        },
        TypeData::Float(kind) => match unit {
            Unit::PositiveZero => bits == 0,
            Unit::NegativeZero => matches!(kind.parts(bits.into()), Some((true, 0, _))),
            Unit::FloatOne => kind.of_f64(1.0).0 == bits.into(),
            _ => false,
        },
        _ => false,
    }
}

/// Folds a binary op if its result is always one of its operands.
pub(crate) fn binary(folding: Folding<'_>, op: Op) -> Option<Folded> {
    let Folding { ctx, body, .. } = folding;
    let name = ctx.registry().op(body.def(op)).row.name;
    let operands @ [a, b] = body.first_operands(op);
    if a == b && IDEMPOTENT.contains(&name) {
        return Some(Folded::Value(a));
    }
    IDENTITIES.iter().filter(|(known, ..)| *known == name).find_map(|(_, at, unit, other)| {
        let value = operands[*at];
        let fits = constant(ctx, body, value).is_some_and(|attr| is(ctx, attr, *unit));
        fits.then(|| Folded::Value(if *other { operands[1 - *at] } else { value }))
    })
}

/// Folds a select if its two values are the same or its condition is known.
pub(crate) fn select(folding: Folding<'_>, op: Op) -> Option<Folded> {
    let Folding { ctx, body, .. } = folding;
    let [condition, yes, no] = body.first_operands(op);
    if yes == no {
        return Some(Folded::Value(yes));
    }
    let known = constant(ctx, body, condition)?;
    match (is(ctx, known, Unit::One), is(ctx, known, Unit::Zero)) {
        (true, _) => Some(Folded::Value(yes)),
        (_, true) => Some(Folded::Value(no)),
        _ => None,
    }
}

/// Folds the negation of a negation to the original value. Returns `None` if the op is not a double negation.
pub(crate) fn negation(folding: Folding<'_>, op: Op) -> Option<Folded> {
    let body = folding.body;
    let [negated] = body.first_operands(op);
    let inner = body.defining_op(negated).filter(|inner| body.def(*inner) == body.def(op))?;
    let [value] = body.first_operands(inner);
    Some(Folded::Value(value))
}
