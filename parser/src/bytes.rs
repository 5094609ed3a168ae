//! Text as bytes, without tokens: numbers as names, lines, margins.

use memchr::memrchr;

/// Eight bytes, the first of them lowest.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// Digits of a name in decimal that is looked up by its number, at most.
const DIGITS: usize = 4;

/// The number of a name that is a canonical decimal number of few digits.
#[inline]
pub(crate) fn small_number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > DIGITS || !bytes[0].is_ascii_digit() || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    // A name that starts with a digit has nothing but digits.
    Some(bytes.iter().fold(0, |all, b| all * 10 + usize::from(b - b'0')))
}

/// Start of the line of a position.
pub(crate) fn line_start(bytes: &[u8], at: usize) -> usize {
    memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1)
}

/// Number of spaces that the line at `at` begins with; of a long line, that the part right before `at` begins with.
pub(crate) fn margin(bytes: &[u8], at: usize) -> usize {
    const LIMIT: usize = 1 << 14;
    let before = &bytes[at.saturating_sub(LIMIT)..at];
    let line = memrchr(b'\n', before).map_or(before, |end| &before[end + 1..]);
    line.iter().take_while(|byte| **byte == b' ').count()
}

/// Number of spaces at `at`; some at the very end of a text may be left out.
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
