//! Opens a Vulkan device

use crate::Error;
use crate::features::Features;
use ash::vk;
use std::sync::OnceLock;

/// An open device with its only queue, its instance and its loader. The owner must destroy the device, then the
/// instance, and drop the loader last.
pub struct Opened {
    pub entry: ash::Entry,
    pub instance: ash::Instance,
    pub physical: vk::PhysicalDevice,
    pub family: u32,
    pub device: ash::Device,
    pub queue: vk::Queue,
    pub name: String,
    pub features: Features,
}

fn missing(what: &str, why: impl std::fmt::Display) -> Error {
    Error::Missing(format!("{what}: {why}"))
}

/// The selected physical device, with its queue family and features.
struct Choice {
    physical: vk::PhysicalDevice,
    family: u32,
    name: String,
    features: Features,
}

/// Selects the first physical device that supports Vulkan 1.3 and has a compute queue.
fn choose(instance: &ash::Instance) -> Result<Choice, Error> {
    // SAFETY: the instance is alive, and the physical devices belong to it.
    let list = unsafe { instance.enumerate_physical_devices() }
        .map_err(|e| missing("vkEnumeratePhysicalDevices", e))?;
    for physical in list {
        // SAFETY: the instance is alive, and the physical device belongs to it.
        let (properties, families) = unsafe {
            (
                instance.get_physical_device_properties(physical),
                instance.get_physical_device_queue_family_properties(physical),
            )
        };
        let family = families.iter().position(|f| f.queue_flags.contains(vk::QueueFlags::COMPUTE));
        let Some(family) = family.filter(|_| properties.api_version >= vk::API_VERSION_1_3) else { continue };
        let mut features = Features::default();
        let Features { v11, v12, v13, .. } = &mut features;
        let mut all = vk::PhysicalDeviceFeatures2::default().push_next(v11).push_next(v12).push_next(v13);
        // SAFETY: the physical device belongs to the live instance, and the chain consists of structures of Vulkan 1.3.
        unsafe { instance.get_physical_device_features2(physical, &mut all) };
        features.v10 = all.features;
        // The structures that the `p_next` pointers reference become invalid when this function returns.
        features.v11.p_next = std::ptr::null_mut();
        features.v12.p_next = std::ptr::null_mut();
        features.v13.p_next = std::ptr::null_mut();
        let name = properties.device_name_as_c_str().unwrap_or(c"").to_string_lossy().into_owned();
        return Ok(Choice { physical, family: family as u32, name, features });
    }
    Err(Error::Missing("no device of Vulkan 1.3 that can compute".to_owned()))
}

impl Opened {
    /// Opens the first device with Vulkan 1.3 and a compute queue. Enables all of its features except those that `mask`
    /// disables.
    ///
    /// # Errors
    /// Returns [`Error::Missing`] if there is no loader or no device with these properties.
    pub fn new(mask: impl Fn(&mut Features)) -> Result<Opened, Error> {
        // SAFETY: the loader library can be loaded in this way, and is unloaded after all objects created through it
        // are destroyed.
        let entry = unsafe { ash::Entry::load() }.map_err(|e| missing("loader", e))?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the structures are complete and live until the call returns.
        let instance =
            unsafe { entry.create_instance(&info, None) }.map_err(|e| missing("vkCreateInstance", e))?;
        let mut choice = match choose(&instance) {
            Ok(choice) => choice,
            Err(error) => {
                // SAFETY: no object was created from the instance.
                unsafe { instance.destroy_instance(None) };
                return Err(error);
            }
        };
        mask(&mut choice.features);
        let queues =
            [vk::DeviceQueueCreateInfo::default().queue_family_index(choice.family).queue_priorities(&[1.0])];
        // All features are enabled, including bounds checks of buffers.
        let Features { v10, v11, v12, v13 } = &mut choice.features;
        let mut all = vk::PhysicalDeviceFeatures2::default()
            .features(*v10)
            .push_next(v11)
            .push_next(v12)
            .push_next(v13);
        let info = vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut all);
        // SAFETY: the physical device reports the queue family and the features.
        let device = unsafe { instance.create_device(choice.physical, &info, None) }
            .map_err(|e| missing("vkCreateDevice", e))?;
        choice.features.v11.p_next = std::ptr::null_mut();
        choice.features.v12.p_next = std::ptr::null_mut();
        choice.features.v13.p_next = std::ptr::null_mut();
        // SAFETY: the queue family has the single queue that was requested.
        let queue = unsafe { device.get_device_queue(choice.family, 0) };
        let Choice { physical, family, name, features } = choice;
        Ok(Opened { entry, instance, physical, family, device, queue, name, features })
    }
}

/// The only mip level and array layer of an image, as a subresource range.
pub const RANGE: vk::ImageSubresourceRange = vk::ImageSubresourceRange {
    aspect_mask: vk::ImageAspectFlags::COLOR,
    base_mip_level: 0,
    level_count: 1,
    base_array_layer: 0,
    layer_count: 1,
};
/// The only mip level and array layer of an image, for copies.
pub const LAYERS: vk::ImageSubresourceLayers = vk::ImageSubresourceLayers {
    aspect_mask: vk::ImageAspectFlags::COLOR,
    mip_level: 0,
    base_array_layer: 0,
    layer_count: 1,
};

/// Returns the time limit of a shader in nanoseconds. `SPV_VULKAN_TIMEOUT` specifies it in seconds. The limit includes
/// compilation by the driver, which is slow on a busy machine.
fn timeout() -> u64 {
    static SECONDS: OnceLock<u64> = OnceLock::new();
    let seconds =
        || std::env::var("SPV_VULKAN_TIMEOUT").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    SECONDS.get_or_init(seconds).saturating_mul(1_000_000_000)
}

/// Submits recorded commands and waits for them to complete. After an error the device may still be busy.
///
/// # Errors
/// Returns the driver's error, or [`vk::Result::TIMEOUT`] if a shader does not terminate.
pub fn submit(
    device: &ash::Device,
    queue: vk::Queue,
    commands: vk::CommandBuffer,
    fence: vk::Fence,
) -> Result<(), vk::Result> {
    let list = [commands];
    let submit = [vk::SubmitInfo::default().command_buffers(&list)];
    // SAFETY: all objects belong to the device. The command buffer is recorded, and the fence is neither signaled nor
    // pending.
    unsafe {
        device.queue_submit(queue, &submit, fence)?;
        device.wait_for_fences(&[fence], true, timeout())?;
        device.reset_fences(&[fence])
    }
}
