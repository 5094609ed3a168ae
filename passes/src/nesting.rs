//! Queries about the nesting of regions whose time does not grow with the depth.

use crate::flow::Flow;
use crate::pass::Function;
use spv_ir::analysis::Dominance;
use spv_ir::{Body, Op, Region, Value, ValueDef, walk};
use std::sync::Arc;

/// The tree of the regions of a body. It stays right while no region is made or moved.
pub(crate) struct Nesting {
    /// By region index: the number of the region in pre-order, and the end of the numbers of those in it.
    intervals: Vec<(u32, u32)>,
}

impl Nesting {
    pub(crate) fn new(body: &Body) -> Nesting {
        let mut order = vec![body.root()];
        for op in walk::ops(body) {
            order.extend((0..body.region_count(op)).map(|i| body.region(op, i)));
        }
        let count = order.iter().map(|region| region.index() + 1).max().unwrap_or(0);
        // Number of regions in each, itself included: those inside come later in the list.
        let mut sizes = vec![1; count];
        let around = |region: Region| body.region_owner(region).and_then(|op| parent_region(body, op));
        for &region in order.iter().rev() {
            if let Some(outer) = around(region) {
                sizes[outer.index()] += sizes[region.index()];
            }
        }
        let mut next = vec![0; count];
        let mut intervals = vec![(0, 0); count];
        for &region in &order {
            let begin = around(region).map_or(0, |outer| {
                let at = &mut next[outer.index()];
                std::mem::replace(at, *at + sizes[region.index()])
            });
            next[region.index()] = begin + 1;
            intervals[region.index()] = (begin, begin + sizes[region.index()]);
        }
        Nesting { intervals }
    }

    /// Whether a region is another, or nested in it.
    pub(crate) fn is_within(&self, inner: Region, outer: Region) -> bool {
        let (begin, end) = self.intervals[outer.index()];
        (begin..end).contains(&self.intervals[inner.index()].0)
    }
}

/// Where a value may be used that dominates the use by the edges of the flow graph.
pub(crate) struct Visibility {
    nesting: Nesting,
    /// A region counts the edge after a construct that is never left, which the flow graph knows to be unreachable. The
    /// dominators of regions are needed only where there is such an edge.
    dominance: Option<Arc<Dominance>>,
}

impl Visibility {
    pub(crate) fn new(function: &mut Function<'_>, flow: &Flow) -> Visibility {
        let all_reached = (0..flow.nodes.len() as u32).all(|node| flow.is_reached(node));
        let dominance = (!all_reached).then(|| function.analysis::<Dominance>());
        Visibility { nesting: Nesting::new(function.body), dominance }
    }

    /// Whether an op may use a value.
    pub(crate) fn is_visible(&self, body: &Body, value: Value, user: Op) -> bool {
        let Some(outer) = region_of(body, value) else { return false };
        let is_within = parent_region(body, user).is_some_and(|inner| self.nesting.is_within(inner, outer));
        is_within && self.dominance.as_ref().is_none_or(|d| d.value_dominates(body, value, user))
    }
}

fn parent_region(body: &Body, op: Op) -> Option<Region> {
    body.parent(op).and_then(|block| body.block_parent(block))
}

/// The region in which a value is defined.
pub(crate) fn region_of(body: &Body, value: Value) -> Option<Region> {
    let block = match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op)?,
        ValueDef::Argument(block, _) => block,
        ValueDef::Forward => return None,
    };
    body.block_parent(block)
}

/// Whether a region is another, or nested in it, by the way up: for few questions.
pub(crate) fn is_within(body: &Body, inner: Region, outer: Region) -> bool {
    let around = |&region: &Region| body.region_owner(region).and_then(|op| parent_region(body, op));
    std::iter::successors(Some(inner), around).any(|region| region == outer)
}

/// A forest in which ways up take as many steps as the logarithm of their length: each node knows, besides its parent,
/// another one further up.
#[derive(Default)]
pub(crate) struct Forest {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Default)]
struct Node {
    parent: u32,
    jump: u32,
    depth: u32,
}

impl Forest {
    /// Adds a node below another, which must be there; a root is its own parent.
    pub(crate) fn add(&mut self, node: u32, parent: Option<u32>) {
        if self.nodes.len() <= node as usize {
            self.nodes.resize(node as usize + 1, Node::default());
        }
        self.nodes[node as usize] = match parent {
            None => Node { parent: node, jump: node, depth: 0 },
            Some(parent) => {
                let Node { jump, depth, .. } = self.nodes[parent as usize];
                let further = self.nodes[jump as usize];
                let equal = depth - further.depth == further.depth - self.depth(further.jump);
                Node { parent, jump: if equal { further.jump } else { parent }, depth: depth + 1 }
            }
        };
    }

    pub(crate) fn depth(&self, node: u32) -> u32 {
        self.nodes[node as usize].depth
    }

    /// The first node on the way up, itself included, for which `enough` is true; it must be so of those above that. The
    /// root if there is none.
    pub(crate) fn up(&self, node: u32, enough: impl Fn(u32) -> bool) -> u32 {
        let mut at = node;
        while !enough(at) && self.depth(at) > 0 {
            let Node { parent, jump, .. } = self.nodes[at as usize];
            at = if enough(jump) { parent } else { jump };
        }
        at
    }

    /// The nearest node above two, themselves included, if they have one root.
    pub(crate) fn common(&self, a: u32, b: u32) -> Option<u32> {
        let depth = self.depth(a).min(self.depth(b));
        let mut a = self.up(a, |node| self.depth(node) <= depth);
        let mut b = self.up(b, |node| self.depth(node) <= depth);
        while a != b {
            let (x, y) = (self.nodes[a as usize], self.nodes[b as usize]);
            if x.depth == 0 {
                return None;
            }
            (a, b) = if x.jump == y.jump { (x.parent, y.parent) } else { (x.jump, y.jump) };
        }
        Some(a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against walks one step at a time, in trees of all heights.
    #[test]
    fn forest_goes_the_right_way() {
        for spread in [1, 2, 5, 40] {
            let parents: Vec<Option<u32>> =
                (0..200u32).map(|n| (n > 1).then(|| (n - 2).saturating_sub(n * 7 % spread))).collect();
            let mut forest = Forest::default();
            (0..).zip(&parents).for_each(|(node, &parent)| forest.add(node, parent));
            let way = |node: u32| -> Vec<u32> {
                std::iter::successors(Some(node), |&n| parents[n as usize]).collect()
            };
            for a in 0..200 {
                assert_eq!(forest.depth(a) as usize, way(a).len() - 1);
                for b in 0..200 {
                    let common = way(a).into_iter().find(|n| way(b).contains(n));
                    assert_eq!(forest.common(a, b), common, "{a} and {b}");
                }
            }
        }
    }
}
