//! Checks that only the builder gives public mutable access to a body

use std::fs;
use std::path::{Path, PathBuf};

fn sources(directory: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the directory is there") {
        let path = entry.expect("it can be read").path();
        match path.is_dir() {
            true => sources(&path, list),
            false => list.push(path),
        }
    }
}

/// Returns the lines of the items that begin with `head`.
fn items<'t>(text: &'t str, head: &str) -> impl Iterator<Item = &'t str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        inside = (inside || line.starts_with(head)) && *line != "}";
        inside
    })
}

#[test]
fn only_the_builder_changes_a_body() {
    let mut list = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut list);
    let mut methods = 0;
    for path in list {
        let text = fs::read_to_string(&path).expect("it is text");
        for line in items(&text, "impl Body {") {
            methods += usize::from(line.contains("    pub fn "));
            assert!(!(line.contains(" pub fn ") && line.contains("&mut self")), "{}: {line}", path.display());
        }
        for line in items(&text, "pub struct Body {") {
            assert!(!line.starts_with("    pub "), "{}: {line}", path.display());
        }
    }
    assert!(methods > 50, "{methods} methods of Body were found");
}
