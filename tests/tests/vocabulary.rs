//! Vocabulary of comments and documents. They use the field's standard terms (docs/glossary.md) instead of the phrases
//! below, and contain no conflict markers.

use spv_tests::sources::{CRATES, files, root};
use std::path::PathBuf;

/// Forbidden phrases with their standard terms.
const PHRASES: &[(&str, &str)] = &[
    ("number of turns", "trip count"),
    ("each turn", "each iteration"),
    ("stands behind", "follows"),
    ("stand behind", "follow"),
    ("stands in front", "precedes"),
    ("in front of", "before"),
    ("nothing leads", "unreachable"),
    ("nothing reaches", "unreachable"),
    ("taken away", "removed"),
    ("takes away", "removes"),
    ("made of", "composed of, elements"),
    ("the short way", "fast path"),
    ("the long way", "generic path"),
    ("cannot be foreseen", "unpredictable"),
    ("wrong guess", "misprediction"),
    ("is sound", "is valid"),
    ("are sound", "are valid"),
    ("met before", "memoized, interned"),
    ("like before", "cache"),
    ("told of", "notified of"),
    ("hears of", "observes"),
    ("heard of", "visible to"),
    ("at hand", "current, available"),
    ("goes on", "continues"),
    ("what stands", "what is"),
];

/// Forbidden names of items, which describe nothing, with better names.
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

/// Keywords before the name of an item.
const ITEMS: [&str; 7] = ["fn ", "struct ", "enum ", "trait ", "type ", "mod ", "static "];

/// Folders with comments and documents besides the crates.
const FOLDERS: [&str; 3] = ["bindings", "tests", "docs"];

/// Returns the sources and documents below some folders.
fn texts<'a>(folders: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let is_text = |path: &PathBuf| {
        path.extension().is_some_and(|e| e == "rs" || e == "md") && !path.ends_with("vocabulary.rs")
    };
    folders.flat_map(|folder| files(&root().join(folder), &[])).filter(is_text).collect()
}

/// Returns whether a phrase occurs in a text as whole words.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase).any(|(at, _)| {
        is_end(text[..at].chars().next_back()) && is_end(text[at + phrase.len()..].chars().next())
    })
}

#[test]
fn comments_and_documents_use_standard_terms() {
    let mut list = texts(CRATES.into_iter().chain(FOLDERS));
    list.extend(["README.md", "CHANGELOG.md"].map(|name| root().join(name)));
    let mut found = Vec::new();
    for path in list {
        let text = std::fs::read_to_string(&path).expect("it is a text");
        // The table of passes is generated from code.
        if path.ends_with("docs/passes.md") {
            continue;
        }
        let is_code = path.extension().is_some_and(|e| e == "rs");
        for (number, line) in text.lines().enumerate() {
            if line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ") {
                found.push(format!("{}:{}: a conflict of a merge", path.display(), number + 1));
            }
            let prose = if is_code { line.split_once("//").map_or("", |(_, comment)| comment) } else { line };
            let prose = prose.to_lowercase();
            for (phrase, term) in PHRASES.iter().filter(|(phrase, _)| has_phrase(&prose, phrase)) {
                found.push(format!("{}:{}: `{phrase}`: {term}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "use the standard term\n{}", found.join("\n"));
}

/// Returns whether a line of code declares an item of a name, ignoring case.
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
