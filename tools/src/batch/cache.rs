//! Outputs by the content of their inputs.

use super::write_whole;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;

/// What is done with each module, as far as the output depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The tool with its version, and that of the grammar.
    pub tool: String,
    /// The pipeline.
    pub pipeline: String,
    /// The target environment.
    pub target: String,
}

/// The name of an output: the SHA-256 of the input and the recipe, in hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// The text of the key.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Recipe {
    /// The key of an input.
    pub fn key(&self, input: &[u8]) -> Key {
        let mut hasher = Sha256::new();
        for part in [&self.tool, &self.pipeline, &self.target] {
            // Lengths tell where a part ends.
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(input);
        let mut text = String::with_capacity(64);
        for byte in hasher.finalize() {
            _ = write!(text, "{byte:02x}");
        }
        Key(text)
    }
}

/// A folder of outputs by key, which several processes may use at the same time.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(folder: PathBuf) -> io::Result<Cache> {
        fs::create_dir_all(&folder)?;
        Ok(Cache { folder })
    }

    /// The output of a key. What cannot be read is not there.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        fs::read(self.path(key)).ok()
    }

    /// Keeps an output.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put(&self, key: &Key, output: &[u8]) -> io::Result<()> {
        write_whole(&self.path(key), output)
    }

    /// Folders of 256 keep each one small.
    fn path(&self, key: &Key) -> PathBuf {
        let text = key.as_str();
        self.folder.join(text.get(..2).unwrap_or("_")).join(text)
    }
}
