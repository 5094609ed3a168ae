//! Assembly as a binary, with mistakes as diagnostics.

use spv_ir::{Diagnostics, Place};

/// Does what [`spv_asm::assemble`] does.
///
/// # Errors
/// What is wrong, in each instruction; the places are byte ranges of the text.
pub fn assemble(text: &str) -> Result<Vec<u32>, Diagnostics> {
    spv_asm::assemble(text).map_err(|errors| {
        let mut diagnostics = Diagnostics::default();
        for error in errors.list {
            diagnostics.error(Place::Text(error.span), error.message);
        }
        diagnostics
    })
}
