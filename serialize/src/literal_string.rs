//! Literal strings as the binary has them. The specification asks for UTF-8; bytes that are none are private characters in the
//! IR and in texts, so that none is lost: byte 0x80 is U+10FF80, and byte 0xFF U+10FFFF.

use std::borrow::Cow;

/// The character of the first byte that is no UTF-8.
const FIRST: u32 = 0x0010_FF80;
/// The first byte of these characters in UTF-8.
const LEAD: u8 = 0xF4;

/// Words of the string that begins here, the one with its end included. `None` where it has no end.
pub fn string_words(words: &[u32]) -> Option<usize> {
    words.iter().position(|word| word.to_le_bytes().contains(&0)).map(|last| last + 1)
}

/// Bytes of the string that begins here, up to its end. `None` where it has none.
pub fn string_bytes(words: &[u32]) -> Option<Vec<u8>> {
    let words = &words[..string_words(words)?];
    Some(words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect())
}

fn is_byte(c: char) -> bool {
    u32::from(c) >= FIRST
}

/// The text of a literal string; also where the first byte that is no UTF-8 is, if there is one.
pub fn text_of(bytes: Vec<u8>) -> (String, Option<usize>) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.as_bytes().contains(&LEAD) || !text.contains(is_byte) => return (text, None),
        Ok(text) => text.into_bytes(),
        Err(wrong) => wrong.into_bytes(),
    };
    let (mut text, mut first, mut at) = (String::with_capacity(bytes.len() + 16), None, 0);
    let character =
        |byte: u8| char::from_u32(FIRST + u32::from(byte & 0x7F)).unwrap_or(char::REPLACEMENT_CHARACTER);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match is_byte(c) {
                true => text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(character)),
                false => text.push(c),
            }
        }
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            first.get_or_insert(at);
        }
        text.extend(chunk.invalid().iter().map(|&byte| character(byte)));
        at += chunk.invalid().len();
    }
    (text, first)
}

/// The bytes of a text.
pub fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().contains(&LEAD) || !text.contains(is_byte) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match is_byte(c) {
            true => bytes.push((u32::from(c) - FIRST) as u8 | 0x80),
            false => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    Cow::Owned(bytes)
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
    }
    #[test]
    fn no_byte_is_lost() {
        let private = "a\u{10FF80}\u{10FFFF}b";
        for bytes in
            [b"abc".to_vec(), b"a\xFF\xC3\xA9\x80".to_vec(), b"\xC3".to_vec(), private.as_bytes().to_vec()]
        {
            let (text, _) = text_of(bytes.clone());
            assert_eq!(bytes_of(&text), bytes, "{text}");
        }
        assert_eq!(text_of(b"a\xFFb".to_vec()), ("a\u{10FFFF}b".to_owned(), Some(1)));
    }
}
