//! Rewriting: folds, patterns, and the greedy driver that applies them
//!
//! A fold computes a value or constant equal to an op's result. A pattern ([`RewriteFn`]) changes the graph through a
//! [`Rewriter`], which maintains the worklist of [`greedy_driver::rewrite`] and the constants of the body.

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

/// The outcome of a fold of an op with one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// An existing value that dominates the op.
    Value(Value),
    /// A constant of the result's type, as an attribute for the dialect's constant op.
    Constant(Attribute),
}

/// The inputs of a fold in addition to the op.
#[derive(Clone, Copy)]
pub struct Folding<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body of the op.
    pub body: &'a Body,
    /// Facts about the module: see [`Config::facts`].
    pub facts: u64,
}

impl Folding<'_> {
    /// Returns the attribute of a value defined by an op with [`Traits::CONSTANT_LIKE`].
    pub fn constant(&self, value: Value) -> Option<Attribute> {
        constant_of(self.ctx, self.body, value)
    }
}

/// Returns a value or constant that equals the op's result. Does not change the op.
pub type FoldFn = fn(Folding<'_>, Op) -> Option<Folded>;

/// Rewrites the op or its surroundings. Returns false if nothing changed. The op may be erased afterwards.
pub type RewriteFn = fn(&mut Rewriter<'_>, Op) -> bool;

/// Returns the attribute of a value defined by an op with [`Traits::CONSTANT_LIKE`].
pub fn constant_of(ctx: &Context, body: &Body, value: Value) -> Option<Attribute> {
    let op = body.defining_op(value)?;
    let def = ctx.registry().op(body.def(op));
    if !def.traits.contains(Traits::CONSTANT_LIKE) {
        return None;
    }
    Attribute::from_raw(*body.slots(op).first()?)
}

/// Returns the subset of [`Traits::PURE`], [`Traits::READS`] and [`Traits::WRITES`] that holds for an op. An empty set
/// means unknown effects.
pub fn effects(ctx: &Context, body: &Body, op: Op) -> Traits {
    let def = ctx.registry().op(body.def(op));
    let all = Traits::PURE | Traits::READS | Traits::WRITES;
    match def.effects {
        Some(effects) => effects(ctx, body, op) & all,
        None => def.traits & all,
    }
}

/// Returns whether an op can be erased once the program does not use its results, because it has no other effect.
pub fn is_removable(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = ctx.registry().op(body.def(op));
    if def.traits.intersects(Traits::TERMINATOR | Traits::SYMBOL | Traits::ISOLATED | Traits::DEBUG_INFO) {
        return false;
    }
    let effects = effects(ctx, body, op);
    effects.intersects(Traits::PURE | Traits::READS) && !effects.contains(Traits::WRITES)
}

/// Returns whether an op is removable and the program does not use its results. Erase it with [`erase_unused`].
pub fn is_dead(ctx: &Context, body: &Body, op: Op) -> bool {
    // Check the first result before anything else, because constructs may have many results.
    let (mut results, unused) = (body.results(op), |value: Value| !is_used(ctx, body, value));
    results.next().is_none_or(unused) && is_removable(ctx, body, op) && results.all(unused)
}
