//! Target environments by their SPIRV-Tools names

use spv_validate::{Api, ENVIRONMENTS, Environment, Options, TargetEnv};

/// Target environment of programs that are called without `--target-env`.
pub const DEFAULT: &str = "spv1.6";

/// Environment names, indexed by `spv_target_env`; empty for the deprecated WebGPU environment.
pub const NUMBERED: [&str; 27] = [
    "spv1.0",
    "vulkan1.0",
    "spv1.1",
    "opencl2.1",
    "opencl2.2",
    "opengl4.0",
    "opengl4.1",
    "opengl4.2",
    "opengl4.3",
    "opengl4.5",
    "spv1.2",
    "opencl1.2",
    "opencl1.2embedded",
    "opencl2.0",
    "opencl2.0embedded",
    "opencl2.1embedded",
    "opencl2.2embedded",
    "spv1.3",
    "vulkan1.1",
    "",
    "spv1.4",
    "vulkan1.1spv1.4",
    "spv1.5",
    "vulkan1.2",
    "spv1.6",
    "vulkan1.3",
    "vulkan1.4",
];

/// Returns the environment for a value of `spv_target_env`, or `None` if the value is unknown.
pub fn numbered(number: usize) -> Option<Environment> {
    find(NUMBERED.get(number)?)
}

/// Returns the environment with the longest name that is a prefix of `text`, or `None`. Like SPIRV-Tools, this accepts
/// `vulkan1.2spv1.5`.
pub fn find(text: &str) -> Option<Environment> {
    let known = ENVIRONMENTS.iter().filter(|environment| is_of_spirv_tools(environment.name));
    let named = known.filter(|environment| text.starts_with(environment.name));
    named.max_by_key(|environment| environment.name.len()).copied()
}

/// Returns the environment that [`find`] returns, as a target environment with default options. Returns `None` if there
/// is none.
pub fn parse(text: &str) -> Option<TargetEnv> {
    find(text).map(|environment| TargetEnv::with_options(environment, Options::default()))
}

/// Returns whether SPIRV-Tools has an environment with this name. It has neither `universal...` nor OpenCL 3.0.
fn is_of_spirv_tools(name: &str) -> bool {
    !name.starts_with("universal") && !name.starts_with("opencl3")
}

/// Returns the names of all environments, separated by `|`, for help output.
pub fn names() -> String {
    let names = ENVIRONMENTS.iter().map(|environment| environment.name);
    names.filter(|name| is_of_spirv_tools(name)).collect::<Vec<_>>().join("|")
}

/// Describes an environment, for example `SPIR-V 1.5 (under Vulkan 1.2 semantics)`.
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

/// Describes the environment called `name`. Returns an empty string if it is unknown.
pub fn describe_name(name: &str) -> String {
    find(name).map_or_else(String::new, |environment| describe(&environment))
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
        let unknown = ["universal1.0", "opencl3.0", "spv", ""];
        assert!(unknown.iter().all(|text| name(text).is_none()));
        assert_eq!((numbered(19).is_some(), numbered(27).is_some()), (false, false));
        assert_eq!(numbered(26).map(|environment| environment.name), Some("vulkan1.4"));
        assert_eq!(describe_name("opencl2.2"), "SPIR-V 1.2 (under OpenCL 2.2 Full Profile semantics)");
        assert_eq!(describe_name("opengl4.5"), "SPIR-V 1.0 (under OpenGL 4.5 semantics)");
        assert_eq!(describe_name("vulkan1.1spv1.4"), "SPIR-V 1.4 (under Vulkan 1.1 semantics)");
    }
}
