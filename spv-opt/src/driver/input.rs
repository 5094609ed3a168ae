//! Reads the input and detects whether it is binary or text

use super::args::DiagnosticsFormat;
use super::failure::Failure;
use spv_opt::ir::{Diagnostic, Place};
use spv_opt::serialize::import::words_of_bytes;
use spv_opt::{Diagnostics, Source};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// An input file or standard input, with its content.
pub struct Input {
    /// Origin of the content.
    pub origin: Origin,
    /// Content of the input.
    pub content: Content,
}

/// The content of an input.
pub enum Content {
    /// MLIR text or SPIR-V assembly.
    Text(String),
    /// Words of a binary in file byte order. The magic number determines the endianness.
    Binary(Words),
}

/// The words of a binary module.
pub enum Words {
    /// Bytes of a file that are already aligned to words, which avoids a copy.
    Bytes(Vec<u8>),
    /// Words that were copied from unaligned bytes.
    List(Vec<u32>),
}

impl Words {
    /// Converts the bytes of a file to words. The length must be a multiple of four.
    fn of_bytes(bytes: Vec<u8>) -> Words {
        if bytemuck::try_cast_slice::<u8, u32>(&bytes).is_ok() {
            return Words::Bytes(bytes);
        }
        let words = bytes.as_chunks::<4>().0.iter();
        Words::List(words.map(|&word| u32::from_ne_bytes(word)).collect())
    }
}

impl From<Vec<u32>> for Words {
    fn from(list: Vec<u32>) -> Words {
        Words::List(list)
    }
}

impl std::ops::Deref for Words {
    type Target = [u32];
    fn deref(&self) -> &[u32] {
        match self {
            Words::Bytes(bytes) => bytemuck::cast_slice(bytes),
            Words::List(list) => list,
        }
    }
}

/// The file name of an input, with access to its text for diagnostics.
pub struct Origin {
    name: String,
    path: Option<PathBuf>,
    text: Text,
}

/// The storage of an input's text, from which diagnostics show source lines.
enum Text {
    /// No text, because the input is binary.
    None,
    /// A copy of the text in memory.
    Kept(String),
    /// The input file, which is read again if needed.
    InFile,
}

impl Origin {
    fn new(path: &Path) -> Origin {
        let stdin = path == Path::new("-");
        let name = if stdin { "<stdin>".to_owned() } else { path.display().to_string() };
        Origin { name, path: (!stdin).then(|| path.to_owned()), text: Text::None }
    }

    /// Returns the name of the input for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Keeps the text for [`Self::text`], unless the file can be read again.
    pub fn keep(&mut self, text: String) {
        let again = self.path.as_deref().is_some_and(Path::is_file);
        self.text = if again { Text::InFile } else { Text::Kept(text) };
    }

    /// Returns the input text for diagnostics. Returns an empty string for binary input.
    pub fn text(&self) -> Cow<'_, str> {
        match (&self.text, &self.path) {
            (Text::Kept(text), _) => text.into(),
            (Text::InFile, Some(path)) => fs::read_to_string(path).unwrap_or_default().into(),
            _ => "".into(),
        }
    }
}

/// Returns whether a text is SPIR-V assembly, judged by the file name or the content.
pub fn is_assembly(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|extension| extension == "spvasm") || spv_opt::asm::is_assembly(text)
}

/// Reads a file, or standard input if `path` is `-`. `format` is the format of error messages.
///
/// An empty input is an error, unless its name ends in `.mlir`, or `is_mlir` is set and its name does not end in
/// `.spv`.
pub fn read(path: &Path, format: DiagnosticsFormat, is_mlir: bool) -> Result<Input, Failure> {
    let origin = Origin::new(path);
    let content = match &origin.path {
        None => content(&mut io::stdin().lock(), 0, is_mlir),
        Some(path) => File::open(path).and_then(|mut file| {
            let size = file.metadata().map_or(0, |m| m.len());
            let has = |name| path.extension().is_some_and(|extension| extension == name);
            let may_be_empty = has("mlir") || is_mlir && !has("spv");
            content(&mut file, usize::try_from(size).unwrap_or(0), may_be_empty)
        }),
    };
    match content.map_err(|error| Failure::Read { path: path.to_owned(), error })? {
        Ok(content) => Ok(Input { origin, content }),
        Err(wrong) => {
            let list = Diagnostics { list: vec![*wrong.diagnostic] };
            let source = Source { file: &origin.name, text: &wrong.text, ctx: None };
            Err(Failure::Diagnostics(super::diagnostics(format, source, &[], &list)))
        }
    }
}

/// An error about an input that is neither text nor binary.
struct Wrong {
    diagnostic: Box<Diagnostic>,
    /// Input text to which the diagnostic refers.
    text: String,
}

/// Reads all bytes and detects their format. `size` is the expected number of bytes. With `may_be_empty`, an empty
/// input is MLIR text.
fn content(from: &mut dyn Read, size: usize, may_be_empty: bool) -> io::Result<Result<Content, Wrong>> {
    // One spare byte allows the last read to detect the end of the file without growing the vector.
    let mut bytes = Vec::with_capacity(size + 1);
    from.read_to_end(&mut bytes)?;
    if bytes.is_empty() && !may_be_empty {
        let diagnostic = Box::new(Diagnostic::error(Place::None, spv_opt::EMPTY));
        return Ok(Err(Wrong { diagnostic, text: String::new() }));
    }
    if let Some(message) = spv_opt::foreign_format(&bytes) {
        let diagnostic = Box::new(Diagnostic::error(Place::None, message));
        return Ok(Err(Wrong { diagnostic, text: String::new() }));
    }
    let binary = spv_opt::is_binary(&bytes[..bytes.len().min(4)]);
    Ok(if binary { words(bytes) } else { text(bytes) })
}

fn words(bytes: Vec<u8>) -> Result<Content, Wrong> {
    if !bytes.len().is_multiple_of(4) {
        // The error message contains the number of missing bytes.
        let wrong = words_of_bytes(&bytes).map(|words| Content::Binary(words.into()));
        return wrong.map_err(|d| Wrong { diagnostic: d, text: String::new() });
    }
    Ok(Content::Binary(Words::of_bytes(bytes)))
}

fn text(bytes: Vec<u8>) -> Result<Content, Wrong> {
    let text = spv_opt::text_of_bytes(bytes).map(Content::Text);
    text.map_err(|wrong| Wrong { diagnostic: Box::new(wrong.0), text: wrong.1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: u32 = 0x0723_0203;

    fn read_all(bytes: &[u8], size: usize) -> Result<Content, String> {
        let mut from = bytes;
        content(&mut from, size, true)
            .expect("reading from memory succeeds")
            .map_err(|w| w.diagnostic.message)
    }

    #[test]
    fn content_tells_the_kind() {
        let words = [MAGIC, 1, 2, 3, 4];
        for swap in [false, true] {
            let stored = words.map(|w| if swap { w.swap_bytes() } else { w });
            let bytes: Vec<u8> = stored.iter().flat_map(|w| w.to_ne_bytes()).collect();
            // The size hint may be unknown or wrong.
            for size in [0, 4, bytes.len(), 1000] {
                assert!(matches!(read_all(&bytes, size), Ok(Content::Binary(w)) if *w == stored));
            }
            assert!(matches!(read_all(&bytes[..3], 3), Err(m) if m.starts_with("truncated")));
        }
        for text in ["", "m", "module {}", "// é\n"] {
            assert!(matches!(read_all(text.as_bytes(), text.len()), Ok(Content::Text(t)) if t == text));
        }
        assert!(matches!(read_all(b"// \xE9\n", 5), Err(m) if m.contains("0xE9")));
        let empty = content(&mut &b""[..], 0, false).expect("reading from memory succeeds");
        assert!(empty.is_err_and(|wrong| wrong.diagnostic.message == spv_opt::EMPTY));
    }
}
