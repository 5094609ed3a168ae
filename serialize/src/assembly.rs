//! Assembles SPIR-V assembly to a binary and reports errors as diagnostics

use spv_asm::SyntaxErrors;
use spv_ir::{Diagnostics, Place};

/// Assembles `text` with [`spv_asm::assemble`].
///
/// # Errors
///
/// One diagnostic for each invalid instruction, located at its byte range in `text`.
pub fn assemble(text: &str) -> Result<Vec<u32>, Diagnostics> {
    spv_asm::assemble(text).map_err(diagnostics)
}

/// Assembles `text` with [`spv_asm::assemble_or`].
///
/// # Errors
/// The errors of [`assemble`].
pub fn assemble_or(text: &str, version: u32) -> Result<Vec<u32>, Diagnostics> {
    spv_asm::assemble_or(text, version).map_err(diagnostics)
}

fn diagnostics(errors: SyntaxErrors) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    for error in errors.list {
        diagnostics.error(Place::Text(error.span), error.message);
        error.advice.into_iter().for_each(|advice| diagnostics.note(Place::None, advice));
    }
    diagnostics
}
