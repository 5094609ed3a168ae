//! Runs compute shaders on the Vulkan driver that is there, before and after passes.
//!
//! A [`Device`] has a fixed set of resources, [`Slot`]s, bound at descriptor set 0. [`Device::run`] gives them their
//! contents, dispatches a shader, and takes what they hold afterwards. The Vulkan loader is opened at run time, so
//! that this builds where there is none. [`execution`] takes the shaders of this crate through all passes,
//! [`programs`] random functions, [`source`] random programs in MLIR's source dialects, [`amber`] scripts of compute and graphics pipelines.

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

/// Why nothing can be run, or a run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No loader, or no driver of Vulkan 1.3 with a compute queue.
    #[error("no Vulkan 1.3 driver: {0}")]
    Missing(String),
    /// The module needs a capability (its number) that the device lacks.
    #[error("the device lacks capability {0}")]
    Capability(u32),
    /// The driver reports a failure.
    #[error("Vulkan: {0}")]
    Driver(String),
    /// The shader does not end. The device is of no more use.
    #[error("the shader does not end")]
    Timeout,
}
