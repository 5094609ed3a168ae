//! Printer tests with a small hand-built dialect
//!
//! Some compare the output with `mlir-opt-14`, if installed.

mod against_mlir;
mod custom;
mod dialect;
mod names;
mod types;
