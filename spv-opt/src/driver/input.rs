//! Reading the input, and telling binary from text.

use super::failure::Failure;
use spv_opt::ir::{Diagnostic, Place};
use spv_opt::serialize::import::words_of_bytes;
use spv_opt::{Diagnostics, Source, render};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MAGIC: u32 = 0x0723_0203;

/// What was read.
pub struct Input {
    /// Where it came from.
    pub origin: Origin,
    /// What it is.
    pub content: Content,
}

/// What the input is.
pub enum Content {
    /// Text.
    Text(String),
    /// Words of a binary, as they stand in the file: the magic number tells the endianness.
    Binary(Vec<u32>),
}

/// Where the input came from.
pub struct Origin {
    name: String,
    path: Option<PathBuf>,
    text: Text,
}

/// Where the text is, for messages about it.
enum Text {
    /// The input is no text.
    None,
    /// Here.
    Kept(String),
    /// In the file, to be read again.
    InFile,
}

impl Origin {
    fn new(path: &Path) -> Origin {
        let stdin = path == Path::new("-");
        let name = if stdin { "<stdin>".to_owned() } else { path.display().to_string() };
        Origin { name, path: (!stdin).then(|| path.to_owned()), text: Text::None }
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Takes the text for [`Self::text`], or frees it where the file can be read again.
    pub fn keep(&mut self, text: String) {
        let again = self.path.as_deref().is_some_and(Path::is_file);
        self.text = if again { Text::InFile } else { Text::Kept(text) };
    }

    /// The text, for messages about it; empty if it is none.
    pub fn text(&self) -> Cow<'_, str> {
        match (&self.text, &self.path) {
            (Text::Kept(text), _) => text.into(),
            (Text::InFile, Some(path)) => fs::read_to_string(path).unwrap_or_default().into(),
            _ => "".into(),
        }
    }
}

/// Whether a text is assembly: by the name of its file, or by what it holds.
pub fn is_assembly(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|extension| extension == "spvasm")
        || spv_opt::serialize::asm::is_assembly(text)
}

/// Reads a file, or standard input where `path` is `-`.
pub fn read(path: &Path) -> Result<Input, Failure> {
    let origin = Origin::new(path);
    let content = match &origin.path {
        None => content(&mut io::stdin().lock(), 0, false),
        Some(path) => File::open(path).and_then(|mut file| {
            let size = file.metadata().map_or(0, |m| m.len());
            let binary = path.extension().is_some_and(|e| e == "spv");
            content(&mut file, usize::try_from(size).unwrap_or(0), binary)
        }),
    };
    match content.map_err(|error| Failure::Read { path: path.to_owned(), error })? {
        Ok(content) => Ok(Input { origin, content }),
        Err(wrong) => {
            let list = Diagnostics { list: vec![wrong.diagnostic] };
            let source = Source { file: &origin.name, text: &wrong.text, ctx: None };
            Err(Failure::Diagnostics(render(&list, source)))
        }
    }
}

/// Why an input is neither text nor binary.
struct Wrong {
    diagnostic: Diagnostic,
    /// The text that its place lies in.
    text: String,
}

/// All that can be read, sorted by its first bytes. `size` bytes are expected. `named_binary`: its name says
/// that it is a binary, which counts if it is empty.
fn content(from: &mut dyn Read, size: usize, named_binary: bool) -> io::Result<Result<Content, Wrong>> {
    let mut start = [0; 4];
    let count = fill(from, &mut start)?;
    if (count == 0 && named_binary) || is_binary(&start[..count]) {
        binary(from, &start[..count], size)
    } else {
        text(from, &start[..count], size)
    }
}

/// Bytes that are read at a time, at most: whole words.
const PIECE: usize = 1 << 16;

/// Whether an input that starts with these (at most four) bytes is, or was meant to be, a binary.
fn is_binary(start: &[u8]) -> bool {
    let magic = [MAGIC.to_le_bytes(), MAGIC.to_be_bytes()];
    let cut_off = !start.is_empty() && magic.iter().any(|m| m.starts_with(start));
    cut_off || start.iter().any(|b| b.is_ascii_control() && !b.is_ascii_whitespace())
}

fn binary(from: &mut dyn Read, start: &[u8], size: usize) -> io::Result<Result<Content, Wrong>> {
    let mut words: Vec<u32> = Vec::with_capacity(size / 4 + 1);
    // With room behind the end, which shows that it is the end.
    let room = if size == 0 { PIECE } else { (size.min(PIECE) / 4 + 1) * 4 };
    let mut piece = vec![0; room.min(PIECE)];
    piece[..start.len()].copy_from_slice(start);
    let mut length = start.len();
    loop {
        let count = fill(from, &mut piece[length..])?;
        let is_full = length + count == piece.len();
        let (whole, rest) = piece[..length + count].as_chunks::<4>();
        words.extend(whole.iter().map(|&word| u32::from_ne_bytes(word)));
        if is_full {
            length = 0;
            continue;
        }
        if rest.is_empty() {
            return Ok(Ok(Content::Binary(words)));
        }
        // Too short: the message tells by how much.
        let mut bytes: Vec<u8> = bytemuck::cast_slice(&words).to_vec();
        bytes.extend_from_slice(rest);
        let wrong = words_of_bytes(&bytes);
        return Ok(wrong.map(Content::Binary).map_err(|d| Wrong { diagnostic: *d, text: String::new() }));
    }
}

fn text(from: &mut dyn Read, start: &[u8], size: usize) -> io::Result<Result<Content, Wrong>> {
    let mut bytes = Vec::with_capacity(size + 1);
    bytes.extend_from_slice(start);
    from.read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).map(Content::Text).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(at).copied().unwrap_or(0);
        let message = format!("a text must be UTF-8, but the byte 0x{byte:02X} here is not");
        let diagnostic = Diagnostic::error(Place::Text(at..at + 1), message);
        Wrong { diagnostic, text: String::from_utf8_lossy(error.as_bytes()).into_owned() }
    }))
}

/// Reads until the buffer is full or there is no more; returns how much.
fn fill(from: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match from.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8], size: usize) -> Result<Content, String> {
        let mut from = bytes;
        content(&mut from, size, false)
            .expect("reading from memory succeeds")
            .map_err(|w| w.diagnostic.message)
    }

    #[test]
    fn content_tells_the_kind() {
        let words = [MAGIC, 1, 2, 3, 4];
        for swap in [false, true] {
            let stored = words.map(|w| if swap { w.swap_bytes() } else { w });
            let bytes: Vec<u8> = stored.iter().flat_map(|w| w.to_ne_bytes()).collect();
            // The size may be unknown, or wrong.
            for size in [0, 4, bytes.len(), 1000] {
                assert!(matches!(read_all(&bytes, size), Ok(Content::Binary(w)) if w == stored));
            }
            assert!(matches!(read_all(&bytes[..3], 3), Err(m) if m.starts_with("truncated")));
        }
        for text in ["", "m", "module {}", "// é\n"] {
            assert!(matches!(read_all(text.as_bytes(), text.len()), Ok(Content::Text(t)) if t == text));
        }
        assert!(matches!(read_all(b"// \xE9\n", 5), Err(m) if m.contains("0xE9")));
    }
}
