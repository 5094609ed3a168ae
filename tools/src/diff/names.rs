//! Names in a printed module, and the numbered ones among them.

use rustc_hash::FxHashMap;

/// What may follow the first character of a name.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Whether a text begins with what may be the key of a struct, as `_$3` in `!spv.struct<_$3, ...>`.
fn is_key(text: &str) -> bool {
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    end > 0 && !text.starts_with(|c: char| c.is_ascii_digit()) && text[end..].starts_with([',', '>'])
}

/// Whether a symbol with other characters begins: `@"a b"`.
fn is_quoted(first: char, rest: &str) -> bool {
    first == '@' && rest.starts_with('"')
}

/// The length of the name that a text begins with, quotes included.
fn name_length(text: &str) -> usize {
    match text.strip_prefix('"') {
        Some(inner) => inner.find('"').map_or(text.len(), |end| end + 2),
        None => text.find(|c| !is_part(c)).unwrap_or(text.len()),
    }
}

/// Splits a line into text and names, with their first character: see [`is_name`].
pub(super) fn tokens(line: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let is_start = |(at, c): (usize, char)| {
            let name = &rest[at + 1..];
            let is_sigil =
                matches!(c, '%' | '^' | '@' | '!') && (name.starts_with(is_part) || is_quoted(c, name));
            is_sigil || (c == '<' && is_key(name))
        };
        // Nothing in a string is a name.
        let quote = rest.find('"').unwrap_or(rest.len());
        let start = rest.char_indices().find(|&at| is_start(at)).map_or(rest.len(), |(at, _)| at);
        let end = if start < quote {
            if start > 0 {
                list.push(&rest[..start]);
            }
            let name = start + 1 + name_length(&rest[start + 1..]);
            list.push(&rest[start..name]);
            name
        } else {
            let close = rest.get(quote + 1..).and_then(|after| after.find('"'));
            let end = close.map_or(rest.len(), |close| quote + close + 2);
            list.push(&rest[..end]);
            end
        };
        rest = &rest[end..];
    }
    list
}

/// Whether a token is a name: of a value, block, symbol or type, or the key of a struct.
pub(super) fn is_name(token: &str) -> bool {
    let starts = |name: &str| name.starts_with(is_part) || token.starts_with("@\"");
    token.starts_with(['%', '^', '@', '!', '<']) && starts(&token[1..])
}

/// A symbol or type without its number, which only tells it from others.
pub(super) fn base(name: &str) -> &str {
    spv_ir::names::base_name(name.trim_end_matches('"'))
}

/// A line without the names of values and blocks, and without the numbers of others.
pub(super) fn structure(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for token in tokens(line) {
        match is_name(token) {
            true if token.starts_with(['%', '^']) => text.push_str(&token[..1]),
            true => text.push_str(base(token)),
            false => text.push_str(token),
        }
    }
    text
}

/// A line with other names.
pub(super) fn renamed(line: &str, map: &dyn Fn(&str) -> Option<String>) -> String {
    tokens(line).into_iter().map(|token| map(token).unwrap_or_else(|| token.to_owned())).collect()
}

/// Names of the second module and the names of the first that they become, one for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    to: FxHashMap<String, String>,
    from: FxHashMap<String, String>,
}

impl Names {
    /// Pairs two names, unless one of them has another already.
    pub fn pair(&mut self, a: &str, b: &str) {
        if !self.to.contains_key(b) && !self.from.contains_key(a) {
            self.to.insert(b.to_owned(), a.to_owned());
            self.from.insert(a.to_owned(), b.to_owned());
        }
    }

    /// Pairs the names of two lines of one structure.
    pub fn pair_lines(&mut self, a: &str, b: &str, wanted: impl Fn(&str) -> bool) {
        let names = |line| tokens(line).into_iter().filter(|token| is_name(token));
        names(a).zip(names(b)).filter(|(a, _)| wanted(a)).for_each(|(a, b)| self.pair(a, b));
    }

    /// What a name of the second module is called in the first.
    pub fn get(&self, b: &str) -> Option<&str> {
        self.to.get(b).map(String::as_str)
    }
}
