#![forbid(unsafe_code)]
//! SPIR-V as tables: every instruction, enumeration and extended instruction set that the machine-readable grammar has.
//!
//! [`generated`] is written by `generate` (see `dialect-spv/src/bin/generate`).

pub mod generated;
pub mod sets;
pub mod table;
