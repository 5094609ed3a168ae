//! Mutations of the parameters of named attributes in MLIR text: `#spv.name<...>`

use super::code::any;
use super::text::{Kind, Token, closing, tokens};
use crate::r#gen::Rng;
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns the token index and name of each named attribute that has parameters.
fn named<'t>(text: &'t str, tokens: &[Token]) -> Vec<(usize, &'t str)> {
    let begins = |part: &[Token]| {
        let [mark, name, open] = part else { return None };
        let is_named = text[mark.range.clone()] == *"#"
            && mark.range.end == name.range.start
            && text[open.range.clone()] == *"<";
        is_named.then(|| (mark.range.start, &text[name.range.clone()]))
    };
    tokens.windows(3).filter_map(begins).collect()
}

/// Returns the names of all parameterized attributes in MLIR text.
pub(super) fn names(text: &str) -> BTreeSet<String> {
    named(text, &tokens(text)).into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// Changes a random attribute. All attribute names are chosen equally often, regardless of their number of occurrences.
/// Returns `None` if not applicable.
pub(super) fn change_any_attribute(text: &mut String, rng: &mut Rng) -> Option<()> {
    let names: Vec<String> = names(text).into_iter().collect();
    change_attribute(text, &any(&names, rng)?, rng)
}

/// Applies one to three changes to the parameters of an attribute named `name`. Returns `None` if a change is not
/// applicable.
pub(super) fn change_attribute(text: &mut String, name: &str, rng: &mut Rng) -> Option<()> {
    let all = named(text, &tokens(text));
    let starts: Vec<usize> = all.iter().filter(|(_, other)| *other == name).map(|(at, _)| *at).collect();
    let start = any(&starts, rng)?;
    for _ in 0..rng.pick(&[1, 1, 2, 3]) {
        let mut rest = text.split_off(start);
        change_parameter(&mut rest, rng);
        text.push_str(&rest);
    }
    Some(())
}

/// Returns the byte ranges of the comma-separated elements in a list. `open` is the token index of its opening bracket.
/// Returns `None` if the bracket is not closed.
fn elements(text: &str, tokens: &[Token], open: usize) -> Option<Vec<Range<usize>>> {
    let close = closing(text, tokens, open)?;
    let (mut list, mut at, mut first) = (Vec::new(), open + 1, open + 1);
    while at <= close {
        match &text[tokens[at].range.clone()] {
            "(" | "[" | "{" | "<" => at = closing(text, tokens, at)?,
            "," if at < close => {
                list.push(tokens[first].range.start..tokens[at].range.start);
                first = at + 1;
            }
            _ if at == close && first < close => {
                list.push(tokens[first].range.start..tokens[close - 1].range.end);
            }
            _ => {}
        }
        at += 1;
    }
    Some(list)
}

/// Parameter values for every kind of attribute, including extreme values.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "4294967295",
    "4294967296",
    "-9223372036854775808",
    "18446744073709551616",
    "1 : i64",
    "-1 : i32",
    "1 : i1",
    "1 : ui8",
    "1.5 : f32",
    "true",
    "unit",
    "none",
    "i32",
    "vector<4xf32>",
    "\"\"",
    "\"a b\"",
    "@x",
    "[]",
    "[1, 2, 3]",
    "[\"a\"]",
    "{}",
    "{x = 1 : i32}",
    "dense<1> : vector<3xi32>",
    "dense<1> : tensor<2xi64>",
    "v9.9",
    "Unknown",
    "x = 1",
    "x = unit",
    "\"a b\" = 1 : i8",
    "#spv.vce<v1.0, [], []>",
];

/// Changes the parameter list of the attribute at the start of `text`, or a list nested in it.
fn change_parameter(text: &mut String, rng: &mut Rng) -> Option<()> {
    let tokens = tokens(text);
    let is_open = |at: &usize| matches!(&text[tokens[*at].range.clone()], "(" | "[" | "{" | "<");
    let first = (0..tokens.len()).find(is_open)?;
    let close = closing(text, &tokens, first)?;
    let open = any(&(first..close).filter(is_open).collect::<Vec<_>>(), rng)?;
    let list = elements(text, &tokens, open)?;
    let chosen = any(&list, rng);
    match (rng.below(12), chosen) {
        (0 | 1, _) => {
            // Remove the brackets around the list. If the list belongs to a nested attribute, usually remove that
            // attribute's name, too.
            let end = tokens[closing(text, &tokens, open)?].range.clone();
            let begin = match tokens.get(open.wrapping_sub(2)).filter(|_| rng.chance(70)) {
                Some(mark) if open > first && text[mark.range.clone()] == *"#" => mark.range.start,
                _ => tokens[open].range.start,
            };
            text.replace_range(end, "");
            text.replace_range(begin..tokens[open].range.end, "");
        }
        (2, Some(element)) => {
            // Remove the element together with the comma after or before it.
            let after = text[element.end..].starts_with(',');
            let before = text[..element.start].trim_end().strip_suffix(',').map(str::len);
            let start = before.filter(|_| !after).unwrap_or(element.start);
            text.replace_range(start..element.end + usize::from(after), "");
        }
        (3, Some(element)) => {
            let copy = format!("{}, ", &text[element.clone()]);
            text.insert_str(element.start, &copy);
        }
        (4, Some(element)) => {
            let other = any(&list, rng)?;
            let (a, b) = if element.start < other.start { (element, other) } else { (other, element) };
            let (first, second) = (text[a.clone()].to_owned(), text[b.clone()].to_owned());
            text.replace_range(b, &first);
            text.replace_range(a, &second);
        }
        (5 | 6, Some(element)) => {
            // Remove or replace the value's type.
            let colons = element.start + text[element.clone()].find(" : ")?;
            let end = text[colons + 3..element.end]
                .find([',', ']', '}', '>'])
                .map_or(element.end, |n| colons + 3 + n);
            text.replace_range(
                colons..end,
                rng.pick(&["", "", " : i64", " : i32", " : i8", " : f32", " : index"]),
            );
        }
        (7, Some(element)) => {
            let numbers = tokens
                .iter()
                .filter(|token| token.kind == Kind::Number && element.contains(&token.range.start));
            let number = any(&numbers.map(|token| token.range.clone()).collect::<Vec<_>>(), rng)?;
            let new = match text[number.clone()].strip_prefix('-') {
                Some(rest) => rest.to_owned(),
                None if rng.chance(50) => format!("-{}", &text[number.clone()]),
                None => rng.pick(&VALUES[..6]).to_owned(),
            };
            text.replace_range(number, &new);
        }
        (8, Some(element)) => {
            let start = text[element.clone()].find(" = ").map_or(element.start, |at| element.start + at + 3);
            text.replace_range(start..element.end, rng.pick(VALUES));
        }
        (9, Some(element)) => {
            // Replace the element with an element of another list, which may belong to another kind of attribute.
            let opens: Vec<usize> = (first..close).filter(is_open).collect();
            let others = elements(text, &tokens, any(&opens, rng)?)?;
            let other = text[any(&others, rng)?].to_owned();
            text.replace_range(element, &other);
        }
        (10, Some(element)) => {
            let brackets = rng.pick(&[("[", "]"), ("{", "}"), ("<", ">"), ("(", ")")]);
            let start = text[element.clone()].find(" = ").map_or(element.start, |at| element.start + at + 3);
            text.insert_str(element.end, brackets.1);
            text.insert_str(start, brackets.0);
        }
        _ => {
            let end = tokens[open].range.end;
            let comma = if list.is_empty() { "" } else { ", " };
            text.insert_str(end, &format!("{}{comma}", rng.pick(VALUES)));
        }
    }
    Some(())
}
