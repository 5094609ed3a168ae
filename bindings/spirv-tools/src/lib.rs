//! The C interface of SPIRV-Tools v2026.4, implemented by spv-opt
//!
//! # Rules of the interface
//!
//! - Functions, structs and enumerants are those of the header `spirv-tools/libspirv.h` of SPIRV-Tools. Programs that
//!   were compiled with that header run with this library. Users without that header can use
//!   `include/spirv-tools/libspirv.h`.
//! - Each object that a function creates is destroyed once, by the function of its type. Destroying null does nothing.
//! - A null pointer that is not allowed results in `SPV_ERROR_INVALID_POINTER`, or has no effect. Dangling pointers and
//!   wrong lengths are undefined behavior.
//! - Several threads may share a context, or options, if no thread modifies them. Only one thread at a time may use an
//!   optimizer.
//! - A panic does not cross the boundary: it becomes `SPV_ERROR_INTERNAL`, null or false.
#![allow(clippy::missing_safety_doc, reason = "all functions have the rules above")]

pub mod boundary;
pub mod context;
pub mod diagnostics;
pub mod optimizer;
pub mod options;
pub mod parse;
pub mod text;
pub mod types;
pub mod validate;
