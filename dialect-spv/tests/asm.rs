//! The hand-written text: what is read prints the same, older spellings become the canonical one,
//! errors point at what is wrong.

use spv_ir::{Context, Module};
use spv_printer::Options;
use std::sync::Arc;

/// Reads a text; errors are a test's failure.
fn read(text: &str) -> Module {
    match spv_parser::parse(text, spv_dialect::context()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    }
}

/// The text again, in the lossless or the strict form.
fn print(module: &Module, compat: bool) -> String {
    let options = Options { compat: compat.then_some(14), ..Options::default() };
    spv_printer::print(module, &options)
}

/// `text` and what it prints as.
fn assert_text(text: &str, expected: &str) {
    let module = read(text);
    assert_eq!(print(&module, false), expected);
}
