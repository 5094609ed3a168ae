//! Word-level encoding of instructions

use spv_dialect::generated::opcodes as op;
use spv_ir::byte_string;

/// Maximum length of an instruction in words, including the opcode word.
pub const MAX_WORDS: usize = 0xFFFF;

/// Returns the first word of an instruction that is `len` words long.
#[inline]
pub const fn first(len: usize, opcode: u32) -> u32 {
    (len as u32) << 16 | opcode
}

/// Appends an instruction that is known to be short enough for a single opcode word.
#[inline]
pub fn put(out: &mut Vec<u32>, opcode: u32, operands: &[u32]) {
    out.push(first(operands.len() + 1, opcode));
    out.extend_from_slice(operands);
}

/// Appends a literal string, which must not contain a zero byte.
pub fn string(out: &mut Vec<u32>, text: &str) {
    _ = checked_string(out, text);
}

/// Appends a literal string. Returns false if it contains a zero byte, which would truncate it.
#[inline]
pub fn checked_string(out: &mut Vec<u32>, text: &str) -> bool {
    let bytes = byte_string::bytes_of(text);
    let (chunks, rest) = bytes.as_chunks::<4>();
    let mut zeros = 0;
    out.extend(chunks.iter().map(|&c| {
        let word = u32::from_le_bytes(c);
        // Sets the top bit of each zero byte; higher bytes may have false positives.
        zeros |= word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080;
        word
    }));
    let last = rest.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    out.push(last);
    zeros == 0 && !rest.contains(&0)
}

/// Returns the opcode of the continuation instruction for an overlong instruction, if one exists.
fn continuation(opcode: u32) -> Option<u32> {
    Some(match opcode {
        op::TYPE_STRUCT => op::TYPE_STRUCT_CONTINUED_INTEL,
        op::CONSTANT_COMPOSITE => op::CONSTANT_COMPOSITE_CONTINUED_INTEL,
        op::SPEC_CONSTANT_COMPOSITE => op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL,
        op::COMPOSITE_CONSTRUCT => op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL,
        _ => return None,
    })
}

/// Fills in the opcode word of the instruction that begins at `start`. Splits the instruction if it is too long.
/// Returns false if it cannot be split.
#[inline]
pub fn finish(out: &mut Vec<u32>, start: usize, opcode: u32) -> bool {
    let len = out.len() - start;
    if len > MAX_WORDS {
        return split(out, start, opcode);
    }
    out[start] = first(len, opcode);
    true
}

#[cold]
fn split(out: &mut Vec<u32>, start: usize, opcode: u32) -> bool {
    let Some(continued) = continuation(opcode) else { return false };
    let rest = out.split_off(start + MAX_WORDS);
    out[start] = first(MAX_WORDS, opcode);
    for part in rest.chunks(MAX_WORDS - 1) {
        put(out, continued, part);
    }
    true
}

/// Splits `text` at character boundaries into substrings for literal strings. The first substring fits `first` words,
/// all others fit `others` words.
pub fn cut(text: &str, first: usize, others: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut words = first;
    loop {
        let mut end = rest.len().min(words * 4 - 1);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (part, after) = rest.split_at(end);
        parts.push(part);
        if after.is_empty() {
            return parts;
        }
        rest = after;
        words = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_in_zero() {
        let mut out = Vec::new();
        string(&mut out, "abcd");
        assert_eq!(out, [0x6463_6261, 0]);
        out.clear();
        string(&mut out, "ab");
        assert_eq!(out, [0x6261]);
        for (text, whole) in
            [("", true), ("abcde", true), ("a\0cd", false), ("é\u{80}\u{1}x", true), ("abcd\0", false)]
        {
            assert_eq!(checked_string(&mut out, text), whole, "{text:?}");
        }
    }

    #[test]
    fn long_instructions_are_split() {
        let mut out = vec![0; 70_000];
        assert!(!finish(&mut out, 0, op::STRING));
        assert!(finish(&mut out, 0, op::TYPE_STRUCT));
        assert_eq!(out[0], first(MAX_WORDS, op::TYPE_STRUCT));
        assert_eq!(out[MAX_WORDS], first(70_000 - MAX_WORDS + 1, op::TYPE_STRUCT_CONTINUED_INTEL));
        assert_eq!(out.len(), 70_001);
    }

    #[test]
    fn text_is_cut_between_characters() {
        assert_eq!(cut("aééb", 1, 1), ["aé", "éb"]);
        assert_eq!(cut("", 1, 1), [""]);
    }
}
