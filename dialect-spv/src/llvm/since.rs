//! Differences between LLVM's versions that are no format, name or message: one row each.
//!
//! Readers, writers and rules ask a row whether a form has the difference. They never compare version numbers.

use spv_ir::Since;

// Ops.

/// `spirv.Switch` is written on several lines.
pub(crate) const SWITCH_LINES: Since = Since(22);
/// The types of several results of a construct have no parentheses.
pub(crate) const BARE_RESULT_TYPES: Since = Since(22);
/// `spirv.func` may have a visibility keyword.
pub(crate) const FUNCTION_VISIBILITY: Since = Since(24);
/// A function whose arguments have no names takes them from the label of its first block.
pub(crate) const LABEL_ARGUMENTS: Since = Since(22);
/// A graph constant is written as `id = 5`.
pub(crate) const GRAPH_CONSTANT_IDS: Since = Since(24);
/// The type of a global variable must be a pointer.
pub(crate) const POINTER_VARIABLES: Since = Since(19);
/// `spirv.ExecutionModeId` exists, with symbols as operands.
pub(crate) const MODE_IDS: Since = Since(24);
/// `spirv.CopyMemory` repeats its memory operand.
pub(crate) const REPEATED_MEMORY_OPERAND: Since = Since(19);
/// `spirv.CopyMemory` neither repeats its memory operand nor writes two spaces.
pub(crate) const SHORT_COPY: Since = Since(24);
/// A constant of a tensor or vector is written as `dense<...>`.
pub(crate) const DENSE_CONSTANTS: Since = Since(22);
/// A replicated constant is an op of its own.
pub(crate) const REPLICATED_CONSTANTS: Since = Since(22);

// Types.

/// A struct type states its decorations.
pub(crate) const STRUCT_DECORATIONS: Since = Since(22);
/// A tensor type states its shape, as builtin tensors do.
pub(crate) const TENSOR_SHAPES: Since = Since(22);
/// `bf16` is a type of SPIR-V.
pub(crate) const BFLOAT16: Since = Since(22);
/// A sampled image has neither Dim Buffer nor SubpassData.
pub(crate) const SAMPLED_DIMS: Since = Since(22);
/// Cooperative matrices are those of `SPV_KHR_cooperative_matrix`.
pub(crate) const KHR_MATRICES: Since = Since(19);

// Attributes.

/// Attributes have LLVM 19's syntax, such as `#spirv.storage_class<Function>`.
pub(crate) const LATER_ATTRIBUTES: Since = Since(19);
/// All extensions of the grammar are known.
pub(crate) const ALL_EXTENSIONS: Since = Since(19);
/// `#spirv.target_env` lists its parts by name.
pub(crate) const TARGET_ENV_ENTRIES: Since = Since(19);
/// Resource limits that equal the default are omitted.
pub(crate) const OMITTED_LIMITS: Since = Since(19);
/// Cache controls are lists of levels.
pub(crate) const CACHE_CONTROLS: Since = Since(22);
/// TOSA ops have attributes in place of constant operands.
pub(crate) const TOSA_LISTS: Since = Since(24);
/// The generic form has the grammar's name of image operands.
pub(crate) const IMAGE_OPERANDS_KEY: Since = Since(22);

// Whole modules.

/// The dialect is called `spirv`, and decorations of arguments are attributes of the function.
pub const SPIRV_PREFIX: Since = Since(19);
/// Graphs, TOSA ops, cache controls, entry points and debug instructions have a form of their own. Modules are
/// converted from and to it.
pub const OWN_FORMS: Since = Since(22);

// Rules.

/// The rules of LLVM 19's verifier apply.
pub(crate) const LATER_RULES: Since = Since(19);
/// The rules of LLVM 22's verifier apply.
pub(crate) const NEWEST_RULES: Since = Since(22);
/// Loads and stores of cooperative matrices may be `Aligned`.
pub(crate) const ALIGNED_MATRICES: Since = Since(22);
/// Bit counts and packed dot products accept words of any width.
pub(crate) const WORDS_OF_ANY_WIDTH: Since = Since(22);
/// A matrix constant has no constituents.
pub(crate) const NO_MATRIX_CONSTITUENTS: Since = Since(24);
/// The direction of a quad swap is an enumerant, and the alignment of masked accesses a value.
pub const SWAP_DIRECTIONS: Since = Since(24);
