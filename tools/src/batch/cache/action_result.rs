//! Protocol buffer encoding of `ActionResult` in Bazel's Remote Execution API (`remote_execution.proto`, version 2)
//!
//! Only results with exactly one output file are supported.

use super::hexadecimal;
use sha2::{Digest as _, Sha256};

/// Path under which an action result lists its only output file.
const PATH: &str = "module.spv";

/// Protocol buffer field numbers of `ActionResult`, `OutputFile` and `Digest`.
const OUTPUT_FILES: u64 = 2;
const FILE_PATH: u64 = 1;
const FILE_DIGEST: u64 = 2;
const DIGEST_HASH: u64 = 1;
const DIGEST_SIZE: u64 = 2;

/// Protocol buffer wire types.
const VARINT: u64 = 0;
const FIXED_64: u64 = 1;
const BYTES: u64 = 2;
const FIXED_32: u64 = 5;

/// The message `Digest`: hash and size of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The SHA-256 hash in hexadecimal.
    pub hash: String,
    /// Size of the file in bytes.
    pub size: u64,
}

impl Digest {
    /// Computes the digest of a file's content.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest { hash: hexadecimal(Sha256::new_with_prefix(bytes)), size: bytes.len() as u64 }
    }
}

fn push_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn push_bytes(field: u64, bytes: &[u8], out: &mut Vec<u8>) {
    push_varint(field << 3 | BYTES, out);
    push_varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

/// Encodes an action result whose only output file has the given digest.
pub fn encode(digest: &Digest) -> Vec<u8> {
    let mut content = Vec::new();
    push_bytes(DIGEST_HASH, digest.hash.as_bytes(), &mut content);
    push_varint(DIGEST_SIZE << 3 | VARINT, &mut content);
    push_varint(digest.size, &mut content);
    let mut file = Vec::new();
    push_bytes(FILE_PATH, PATH.as_bytes(), &mut file);
    push_bytes(FILE_DIGEST, &content, &mut file);
    let mut result = Vec::new();
    push_bytes(OUTPUT_FILES, &file, &mut result);
    result
}

/// Value of a protocol buffer field.
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Decodes the fields of a protocol buffer message to pairs of field number and value. Returns `None` if the message is
/// malformed.
fn fields(mut bytes: &[u8]) -> Option<Vec<(u64, Value<'_>)>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        let length = match tag & 7 {
            VARINT => {
                fields.push((tag >> 3, Value::Number(varint(&mut bytes)?)));
                continue;
            }
            FIXED_64 => 8,
            BYTES => usize::try_from(varint(&mut bytes)?).ok()?,
            FIXED_32 => 4,
            _ => return None,
        };
        let (value, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        fields.push((tag >> 3, Value::Bytes(value)));
    }
    Some(fields)
}

/// Returns the bytes of the only field with this field number. Returns `None` if the field is missing or repeated.
fn only(message: &[u8], number: u64) -> Option<&[u8]> {
    let mut found = fields(message)?.into_iter().filter(|(field, _)| *field == number);
    match (found.next()?.1, found.next()) {
        (Value::Bytes(bytes), None) => Some(bytes),
        _ => None,
    }
}

/// Decodes the digest of the only output file. Returns `None` if the action result is malformed or has several outputs.
pub fn decode(result: &[u8]) -> Option<Digest> {
    let digest = only(only(result, OUTPUT_FILES)?, FILE_DIGEST)?;
    let hash = std::str::from_utf8(only(digest, DIGEST_HASH)?).ok()?;
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let size = fields(digest)?.into_iter().find_map(|(field, value)| match value {
        Value::Number(size) if field == DIGEST_SIZE => Some(size),
        _ => None,
    });
    // Protocol buffers omit fields that are zero.
    is_hash.then(|| Digest { hash: hash.to_owned(), size: size.unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_result_is_read_again() {
        for length in [0, 1, 127, 128, 70_000] {
            let digest = Digest::of(&vec![7; length]);
            let encoded = encode(&digest);
            assert_eq!(decode(&encoded), Some(digest));
            for end in 1..encoded.len() {
                assert_eq!(decode(&encoded[..end]), None, "{end}");
            }
        }
    }

    /// Checks that decoding skips fields that only Bazel writes: an exit code and execution metadata.
    #[test]
    fn unknown_fields_are_skipped() {
        let digest = Digest::of(b"content");
        let mut encoded = vec![0x20, 3, 0x4A, 2, 0x0A, 0];
        encoded.extend(encode(&digest));
        assert_eq!(decode(&encoded), Some(digest.clone()));
        encoded.extend(encode(&digest));
        assert_eq!(decode(&encoded), None);
        assert_eq!(decode(b"no message"), None);
    }
}
