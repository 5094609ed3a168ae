//! Files that are whole once they have their names, and what killed processes leave of others.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Age from which on a temporary file belongs to no process that runs: to write it takes far less.
const STALE: Duration = Duration::from_secs(60);
/// Times that a file is written anew after another process took it for a stale one.
const ATTEMPTS: usize = 3;

/// Writes a file under another name beside it, then renames it: whoever reads it sees all of it, or nothing.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_by_way_of(path.parent().unwrap_or(Path::new("")), path, bytes)
}

/// The same, where the other name is in `folder`, on the same file system.
pub fn write_by_way_of(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    for folder in [Some(folder), path.parent()].into_iter().flatten() {
        fs::create_dir_all(folder)?;
    }
    let mut attempts = 0;
    loop {
        attempts += 1;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.{number}.tmp", std::process::id()));
        let temporary = folder.join(name);
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

/// Removes from a folder what killed processes left of files that `is_own` accepts the paths of, in the folder of the
/// temporary ones. Several processes may do so at the same time, on several machines: one whose file is removed writes it
/// anew.
pub fn remove_stale(folder: &Path, is_own: impl Fn(&Path) -> bool) {
    // What cannot be listed or removed stays.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some((path, process)) = of_temporary(&entry.path()) else { continue };
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_own(&path) && (has_ended(&process) || age().is_some_and(|age| age > STALE)) {
            _ = fs::remove_file(entry.path());
        }
    }
}

/// The file that a temporary one was to become, and the process that wrote it.
fn of_temporary(path: &Path) -> Option<(PathBuf, String)> {
    let name = path.file_name()?.to_str()?.strip_suffix(".tmp")?;
    let (name, number) = name.rsplit_once('.')?;
    let (name, process) = name.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(number) && is_number(process)).then(|| (path.with_file_name(name), process.to_owned()))
}

/// Whether no process of this machine has a number, where that can be told.
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
