//! Cache in a directory, in the layout of Bazel's `--disk_cache`

use super::super::whole_file;
use super::{CacheError, EntryKind, Store};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

/// Subdirectory for temporary files. A single directory makes leftovers of killed processes easy to find.
const TEMPORARY: &str = "tmp";

/// A cache directory, local or on a network file system.
pub struct Directory(PathBuf);

impl Directory {
    /// Opens the cache in a directory, creating the directory if needed.
    pub fn new(path: PathBuf) -> Result<Directory, CacheError> {
        match fs::create_dir_all(&path) {
            Ok(()) => {
                whole_file::remove_stale(&path.join(TEMPORARY), |_| true);
                Ok(Directory(path))
            }
            Err(error) => Err(CacheError::File { path, error }),
        }
    }

    /// Returns the file path of a cache entry. Subdirectories named after the first two hash digits keep directories
    /// small.
    fn path(&self, kind: EntryKind, hash: &str) -> PathBuf {
        self.0.join(kind.name()).join(hash.get(..2).unwrap_or("_")).join(hash)
    }
}

impl Store for Directory {
    fn place(&self, kind: EntryKind, hash: &str) -> String {
        self.path(kind, hash).display().to_string()
    }

    fn get(&self, kind: EntryKind, hash: &str, limit: u64) -> Result<Option<Vec<u8>>, CacheError> {
        let path = self.path(kind, hash);
        let mut bytes = Vec::new();
        // Reads one byte past the limit, so that overlong content fails the hash check.
        match File::open(&path).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes)) {
            Ok(_) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CacheError::File { path, error }),
        }
    }

    fn put(&self, kind: EntryKind, hash: &str, bytes: &[u8]) -> Result<(), CacheError> {
        let path = self.path(kind, hash);
        whole_file::write_by_way_of(&self.0.join(TEMPORARY), &path, bytes)
            .map_err(|error| CacheError::File { path, error })
    }
}
