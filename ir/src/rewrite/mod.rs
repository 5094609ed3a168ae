//! Rewriting: folds, patterns, and the greedy driver that applies them
//!
//! A fold computes a value or constant that is identical to the result of an op. A pattern ([`RewriteFn`]) modifies the
//! body through a [`Rewriter`], which maintains the worklist of [`greedy_driver::rewrite`] and the constants of the
//! body.

mod constants;
pub mod greedy_driver;
mod program_uses;
mod rewriter;
#[cfg(test)]
mod tests;
mod worklist;

pub use greedy_driver::{Config, Outcome, Patterns, uses_itself};
pub use program_uses::{
    debug_users, erase_debug_users, erase_unused, has_one_use, is_debug_info, is_used, program_uses,
};
pub use rewriter::{Listener, Rewriter};

use crate::attrs::Attribute;
use crate::body::Body;
use crate::context::Context;
use crate::dialect::Traits;
use crate::entity::{Op, Value};

/// The outcome of folding an op with a single result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// An existing value that dominates the op.
    Value(Value),
    /// A constant of the result's type, as an attribute for the dialect's constant op.
    Constant(Attribute),
}

/// The inputs of a fold, in addition to the op.
#[derive(Clone, Copy)]
pub struct Folding<'a> {
    /// Context of the body.
    pub ctx: &'a Context,
    /// Body that contains the op.
    pub body: &'a Body,
    /// Facts about the module (see [`Config::facts`]).
    pub facts: u64,
}

impl Folding<'_> {
    /// Returns the attribute of a value defined by an op with [`Traits::CONSTANT_LIKE`]; `None` for other values.
    pub fn constant(&self, value: Value) -> Option<Attribute> {
        constant_of(self.ctx, self.body, value)
    }
}

/// Function that returns a value or constant identical to the op's result, if any. Does not modify the op.
pub type FoldFn = fn(Folding<'_>, Op) -> Option<Folded>;

/// Function that rewrites the op and possibly nearby ops. Returns false if it changed nothing. It may erase the op.
pub type RewriteFn = fn(&mut Rewriter<'_>, Op) -> bool;

/// Returns the attribute of a value defined by an op with [`Traits::CONSTANT_LIKE`]; `None` for other values.
pub fn constant_of(ctx: &Context, body: &Body, value: Value) -> Option<Attribute> {
    let op = body.defining_op(value)?;
    let def = ctx.registry().op(body.def(op));
    if !def.traits.contains(Traits::CONSTANT_LIKE) {
        return None;
    }
    Attribute::from_raw(*body.slots(op).first()?)
}

/// Returns the subset of [`Traits::PURE`], [`Traits::READS`] and [`Traits::WRITES`] that applies to an op. An empty
/// set means that the effects are unknown.
pub fn effects(ctx: &Context, body: &Body, op: Op) -> Traits {
    let def = ctx.registry().op(body.def(op));
    let all = Traits::PURE | Traits::READS | Traits::WRITES;
    match def.effects {
        Some(effects) => effects(ctx, body, op) & all,
        None => def.traits & all,
    }
}

/// Returns whether an op can be erased as soon as the program no longer uses its results, because it has no other
/// effects.
pub fn is_removable(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = ctx.registry().op(body.def(op));
    if def.traits.intersects(Traits::TERMINATOR | Traits::SYMBOL | Traits::ISOLATED | Traits::DEBUG_INFO) {
        return false;
    }
    let effects = effects(ctx, body, op);
    effects.intersects(Traits::PURE | Traits::READS) && !effects.contains(Traits::WRITES)
}

/// Returns whether an op is removable and the program does not use its results. [`erase_unused`] erases dead ops.
pub fn is_dead(ctx: &Context, body: &Body, op: Op) -> bool {
    // Checks the first result before anything else, because constructs may have large numbers of results.
    let (mut results, unused) = (body.results(op), |value: Value| !is_used(ctx, body, value));
    results.next().is_none_or(unused) && is_removable(ctx, body, op) && results.all(unused)
}
