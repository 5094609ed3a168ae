//! Encoding of literal strings in the binary

use spv_grammar::byte_string;

/// Returns the length in words of the string at the start of `words`, including its terminator. Returns `None` if the
/// string is unterminated.
pub fn string_words(words: &[u32]) -> Option<usize> {
    words.iter().position(|word| word.to_le_bytes().contains(&0)).map(|last| last + 1)
}

/// Returns the bytes of the string at the start of `words`, without its terminator. Returns `None` if the string is
/// unterminated.
pub fn string_bytes(words: &[u32]) -> Option<Vec<u8>> {
    let words = &words[..string_words(words)?];
    Some(words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect())
}

/// Appends the words of a string, including its terminator. Decodes bytes that [`byte_string`] encoded.
pub fn push_string(words: &mut Vec<u32>, text: &str) {
    let mut bytes = byte_string::bytes_of(text).into_owned();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    words.extend(bytes.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_with_a_zero_byte() {
        let words = [u32::from_le_bytes(*b"abcd"), u32::from_le_bytes(*b"e\0\0\0"), 7];
        assert_eq!((string_words(&words), string_bytes(&words)), (Some(2), Some(b"abcde".to_vec())));
        assert_eq!((string_words(&words[..1]), string_bytes(&words[..1])), (None, None));
        assert_eq!((string_words(&[0]), string_bytes(&[0])), (Some(1), Some(Vec::new())));
        let mut pushed = Vec::new();
        push_string(&mut pushed, "abcde");
        push_string(&mut pushed, "");
        assert_eq!(pushed, [&words[..2], &[0]].concat());
    }
}
