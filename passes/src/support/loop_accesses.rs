//! Memory accesses in loops, for loop fusion and fission

use crate::support::access::Access;
use crate::support::memory::{Alias, Memory, MemoryLocation};
use crate::support::spirv::leaves;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Body, Op, walk};

/// A load or store in a loop.
pub(crate) struct LoopAccess {
    pub place: MemoryLocation,
    pub writes: bool,
}

/// Returns the accesses of an op and of the ops nested in it. Returns `None` if an op has other effects, depends on
/// other invocations, or leaves the function.
pub(crate) fn accesses(memory: &mut Memory<'_>, body: &Body, op: Op) -> Option<Vec<LoopAccess>> {
    let ctx = memory.ctx;
    let mut found = Vec::new();
    let nested = (0..body.region_count(op)).flat_map(|i| walk::ops_in_region(body, body.region(op, i)));
    for op in std::iter::once(op).chain(nested) {
        let traits = ctx.registry().op(body.def(op)).traits;
        let is_harmless = traits.contains(Traits::PURE)
            || body.region_count(op) > 0
            || traits.contains(Traits::TERMINATOR)
            || is_debug_info(ctx, body, op);
        if traits.contains(Traits::CONVERGENT) || leaves(ctx, body, op) {
            return None;
        }
        let Some(access) = Access::simple(body, op).filter(|access| access.predicate.is_none()) else {
            if is_harmless {
                continue;
            }
            return None;
        };
        let place = memory.place(body, access.pointer)?;
        if memory.is_volatile_or_coherent(body, &place) {
            return None;
        }
        found.push(LoopAccess { place, writes: !access.is_load() });
    }
    Some(found)
}

/// Returns whether two accesses may not be reordered.
pub(crate) fn conflict(memory: &mut Memory<'_>, body: &Body, a: &LoopAccess, b: &LoopAccess) -> bool {
    (a.writes || b.writes) && memory.alias(body, &a.place, &b.place) != Alias::No
}
