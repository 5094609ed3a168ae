//! The behavior of SPIRV-Tools as a library: target environments, optimizer options as passes, and messages
//!
//! Programs with SPIRV-Tools names, and the bindings for its C library and its Rust crate, use this module.
//!
//! ```
//! use spv_opt::compat::{Optimizer, environment, steps};
//!
//! let env = environment::parse("vulkan1.2").expect("it is known");
//! let optimizer = Optimizer { steps: vec![steps::step("--ccp").expect("it is known")], ..Optimizer::new(env) };
//! let nothing = optimizer.optimize(&spv_opt::registry(), &[]).expect_err("there is no module");
//! assert_eq!(nothing[0].text, "Missing module.");
//! ```

pub mod environment;
pub mod library;
pub mod messages;
mod optimizer;
pub mod options;
pub mod steps;

pub use messages::{Code, Message};
pub use optimizer::Optimizer;

/// SPIRV-Tools release whose behavior is reproduced.
pub const RELEASE: &str = "v2026.4";
