//! File I/O of the SPIRV-Tools programs: binaries, streams of hexadecimal numbers, and outputs

use crate::driver::failure::Failure;
use crate::driver::output::{self, Finished, Output};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The magic number of SPIR-V.
const MAGIC: u32 = 0x0723_0203;

fn is_standard(path: &OsStr) -> bool {
    path == "-"
}

/// Reads a whole file, or standard input for `-`.
///
/// # Errors
/// An error message to print.
pub fn read(path: &OsStr) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let result = match is_standard(path) {
        true => io::stdin().lock().read_to_end(&mut bytes),
        false => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    match result {
        Ok(_) => Ok(bytes),
        // Opening a directory succeeds, as with fopen, but reading it fails.
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            Err(format!("error: error reading file '{}'", path.display()))
        }
        Err(_) => Err(format!("error: file does not exist '{}'", path.display())),
    }
}

/// Reads a binary, or the hexadecimal form of one, and converts it to host byte order.
///
/// # Errors
/// An error message to print.
pub fn read_words(path: &OsStr) -> Result<Vec<u32>, String> {
    let bytes = read(path)?;
    let words = if is_hex(&bytes) { hex(&bytes, path)? } else { words(&bytes, path)? };
    Ok(match words.first() {
        Some(first) if first.swap_bytes() == MAGIC => words.iter().map(|word| word.swap_bytes()).collect(),
        _ => words,
    })
}

fn words(bytes: &[u8], path: &OsStr) -> Result<Vec<u32>, String> {
    let (words, rest) = bytes.as_chunks::<4>();
    match rest {
        [] => Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect()),
        _ => Err(format!("error: file size should be a multiple of 4; file '{}' corrupt", path.display())),
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | b',' | 0)
}

/// Returns whether the first character starts a hexadecimal number. In contrast, a binary starts with byte 3 or 7.
fn is_hex(bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !is_space(**byte)).is_some_and(|byte| matches!(byte, b'0' | b'x' | b'X'))
}

/// The notation of a stream of hexadecimal numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Notation {
    /// Words, for example `0x07230203`.
    Words,
    /// Bytes, for example `0x07, 0x23`: whether each byte has an `x` prefix, and whether the most significant byte is
    /// first.
    Bytes { prefix: bool, big_endian: bool },
}

/// Notations of a stream: its first number, whether a delimiter must follow that number, and the notation.
const NOTATIONS: [(&str, bool, Notation); 14] = {
    const BIG: Notation = Notation::Bytes { prefix: true, big_endian: true };
    const LITTLE: Notation = Notation::Bytes { prefix: true, big_endian: false };
    [
        ("0x07230203", true, Notation::Words),
        ("0x7230203", true, Notation::Words),
        ("x07230203", true, Notation::Words),
        ("x7230203", true, Notation::Words),
        ("0x07", true, BIG),
        ("0x7", true, BIG),
        ("x07", true, BIG),
        ("x7", true, BIG),
        ("0x03", true, LITTLE),
        ("0x3", true, LITTLE),
        ("x03", true, LITTLE),
        ("x3", true, LITTLE),
        ("07", false, Notation::Bytes { prefix: false, big_endian: true }),
        ("03", false, Notation::Bytes { prefix: false, big_endian: false }),
    ]
};

/// Parses a stream of hexadecimal words or bytes. `path` is the file name for error messages.
fn hex(bytes: &[u8], path: &OsStr) -> Result<Vec<u32>, String> {
    let start = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
    let first = &bytes[start..];
    let begins = |text: &str, delimited: bool| {
        first.get(..text.len()).is_some_and(|front| front.eq_ignore_ascii_case(text.as_bytes()))
            && (!delimited || first.get(text.len()).is_none_or(|byte| is_space(*byte)))
    };
    let Some((.., notation)) = NOTATIONS.iter().find(|(text, delimited, _)| begins(text, *delimited)) else {
        let pattern = String::from_utf8_lossy(&first[..first.len().min(11)]);
        return Err(format!(
            "error: hex format detected, but pattern '{pattern}' is not recognized '{}'",
            path.display()
        ));
    };
    let wrong = |at: usize, what: &str| {
        format!("error: hex stream parse error at character {at}: {what} in '{}'", path.display())
    };
    let mut numbers = Numbers { bytes, at: start };
    let mut words = Vec::new();
    while numbers.at < bytes.len() {
        let word = match notation {
            Notation::Words => numbers.prefixed(8),
            Notation::Bytes { prefix, big_endian } => {
                let mut next = || if *prefix { numbers.prefixed(2) } else { numbers.pair() };
                let list = [next(), next(), next(), next()];
                let join = |list: [u32; 4]| list.into_iter().fold(0, |word, byte| word << 8 | byte);
                let all: Result<Vec<u32>, &str> = list.into_iter().collect();
                all.map(|list| match (<[u32; 4]>::try_from(list).unwrap_or_default(), big_endian) {
                    (list, true) => join(list),
                    ([a, b, c, d], false) => join([d, c, b, a]),
                })
            }
        };
        words.push(word.map_err(|what| wrong(numbers.at, what))?);
        numbers.skip_spaces();
    }
    Ok(words)
}

/// A reader for hexadecimal numbers, with the current position.
struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Numbers<'_> {
    fn next(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    fn skip_spaces(&mut self) {
        while self.bytes.get(self.at).is_some_and(|byte| is_space(*byte)) {
            self.at += 1;
        }
    }

    /// Reads a number that consists of `0x` or `x`, at most `digits` digits and a delimiter.
    fn prefixed(&mut self, digits: usize) -> Result<u32, &'static str> {
        self.skip_spaces();
        let first = self.next();
        if !matches!(first, b'0' | b'x' | b'X') {
            return Err("expected 0x or x");
        }
        if first == b'0' && !matches!(self.next(), b'x' | b'X') {
            return Err("expected 0x");
        }
        let mut value = 0;
        for _ in 0..=digits {
            let byte = self.next();
            if is_space(byte) {
                return Ok(value);
            }
            let digit = char::from(byte).to_digit(16).ok_or("encountered non-hex character")?;
            value = value << 4 | digit;
        }
        Err("expected delimiter (space or comma)")
    }

    /// Reads a byte that consists of two hexadecimal digits.
    fn pair(&mut self) -> Result<u32, &'static str> {
        self.skip_spaces();
        let mut digit = || char::from(self.next()).to_digit(16).ok_or("encountered non-hex character");
        Ok(digit()? << 4 | digit()?)
    }
}

/// Writes a file atomically, or standard output for `-`.
///
/// # Errors
/// An error message to print.
pub fn write(path: &OsStr, bytes: &[u8]) -> Result<(), String> {
    write_with(path, |to| to.write_all(bytes))
}

/// Writes a binary in little-endian byte order to a file, or to standard output for `-`.
///
/// # Errors
/// An error message to print.
pub fn write_words(path: &OsStr, words: &[u32]) -> Result<(), String> {
    write_with(path, |to| output::write_words(&[words], to))
}

fn write_with(
    path: &OsStr,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), String> {
    let message = |what: &str| format!("error: could not {what} file '{}'", path.display());
    // Like SPIRV-Tools, allows writing a binary to a terminal.
    let output = Output::create(Some(Path::new(path)), false).map_err(|_| message("open"))?;
    match output.write(write).and_then(Finished::commit) {
        // A closed pipe is not an error: its reader has stopped reading.
        Err(Failure::Write { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|_| message("write to")),
    }
}

/// Returns the `.spv` files in a directory and its subdirectories, sorted by path.
pub fn modules_in(directory: &Path) -> Vec<std::path::PathBuf> {
    let (mut directories, mut files) = (vec![directory.to_owned()], Vec::new());
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                // Links to directories are not followed, because they could form a cycle.
                Ok(kind) if kind.is_dir() => directories.push(path),
                _ if path.is_file() && path.extension().is_some_and(|extension| extension == "spv") => {
                    files.push(path);
                }
                _ => {}
            }
        }
    }
    files.sort_unstable();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_numbers() {
        let read = |text: &str| hex(text.as_bytes(), OsStr::new("x"));
        let words = Ok(vec![MAGIC, 0x0001_0600]);
        assert_eq!(read("0x07230203, 0x10600"), words);
        assert_eq!(read(" x7230203\nx00010600\n"), words);
        assert_eq!(read("0x7 0x23 0x2 0x3, 0x0, 0x1, 0x6, 0x0"), words);
        assert_eq!(read("x03 x02 x23 x07 x00 x06 x01 x00"), words);
        assert_eq!(read("07 23 02 03 00010600"), words);
        assert_eq!(read("03022307 00060100"), words);
        let at = |text: &str| read(text).expect_err("the text is invalid");
        assert_eq!(at("0x08"), "error: hex format detected, but pattern '0x08' is not recognized 'x'");
        assert_eq!(
            at("0x07230203 0x123456789"),
            "error: hex stream parse error at character 22: expected delimiter (space or comma) in 'x'"
        );
        assert!(at("0x07230203 12").contains("expected 0x"));
        assert!(at("0322230").contains("encountered non-hex character"));
    }
}
