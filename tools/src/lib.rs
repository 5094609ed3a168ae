#![forbid(unsafe_code)]
//! Tools that take a whole module: what a program asks of a module beyond reading, optimizing and writing it.
//!
//! | module | result |
//! |---|---|
//! | [`reduce`] | a smaller module that a test still accepts |
//! | [`reflect`] | the interface of a module: entry points, resources with the layout of their types, constants |
//! | `batch` (feature `batch`) | a pipeline on many modules, with a cache, in shards, continued where it was interrupted |
//! | `diff` (feature `diff`) | what two modules differ in, as a readable text |
//! | [`link`] | one module of several, imports bound to exports |
//! | [`split`] | one module for each entry point |
//! | [`stat`] | numbers of instructions, types, constants and blocks, nesting, bytes by section |
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
