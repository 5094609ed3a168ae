//! Target environments

use crate::SpirvResult;
use std::fmt;
use std::str::FromStr;

/// Defines the environments in the order of `spv_target_env`, each with its name and the minor version of its SPIR-V
/// version 1.x.
macro_rules! environments {
    ($($(#[$attribute:meta])? $env:ident = $name:literal with $minor:literal,)+) => {
        /// The target environment of a module.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[allow(non_camel_case_types, missing_docs, reason = "the names are those of the interface")]
        pub enum TargetEnv {
            $($(#[$attribute])? $env,)+
        }

        impl TargetEnv {
            /// Returns the highest SPIR-V version that the environment accepts, as major and minor version.
            pub fn spirv_version(&self) -> (u8, u8) {
                match self {
                    $(TargetEnv::$env => (1, $minor),)+
                }
            }
        }

        impl FromStr for TargetEnv {
            type Err = SpirvResult;

            fn from_str(name: &str) -> Result<TargetEnv, SpirvResult> {
                match name {
                    $($name => Ok(TargetEnv::$env),)+
                    _ => Err(SpirvResult::InvalidValue),
                }
            }
        }

        impl fmt::Display for TargetEnv {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(TargetEnv::$env => $name,)+
                })
            }
        }
    };
}

environments! {
    Universal_1_0 = "spv1.0" with 0,
    Vulkan_1_0 = "vulkan1.0" with 0,
    Universal_1_1 = "spv1.1" with 1,
    OpenCL_2_1 = "opencl2.1" with 0,
    OpenCL_2_2 = "opencl2.2" with 2,
    OpenGL_4_0 = "opengl4.0" with 0,
    OpenGL_4_1 = "opengl4.1" with 0,
    OpenGL_4_2 = "opengl4.2" with 0,
    OpenGL_4_3 = "opengl4.3" with 0,
    OpenGL_4_5 = "opengl4.5" with 0,
    Universal_1_2 = "spv1.2" with 2,
    OpenCL_1_2 = "opencl1.2" with 0,
    OpenCLEmbedded_1_2 = "opencl1.2embedded" with 0,
    OpenCL_2_0 = "opencl2.0" with 0,
    OpenCLEmbedded_2_0 = "opencl2.0embedded" with 0,
    OpenCLEmbedded_2_1 = "opencl2.1embedded" with 0,
    OpenCLEmbedded_2_2 = "opencl2.2embedded" with 2,
    Universal_1_3 = "spv1.3" with 3,
    Vulkan_1_1 = "vulkan1.1" with 3,
    WebGPU_0_DEPRECATED = "webgpu0_DEPRECATED" with 3,
    Universal_1_4 = "spv1.4" with 4,
    Vulkan_1_1_Spirv_1_4 = "vulkan1.1spv1.4" with 4,
    #[default]
    Universal_1_5 = "spv1.5" with 5,
    Vulkan_1_2 = "vulkan1.2" with 5,
    Universal_1_6 = "spv1.6" with 6,
    Vulkan_1_3 = "vulkan1.3" with 6,
    Vulkan_1_4 = "vulkan1.4" with 6,
}
