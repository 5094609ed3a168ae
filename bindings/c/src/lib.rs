//! spv-opt for C and C++. The header is `include/spv_opt.h`, generated from this crate; docs/bindings.md is the guide.
//!
//! # Rules of the interface
//!
//! - Functions return a [`status::Status`]. Where it is not `OK`, results are not written, and `errors`, unless null,
//!   receives diagnostics that the caller frees. Where it is `OK`, `errors` is not written.
//! - What a function returns by an `out` parameter belongs to the caller, who frees it with the function of its type,
//!   once. Freeing null does nothing.
//! - Strings that are passed in are UTF-8 and end with a zero byte. They and all other inputs are only read during the call.
//! - A session may be used by several threads at a time. A module, diagnostics and what they return may move between
//!   threads, but are used by one at a time.
//! - Null where no null is allowed is an error, not undefined behaviour. Dangling pointers and wrong lengths are undefined.
//! - Handles of ops, regions, blocks and values are numbers, which are not freed. A stale one, after passes have run, one of
//!   another module, and one that was made up are errors.
//! - No panic crosses the border: it is the status `INTERNAL_ERROR`. A module that was being changed then refuses all
//!   further operations.
#![allow(clippy::missing_safety_doc, reason = "the rules above hold for all functions")]

pub mod buffers;
pub mod diagnostics;
pub mod handles;
pub mod module;
pub mod ops;
pub mod session;
pub mod status;
mod strings;
