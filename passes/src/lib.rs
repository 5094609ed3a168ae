#![forbid(unsafe_code)]
//! Passes over modules: what a pass is, pipelines of them, and the manager that runs these.
//!
//! A pass is described by a [`PassInfo`], which is data: its name, what it does, its options, and how to
//! make one. A [`Registry`] holds the passes that a pipeline may name; an embedding program adds its own
//! to it. A [`Pipeline`] is built by hand or read from MLIR's syntax,
//! `spv.module(spv.func(canonicalize, cse), symbol-dce)`. [`run`] runs it.
//!
//! Two kinds of work exist. A function pass ([`FunctionPass`]) sees the body of one function, which it may
//! change, and the module around it, which it may only read: passes over different functions run at the
//! same time. A module pass ([`ModulePass`]) sees one `spv.module` with everything in it. A function pass
//! that is in a pipeline for modules runs on all functions of the module.
//!
//! Nothing here is global: threads are the [`Executor`]'s, which the caller brings.

pub mod analyses;
pub use spv_ir::executor;
pub mod flow;
pub mod limits;
pub mod local_refs;
mod manager;
pub mod observe;
pub mod options;
pub mod pass;
pub mod pipeline;
pub mod ranges;
pub mod registry;
mod support;
mod transforms;

pub use transforms::combine_modules::{Renamed, combine};
pub mod uniformity;

pub use analyses::{Analyses, Analysis};
pub use executor::{Executor, Inline, Threads};
pub use limits::Limits;
pub use manager::{Failure, RunOptions, Verify, run};
pub use observe::{Event, Observer, Subject};
pub use options::{OptionError, OptionInfo, OptionValues};
pub use pass::{Function, FunctionPass, ModulePass, PassInfo, SpvModule, Work};
pub use pipeline::Pipeline;
pub use registry::Registry;
pub use support::debug::location_symbols;
