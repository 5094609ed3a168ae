//! Runs kernels on the OpenCL runtimes that are there, before and after passes.
//!
//! A [`Job`] is a module with a kernel, its range and arguments. Runtimes can crash or hang on a module, so a [`Runner`] hands jobs
//! to a child process (`src/bin/run_jobs.rs`), waits for a limited time, and starts another one if the child is lost. The loader is
//! opened at run time, so that this builds where there is none. [`kernels`] reads kernels from files.

pub mod job;
pub mod kernels;
pub mod runner;
#[allow(unsafe_code)]
pub mod runtime;
pub mod signature;

pub use job::{Argument, Job};
pub use runner::Runner;
