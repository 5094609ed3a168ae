//! Validation options with the same names as in spirv-val

/// Options that relax or tighten the rules of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether vectors in blocks need only the alignment of their components (VK_KHR_relaxed_block_layout).
    pub relax_block_layout: bool,
    /// Whether uniform buffers use the layout of storage buffers (VK_KHR_uniform_buffer_standard_layout).
    pub uniform_buffer_standard_layout: bool,
    /// Whether all types in blocks need only scalar alignment (VK_EXT_scalar_block_layout).
    pub scalar_block_layout: bool,
    /// Whether all types in Workgroup blocks need only scalar alignment.
    pub workgroup_scalar_block_layout: bool,
    /// Whether to skip the layout checks of Block-decorated structs.
    pub skip_block_layout: bool,
    /// Whether logical addressing allows variables that contain pointers. Also allows stores of structs that differ
    /// only in decorations.
    pub relax_logical_pointer: bool,
    /// Whether OpStore may store a struct of another type with the same members.
    pub relax_struct_store: bool,
    /// Whether the module comes from an HLSL front end and has not been legalized.
    pub before_hlsl_legalization: bool,
    /// Whether the execution mode LocalSizeId is allowed (VK_KHR_maintenance4).
    pub allow_localsizeid: bool,
    /// Whether the image operand Offset is allowed with sampling operations (VK_KHR_maintenance8).
    pub allow_offset_texture_operand: bool,
    /// Whether bitwise operations on widths other than 32 are allowed (VK_KHR_maintenance9).
    pub allow_vulkan_32_bit_bitwise: bool,
    /// Whether to enforce the specification where spirv-val is more permissive.
    pub strict: bool,
    /// Layout of buffers and acceleration structures in descriptor heaps.
    pub buffer_descriptor: DescriptorLayout,
    /// Layout of images in descriptor heaps.
    pub image_descriptor: DescriptorLayout,
    /// Layout of samplers in descriptor heaps.
    pub sampler_descriptor: DescriptorLayout,
    /// Layout of tensors in descriptor heaps.
    pub tensor_descriptor: DescriptorLayout,
    /// Maximum number of members of a struct.
    pub max_struct_members: u32,
    /// Maximum nesting depth of structs.
    pub max_struct_depth: u32,
    /// Maximum number of variables in a function.
    pub max_local_variables: u32,
    /// Maximum number of variables in a module.
    pub max_global_variables: u32,
    /// Maximum number of cases of an OpSwitch.
    pub max_switch_branches: u32,
    /// Maximum number of parameters of a function.
    pub max_function_args: u32,
    /// Maximum nesting depth of constructs.
    pub max_control_flow_nesting_depth: u32,
    /// Maximum number of indices of an access chain.
    pub max_access_chain_indexes: u32,
    /// Maximum id bound.
    pub max_id_bound: u32,
}

/// Size and alignment of a descriptor in bytes. By default, the size is 0 and any offset is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptorLayout {
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub alignment: u32,
}

impl Default for DescriptorLayout {
    fn default() -> DescriptorLayout {
        DescriptorLayout { size: 0, alignment: 1 }
    }
}

/// An option for the layout of a descriptor type.
#[derive(Clone, Copy, Debug)]
pub struct DescriptorOption {
    /// Option name without dashes.
    pub name: &'static str,
    /// One-line description.
    pub help: &'static str,
    /// Accessor that returns a mutable reference to the option's field.
    pub field: fn(&mut Options) -> &mut DescriptorLayout,
}

/// All options for descriptor layouts.
pub const DESCRIPTORS: &[DescriptorOption] = &[
    DescriptorOption {
        name: "buffer-descriptor-layout",
        help: "Layout of buffers and acceleration structures in descriptor heaps",
        field: |o| &mut o.buffer_descriptor,
    },
    DescriptorOption {
        name: "image-descriptor-layout",
        help: "Layout of images in descriptor heaps",
        field: |o| &mut o.image_descriptor,
    },
    DescriptorOption {
        name: "sampler-descriptor-layout",
        help: "Layout of samplers in descriptor heaps",
        field: |o| &mut o.sampler_descriptor,
    },
    DescriptorOption {
        name: "tensor-descriptor-layout",
        help: "Layout of tensors in descriptor heaps",
        field: |o| &mut o.tensor_descriptor,
    },
];

impl Default for Options {
    fn default() -> Options {
        Options {
            relax_block_layout: false,
            uniform_buffer_standard_layout: false,
            scalar_block_layout: false,
            workgroup_scalar_block_layout: false,
            skip_block_layout: false,
            relax_logical_pointer: false,
            relax_struct_store: false,
            before_hlsl_legalization: false,
            allow_localsizeid: false,
            allow_offset_texture_operand: false,
            allow_vulkan_32_bit_bitwise: false,
            strict: false,
            buffer_descriptor: DescriptorLayout::default(),
            image_descriptor: DescriptorLayout::default(),
            sampler_descriptor: DescriptorLayout::default(),
            tensor_descriptor: DescriptorLayout::default(),
            max_struct_members: 16383,
            max_struct_depth: 255,
            max_local_variables: 524_287,
            max_global_variables: 65535,
            max_switch_branches: 16383,
            max_function_args: 255,
            max_control_flow_nesting_depth: 1023,
            max_access_chain_indexes: 255,
            max_id_bound: 0x3F_FFFF,
        }
    }
}

/// A Boolean option.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Option name without dashes.
    pub name: &'static str,
    /// One-line description.
    pub help: &'static str,
    /// Accessor that returns a mutable reference to the option's field.
    pub field: fn(&mut Options) -> &mut bool,
}

/// A universal limit.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Option name without dashes.
    pub name: &'static str,
    /// One-line description.
    pub help: &'static str,
    /// Accessor that returns a mutable reference to the limit's field.
    pub field: fn(&mut Options) -> &mut u32,
}

/// All Boolean options.
pub const FLAGS: &[Flag] = &[
    Flag {
        name: "relax-block-layout",
        help: "Allow vectors in blocks to be aligned like their components",
        field: |o| &mut o.relax_block_layout,
    },
    Flag {
        name: "uniform-buffer-standard-layout",
        help: "Apply the layout rules of storage buffers to uniform buffers",
        field: |o| &mut o.uniform_buffer_standard_layout,
    },
    Flag {
        name: "scalar-block-layout",
        help: "Allow all types in blocks to be aligned like their scalars",
        field: |o| &mut o.scalar_block_layout,
    },
    Flag {
        name: "workgroup-scalar-block-layout",
        help: "Allow all types in Workgroup blocks to be aligned like their scalars",
        field: |o| &mut o.workgroup_scalar_block_layout,
    },
    Flag {
        name: "skip-block-layout",
        help: "Do not check block layouts",
        field: |o| &mut o.skip_block_layout,
    },
    Flag {
        name: "relax-logical-pointer",
        help: "Allow variables to hold pointers in the logical addressing model",
        field: |o| &mut o.relax_logical_pointer,
    },
    Flag {
        name: "relax-struct-store",
        help: "Allow storing a struct of another type with equal members",
        field: |o| &mut o.relax_struct_store,
    },
    Flag {
        name: "before-hlsl-legalization",
        help: "Accept modules from an HLSL front end before legalization",
        field: |o| &mut o.before_hlsl_legalization,
    },
    Flag {
        name: "allow-localsizeid",
        help: "Allow the execution mode LocalSizeId",
        field: |o| &mut o.allow_localsizeid,
    },
    Flag {
        name: "allow-offset-texture-operand",
        help: "Allow the image operand Offset with sampling",
        field: |o| &mut o.allow_offset_texture_operand,
    },
    Flag {
        name: "allow-vulkan-32-bit-bitwise",
        help: "Allow bitwise operations on widths other than 32 bits",
        field: |o| &mut o.allow_vulkan_32_bit_bitwise,
    },
    Flag {
        name: "strict",
        help: "Enforce the specification where spirv-val is more permissive",
        field: |o| &mut o.strict,
    },
];

/// All limits (specification, 2.17).
pub const LIMITS: &[Limit] = &[
    Limit {
        name: "max-struct-members",
        help: "Maximum number of struct members",
        field: |o| &mut o.max_struct_members,
    },
    Limit {
        name: "max-struct-depth",
        help: "Maximum nesting depth of structs",
        field: |o| &mut o.max_struct_depth,
    },
    Limit {
        name: "max-local-variables",
        help: "Maximum number of variables in functions",
        field: |o| &mut o.max_local_variables,
    },
    Limit {
        name: "max-global-variables",
        help: "Maximum number of module-level variables",
        field: |o| &mut o.max_global_variables,
    },
    Limit {
        name: "max-switch-branches",
        help: "Maximum number of cases of an OpSwitch",
        field: |o| &mut o.max_switch_branches,
    },
    Limit {
        name: "max-function-args",
        help: "Maximum number of function parameters",
        field: |o| &mut o.max_function_args,
    },
    Limit {
        name: "max-control-flow-nesting-depth",
        help: "Maximum nesting depth of constructs",
        field: |o| &mut o.max_control_flow_nesting_depth,
    },
    Limit {
        name: "max-access-chain-indexes",
        help: "Maximum number of indexes of an access chain",
        field: |o| &mut o.max_access_chain_indexes,
    },
    Limit { name: "max-id-bound", help: "Maximum id bound", field: |o| &mut o.max_id_bound },
];

impl Options {
    /// Sets the flag with the given name. Returns false if there is no flag with this name.
    pub fn set_flag(&mut self, name: &str) -> bool {
        let flag = FLAGS.iter().find(|flag| flag.name == name);
        flag.map(|flag| *(flag.field)(self) = true).is_some()
    }

    /// Sets the limit with the given name. Returns false if there is no limit with this name.
    pub fn set_limit(&mut self, name: &str, value: u32) -> bool {
        let limit = LIMITS.iter().find(|limit| limit.name == name);
        limit.map(|limit| *(limit.field)(self) = value).is_some()
    }
}
