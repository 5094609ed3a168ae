#![forbid(unsafe_code)]
//! Lossless conversion between binary SPIR-V and the IR, in both directions
//!
//! [`import`] reads any valid module; [`export`] writes it back. The structure of the IR represents positions and ids
//! in the binary. Sections become ops and attributes of `spv.module`, and phis become block arguments. Decorations
//! and names become attributes, and debug lines become locations.

mod assembly;
mod constant_map;
pub mod export;
mod id_map;
pub mod import;

pub use assembly::{assemble, assemble_or};
pub use id_map::IdMap;
