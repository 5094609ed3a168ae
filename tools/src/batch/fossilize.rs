//! Fossilize databases (`.foz`, version 6), which hold the shader modules of Vulkan applications
//!
//! The layout is documented at `StreamArchive` in Fossilize's `fossilize_db.cpp`. After a magic number, each database
//! entry has a tag and a hash in hexadecimal digits, sizes, flags, a checksum and a payload. The payload of a shader
//! module is a JSON object, a zero byte and the words of the binary. Each word is a varint of 1 to 5 bytes, least
//! significant 7 bits first.

use flate2::{Compression, bufread::ZlibDecoder, bufread::ZlibEncoder};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value, json};
use spv_ir::Executor;
use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::sync::OnceLock;

/// The magic number without its last byte, which is the format version.
const MAGIC: &[u8; 15] = b"\x81FOSSILIZEDB\0\0\0";
/// Format versions that can be read. Databases are written in the newest of these versions.
const VERSIONS: Range<u8> = 5..7;
/// Number of hexadecimal digits of a tag and a hash together.
const NAME: usize = 40;
/// Number of hexadecimal digits of a hash.
const HASH: usize = 16;
/// Size in bytes of an entry's header, which precedes the payload.
const HEADER: usize = NAME + 16;
/// The tag of database entries that hold shader modules.
const SHADER_MODULE: u64 = 4;
/// Flags for the compression of a payload.
const UNCOMPRESSED: u32 = 1;
const DEFLATED: u32 = 2;
/// Maximum size in bytes of a decompressed payload.
const LARGEST: usize = 1 << 28;

/// A Fossilize database in memory.
#[derive(Clone, Debug)]
pub struct Database {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// Index into `entries` of each shader module, by hash.
    modules: FxHashMap<String, usize>,
}

/// The byte range of a database entry.
#[derive(Clone, Debug)]
struct Entry {
    /// Byte range of the entry in the database, including its header.
    range: Range<usize>,
    /// Hash of the shader module, or `None` for other database entries.
    module: Option<String>,
}

/// The reason why a database or a shader module cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The file does not start with the magic number.
    #[error("not a Fossilize database")]
    Magic,
    /// The format version is unsupported.
    #[error("unsupported Fossilize database version {0}: expected version 5 or 6")]
    Version(u8),
    /// The checksum of a payload does not match.
    #[error("the payload checksum does not match")]
    Checksum,
    /// A payload does not decompress to its recorded size.
    #[error("the payload cannot be decompressed")]
    Compression,
    /// A payload is not a shader module.
    #[error("the payload is not a shader module")]
    Payload,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

impl Database {
    /// Parses a database. If several database entries have the same tag and hash, only the first is used. Ignores a
    /// truncated last entry, which a crash may leave.
    ///
    /// # Errors
    /// The magic number is wrong, or the format version is unsupported.
    pub fn read(bytes: Vec<u8>) -> Result<Database, DatabaseError> {
        let version =
            *bytes.get(MAGIC.len()).filter(|_| bytes.starts_with(MAGIC)).ok_or(DatabaseError::Magic)?;
        if !VERSIONS.contains(&version) {
            return Err(DatabaseError::Version(version));
        }
        let mut entries = Vec::new();
        let mut names = FxHashSet::default();
        let mut modules = FxHashMap::default();
        let mut at = MAGIC.len() + 1;
        while let Some(name) = bytes.get(at..at + NAME)
            && let size = word(&bytes, at + NAME) as usize
            && at + HEADER + size <= bytes.len()
        {
            let range = at..at + HEADER + size;
            at = range.end;
            if !names.insert(name.to_owned()) {
                continue;
            }
            let digits = |range: Range<usize>| std::str::from_utf8(&name[range]).ok();
            let tag = digits(0..NAME - HASH).and_then(|tag| u64::from_str_radix(tag, 16).ok());
            let hash = digits(NAME - HASH..NAME).filter(|hash| hash.bytes().all(|b| b.is_ascii_hexdigit()));
            let module = hash.filter(|_| tag == Some(SHADER_MODULE)).map(str::to_owned);
            if let Some(hash) = &module {
                modules.insert(hash.clone(), entries.len());
            }
            entries.push(Entry { range, module });
        }
        Ok(Database { bytes, entries, modules })
    }

    /// Returns the hashes of the shader modules, in file order.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| entry.module.as_deref())
    }

    /// Returns the SPIR-V binary of a shader module, or `None` if the database has no module with this hash.
    ///
    /// # Errors
    /// The database entry is corrupt.
    pub fn module(&self, hash: &str) -> Option<Result<Vec<u8>, DatabaseError>> {
        let entry = &self.entries[*self.modules.get(hash)?];
        Some(self.payload(entry).and_then(|payload| {
            let (offset, words) = shader(&payload, hash).ok_or(DatabaseError::Payload)?;
            let code = payload.get(offset).ok_or(DatabaseError::Payload)?;
            unpacked(code, words).ok_or(DatabaseError::Payload)
        }))
    }

    /// Returns a reader that decompresses an entry's payload, and the decompressed size in bytes.
    fn reader(&self, entry: &Entry) -> Result<(Box<dyn Read + '_>, usize), DatabaseError> {
        let bytes = &self.bytes[entry.range.clone()];
        let [flags, crc, size] = [4, 8, 12].map(|at| word(bytes, NAME + at));
        let stored = &bytes[HEADER..];
        if crc != 0 && crc32fast::hash(stored) != crc {
            return Err(DatabaseError::Checksum);
        }
        let reader: Box<dyn Read> = match flags {
            UNCOMPRESSED => Box::new(stored),
            DEFLATED => Box::new(ZlibDecoder::new(stored)),
            _ => return Err(DatabaseError::Compression),
        };
        Ok((reader, size as usize))
    }

    fn payload(&self, entry: &Entry) -> Result<Vec<u8>, DatabaseError> {
        let (reader, size) = self.reader(entry)?;
        // Reads at most one byte past the recorded size. The initial allocation is limited to a multiple of the
        // compressed size.
        let mut payload = Vec::with_capacity(size.min(8 * entry.range.len()));
        let read = reader.take(size.min(LARGEST) as u64 + 1).read_to_end(&mut payload);
        if read.is_ok_and(|read| read == size) { Ok(payload) } else { Err(DatabaseError::Compression) }
    }

    /// Returns the JSON object of an entry's payload without decompressing the binary. Returns `None` if it is
    /// malformed.
    fn description(&self, entry: &Entry) -> Option<Value> {
        let (reader, size) = self.reader(entry).ok()?;
        let mut json = Vec::new();
        BufReader::new(reader.take(size.min(LARGEST) as u64)).read_until(0, &mut json).ok()?;
        serde_json::from_slice(json.strip_suffix(&[0])?).ok()
    }

    /// Returns the bytes of a database entry with another SPIR-V binary. Returns `None` if the entry is malformed.
    fn replaced(&self, entry: &Entry, hash: &str, binary: &[u8]) -> Option<Vec<u8>> {
        let payload = packed_shader(self.description(entry)?, hash, binary)?;
        let mut out = self.bytes[entry.range.clone()][..NAME].to_vec();
        let mut stored = Vec::new();
        ZlibEncoder::new(payload.as_slice(), Compression::best()).read_to_end(&mut stored).ok()?;
        let header = [stored.len() as u32, DEFLATED, crc32fast::hash(&stored), payload.len() as u32];
        out.extend(header.iter().flat_map(|word| word.to_le_bytes()));
        out.extend_from_slice(&stored);
        Some(out)
    }

    /// Returns the bytes of the database with some shader modules replaced. `modules` maps hashes to binaries. Hashes
    /// are left unchanged, because pipelines refer to them.
    pub fn with_modules(&self, modules: &FxHashMap<String, Vec<u8>>, executor: &dyn Executor) -> Vec<u8> {
        let replaced = vec![OnceLock::new(); self.entries.len()];
        executor.run(self.entries.len(), &|i| {
            let entry = &self.entries[i];
            let bytes = entry.module.as_ref().and_then(|hash| self.replaced(entry, hash, modules.get(hash)?));
            replaced[i].get_or_init(|| bytes);
        });
        let mut out = MAGIC.to_vec();
        out.push(VERSIONS.end - 1);
        for (entry, replaced) in self.entries.iter().zip(&replaced) {
            let own = &self.bytes[entry.range.clone()];
            out.extend_from_slice(replaced.get().and_then(Option::as_deref).unwrap_or(own));
        }
        out
    }
}

/// Returns the byte range of the varint-encoded binary in a payload, and the number of SPIR-V words. Returns `None` if
/// the payload is malformed.
fn shader(payload: &[u8], hash: &str) -> Option<(Range<usize>, usize)> {
    let end = payload.iter().position(|&byte| byte == 0)?;
    let value: Value = serde_json::from_slice(&payload[..end]).ok()?;
    let module = module_of(&value, hash)?;
    let number =
        |key| module.get(key).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    let start = (end + 1).checked_add(number("varintOffset")?)?;
    let range = start..start.checked_add(number("varintSize")?)?;
    Some((range, number("codeSize")? / 4))
}

fn module_of<'a>(value: &'a Value, hash: &str) -> Option<&'a Map<String, Value>> {
    value.get("shaderModules")?.get(hash)?.as_object()
}

/// Decodes the varint-encoded words of a binary to bytes. Returns `None` unless there are exactly `words` words.
fn unpacked(code: &[u8], words: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut bytes = code.iter();
    for _ in 0..words {
        let (mut word, mut shift) = (0, 0);
        loop {
            let byte = u32::from(*bytes.next()?);
            word |= (byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
            if shift > 28 {
                return None;
            }
        }
        out.extend_from_slice(&word.to_le_bytes());
    }
    bytes.next().is_none().then_some(out)
}

/// Encodes the payload of a shader module for a new binary. `value` is the payload's JSON object. Returns `None` if it
/// is malformed.
fn packed_shader(mut value: Value, hash: &str, binary: &[u8]) -> Option<Vec<u8>> {
    let mut code = Vec::with_capacity(binary.len());
    for bytes in binary.chunks_exact(4) {
        let mut left = word(bytes, 0);
        while left >= 0x80 {
            code.push(left as u8 | 0x80);
            left >>= 7;
        }
        code.push(left as u8);
    }
    let module = value.get_mut("shaderModules")?.get_mut(hash)?.as_object_mut()?;
    for (key, number) in [("varintOffset", 0), ("varintSize", code.len()), ("codeSize", binary.len())] {
        module.insert(key.to_owned(), json!(number));
    }
    let mut out = serde_json::to_vec(&value).ok()?;
    out.push(0);
    out.extend_from_slice(&code);
    Some(out)
}
