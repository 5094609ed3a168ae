//! Directed graphs over integer nodes: neighbors, reverse post-order and dominators
//!
//! [`Cfg`](super::Cfg) represents the blocks of a region in this form. Dialects with their own control flow build
//! other graphs.

use super::cfg::FEW;
use super::semi_nca::immediate_dominators;
use smallvec::{SmallVec, smallvec};

/// Marker for an absent node or rank.
pub const NONE: u32 = u32::MAX;

/// A map from each node to a list of integers. All lists share a single array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Box<[u32]>,
    items: Box<[u32]>,
}

impl Lists {
    /// Builds the lists from (node, integer) pairs. The list of a node preserves the order of the pairs.
    pub(crate) fn new(nodes: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut starts = vec![0u32; nodes + 2].into_boxed_slice();
        for (node, _) in pairs.clone() {
            starts[node as usize + 2] += 1;
        }
        for i in 2..nodes + 2 {
            starts[i] += starts[i - 1];
        }
        let mut items = vec![0; starts[nodes + 1] as usize].into_boxed_slice();
        for (node, item) in pairs {
            let at = &mut starts[node as usize + 1];
            items[*at as usize] = item;
            *at += 1;
        }
        Lists { starts, items }
    }

    pub(crate) fn of(&self, node: usize) -> &[u32] {
        &self.items[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// An edge of a [`Digraph`].
pub trait DirectedEdge {
    /// Returns the source and the target node of the edge.
    fn ends(&self) -> (u32, u32);
}

impl DirectedEdge for (u32, u32) {
    fn ends(&self) -> (u32, u32) {
        *self
    }
}

/// A directed graph whose nodes are consecutive integers. Node 0 is the entry.
#[derive(Clone, Debug)]
pub struct Digraph<E> {
    /// All edges, sorted by source node.
    pub edges: Vec<E>,
    /// Index in [`Self::edges`] of each node's first outgoing edge.
    out: Box<[u32]>,
    /// Indices in [`Self::edges`] of each node's incoming edges.
    into: Lists,
    /// The reachable nodes in reverse post-order. The depth-first search visits the last successor first, so that the
    /// order of blocks in the source is mostly preserved.
    pub order: Vec<u32>,
    rank: Box<[u32]>,
}

impl<E: DirectedEdge> Digraph<E> {
    /// Builds a graph with `count` nodes. The edges must be sorted by source node.
    pub fn new(count: usize, edges: Vec<E>) -> Digraph<E> {
        let mut out = vec![0; count + 1].into_boxed_slice();
        for edge in &edges {
            out[edge.ends().0 as usize + 1] += 1;
        }
        for node in 0..count {
            out[node + 1] += out[node];
        }
        let into = Lists::new(count, edges.iter().map(|edge| edge.ends().1).zip(0..));
        let mut graph = Digraph { edges, out, into, order: Vec::with_capacity(count), rank: Box::default() };
        graph.sort(count);
        graph
    }

    fn sort(&mut self, count: usize) {
        let mut rank = vec![NONE; count].into_boxed_slice();
        if count > 0 {
            // Any rank other than `NONE` marks a node as visited.
            rank[0] = 0;
            let mut stack: SmallVec<[(u32, u32); FEW]> = smallvec![(0, self.out[1])];
            while let Some((node, left)) = stack.last_mut() {
                if *left == self.out[*node as usize] {
                    self.order.push(*node);
                    stack.pop();
                    continue;
                }
                *left -= 1;
                let next = self.edges[*left as usize].ends().1;
                if std::mem::replace(&mut rank[next as usize], 0) == NONE {
                    stack.push((next, self.out[next as usize + 1]));
                }
            }
            self.order.reverse();
            (0..).zip(&self.order).for_each(|(at, &node)| rank[node as usize] = at);
        }
        self.rank = rank;
    }

    /// Returns the outgoing edges of a node.
    pub fn outgoing(&self, node: u32) -> &[E] {
        &self.edges[self.out[node as usize] as usize..self.out[node as usize + 1] as usize]
    }

    /// Returns the incoming edges of a node.
    pub fn incoming(&self, node: u32) -> impl ExactSizeIterator<Item = &E> + Clone + '_ {
        self.incoming_of(Some(node))
    }

    /// Returns the incoming edges of a node. Returns an empty iterator for `None`.
    pub(crate) fn incoming_of(&self, node: Option<u32>) -> impl ExactSizeIterator<Item = &E> + Clone + '_ {
        let edges = node.map_or(&[][..], |node| self.into.of(node as usize));
        edges.iter().map(|&edge| &self.edges[edge as usize])
    }

    /// Returns whether a node is reachable from node 0.
    pub fn is_reached(&self, node: u32) -> bool {
        self.rank.get(node as usize).is_some_and(|&rank| rank != NONE)
    }

    /// Returns the position of a node in [`Self::order`]; [`NONE`] if it is unreachable.
    pub fn rank(&self, node: u32) -> u32 {
        self.rank[node as usize]
    }

    /// Computes the immediate dominator of each node; [`NONE`] for node 0 and unreachable nodes.
    ///
    /// Iterates in reverse post-order (Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm"), which needs
    /// one or two rounds for structured graphs. After too many steps, switches to Semi-NCA, which takes nearly linear
    /// time.
    pub fn dominators(&self) -> Vec<u32> {
        let mut found = vec![NONE; self.rank.len()];
        let count = self.order.len();
        if count == 0 {
            return found;
        }
        // Immediate dominators, indexed by rank and given as ranks. Node 0 is its own immediate dominator here.
        let mut idom = SmallVec::<[u32; FEW]>::from_elem(NONE, count);
        idom[0] = 0;
        let mut patience = 16 * count + 256;
        let mut changed = true;
        while changed && patience > 0 {
            changed = false;
            for rank in 1..count {
                let mut new = NONE;
                for edge in self.incoming(self.order[rank]) {
                    let pred = self.rank[edge.ends().0 as usize];
                    if pred == NONE || idom[pred as usize] == NONE {
                        continue;
                    }
                    new = if new == NONE { pred } else { common_dominator(&idom, new, pred, &mut patience) };
                }
                if idom[rank] != new {
                    idom[rank] = new;
                    changed = true;
                }
            }
        }
        if patience == 0 {
            let edges: Vec<(u32, u32)> = self.edges.iter().map(E::ends).collect();
            return graph_dominators(self.rank.len(), &edges);
        }
        for (&node, &above) in self.order.iter().zip(&idom).skip(1) {
            found[node as usize] = self.order[above as usize];
        }
        found
    }
}

/// Returns the nearest common dominator of two nodes. Dominators must have smaller indices than the nodes that they
/// dominate. Each step decrements `patience`; if it reaches 0, the result is arbitrary.
pub fn common_dominator(idom: &[u32], mut a: u32, mut b: u32, patience: &mut usize) -> u32 {
    while a != b && *patience > 0 {
        *patience -= 1;
        if a > b {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
}

/// Computes the immediate dominator of each node in nearly linear time. The graph has `count` nodes, and node 0 is the
/// entry.
///
/// The result is [`NONE`] for node 0 and unreachable nodes. Use this function if no other property of the graph is
/// needed.
pub fn graph_dominators(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let forward = Lists::new(count, edges.iter().copied());
    let backward = Lists::new(count, edges.iter().map(|&(from, to)| (to, from)));
    immediate_dominators(count, &[0], &forward, &backward, |_| None)
}
