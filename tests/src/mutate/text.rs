//! Mutants of texts.

use crate::r#gen::Rng;
use std::ops::Range;

/// The class of tokens that may replace one another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    Symbol,
    Type,
    Number,
    Block,
    Word,
    String,
    Mark,
}

struct Token {
    range: Range<usize>,
    kind: Kind,
}

fn tokens(text: &str) -> Vec<Token> {
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

/// The functions of a text: each from its `spv.func` to its brace, or to the next.
pub(super) fn function_ranges(text: &str) -> Vec<Range<usize>> {
    let starts: Vec<usize> = text.match_indices("spv.func").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len() + 1]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, next)| {
            let body = text.get(start..next).unwrap_or(&text[start..]);
            start..body.find("\n    }\n").map_or(next, |at| start + at + 7)
        })
        .collect()
}

/// A mutant with one to three changes.
pub(super) fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.pick(&[1, 1, 1, 1, 2, 3]) {
        change(&mut text, rng);
    }
    text
}

/// Where to change: mostly in a function.
fn place<T>(list: &[T], text: &str, at: impl Fn(&T) -> usize, rng: &mut Rng) -> usize {
    let first = text.find("spv.func").unwrap_or(0);
    let inside = list.partition_point(|item| at(item) < first);
    if inside < list.len() && rng.chance(88) {
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
    // Rather names, numbers and types than punctuation.
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
        68..74 => text.insert_str(range.end, &format!(" {token}")),
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
            // One character.
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
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1).filter(|&at| at < text.len()));
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
