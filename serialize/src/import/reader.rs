//! Reader of header, instructions and literals in a binary module
//!
//! Every error includes the word offset.

use spv_asm::literal_string::{string_bytes, string_words};
use spv_asm::{NEWEST_VERSION, OLDEST_VERSION};
use spv_dialect::generated::opcodes::{READ_PIPE_BLOCKING_ALTERA, WRITE_PIPE_BLOCKING_ALTERA};
use spv_dialect::generated::ops::CORE;
use spv_ir::{Body, Diagnostic, Place, byte_string};

/// Result of an import step. The error is boxed because it is rare and large.
pub type ImportResult<T> = Result<T, Box<Diagnostic>>;

/// The magic number at the start of a module.
pub const MAGIC: u32 = 0x0723_0203;
/// Length of the header in words.
pub const HEADER: usize = 5;

/// An instruction in a binary module.
#[derive(Clone, Copy, Debug)]
pub struct Inst<'a> {
    /// Word offset of the instruction in the module.
    pub offset: usize,
    /// Opcode of the instruction.
    pub opcode: u32,
    /// All words of the instruction, including the opcode word.
    pub words: &'a [u32],
}

/// Returns the instruction's name for messages, for example `spv.Load`.
pub fn instruction_name(opcode: u32) -> &'static str {
    let i = CORE.binary_search_by_key(&opcode, |r| r.opcode);
    i.map_or("unknown instruction", |i| CORE[i].name)
}

/// Note for pipe instructions in the encoding that the machine-readable grammar specified until May 2026.
const WITH_RESULT: &str = "the 7-word encoding with result type and result id is from an earlier grammar; \
                           the specification of SPV_INTEL_blocking_pipes has 5 words";

/// Encodings that occur in practice but deviate from the specification. Each has an opcode, a length in words, and the
/// note to attach to the error.
const OTHER_ENCODINGS: &[(u32, usize, &str)] =
    &[(READ_PIPE_BLOCKING_ALTERA, 7, WITH_RESULT), (WRITE_PIPE_BLOCKING_ALTERA, 7, WITH_RESULT)];

impl<'a> Inst<'a> {
    /// Returns an error at this instruction.
    pub fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        self.error_at(0, message)
    }

    /// Returns an error at word `word` of this instruction.
    pub fn error_at(&self, word: usize, message: impl Into<String>) -> Box<Diagnostic> {
        let instruction = instruction_name(self.opcode);
        let place = Place::Word { offset: self.offset + word, instruction };
        let mut error = Diagnostic::error(place, message);
        let length = self.words.len();
        let encoding = OTHER_ENCODINGS.iter().find(|row| row.0 == self.opcode && row.1 == length);
        error.notes.extend(encoding.map(|row| (Place::None, row.2.to_owned())));
        Box::new(error)
    }

    /// Returns an error for superfluous words after the last operand, which ends before word `end`.
    pub fn words_left(&self, end: usize) -> Box<Diagnostic> {
        let count = self.words.len() - end;
        let words = if count == 1 { "word" } else { "words" };
        self.error_at(end, format!("{count} {words} too many: the operands end before word {end}"))
    }

    /// Returns whether the next instruction has the given opcode. `words` are all words of the module.
    pub fn is_followed_by(&self, opcode: u32, words: &[u32]) -> bool {
        has_opcode(words, self.offset + self.words.len(), opcode)
    }

    /// Returns the word at `index`, or an error if the instruction is shorter.
    #[inline]
    pub fn word(&self, index: usize) -> ImportResult<u32> {
        match self.words.get(index) {
            Some(&word) => Ok(word),
            None => Err(self.too_short(index)),
        }
    }

    #[cold]
    fn too_short(&self, index: usize) -> Box<Diagnostic> {
        self.error(format!("expected at least {} words, found {}", index + 1, self.words.len()))
    }

    /// Reads the string literal at word `index` and passes it to `with`. Short strings need no heap allocation.
    pub fn text<R>(&self, index: usize, with: impl FnOnce(&str) -> R) -> ImportResult<R> {
        let words = self.words.get(index..).unwrap_or(&[]);
        let mut buffer = [0u8; 128];
        for (chunk, word) in buffer.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *chunk = word.to_le_bytes();
            if chunk.contains(&0) {
                let length = buffer.iter().position(|&b| b == 0).unwrap_or(0);
                match std::str::from_utf8(&buffer[..length]) {
                    Ok(text) if !text.as_bytes().contains(&byte_string::LEAD) => return Ok(with(text)),
                    _ => break,
                }
            }
        }
        Ok(with(&self.string(index)?.0))
    }

    /// Checks that the string literal at word `index` ends in the last word.
    ///
    /// # Errors
    ///
    /// Words follow the string. A missing terminator is not reported here, but when the string is read.
    pub fn ends_in_string(&self, index: usize) -> ImportResult<()> {
        let before = self.words.get(index..self.words.len() - 1).unwrap_or(&[]);
        match string_words(before) {
            Some(count) => Err(self.words_left(index + count)),
            None => Ok(()),
        }
    }

    /// Checks that there is a terminated string literal at word `index`.
    ///
    /// # Errors
    ///
    /// The string has no terminating zero byte.
    pub fn check_string(&self, index: usize) -> ImportResult<()> {
        match self.words.get(index..).and_then(string_words) {
            Some(_) => Ok(()),
            None => self.bytes(index).map(drop),
        }
    }

    /// Returns the bytes of the string literal at word `index`, and the index of the word that follows it.
    pub fn bytes(&self, index: usize) -> ImportResult<(Vec<u8>, usize)> {
        let words = self.words.get(index..).unwrap_or(&[]);
        let Some((bytes, count)) = string_bytes(words).zip(string_words(words)) else {
            return Err(
                self.error_at(index, "unterminated string: no zero byte before the end of the instruction")
            );
        };
        Ok((bytes, index + count))
    }

    /// Returns the string literal at word `index`, and the index of the word that follows it.
    pub fn string(&self, index: usize) -> ImportResult<(String, usize)> {
        let (bytes, next) = self.bytes(index)?;
        Ok((byte_string::text_of(bytes), next))
    }
}

/// The header fields after the magic number.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Version, as `0 | major | minor | 0`.
    pub version: u32,
    /// Generator magic number, which identifies the tool that produced the module.
    pub generator: u32,
    /// Exclusive upper bound of all ids.
    pub bound: u32,
    /// Instruction schema, which is reserved.
    pub schema: u32,
}

fn header_error(offset: usize, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Place::Word { offset, instruction: "" }, message))
}

/// Converts bytes to words in the host's endianness. The magic number determines the endianness of the bytes. Bytes
/// without a magic number need not form whole words, because the header check rejects them.
pub fn words_of_bytes(bytes: &[u8]) -> ImportResult<Vec<u32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    let magic = [MAGIC.to_le_bytes(), MAGIC.to_be_bytes()];
    let is_cut_off = chunks.first().is_none_or(|first| magic.contains(first));
    if !rest.is_empty() && is_cut_off {
        let message = format!(
            "truncated: {} bytes are not a whole number of 32-bit words; is the file cut off?",
            bytes.len()
        );
        return Err(header_error(chunks.len(), message));
    }
    match chunks.first() {
        Some(c) if u32::from_be_bytes(*c) == MAGIC => {
            Ok(chunks.iter().map(|&c| u32::from_be_bytes(c)).collect())
        }
        _ => Ok(chunks.iter().map(|&c| u32::from_le_bytes(c)).collect()),
    }
}

/// Reads and checks the header.
pub fn header(words: &[u32]) -> ImportResult<Header> {
    match words.first() {
        None => return Err(header_error(0, "the input is empty: expected a SPIR-V binary".to_owned())),
        Some(&MAGIC) => {}
        Some(first) => {
            let message =
                format!("wrong magic number 0x{first:08X}: a SPIR-V module starts with 0x{MAGIC:08X}");
            return Err(header_error(0, message));
        }
    }
    // Each op, value or block of a body corresponds to at least one word.
    if words.len() > Body::LIMIT {
        let message = format!("{} words are too many: the limit is {}", words.len(), Body::LIMIT);
        return Err(header_error(0, message));
    }
    let &[_, version, generator, bound, schema, ..] = words else {
        let message = format!("truncated: the header has 5 words, found {}", words.len());
        return Err(header_error(words.len(), message));
    };
    if version & 0xFF00_00FF != 0 {
        let message = format!(
            "malformed version 0x{version:08X}: the highest and lowest byte must be 0, as in 0x00010600 \
             for 1.6"
        );
        return Err(header_error(1, message));
    }
    if !(OLDEST_VERSION..=NEWEST_VERSION).contains(&version) {
        let (major, minor) = (version >> 16, version >> 8 & 0xFF);
        let message = format!("unknown version {major}.{minor} of SPIR-V: expected 1.0 to 1.6");
        return Err(header_error(1, message));
    }
    if bound == 0 {
        return Err(header_error(3, "the id bound is 0, but must exceed the highest id".into()));
    }
    // The universal limit is 0x3FFFFF ids. A module with more words may exceed it, because each id requires at least
    // one word. A larger bound could only waste memory.
    let limit = (words.len() as u64).max(0x40_0000);
    if u64::from(bound) > limit {
        let message = format!(
            "the id bound {bound} is too large: a module of this size may have at most {limit}; renumber \
             the ids by `spirv-opt --max-id-bound={bound} --compact-ids`"
        );
        return Err(header_error(3, message));
    }
    Ok(Header { version, generator, bound, schema })
}

/// Returns whether an instruction with this opcode begins at `offset`.
#[inline]
pub fn has_opcode(words: &[u32], offset: usize, opcode: u32) -> bool {
    words.get(offset).is_some_and(|word| word & 0xFFFF == opcode)
}

/// Returns the instruction at `offset`.
#[inline]
pub fn inst(words: &[u32], offset: usize) -> ImportResult<Inst<'_>> {
    let rest = &words[offset..];
    let (opcode, count) = (rest[0] & 0xFFFF, (rest[0] >> 16) as usize);
    match rest.get(..count) {
        Some(words @ [_, ..]) => Ok(Inst { offset, opcode, words }),
        _ => Err(wrong_length(words, offset)),
    }
}

#[cold]
fn wrong_length(words: &[u32], offset: usize) -> Box<Diagnostic> {
    let (first, rest) = (words[offset], &words[offset..]);
    let (opcode, count) = (first & 0xFFFF, (first >> 16) as usize);
    let at = Inst { offset, opcode, words: &rest[..count.clamp(1, rest.len())] };
    if count == 0 {
        return at.error(format!(
            "instruction of zero words: the high half of its first word 0x{first:08X} must be its length"
        ));
    }
    let message =
        format!("truncated: the instruction has {count} words, the module only {} more", rest.len());
    at.error(message)
}
