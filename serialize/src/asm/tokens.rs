//! Words of an assembly text.

use std::ops::Range;

/// A word of the text: what stands between spaces, or a string in quotes.
#[derive(Clone, Debug)]
pub struct Token<'t> {
    /// Its text; of a string with the quotes.
    pub text: &'t str,
    /// Where it is.
    pub span: Range<usize>,
    /// Whether it is the first of its line.
    pub first: bool,
}

impl Token<'_> {
    /// What a string says.
    pub fn string(&self) -> Option<String> {
        let inner = self.text.strip_prefix('"')?;
        let inner = inner.strip_suffix('"')?;
        let mut text = String::with_capacity(inner.len());
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            text.push(if c == '\\' { chars.next()? } else { c });
        }
        Some(text)
    }
}

/// Whether a word is the name of an instruction, as `OpLoad`; `OpenCL` is none.
pub fn is_instruction(text: &str) -> bool {
    text.strip_prefix("Op").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The words of a text, and what its comments say.
pub fn tokens(text: &str) -> (Vec<Token<'_>>, Vec<&str>) {
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let (mut at, mut first) = (0, true);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => {
                first = true;
                at += 1;
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            b';' => {
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                comments.push(&text[at + 1..end]);
                at = end;
            }
            _ => {
                let end = end_of(bytes, at);
                tokens.push(Token { text: &text[at..end], span: at..end, first });
                first = false;
                at = end;
            }
        }
    }
    (tokens, comments)
}

/// End of the word that starts at `at`.
fn end_of(bytes: &[u8], at: usize) -> usize {
    if bytes[at] == b'"' {
        let mut end = at + 1;
        while end < bytes.len() {
            match bytes[end] {
                b'"' => return end + 1,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        return bytes.len();
    }
    if bytes[at] == b'=' {
        return at + 1;
    }
    let stops = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b';' | b'=');
    at + bytes[at..].iter().position(stops).unwrap_or(bytes.len() - at)
}
