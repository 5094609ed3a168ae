//! Output to standard output, streams and files, with atomic replacement of files

use super::failure::Failure;
use spv_opt::Diagnostics;
use spv_opt::ir::{Diagnostic, Place};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// An output destination, which is opened before processing begins.
pub struct Output {
    to: Sink,
    /// Name of the output for messages.
    path: PathBuf,
}

enum Sink {
    Stdout,
    /// A device, pipe or similar file, which is written directly.
    Stream(File),
    /// A regular file, which is written under a temporary name in the same directory and then renamed.
    Regular(Temporary),
}

/// An output that was written completely. A regular file still has its temporary name.
pub struct Finished {
    temporary: Option<Temporary>,
    path: PathBuf,
}

/// A temporary file, removed on drop unless it is renamed to its target.
struct Temporary {
    /// Open temporary file, or `None` once the output was written.
    file: Option<File>,
    path: PathBuf,
    /// Final path of the file.
    target: PathBuf,
    keep: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.keep {
            // A failure in `drop` cannot be reported, and the run has failed anyway.
            _ = fs::remove_file(&self.path);
        }
    }
}

impl Output {
    /// Opens a file, or standard output for `-` and `None`. `binary` is whether a binary will be written; binaries are
    /// not written to a terminal.
    pub fn create(path: Option<&Path>, binary: bool) -> Result<Output, Failure> {
        let Some(path) = path.filter(|p| *p != Path::new("-")) else {
            if binary && io::stdout().is_terminal() {
                return Err(Failure::Terminal);
            }
            return Ok(Output { to: Sink::Stdout, path: "<stdout>".into() });
        };
        let failed = |error| Failure::Write { path: path.to_owned(), error };
        let stream = fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
        let to = if stream {
            let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            if binary && file.is_terminal() {
                return Err(Failure::Terminal);
            }
            Sink::Stream(file)
        } else {
            Sink::Regular(Temporary::create(path).map_err(failed)?)
        };
        Ok(Output { to, path: path.to_owned() })
    }

    /// Returns the path of the output file, or `None` for standard output.
    pub fn path(&self) -> Option<&Path> {
        (!self.is_stdout()).then_some(&self.path)
    }

    /// Returns whether this is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.to, Sink::Stdout)
    }

    /// Writes the output by calling `write` with a buffered writer.
    pub fn write(
        self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<Finished, Failure> {
        let buffered = |to: &mut (dyn Write + Send)| {
            let mut to = BufWriter::with_capacity(1 << 16, to);
            write(&mut to)?;
            to.flush()
        };
        let (result, temporary) = match self.to {
            Sink::Stdout => (buffered(&mut io::stdout()), None),
            Sink::Stream(mut file) => (buffered(&mut file), None),
            Sink::Regular(mut temporary) => {
                // The file is closed before renaming, because some systems cannot rename an open file.
                let result = temporary.file.take().map_or(Ok(()), |mut file| buffered(&mut file));
                (result, Some(temporary))
            }
        };
        match result {
            Ok(()) => Ok(Finished { temporary, path: self.path }),
            Err(error) => Err(Failure::Write { path: self.path, error }),
        }
    }
}

impl Finished {
    /// Replaces an existing file with the temporary file.
    pub fn commit(self) -> Result<(), Failure> {
        let Some(mut temporary) = self.temporary else { return Ok(()) };
        fs::rename(&temporary.path, &temporary.target)
            .map_err(|error| Failure::Write { path: self.path, error })?;
        temporary.keep = true;
        Ok(())
    }
}

impl Temporary {
    fn create(path: &Path) -> io::Result<Temporary> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // A symbolic link is followed: its target is replaced, and the link remains.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let mut number = 0_u32;
        loop {
            let mut beside = std::ffi::OsString::from(".");
            beside.push(name);
            beside.push(format!(".{}.{number}.tmp", std::process::id()));
            let path = target.with_file_name(beside);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let temporary = Temporary { file: Some(file), path, target, keep: false };
                    if let Ok(old) = fs::metadata(&temporary.target) {
                        fs::set_permissions(&temporary.path, old.permissions())?;
                    }
                    return Ok(temporary);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Writes lists of words as little-endian bytes.
pub fn write_words(lists: &[&[u32]], to: &mut dyn Write) -> io::Result<()> {
    lists.iter().try_for_each(|words| {
        if cfg!(target_endian = "little") {
            return to.write_all(bytemuck::cast_slice(words));
        }
        words.iter().try_for_each(|word| to.write_all(&word.to_le_bytes()))
    })
}

/// Writes the words as a C array of type `uint32_t`, eight in each line.
pub fn write_c_array(words: &[u32], name: &str, to: &mut dyn Write) -> io::Result<()> {
    writeln!(to, "#include <stdint.h>\n\nstatic const uint32_t {name}[{}] = {{", words.len())?;
    for line in words.chunks(8) {
        let line: Vec<String> = line.iter().map(|word| format!("0x{word:08x}")).collect();
        writeln!(to, "    {},", line.join(", "))?;
    }
    writeln!(to, "}};")
}

/// Returns the C identifier for a file: the file name up to the last period, with other characters replaced with `_`.
/// Returns `shader` for standard input.
pub fn c_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut name = stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if matches!(&*name, "" | "_") { "shader".to_owned() } else { name }
}

/// Writes the binary of an input chunk to the file `PREFIXnumber.spv`.
///
/// # Errors
/// The file cannot be written.
pub fn save_validation_file(prefix: &str, number: usize, words: &[u32]) -> Result<(), Diagnostics> {
    let path = format!("{prefix}{number}.spv");
    let written = fs::File::create(&path).and_then(|mut file| write_words(&[words], &mut file));
    written.map_err(|error| {
        let message = format!("cannot write validation file '{path}': {error}");
        Diagnostics { list: vec![Diagnostic::error(Place::None, message)] }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("spv-opt-output-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).expect("the directory can be made");
        directory
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("the directory is there");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_changes_as_a_whole_or_not_at_all() {
        let directory = scratch("whole");
        let file = directory.join("a.spv");
        fs::write(&file, "old").expect("it can be written");

        let output = Output::create(Some(&file), true).expect("it can be opened");
        let failed = output.write(|w| w.write_all(b"ne").and(Err(io::ErrorKind::StorageFull.into())));
        assert!(matches!(failed, Err(Failure::Write { .. })));
        assert_eq!(fs::read(&file).expect("it is there"), b"old");
        assert_eq!(names(&directory), ["a.spv"]);

        let output = Output::create(Some(&file), true).expect("it can be opened");
        let finished = output.write(|w| w.write_all(b"new")).expect("it can be written");
        assert_eq!(fs::read(&file).expect("it is there"), b"old");
        finished.commit().expect("it can be renamed");
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert_eq!(names(&directory), ["a.spv"]);
        fs::remove_dir_all(directory).expect("it can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = scratch("links");
        let (file, link) = (directory.join("a.txt"), directory.join("link"));
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("they can be set");
        symlink(&file, &link).expect("it can be made");
        let output = Output::create(Some(&link), false).expect("it can be opened");
        let finished = output.write(|w| w.write_all(b"new")).expect("it can be written");
        finished.commit().expect("it can be renamed");
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
        fs::remove_dir_all(directory).expect("it can be removed");
    }
}
