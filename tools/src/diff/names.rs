//! Names in printed MLIR, and their numeric suffixes

use rustc_hash::FxHashMap;

/// Returns whether a character may occur in an unquoted name.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Returns whether a string starts with a struct key, such as `_$3` in `!spv.struct<_$3, ...>`.
fn is_key(text: &str) -> bool {
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    end > 0 && !text.starts_with(|c: char| c.is_ascii_digit()) && text[end..].starts_with([',', '>'])
}

/// Returns whether `first` and `rest` start a quoted symbol such as `@"a b"`.
fn is_quoted(first: char, rest: &str) -> bool {
    first == '@' && rest.starts_with('"')
}

/// Returns the length in bytes of the name at the start of a string, including quotes.
fn name_length(text: &str) -> usize {
    match text.strip_prefix('"') {
        Some(inner) => inner.find('"').map_or(text.len(), |end| end + 2),
        None => text.find(|c| !is_part(c)).unwrap_or(text.len()),
    }
}

/// Splits a line into names, each with its sigil, and the strings between them; see [`is_name`].
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
        // String literals contain no names.
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

/// Returns whether a token is the name of a value, block, symbol or type, or a struct key.
pub(super) fn is_name(token: &str) -> bool {
    let starts = |name: &str| name.starts_with(is_part) || token.starts_with("@\"");
    token.starts_with(['%', '^', '@', '!', '<']) && starts(&token[1..])
}

/// Strips the numeric suffix that makes a symbol or type name unique.
pub(super) fn base(name: &str) -> &str {
    spv_ir::names::base_name(name.trim_end_matches('"'))
}

/// Returns a line without value and block names, and without the numeric suffixes of other names.
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

/// Replaces each name in a line for which `map` returns a new name. Leaves other names unchanged.
pub(super) fn renamed(line: &str, map: &dyn Fn(&str) -> Option<String>) -> String {
    tokens(line).into_iter().map(|token| map(token).unwrap_or_else(|| token.to_owned())).collect()
}

/// A one-to-one map from names in the second module to names in the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    to: FxHashMap<String, String>,
    from: FxHashMap<String, String>,
}

impl Names {
    /// Pairs the name `a` of the first module with the name `b` of the second, unless either is already paired.
    pub fn pair(&mut self, a: &str, b: &str) {
        if !self.to.contains_key(b) && !self.from.contains_key(a) {
            self.to.insert(b.to_owned(), a.to_owned());
            self.from.insert(a.to_owned(), b.to_owned());
        }
    }

    /// Pairs the names in line `a` of the first module with the names in line `b` of the second, which has the same
    /// structure. Pairs only names in `a` that `wanted` accepts.
    pub fn pair_lines(&mut self, a: &str, b: &str, wanted: impl Fn(&str) -> bool) {
        let names = |line| tokens(line).into_iter().filter(|token| is_name(token));
        names(a).zip(names(b)).filter(|(a, _)| wanted(a)).for_each(|(a, b)| self.pair(a, b));
    }

    /// Returns the name in the first module that is paired with the name `b` in the second module. Returns `None` if
    /// `b` is unpaired.
    pub fn get(&self, b: &str) -> Option<&str> {
        self.to.get(b).map(String::as_str)
    }
}
