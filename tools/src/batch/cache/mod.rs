//! Cache of outputs keyed by input content, in the format of Bazel's remote cache
//!
//! A key maps to an action result (`ac/KEY`), which records the SHA-256 hash of the output. The output itself is stored
//! under that hash (`cas/HASH`). A [`Store`], which is a directory or an HTTP server, holds both.

mod action_result;
mod directory;
#[cfg(feature = "http")]
mod http;

use action_result::Digest;
use directory::Directory;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

/// Everything besides the input that determines the output of a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Name and version of the tool, and the version of the SPIR-V grammar.
    pub tool: String,
    /// The pass pipeline in textual form.
    pub pipeline: String,
    /// Name of the target environment.
    pub target: String,
}

/// The cache key of an output: the SHA-256 hash of recipe and input, in hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// Returns the key as hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Recipe {
    /// Computes the cache key of an input that is processed with this recipe.
    pub fn key(&self, input: &[u8]) -> Key {
        let mut hasher = Sha256::new();
        for part in [&self.tool, &self.pipeline, &self.target] {
            // Length prefixes make the concatenation of the hashed strings unambiguous.
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(input);
        Key(hexadecimal(hasher))
    }
}

fn hexadecimal(hasher: Sha256) -> String {
    let mut text = String::with_capacity(64);
    for byte in hasher.finalize() {
        _ = write!(text, "{byte:02x}");
    }
    text
}

/// The reason why a cache operation fails.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The cache address has an unsupported scheme.
    #[error("'{0}' is not a cache address: expected a directory, or http://HOST:PORT/PATH without TLS")]
    Address(String),
    /// A cache file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the cache file.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// The cache server does not respond.
    #[error("{address}: {error}")]
    Transport {
        /// URL of the request.
        address: String,
        /// Message of the HTTP client.
        error: String,
    },
    /// The cache server rejects a request.
    #[error("{address}: the server responded with {status}")]
    Status {
        /// URL of the request.
        address: String,
        /// The HTTP status code.
        status: u16,
    },
    /// A cache entry is corrupt.
    #[error("{place}: {what}")]
    Content {
        /// Path or URL of the cache entry.
        place: String,
        /// Description of the corruption.
        what: &'static str,
    },
}

/// The namespace of a cache entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    /// An action result, stored under its cache key.
    ActionResult,
    /// The bytes of an output, stored under their hash.
    Content,
}

impl EntryKind {
    fn name(self) -> &'static str {
        match self {
            EntryKind::ActionResult => "ac",
            EntryKind::Content => "cas",
        }
    }
}

/// Storage of cache entries. Threads and processes use it concurrently.
trait Store: Send + Sync {
    /// Returns the path or URL of a cache entry, for error messages.
    fn place(&self, kind: EntryKind, hash: &str) -> String;

    /// Reads a cache entry of at most `limit` bytes. Returns `None` if the cache entry does not exist.
    fn get(&self, kind: EntryKind, hash: &str, limit: u64) -> Result<Option<Vec<u8>>, CacheError>;

    /// Stores a cache entry.
    fn put(&self, kind: EntryKind, hash: &str, bytes: &[u8]) -> Result<(), CacheError>;
}

/// Maximum size in bytes of an action result.
const LARGEST_ACTION_RESULT: u64 = 1 << 20;

/// A cache of outputs, usable by several processes concurrently.
pub struct Cache {
    store: Box<dyn Store>,
}

impl Cache {
    /// Opens the cache in a directory, creating the directory if needed. With the feature `http`, also accepts
    /// `http://HOST:PORT/PATH`.
    ///
    /// # Errors
    /// The directory cannot be created, or the address has an unsupported scheme.
    pub fn open(place: &str) -> Result<Cache, CacheError> {
        #[cfg(feature = "http")]
        if let Some(server) = http::Server::new(place) {
            return Ok(Cache { store: Box::new(server) });
        }
        if place.contains("://") {
            return Err(CacheError::Address(place.to_owned()));
        }
        Ok(Cache { store: Box::new(Directory::new(place.into())?) })
    }

    /// Returns the cached output for a key after checking its hash, or `None` if the key is not cached.
    ///
    /// # Errors
    /// The directory or server fails, or a cache entry is corrupt.
    pub fn get(&self, key: &Key) -> Result<Option<Vec<u8>>, CacheError> {
        let kind = EntryKind::ActionResult;
        let Some(result) = self.store.get(kind, key.as_str(), LARGEST_ACTION_RESULT)? else {
            return Ok(None);
        };
        let wrong =
            |kind, hash: &str, what| CacheError::Content { place: self.store.place(kind, hash), what };
        let digest = action_result::decode(&result)
            .ok_or_else(|| wrong(kind, key.as_str(), "not an action result with one output"))?;
        let kind = EntryKind::Content;
        let Some(output) = self.store.get(kind, &digest.hash, digest.size)? else { return Ok(None) };
        if Digest::of(&output) != digest {
            return Err(wrong(kind, &digest.hash, "the content does not match its hash"));
        }
        Ok(Some(output))
    }

    /// Stores an output. Writes the content before the action result that refers to it.
    ///
    /// # Errors
    /// The directory or server fails.
    pub fn put(&self, key: &Key, output: &[u8]) -> Result<(), CacheError> {
        let digest = Digest::of(output);
        self.store.put(EntryKind::Content, &digest.hash, output)?;
        self.store.put(EntryKind::ActionResult, key.as_str(), &action_result::encode(&digest))
    }
}
