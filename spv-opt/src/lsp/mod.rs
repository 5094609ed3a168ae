//! A language server for the text form: what editors show and ask.
//!
//! [`Document`] is an open text, to be edited and asked; [`serve`] is the protocol around it.

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
