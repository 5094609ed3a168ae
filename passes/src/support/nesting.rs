//! Region nesting queries in time independent of the nesting depth.

use crate::flow::{Flow, NONE};
use crate::pass::Function;
use spv_ir::analysis::{Dominance, Intervals};
use spv_ir::{Body, Op, Region, Value, ValueDef, walk};
use std::cell::OnceCell;
use std::sync::Arc;

/// Number of enclosing regions that are checked one by one before the tree is built.
const NEAR: usize = 8;

/// The region tree of a body. Valid while no region is created or moved.
#[derive(Default)]
pub(crate) struct Nesting {
    /// Built at the first query that exceeds [`NEAR`].
    tree: OnceCell<Intervals>,
}

impl Nesting {
    /// Returns whether one region is the same as or nested in another.
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

/// Returns the region tree of a body, by region index.
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

/// Check whether a value that dominates a use in the flow graph is also visible there by region nesting.
pub(crate) struct Visibility {
    nesting: Nesting,
    /// Region-based dominance. It counts the edge after a construct that is never left, which the flow graph
    /// knows to be unreachable. Present only if the body has such an edge.
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

/// Returns the region that holds an op.
pub(crate) fn parent_region(body: &Body, op: Op) -> Option<Region> {
    body.parent(op).and_then(|block| body.block_parent(block))
}

/// Returns the region in which a value is defined.
pub(crate) fn region_of(body: &Body, value: Value) -> Option<Region> {
    let block = match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op)?,
        ValueDef::Argument(block, _) => block,
        ValueDef::Forward => return None,
    };
    body.block_parent(block)
}

/// Returns whether one region is the same as or nested in another. Walks up the nesting; prefer [`Nesting`]
/// for many queries.
pub(crate) fn is_within(body: &Body, inner: Region, outer: Region) -> bool {
    around(body, inner).any(|region| region == outer)
}

/// Iterates over a region and its enclosing regions, innermost first.
fn around(body: &Body, inner: Region) -> impl Iterator<Item = Region> + '_ {
    std::iter::successors(Some(inner), |region| {
        body.region_owner(*region).and_then(|op| parent_region(body, op))
    })
}
