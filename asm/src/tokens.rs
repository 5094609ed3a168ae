//! Tokenizer for assembly text

use std::ops::Range;

/// A token: a sequence of characters without whitespace, except within quotation marks.
#[derive(Clone, Debug)]
pub struct Token<'t> {
    /// The token's text, including quotation marks.
    pub text: &'t str,
    /// Byte range of the token in the assembly.
    pub span: Range<usize>,
    /// Whether the token is the first on its line.
    pub first: bool,
}

impl Token<'_> {
    /// Returns the contents of a string token: everything between the first and the last quotation mark, with
    /// backslash escapes resolved. Returns `None` for other tokens.
    pub fn string(&self) -> Option<String> {
        let inner = self.text.strip_prefix('"')?.strip_suffix('"')?;
        let mut text = String::with_capacity(inner.len());
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            text.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
        Some(text)
    }
}

/// Returns whether a token is an instruction name, such as `OpLoad`. `OpenCL` is not.
pub fn is_instruction(text: &str) -> bool {
    text.strip_prefix("Op").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Splits assembly into tokens and comments. The first NUL character ends the text.
pub fn tokens(text: &str) -> (Vec<Token<'_>>, Vec<&str>) {
    let text = text.split('\0').next().unwrap_or(text);
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

/// Returns the end offset of the token at `start`, following the rules of spirv-as. Quoted characters do not end a
/// token, and a backslash makes the next character literal.
fn end_of(bytes: &[u8], start: usize) -> usize {
    if is_mark(bytes[start]) {
        return start + 1;
    }
    let plain = bytes[start..].iter().position(|byte| ENDS_OR_QUOTES[usize::from(*byte)]);
    let start = plain.map_or(bytes.len(), |length| start + length);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'\\' => {
                escaped = !escaped;
                continue;
            }
            _ if escaped => {}
            b'"' => quoted = !quoted,
            b';' if !quoted => return at,
            _ if is_mark(*byte) && !quoted => return at,
            _ if byte.is_ascii_whitespace() && !quoted => return at,
            _ => {}
        }
        escaped = false;
    }
    bytes.len()
}

/// Whether a byte may end a token or affect quoting, indexed by byte.
static ENDS_OR_QUOTES: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let value = byte as u8;
        all[byte] = is_mark(value) || value.is_ascii_whitespace() || matches!(value, b'\\' | b'"' | b';');
        byte += 1;
    }
    all
};

/// Returns whether a byte forms a token by itself.
const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'=' | b'(' | b')' | b',')
}
