//! Tokens of MLIR text
//!
//! No token spans several lines, so tokenizing a single line suffices.

use super::text::Text;
use std::ops::Range;

/// The kind of a token, with its form in MLIR text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
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
    /// `"text"`; the closing quote may be missing
    Str,
    /// `// text`
    Comment,
    /// Any other character, or a run of spaces.
    Other,
}

/// A token of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Byte range in the text.
    pub span: Range<usize>,
}

/// Tokenizes a line that starts at the byte offset `start` of the text.
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
                (TokenKind::Value, end + number)
            }
            '^' => (TokenKind::Block, 1 + name(&rest[1..])),
            '@' if rest[1..].starts_with('"') => (TokenKind::Symbol, 1 + string(&rest[1..])),
            '@' => (TokenKind::Symbol, 1 + word(&rest[1..])),
            '!' => (TokenKind::Type, 1 + word(&rest[1..])),
            '#' => (TokenKind::Attr, 1 + word(&rest[1..])),
            '"' => (TokenKind::Str, string(rest)),
            '/' if rest.starts_with("//") => (TokenKind::Comment, rest.len()),
            c if c.is_ascii_alphanumeric() || c == '_' => (TokenKind::Word, word(rest)),
            c if c.is_whitespace() => (TokenKind::Other, rest.len() - rest.trim_start().len()),
            c => (TokenKind::Other, c.len_utf8()),
        };
        let span = start + at..start + at + length;
        at += length;
        Some(Token { kind, span })
    })
}

/// Returns the length in bytes of the string literal at the start of `text`.
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

/// Returns the token at a byte offset, or `None` if there is none. Between two tokens, prefers the token that is not
/// punctuation.
pub fn at(text: &Text, offset: usize) -> Option<Token> {
    let line = text.line(text.line_of(offset));
    let source = text.as_str().get(line.clone())?;
    let mut found: Option<Token> = None;
    for token in tokens(source, line.start) {
        if token.span.start > offset {
            break;
        }
        if offset <= token.span.end && (token.kind != TokenKind::Other || found.is_none()) {
            found = Some(token);
        }
    }
    found
}

/// Returns the token that starts exactly at a byte offset, or `None` if there is none.
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
            tokens(line, 0).filter(|t| t.kind != TokenKind::Other).map(|t| (t.kind, &line[t.span])).collect();
        assert_eq!(
            list,
            [
                (TokenKind::Value, "%a#1"),
                (TokenKind::Block, "^b"),
                (TokenKind::Word, "spv.X"),
                (TokenKind::Symbol, "@f"),
                (TokenKind::Symbol, "@\"g h\""),
                (TokenKind::Type, "!spv.t"),
                (TokenKind::Attr, "#a"),
                (TokenKind::Str, "\"s\\\" // \""),
                (TokenKind::Comment, "// c"),
            ]
        );
    }
}
