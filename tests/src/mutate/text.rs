//! Mutations of MLIR text and assembly

use super::attributes::change_any_attribute;
use super::calls::{insert_call, nest_calls};
use super::code::any;
use crate::r#gen::Rng;
use std::ops::Range;

/// The lexical class of a token. A token may replace another token of the same class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Value,
    Symbol,
    Type,
    Number,
    Block,
    Word,
    String,
    Mark,
}

pub(super) struct Token {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let (mut list, mut at) = (Vec::new(), 0);
    let word = |b: u8| b.is_ascii_alphanumeric() || b"_$.".contains(&b) || b >= 0x80;
    while at < bytes.len() {
        let start = at;
        let first = bytes[at];
        at += 1;
        if first.is_ascii_whitespace() {
            continue;
        }
        let kind = match first {
            b'"' => {
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
                Kind::String
            }
            b'%' => Kind::Value,
            b'@' => Kind::Symbol,
            b'!' => Kind::Type,
            b'^' => Kind::Block,
            b'0'..=b'9' | b'-' => Kind::Number,
            _ if word(first) => Kind::Word,
            _ => Kind::Mark,
        };
        if !matches!(kind, Kind::String | Kind::Mark) {
            while at < bytes.len() && word(bytes[at]) {
                at += 1;
            }
        }
        let kind = match (kind, &text.get(start..at)) {
            (Kind::Word, Some(word)) if is_type(word) => Kind::Type,
            (kind, _) => kind,
        };
        if text.get(start..at).is_some() {
            list.push(Token { range: start..at, kind });
        }
    }
    list
}

fn is_type(word: &str) -> bool {
    let digits = word.strip_prefix(['i', 'f']).or_else(|| word.strip_prefix("si"));
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
}

/// Applies one to three changes to `text`. Some changes copy a line or token from `other`.
pub(super) fn mutate(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.pick(&[1, 1, 1, 1, 2, 3]) {
        match rng.below(100) {
            0..8 => borrow(&mut text, other, rng),
            8..18 => insert_snippet(&mut text, rng),
            18..28 => change_entry(&mut text, rng),
            28..32 => change_signature(&mut text, rng),
            32..36 => move_border(&mut text, rng),
            36..38 => _ = insert_call(&mut text, rng),
            53..56 => _ = nest_calls(&mut text, rng),
            56..60 => _ = change_any_attribute(&mut text, rng),
            38..43 => move_line(&mut text, rng),
            43..46 => widen_construct(&mut text, rng),
            46..49 => fix_condition(&mut text, rng),
            49..53 => change_brackets(&mut text, rng),
            _ => change(&mut text, rng),
        }
    }
    text
}

/// Inserts a line of `other`, or replaces a token with a token of the same kind from `other`.
fn borrow(text: &mut String, other: &str, rng: &mut Rng) {
    if rng.chance(40) {
        let lines: Vec<&str> = other.lines().collect();
        let places: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        if let (false, false) = (lines.is_empty(), places.is_empty()) {
            let line = format!("{}\n", rng.pick(&lines));
            text.insert_str(rng.pick(&places), &line);
        }
        return;
    }
    let (own, others) = (tokens(text), tokens(other));
    let Some(Token { range, kind }) = own.get(rng.below(own.len().max(1))) else { return };
    let same: Vec<&Token> = others.iter().filter(|t| t.kind == *kind).collect();
    if let Some(token) = same.get(rng.below(same.len().max(1))) {
        text.replace_range(range.clone(), &other[token.range.clone()]);
    }
}

/// Text fragments that may occur in or after an op, a type or an attribute.
const SNIPPETS: &[&str] = &[
    " {i32 = 54321 : i32}",
    " {relaxed_precision}",
    " {no_contraction, x}",
    " {value = 1 : i32}",
    " {sym_name = \"f\"}",
    " {type = i32}",
    " {decorations = [\"a\"]}",
    " {x = [1, \"a\", @f, i32, unit, -1.5 : f16, dense<1> : vector<2xi32>, {y = true}]}",
    " {\"a b\" = unit, true = false, \"0\"}",
    " attributes {a, b = i32}",
    " attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}}",
    " loc(\"a.glsl\":1:2)",
    " loc(unknown)",
    " loc(\"x\"(\"a\":0:0))",
    " : i32",
    " : si64",
    " : !spv.ptr<i32, Function>",
    " -> i32",
    ", Block",
    ", stride=4",
    "[0, NonWritable, RelaxedPrecision]",
    " [4294967295]",
    " \"Volatile|Aligned\", 4",
    " bind(0, 0)",
    " built_in(\"FragCoord\")",
    " initializer(@x)",
    " spec_id(3)",
    " {}",
    " {\n}",
    " (",
    " -1",
    " 0x7FC00000 : f32",
    " dense<> : tensor<0xi32>",
    " #spv.vce<v1.6, [Shader, Kernel], [SPV_KHR_16bit_storage]>",
    " @\"a b\"",
    " %0#1",
    "\n^bb9:\n",
    "\nmodule\n",
    "\n\"builtin.module\"() : () -> ()\n",
    "\n\"spv.module\"() : () -> ()\n",
    "\n\"spv.func\"() {sym_name = \"h\", type = () -> (), function_control = \"None\"} : () -> ()\n",
    "\n%9 = \"spv.Constant\"() : () -> i32\n",
    "\n               OpNop\n",
    "\n               OpNoLine\n",
    "\n               OpSourceContinued \"a\"\n",
    "\n               OpName %1 \"0\"\n",
    "\n          %x = OpUndef %1\n",
    " !5",
    " | 1",
    " None",
    " \\",
    "; x",
    "\n\"spv.Unreachable\"() : () -> ()\n",
    "\nspv.mlir.selection {\n}\n",
    "\nspv.mlir.loop {\n}\n",
    "\nspv.mlir.merge\n",
    "\nspv.Undef : i32\n",
    "\nspv.module Logical GLSL450 {\n}\n",
];

/// Removes, renames or duplicates an entry of an attribute dictionary, or changes the entry's value.
fn change_entry(text: &mut String, rng: &mut Rng) {
    let entries: Vec<usize> = text.match_indices(" = ").map(|(at, _)| at).collect();
    let Some(equals) = any(&entries, rng) else { return };
    let start = text[..equals].rfind(['{', ',', '\n', '(']).map_or(0, |at| at + 1);
    let end = text[equals..].find([',', '}', '\n']).map_or(text.len(), |at| equals + at);
    match rng.below(5) {
        // Remove the entry together with the comma after it.
        0 | 1 => text.replace_range(start..end + usize::from(text[end..].starts_with(',')), ""),
        2 => {
            let copy = format!("{},", &text[start..end]);
            text.insert_str(start, &copy);
        }
        3 => {
            text.replace_range(start..equals, rng.pick(&["i32", "x", "value", "type", "sym_name", "\"a b\""]))
        }
        _ => text.replace_range(
            equals + 3..end,
            rng.pick(&["unit", "1 : i32", "\"a\"", "i32", "[]", "@f", "true", "1.5 : f32", "{}", "-1 : i64"]),
        ),
    }
}

/// Returns the byte offsets of the line starts.
pub(super) fn line_starts(text: &str) -> Vec<usize> {
    let further = text.match_indices('\n').map(|(at, _)| at + 1).filter(|&at| at < text.len());
    [0].into_iter().chain(further).collect()
}

/// Moves a random line that begins or ends a region or block.
fn move_border(text: &mut String, rng: &mut Rng) {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_border = |line: &str| {
        let line = line.trim();
        line.ends_with('{') || line.starts_with('}') || line.starts_with('^') || line.ends_with("({")
    };
    let borders: Vec<usize> = (0..lines.len()).filter(|&at| is_border(lines[at])).collect();
    let Some(at) = any(&borders, rng) else { return };
    let line = lines.remove(at);
    let distance = rng.range(1, 10);
    let to = if rng.chance(50) { at.saturating_sub(distance) } else { at + distance };
    lines.insert(to.min(lines.len()), line);
    *text = lines.join("\n") + "\n";
}

/// Moves a random line, preferably a call.
fn move_line(text: &mut String, rng: &mut Rng) {
    let mut lines: Vec<&str> = text.lines().collect();
    let calls: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains("FunctionCall")).collect();
    let from = if rng.chance(50) { any(&calls, rng) } else { None };
    let Some(from) = from.or_else(|| any(&(0..lines.len()).collect::<Vec<_>>(), rng)) else { return };
    let line = lines.remove(from);
    lines.insert(rng.below(lines.len() + 1), line);
    *text = lines.join("\n") + "\n";
}

/// Moves the first line of a selection or loop before preceding ops, or moves its last line after following ops.
fn widen_construct(text: &mut String, rng: &mut Rng) {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_start = |line: &str| {
        let line = line.trim_start();
        (line.starts_with("spv.mlir.selection") || line.starts_with("spv.mlir.loop")) && line.ends_with('{')
    };
    let is_op = |line: &str| line.contains("spv.") && !line.ends_with('{');
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| is_start(lines[at])).collect();
    let Some(start) = any(&starts, rng) else { return };
    let (border, reach) = if rng.chance(80) {
        (start, lines[..start].iter().rev().take_while(|line| is_op(line)).count())
    } else {
        let indent = lines[start].len() - lines[start].trim_start().len();
        let is_end = |line: &&str| line.len() - line.trim_start().len() == indent && line.trim() == "}";
        let Some(end) = lines[start..].iter().position(is_end).map(|length| start + length) else { return };
        (end, lines[end + 1..].iter().take_while(|line| is_op(line)).count())
    };
    let distance = rng.below(reach + 1);
    let line = lines.remove(border);
    lines.insert(if border == start { border - distance } else { border + distance }, line);
    *text = lines.join("\n") + "\n";
}

/// Replaces a branch condition with a constant, or with an expression that folds to a constant.
fn fix_condition(text: &mut String, rng: &mut Rng) {
    const BRANCH: &str = "spv.BranchConditional %";
    let branches: Vec<usize> = text.match_indices(BRANCH).map(|(at, _)| at).collect();
    let Some(start) = any(&branches, rng) else { return };
    let Some(length) = text[start + BRANCH.len()..].find([',', ' ', '\n']) else { return };
    text.replace_range(start + BRANCH.len()..start + BRANCH.len() + length, "fixed");
    let condition = rng.pick(&[
        "%fixed = spv.Constant true\n",
        "%fixed = spv.Constant false\n",
        "%folded = spv.Constant 2 : i32\n%fixed = spv.IEqual %folded, %folded : i32\n",
        "%folded = spv.Constant 2 : i32\n%fixed = spv.INotEqual %folded, %folded : i32\n",
    ]);
    text.insert_str(text[..start].rfind('\n').map_or(0, |at| at + 1), condition);
}

/// Returns the token index of the bracket that closes the bracket at token index `open`. Returns `None` if there is
/// none.
pub(super) fn closing(text: &str, tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match &text[token.range.clone()] {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            // The `>` of `->` is not a bracket.
            ">" if at > 0 && text[tokens[at - 1].range.clone()] != *"-" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Changes a random pair of brackets: removes the brackets (randomly also the preceding word), removes their contents,
/// or adds more brackets.
fn change_brackets(text: &mut String, rng: &mut Rng) {
    let tokens = tokens(text);
    let is_open = |token: &Token| matches!(&text[token.range.clone()], "(" | "[" | "{" | "<");
    let opens: Vec<usize> = (0..tokens.len()).filter(|&at| is_open(&tokens[at])).collect();
    // Half of the time, the brackets of an attribute are chosen, because they are rare.
    let names_attribute = |open: &usize| *open > 1 && text[tokens[open - 2].range.clone()] == *"#";
    let attributes: Vec<usize> = opens.iter().copied().filter(names_attribute).collect();
    let open = if rng.chance(50) { any(&attributes, rng) } else { None };
    let Some(open) = open.or_else(|| any(&opens, rng)) else { return };
    let Some(close) = closing(text, &tokens, open) else { return };
    let (first, last) = (tokens[open].range.clone(), tokens[close].range.clone());
    match rng.below(5) {
        0 => {
            text.replace_range(last, "");
            text.replace_range(first, "");
        }
        1 | 2 => {
            // Also remove the word before the bracket, including the `#` of an attribute.
            let word = tokens[open.saturating_sub(1)].range.start;
            let mark = text[..word].ends_with('#');
            text.replace_range(last, "");
            text.replace_range(word - usize::from(mark)..first.end, "");
        }
        3 => text.replace_range(first.end..last.start, ""),
        _ => {
            let (before, after) = rng.pick(&[("[", "]"), ("(", ")"), ("{", "}"), ("<", ">")]);
            text.insert_str(last.end, after);
            text.insert_str(first.start, before);
        }
    }
}

/// Text fragments that may follow the parameters of a function.
const SIGNATURES: &[&str] = &[
    " -> i32",
    " -> f32",
    " -> vector<4xf32>",
    " -> (i32, i32)",
    " attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}}",
    " attributes {spv.entry_point_abi = {}}",
    " attributes {linkage_attributes = [\"f\", \"Export\"]}",
    " attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}>}",
];

/// Adds attributes or a parameter to a function, or changes its result type. If the result type changes, returns
/// without operands may receive the new result.
fn change_signature(text: &mut String, rng: &mut Rng) {
    let headers: Vec<usize> = text.match_indices("func ").map(|(at, _)| at).collect();
    let Some(start) = any(&headers, rng) else { return };
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let header = text[start..end].to_owned();
    let new = match rng.below(4) {
        0 => header.replacen(')', ", %more: f32)", 1),
        1 => header.replacen(')', ") -> i32", 1),
        2 => header.replacen("(", "(%more: !spv.ptr<i32, Function> {spv.interface_var_abi = #spv.interface_var_abi<(0, 1), Uniform>}, ", 1),
        _ => match header.strip_suffix(" {") {
            Some(rest) => format!("{rest}{} {{", rng.pick(SIGNATURES)),
            None => header + rng.pick(SIGNATURES),
        },
    };
    text.replace_range(start..end, &new);
    if rng.chance(50)
        && let Some(at) = text[start..].find("spv.Return\n")
    {
        let value = "%returned = spv.Constant 1 : i32\nspv.ReturnValue %returned : i32\n";
        text.replace_range(start + at..start + at + "spv.Return\n".len(), value);
    }
}

fn insert_snippet(text: &mut String, rng: &mut Rng) {
    let snippet = rng.pick(SNIPPETS);
    let ends: Vec<usize> = match rng.chance(60) {
        true => text.match_indices('\n').map(|(at, _)| at).collect(),
        false => tokens(text).into_iter().map(|token| token.range.end).collect(),
    };
    if !ends.is_empty() {
        text.insert_str(rng.pick(&ends), snippet);
    }
}

/// Returns a random index into a list, preferably of an element inside a function. `at` returns an element's byte
/// offset in `text`.
fn place<T>(list: &[T], text: &str, at: impl Fn(&T) -> usize, rng: &mut Rng) -> usize {
    let first = text.find("spv.func").unwrap_or(0);
    let inside = list.partition_point(|item| at(item) < first);
    if inside < list.len() && rng.chance(70) {
        inside + rng.below(list.len() - inside)
    } else {
        rng.below(list.len())
    }
}

fn change(text: &mut String, rng: &mut Rng) {
    if rng.chance(30) {
        change_line(text, rng);
        return;
    }
    let tokens = tokens(text);
    if tokens.is_empty() {
        return;
    }
    let mut chosen = place(&tokens, text, |t| t.range.start, rng);
    // Names, numeric literals and types are chosen more often than punctuation and other words.
    for _ in 0..3 {
        if !matches!(tokens[chosen].kind, Kind::Mark | Kind::Word) {
            break;
        }
        chosen = place(&tokens, text, |t| t.range.start, rng);
    }
    let range = tokens[chosen].range.clone();
    let token = text[range.clone()].to_owned();
    match rng.below(100) {
        0..62 => {
            let new = replacement(text, &tokens, chosen, rng);
            text.replace_range(range, &new);
        }
        62..68 => text.replace_range(range, ""),
        68..71 => text.insert_str(range.end, &format!(" {token}")),
        71..74 => text.insert_str(range.end, &token),
        74..80 => {
            let next = tokens.get(chosen + 1 + rng.below(3)).map(|t| t.range.clone());
            if let Some(next) = next {
                let other = text[next.clone()].to_owned();
                text.replace_range(next, &token);
                text.replace_range(range, &other);
            }
        }
        80..86 => {
            let other = &tokens[rng.below(tokens.len())];
            let new = text[other.range.clone()].to_owned();
            text.replace_range(range, &new);
        }
        86..91 => {
            let mark = rng.pick(&[
                "{", "}", "(", ")", "<", ">", "[", "]", ",", ":", "=", "->", "\"", "\n", "#", "!", "/",
            ]);
            text.insert_str(range.start, mark);
        }
        91..95 => {
            // Replaces a single character of the token.
            let at = range.start + rng.below(range.len());
            if text.is_char_boundary(at) && text.is_char_boundary(at + 1) {
                let new = char::from(rng.range(32, 126) as u8).to_string();
                text.replace_range(at..at + 1, &new);
            }
        }
        95..97 => text.truncate(range.start),
        97 => text.insert_str(range.start, &rng.pick(&["(", "<", "[", "{"]).repeat(rng.range(1, 300))),
        98 => {
            text.insert_str(range.end, rng.pick(&["\u{0}", "\u{feff}", "é", "\r", "\t", "// x", "$1", "\\"]))
        }
        _ => text.replace_range(
            range,
            rng.pick(&["%undefined", "@undefined", "spv.IAdd", "i32", "\"spv.Nop\"()"]),
        ),
    }
}

fn replacement(text: &str, tokens: &[Token], chosen: usize, rng: &mut Rng) -> String {
    let Token { range, kind } = &tokens[chosen];
    let old = &text[range.clone()];
    if *kind == Kind::Number && rng.chance(70) {
        let new = [
            "0",
            "1",
            "-1",
            "2",
            "3",
            "4",
            "7",
            "31",
            "32",
            "64",
            "255",
            "4294967295",
            "4294967296",
            "-2147483649",
            "18446744073709551616",
            "0x7FC00000",
            "1.5",
            "1e400",
            "0xFFFFFFFFFFFFFFFFF",
            "-0.0",
            "0x1p+128",
            "-0x1.8p-149",
            "1e39",
            "65505",
            "-1",
            "nan",
            "inf",
            "!7",
        ];
        return rng.pick(&new).to_owned();
    }
    if *kind == Kind::Type && rng.chance(30) {
        let new = [
            "i32",
            "si32",
            "ui8",
            "f16",
            "f64",
            "i1",
            "i0",
            "i65",
            "bf16",
            "none",
            "index",
            "!spv.sampler",
            "i64",
        ];
        return rng.pick(&new).to_owned();
    }
    let same: Vec<&Token> =
        tokens.iter().filter(|t| t.kind == *kind && text[t.range.clone()] != *old).collect();
    match same.get(rng.below(same.len().max(1))) {
        Some(token) => text[token.range.clone()].to_owned(),
        None => old.to_owned(),
    }
}

fn change_line(text: &mut String, rng: &mut Rng) {
    let starts = line_starts(text);
    let chosen = place(&starts, text, |&at| at, rng);
    let start = starts[chosen];
    let end = starts.get(chosen + 1).copied().unwrap_or(text.len());
    let line = text[start..end].to_owned();
    match rng.below(4) {
        0 => text.replace_range(start..end, ""),
        1 => text.insert_str(start, &line),
        2 => {
            let next = starts.get(chosen + 2).copied().unwrap_or(text.len());
            text.insert_str(next, &line);
            text.replace_range(start..end, "");
        }
        _ => {
            let to = starts[place(&starts, text, |&at| at, rng)];
            text.insert_str(to, &line);
        }
    }
}
