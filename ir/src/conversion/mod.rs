//! Dialect conversion: replaces ops that a target does not allow by ops that it allows, and converts types on the way.
//!
//! | part | what it says |
//! |---|---|
//! | [`Target`] | which ops are legal |
//! | [`TypeConverter`] | what becomes of each type |
//! | [`Pattern`] | how one op is replaced; its operands are converted already |
//! | [`Conversion`] | all of it, and the [`Mode`] |
//!
//! [`Conversion::run`] works on a copy of the body, which takes the place of the body at the end: where it fails, the body
//! is as it was. Ops are visited once, an op before what is nested in it. A pattern's new ops are legalized right after
//! it, to a bounded depth; where that is impossible the pattern is undone and the next one tried. Bodies that are nested in
//! the body follow when all its ops were visited, side by side where the [`Environment`] can be forked.
//!
//! Values of other types are bridged by `builtin.unrealized_conversion_cast`. At the end pairs of casts that cancel are
//! removed; with [`Mode::Full`] one that is left is an error.

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
pub use target::{Legality, Target};
pub use type_converter::{TypeConverter, TypeResult};

use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::handles::OpDefId;

/// What patterns of one conversion know beyond the op, and what they collect.
pub trait Environment: Send {
    /// One like this, to convert the body of an isolated op beside others: with what is known, but without what was
    /// collected. `None` where bodies have to be converted one after the other, with this one.
    fn fork(&mut self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Takes over what a fork collected, which has left the body: in the order in which the forks were made.
    fn join(&mut self, _ctx: &Context, _fork: Self, _body: &mut Body)
    where
        Self: Sized,
    {
    }

    /// The body of an isolated op is about to be converted; the op is in `around`.
    fn enter(&mut self, _ctx: &Context, _around: &Body, _op: Op) {}

    /// The body of an isolated op of this definition was converted.
    ///
    /// # Errors
    /// Why the result cannot be completed.
    fn leave(&mut self, _ctx: &Context, _owner: OpDefId, _body: &mut Body) -> Result<(), String> {
        Ok(())
    }
}

impl Environment for () {
    fn fork(&mut self) -> Option<()> {
        Some(())
    }
}
