//! `--test-spirv-roundtrip` and `--verify-roundtrip`: round trips through binary and MLIR text

use spv_opt::ir::{Diagnostic, Place};
use spv_opt::printer::{self, Options};
use spv_opt::{Context, Diagnostics, Module, parser};
use std::sync::Arc;

/// Exports a module, imports it again and verifies the result.
///
/// # Errors
/// The errors of export, import and the verifier.
pub fn through_binary(module: &Module) -> Result<Module, Diagnostics> {
    let words = spv_opt::export(module)?;
    let module = spv_opt::import(&module.ctx, &words)?;
    spv_opt::verify(&module)?;
    Ok(module)
}

/// Checks that the printed MLIR text of a module parses to the same module, by comparing generic forms. Parses in a new
/// context, so that the result depends only on the text.
///
/// # Errors
/// The text does not parse, or parses to a different module.
pub fn verify_text(
    module: &Module,
    options: &Options,
    reading: &parser::ParseOptions,
) -> Result<(), Diagnostics> {
    let options = Options { elide_larger: None, debug_info: false, ids: None, ..*options };
    let text = printer::print(module, &options);
    let fresh = Arc::new(Context::new(module.ctx.registry().clone()));
    let again = parser::parse(&text, reading, fresh).map_err(|errors| unread(&text, &errors))?;
    let generic = Options { generic: true, ..options };
    let (reference, read) = (printer::print(module, &generic), printer::print(&again, &generic));
    if reference == read { Ok(()) } else { Err(differs(&reference, &read)) }
}

/// Reports that the printed text does not parse. The parse errors become notes because they have no position in the
/// input.
fn unread(text: &str, errors: &Diagnostics) -> Diagnostics {
    let mut error = problem("failed to parse textual content back, cannot verify round-trip");
    for found in &errors.list {
        let line = match &found.place {
            Place::Text(range) => text.get(..range.start).map_or(0, |before| before.matches('\n').count()),
            _ => 0,
        };
        error = error.note(Place::None, found.message.clone());
        error = error.note(Place::None, format!("printed line: {}", nth(text, line).trim()));
    }
    Diagnostics { list: vec![error] }
}

fn differs(reference: &str, read: &str) -> Diagnostics {
    let line = reference.lines().zip(read.lines()).take_while(|(a, b)| a == b).count();
    let error = problem("round-tripped module differs from reference")
        .note(Place::None, format!("line {} in generic form: {}", line + 1, nth(reference, line).trim()))
        .note(Place::None, format!("after reading it back: {}", nth(read, line).trim()));
    Diagnostics { list: vec![error] }
}

fn problem(what: &str) -> Diagnostic {
    let advice = "this is a bug of spv-opt: please report it with the input";
    Diagnostic::error(Place::None, format!("'builtin.module' op {what}")).note(Place::None, advice)
}

/// Returns the line at an index, counted from 0.
fn nth(text: &str, line: usize) -> &str {
    text.lines().nth(line).unwrap_or("(nothing)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_the_same() {
        let reading = parser::ParseOptions::default();
        let module = |text: &str| parser::parse(text, &reading, spv_opt::context()).expect("it is right");
        let text = "spv.module Logical GLSL450 {\n  spv.GlobalVariable @g : !spv.ptr<i32, Private>\n}\n";
        assert!(verify_text(&module(text), &Options::default(), &reading).is_ok());
        // The printer's text cannot trigger these errors, so the test calls the functions directly.
        let said = |errors: Diagnostics| -> Vec<String> {
            errors.list.into_iter().flat_map(|e| e.notes).map(|note| note.1).collect()
        };
        assert_eq!(
            said(differs("a\nb\nc\n", "a\n b x\nc\n"))[1..],
            ["line 2 in generic form: b", "after reading it back: b x"]
        );
        let mut errors = Diagnostics::default();
        errors.error(Place::Text(3..4), "expected a type");
        assert_eq!(said(unread("a\nbc d\n", &errors))[1..], ["expected a type", "printed line: bc d"]);
    }
}
