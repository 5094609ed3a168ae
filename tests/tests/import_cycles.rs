//! Checks the import cycles between the files of a crate
//!
//! Cycles must be small, so that files can be read independently.

use regex::Regex;
use rustc_hash::FxHashMap;
use spv_tests::sources::{CRATES, files, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Maximum number of files in an import cycle.
const LARGEST: usize = 6;

/// Pattern that matches comments, which are removed before the search for imports.
static COMMENTS: LazyLock<Regex> = LazyLock::new(|| Regex::new("//.*").expect("it is valid"));
/// Pattern that matches `use` declarations.
static USES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*(?:pub(?:\([a-z]+\))? )?use ([^;]+);").expect("it is valid"));
/// Pattern that matches paths outside of `use` declarations.
static INLINE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:crate|super)(?:::\w+)+").expect("it is valid"));

/// Returns the source of each module in a directory, keyed by module path such as `["import", "ids"]`.
fn modules(directory: &Path) -> BTreeMap<Vec<String>, String> {
    let module = |file: PathBuf| {
        let path = file.strip_prefix(directory).ok()?.with_extension("");
        let mut names: Vec<String> = path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        if names.last().is_some_and(|name| ["lib", "main", "mod"].contains(&&**name)) {
            names.pop();
        }
        let is_source = file.extension().is_some_and(|e| e == "rs");
        is_source.then(|| (names, std::fs::read_to_string(&file).expect("it is a text")))
    };
    files(directory, &["bin", "tests", "tests.rs"]).into_iter().filter_map(module).collect()
}

/// Appends the paths of a nested import list such as `a::{b, c::{d, e}}` to `list`. Each path has the prefix `before`.
fn paths(imports: &str, before: &[String], list: &mut Vec<Vec<String>>) {
    let (mut depth, mut start) = (0, 0);
    let mut part = |text: &str| {
        let (head, inner) = text.split_once('{').map_or((text, None), |(head, inner)| (head, Some(inner)));
        let names = head.split("::").map(|name| name.split(" as ").next().unwrap_or(name).trim().to_owned());
        let path: Vec<String> = before.iter().cloned().chain(names.filter(|name| !name.is_empty())).collect();
        match inner.and_then(|inner| inner.rsplit_once('}')) {
            Some((inner, _)) => paths(inner, &path, list),
            None if path.len() > before.len() => list.push(path),
            None => {}
        }
    };
    for (at, c) in imports.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                part(&imports[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    part(&imports[start..]);
}

/// Returns the paths of the modules from which a module imports.
fn imports(module: &[String], text: &str, all: &BTreeMap<Vec<String>, String>) -> BTreeSet<Vec<String>> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = COMMENTS.replace_all(code, "");
    let mut list = Vec::new();
    USES.captures_iter(&code).for_each(|found| paths(&found[1], &[], &mut list));
    let rest = USES.replace_all(&code, "");
    list.extend(INLINE.find_iter(&rest).map(|found| found.as_str().split("::").map(str::to_owned).collect()));
    let absolute = list.into_iter().filter_map(|path: Vec<String>| {
        let supers = path.iter().take_while(|name| *name == "super").count();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "super" => Some([&module[..module.len().saturating_sub(supers)], &path[supers..]].concat()),
            "self" => Some([module, &path[1..]].concat()),
            _ => None,
        }
    });
    let of_module =
        |path: Vec<String>| (0..=path.len()).rev().map(|n| path[..n].to_vec()).find(|p| all.contains_key(p));
    absolute.filter_map(of_module).filter(|path| path != module).collect()
}

/// Returns, for each module, the indices of the modules from which it imports directly or indirectly.
fn reachable(edges: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let from = |start: usize| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(node) = open.pop() {
            open.extend(edges[node].iter().filter(|next| seen.insert(**next)));
        }
        seen
    };
    (0..edges.len()).map(from).collect()
}

#[test]
fn no_large_group_of_files_imports_itself() {
    for name in CRATES {
        let all = modules(&root().join(name).join("src"));
        let numbers: FxHashMap<&Vec<String>, usize> = all.keys().zip(0..).collect();
        let edges: Vec<BTreeSet<usize>> = all
            .iter()
            .map(|(module, text)| imports(module, text, &all).iter().map(|other| numbers[other]).collect())
            .collect();
        let reach = reachable(&edges);
        let names: Vec<String> = all.keys().map(|path| path.join("::")).collect();
        for node in 0..names.len() {
            let circle: Vec<&str> = (reach[node].iter().filter(|other| reach[**other].contains(&node)))
                .map(|other| names[*other].as_str())
                .collect();
            assert!(circle.len() <= LARGEST, "files of {name} import each other: {}", circle.join(", "));
        }
    }
}
