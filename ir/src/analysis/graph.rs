//! Directed graphs of numbered nodes: neighbors, reverse post-order and dominators. [`Cfg`](super::Cfg) is one among the
//! blocks of a region; a dialect with control flow of its own builds others.

use super::cfg::FEW;
use super::semi_nca::immediate_dominators;
use smallvec::{SmallVec, smallvec};

/// No node.
pub const NONE: u32 = u32::MAX;

/// Lists of numbers, one a node, in one array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Box<[u32]>,
    items: Box<[u32]>,
}

impl Lists {
    /// From (node, item) pairs; the items of a node keep the order of the pairs.
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
    /// Its origin and its target.
    fn ends(&self) -> (u32, u32);
}

impl DirectedEdge for (u32, u32) {
    fn ends(&self) -> (u32, u32) {
        *self
    }
}

/// A directed graph whose nodes are numbers. Node 0 is the entry.
#[derive(Clone, Debug)]
pub struct Digraph<E> {
    /// All edges, by their origin.
    pub edges: Vec<E>,
    /// Begin of each node's edges in [`Self::edges`].
    out: Box<[u32]>,
    /// Numbers of the edges into each node.
    into: Lists,
    /// Reachable nodes in the reverse post-order of a depth-first search that takes the last successor first, so that nodes in
    /// a sensible order stay in it.
    pub order: Vec<u32>,
    rank: Box<[u32]>,
}

impl<E: DirectedEdge> Digraph<E> {
    /// The graph of `count` nodes with these edges, sorted by origin.
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
            // Visited nodes have any rank.
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

    /// The edges out of a node.
    pub fn outgoing(&self, node: u32) -> &[E] {
        &self.edges[self.out[node as usize] as usize..self.out[node as usize + 1] as usize]
    }

    /// The edges into a node.
    pub fn incoming(&self, node: u32) -> impl ExactSizeIterator<Item = &E> + Clone + '_ {
        self.incoming_of(Some(node))
    }

    /// The edges into a node, if there is one.
    pub(crate) fn incoming_of(&self, node: Option<u32>) -> impl ExactSizeIterator<Item = &E> + Clone + '_ {
        let edges = node.map_or(&[][..], |node| self.into.of(node as usize));
        edges.iter().map(|&edge| &self.edges[edge as usize])
    }

    /// Whether the entry reaches a node.
    pub fn is_reached(&self, node: u32) -> bool {
        self.rank.get(node as usize).is_some_and(|&rank| rank != NONE)
    }

    /// Place of a node in [`Self::order`]; [`NONE`] if it is unreachable.
    pub fn rank(&self, node: u32) -> u32 {
        self.rank[node as usize]
    }

    /// The immediate dominators; [`NONE`] for the entry and for what is unreachable.
    ///
    /// By iteration in reverse post-order (Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm"), which structured
    /// graphs settle in a round or two with short ways up the tree. Where it takes longer, by an algorithm that is close to
    /// linear in any case.
    pub fn dominators(&self) -> Vec<u32> {
        let mut found = vec![NONE; self.rank.len()];
        let count = self.order.len();
        if count == 0 {
            return found;
        }
        // By rank; the entry is its own.
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

/// The nearest common dominator, where those above a node have smaller numbers; anything once `patience` is used up.
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

/// The immediate dominators in a graph of `count` nodes from node 0, for analyses that need nothing else of it: [`NONE`] for
/// node 0 and for what is unreachable. In close to linear time.
pub fn graph_dominators(count: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let forward = Lists::new(count, edges.iter().copied());
    let backward = Lists::new(count, edges.iter().map(|&(from, to)| (to, from)));
    immediate_dominators(count, &[0], &forward, &backward, |_| None)
}
