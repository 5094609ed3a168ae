//! Binaries as bytes and as words

use crate::{Error, SpirvResult};
use std::fmt;

/// SPIR-V binaries that the library returns.
#[cfg(feature = "use-compiled-tools")]
pub mod external {
    /// A SPIR-V binary that the library returned.
    pub struct ExternalBinary {
        words: Vec<u32>,
    }

    impl ExternalBinary {
        pub(crate) fn new(words: Vec<u32>) -> ExternalBinary {
            ExternalBinary { words }
        }
    }

    impl AsRef<[u32]> for ExternalBinary {
        fn as_ref(&self) -> &[u32] {
            &self.words
        }
    }

    impl AsRef<[u8]> for ExternalBinary {
        fn as_ref(&self) -> &[u8] {
            bytemuck::cast_slice(&self.words)
        }
    }
}

/// A SPIR-V binary.
pub enum Binary {
    /// A binary that the library returned.
    #[cfg(feature = "use-compiled-tools")]
    External(external::ExternalBinary),
    /// Words in host byte order.
    OwnedU32(Vec<u32>),
    /// Bytes of the words in host byte order.
    OwnedU8(Vec<u8>),
}

impl Binary {
    /// Returns the bytes of the binary.
    pub fn as_bytes(&self) -> &[u8] {
        self.as_ref()
    }

    /// Returns the words of the binary.
    ///
    /// # Panics
    /// Panics if an [`OwnedU8`](Binary::OwnedU8) does not consist of aligned words. `try_from` always returns aligned
    /// words.
    pub fn as_words(&self) -> &[u32] {
        self.as_ref()
    }
}

impl TryFrom<Vec<u8>> for Binary {
    type Error = Error;

    /// Wraps `bytes` without copying if they are aligned to words, and otherwise copies them to words.
    fn try_from(bytes: Vec<u8>) -> Result<Binary, Error> {
        match bytemuck::try_cast_slice::<u8, u32>(&bytes) {
            Ok(_) => Ok(Binary::OwnedU8(bytes)),
            Err(_) if bytes.len().is_multiple_of(4) => {
                let word = |bytes: &[u8]| u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                Ok(Binary::OwnedU32(bytes.chunks_exact(4).map(word).collect()))
            }
            Err(_) => Err(not_words()),
        }
    }
}

impl AsRef<[u32]> for Binary {
    fn as_ref(&self) -> &[u32] {
        match self {
            #[cfg(feature = "use-compiled-tools")]
            Binary::External(binary) => binary.as_ref(),
            Binary::OwnedU32(words) => words,
            Binary::OwnedU8(bytes) => bytemuck::cast_slice(bytes),
        }
    }
}

impl AsRef<[u8]> for Binary {
    fn as_ref(&self) -> &[u8] {
        match self {
            #[cfg(feature = "use-compiled-tools")]
            Binary::External(binary) => binary.as_ref(),
            Binary::OwnedU32(words) => from_binary(words),
            Binary::OwnedU8(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            #[cfg(feature = "use-compiled-tools")]
            Binary::External(_) => "External",
            Binary::OwnedU32(_) => "OwnedU32",
            Binary::OwnedU8(_) => "OwnedU8",
        };
        f.debug_struct(name).field("word_count", &(self.as_bytes().len() / 4)).finish()
    }
}

/// Returns the bytes of SPIR-V words.
pub fn from_binary(words: &[u32]) -> &[u8] {
    bytemuck::cast_slice(words)
}

/// Returns bytes as SPIR-V words.
///
/// # Errors
/// The bytes are not aligned to words, or end within a word.
pub fn to_binary(bytes: &[u8]) -> Result<&[u32], Error> {
    bytemuck::try_cast_slice(bytes).map_err(|_| not_words())
}

fn not_words() -> Error {
    Error { inner: SpirvResult::InvalidBinary, diagnostic: None }
}
