//! Checks that item names are descriptive, and that source files and documents contain no conflict markers

use spv_tests::sources::{CRATES, files, root};
use std::path::PathBuf;

/// Item names that are forbidden because they are not descriptive, each with suggestions.
const NAMES: &[(&str, &str)] = &[
    ("usual", "the fast path, by what it does"),
    ("plain", "the generic path, by what it does"),
    ("known", "what is known: constant, lattice value, cached"),
    ("made", "what was created"),
    ("twice", "what is repeated"),
    ("similar", "what is compared"),
    ("odd", "what is special"),
    ("side", "annotations, operand, arm"),
    ("sides", "annotations, operands, arms"),
    ("turn", "iteration"),
    ("turns", "trip count"),
    ("marks", "layout hints"),
    ("route", "live-out value"),
    ("routes", "live-out values"),
    ("home", "parent region, defining block"),
    ("mention", "reference"),
    ("mentions", "references"),
    ("way", "control-flow path"),
    ("ways", "control-flow paths"),
];

/// Keywords that can precede the name of an item.
const ITEMS: [&str; 7] = ["fn ", "struct ", "enum ", "trait ", "type ", "mod ", "static "];

/// Directories outside of the crates that contain source files and documents.
const DIRS: [&str; 3] = ["bindings", "tests", "docs"];

/// Returns the paths of the source files and documents in the given directories.
fn texts<'a>(directories: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let is_text = |path: &PathBuf| {
        path.extension().is_some_and(|e| e == "rs" || e == "md") && !path.ends_with("vocabulary.rs")
    };
    directories.flat_map(|directory| files(&root().join(directory), &[])).filter(is_text).collect()
}

#[test]
fn no_merge_is_undecided() {
    let mut list = texts(CRATES.into_iter().chain(DIRS));
    list.extend(["README.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let has_marker = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("it is a text");
        text.lines().any(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> "))
    };
    let found: Vec<PathBuf> = list.into_iter().filter(has_marker).collect();
    assert!(found.is_empty(), "conflict markers in {found:?}");
}

/// Returns whether a line of code declares an item with the given name, ignoring case.
fn introduces(code: &str, name: &str) -> bool {
    ITEMS.iter().filter_map(|item| code.split_once(item)).any(|(before, after)| {
        let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
        before.split(' ').all(|word| {
            word.is_empty() || ["pub", "const", "unsafe"].contains(&word) || word.starts_with("pub(")
        }) && after[..end].eq_ignore_ascii_case(name)
    })
}

#[test]
fn items_are_named_by_what_they_are() {
    let list = texts(CRATES.into_iter().chain(["bindings"]));
    let mut found = Vec::new();
    for path in list.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(&path).expect("it is a text");
        for (number, line) in text.lines().enumerate() {
            for (name, instead) in NAMES.iter().filter(|(name, _)| introduces(line.trim_start(), name)) {
                found.push(format!("{}:{}: `{name}`: name {instead}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "a name says what the thing is\n{}", found.join("\n"));
    assert!(introduces("pub(crate) struct Known {", "known") && !introduces("fn known_type()", "known"));
}
