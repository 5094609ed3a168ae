//! Device features, and the capabilities that they enable

use ash::vk;

/// Supported or enabled device features, by Vulkan version.
#[derive(Clone, Copy, Default)]
pub struct Features {
    /// Features that Vulkan 1.0 introduced.
    pub v10: vk::PhysicalDeviceFeatures,
    /// Features that Vulkan 1.1 introduced.
    pub v11: vk::PhysicalDeviceVulkan11Features<'static>,
    /// Features that Vulkan 1.2 introduced.
    pub v12: vk::PhysicalDeviceVulkan12Features<'static>,
    /// Features that Vulkan 1.3 introduced.
    pub v13: vk::PhysicalDeviceVulkan13Features<'static>,
}

impl Features {
    /// Disables all features for 8- and 16-bit types, both arithmetic and storage.
    pub fn without_small_types(&mut self) {
        let off = vk::FALSE;
        self.v10.shader_int16 = off;
        self.v11.storage_buffer16_bit_access = off;
        self.v11.uniform_and_storage_buffer16_bit_access = off;
        self.v11.storage_push_constant16 = off;
        self.v11.storage_input_output16 = off;
        self.v12.shader_int8 = off;
        self.v12.shader_float16 = off;
        self.v12.storage_buffer8_bit_access = off;
        self.v12.uniform_and_storage_buffer8_bit_access = off;
        self.v12.storage_push_constant8 = off;
        self.v12.shader_subgroup_extended_types = off;
    }

    /// Returns whether the device supports modules with a capability, given by its enumerant value.
    pub fn has(&self, capability: u32) -> bool {
        let (v10, v11, v12, v13) = (&self.v10, &self.v11, &self.v12, &self.v13);
        let feature = match capability {
            // Matrix, Shader, Sampled1D, Image1D, StorageImageExtendedFormats, ImageQuery, DerivativeControl, and the
            // GroupNonUniform capabilities, which are core since Vulkan 1.1.
            0 | 1 | 43 | 44 | 49 | 50 | 51 | 61..=68 => vk::TRUE,
            2 => v10.geometry_shader,
            3 => v10.tessellation_shader,
            9 => v12.shader_float16,
            10 => v10.shader_float64,
            11 => v10.shader_int64,
            12 => v12.shader_buffer_int64_atomics,
            22 => v10.shader_int16,
            25 => v10.shader_image_gather_extended,
            32 => v10.shader_clip_distance,
            33 => v10.shader_cull_distance,
            34 | 45 => v10.image_cube_array,
            35 => v10.sample_rate_shading,
            39 => v12.shader_int8,
            46 | 47 => vk::TRUE,
            55 => v10.shader_storage_image_read_without_format,
            56 => v10.shader_storage_image_write_without_format,
            28..=31 => vk::TRUE,
            4433 => v11.storage_buffer16_bit_access,
            4434 => v11.uniform_and_storage_buffer16_bit_access,
            4435 => v11.storage_push_constant16,
            4441 | 4442 => v11.variable_pointers,
            4448 => v12.storage_buffer8_bit_access,
            4449 => v12.uniform_and_storage_buffer8_bit_access,
            4450 => v12.storage_push_constant8,
            // DenormPreserve, DenormFlushToZero, SignedZeroInfNanPreserve, RoundingModeRTE and RoundingModeRTZ are
            // device properties, not features. The shaders of this crate do not use them.
            5379 => v13.shader_demote_to_helper_invocation,
            5345 => v12.vulkan_memory_model,
            5346 => v12.vulkan_memory_model_device_scope,
            5347 => v12.buffer_device_address,
            6016..=6019 => v13.shader_integer_dot_product,
            _ => vk::FALSE,
        };
        feature == vk::TRUE
    }
}
