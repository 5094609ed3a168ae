#![forbid(unsafe_code)]
//! The `spv` dialect: SPIR-V's instructions, enumerations and extended instruction sets as data
//!
//! The program `generate` (in `src/bin/generate`) writes [`generated`] from the machine-readable grammar. Tables that
//! do not depend on the IR are in the crate `spv-asm`. The module [`overlay`] has hand-written properties that the
//! grammar lacks.

pub mod attributes;
pub mod availability;
pub mod control;
pub mod describe;
pub mod dialect;
pub mod emit;
pub mod fold;
pub mod generated;
pub mod llvm;
pub mod overlay;
pub mod spv;
pub mod structure;
pub mod text;
pub mod typed;
pub mod types;
pub mod verify;

pub use attributes::{blocks, decorations};
pub use availability::{sections, vce};
pub use dialect::{context, registry};
pub use generated::opcodes as op;
pub use overlay::effects;
pub use spv_asm::{NEWEST_VERSION, OLDEST_VERSION, sets, table};
pub use types::{layout, narrow_integers};
