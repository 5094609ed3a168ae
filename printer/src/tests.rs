//! Tests with a tiny dialect, built by hand, and against `mlir-opt-14` where it is installed.

mod against_mlir;
mod custom;
mod dialect;
mod names;
mod types;
