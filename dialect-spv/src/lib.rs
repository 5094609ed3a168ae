#![forbid(unsafe_code)]
//! The `spv` dialect: SPIR-V's instructions, enumerations and extended instruction sets as data.
//!
//! The program `generate` (in `src/bin/generate`) writes [`generated`] from the machine-readable grammar. Tables that
//! need no IR go into the crate `spv-asm`. [`overlay`] adds by hand the facts that the grammar lacks.

pub mod asm;
pub mod attributes;
pub mod availability;
pub mod blocks;
pub mod control;
pub mod decorations;
pub mod describe;
pub mod dialect;
pub mod effects;
pub mod fold;
pub mod generated;
pub mod layout;
pub mod llvm;
pub mod narrow_integers;
pub mod overlay;
pub mod sections;
pub mod spv;
pub mod structure;
pub mod typed;
pub mod types;
pub mod vce;
pub mod verify;

pub use dialect::{context, registry};
pub use generated::opcodes as op;
pub use spv_asm::{sets, table};
