//! Dialect conversion: replaces illegal ops with legal ops and converts types
//!
//! | type | meaning |
//! |---|---|
//! | [`ConversionTarget`] | the set of legal ops |
//! | [`TypeConverter`] | the type conversion rules |
//! | [`Pattern`] | replaces an op, given its converted operands |
//! | [`Conversion`] | a conversion: target, type converter, patterns and a [`Mode`] |
//!
//! [`Conversion::run`] works on a copy of the body and swaps it in at the end, so a failure leaves the body
//! unchanged. Each op is visited once, before its nested ops. The ops that a pattern creates are legalized
//! immediately, up to a depth limit. If legalization fails, the pattern is rolled back and the next pattern is tried.
//! Nested bodies are converted after all ops of the body have been visited, in parallel if the [`Environment`] can be
//! forked.
//!
//! `builtin.unrealized_conversion_cast` ops bridge values of different types. At the end, pairs of casts that cancel
//! out are removed. Any remaining cast is an error with [`Mode::Full`].

mod driver;
mod failure;
mod finish;
mod level;
mod nested_bodies;
mod pattern;
mod rewriter;
mod target;
#[cfg(test)]
mod tests;
mod type_converter;

pub use driver::{Conversion, Mode, Report};
pub use failure::Mismatch;
pub use pattern::{Converted, GuardFn, Operands, Pattern, PatternFn, Patterns};
pub use rewriter::ConversionRewriter;
pub use target::{ConversionTarget, Legality};
pub use type_converter::{TypeConverter, TypeResult};

use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::handles::OpDefId;

/// Inputs and results that the patterns of a conversion share.
pub trait Environment: Send {
    /// Returns an environment with the same inputs but no results, for converting a nested body in parallel. Returns
    /// `None` if this environment requires that bodies are converted sequentially.
    fn fork(&mut self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Merges the results of a fork. Called in the order in which the forks were created, after [`Self::leave`] of the
    /// fork.
    fn join(&mut self, _ctx: &Context, _fork: Self, _body: &mut Body)
    where
        Self: Sized,
    {
    }

    /// Prepares for converting the nested body of `op`, an isolated op in the body `around`.
    fn enter(&mut self, _ctx: &Context, _around: &Body, _op: Op) {}

    /// Finishes the converted nested body of an isolated op. `owner` is the op's definition.
    ///
    /// # Errors
    /// Returns the reason why the body cannot be finished.
    fn leave(&mut self, _ctx: &Context, _owner: OpDefId, _body: &mut Body) -> Result<(), String> {
        Ok(())
    }
}

impl Environment for () {
    fn fork(&mut self) -> Option<()> {
        Some(())
    }
}
