//! Runs compute shaders on the Vulkan driver that is there, before and after passes.
//!
//! A [`Device`] has a fixed set of resources, [`Slot`]s, bound at descriptor set 0. [`Device::run`] gives them their
//! contents, dispatches a shader, and takes what they hold afterwards. The Vulkan loader is opened at run time, so
//! that this builds where there is none. [`execution`] takes the shaders of this crate through all passes,
//! [`programs`] random functions.

#[allow(unsafe_code)]
mod device;
pub mod execution;
mod features;
pub mod inputs;
pub mod outputs;
pub mod pipelines;
pub mod programs;
pub mod shaders;
mod slots;
mod valid;
pub mod workers;

pub use device::Device;
pub use slots::{Job, Kind, PUSH_SIZE, Slot};
pub use valid::Valid;

use std::fmt;

/// Why nothing can be run, or a run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No loader, or no driver of Vulkan 1.3 with a compute queue.
    Missing(String),
    /// The module needs a capability (its number) that the device lacks.
    Capability(u32),
    /// The driver reports a failure.
    Driver(String),
    /// The shader does not end. The device is of no more use.
    Timeout,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(why) => write!(f, "no Vulkan 1.3 driver: {why}"),
            Error::Capability(number) => write!(f, "the device lacks capability {number}"),
            Error::Driver(why) => write!(f, "Vulkan: {why}"),
            Error::Timeout => write!(f, "the shader does not end"),
        }
    }
}

impl std::error::Error for Error {}
