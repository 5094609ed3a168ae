//! Observers of a pipeline run, for IR printing, timing and progress

use spv_ir::{Body, Context, Diagnostics, Module, Op};
use std::time::Duration;

/// A pass and the IR that it runs on.
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// Name of the pass.
    pub pass: &'a str,
    /// Index of the pass in the pipeline.
    pub number: usize,
    /// The context of the IR.
    pub ctx: &'a Context,
    /// The IR that the pass runs on: the whole module, a function, or an `spv.module`.
    pub subject: Subject<'a>,
}

/// The IR that a pass runs on.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// The whole module.
    Module(&'a Module),
    /// A function or an `spv.module`. Its body is attached only if the observer requested it
    /// ([`Observer::needs_ir`]).
    Op {
        /// The body that contains the function or `spv.module` op.
        around: &'a Body,
        /// The function or `spv.module` op.
        op: Op,
    },
}

/// Receives the events of a pipeline run.
pub trait Observer: Sync {
    /// Returns whether the op of each event must have its body attached. If so, passes run serially, one pass
    /// over all functions at a time.
    fn needs_ir(&self) -> bool {
        false
    }

    /// Handles the event that a pass is about to run.
    fn before(&self, _event: Event<'_>) {}

    /// Handles the event that a pass has run. The flag is whether the pass may have changed the IR, and the duration is
    /// the time that it took.
    fn after(&self, _event: Event<'_>, _changed: bool, _time: Duration) {}

    /// Handles the event that a pass, or the verifier after it, has failed.
    fn failed(&self, _event: Event<'_>, _errors: &Diagnostics) {}
}
