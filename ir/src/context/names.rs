//! Conversion between debug names and their spellings in MLIR text
//!
//! A debug name is arbitrary and need not be unique. Its spelling is the name itself, or the name with a suffix `$N`
//! if the name is in use or has such a suffix. The parser strips the suffix. The spelling of an unnamed value or
//! symbol is `_$N`.

use rustc_hash::FxHashMap;

/// Returns the debug name in a spelling: the spelling without its suffix `$N`.
pub fn base_name(spelling: &str) -> &str {
    match spelling.rfind('$') {
        Some(at) if at + 1 < spelling.len() && spelling[at + 1..].bytes().all(|b| b.is_ascii_digit()) => {
            &spelling[..at]
        }
        _ => spelling,
    }
}

/// Returns whether a name ends in a suffix `$N`, which [`base_name`] would strip.
pub fn has_suffix(name: &str) -> bool {
    base_name(name).len() != name.len()
}

/// Returns whether a name can be written unquoted after `@`, `!` or `^`: a letter or `_`, then letters, digits, `_`,
/// `.` and `$`.
pub fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$'))
}

/// Returns whether a name can be written after `%`: a letter, `$`, `.`, `_` or `-`, followed by these characters or
/// digits.
pub fn is_value_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let punct = |b| matches!(b, b'_' | b'.' | b'$' | b'-');
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || punct(b))
        && bytes.all(|b| b.is_ascii_alphanumeric() || punct(b))
}

/// Returns whether a value's spelling was generated and is not a debug name: digits, `argN`, `hint` or `hint_N`.
///
/// `hint` is the name that the defining op suggests, after [`sanitize`].
pub fn is_made_up(spelling: &str, hint: Option<&str>) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let hinted = |rest: &str| rest.is_empty() || rest.strip_prefix('_').is_some_and(number);
    number(spelling)
        || spelling.strip_prefix("arg").is_some_and(number)
        || hint.is_some_and(|h| spelling.strip_prefix(h).is_some_and(hinted))
}

/// Returns whether a block label was generated and is not a debug name: `bbN`.
pub fn is_made_up_label(label: &str) -> bool {
    label.strip_prefix("bb").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Converts a suggested value name to a valid name, with MLIR's rules. Replaces spaces with `_`, and other invalid
/// characters with their bytes in hexadecimal. Prefixes a leading digit with `_`.
pub fn sanitize(hint: &str) -> std::borrow::Cow<'_, str> {
    use std::fmt::Write;
    if is_value_name(hint) {
        return hint.into();
    }
    let mut text = String::with_capacity(hint.len() + 2);
    if hint.starts_with(|c: char| c.is_ascii_digit()) {
        text.push('_');
    }
    for b in hint.bytes() {
        match b {
            b'_' | b'.' | b'$' | b'-' => text.push(b as char),
            b' ' => text.push('_'),
            _ if b.is_ascii_alphanumeric() => text.push(b as char),
            _ => _ = write!(text, "{b:X}"),
        }
    }
    text.into()
}

/// A generator of unique spellings.
#[derive(Default)]
pub struct Spellings {
    /// Next suffix for each debug name in use.
    used: FxHashMap<String, u32>,
}

impl Spellings {
    /// Returns a unique spelling: the name, the name with a suffix `$N`, or `_$N` for an absent or empty name.
    pub fn make(&mut self, name: Option<&str>) -> String {
        let name = name.unwrap_or("");
        let base = if name.is_empty() { "_" } else { name };
        let number = match self.used.get_mut(base) {
            Some(number) => number,
            None if !name.is_empty() && !has_suffix(name) => {
                self.used.insert(name.to_owned(), 0);
                return name.to_owned();
            }
            None => self.used.entry(base.to_owned()).or_default(),
        };
        // The spelling is unique: names that end in a suffix receive another suffix, and this suffix has no leading
        // zeros.
        let spelling = format!("{base}${number}");
        *number += 1;
        spelling
    }
}

/// Returns the debug name that a spelling represents; `None` for `_$N`.
pub fn name_of(spelling: &str) -> Option<&str> {
    let base = base_name(spelling);
    let nameless = base.len() != spelling.len() && base == "_";
    (!nameless).then_some(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_unique_and_read_back() {
        let mut s = Spellings::default();
        let cases = [Some("a"), Some("a"), None, Some(""), Some("_"), Some("a$1"), Some("a$1")];
        let made: Vec<String> = cases.iter().map(|c| s.make(*c)).collect();
        assert_eq!(made, ["a", "a$0", "_$0", "_$1", "_$2", "a$1$0", "a$1$1"]);
        assert_eq!(name_of("a$0"), Some("a"));
        assert_eq!(name_of("_$1"), None);
        assert_eq!(name_of("a$1$0"), Some("a$1"));
    }
}
