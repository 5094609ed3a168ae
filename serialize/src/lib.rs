#![forbid(unsafe_code)]
//! Conversion between binary SPIR-V and the IR, in both directions without loss.
//!
//! [`import`] reads any valid module; [`export`] writes it back. What the binary says by position and
//! id the IR says by structure: sections become ops and attributes of `spv.module`, phis block
//! arguments, decorations and names attributes, debug lines locations.

mod assembly;
mod constant_map;
pub mod export;
mod id_map;
pub mod import;

pub use assembly::{assemble, assemble_or};
pub use id_map::IdMap;
