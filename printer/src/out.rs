//! Output buffer for appending many short strings
//!
//! The buffer usually has spare capacity after its end. A short string is copied with a fixed size, which may exceed
//! its length, because this is faster than an exact copy.

use std::io;
use std::ops::Deref;

/// Maximum length of a short string, and the number of bytes that are copied for it.
const SHORT: usize = 32;
/// Initial capacity in bytes.
const ROOM: usize = 1 << 10;

/// The decimal digits of the numbers below 1000. The lowest byte of each word is the number of digits; the remaining
/// bytes are the digits.
static NUMBERS: [u32; 1000] = {
    let mut numbers = [0; 1000];
    let mut n = 0;
    while n < numbers.len() {
        let digits = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        numbers[n] = u32::from_le_bytes(match n {
            0..10 => [1, digits[2], 0, 0],
            10..100 => [2, digits[1], digits[2], 0],
            _ => [3, digits[0], digits[1], digits[2]],
        });
        n += 1;
    }
    numbers
};

/// A byte buffer that grows only at its end.
#[derive(Default)]
pub(crate) struct Text {
    /// The contents, followed by spare capacity.
    bytes: Vec<u8>,
    end: usize,
}

impl Deref for Text {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.end]
    }
}

impl io::Write for Text {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Text {
    /// Appends a byte.
    #[inline]
    pub fn push(&mut self, byte: u8) {
        self.push_some(&[byte], 1);
    }

    /// Appends bytes of any length.
    #[inline]
    pub fn extend_from_slice(&mut self, text: &[u8]) {
        let end = self.end + text.len();
        if end > self.bytes.len() {
            self.grow(end);
        }
        self.bytes[self.end..end].copy_from_slice(text);
        self.end = end;
    }

    /// Appends bytes one by one.
    pub fn extend(&mut self, bytes: impl IntoIterator<Item = u8>) {
        bytes.into_iter().for_each(|byte| self.push(byte));
    }

    /// Appends the first `count` bytes of `text`.
    #[inline(always)]
    pub fn push_some<const N: usize>(&mut self, text: &[u8; N], count: usize) {
        match self.bytes.get_mut(self.end..).and_then(|room| room.first_chunk_mut()) {
            Some(room) => {
                *room = *text;
                self.end += count;
            }
            None => self.push_slowly(&text[..count]),
        }
    }

    /// Appends the bytes `source[from..to]`.
    #[inline(always)]
    pub fn push_part(&mut self, source: &[u8], from: usize, to: usize) {
        let chunk = source.get(from..).and_then(|rest| rest.first_chunk::<SHORT>());
        match chunk {
            Some(chunk) if to - from <= SHORT => self.push_some(chunk, to - from),
            _ => self.push_slowly(&source[from..to]),
        }
    }

    /// Appends the byte `mark`, followed by `n` in decimal.
    #[inline(always)]
    pub fn push_marked(&mut self, mark: u8, n: u32) {
        match NUMBERS.get(n as usize) {
            Some(digits) => {
                let text = digits & !0xFF | u32::from(mark);
                self.push_some(&text.to_le_bytes(), 1 + (digits & 0xFF) as usize);
            }
            None => {
                self.push(mark);
                self.push_large(n.into());
            }
        }
    }

    /// Appends `n` in decimal.
    #[inline]
    pub fn push_u64(&mut self, n: u64) {
        match usize::try_from(n).ok().and_then(|n| NUMBERS.get(n)) {
            Some(digits) => self.push_some(&(digits >> 8).to_le_bytes(), (digits & 0xFF) as usize),
            None => self.push_large(n),
        }
    }

    /// Appends a nonzero number in decimal.
    #[inline(never)]
    fn push_large(&mut self, mut n: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        while n > 0 {
            at -= 1;
            digits[at] = b'0' + (n % 10) as u8;
            n /= 10;
        }
        self.extend_from_slice(&digits[at..]);
    }

    /// Appends a string that is long or for which there is no spare capacity.
    #[inline(never)]
    fn push_slowly(&mut self, text: &[u8]) {
        self.extend_from_slice(text);
    }

    /// Appends `count` spaces.
    #[inline]
    pub fn push_spaces(&mut self, count: usize) {
        let mut left = count;
        while left > SHORT {
            self.push_some(&[b' '; SHORT], SHORT);
            left -= SHORT;
        }
        self.push_some(&[b' '; SHORT], left);
    }

    /// Truncates the contents to `count` bytes.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.end = self.end.min(count);
    }

    /// Truncates the contents to `count` bytes and returns the remaining bytes.
    pub fn split_off(&mut self, count: usize) -> Vec<u8> {
        let rest = self[count..].to_vec();
        self.end = count;
        rest
    }

    /// Returns the contents without the spare capacity.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.end);
        self.bytes
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, least: usize) {
        self.bytes.resize(least.max(2 * self.bytes.len()).max(ROOM), 0);
    }
}
