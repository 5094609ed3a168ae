//! Versions, target environments and contexts

use crate::boundary::{destroy, hand_over, put, string, value};
use spv_opt::compat::environment::{self, NUMBERED};
use spv_opt::dialect::validate::Environment;
use spv_opt::ir::dialect::Registry;
use std::ffi::{CString, c_char, c_int};
use std::sync::{Arc, LazyLock};

/// The type `spv_context_t`: a target environment, and the dialects with which modules are read.
pub struct Context {
    pub(crate) environment: Environment,
    pub(crate) registry: Arc<Registry>,
}

/// The version of SPIRV-Tools, as a zero-terminated string.
const VERSION: &str = "v2026.4\0";
/// The versions of SPIRV-Tools and spv-opt, as a zero-terminated string.
const DETAILS: &str = concat!("SPIRV-Tools v2026.4, spv-opt ", env!("CARGO_PKG_VERSION"), "\0");

/// Returns the SPIRV-Tools version whose C interface this library implements.
#[unsafe(no_mangle)]
pub extern "C" fn spvSoftwareVersionString() -> *const c_char {
    VERSION.as_ptr().cast()
}

/// Returns the versions of SPIRV-Tools and spv-opt.
#[unsafe(no_mangle)]
pub extern "C" fn spvSoftwareVersionDetailsString() -> *const c_char {
    DETAILS.as_ptr().cast()
}

/// Descriptions of the target environments, indexed by `spv_target_env`.
static DESCRIPTIONS: LazyLock<Vec<CString>> = LazyLock::new(|| {
    let describe = |number: usize| {
        let environment = environment::numbered(number);
        environment.map_or_else(String::new, |environment| environment::describe(&environment))
    };
    (0..NUMBERED.len()).map(|number| CString::new(describe(number)).unwrap_or_default()).collect()
});

/// Returns the description of a target environment, or an empty string for an unknown value.
#[unsafe(no_mangle)]
pub extern "C" fn spvTargetEnvDescription(env: c_int) -> *const c_char {
    value(c"".as_ptr(), || {
        let description = usize::try_from(env).ok().and_then(|env| DESCRIPTIONS.get(env));
        description.map_or(c"".as_ptr(), |text| text.as_ptr())
    })
}

/// Finds the environment with the longest name that is a prefix of `text`, and writes its `spv_target_env` to `env`. If
/// there is none, writes `SPV_ENV_UNIVERSAL_1_0` and returns false.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvParseTargetEnv(text: *const c_char, env: *mut c_int) -> bool {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    let text = unsafe { string(text) };
    let found = value(None, || {
        let found = environment::find(&text)?;
        NUMBERED.iter().position(|name| *name == found.name)
    });
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { put(env, found.unwrap_or(0) as c_int) };
    found.is_some()
}

/// Vulkan versions: version number, highest SPIR-V version that it accepts, and value of `spv_target_env`.
const VULKAN: [(u32, u32, c_int); 6] = {
    const fn row(minor: u32, spirv: u32, env: c_int) -> (u32, u32, c_int) {
        (1 << 22 | minor << 12, 1 << 16 | spirv << 8, env)
    }
    [row(0, 0, 1), row(1, 3, 18), row(1, 4, 21), row(2, 5, 23), row(3, 6, 25), row(4, 6, 26)]
};

/// Finds the first Vulkan environment that supports both versions, and writes its `spv_target_env` to `env`. Returns
/// false if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvParseVulkanEnv(vulkan: u32, spirv: u32, env: *mut c_int) -> bool {
    let found = VULKAN.iter().find(|(api, version, _)| *api >= vulkan && *version >= spirv);
    if let Some((.., number)) = found {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        unsafe { put(env, *number) };
    }
    found.is_some()
}

/// Creates a context for a target environment. Returns null if the environment is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn spvContextCreate(env: c_int) -> *mut Context {
    hand_over(|| {
        let environment = environment::numbered(usize::try_from(env).ok()?)?;
        Some(Context { environment, registry: spv_opt::registry() })
    })
}

/// Destroys a context; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvContextDestroy(context: *mut Context) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(context) };
}
