//! Language server for MLIR text
//!
//! [`Document`] is an open document with its diagnostics and queries. [`serve`] implements the protocol.

mod completion;
mod document;
mod format;
mod hover;
mod index;
mod navigate;
mod outline;
mod rename;
mod server;
mod text;
mod token;

pub use completion::complete;
pub use document::{Document, Fault};
pub use format::{Unformatted, format};
pub use hover::hover;
pub use index::Definition;
pub use navigate::{Places, places};
pub use outline::outline;
pub use rename::{Refusal, prepare, rename};
pub use server::{Failure, serve, serve_stdio};
pub use text::{Encoding, Text};
