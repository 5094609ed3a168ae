//! Differences between LLVM versions other than assembly formats, names and messages
//!
//! Each constant is the first LLVM version to which the difference applies. Parsers, printers and verifier rules query
//! these constants and never compare version numbers.

use spv_ir::Since;

// Differences in ops.

/// `spirv.Switch` is printed on several lines.
pub(crate) const SWITCH_LINES: Since = Since(22);
/// The result types of a construct with several results have no parentheses.
pub(crate) const BARE_RESULT_TYPES: Since = Since(22);
/// `spirv.func` may have a visibility keyword.
pub(crate) const FUNCTION_VISIBILITY: Since = Since(24);
/// If a function's arguments have no names, the label of its first block contains the argument names.
pub(crate) const LABEL_ARGUMENTS: Since = Since(22);
/// A graph constant is printed as `id = 5`.
pub(crate) const GRAPH_CONSTANT_IDS: Since = Since(24);
/// The type of a global variable must be a pointer type.
pub(crate) const POINTER_VARIABLES: Since = Since(19);
/// The op `spirv.ExecutionModeId` exists. Its operands are symbols.
pub(crate) const MODE_IDS: Since = Since(24);
/// `spirv.CopyMemory` repeats its memory operand.
pub(crate) const REPEATED_MEMORY_OPERAND: Since = Since(19);
/// `spirv.CopyMemory` has no repeated memory operand and is printed without double spaces.
pub(crate) const SHORT_COPY: Since = Since(24);
/// A tensor or vector constant is printed as `dense<...>`.
pub(crate) const DENSE_CONSTANTS: Since = Since(22);
/// A replicated constant is a separate op.
pub(crate) const REPLICATED_CONSTANTS: Since = Since(22);

// Differences in types.

/// A struct type includes its decorations.
pub(crate) const STRUCT_DECORATIONS: Since = Since(22);
/// A tensor type includes its shape, as the builtin tensor type does.
pub(crate) const TENSOR_SHAPES: Since = Since(22);
/// The `bf16` type is legal in SPIR-V.
pub(crate) const BFLOAT16: Since = Since(22);
/// A sampled image may have neither Dim Buffer nor SubpassData.
pub(crate) const SAMPLED_DIMS: Since = Since(22);
/// Cooperative matrix types are those of `SPV_KHR_cooperative_matrix`.
pub(crate) const KHR_MATRICES: Since = Since(19);

// Differences in attributes.

/// Attributes have LLVM 19's syntax, such as `#spirv.storage_class<Function>`.
pub(crate) const LATER_ATTRIBUTES: Since = Since(19);
/// Names of all SPIR-V extensions in the grammar are valid.
pub(crate) const ALL_EXTENSIONS: Since = Since(19);
/// The parameters of `#spirv.target_env` have names.
pub(crate) const TARGET_ENV_ENTRIES: Since = Since(19);
/// Resource limits with their default values are omitted.
pub(crate) const OMITTED_LIMITS: Since = Since(19);
/// Cache controls are lists with an element for each cache level.
pub(crate) const CACHE_CONTROLS: Since = Since(22);
/// TOSA ops have attributes instead of constant operands.
pub(crate) const TOSA_LISTS: Since = Since(24);
/// The generic form uses the grammar's name for image operands.
pub(crate) const IMAGE_OPERANDS_KEY: Since = Since(22);

// Differences in whole modules.

/// The dialect prefix is `spirv`, and argument decorations are attributes of the function.
pub const SPIRV_PREFIX: Since = Since(19);
/// Graphs, TOSA ops, cache controls, entry points and debug instructions have a separate representation in LLVM's
/// syntax, from and to which modules are converted.
pub const OWN_FORMS: Since = Since(22);

// Differences in verifier rules.

/// LLVM 19's verifier rules apply.
pub(crate) const LATER_RULES: Since = Since(19);
/// LLVM 22's verifier rules apply.
pub(crate) const NEWEST_RULES: Since = Since(22);
/// Cooperative matrix loads and stores may have the memory operand `Aligned`.
pub(crate) const ALIGNED_MATRICES: Since = Since(22);
/// Bit counts and packed dot products accept integers of any width.
pub(crate) const WORDS_OF_ANY_WIDTH: Since = Since(22);
/// A matrix constant must not have constituents.
pub(crate) const NO_MATRIX_CONSTITUENTS: Since = Since(24);
/// The direction of a quad swap is an enumerant, and the alignment of masked accesses a value.
pub const SWAP_DIRECTIONS: Since = Since(24);
