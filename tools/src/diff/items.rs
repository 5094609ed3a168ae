//! Splits printed MLIR into top-level definitions

use super::names::{base, is_name, structure, tokens};

/// A top-level definition in printed MLIR: its lines without their common indentation.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub lines: Vec<String>,
    /// Op name or `type`, followed by the defined name without its numeric suffix. `None` if the definition has no
    /// name.
    pub key: Option<String>,
    /// The symbol or type alias that this definition defines, if any.
    pub name: Option<String>,
    /// Name of the function to which an entry point refers; `None` for other definitions.
    pub entry: Option<String>,
    /// The lines without value names and without numeric suffixes of other names.
    pub structure: Vec<String>,
}

impl Item {
    /// Returns whether the definition is a function.
    pub fn is_function(&self) -> bool {
        self.structure.first().is_some_and(|first| first.starts_with("spv.func "))
    }
}

/// Indentation of module-level ops in printed MLIR.
const INDENT: &str = "    ";

/// Splits a printed module into its definitions, in order: type aliases, the module header, module-level ops.
pub(super) fn items(text: &str) -> Vec<Item> {
    let mut list: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        // The comment that lists the predecessors is removed, because it follows from the branches.
        let line = line.split_once(":  // ").map_or(line, |(line, _)| line);
        // Attributes of the module are removed, because most of them are layout hints.
        let is_head = line.trim_start().starts_with("spv.module ");
        let line = line.split_once(" attributes {").filter(|_| is_head).map_or(line, |(line, _)| line);
        let inner = line.strip_prefix(INDENT);
        let continues = inner.is_some_and(|inner| inner.starts_with([' ', '}', '^']));
        match (inner, list.last_mut()) {
            (Some(inner), Some(item)) if continues => item.push(inner.to_owned()),
            (Some(inner), _) => list.push(vec![inner.to_owned()]),
            // Lines that only open or close a module carry no information.
            (None, _) if line.trim() == "}" || line.trim() == "module {" => {}
            (None, _) => list.push(vec![line.trim().to_owned()]),
        }
    }
    list.into_iter().map(item).collect()
}

/// Returns whether a line copies a constant or takes the address of a symbol. The order of these lines at the top of a
/// function does not matter.
fn is_copy(line: &str) -> bool {
    const COPIES: [&str; 4] =
        [" = spv.Constant ", " = spv.mlir.addressof ", " = spv.mlir.referenceof ", " = spv.Undef "];
    COPIES.iter().any(|op| line.contains(op))
}

fn item(mut lines: Vec<String>) -> Item {
    let is_variable = |line: &str| line.contains(" = spv.Variable ");
    let is_top = |line: &&String| is_copy(line) || is_variable(line);
    // The label of the entry block may come first.
    let start = lines.iter().take(3).position(|line| is_top(&line)).unwrap_or(lines.len());
    let count = lines.iter().skip(start).take_while(is_top).count();
    if let Some(top) = lines.get_mut(start..start + count).filter(|_| start > 0) {
        // Sorts constants and addresses by structure. Variables follow in their original order.
        top.sort_by_cached_key(|line| {
            if is_variable(line) { (true, String::new()) } else { (false, structure(line)) }
        });
    }
    let first = lines.first().map_or("", String::as_str);
    let word = first.split([' ', '(']).next().unwrap_or("");
    let name = tokens(first).into_iter().find(|token| is_name(token) && !token.starts_with('%'));
    // Entry points and execution modes reference symbols without defining any.
    let is_definition = !matches!(word, "spv.EntryPoint" | "spv.ExecutionMode" | "spv.ExecutionModeId");
    let entry = name.filter(|_| word == "spv.EntryPoint").map(str::to_owned);
    let name = name.filter(|_| is_definition && word != "spv.module").map(str::to_owned);
    let kind = if word.starts_with('!') { "type" } else { word };
    let key = match &name {
        Some(name) if base(name)[1..].trim_start_matches('"') != "_" => {
            Some(format!("{kind} {}", base(name)))
        }
        None if word == "spv.module" => Some(word.to_owned()),
        _ => entry.as_deref().and_then(|function| entry_key(first, function)),
    };
    let structure = lines.iter().map(|line| structure(line)).collect();
    Item { lines, key, name, entry, structure }
}

/// Returns the key of an entry point, which consists of its execution model and name. Returns `None` if the line is
/// malformed.
fn entry_key(line: &str, function: &str) -> Option<String> {
    let model = line.split('"').nth(1)?;
    let stated = line.split_once(" name(\"").and_then(|(_, after)| after.split_once('"'));
    let name = stated.map_or(function.trim_start_matches('@').trim_matches('"'), |(name, _)| name);
    Some(format!("spv.EntryPoint {model} {name}"))
}
