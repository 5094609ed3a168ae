//! Compatibility with LLVM's `spv` and `spirv` dialects: syntax, names and rules
//!
//! All code that depends on an LLVM version is in this module.

mod cache_controls;
pub mod checks;
mod decorated_constants;
pub mod generic_form;
pub mod graphs;
pub mod later_attributes;
mod llvm22;
mod llvm24;
pub mod lowering;
mod messages;
mod missing_functions;
pub(crate) mod operand_forms;
pub mod since;
pub mod tosa;
mod variables;

pub use cache_controls::{cache_controls_from_llvm, cache_controls_to_llvm};
pub use checks::{check, check_later, reword_later};
pub use decorated_constants::drop_constant_decorations;
pub use graphs::{graphs_from_llvm, graphs_to_llvm};
pub use lowering::{drop_debug_instructions, forget_names, lower, name_functions};
pub use missing_functions::expand_missing_functions;
pub use operand_forms::{operands_from_llvm, operands_to_llvm};
pub use tosa::{tosa_from_llvm, tosa_to_llvm};
pub use variables::{has_construct_results, results_to_variables};

use spv_ir::{OpNames, TextForm};

/// Assembly syntax of LLVM 14.
pub static LLVM14: TextForm = TextForm {
    name: "LLVM 14",
    typed_lists: true,
    merges_splats: false,
    properties: false,
    bracketed_enums: false,
    uses_later_formats: false,
    enum_operands_follow: false,
    inherent_attributes_last: false,
    needs_index: true,
    counts_types: false,
    op_names: &[],
    version: 14,
    formats: &[],
    enumerants: &[],
    messages: &[messages::LLVM14],
};

/// Assembly syntax of LLVM 19.
pub static LLVM19: TextForm = TextForm {
    name: "LLVM 19",
    typed_lists: true,
    merges_splats: true,
    properties: true,
    bracketed_enums: true,
    uses_later_formats: true,
    enum_operands_follow: false,
    inherent_attributes_last: false,
    needs_index: true,
    counts_types: false,
    op_names: &[OWN_GRAPHS],
    version: 19,
    formats: &[],
    enumerants: &LATER_ENUMERANTS,
    messages: &[messages::LLVM19],
};

/// Assembly syntax of LLVM 22.
pub static LLVM22: TextForm = TextForm {
    name: "LLVM 22",
    enum_operands_follow: true,
    needs_index: false,
    counts_types: true,
    op_names: &[llvm22::OP_NAMES, OWN_GRAPHS],
    version: 22,
    formats: &[llvm22::FORMATS],
    messages: &[messages::LLVM22, messages::LLVM19],
    ..LLVM19
};

/// Assembly syntax of LLVM 24, MLIR's main branch of 2026.
pub static LLVM24: TextForm = TextForm {
    name: "LLVM 24",
    inherent_attributes_last: true,
    op_names: &[llvm24::OP_NAMES, operand_forms::OP_NAMES, tosa::NAMES, llvm22::OP_NAMES, OWN_GRAPHS],
    version: 24,
    formats: &[llvm24::FORMATS, llvm22::FORMATS],
    ..LLVM22
};

/// Assembly syntaxes of all supported LLVM versions, in ascending order.
pub static VERSIONS: [&TextForm; 4] = [&LLVM14, &LLVM19, &LLVM22, &LLVM24];

/// Graph ops of this dialect, which keep their names in LLVM's syntax. The general prefix rule would rename them to
/// LLVM's own graph ops; see [`graphs`].
const OWN_GRAPHS: OpNames = &[
    ("spv.GraphARM", "spv.GraphARM"),
    ("spv.GraphConstantARM", "spv.GraphConstantARM"),
    ("spv.GraphEntryPointARM", "spv.GraphEntryPointARM"),
];

/// LLVM 19's names of cooperative matrix enumerants: enumeration, grammar name, LLVM name.
static LATER_ENUMERANTS: [(&str, &str, &str); 8] = [
    ("CooperativeMatrixLayout", "RowMajorKHR", "RowMajor"),
    ("CooperativeMatrixLayout", "ColumnMajorKHR", "ColumnMajor"),
    ("CooperativeMatrixOperands", "NoneKHR", "None"),
    ("CooperativeMatrixOperands", "MatrixASignedComponentsKHR", "ASigned"),
    ("CooperativeMatrixOperands", "MatrixBSignedComponentsKHR", "BSigned"),
    ("CooperativeMatrixOperands", "MatrixCSignedComponentsKHR", "CSigned"),
    ("CooperativeMatrixOperands", "MatrixResultSignedComponentsKHR", "ResultSigned"),
    ("CooperativeMatrixOperands", "SaturatingAccumulationKHR", "AccSat"),
];

/// Capabilities that LLVM names differently: first LLVM version with this name, LLVM name, grammar name.
///
/// The first entry that applies to an LLVM version and name takes precedence.
pub static RENAMED_CAPABILITIES: [(u32, &str, &str); 27] = [
    (24, "LongCompositesINTEL", "LongCompositesINTEL"),
    (19, "DotProduct", "DotProductKHR"),
    (19, "DotProductInputAll", "DotProductInputAllKHR"),
    (19, "DotProductInput4x8Bit", "DotProductInput4x8BitKHR"),
    (19, "DotProductInput4x8BitPacked", "DotProductInput4x8BitPackedKHR"),
    (14, "LongConstantCompositeINTEL", "LongCompositesINTEL"),
    (19, "Bfloat16ConversionINTEL", "BFloat16ConversionINTEL"),
    (14, "ComputeDerivativeGroupQuadsNV", "ComputeDerivativeGroupQuadsKHR"),
    (14, "GroupNonUniformPartitionedNV", "GroupNonUniformPartitionedEXT"),
    (14, "ComputeDerivativeGroupLinearNV", "ComputeDerivativeGroupLinearKHR"),
    (14, "FPGAMemoryAttributesINTEL", "FPGAMemoryAttributesALTERA"),
    (14, "ArbitraryPrecisionIntegersINTEL", "ArbitraryPrecisionIntegersALTERA"),
    (14, "ArbitraryPrecisionFloatingPointINTEL", "ArbitraryPrecisionFloatingPointALTERA"),
    (14, "FPGALoopControlsINTEL", "FPGALoopControlsALTERA"),
    (14, "FPGAMemoryAccessesINTEL", "FPGAMemoryAccessesALTERA"),
    (14, "FPGAClusterAttributesINTEL", "FPGAClusterAttributesALTERA"),
    (14, "LoopFuseINTEL", "LoopFuseALTERA"),
    (14, "FPGABufferLocationINTEL", "FPGABufferLocationALTERA"),
    (14, "ArbitraryPrecisionFixedPointINTEL", "ArbitraryPrecisionFixedPointALTERA"),
    (14, "USMStorageClassesINTEL", "USMStorageClassesALTERA"),
    (14, "IOPipesINTEL", "IOPipesALTERA"),
    (14, "FPGARegINTEL", "FPGARegALTERA"),
    (14, "OptNoneINTEL", "OptNoneEXT"),
    (14, "StorageUniform16", "UniformAndStorageBuffer16BitAccess"),
    (19, "SplitBarrierINTEL", "SplitBarrierEXT"),
    (22, "StorageTensorArrayDynamicIndexingEXT", "StorageTensorArrayDynamicIndexingARM"),
    (22, "StorageTensorArrayNonUniformIndexingEXT", "StorageTensorArrayNonUniformIndexingARM"),
];

/// Returns LLVM's name of a capability, or `None` if it has the grammar's name.
pub fn renamed_capability(version: u32, name: &str) -> Option<&'static str> {
    let mut rows = RENAMED_CAPABILITIES.iter();
    rows.find(|(since, _, ours)| *since <= version && *ours == name).map(|(_, theirs, _)| *theirs)
}
