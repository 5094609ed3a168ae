//! The tables of the grammar, and what `generate --typed` makes of them and the overlay: typed names and views. The builders are in the crate `spv-build`.

pub mod signatures;
pub mod typed_enums;
// TOSA has an instruction CAST.
#[allow(clippy::self_named_constructors)]
pub mod views;

pub use spv_asm::generated::{enums, extinst, opcodes, ops, values};
