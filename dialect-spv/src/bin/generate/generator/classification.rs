//! Hand-written data that the SPIR-V grammar lacks: id operand kinds, module-scope definitions, extended instruction
//! set names
//!
//! An `IdRef` operand that [`OPERANDS`] does not list is a value. Each list entry must match an operand or instruction
//! of the grammar.

/// The kind of entity that an id operand denotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Id {
    /// An SSA value.
    Value,
    /// A type.
    Type,
    /// A symbol: a function, string, alias scope, or interface variable.
    Symbol,
    /// A value, type, symbol, string or constant.
    Mixed,
    /// A basic block.
    Block,
}

use Id::*;

/// Id operands that are not values: instruction name, then pairs of operand name and [`Id`] kind.
pub const OPERANDS: &[(&str, &[(&str, Id)])] = &[
    // Module structure.
    ("OpSource", &[("file", Symbol)]),
    ("OpName", &[("target", Mixed)]),
    ("OpMemberName", &[("type", Type)]),
    ("OpLine", &[("file", Symbol)]),
    ("OpExtInst", &[("set", Symbol), ("operands", Mixed)]),
    ("OpExtInstWithForwardRefsKHR", &[("set", Symbol), ("operands", Mixed)]),
    ("OpEntryPoint", &[("entry_point", Symbol), ("interface", Symbol)]),
    ("OpExecutionMode", &[("entry_point", Symbol)]),
    ("OpExecutionModeId", &[("entry_point", Symbol)]),
    ("OpConditionalExtensionINTEL", &[("condition", Mixed)]),
    ("OpConditionalEntryPointINTEL", &[("condition", Mixed), ("entry_point", Symbol), ("interface", Symbol)]),
    ("OpConditionalCapabilityINTEL", &[("condition", Mixed)]),
    ("OpDecorate", &[("target", Mixed)]),
    ("OpMemberDecorate", &[("structure_type", Type)]),
    ("OpGroupDecorate", &[("decoration_group", Symbol), ("targets", Mixed)]),
    ("OpGroupMemberDecorate", &[("decoration_group", Symbol)]),
    ("OpDecorateId", &[("target", Mixed)]),
    ("OpDecorateString", &[("target", Mixed)]),
    ("OpMemberDecorateString", &[("struct_type", Type)]),
    ("OpMemberDecorateIdEXT", &[("structure_type", Type)]),
    // Types. Sizes are constants or symbols of specialization constants.
    ("OpTypeVector", &[("component_type", Type)]),
    ("OpTypeMatrix", &[("column_type", Type)]),
    ("OpTypeImage", &[("sampled_type", Type)]),
    ("OpTypeSampledImage", &[("image_type", Type)]),
    ("OpTypeArray", &[("element_type", Type), ("length", Mixed)]),
    ("OpTypeRuntimeArray", &[("element_type", Type)]),
    ("OpTypeStruct", &[("member_types", Type)]),
    ("OpTypeStructContinuedINTEL", &[("member_types", Type)]),
    ("OpTypePointer", &[("type", Type)]),
    ("OpTypeFunction", &[("return_type", Type), ("parameter_types", Type)]),
    ("OpTypeForwardPointer", &[("pointer_type", Type)]),
    ("OpTypeTensorARM", &[("element_type", Type), ("rank", Mixed), ("shape", Mixed)]),
    ("OpTypeGraphARM", &[("in_out_types", Type)]),
    (
        "OpTypeCooperativeMatrixKHR",
        &[("component_type", Type), ("scope", Mixed), ("rows", Mixed), ("columns", Mixed), ("use", Mixed)],
    ),
    (
        "OpTypeCooperativeMatrixNV",
        &[("component_type", Type), ("execution", Mixed), ("rows", Mixed), ("columns", Mixed)],
    ),
    ("OpTypeVectorIdEXT", &[("component_type", Type), ("component_count", Mixed)]),
    ("OpTypeNodePayloadArrayAMDX", &[("payload_type", Type)]),
    ("OpTypeTensorLayoutNV", &[("dim", Mixed), ("clamp_mode", Mixed)]),
    ("OpTypeTensorViewNV", &[("dim", Mixed), ("has_dimensions", Mixed), ("permutation", Mixed)]),
    ("OpTypeVmeImageINTEL", &[("image_type", Type)]),
    // Constants and module-scope definitions.
    ("OpConstantComposite", &[("constituents", Mixed)]),
    ("OpConstantCompositeContinuedINTEL", &[("constituents", Mixed)]),
    ("OpConstantCompositeReplicateEXT", &[("value", Mixed)]),
    ("OpConstantSizeOfEXT", &[("of_type", Type)]),
    ("OpConstantFunctionPointerINTEL", &[("function", Symbol)]),
    ("OpSpecConstantComposite", &[("constituents", Mixed)]),
    ("OpSpecConstantCompositeContinuedINTEL", &[("constituents", Mixed)]),
    ("OpSpecConstantCompositeReplicateEXT", &[("value", Mixed)]),
    ("OpVariable", &[("initializer", Mixed)]),
    ("OpUntypedVariableKHR", &[("data_type", Type), ("initializer", Mixed)]),
    ("OpAsmINTEL", &[("asm_type", Type), ("target", Symbol)]),
    ("OpAliasDomainDeclINTEL", &[("name", Symbol)]),
    ("OpAliasScopeDeclINTEL", &[("alias_domain", Symbol), ("name", Symbol)]),
    ("OpAliasScopeListDeclINTEL", &[("alias_scopes", Symbol)]),
    ("OpGraphEntryPointARM", &[("graph", Symbol), ("interface", Symbol)]),
    // Control flow.
    ("OpFunction", &[("function_type", Type)]),
    ("OpLoopMerge", &[("merge_block", Block), ("continue_target", Block)]),
    ("OpSelectionMerge", &[("merge_block", Block)]),
    ("OpBranch", &[("target_label", Block)]),
    ("OpBranchConditional", &[("true_label", Block), ("false_label", Block)]),
    ("OpSwitch", &[("default", Block)]),
    // Functions as operands.
    ("OpFunctionCall", &[("function", Symbol)]),
    ("OpEnqueueKernel", &[("invoke", Symbol)]),
    ("OpGetKernelNDrangeSubGroupCount", &[("invoke", Symbol)]),
    ("OpGetKernelNDrangeMaxSubGroupSize", &[("invoke", Symbol)]),
    ("OpGetKernelWorkGroupSize", &[("invoke", Symbol)]),
    ("OpGetKernelPreferredWorkGroupSizeMultiple", &[("invoke", Symbol)]),
    ("OpGetKernelLocalSizeForSubgroupCount", &[("invoke", Symbol)]),
    ("OpGetKernelMaxNumSubgroups", &[("invoke", Symbol)]),
    ("OpCooperativeMatrixReduceEXT", &[("combine_func", Symbol)]),
    ("OpCooperativeMatrixPerElementOpEXT", &[("func", Symbol)]),
    ("OpTaskSequenceCreateALTERA", &[("function", Symbol)]),
    // The specification requires an OpAsmINTEL, but spirv-val does not check this.
    ("OpAsmCallINTEL", &[("asm", Mixed)]),
    // Types as operands.
    ("OpUntypedAccessChainKHR", &[("base_type", Type)]),
    ("OpUntypedInBoundsAccessChainKHR", &[("base_type", Type)]),
    ("OpUntypedPtrAccessChainKHR", &[("base_type", Type)]),
    ("OpUntypedInBoundsPtrAccessChainKHR", &[("base_type", Type)]),
    ("OpUntypedArrayLengthKHR", &[("structure", Type)]),
    ("OpUntypedImageTexelPointerEXT", &[("image_type", Type)]),
    ("OpUntypedVariableLengthArrayINTEL", &[("element_type", Type)]),
    ("OpCooperativeMatrixLengthKHR", &[("type", Type)]),
    ("OpCooperativeMatrixLengthNV", &[("type", Type)]),
    ("OpAbortKHR", &[("message_type", Type)]),
    ("OpIsNodePayloadValidAMDX", &[("payload_type", Type)]),
    // The specification calls this operand a type, but producers pass a pointer.
    ("OpUntypedPrefetchKHR", &[("pointer", Mixed)]),
    ("OpSizeOf", &[("pointer", Mixed)]),
    // Ids of any declaration that may be conditional.
    ("OpConditionalCopyObjectINTEL", &[("condition_operands", Mixed)]),
    // Parameters of enumerants, as `Enumeration.Enumerant`.
    ("MemoryAccess.AliasScopeINTELMask", &[("alias_scopes", Symbol)]),
    ("MemoryAccess.NoAliasINTELMask", &[("alias_scopes", Symbol)]),
    ("TensorAddressingOperands.DecodeFunc", &[("decode_func", Symbol)]),
    ("TensorAddressingOperands.DecodeVectorFunc", &[("decode_vector_func", Symbol)]),
];

/// Operands with enumeration values that the grammar declares as plain ids or literals: name prefix of the instruction
/// or enumerant, operand name, enumeration name.
pub const ENUMERATED: &[(&str, &str, &str)] = &[
    ("OpUntypedGroupAsyncCopyKHR", "execution", "Scope"),
    ("TensorOperands.MakeElement", "make_element_available_arm", "Scope"),
    ("TensorOperands.MakeElement", "make_element_visible_arm", "Scope"),
    ("OpEnqueueKernel", "flags", "KernelEnqueueFlags"),
    ("OpCaptureEventProfilingInfo", "profiling_info", "KernelProfilingInfo"),
    ("Op", "ray_flags", "RayFlags"),
    ("OpRayQuery", "intersection", "RayQueryIntersection"),
    ("OpCooperativeMatrix", "memory_layout", "CooperativeMatrixLayout"),
    ("OpCooperativeVector", "memory_layout", "CooperativeVectorMatrixLayout"),
    ("OpCooperativeVector", "input_interpretation", "ComponentType"),
    ("OpCooperativeVector", "matrix_interpretation", "ComponentType"),
    ("OpCooperativeVector", "bias_interpretation", "ComponentType"),
    ("OpImageGatherQCOM", "mode", "GatherModes"),
    ("OpFixed", "q", "QuantizationModes"),
    ("OpFixed", "o", "OverflowModes"),
];

/// Enumerations of [`ENUMERATED`] whose operands may also have values that no enumerant names.
pub const OPEN_KINDS: &[&str] = &["QuantizationModes", "OverflowModes"];

/// Enumerations whose enumerants occur at module scope, so that the ids among their parameters are not values.
pub const MODULE_KINDS: &[&str] = &["Decoration", "ExecutionMode", "DebugOperation"];

/// Names of instructions whose results may be module-scope definitions. Excludes types, scalar constants, variables and
/// functions, whose ops are hand-written. The first parameters of these ops are `sym_name` and `type`.
pub const DEFINITIONS: &[&str] = &[
    "OpString",
    "OpSpecConstantComposite",
    "OpSpecConstantCompositeReplicateEXT",
    "OpSpecConstantDataKHR",
    "OpSpecConstantOp",
    "OpSpecConstantStringAMDX",
    "OpSpecConstantTargetINTEL",
    "OpSpecConstantArchitectureINTEL",
    "OpSpecConstantCapabilitiesINTEL",
    "OpConstantStringAMDX",
    "OpConstantSampler",
    "OpConstantPipeStorage",
    "OpPoisonKHR",
    "OpConstantSizeOfEXT",
    "OpConstantFunctionPointerINTEL",
    "OpGraphConstantARM",
    "OpUntypedVariableKHR",
    "OpAsmTargetINTEL",
    "OpAsmINTEL",
    "OpAliasDomainDeclINTEL",
    "OpAliasScopeDeclINTEL",
    "OpAliasScopeListDeclINTEL",
];

/// Names of instructions whose result type may be void.
pub const MAY_BE_VOID: &[&str] = &[
    "OpFunctionCall",
    "OpFunctionPointerCallINTEL",
    "OpAsmCallINTEL",
    "OpTaskSequenceGetALTERA",
    "spv.OCL.vstoren",
    "spv.OCL.vstore_half",
    "spv.OCL.vstore_half_r",
    "spv.OCL.vstore_halfn",
    "spv.OCL.vstore_halfn_r",
    "spv.OCL.vstorea_halfn",
    "spv.OCL.vstorea_halfn_r",
    "spv.OCL.prefetch",
];

/// Operands that the grammar describes only in prose: instruction name and operand name. They are variadic and
/// [`Id::Mixed`].
pub const FURTHER_OPERANDS: &[(&str, &str)] = &[("OpSpecConstantOp", "operands")];

/// Replacements for operand names of the grammar: instruction or `Enumeration.Enumerant`, grammar name, name in this
/// dialect. An empty grammar name denotes an unnamed operand.
pub const NAMES: &[(&str, &str, &str)] = &[
    ("OpTypeOpaque", "The name of the opaque type.", "name"),
    ("OpTypeTensorViewNV", "p", "permutation"),
    ("OpConstantSizeOfEXT", "Type", "of_type"),
    ("OpFunctionPointerCallINTEL", "Operand 1", "operands"),
    ("OpAsmCallINTEL", "Argument", "arguments"),
    (
        "OpConditionalCopyObjectINTEL",
        "Condition 0, Operand 0, +\nCondition 1, Operand 1, +\n...",
        "condition_operands",
    ),
    ("OpUntypedPrefetchKHR", "Pointer Type", "pointer"),
    ("spv.DebugPrintf.DebugPrintf", "", "arguments"),
    ("spv.LegacyDebugInfo.DebugTypeEnum", "Value, Name, Value, Name, ...", "value_names"),
    ("spv.OpenCLDebugInfo.DebugTypeEnum", "Value, Name, Value, Name, ...", "value_names"),
    ("spv.DebugInfo.DebugTypeEnum", "Value, Name, Value, Name, ...", "value_names"),
    ("spv.DebugInfo101.DebugTypeEnum", "Value, Name, Value, Name, ...", "value_names"),
    ("spv.LegacyDebugInfo.DebugTypeFunction", "Paramter Types", "parameter_types"),
    ("ExecutionMode.Invocations", "Number of <<Invocation,invocations>>", "invocations"),
    ("MemoryAccess.AliasScopeINTELMask", "", "alias_scopes"),
    ("MemoryAccess.NoAliasINTELMask", "", "alias_scopes"),
];

/// The names and properties of an extended instruction set.
pub struct SetName {
    /// File name of the grammar without `extinst.` and `.grammar.json`.
    pub file: &'static str,
    /// Name that OpExtInstImport uses.
    pub import: &'static str,
    /// Prefix of the set's op names; `spv.` precedes it.
    pub prefix: &'static str,
    /// Whether removing any instruction of the set preserves the program's semantics.
    pub non_semantic: bool,
    /// Whether the instructions describe source code for debuggers.
    pub debug_info: bool,
}

const fn set(file: &'static str, import: &'static str, prefix: &'static str) -> SetName {
    SetName { file, import, prefix, non_semantic: false, debug_info: false }
}

impl SetName {
    const fn non_semantic(mut self) -> SetName {
        self.non_semantic = true;
        self
    }

    const fn debug_info(mut self) -> SetName {
        self.debug_info = true;
        self
    }
}

/// All extended instruction sets. A set is identified by its index in this list plus 1.
///
/// Append new sets at the end, because code and tests contain these identifiers. No file format contains them.
pub const SETS: &[SetName] = &[
    set("glsl.std.450", "GLSL.std.450", "GLSL"),
    set("opencl.std.100", "OpenCL.std", "OCL"),
    set("nonsemantic.shader.debuginfo.100", "NonSemantic.Shader.DebugInfo.100", "DebugInfo")
        .non_semantic()
        .debug_info(),
    set("nonsemantic.shader.debuginfo", "NonSemantic.Shader.DebugInfo.101", "DebugInfo101")
        .non_semantic()
        .debug_info(),
    set("opencl.debuginfo.100", "OpenCL.DebugInfo.100", "OpenCLDebugInfo").debug_info(),
    set("debuginfo", "DebugInfo", "LegacyDebugInfo").debug_info(),
    set("nonsemantic.graph.debuginfo", "NonSemantic.Graph.DebugInfo.1", "GraphDebugInfo")
        .non_semantic()
        .debug_info(),
    set("nonsemantic.debugprintf", "NonSemantic.DebugPrintf", "DebugPrintf").non_semantic(),
    set("nonsemantic.debugbreak", "NonSemantic.DebugBreak", "DebugBreak").non_semantic(),
    set("nonsemantic.clspvreflection", "NonSemantic.ClspvReflection.7", "ClspvReflection").non_semantic(),
    set("nonsemantic.vkspreflection", "NonSemantic.VkspReflection.4", "VkspReflection").non_semantic(),
    set(
        "spv-amd-shader-explicit-vertex-parameter",
        "SPV_AMD_shader_explicit_vertex_parameter",
        "AMDVertexParameter",
    ),
    set("spv-amd-shader-trinary-minmax", "SPV_AMD_shader_trinary_minmax", "AMDTrinaryMinMax"),
    set("spv-amd-gcn-shader", "SPV_AMD_gcn_shader", "AMDGcnShader"),
    set("spv-amd-shader-ballot", "SPV_AMD_shader_ballot", "AMDShaderBallot"),
    set("tosa.001000.1", "TOSA.001000.1", "TOSA"),
    set("arm.motion-engine.100", "Arm.MotionEngine.100", "ArmMotionEngine"),
    set("arm.experimental-ml-operations", "Arm.ExperimentalMLOperations.1", "ArmExperimentalML"),
];
