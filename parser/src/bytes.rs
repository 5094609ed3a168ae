//! Text as bytes, without tokens: words of eight bytes, names, margins.

use memchr::memrchr;

/// Eight bytes, the first of them lowest.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The highest bit of a byte of `word` for the first that is `wanted`; bits above mean nothing.
#[inline]
pub(crate) fn find(word: u64, wanted: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let other = word ^ (u64::from(wanted) * ONES);
    other.wrapping_sub(ONES) & !other & (ONES << 7)
}

/// A name at some position: where it ends, and its number, if it is a canonical decimal number of few digits.
#[derive(Clone, Copy)]
pub(crate) struct NameAt {
    pub end: usize,
    pub number: Option<usize>,
}

/// Digits of a [`NameAt::number`] at most.
const DIGITS: usize = 4;

/// The name that begins at `at`, as tokens have it. `None` at the very end of a text, too.
#[inline]
pub(crate) fn name_at(bytes: &[u8], at: usize) -> Option<NameAt> {
    const ONES: u64 = u64::MAX / 255;
    let digits = word(bytes, at)? ^ (u64::from(b'0') * ONES);
    // The highest bit of each byte that is more than 9; right up to the first of them.
    let others = (digits.wrapping_add(0x76 * ONES) | digits) & (0x80 * ONES);
    let count = others.trailing_zeros() as usize / 8;
    if !(1..=DIGITS).contains(&count) || (count > 1 && bytes[at] == b'0') {
        return Some(NameAt { end: name_end(bytes, at)?, number: None });
    }
    // Pairs of digits first, then pairs of these; missing leading ones are zeros.
    let digits = (digits as u32) << (32 - 8 * count);
    let pairs = (digits.wrapping_mul(10 << 8 | 1) >> 8) & 0x00FF_00FF;
    let number = pairs.wrapping_mul(100 << 16 | 1) >> 16;
    Some(NameAt { end: at + count, number: Some(number as usize) })
}

/// The number of a name that is one by itself: see [`NameAt::number`].
#[inline]
pub(crate) fn small_number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > DIGITS || !bytes[0].is_ascii_digit() || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    // A name that starts with a digit has nothing but digits.
    Some(bytes.iter().fold(0, |all, b| all * 10 + usize::from(b - b'0')))
}

/// End of the name that begins at `at`, as tokens have it.
#[inline]
pub(crate) fn name_end(bytes: &[u8], at: usize) -> Option<usize> {
    let first = *bytes.get(at)?;
    if first.is_ascii_digit() {
        return Some(at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count());
    }
    let letter = |byte: &u8| LETTERS[usize::from(*byte)];
    letter(&first).then(|| at + bytes[at..].iter().take_while(|byte| letter(byte)).count())
}

/// Bytes that names may have which are no numbers.
static LETTERS: [bool; 256] = {
    let mut letters = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        letters[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'$' | b'.' | b'_' | b'-');
        byte += 1;
    }
    letters
};

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

/// The position after the white space at `at`.
#[inline]
pub(crate) fn margin_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        at += 1;
        at += spaces(bytes, at);
    }
    at
}
