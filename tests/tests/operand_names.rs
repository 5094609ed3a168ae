//! Checks that code refers to operands and attribute slots by name, not by literal index
//!
//! Code uses constants of views (`spv::Store::OBJECT`), constants of other dialects (`Global::slot(Global::ty)`), or
//! destructuring (`let [pointer, object] = body.first_operands(store)`).

use spv_tests::sources::{CRATES, files, root};

/// Functions that accept an operand or slot index, and lists that are indexed with one.
const TAKES_NUMBER: &[&str] = &[
    "operand(",
    "operand_type(",
    "operand_shape(",
    "storage_class(",
    "pointee(",
    "set_operand(",
    "slot(",
    "slot_attr(",
    "slot_type(",
    "slot_symbol(",
    "slot_array(",
    "slot_of(",
    "set_slot(",
    "one(",
    "operands[",
    "slots[",
];

/// Substrings of lines that may contain a literal index, with the reasons.
const ALLOWED: &[(&str, &str)] =
    &[("operand(self.ctx, named.decoration, 0,", "the only operand of a decoration, not of an op")];

/// Returns whether a line passes a literal index to a function in [`TAKES_NUMBER`], or indexes a list in it with a
/// literal.
fn has_number(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    TAKES_NUMBER.iter().any(|call| {
        code.match_indices(call).any(|(at, _)| {
            let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let arguments = code[at + call.len()..].split([')', ']']).next().unwrap_or_default();
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // The last argument of a setter is the new value, not an index.
            let count = arguments.split(',').count() - usize::from(call.starts_with("set_"));
            is_whole && arguments.split(',').take(count).any(|argument| is_number(argument.trim()))
        })
    })
}

#[test]
fn numbers_are_found() {
    for line in
        ["body.operand(op, 1)", "x.operand_type(0)?", "operands[0] = value;", "b.set_slot(op, 2, raw)"]
    {
        assert!(has_number(line), "{line}");
    }
    for line in [
        "body.operand(op, spv::Store::OBJECT)",
        "first_operand(op)",
        "operands[i]",
        "b.set_slot(op, NAME, 0)",
    ] {
        assert!(!has_number(line), "{line}");
    }
}

#[test]
fn operands_and_slots_have_names() {
    let skip = ["generate", "tests", "tests.rs", "testing.rs"];
    let list = CRATES.iter().flat_map(|name| files(&root().join(name).join("src"), &skip));
    let mut found = Vec::new();
    for path in list.filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(&path).expect("it is a text");
        // Tests at the end of a file may use literal indices.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let allowed = ALLOWED.iter().any(|(known, _)| line.contains(known));
            if has_number(line) && !allowed {
                found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "name the operand or slot\n{}", found.join("\n"));
}
