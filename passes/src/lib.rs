#![forbid(unsafe_code)]
//! Pass infrastructure: passes, pipelines and the pass manager
//!
//! A [`PassInfo`] describes a pass as data: its name, its effect, its options and its constructor. A [`Registry`]
//! holds the passes that a pipeline may name; an embedding program adds its own. A [`Pipeline`] is built by hand or
//! parsed from MLIR's syntax, `spv.module(spv.func(canonicalize, cse), symbol-dce)`. [`run`] executes a pipeline.
//!
//! A function pass ([`FunctionPass`]) changes the body of one function and may read the module around it. Function
//! passes over different functions run in parallel. A module pass ([`ModulePass`]) changes one `spv.module` and
//! everything in it. A function pass in a pipeline for modules runs on all functions of the module.
//!
//! The crate has no global state. The caller provides the threads through an [`Executor`].

pub mod analyses;
pub use spv_ir::executor;
pub mod flow;
pub mod limits;
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
pub use manager::{Failure, RunOptions, Verify, run, run_completed};
pub use observe::{Event, Observer, Subject};
pub use options::{OptionError, OptionInfo, OptionValues};
pub use pass::{ControlFlow, Function, FunctionPass, ModulePass, PassInfo, SpvModule, Work};
pub use pipeline::Pipeline;
pub use registry::Registry;
pub use support::debug::location_symbols;
