//! Target environments for validation
//!
//! An environment is a client API and its newest SPIR-V version, with options that relax or tighten the rules.

use super::options::Options;
use crate::binary;
use crate::requirements;
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialect::generated::values::capability as c;
use spv_dialect::generated::views as v;
use spv_dialect::vce::Vce;
use spv_ir::dialect::Enumerant;
use spv_ir::{Attribute, Body, Context, Diagnostic, Diagnostics, Place, walk};
use spv_serialize::import::BinaryRules;

/// The client API of a target environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Api {
    /// No API: only the universal rules of the SPIR-V specification.
    Universal,
    /// Vulkan 1.x, with the minor version.
    Vulkan(u8),
    /// OpenCL, full or embedded profile.
    OpenCl {
        /// Major version times ten plus minor version, for example 12 for OpenCL 1.2.
        version: u8,
        /// Whether this is the embedded profile.
        embedded: bool,
    },
    /// OpenGL.
    OpenGl,
}

/// A target environment that can be selected by name.
#[derive(Clone, Copy, Debug)]
pub struct Environment {
    /// Name in command-line options, identical to the name in spirv-val if that supports the environment.
    pub name: &'static str,
    /// The client API.
    pub api: Api,
    /// Newest accepted SPIR-V version, encoded as in the module header.
    pub version: u32,
}

const fn row(name: &'static str, api: Api, minor: u32) -> Environment {
    Environment { name, api, version: 0x0001_0000 | minor << 8 }
}

const fn opencl(name: &'static str, version: u8, embedded: bool, minor: u32) -> Environment {
    row(name, Api::OpenCl { version, embedded }, minor)
}

/// All target environments. The last seven names are aliases of universal environments.
///
/// OpenCL 3.0 devices report the SPIR-V versions that they accept, so SPIRV-Tools has no environment for OpenCL 3.0.
pub const ENVIRONMENTS: &[Environment] = &[
    row("spv1.0", Api::Universal, 0),
    row("spv1.1", Api::Universal, 1),
    row("spv1.2", Api::Universal, 2),
    row("spv1.3", Api::Universal, 3),
    row("spv1.4", Api::Universal, 4),
    row("spv1.5", Api::Universal, 5),
    row("spv1.6", Api::Universal, 6),
    row("vulkan1.0", Api::Vulkan(0), 0),
    row("vulkan1.1", Api::Vulkan(1), 3),
    row("vulkan1.1spv1.4", Api::Vulkan(1), 4),
    row("vulkan1.2", Api::Vulkan(2), 5),
    row("vulkan1.3", Api::Vulkan(3), 6),
    row("vulkan1.4", Api::Vulkan(4), 6),
    opencl("opencl1.2", 12, false, 0),
    opencl("opencl1.2embedded", 12, true, 0),
    opencl("opencl2.0", 20, false, 0),
    opencl("opencl2.0embedded", 20, true, 0),
    opencl("opencl2.1", 21, false, 0),
    opencl("opencl2.1embedded", 21, true, 0),
    opencl("opencl2.2", 22, false, 2),
    opencl("opencl2.2embedded", 22, true, 2),
    opencl("opencl3.0", 30, false, 6),
    opencl("opencl3.0spv1.2", 30, false, 2),
    opencl("opencl3.0spv1.3", 30, false, 3),
    opencl("opencl3.0spv1.4", 30, false, 4),
    opencl("opencl3.0spv1.5", 30, false, 5),
    opencl("opencl3.0embedded", 30, true, 6),
    row("opengl4.0", Api::OpenGl, 0),
    row("opengl4.1", Api::OpenGl, 0),
    row("opengl4.2", Api::OpenGl, 0),
    row("opengl4.3", Api::OpenGl, 0),
    row("opengl4.5", Api::OpenGl, 0),
    row("universal1.0", Api::Universal, 0),
    row("universal1.1", Api::Universal, 1),
    row("universal1.2", Api::Universal, 2),
    row("universal1.3", Api::Universal, 3),
    row("universal1.4", Api::Universal, 4),
    row("universal1.5", Api::Universal, 5),
    row("universal1.6", Api::Universal, 6),
];

/// The target of validation: an environment with options.
#[derive(Clone, Debug)]
pub struct TargetEnv {
    /// The environment.
    pub environment: Environment,
    /// Options that relax or tighten the rules of the environment.
    pub options: Options,
}

impl Environment {
    /// Returns the `spv.target_env` attribute for passes on the modules in `body`.
    ///
    /// The attribute contains all extensions, the capabilities of the API, and capabilities that a module declares
    /// together with their extension. Capabilities whose uses passes can replace are omitted.
    pub fn target(&self, ctx: &Context, body: &Body) -> Option<Attribute> {
        let mut vce = Vce::open(ctx, self.version);
        let mut by_extension = FxHashSet::default();
        for at in walk::bodies_where(body, |body, op| body.def(op) != v::Module::ID) {
            for op in walk::top_ops(at.body).filter(|&op| at.body.def(op) == v::Module::ID) {
                let own = at.body.slot_attr(op, v::Module::VCE_TRIPLE).and_then(|vce| Vce::new(ctx, vce));
                let Some(own) = own else { continue };
                by_extension.extend(own.capabilities.into_iter().filter(|&capability| {
                    let row = CAPABILITY.by_value(capability);
                    let declared = |row: &Enumerant| {
                        row.availability.extensions.iter().any(|name| own.extensions.contains(name))
                    };
                    row.is_some_and(declared) && !is_lowered(capability)
                }));
            }
        }
        let values = CAPABILITY.enumerants.iter().map(|e| e.value);
        vce.capabilities =
            values.filter(|&c| allows(self, c, |_| false) || by_extension.contains(&c)).collect();
        let params = [vce.attr(ctx), ctx.unit_attr(), ctx.dict_attr(Vec::new())];
        attributes::make(ctx, AttrKind::TargetEnv, &params)
    }
}

impl TargetEnv {
    /// Returns the environment for `name`, with default options. Like spirv-val, accepts any name that begins with a
    /// known name (as in `vulkan1.2spv1.5`) and selects the longest. Returns `None` if no known name matches.
    pub fn new(name: &str) -> Option<TargetEnv> {
        let known = ENVIRONMENTS.iter().filter(|environment| name.starts_with(environment.name));
        let environment = *known.max_by_key(|environment| environment.name.len())?;
        Some(TargetEnv::with_options(environment, Options::default()))
    }

    /// Returns the checker of binary rules that import must use for this environment.
    pub fn binary_rules(&self) -> BinaryRules {
        if self.options.strict { binary::check_with_strings } else { binary::check }
    }

    /// Checks the id bound in the header of a binary against the option `max_id_bound`.
    ///
    /// # Errors
    /// The id bound exceeds the limit.
    pub fn check_id_bound(&self, words: &[u32]) -> Result<(), Diagnostics> {
        let (Some(magic), Some(&bound)) = (words.first(), words.get(3)) else { return Ok(()) };
        let bound = if *magic == spv_asm::MAGIC.swap_bytes() { bound.swap_bytes() } else { bound };
        let limit = self.options.max_id_bound;
        if bound <= limit {
            return Ok(());
        }
        let message = format!("the id bound {bound} exceeds the limit {limit}, which --max-id-bound sets");
        let place = Place::Word { offset: 3, instruction: "" };
        Err(Diagnostics { list: vec![Diagnostic::error(place, message)] })
    }

    /// Constructs a target from an environment and options. Adds the options that the environment always enables.
    pub fn with_options(environment: Environment, mut options: Options) -> TargetEnv {
        if let Api::Vulkan(minor) = environment.api {
            options.relax_block_layout |= minor >= 1;
            options.allow_localsizeid |= minor >= 3;
        } else {
            options.allow_localsizeid = true;
        }
        options.relax_logical_pointer |= options.before_hlsl_legalization;
        TargetEnv { environment, options }
    }

    /// Returns the minor version of Vulkan, or `None` for other APIs.
    pub fn vulkan(&self) -> Option<u8> {
        match self.environment.api {
            Api::Vulkan(minor) => Some(minor),
            _ => None,
        }
    }

    /// Returns whether the API is OpenCL.
    pub fn is_opencl(&self) -> bool {
        matches!(self.environment.api, Api::OpenCl { .. })
    }
}

/// Capabilities by the first Vulkan version in which they are available, whether required or optional. Capabilities
/// provided by a declared extension are always allowed.
const VULKAN: &[(u8, &[u32])] = &[
    (
        0,
        &[
            c::MATRIX,
            c::SHADER,
            c::INPUT_ATTACHMENT,
            c::SAMPLED1D,
            c::IMAGE1D,
            c::SAMPLED_BUFFER,
            c::IMAGE_BUFFER,
            c::IMAGE_QUERY,
            c::DERIVATIVE_CONTROL,
            c::GEOMETRY,
            c::TESSELLATION,
            c::FLOAT64,
            c::INT64,
            c::INT16,
            c::TESSELLATION_POINT_SIZE,
            c::GEOMETRY_POINT_SIZE,
            c::IMAGE_GATHER_EXTENDED,
            c::STORAGE_IMAGE_MULTISAMPLE,
            c::UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING,
            c::SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING,
            c::STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING,
            c::STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING,
            c::CLIP_DISTANCE,
            c::CULL_DISTANCE,
            c::IMAGE_CUBE_ARRAY,
            c::SAMPLE_RATE_SHADING,
            c::SPARSE_RESIDENCY,
            c::MIN_LOD,
            c::SAMPLED_CUBE_ARRAY,
            c::IMAGE_MS_ARRAY,
            c::STORAGE_IMAGE_EXTENDED_FORMATS,
            c::INTERPOLATION_FUNCTION,
            c::STORAGE_IMAGE_READ_WITHOUT_FORMAT,
            c::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT,
            c::MULTI_VIEWPORT,
            c::INT64_ATOMICS,
            c::TRANSFORM_FEEDBACK,
            c::GEOMETRY_STREAMS,
            c::FLOAT16,
            c::INT8,
            c::B_FLOAT16_TYPE_KHR,
            c::FLOAT8_EXT,
            c::FLOAT4_EXT,
            c::FLOAT6_EXT,
            c::FLOAT8_UNSIGNED_E8M0_EXT,
            c::MX_INT8_EXT,
            c::BITCAST_EXTRACT_EXT,
            c::PUSH_CONSTANT_BANKS_NV,
        ],
    ),
    (
        1,
        &[
            c::DEVICE_GROUP,
            c::MULTI_VIEW,
            c::GROUP_NON_UNIFORM,
            c::GROUP_NON_UNIFORM_VOTE,
            c::GROUP_NON_UNIFORM_ARITHMETIC,
            c::GROUP_NON_UNIFORM_BALLOT,
            c::GROUP_NON_UNIFORM_SHUFFLE,
            c::GROUP_NON_UNIFORM_SHUFFLE_RELATIVE,
            c::GROUP_NON_UNIFORM_CLUSTERED,
            c::GROUP_NON_UNIFORM_QUAD,
            c::DRAW_PARAMETERS,
            c::STORAGE_BUFFER16_BIT_ACCESS,
            c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
            c::STORAGE_PUSH_CONSTANT16,
            c::STORAGE_INPUT_OUTPUT16,
            c::VARIABLE_POINTERS_STORAGE_BUFFER,
            c::VARIABLE_POINTERS,
        ],
    ),
    (
        2,
        &[
            c::SHADER_NON_UNIFORM,
            c::DENORM_PRESERVE,
            c::DENORM_FLUSH_TO_ZERO,
            c::SIGNED_ZERO_INF_NAN_PRESERVE,
            c::ROUNDING_MODE_RTE,
            c::ROUNDING_MODE_RTZ,
            c::VULKAN_MEMORY_MODEL,
            c::VULKAN_MEMORY_MODEL_DEVICE_SCOPE,
            c::STORAGE_BUFFER8_BIT_ACCESS,
            c::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
            c::STORAGE_PUSH_CONSTANT8,
            c::SHADER_VIEWPORT_INDEX,
            c::SHADER_LAYER,
            c::PHYSICAL_STORAGE_BUFFER_ADDRESSES,
            c::RUNTIME_DESCRIPTOR_ARRAY,
            c::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
            c::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
            c::UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
            c::SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
            c::STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
            c::STORAGE_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
            c::INPUT_ATTACHMENT_ARRAY_NON_UNIFORM_INDEXING,
            c::UNIFORM_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
            c::STORAGE_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
            c::INPUT_ATTACHMENT_ARRAY_DYNAMIC_INDEXING,
        ],
    ),
    (
        3,
        &[
            c::DOT_PRODUCT,
            c::DOT_PRODUCT_INPUT_ALL,
            c::DOT_PRODUCT_INPUT4X8_BIT,
            c::DOT_PRODUCT_INPUT4X8_BIT_PACKED,
            c::DEMOTE_TO_HELPER_INVOCATION,
        ],
    ),
    (4, &[c::FLOAT_CONTROLS2]),
];

/// Capabilities by the first OpenCL version in which they are available in the full profile. Includes those provided
/// by OpenCL extensions.
const OPENCL: &[(u8, &[u32])] = &[
    (
        12,
        &[
            c::ADDRESSES,
            c::FLOAT16_BUFFER,
            c::INT16,
            c::INT8,
            c::KERNEL,
            c::LINKAGE,
            c::VECTOR16,
            c::INT64,
            c::IMAGE_BASIC,
            c::FLOAT64,
            c::FLOAT16,
        ],
    ),
    (20, &[c::DEVICE_ENQUEUE, c::GENERIC_POINTER, c::GROUPS, c::PIPES]),
    (22, &[c::SUBGROUP_DISPATCH, c::PIPE_STORAGE]),
    (
        30,
        &[
            c::INT64_ATOMICS,
            c::GROUP_NON_UNIFORM,
            c::GROUP_NON_UNIFORM_VOTE,
            c::GROUP_NON_UNIFORM_BALLOT,
            c::GROUP_NON_UNIFORM_ARITHMETIC,
            c::GROUP_NON_UNIFORM_SHUFFLE,
            c::GROUP_NON_UNIFORM_SHUFFLE_RELATIVE,
            c::GROUP_NON_UNIFORM_CLUSTERED,
            c::DOT_PRODUCT,
            c::DOT_PRODUCT_INPUT_ALL,
            c::DOT_PRODUCT_INPUT4X8_BIT,
            c::DOT_PRODUCT_INPUT4X8_BIT_PACKED,
        ],
    ),
];

/// Capabilities that ImageBasic enables in OpenCL, by the first version in which they are available.
const OPENCL_IMAGES: &[(u8, &[u32])] = &[
    (12, &[c::LITERAL_SAMPLER, c::SAMPLED1D, c::IMAGE1D, c::SAMPLED_BUFFER, c::IMAGE_BUFFER]),
    (20, &[c::IMAGE_READ_WRITE]),
];

/// Returns whether passes can replace all uses of a capability, for targets that lack it.
fn is_lowered(capability: u32) -> bool {
    let stored = |row: &requirements::Stored| row.narrow.iter().chain(row.half).any(|&one| one == capability);
    [c::PREDICATED_IO_INTEL, c::BLOCKING_PIPES_ALTERA].contains(&capability)
        || requirements::STORED.iter().any(stored)
}

/// Returns whether an API allows a capability without an extension. `declared` returns whether the module declares
/// another capability.
pub(super) fn allows(environment: &Environment, capability: u32, declared: impl Fn(u32) -> bool) -> bool {
    let among = |table: &[(u8, &[u32])], version: u8| {
        table.iter().any(|(since, list)| *since <= version && list.contains(&capability))
    };
    match environment.api {
        Api::Universal | Api::OpenGl => true,
        // Vulkan 1.1 with SPIR-V 1.4 has no separate list of capabilities.
        Api::Vulkan(1) if environment.version > 0x0001_0300 => true,
        Api::Vulkan(minor) => among(VULKAN, minor),
        Api::OpenCl { embedded: true, .. } if capability == c::INT64 => false,
        Api::OpenCl { version, .. } => {
            among(OPENCL, version) || declared(c::IMAGE_BASIC) && among(OPENCL_IMAGES, version)
        }
    }
}
