//! Lossless text representation of arbitrary byte strings
//!
//! SPIR-V requires strings in UTF-8 (specification, 2.2.1), but compilers copy source bytes unchecked and validators
//! do not reject them. Each byte outside a UTF-8 sequence becomes a *byte character*: one of 128 private use
//! characters at the end of Unicode. If a string already contains a byte character, each of its UTF-8 bytes is
//! encoded as a byte character. The mapping is injective and leaves all other UTF-8 strings unchanged.

use std::borrow::Cow;

/// The byte character of byte 0x80. The characters of bytes 0x81 to 0xFF follow.
const FIRST: u32 = 0x10_FE80;

/// First UTF-8 byte of all byte characters. Few other characters begin with it.
pub const LEAD: u8 = 0xF4;

fn byte_of(byte_character: char) -> Option<u8> {
    let distance = u32::from(byte_character).wrapping_sub(FIRST);
    (distance < 128).then_some(distance as u8 | 0x80)
}

fn byte_characters(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.iter().filter_map(|byte| char::from_u32(FIRST + u32::from(byte & 0x7F)))
}

/// Returns a byte string as text, with byte characters for invalid UTF-8.
pub fn text_of(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) if !text.as_bytes().contains(&LEAD) => text,
        Ok(text) => with_byte_characters(text.as_bytes()),
        Err(error) => with_byte_characters(error.as_bytes()),
    }
}

fn with_byte_characters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match byte_of(c) {
                Some(_) => text.extend(byte_characters(c.encode_utf8(&mut [0; 4]).as_bytes())),
                None => text.push(c),
            }
        }
        text.extend(byte_characters(chunk.invalid()));
    }
    text
}

/// Returns the bytes that a text represents, with byte characters decoded.
pub fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    if !text.as_bytes().contains(&LEAD) {
        return text.as_bytes().into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte_of(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_strings_of_bytes_have_texts() {
        let strings: [&[u8]; 7] = [
            b"plain",
            "caf\u{e9} \u{10FFFF}".as_bytes(),
            b"caf\xE9",
            b"\xFF\x80\xC3",
            "\u{10FE80}".as_bytes(),
            b"\xF4\x8F\xBA",
            b"",
        ];
        for bytes in strings {
            assert_eq!(bytes_of(&text_of(bytes.to_vec())), bytes);
        }
        assert_eq!(text_of("caf\u{e9} \u{10FFFF}".into()), "caf\u{e9} \u{10FFFF}");
        assert_eq!(text_of(b"a\xE9".to_vec()), "a\u{10FEE9}");
    }
}
