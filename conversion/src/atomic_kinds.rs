//! Atomic instructions for the operations of `memref.atomic_rmw`

use crate::target::TargetEnv;
use spv_dialect::generated::values::capability;
use spv_dialect::spv;
use spv_dialects::arith;
use spv_ir::dialect::OpDefId;

/// For each enumerant of the `kind` attribute: the atomic instruction, if any, and the op that computes the new value.
pub(crate) const ATOMICS: [(Option<OpDefId>, &str); 15] = [
    (Some(spv::AtomicFAddEXT::ID), arith::AddF::NAME),
    (Some(spv::AtomicIAdd::ID), arith::AddI::NAME),
    (Some(spv::AtomicExchange::ID), ""),
    (None, arith::MaximumF::NAME),
    (Some(spv::AtomicSMax::ID), arith::MaxSI::NAME),
    (Some(spv::AtomicUMax::ID), arith::MaxUI::NAME),
    (None, arith::MinimumF::NAME),
    (Some(spv::AtomicSMin::ID), arith::MinSI::NAME),
    (Some(spv::AtomicUMin::ID), arith::MinUI::NAME),
    (None, arith::MulF::NAME),
    (None, arith::MulI::NAME),
    (Some(spv::AtomicOr::ID), arith::OrI::NAME),
    (Some(spv::AtomicAnd::ID), arith::AndI::NAME),
    (None, arith::MaxNumF::NAME),
    (None, arith::MinNumF::NAME),
];

/// Returns the SPIR-V instruction for an atomic operation on 32-bit integers, or on 32-bit floats if `float` is set.
/// Returns `None` if the operation needs a compare-exchange loop. `whole` is whether this is a full conversion
/// (`convert-to-spirv`).
pub(crate) fn instruction(target: &TargetEnv, whole: bool, kind: u32, float: bool) -> Option<OpDefId> {
    const ADDITION: u32 = 0;
    let (def, _) = ATOMICS.get(kind as usize)?;
    let lacks = float && kind == ADDITION && !target.has(capability::ATOMIC_FLOAT32_ADD_EXT);
    def.filter(|_| !(lacks && whole))
}
