//! Byte-level scanning of text: numeric names, lines and indentation

use memchr::memrchr;

/// Loads eight bytes in little-endian order.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// Maximum number of digits of a decimal name that is looked up by its number.
const DIGITS: usize = 4;

/// Returns the number of a name that is a short decimal number without leading zeros.
#[inline]
pub(crate) fn small_number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > DIGITS || !bytes[0].is_ascii_digit() || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    // A name that starts with a digit consists of digits only.
    Some(bytes.iter().fold(0, |all, b| all * 10 + usize::from(b - b'0')))
}

/// Returns the start of the line that contains a position.
pub(crate) fn line_start(bytes: &[u8], at: usize) -> usize {
    memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1)
}

/// Returns the number of leading spaces of the line at `at`. In a very long line, counts from a bounded distance before
/// `at`.
pub(crate) fn margin(bytes: &[u8], at: usize) -> usize {
    const LIMIT: usize = 1 << 14;
    let before = &bytes[at.saturating_sub(LIMIT)..at];
    let line = memrchr(b'\n', before).map_or(before, |end| &before[end + 1..]);
    line.iter().take_while(|byte| **byte == b' ').count()
}

/// Returns the number of spaces at `at`. May ignore spaces in the last bytes of the text.
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
