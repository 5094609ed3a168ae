//! Rewriting: folds, patterns, and the greedy driver that applies them.
//!
//! A fold says what an op's result equals; a pattern ([`RewriteFn`]) changes the graph through a
//! [`Rewriter`], which keeps the work list of [`greedy_driver::rewrite`] and the constants of the body.

mod constants;
pub mod greedy_driver;
mod rewriter;
#[cfg(test)]
mod tests;
mod worklist;

pub use greedy_driver::{Config, Outcome, Patterns, uses_itself};
pub use rewriter::{Listener, Rewriter};

use crate::attrs::Attribute;
use crate::body::Body;
use crate::context::Context;
use crate::dialect::Traits;
use crate::entity::{Op, Value};

/// What the one result of an op equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// A value that dominates the op.
    Value(Value),
    /// A constant of the result's type: what a constant op of the dialect holds.
    Constant(Attribute),
}

/// What a fold may look at.
#[derive(Clone, Copy)]
pub struct Folding<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body of the op.
    pub body: &'a Body,
    /// What the dialect of the module says of it: see [`Config::facts`].
    pub facts: u64,
}

impl Folding<'_> {
    /// The attribute of a constant: of a result of an op with [`Traits::CONSTANT_LIKE`].
    pub fn constant(&self, value: Value) -> Option<Attribute> {
        constant_of(self.ctx, self.body, value)
    }
}

/// Finds what the op's result equals. The op is not changed.
pub type FoldFn = fn(Folding<'_>, Op) -> Option<Folded>;

/// Changes the op, or what is around it; false if nothing was done. The op may be erased afterwards.
pub type RewriteFn = fn(&mut Rewriter<'_>, Op) -> bool;

/// The attribute of a constant: of a result of an op with [`Traits::CONSTANT_LIKE`].
pub fn constant_of(ctx: &Context, body: &Body, value: Value) -> Option<Attribute> {
    let op = body.defining_op(value)?;
    let def = ctx.registry().op(body.def(op));
    if !def.traits.contains(Traits::CONSTANT_LIKE) {
        return None;
    }
    Attribute::from_raw(*body.slots(op).first()?)
}

/// Which of [`Traits::PURE`], [`Traits::READS`] and [`Traits::WRITES`] hold for an op. None: its effects
/// are unknown.
pub fn effects(ctx: &Context, body: &Body, op: Op) -> Traits {
    let def = ctx.registry().op(body.def(op));
    let all = Traits::PURE | Traits::READS | Traits::WRITES;
    match def.effects {
        Some(effects) => effects(ctx, body, op) & all,
        None => def.traits & all,
    }
}

/// Whether an op may go if none of its results is used: it has no effect but to compute them.
pub fn is_removable(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = ctx.registry().op(body.def(op));
    if def.traits.intersects(Traits::TERMINATOR | Traits::SYMBOL | Traits::ISOLATED) {
        return false;
    }
    let effects = effects(ctx, body, op);
    effects.intersects(Traits::PURE | Traits::READS) && !effects.contains(Traits::WRITES)
}

/// Whether an op may go now: it is removable, and none of its results is used.
pub fn is_dead(ctx: &Context, body: &Body, op: Op) -> bool {
    // Constructs may have many results.
    let (mut results, unused) = (body.results(op), |value: Value| !body.has_uses(value));
    results.next().is_none_or(unused) && is_removable(ctx, body, op) && results.all(unused)
}
