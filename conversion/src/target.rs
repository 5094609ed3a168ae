//! Target environments: the version, capabilities and extensions of a device

use spv_dialect::attributes::{AttrKind, view};
use spv_dialect::availability::{CapabilitySet, Missing, missing};
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialect::generated::values::capability as cap;
use spv_ir::dialect::Availability;
use spv_ir::{AttrData, Attribute, Context};

/// A target environment, as in a `#spv.target_env` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetEnv {
    /// Highest supported SPIR-V version, encoded as in the header of a binary.
    pub version: u32,
    /// Supported capabilities, including those that others imply.
    pub capabilities: CapabilitySet,
    /// Capabilities as listed by the target's attribute or name, without implied ones.
    pub stated: Vec<u32>,
    /// Names of the supported extensions.
    pub extensions: Vec<String>,
    /// Number of invocations in a subgroup.
    pub subgroup_size: u32,
}

/// Default number of invocations in a subgroup, as in LLVM.
const SUBGROUP_SIZE: u32 = 32;

/// A predefined target: name, highest SPIR-V version, capabilities, and extensions.
type Named = (&'static str, u32, &'static [u32], &'static [&'static str]);

const STORAGE_BUFFER: &str = "SPV_KHR_storage_buffer_storage_class";

/// The predefined targets. Vulkan targets include only features that every device of the Vulkan version supports.
///
/// `opencl3.0` matches OpenCL 3.0 runtimes that accept SPIR-V 1.4 and subgroups. It omits Groups, which OpenCL 3.0
/// made optional. In Mesa 26.2.6, rusticl reduces over each subgroup instead of the workgroup.
const NAMED: [Named; 9] = [
    ("vulkan1.0", 0x0001_0000, &[cap::SHADER], &[STORAGE_BUFFER]),
    ("vulkan1.1", 0x0001_0300, &[cap::SHADER, cap::GROUP_NON_UNIFORM], &[]),
    ("vulkan1.2", 0x0001_0500, &[cap::SHADER, cap::GROUP_NON_UNIFORM], &[]),
    ("vulkan1.3", 0x0001_0600, &[cap::SHADER, cap::GROUP_NON_UNIFORM], &[]),
    ("vulkan1.4", 0x0001_0600, &[cap::SHADER, cap::GROUP_NON_UNIFORM, cap::INT8, cap::INT16], &[]),
    ("opencl1.2", 0x0001_0000, &[cap::KERNEL, cap::ADDRESSES, cap::INT8, cap::INT16, cap::INT64], &[]),
    (
        "opencl2.0",
        0x0001_0000,
        &[cap::KERNEL, cap::ADDRESSES, cap::INT8, cap::INT16, cap::INT64, cap::GROUPS],
        &[],
    ),
    (
        "opencl2.2",
        0x0001_0200,
        &[cap::KERNEL, cap::ADDRESSES, cap::INT8, cap::INT16, cap::INT64, cap::GROUPS],
        &[],
    ),
    (
        "opencl3.0",
        0x0001_0400,
        &[
            cap::KERNEL,
            cap::ADDRESSES,
            cap::INT8,
            cap::INT16,
            cap::INT64,
            cap::GROUP_NON_UNIFORM,
            cap::GROUP_NON_UNIFORM_VOTE,
            cap::GROUP_NON_UNIFORM_BALLOT,
            cap::GROUP_NON_UNIFORM_ARITHMETIC,
            cap::GROUP_NON_UNIFORM_SHUFFLE,
            cap::GROUP_NON_UNIFORM_SHUFFLE_RELATIVE,
            cap::GROUP_NON_UNIFORM_CLUSTERED,
        ],
        &[],
    ),
];

/// Returns the SPIR-V version and the predefined target for a name, or `None` for an unknown target. The name may end
/// in a SPIR-V version, for example `opencl3.0spv1.6`.
fn find_named(name: &str) -> Option<(u32, &'static Named)> {
    let split = name.rsplit_once("spv1.").map(|(stem, minor)| (stem, minor.parse::<u32>().ok()));
    let (stem, version) = match split {
        Some((stem, Some(minor @ 0..=6))) => (stem, Some(0x0001_0000 | minor << 8)),
        _ => (name, None),
    };
    let row = NAMED.iter().find(|(known, ..)| *known == stem)?;
    Some((version.unwrap_or(row.1), row))
}

impl TargetEnv {
    /// Creates a target from a SPIR-V version, capabilities and extensions.
    pub fn new(version: u32, stated: Vec<u32>, extensions: Vec<String>) -> TargetEnv {
        let capabilities = stated.iter().copied().collect();
        TargetEnv { version, capabilities, stated, extensions, subgroup_size: SUBGROUP_SIZE }
    }

    /// Parses the name of a target. A SPIR-V version may follow the name, as in `opencl3.0spv1.6`. Capabilities and
    /// extensions may follow, each after a plus sign: `vulkan1.1+Int64+SPV_KHR_bit_instructions`.
    ///
    /// # Errors
    /// An unknown target, capability or extension; the message for an unknown target lists the known ones.
    pub fn named(text: &str) -> Result<TargetEnv, String> {
        let mut words = text.split('+');
        let name = words.next().unwrap_or_default();
        let Some((version, (_, _, capabilities, extensions))) = find_named(name) else {
            let known: Vec<&str> = NAMED.iter().map(|(known, ..)| *known).collect();
            let known = known.join(", ");
            return Err(format!(
                "unknown target '{name}': expected one of {known}, alone or with a version of SPIR-V ('opencl3.0spv1.6')"
            ));
        };
        let mut stated = capabilities.to_vec();
        // Before SPIR-V 1.3 and GroupNonUniform, only the capability Groups enables subgroup operations.
        if stated.contains(&cap::GROUP_NON_UNIFORM_ARITHMETIC) && version < 0x0001_0300 {
            stated.push(cap::GROUPS);
        }
        let mut extensions: Vec<String> = extensions.iter().map(|&name| name.to_owned()).collect();
        for word in words {
            match CAPABILITY.by_name(word) {
                Some(value) => stated.push(value),
                None if word.starts_with("SPV_") => extensions.push(word.to_owned()),
                None => return Err(format!("'{word}' is neither a capability nor an extension")),
            }
        }
        Ok(TargetEnv::new(version, stated, extensions))
    }

    /// Converts a `#spv.target_env<...>` attribute to a target. Returns `None` for other attributes.
    pub fn of_attr(ctx: &Context, attr: Attribute) -> Option<TargetEnv> {
        let (AttrKind::TargetEnv, [vce, _, limits, ..]) = view(ctx, attr)? else { return None };
        let limits = match view(ctx, *limits) {
            Some((AttrKind::ResourceLimits, &[limits])) => limits,
            _ => *limits,
        };
        let subgroup_size = ctx.dict_get(Some(limits), "subgroup_size").and_then(|size| ctx.attr_u64(size));
        let (AttrKind::Vce, &[version, capabilities, extensions]) = view(ctx, *vce)? else { return None };
        let stated = match ctx.attr_data(capabilities) {
            AttrData::Words(words) => words.to_vec(),
            _ => Vec::new(),
        };
        let extensions = ctx.attr_array(extensions).unwrap_or(&[]);
        Some(TargetEnv {
            version: ctx.attr_u64(version)? as u32,
            capabilities: stated.iter().copied().collect(),
            stated,
            subgroup_size: subgroup_size.and_then(|size| u32::try_from(size).ok()).unwrap_or(SUBGROUP_SIZE),
            extensions: extensions.iter().filter_map(|e| ctx.attr_str(*e)).map(str::to_owned).collect(),
        })
    }

    /// Converts the target to a `#spv.target_env<...>` attribute. Returns `None` if the dialect is not registered.
    pub fn attr(&self, ctx: &Context) -> Option<Attribute> {
        let extensions: Vec<_> = self.extensions.iter().map(|name| ctx.string_attr(name)).collect();
        let vce = spv_dialect::attributes::make(
            ctx,
            AttrKind::Vce,
            &[
                ctx.i32_attr(self.version),
                ctx.attr(AttrData::Words(self.stated.clone().into())),
                ctx.array_attr(&extensions),
            ],
        )?;
        let limits = ctx.dict_attr(Vec::new());
        spv_dialect::attributes::make(ctx, AttrKind::TargetEnv, &[vce, ctx.unit_attr(), limits])
    }

    /// Returns whether the target supports a capability, given by its enumerant.
    pub fn has(&self, capability: u32) -> bool {
        self.capabilities.contains(capability)
    }

    /// Returns whether the target is an OpenCL environment, not a shader environment.
    pub fn is_kernel(&self) -> bool {
        self.has(cap::KERNEL) && !self.has(cap::SHADER)
    }

    /// Describes the version, capability or extension that `entry` requires and the target lacks. Returns `None` if
    /// the target fulfills all requirements.
    pub fn lacks(&self, entry: &Availability) -> Option<String> {
        let has_extension = |name: &str| self.extensions.iter().any(|known| known == name);
        Some(match missing(entry, self.version, &self.capabilities, has_extension)? {
            Missing::Capability(any) => {
                let names: Vec<&str> =
                    any.iter().filter_map(|value| CAPABILITY.by_value(*value)).map(|e| e.name).collect();
                format!("the target lacks the capability {}", names.join(" or "))
            }
            Missing::Version(version, extensions) => {
                let version = version.map(|v| format!("version {}.{}", v >> 16 & 0xff, v >> 8 & 0xff));
                let wanted: Vec<String> =
                    version.into_iter().chain(extensions.iter().map(|e| (*e).to_owned())).collect();
                format!("the target lacks {}", wanted.join(" or "))
            }
            Missing::Removed(last) => {
                format!("it was removed after version {}.{}", last >> 16 & 0xff, last >> 8 & 0xff)
            }
        })
    }
}
