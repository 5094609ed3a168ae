//! Bodies whose handles are all distinct
//!
//! A handle has only enough bits for [`Owner::COUNT`] different owner tags. A body that shares its tag with earlier
//! bodies reserves the indices that they used.

use crate::body::arena::Owner;
use crate::body::value_data::{Definer, ValueData};
use crate::body::{BlockData, Body, Capacity, FLAG_DEAD, OpData};
use crate::builder::Builder;
use crate::handles::OpDefId;
use crate::location::Location;

/// Number of indices in use by ops, blocks and values.
#[derive(Clone, Copy, Default)]
struct Used {
    ops: usize,
    blocks: usize,
    values: usize,
}

/// A source of bodies that are built one after another. Each body recognizes the handles of the others as foreign.
pub struct DistinctBodies {
    /// Indices used by finished bodies, for each owner tag; `None` if a body from [`Self::lasting`] has the tag.
    used: Vec<Option<Used>>,
    /// Owner tag of the first body. Different sources start with different tags where possible, so that their bodies
    /// rarely share tags.
    first: u32,
}

impl Default for DistinctBodies {
    fn default() -> Self {
        DistinctBodies {
            used: vec![Some(Used::default()); Owner::COUNT as usize],
            first: Owner::next().number(),
        }
    }
}

impl DistinctBodies {
    /// Returns an empty body that may grow while other bodies are built. At most 62 such bodies can exist, because
    /// each occupies an owner tag and other bodies need at least one.
    pub fn lasting(&mut self) -> Body {
        let (owner, _) = self.least_used();
        self.used[owner.number() as usize] = None;
        Body::new(owner, Capacity::default())
    }

    /// Returns an empty body. Call [`Self::finish`] before the next body is created.
    pub fn create(&mut self) -> Body {
        let (owner, used) = self.least_used();
        let mut body = Body::new(owner, Capacity::default());
        body.ops.reserve_ids(used.ops, RESERVED_OP);
        body.blocks.reserve_ids(used.blocks, BlockData::DETACHED);
        body.values.reserve_ids(used.values, ValueData::new(None, Definer::Dead, 0));
        body
    }

    /// Records the handles of a completed body from [`Self::create`]. Compacts the body if it has reserved indices,
    /// which invalidates the handles.
    pub fn finish(&mut self, body: &mut Body) {
        let used = Used { ops: body.ops.len(), blocks: body.blocks.len(), values: body.values.len() };
        self.used[body.values.owner().number() as usize] = Some(used);
        let has_reserved =
            body.ops.has_reserved_ids() || body.blocks.has_reserved_ids() || body.values.has_reserved_ids();
        // Compaction requires that all references are valid. The verifier reports references to other bodies.
        if has_reserved && body.refers_to_own() {
            Builder::new(body).compact();
        }
    }

    /// Returns the owner tag with the fewest indices in use.
    fn least_used(&self) -> (Owner, Used) {
        let owners = (0..Owner::COUNT).map(|number| Owner::numbered(self.first + number));
        let used = owners.filter_map(|owner| Some((owner, self.used[owner.number() as usize]?)));
        used.min_by_key(|(_, used)| used.ops + used.values).expect("few bodies last")
    }
}

const RESERVED_OP: OpData = OpData {
    parent: None,
    prev: None,
    next: None,
    order: 0,
    def: OpDefId(0),
    flags: FLAG_DEAD,
    regions: 0,
    slots: 0,
    results: 0,
    first_result: None,
    loc: Location::UNKNOWN,
    operand_start: 0,
    operand_len: 0,
    slot_start: 0,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::context;
    use crate::{NewOp, Value};

    /// Builds a body with several values. Returns one of them.
    fn built(bodies: &mut DistinctBodies, results: usize) -> Value {
        let ctx = context();
        let mut body = bodies.create();
        let root = body.root();
        let mut b = Builder::new(&mut body);
        let block = b.append_block(root);
        let value = b.add_arg(block, ctx.common().f32);
        b.at = crate::InsertPoint::End(block);
        for _ in 0..results {
            b.create(NewOp { results: &[ctx.common().f32], ..NewOp::new(OpDefId(0)) });
        }
        bodies.finish(&mut body);
        assert_eq!((body.op_count(), body.block_count(), body.value_count()), (results, 1, results + 1));
        value
    }

    #[test]
    fn each_body_rejects_the_handles_of_all_others() {
        let mut bodies = DistinctBodies::default();
        let outer = bodies.lasting();
        let values: Vec<Value> = (0..400).map(|number| built(&mut bodies, number % 7)).collect();
        let mut raw: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
        raw.dedup();
        assert!(raw.len() > 1, "owners are shared");
        let last = bodies.create();
        assert!(values.iter().all(|&value| !last.has_value(value) && !outer.has_value(value)));
        assert!(values.iter().enumerate().all(|(at, value)| !values[..at].contains(value)));
    }
}
