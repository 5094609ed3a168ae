//! Atomic file replacement, and cleanup of temporary files that killed processes left behind

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Minimum age of a temporary file that counts as stale. Writing a file takes far less time.
const STALE: Duration = Duration::from_secs(60);
/// Maximum number of attempts to write a file. Another process may remove the temporary file as stale.
const ATTEMPTS: usize = 3;

/// Writes a file atomically: writes a temporary file in the same directory, then renames it.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_by_way_of(path.parent().unwrap_or(Path::new("")), path, bytes)
}

/// Writes a file atomically with a temporary file in the directory `directory`, which must be on the same file system.
pub fn write_by_way_of(directory: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    for directory in [Some(directory), path.parent()].into_iter().flatten() {
        fs::create_dir_all(directory)?;
    }
    let mut attempts = 0;
    loop {
        attempts += 1;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.{number}.tmp", std::process::id()));
        let temporary = directory.join(name);
        match fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && attempts < ATTEMPTS => {}
            Err(error) => {
                _ = fs::remove_file(&temporary);
                return Err(error);
            }
            Ok(()) => return Ok(()),
        }
    }
}

/// Removes stale temporary files in a directory if `is_own` accepts their final path. Safe to run in several processes
/// on several machines: if a process loses its temporary file, it writes the file again.
pub fn remove_stale(directory: &Path, is_own: impl Fn(&Path) -> bool) {
    // Errors are ignored: leftovers do no harm.
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let Some((path, process)) = of_temporary(&entry.path()) else { continue };
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_own(&path) && (has_ended(&process) || age().is_some_and(|age| age > STALE)) {
            _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the final path of a temporary file, and the id of the process that wrote it. Returns `None` for other files.
fn of_temporary(path: &Path) -> Option<(PathBuf, String)> {
    let name = path.file_name()?.to_str()?.strip_suffix(".tmp")?;
    let (name, number) = name.rsplit_once('.')?;
    let (name, process) = name.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(number) && is_number(process)).then(|| (path.with_file_name(name), process.to_owned()))
}

/// Returns whether a process id is known to be unused on this machine.
fn has_ended(process: &str) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_temporary_files() {
        let of = |name: &str| of_temporary(Path::new(name)).map(|(path, _)| path.display().to_string());
        assert_eq!(of("out/a.spv.12.3.tmp").as_deref(), Some("out/a.spv"));
        for other in ["a.spv", "a.tmp", "a.b.tmp", "a.spv.12.tmp", "a.spv.x.3.tmp", "a.spv..3.tmp", ".tmp"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
