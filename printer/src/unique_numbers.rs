//! Value numbers that are unique in the whole output
//!
//! Newer LLVM versions use them in the generic form.

use crate::bodies::{address, is_declaration};
use crate::names::Counters;
use rustc_hash::FxHashMap;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Context, Op, Region};

/// The initial counters for each region. Like LLVM, numbers the values of a region first and then its nested regions,
/// starting with the last one.
pub(crate) struct UniqueNumbers {
    /// The counters, keyed by body address and region.
    regions: FxHashMap<(usize, Region), Counters>,
    /// Value numbers for regions that exist only in LLVM-compatible text, keyed by body address and op.
    ops: FxHashMap<(usize, Op), u32>,
}

/// A region whose values are numbered together.
enum NumberedUnit {
    Region(Region),
    /// An op with a region that exists only in LLVM-compatible text and that has a single value.
    Wrapped(Op),
}

impl UniqueNumbers {
    /// Computes the value numbers for a body and all bodies nested in it.
    pub(crate) fn new(ctx: &Context, body: &Body) -> UniqueNumbers {
        let registry = ctx.registry();
        let has_region = |body: &Body, op| {
            registry.generic_forms().iter().any(|form| (form.wrapped)(ctx, body, op).is_some())
        };
        let (mut regions, mut ops) = (FxHashMap::default(), FxHashMap::default());
        let mut counters = Counters::default();
        let mut open = vec![(body, NumberedUnit::Region(body.root()))];
        while let Some((body, part)) = open.pop() {
            let region = match part {
                NumberedUnit::Region(region) => region,
                NumberedUnit::Wrapped(op) => {
                    ops.insert((address(body), op), counters.value);
                    counters.value += 1;
                    continue;
                }
            };
            body.prefetch();
            regions.insert((address(body), region), counters);
            for (i, block) in body.blocks(region).enumerate() {
                let count = body.args(block).len() as u32;
                *(if i == 0 { &mut counters.argument } else { &mut counters.value }) += count;
                for op in body.ops(block) {
                    counters.value += u32::from(body.result_count(op) > 0);
                    open.extend(
                        (0..body.region_count(op)).map(|i| (body, NumberedUnit::Region(body.region(op, i)))),
                    );
                    let function = registry.op(body.def(op)).traits.contains(Traits::FUNCTION);
                    let nested = body.nested(op).filter(|nested| !(function && is_declaration(nested)));
                    open.extend(nested.map(|nested| (nested, NumberedUnit::Region(nested.root()))));
                    if has_region(body, op) {
                        open.push((body, NumberedUnit::Wrapped(op)));
                    }
                }
            }
        }
        UniqueNumbers { regions, ops }
    }

    /// Returns the initial counters for a region, or `None` if the region is unknown.
    pub(crate) fn start(&self, body: &Body, region: Region) -> Option<Counters> {
        self.regions.get(&(address(body), region)).copied()
    }

    /// Returns the number of the value in an op's region that exists only in LLVM-compatible text. Returns `None` if
    /// the op has no such region.
    pub(crate) fn in_op(&self, body: &Body, op: Op) -> Option<u32> {
        self.ops.get(&(address(body), op)).copied()
    }
}
