//! Checks that the tutorial matches its example's code and the messages that the example prints

#[path = "../../spv-opt/examples/shading_language.rs"]
mod shading_language;

const TUTORIAL: &str = include_str!("../../docs/tutorial.md");
const EXAMPLE: &str = include_str!("../../spv-opt/examples/shading_language.rs");
const SCENE: &str = include_str!("../../spv-opt/examples/scene.shade");

/// Returns the lines of all code blocks that begin with the line `fence`, without blank lines.
fn code(fence: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    for block in TUTORIAL.split(&format!("```{fence}\n")).skip(1) {
        let (block, _) = block.split_once("\n```").expect("a block has an end");
        lines.extend(block.lines().filter(|line| !line.is_empty()));
    }
    lines
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_code_is_that_of_the_example() {
    assert_eq!(code("rust,ignore"), lines(EXAMPLE));
    assert_eq!(code("text"), lines(SCENE));
}

/// Returns the code in a table cell, without the single or double backticks around it.
fn code_of(cell: &str) -> &str {
    match cell.strip_prefix("`` ").and_then(|cell| cell.strip_suffix(" ``")) {
        Some(code) => code,
        None => cell.trim_matches('`'),
    }
}

/// Checks the tutorial's table of errors. Each line of the table contains a change to the scene, and the first line of
/// the resulting error message.
#[test]
fn the_messages_are_those_of_the_example() {
    let (_, errors) = TUTORIAL.split_once("## Errors\n").expect("there is a section on errors");
    let (errors, _) = errors.split_once("\n## ").expect("there is a next section");
    let rows: Vec<&str> = errors.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 6, "{rows:?}");
    for row in rows {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").map(code_of).collect();
        let [from, to, expected] = cells[..] else { panic!("{row}") };
        assert!(SCENE.contains(from), "{from}");
        let changed = SCENE.replacen(from, to, 1);
        let message = shading_language::compile(&spv_opt::context(), "scene.shade", &changed);
        let message = message.err().unwrap_or_else(|| panic!("{to} is accepted"));
        assert_eq!(message.lines().next(), Some(expected), "{message}");
    }
}
