//! C and C++ interface of spv-opt
//!
//! The header `include/spv_opt.h` is generated from this crate. docs/bindings.md is the user guide.
//!
//! # Rules of the interface
//!
//! - Functions return a [`status::Status`]. If it is not `OK`, results are not written, and `errors`, unless null,
//!   receives diagnostics that the caller must free. If it is `OK`, `errors` is not written.
//! - The caller owns results returned through an `out` parameter and frees each once with the function for its type.
//!   Freeing null does nothing.
//! - String arguments are UTF-8 and end with a zero byte. All inputs are read only during the call.
//! - Several threads may use a session concurrently. A module, diagnostics and results derived from them may move
//!   between threads, but only one thread may use them at a time.
//! - Null for an argument that must not be null is an error, not undefined behavior. Dangling pointers and wrong
//!   lengths are undefined behavior.
//! - Handles of ops, regions, blocks and values are plain identifiers and are not freed. It is an error to use a stale
//!   handle after passes have run, a handle of another module, or a made-up handle.
//! - Panics do not cross the interface; they become the status `INTERNAL_ERROR`. A module that was being modified then
//!   rejects all further operations.
#![allow(clippy::missing_safety_doc, reason = "the rules above hold for all functions")]

pub mod buffers;
pub mod diagnostics;
pub mod handles;
pub mod module;
pub mod ops;
pub mod session;
pub mod status;
mod strings;
