//! Runs compute shaders on the installed Vulkan driver, before and after passes
//!
//! A [`Device`] has a fixed set of resources (each described by a [`Slot`]) that are bound to descriptor set 0. The
//! method [`Device::run`] sets their contents, dispatches a shader, and returns the contents after the run. The Vulkan
//! loader is opened at run time, so that this crate builds without a loader.
//!
//! - [`execution`] runs the shaders of this crate through all passes.
//! - [`programs`] runs random functions.
//! - [`source`] runs random programs in MLIR's source dialects.
//! - [`amber`] runs scripts of compute and graphics pipelines.

pub mod amber;
#[allow(unsafe_code)]
mod device;
pub mod execution;
mod features;
pub mod inputs;
pub mod lowered;
#[allow(unsafe_code)]
mod opened;
pub mod outputs;
pub mod pipelines;
pub mod programs;
pub mod shaders;
mod slots;
pub mod source;
mod valid;
pub mod workers;

pub use device::Device;
pub use features::Features;
pub use slots::{Job, Kind, PUSH_SIZE, Slot};
pub use valid::Valid;

/// The reason why a run is impossible or has failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No loader is installed, or no driver supports Vulkan 1.3 and a compute queue.
    #[error("no Vulkan 1.3 driver: {0}")]
    Missing(String),
    /// The device lacks a capability that the module declares, given by its enumerant value.
    #[error("the device lacks capability {0}")]
    Capability(u32),
    /// The driver reports an error.
    #[error("Vulkan: {0}")]
    Driver(String),
    /// The shader did not terminate within the time limit. The device is no longer usable.
    #[error("the shader does not end")]
    Timeout,
}
