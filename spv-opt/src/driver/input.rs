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

/// Reads a file, or standard input where `path` is `-`.
pub fn read(path: &Path) -> Result<Input, Failure> {
    let origin = Origin::new(path);
    let bytes = match &origin.path {
        None => read_bytes(&mut io::stdin().lock(), 0),
        Some(path) => File::open(path).and_then(|mut file| {
            let size = file.metadata().map_or(0, |m| m.len());
            read_bytes(&mut file, usize::try_from(size).unwrap_or(0))
        }),
    };
    let bytes = bytes.map_err(|error| Failure::Read { path: path.to_owned(), error })?;
    match content(bytes) {
        Ok(content) => Ok(Input { origin, content }),
        Err(wrong) => {
            let list = Diagnostics { list: vec![wrong.diagnostic] };
            let source = Source { file: &origin.name, text: &wrong.text, ctx: None };
            Err(Failure::Diagnostics(render(&list, source)))
        }
    }
}

/// Bytes in memory that words fit into.
struct Bytes {
    words: Vec<u32>,
    length: usize,
}

impl Bytes {
    fn get(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.length]
    }
}

/// All there is; `size` bytes are expected.
fn read_bytes(from: &mut dyn Read, size: usize) -> io::Result<Bytes> {
    // One byte more than expected, to see the end without growing.
    let mut words = vec![0_u32; size / 4 + 1];
    let mut length = 0;
    loop {
        let space: &mut [u8] = bytemuck::cast_slice_mut(&mut words);
        if length == space.len() {
            let longer = words.len() * 2 + 4096;
            words.resize(longer, 0);
            continue;
        }
        match from.read(&mut space[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    words.truncate(length.div_ceil(4));
    Ok(Bytes { words, length })
}

/// What is wrong with an input that is neither text nor binary.
struct Wrong {
    diagnostic: Diagnostic,
    /// The text that its place lies in.
    text: String,
}

fn content(bytes: Bytes) -> Result<Content, Wrong> {
    let start = bytes.get();
    let start = &start[..start.len().min(4)];
    let magic = [MAGIC.to_le_bytes(), MAGIC.to_be_bytes()].iter().any(|m| !start.is_empty() && m.starts_with(start));
    // No text starts like this, so it is meant to be a binary.
    let control = start.iter().any(|b| b.is_ascii_control() && !b.is_ascii_whitespace());
    if magic || control {
        return match words_of_bytes(bytes.get()) {
            Ok(_) => Ok(Content::Binary(bytes.words)),
            Err(diagnostic) => Err(Wrong { diagnostic: *diagnostic, text: String::new() }),
        };
    }
    text(bytes.get().to_vec()).map(Content::Text)
}
