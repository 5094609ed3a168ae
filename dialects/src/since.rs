//! Syntax differences between LLVM versions in hand-written assembly formats

use spv_ir::Since;

/// LLVM version since which one space, not two, follows the targets of a `gpu.module`.
pub(crate) const SPACE_AFTER_TARGETS: Since = Since(22);
/// LLVM version since which a comma precedes the arguments of `gpu.printf`.
pub(crate) const PRINTF_COMMA: Since = Since(22);
/// LLVM version since which one space, not two, precedes an enumerant.
pub(crate) const ENUMERANT_SPACE: Since = Since(24);
/// LLVM version since which the generic form writes `#gpu.dim<x>` for `#gpu<dim x>`.
pub(crate) const GPU_ATTRIBUTES: Since = Since(24);
/// LLVM version since which the case values of `cf.switch` are signed.
pub(crate) const SIGNED_CASES: Since = Since(24);
/// LLVM version since which the alignment of a `memref.global` follows its value.
pub(crate) const GLOBAL_ALIGNMENT: Since = Since(24);
