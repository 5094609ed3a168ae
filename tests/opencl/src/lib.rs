//! Runs kernels on the installed OpenCL runtimes, before and after passes
//!
//! A [`Job`] is a module with the name, sizes and arguments of a kernel launch. A [`Runner`] runs jobs in a child
//! process (`src/bin/run_jobs.rs`) with a time limit, because runtimes can crash or hang. It replaces a child that has
//! crashed or hung. The OpenCL loader is opened at run time, so that this crate builds without a loader. The module
//! [`kernels`] reads kernels from files.

pub mod job;
pub mod kernels;
pub mod runner;
#[allow(unsafe_code)]
pub mod runtime;
pub mod signature;
pub mod support;

pub use job::{Argument, Job};
pub use runner::Runner;
