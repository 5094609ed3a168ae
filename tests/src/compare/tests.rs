mod asm;
mod control;
mod corpus;
mod debug;
mod fallback;
mod fuzz;
mod module;

use super::*;
use asm::assemble;

/// Applies textual replacements (old, new) to `text`. Each must match exactly once.
fn edit(text: &str, edits: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (from, to) in edits {
        assert_eq!(text.matches(from).count(), 1, "`{from}` is not there once");
        text = text.replace(from, to);
    }
    text
}

fn differences(input: &str, output: &str) -> Vec<Difference> {
    let report = report(&assemble(input), &assemble(output), false);
    assert_eq!(report.fallback, None);
    report.differences
}

/// Asserts that the comparison finds no difference between the original and the edited module.
fn same(text: &str, edits: &[(&str, &str)]) {
    let found = differences(text, &edit(text, edits));
    assert!(found.is_empty(), "{edits:?}: {}", show(&found));
}

/// Asserts that the comparison finds a difference in both directions, with a message that contains `what`.
fn different(text: &str, edits: &[(&str, &str)], what: &str) {
    let edited = edit(text, edits);
    let found = differences(text, &edited);
    assert!(!found.is_empty(), "{edits:?}: no difference found");
    assert!(show(&found).contains(what), "{edits:?}: {what}? {}", show(&found));
    assert!(!differences(&edited, text).is_empty(), "{edits:?}: no difference found backwards");
}

fn show(differences: &[Difference]) -> String {
    let lines: Vec<String> = differences.iter().map(|difference| format!("\n  {difference}")).collect();
    lines.concat()
}

fn differences_of(input: &[u32], output: &[u32]) -> String {
    compare(input, output).map_or_else(|found| show(&found), |()| String::new())
}
