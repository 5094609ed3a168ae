//! The token at a place: none spans lines, so that the line alone suffices.

use super::text::Text;
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `%name`, `%name#1`
    Value,
    /// `^name`
    Block,
    /// `@name`, `@"name"`
    Symbol,
    /// `!name`
    Type,
    /// `#name`
    Attr,
    /// `name`
    Word,
    /// `"text"`, perhaps without its end
    Str,
    /// `// text`
    Comment,
    /// Anything else: one character, or spaces.
    Other,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Byte range in the text.
    pub span: Range<usize>,
}

/// The tokens of a line that starts at `start`.
pub fn tokens(line: &str, start: usize) -> impl Iterator<Item = Token> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line[at..];
        let first = rest.chars().next()?;
        let word = |s: &str| {
            s.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))).unwrap_or(s.len())
        };
        let name = |s: &str| {
            s.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')))
                .unwrap_or(s.len())
        };
        let (kind, length) = match first {
            '%' => {
                let end = 1 + name(&rest[1..]);
                let number = rest[end..].strip_prefix('#').map_or(0, |n| {
                    let digits = n.bytes().take_while(u8::is_ascii_digit).count();
                    if digits > 0 { 1 + digits } else { 0 }
                });
                (Kind::Value, end + number)
            }
            '^' => (Kind::Block, 1 + name(&rest[1..])),
            '@' if rest[1..].starts_with('"') => (Kind::Symbol, 1 + string(&rest[1..])),
            '@' => (Kind::Symbol, 1 + word(&rest[1..])),
            '!' => (Kind::Type, 1 + word(&rest[1..])),
            '#' => (Kind::Attr, 1 + word(&rest[1..])),
            '"' => (Kind::Str, string(rest)),
            '/' if rest.starts_with("//") => (Kind::Comment, rest.len()),
            c if c.is_ascii_alphanumeric() || c == '_' => (Kind::Word, word(rest)),
            c if c.is_whitespace() => (Kind::Other, rest.len() - rest.trim_start().len()),
            c => (Kind::Other, c.len_utf8()),
        };
        let span = start + at..start + at + length;
        at += length;
        Some(Token { kind, span })
    })
}

/// Length of the string literal that a text starts with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (i, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return i + 1,
            _ => {}
        }
    }
    text.len()
}

/// The token at an offset; between two the one that is more than punctuation.
pub fn at(text: &Text, offset: usize) -> Option<Token> {
    let line = text.line(text.line_of(offset));
    let source = text.as_str().get(line.clone())?;
    let mut found: Option<Token> = None;
    for token in tokens(source, line.start) {
        if token.span.start > offset {
            break;
        }
        if offset <= token.span.end && (token.kind != Kind::Other || found.is_none()) {
            found = Some(token);
        }
    }
    found
}

/// The token that starts at an offset.
pub fn starting_at(text: &Text, offset: usize) -> Option<Token> {
    let line = text.line(text.line_of(offset));
    let source = text.as_str().get(line.clone())?;
    tokens(source, line.start).find(|token| token.span.start >= offset).filter(|t| t.span.start == offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        let line = "%a#1, ^b = spv.X @f @\"g h\" !spv.t #a \"s\\\" // \" \u{e9} // c";
        let list: Vec<_> =
            tokens(line, 0).filter(|t| t.kind != Kind::Other).map(|t| (t.kind, &line[t.span])).collect();
        assert_eq!(
            list,
            [
                (Kind::Value, "%a#1"),
                (Kind::Block, "^b"),
                (Kind::Word, "spv.X"),
                (Kind::Symbol, "@f"),
                (Kind::Symbol, "@\"g h\""),
                (Kind::Type, "!spv.t"),
                (Kind::Attr, "#a"),
                (Kind::Str, "\"s\\\" // \""),
                (Kind::Comment, "// c"),
            ]
        );
    }
}
