//! Mutations of MLIR text that add calls
//!
//! The callees are functions that have neither parameters nor results, and copies of these functions that call each
//! other.

use super::code::any;
use super::text::line_starts;
use crate::r#gen::Rng;
use std::ops::Range;

/// A function without parameters or results, in MLIR text.
#[derive(Clone)]
struct Callable {
    name: String,
    /// Prefix of the function op's name. The call op must have the same prefix.
    dialect: &'static str,
    /// Range of the function's lines.
    lines: Range<usize>,
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the functions that are defined and have neither parameters nor results.
fn callables(lines: &[&str]) -> Vec<Callable> {
    let callable = |start: usize| {
        let line = lines[start];
        let dialect = ["spv", "spirv"].into_iter().find(|d| line.contains(&format!("{d}.func ")))?;
        let (_, rest) = line.split_once(".func ")?;
        let (name, _) = rest.split_once("() \"")?;
        let is_end = |other: &&str| other.trim() == "}" && indent(other) == indent(line);
        let length = lines[start..].iter().position(is_end).filter(|_| line.ends_with('{'))?;
        Some(Callable { name: name.to_owned(), dialect, lines: start..start + length + 1 })
    };
    (0..lines.len()).filter_map(callable).collect()
}

/// Inserts a call at the start of another function, or anywhere. Returns `None` if not applicable.
pub(super) fn insert_call(text: &mut String, rng: &mut Rng) -> Option<()> {
    let callee = any(&callables(&text.lines().collect::<Vec<_>>()), rng)?;
    let heads: Vec<usize> = text.match_indices(".func ").map(|(at, _)| at).collect();
    let after = if rng.chance(60) { rng.pick(&heads) } else { rng.pick(&line_starts(text)) };
    let end = text[after..].find('\n')?;
    text.insert_str(after + end + 1, &callee.call(&callee.name));
    Some(())
}

impl Callable {
    fn call(&self, name: &str) -> String {
        format!("{}.FunctionCall {name}() : () -> ()\n", self.dialect)
    }
}

/// Copies a function a few times. The function, or another function, calls the first copy, and each copy calls the next
/// one. Returns `None` if not applicable.
pub(super) fn nest_calls(text: &mut String, rng: &mut Rng) -> Option<()> {
    let mut lines: Vec<&str> = text.lines().collect();
    let all = callables(&lines);
    let source = any(&all, rng)?;
    let fresh = |n: &usize| !text.contains(&format!("@nested{n}("));
    let names: Vec<String> =
        (0..).filter(fresh).take(rng.range(1, 3)).map(|n| format!("@nested{n}")).collect();
    let calls: Vec<String> = names.iter().map(|name| source.call(name)).collect();
    // A position before the function's own code is chosen more often.
    let place = |function: &Callable, rng: &mut Rng| match rng.chance(40) {
        true => 1,
        false => rng.range(1, function.lines.len() - 1),
    };
    let mut copies = String::new();
    for (at, name) in names.iter().enumerate() {
        let mut copy: Vec<&str> = lines[source.lines.clone()].to_vec();
        let head = copy[0].replacen(&source.name, name, 1);
        copy[0] = &head;
        if let Some(call) = calls.get(at + 1) {
            copy.insert(place(&source, rng), call.trim_end());
        }
        copies += &(copy.join("\n") + "\n");
    }
    let caller = if rng.chance(70) { &source } else { &all[rng.below(all.len())] };
    let (call, copies) = (calls[0].trim_end(), copies.trim_end());
    let (caller, copied) = (
        caller.lines.start + place(caller, rng),
        if rng.chance(70) { source.lines.end } else { source.lines.start },
    );
    // Insert at the later line first, so that the earlier position remains valid.
    let mut inserted = [(caller, call), (copied, copies)];
    inserted.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    inserted.into_iter().for_each(|(at, line)| lines.insert(at, line));
    *text = lines.join("\n") + "\n";
    Some(())
}
