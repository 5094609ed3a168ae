//! The interface of the crate `spirv-tools` 0.13, implemented by spv-opt
//!
//! A program that depends on `spirv-tools` uses this crate with a patch:
//!
//! ```toml
//! [patch.crates-io]
//! spirv-tools = { path = "spv-opt/bindings/spirv-tools-rs" }
//! ```
//!
//! ```
//! use spirv_tools::assembler::{Assembler, AssemblerOptions};
//! use spirv_tools::val::Validator;
//!
//! let text = "OpCapability Kernel OpCapability Addresses OpCapability Linkage OpMemoryModel Physical32 OpenCL";
//! let binary = spirv_tools::assembler::create(None).assemble(text, AssemblerOptions::default())?;
//! spirv_tools::val::create(None).validate(binary, None)?;
//! # Ok::<(), spirv_tools::Error>(())
//! ```

#[cfg(not(any(feature = "use-installed-tools", feature = "use-compiled-tools")))]
compile_error!("enable the feature use-compiled-tools or use-installed-tools");

pub mod assembler;
pub mod binary;
pub mod error;
pub mod opt;
pub mod val;

#[cfg(feature = "use-compiled-tools")]
mod calls;
#[cfg(feature = "use-installed-tools")]
mod cmd;
mod target_env;

pub use error::{Error, SpirvResult};
pub use target_env::TargetEnv;
