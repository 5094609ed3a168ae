//! The tables of the grammar, and what `generate --typed` makes of them and the overlay: typed names, builders and views.

// An instruction has as many arguments as the grammar gives it.
#[allow(clippy::too_many_arguments)]
pub mod builders;
pub mod signatures;
pub mod typed_enums;
// TOSA has an instruction CAST.
#[allow(clippy::self_named_constructors)]
pub mod views;

pub use spv_asm::generated::{enums, extinst, opcodes, ops, values};
