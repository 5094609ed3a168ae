//! Integer literals of more than 64 bits
//!
//! A value is a list of 32-bit words in two's complement, least significant word first.

use smallvec::SmallVec;

/// The words of a numeric literal, least significant word first.
pub type Words = SmallVec<[u32; 2]>;

/// Largest power of ten that fits in a 32-bit word.
const GROUP: u64 = 1_000_000_000;

/// Appends an integer in decimal to `out`.
pub fn print(out: &mut String, signed: bool, words: &[u32]) {
    let mut rest: Words = words.into();
    if signed && is_negative(words) {
        out.push('-');
        negate(&mut rest);
    }
    // Groups of nine decimal digits, least significant group first.
    let mut groups = Vec::new();
    while rest.iter().any(|&word| word != 0) {
        let mut remainder = 0;
        for word in rest.iter_mut().rev() {
            let value = remainder << 32 | u64::from(*word);
            *word = (value / GROUP) as u32;
            remainder = value % GROUP;
        }
        groups.push(remainder);
    }
    let first = groups.pop().unwrap_or(0);
    out.push_str(&first.to_string());
    groups.iter().rev().for_each(|group| out.push_str(&format!("{group:09}")));
}

/// Converts the digits of a number in base `radix` to `words` words. Returns `None` if the number does not fit.
pub fn parse(digits: &[u32], radix: u32, words: usize) -> Option<Words> {
    let mut all: Words = (0..words).map(|_| 0).collect();
    for &digit in digits.iter().skip_while(|digit| **digit == 0) {
        let mut carry = u64::from(digit);
        for word in &mut all {
            let value = u64::from(*word) * u64::from(radix) + carry;
            *word = value as u32;
            carry = value >> 32;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(all)
}

/// Returns whether the sign bit is set.
pub fn is_negative(words: &[u32]) -> bool {
    words.last().is_some_and(|word| word >> 31 != 0)
}

/// Negates an integer in place.
pub fn negate(words: &mut [u32]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u32::from(carry));
    }
}

/// Returns the number of significant bits of an unsigned integer.
pub fn bits(words: &[u32]) -> u32 {
    let highest = words.iter().zip(0..).filter(|(word, _)| **word != 0).last();
    highest.map_or(0, |(word, index)| 32 * (index + 1) - word.leading_zeros())
}
