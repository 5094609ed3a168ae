//! Numbers of values that are unique in the whole text, as the generic form of later versions of LLVM has them.

use crate::bodies::{address, is_declaration};
use crate::names::Counters;
use rustc_hash::FxHashMap;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Context, Op, Region};

/// What the numbers of each region begin with. LLVM numbers a region, then those in it, the last one first.
pub(crate) struct UniqueNumbers {
    /// By the address of the body.
    regions: FxHashMap<(usize, Region), Counters>,
    /// The number in a region that only the text has.
    ops: FxHashMap<(usize, Op), u32>,
}

/// What is numbered in one step.
enum Part {
    Region(Region),
    /// Only the text has a region, with one value.
    Wrapped(Op),
}

impl UniqueNumbers {
    /// Those of a body and all in it.
    pub(crate) fn new(ctx: &Context, body: &Body) -> UniqueNumbers {
        let registry = ctx.registry();
        let has_region = |body: &Body, op| {
            registry.generic_forms().iter().any(|form| (form.wrapped)(ctx, body, op).is_some())
        };
        let (mut regions, mut ops) = (FxHashMap::default(), FxHashMap::default());
        let mut counters = Counters::default();
        let mut open = vec![(body, Part::Region(body.root()))];
        while let Some((body, part)) = open.pop() {
            let region = match part {
                Part::Region(region) => region,
                Part::Wrapped(op) => {
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
                    open.extend((0..body.region_count(op)).map(|i| (body, Part::Region(body.region(op, i)))));
                    let function = registry.op(body.def(op)).traits.contains(Traits::FUNCTION);
                    let nested = body.nested(op).filter(|nested| !(function && is_declaration(nested)));
                    open.extend(nested.map(|nested| (nested, Part::Region(nested.root()))));
                    if has_region(body, op) {
                        open.push((body, Part::Wrapped(op)));
                    }
                }
            }
        }
        UniqueNumbers { regions, ops }
    }

    /// What the numbers of a region begin with.
    pub(crate) fn start(&self, body: &Body, region: Region) -> Option<Counters> {
        self.regions.get(&(address(body), region)).copied()
    }

    /// The number in the region of an op that only the text has.
    pub(crate) fn in_op(&self, body: &Body, op: Op) -> Option<u32> {
        self.ops.get(&(address(body), op)).copied()
    }
}
