//! Outputs by the content of their inputs, in the form of Bazel's remote cache.
//!
//! An action's key leads to an action result, which states the SHA-256 of the output (`ac/KEY`); its bytes are content by
//! hash (`cas/HASH`). Where both lie is a [`Store`]: a folder, or an HTTP server.

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

/// Why a cache cannot be used, or an output not be taken from it or put into it.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The address is none of this cache's.
    #[error("'{0}' is no address of a cache: it is a folder, or http://HOST:PORT/PATH, without TLS")]
    Address(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The server does not answer.
    #[error("{address}: {error}")]
    Transport {
        /// What was asked for.
        address: String,
        /// Why it failed.
        error: String,
    },
    /// The server refuses a request.
    #[error("{address}: the server answers {status}")]
    Status {
        /// What was asked for.
        address: String,
        /// The status code.
        status: u16,
    },
    /// What is stored is not what was put there.
    #[error("{place}: {what}")]
    Content {
        /// Where.
        place: String,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// The two kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Action results by key.
    ActionResult,
    /// Content by its hash.
    Content,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::ActionResult => "ac",
            Kind::Content => "cas",
        }
    }
}

/// Where entries lie. Several threads and processes use it at the same time.
trait Store: Send + Sync {
    /// The place of an entry in messages.
    fn place(&self, kind: Kind, hash: &str) -> String;

    /// An entry of at most `limit` bytes; `None` if it is not there.
    fn get(&self, kind: Kind, hash: &str, limit: u64) -> Result<Option<Vec<u8>>, CacheError>;

    /// Keeps an entry.
    fn put(&self, kind: Kind, hash: &str, bytes: &[u8]) -> Result<(), CacheError>;
}

/// Bytes of the largest action result that is read.
const LARGEST_ACTION_RESULT: u64 = 1 << 20;

/// Outputs by key. Several processes may use one at the same time.
pub struct Cache {
    store: Box<dyn Store>,
}

impl Cache {
    /// The cache in a folder, which is made if it is not there, or, with the feature `http`, at an address
    /// `http://HOST:PORT/PATH`.
    ///
    /// # Errors
    /// The folder cannot be made, or the address is of another kind.
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

    /// The output of a key, if it is there. Its hash is checked.
    ///
    /// # Errors
    /// The store fails, or holds something else.
    pub fn get(&self, key: &Key) -> Result<Option<Vec<u8>>, CacheError> {
        let kind = Kind::ActionResult;
        let Some(result) = self.store.get(kind, key.as_str(), LARGEST_ACTION_RESULT)? else {
            return Ok(None);
        };
        let wrong =
            |kind, hash: &str, what| CacheError::Content { place: self.store.place(kind, hash), what };
        let digest = action_result::decode(&result)
            .ok_or_else(|| wrong(kind, key.as_str(), "it is no action result with one output"))?;
        let kind = Kind::Content;
        let Some(output) = self.store.get(kind, &digest.hash, digest.size)? else { return Ok(None) };
        if Digest::of(&output) != digest {
            return Err(wrong(kind, &digest.hash, "the content does not have this hash"));
        }
        Ok(Some(output))
    }

    /// Keeps an output. The content is there before the action result that refers to it.
    ///
    /// # Errors
    /// The store fails.
    pub fn put(&self, key: &Key, output: &[u8]) -> Result<(), CacheError> {
        let digest = Digest::of(output);
        self.store.put(Kind::Content, &digest.hash, output)?;
        self.store.put(Kind::ActionResult, key.as_str(), &action_result::encode(&digest))
    }
}
