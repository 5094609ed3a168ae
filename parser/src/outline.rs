//! Fast search for function bodies, based on brackets, strings and comments

use crate::bytes::{line_start, spaces};
use memchr::memmem::Finder;
use memchr::{memchr, memchr2};
use spv_ir::dialect::{Registry, Traits};
use std::ops::Range;

/// The braces of a function body, as byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Braces {
    /// Offset of the opening brace.
    pub open: usize,
    /// Offset after the closing brace. Without a closing brace, the start of the next function or the end of the
    /// source.
    pub end: usize,
    /// Whether the closing brace exists.
    pub closed: bool,
}

/// Number of bytes that are scanned at a time. Avoids scanning the whole source for a body without a closing brace.
const WINDOW: usize = 8192;

/// A search for functions by their op names.
pub(crate) struct Outline {
    heads: Vec<String>,
    /// Finders for substrings. Each line that begins a function contains at least one of the substrings.
    needles: Vec<Finder<'static>>,
    /// For each byte, whether a line that begins a function may start with that byte.
    first: [bool; 256],
}

impl Outline {
    /// Creates a search for all function ops in a registry.
    pub fn new(registry: &Registry) -> Outline {
        let functions = registry.ops().iter().filter(|def| def.traits.contains(Traits::FUNCTION));
        let mut heads = Vec::new();
        for name in functions.map(|def| def.row.name) {
            heads.push(name.to_owned());
            let Some((space, rest)) = name.split_once('.') else { continue };
            heads.push(rest.to_owned());
            heads.extend(registry.namespace_aliases(space).iter().map(|alias| format!("{alias}.{rest}")));
        }
        heads.sort_unstable();
        heads.dedup();
        let within = |needle: &&String| !heads.iter().any(|head| head != *needle && needle.contains(&**head));
        let needles = heads.iter().filter(within).map(|head| Finder::new(head).into_owned()).collect();
        let mut first = [false; 256];
        heads.iter().for_each(|head| first[usize::from(head.as_bytes()[0])] = true);
        Outline { heads, needles, first }
    }

    /// Returns the braces of all functions whose op starts a line, in source order. Some results may not be functions.
    /// Functions in the generic form are not found.
    pub fn functions(&self, text: &str) -> Vec<Braces> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut line = 0;
        loop {
            if let Some(open) = self.head(bytes, line).and_then(|head| self.opening(bytes, head)) {
                let braces = self.braces(bytes, open);
                found.push(braces);
                line = braces.end;
                continue;
            }
            match memchr(b'\n', &bytes[line..]) {
                Some(end) => line += end + 1,
                None => return found,
            }
        }
    }

    /// Returns the braces of the body that opens at offset `open`.
    pub fn braces(&self, bytes: &[u8], open: usize) -> Braces {
        let mut depth = 0;
        let mut start = open;
        loop {
            let limit = match bytes.get(start + WINDOW..) {
                Some(rest) => start + WINDOW + memchr(b'\n', rest).map_or(rest.len(), |length| length + 1),
                None => bytes.len(),
            };
            let close = closing(bytes, start..limit, &mut depth);
            let end = close.unwrap_or(limit);
            if let Some(end) = self.first_head(bytes, start..end, open) {
                return Braces { open, end, closed: false };
            }
            if close.is_some() || end == bytes.len() {
                return Braces { open, end, closed: close.is_some() };
            }
            start = end;
        }
    }

    /// Returns the start of the first line after offset `open` that begins a function, or `None` if no line does.
    /// `range` consists of complete lines or lies within a single line.
    fn first_head(&self, bytes: &[u8], range: Range<usize>, open: usize) -> Option<usize> {
        let lines = self.needles.iter().filter_map(|needle| {
            let found = needle.find_iter(&bytes[range.clone()]);
            let lines = found.map(|at| line_start(bytes, range.start + at));
            lines.filter(|line| *line > open).find(|line| self.head(bytes, *line).is_some())
        });
        lines.min()
    }

    /// Returns the end offset of the op name if the line at offset `start` begins a function, otherwise `None`.
    fn head(&self, bytes: &[u8], start: usize) -> Option<usize> {
        let margin = spaces(bytes, start);
        let rest = &bytes[start + margin..];
        let margin = margin + rest.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
        let line = &bytes[start + margin..];
        if !self.first[usize::from(line[0])] {
            return None;
        }
        let head = self.heads.iter().find(|head| {
            let after = line.get(head.len());
            after.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'@' | b'\n' | b'\r'))
                && line.starts_with(head.as_bytes())
        })?;
        Some(start + margin + head.len())
    }

    /// Returns the offset of the opening brace of a function body, or `None` if the function has no body. The op name
    /// ends at offset `from`.
    fn opening(&self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut at = from;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'{' if depth == 0 && !follows_word(bytes, at, b"attributes") => return Some(at),
                b'(' | b'[' | b'<' | b'{' => depth += 1,
                b'}' if depth == 0 => return None,
                b'>' if bytes[at - 1] == b'-' => {}
                b')' | b']' | b'>' | b'}' => depth = depth.saturating_sub(1),
                b'"' | b'/' => at = text_after(bytes, at) - 1,
                b'\n' if self.head(bytes, at + 1).is_some() => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// Returns the offset after the brace that closes `depth` open braces, or `None` if it is not in `range`. `range`
/// consists of complete lines. Skips lines without braces, because strings and comments do not span lines.
fn closing(bytes: &[u8], range: Range<usize>, depth: &mut usize) -> Option<usize> {
    let mut at = range.start;
    while let Some(length) = memchr2(b'{', b'}', &bytes[at..range.end]) {
        let brace = at + length;
        let end = memchr(b'\n', &bytes[brace..range.end]).map_or(range.end, |length| brace + length);
        at = line_start(bytes, brace).max(at);
        while at < end {
            match bytes[at] {
                b'{' => *depth += 1,
                b'}' if *depth == 1 => return Some(at + 1),
                b'}' => *depth -= 1,
                b'"' | b'/' => at = text_after(bytes, at) - 1,
                _ => {}
            }
            at += 1;
        }
    }
    None
}

/// Returns the offset after the string or comment at offset `at`. Returns `at + 1` if neither begins there. Strings do
/// not span lines.
fn text_after(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 1..];
    if bytes[at] == b'/' {
        return match rest.first() {
            Some(b'/') => at + 1 + memchr(b'\n', rest).unwrap_or(rest.len()),
            _ => at + 1,
        };
    }
    let mut escaped = false;
    for (i, byte) in rest.iter().enumerate() {
        match byte {
            b'\n' => return at + 1 + i,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 2 + i,
            _ => {}
        }
    }
    bytes.len()
}

/// Returns whether offset `at` follows `word`, with only spaces in between.
fn follows_word(bytes: &[u8], at: usize, word: &[u8]) -> bool {
    bytes[line_start(bytes, at)..at].trim_ascii_end().ends_with(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::context;

    /// Returns the source between the braces of each function, and whether a closing brace was found.
    fn found(text: &str) -> Vec<(&str, bool)> {
        let outline = Outline::new(context().registry());
        outline.functions(text).iter().map(|b| (&text[b.open..b.end], b.closed)).collect()
    }

    #[test]
    fn functions_are_found() {
        let text = "module {\n  test.func @a(%x: i32 {k = 1}) -> f32 attributes {a = \"{\"} { // }\n    x\n  }\n\
                    test.func @declared()\n func @b() { \"}\" { } }\n}\n";
        assert_eq!(found(text), [("{ // }\n    x\n  }", true), ("{ \"}\" { } }", true)]);
    }

    #[test]
    fn bodies_longer_than_what_is_looked_through_at_once() {
        let filling = "    x // func {\n".repeat(2 * WINDOW / 10);
        let text =
            format!("  test.func @a() {{\n{filling}{{\n }}\n }}\n func @b() {{\n{filling} func @c() {{}}");
        let found = found(&text);
        let (first, rest) = found.split_first().expect("there are three");
        assert!(first.1 && first.0.ends_with("{\n }\n }"));
        assert!(!rest[0].1 && rest[0].0.ends_with("{\n"));
        assert_eq!(rest[1..], [("{}", true)]);
    }

    #[test]
    fn a_missing_brace_ends_with_the_next_function() {
        let text = "test.func @a() {\n  if {\n}\n  test.func @b() {\n}\n";
        assert_eq!(found(text), [("{\n  if {\n}\n", false), ("{\n}", true)]);
        assert_eq!(found("func @a() {"), [("{", false)]);
        assert_eq!(found("func @a() { \"open }"), [("{ \"open }", false)]);
        assert_eq!(found("func"), []);
    }
}
