//! Watching a pipeline run: printing the IR, timing, progress.

use spv_ir::{Body, Context, Diagnostics, Module, Op};
use std::time::Duration;

/// A pass, and what it works on.
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// The pass.
    pub pass: &'a str,
    /// Number of the pass in the pipeline.
    pub number: usize,
    /// The context.
    pub ctx: &'a Context,
    /// What the pass works on.
    pub subject: Subject<'a>,
}

/// What a pass works on.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// The whole module.
    Module(&'a Module),
    /// An op: a function, or a `spv.module`. Its body is in it only if the observer asked for it
    /// ([`Observer::needs_ir`]).
    Op {
        /// The body that the op is in.
        around: &'a Body,
        /// The op.
        op: Op,
    },
}

/// Is told what the manager does.
pub trait Observer: Sync {
    /// Whether the op of an event must have its body. Then nothing runs at the same time, and functions go
    /// through the passes one after the other.
    fn needs_ir(&self) -> bool {
        false
    }

    /// A pass is about to run.
    fn before(&self, _event: Event<'_>) {}

    /// A pass has run. `changed`: the body may differ.
    fn after(&self, _event: Event<'_>, _changed: bool, _time: Duration) {}

    /// A pass has failed, or the verifier after it.
    fn failed(&self, _event: Event<'_>, _errors: &Diagnostics) {}
}
