//! Cache of outputs keyed by input content, in the format of Bazel's remote cache.
//!
//! A key leads to an action result (`ac/KEY`), which states the SHA-256 of the output. The output is stored by that
//! hash (`cas/HASH`). A [`Store`] holds both: a folder or an HTTP server.

mod action_result;
mod folder;
#[cfg(feature = "http")]
mod http;

use action_result::Digest;
use folder::Folder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

/// Everything except the input that determines the output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The name and version of the tool, and the grammar version.
    pub tool: String,
    /// The pass pipeline.
    pub pipeline: String,
    /// The target environment.
    pub target: String,
}

/// The key of an output: the SHA-256 of the recipe and the input, in hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// Returns the key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Recipe {
    /// Computes the key for an input.
    pub fn key(&self, input: &[u8]) -> Key {
        let mut hasher = Sha256::new();
        for part in [&self.tool, &self.pipeline, &self.target] {
            // Lengths delimit the parts.
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
    /// An unsupported address.
    #[error("'{0}' is not a cache address: expected a folder, or http://HOST:PORT/PATH without TLS")]
    Address(String),
    /// A file that cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
    /// A server that does not respond.
    #[error("{address}: {error}")]
    Transport {
        /// The address of the request.
        address: String,
        /// The error of the HTTP client.
        error: String,
    },
    /// A request that the server rejects.
    #[error("{address}: the server responded with {status}")]
    Status {
        /// The address of the request.
        address: String,
        /// The HTTP status code.
        status: u16,
    },
    /// A corrupt entry.
    #[error("{place}: {what}")]
    Content {
        /// The place of the entry.
        place: String,
        /// The problem.
        what: &'static str,
    },
}

/// The kind of a cache entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    /// An action result, stored by key.
    ActionResult,
    /// Content, stored by its hash.
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

/// Storage of entries, used by several threads and processes concurrently.
trait Store: Send + Sync {
    /// Returns the place of an entry, for messages.
    fn place(&self, kind: EntryKind, hash: &str) -> String;

    /// Reads an entry of at most `limit` bytes. Returns `None` if the entry does not exist.
    fn get(&self, kind: EntryKind, hash: &str, limit: u64) -> Result<Option<Vec<u8>>, CacheError>;

    /// Stores an entry.
    fn put(&self, kind: EntryKind, hash: &str, bytes: &[u8]) -> Result<(), CacheError>;
}

/// Maximum size in bytes of an action result.
const LARGEST_ACTION_RESULT: u64 = 1 << 20;

/// A cache of outputs, usable by several processes concurrently.
pub struct Cache {
    store: Box<dyn Store>,
}

impl Cache {
    /// Opens the cache in a folder, creating it if needed. With the feature `http`, also accepts
    /// `http://HOST:PORT/PATH`.
    ///
    /// # Errors
    /// The folder cannot be created, or the address is unsupported.
    pub fn open(place: &str) -> Result<Cache, CacheError> {
        #[cfg(feature = "http")]
        if let Some(server) = http::Server::new(place) {
            return Ok(Cache { store: Box::new(server) });
        }
        if place.contains("://") {
            return Err(CacheError::Address(place.to_owned()));
        }
        Ok(Cache { store: Box::new(Folder::new(place.into())?) })
    }

    /// Returns the output for a key after checking its hash, or `None` if there is no such entry.
    ///
    /// # Errors
    /// The store fails, or an entry is corrupt.
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
    /// The store fails.
    pub fn put(&self, key: &Key, output: &[u8]) -> Result<(), CacheError> {
        let digest = Digest::of(output);
        self.store.put(EntryKind::Content, &digest.hash, output)?;
        self.store.put(EntryKind::ActionResult, key.as_str(), &action_result::encode(&digest))
    }
}
