#![forbid(unsafe_code)]
//! Tools that operate on whole modules, in addition to reading, optimizing and writing
//!
//! | module | result |
//! |---|---|
//! | [`reduce`] | a smaller module that a test still accepts |
//! | [`reflect`] | the interface of a module: entry points, resources with their type layouts, constants |
//! | `batch` (feature `batch`) | outputs of a pipeline for many modules, with a cache, shards and resumption |
//! | `diff` (feature `diff`) | a readable diff of two modules |
//! | [`link`] | a module linked from several, with imports bound to exports |
//! | [`split`] | a module for each entry point |
//! | [`stat`] | counts of instructions, types, constants and blocks, nesting depth, section sizes |
//!
//! With the feature `serde`, the results implement `serde::Serialize`.

#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "diff")]
pub mod diff;
pub mod link;
mod linkage;
mod module_ref;
pub mod reduce;
mod references;
pub mod reflect;
pub mod split;
pub mod stat;
mod workgroups;
