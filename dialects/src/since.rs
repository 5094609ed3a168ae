//! Differences between LLVM's versions in the hand-written text of source dialects: one row each.

use spv_ir::Since;

/// One space, not two, follows the targets of a `gpu.module`.
pub(crate) const SPACE_AFTER_TARGETS: Since = Since(22);
/// A comma precedes the arguments of `gpu.printf`.
pub(crate) const PRINTF_COMMA: Since = Since(22);
/// One space, not two, precedes an enumerant.
pub(crate) const ENUMERANT_SPACE: Since = Since(24);
/// The generic form writes `#gpu.dim<x>` for `#gpu<dim x>`.
pub(crate) const GPU_ATTRIBUTES: Since = Since(24);
/// Case values of `cf.switch` are signed.
pub(crate) const SIGNED_CASES: Since = Since(24);
/// The alignment of a `memref.global` follows its value.
pub(crate) const GLOBAL_ALIGNMENT: Since = Since(24);
