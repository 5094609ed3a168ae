//! Region nesting queries in time independent of the nesting depth

use crate::flow::{Flow, NONE};
use crate::pass::Function;
use spv_ir::analysis::{Dominance, Intervals};
use spv_ir::{Body, Op, Region, Value, ValueDef, walk};
use std::cell::OnceCell;
use std::sync::Arc;

/// Number of enclosing regions to check one by one before the region tree is built.
const NEAR: usize = 8;

/// The region tree of a body. Valid as long as no region is created or moved.
#[derive(Default)]
pub(crate) struct Nesting {
    /// The region tree, built at the first query that exceeds [`NEAR`].
    tree: OnceCell<Intervals>,
}

impl Nesting {
    /// Returns whether the region `inner` is `outer` or is nested in it.
    pub(crate) fn is_within(&self, body: &Body, inner: Region, outer: Region) -> bool {
        let mut near = around(body, inner);
        if near.by_ref().take(NEAR).any(|region| region == outer) {
            return true;
        }
        near.next().is_some()
            && self
                .tree
                .get_or_init(|| region_tree(body))
                .is_ancestor(outer.index() as u32, inner.index() as u32)
    }
}

/// Returns the region tree of a body. Its nodes are region indices.
fn region_tree(body: &Body) -> Intervals {
    let mut order = vec![body.root()];
    for op in walk::ops(body) {
        order.extend((0..body.region_count(op)).map(|i| body.region(op, i)));
    }
    let mut parents = vec![NONE; order.iter().map(|region| region.index() + 1).max().unwrap_or(0)];
    for &region in &order {
        if let Some(outer) = body.region_owner(region).and_then(|op| parent_region(body, op)) {
            parents[region.index()] = outer.index() as u32;
        }
    }
    Intervals::ordered(&parents, order.iter().map(|region| region.index() as u32))
}

/// Data to decide whether a value that dominates a use in the flow graph is also visible to the use by region nesting.
pub(crate) struct Visibility {
    nesting: Nesting,
    /// Region-based dominance, computed only if some code is unreachable in the flow graph. It includes the edge after
    /// a construct without a reachable exit, which the flow graph excludes.
    dominance: Option<Arc<Dominance>>,
}

impl Visibility {
    pub(crate) fn new(function: &mut Function<'_>, flow: &Flow) -> Visibility {
        let all_reached = (0..flow.nodes.len() as u32).all(|node| flow.is_reached(node));
        let dominance = (!all_reached).then(|| function.analysis::<Dominance>());
        Visibility { nesting: Nesting::default(), dominance }
    }

    /// Returns whether an op may use a value.
    pub(crate) fn is_visible(&self, body: &Body, value: Value, user: Op) -> bool {
        let Some(outer) = region_of(body, value) else { return false };
        let Some(inner) = parent_region(body, user) else { return false };
        self.nesting.is_within(body, inner, outer)
            && self.dominance.as_ref().is_none_or(|d| d.value_dominates(body, value, user))
    }
}

/// Returns the region that contains an op, or `None` if the op is not in a region.
pub(crate) fn parent_region(body: &Body, op: Op) -> Option<Region> {
    body.parent(op).and_then(|block| body.block_parent(block))
}

/// Returns the region in which a value is defined, if it has one.
pub(crate) fn region_of(body: &Body, value: Value) -> Option<Region> {
    let block = match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op)?,
        ValueDef::Argument(block, _) => block,
        ValueDef::Forward => return None,
    };
    body.block_parent(block)
}

/// Returns whether the region `inner` is `outer` or is nested in it. Walks up the parent regions; use [`Nesting`] for
/// repeated queries.
pub(crate) fn is_within(body: &Body, inner: Region, outer: Region) -> bool {
    around(body, inner).any(|region| region == outer)
}

/// Iterates over the region `inner` and its enclosing regions, from the inside out.
fn around(body: &Body, inner: Region) -> impl Iterator<Item = Region> + '_ {
    std::iter::successors(Some(inner), |region| {
        body.region_owner(*region).and_then(|op| parent_region(body, op))
    })
}
