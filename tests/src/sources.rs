//! Source files of this repository, for tests that read them

use std::path::{Path, PathBuf};

/// Directories of the crates that users can depend on.
pub const CRATES: [&str; 15] = [
    "asm",
    "build",
    "conversion",
    "dialect-spv",
    "dialects",
    "grammar",
    "interp",
    "ir",
    "parser",
    "passes",
    "printer",
    "serialize",
    "spv-opt",
    "tools",
    "validate",
];

/// Returns the root directory of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the files in a directory and its subdirectories, sorted by path. Excludes the files and directories in
/// `skip`, generated files, and build output.
///
/// # Panics
/// Panics if a directory cannot be listed.
pub fn files(directory: &Path, skip: &[&str]) -> Vec<PathBuf> {
    let (mut list, mut open) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).expect("the directory can be listed") {
            let path = entry.expect("the directory can be listed").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if skip.contains(&&*name) {
                continue;
            } else if !path.is_dir() {
                list.push(path);
            } else if !name.starts_with(['.', '_'])
                && !name.starts_with("target")
                && !["generated", "node_modules"].contains(&&*name)
            {
                open.push(path);
            }
        }
    }
    list.sort();
    list
}
