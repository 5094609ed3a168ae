//! Target environments under the names of SPIRV-Tools.

use spv_opt::dialect::validate::{Api, ENVIRONMENTS, Environment, TargetEnv};

/// The environment of programs without `--target-env`.
pub const DEFAULT: &str = "spv1.6";

/// Returns the environment whose name begins a text, the longest if there are several. SPIRV-Tools, too, takes
/// `vulkan1.2spv1.5`.
pub fn parse(text: &str) -> Option<TargetEnv> {
    let names = names_of_spirv_tools().filter(|name| text.starts_with(name));
    TargetEnv::new(names.max_by_key(|name| name.len())?)
}

/// Returns the names that SPIRV-Tools knows: neither the second names of the universal environments nor OpenCL 3.0.
fn names_of_spirv_tools() -> impl Iterator<Item = &'static str> {
    let names = ENVIRONMENTS.iter().map(|environment| environment.name);
    names.filter(|name| !name.starts_with("universal") && !name.starts_with("opencl3"))
}

/// Returns the names of all environments, for help.
pub fn names() -> String {
    names_of_spirv_tools().collect::<Vec<_>>().join("|")
}

/// Describes an environment: `SPIR-V 1.5 (under Vulkan 1.2 semantics)`.
pub fn describe(environment: &Environment) -> String {
    let version = format!("SPIR-V 1.{}", environment.version >> 8 & 0xFF);
    match environment.api {
        Api::Universal => version,
        Api::Vulkan(minor) => format!("{version} (under Vulkan 1.{minor} semantics)"),
        Api::OpenCl { version: number, embedded } => {
            let profile = if embedded { "Embedded" } else { "Full" };
            format!("{version} (under OpenCL {}.{} {profile} Profile semantics)", number / 10, number % 10)
        }
        Api::OpenGl => {
            format!("{version} (under OpenGL {} semantics)", environment.name.trim_start_matches("opengl"))
        }
    }
}

/// Describes the environment of a name.
pub fn describe_name(name: &str) -> String {
    parse(name).map_or_else(String::new, |env| describe(&env.environment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_counts() {
        let name = |text: &str| parse(text).map(|env| env.environment.name);
        assert_eq!(name("vulkan1.1spv1.4"), Some("vulkan1.1spv1.4"));
        assert_eq!(name("vulkan1.2spv1.5"), Some("vulkan1.2"));
        assert_eq!(name("opencl2.2embedded"), Some("opencl2.2embedded"));
        assert_eq!(
            (name("universal1.0"), name("opencl3.0"), name("spv"), name("")),
            (None, None, None, None)
        );
        assert_eq!(describe_name("opencl2.2"), "SPIR-V 1.2 (under OpenCL 2.2 Full Profile semantics)");
        assert_eq!(describe_name("opengl4.5"), "SPIR-V 1.0 (under OpenGL 4.5 semantics)");
        assert_eq!(describe_name("vulkan1.1spv1.4"), "SPIR-V 1.4 (under Vulkan 1.1 semantics)");
    }
}
