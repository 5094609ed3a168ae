//! Runs kernels on the installed OpenCL runtimes, before and after passes.
//!
//! A [`Job`] is a module with a kernel, its range and arguments. Runtimes can crash or hang on a module. A [`Runner`]
//! therefore runs jobs in a child process (`src/bin/run_jobs.rs`) with a time limit, and replaces a lost child. The
//! loader is opened at run time, so that this crate builds without a loader. [`kernels`] reads kernels from files.

pub mod job;
pub mod kernels;
pub mod runner;
#[allow(unsafe_code)]
pub mod runtime;
pub mod signature;
pub mod support;

pub use job::{Argument, Job};
pub use runner::Runner;
