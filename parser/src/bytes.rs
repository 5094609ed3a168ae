//! Byte-level scanning of source text: numeric names, lines and indentation

use memchr::memrchr;

/// Loads eight bytes at offset `at` in little-endian order. Returns `None` if fewer bytes remain.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// Maximum number of digits of a decimal value name that is looked up by number.
const DIGITS: usize = 4;

/// Returns the numeric value of a name that is a short decimal number without leading zeros. Returns `None` for other
/// names.
#[inline]
pub(crate) fn small_number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > DIGITS || !bytes[0].is_ascii_digit() || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    // The lexer ensures that a name that begins with a digit consists only of digits.
    Some(bytes.iter().fold(0, |all, b| all * 10 + usize::from(b - b'0')))
}

/// Returns the start offset of the line that contains offset `at`.
pub(crate) fn line_start(bytes: &[u8], at: usize) -> usize {
    memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1)
}

/// Returns the number of leading spaces in the line that contains offset `at`. In a very long line, counts only from a
/// bounded distance before `at`.
pub(crate) fn margin(bytes: &[u8], at: usize) -> usize {
    const LIMIT: usize = 1 << 14;
    let before = &bytes[at.saturating_sub(LIMIT)..at];
    let line = memrchr(b'\n', before).map_or(before, |end| &before[end + 1..]);
    line.iter().take_while(|byte| **byte == b' ').count()
}

/// Returns the number of consecutive spaces that begin at offset `at`. May not count spaces in the last bytes of the
/// source.
#[inline]
pub(crate) fn spaces(bytes: &[u8], at: usize) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let mut count = 0;
    while let Some(word) = word(bytes, at + count) {
        let spaces = ((word ^ SPACES).trailing_zeros() / 8) as usize;
        count += spaces;
        if spaces < 8 {
            break;
        }
    }
    count
}
