//! Dominator trees over CFG edges and declared merge blocks and continue targets
//!
//! There is one tree for the entry and one per root among the unreachable blocks.

use super::analysis::{Analysis, BlockInfo, NONE};
use crate::control::declares_loop;
use spv_ir::Body;
use spv_ir::analysis::graph::{common_dominator, graph_dominators};
use std::ops::Range;

impl Analysis {
    /// Computes all dominator trees and the immediate dominator of each block.
    pub(super) fn grow_trees(&mut self, body: &Body) {
        self.visit(0);
        if self.order.len() < self.nodes.len() {
            self.visit_unreached(body);
        }
        self.rank.clear();
        self.rank.resize(self.nodes.len(), NONE);
        for (i, &node) in (0..).zip(&self.order) {
            self.rank[node as usize] = i;
        }
        let mut idom = std::mem::take(&mut self.work);
        if self.trees.len() == 1 && self.dominators_in_one_round(&mut idom, BlockInfo::successors) {
            for (&node, &above) in self.order.iter().zip(&idom).skip(1) {
                self.nodes[node as usize].idom = self.order[above as usize];
            }
        } else {
            for (n, above) in (0..).zip(self.immediate_dominators()) {
                self.nodes[n as usize].idom = if above == n { NONE } else { above };
            }
        }
        self.work = idom;
    }

    /// Builds the dominator tree in one pass over the blocks in block order. Returns false if one pass does not
    /// suffice.
    pub(super) fn grow_tree_in_order(&mut self) -> bool {
        let all = 0..self.nodes.len() as u32;
        self.order.extend(all.clone());
        self.rank.clear();
        self.rank.extend(all);
        self.trees.push(0);
        let mut idom = std::mem::take(&mut self.work);
        let grown = self.dominators_in_one_round(&mut idom, BlockInfo::successors) && !idom.contains(&NONE);
        if grown {
            self.number_tree_in_order(&idom);
        }
        self.work = idom;
        grown
    }

    /// Assigns pre-order numbers like [`Analysis::number_trees`], for blocks that follow their immediate dominator.
    fn number_tree_in_order(&mut self, idom: &[u32]) {
        let sizes = &mut self.sizes;
        sizes.clear();
        sizes.resize(idom.len(), 1);
        for (node, &above) in idom.iter().enumerate().skip(1).rev() {
            sizes[above as usize] += sizes[node];
        }
        // Once a block has its pre-order number, its element of `sizes` is the next free number in its subtree.
        let mut above = NONE;
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let size = sizes[number];
            let mut first = 0;
            if number > 0 {
                above = idom[number];
                first = sizes[above as usize];
                sizes[above as usize] += size;
            }
            sizes[number] = first + 1;
            (node.idom, node.tree, node.first, node.size) = (above, 0, first, size);
        }
    }

    /// Computes immediate dominators over the given edges, as indices into the order; [`NONE`] for blocks that the
    /// edges do not reach. One pass suffices if each back edge branches to a dominator, as in structured graphs.
    /// Returns false for other graphs, and if the pass takes too long.
    pub(super) fn dominators_in_one_round(
        &self,
        idom: &mut Vec<u32>,
        edges: impl Fn(&BlockInfo) -> Range<usize>,
    ) -> bool {
        idom.clear();
        idom.resize(self.order.len(), NONE);
        idom[0] = 0;
        let mut patience = 16 * self.order.len() + 256;
        for (at, &node) in (0..).zip(&self.order) {
            if idom[at as usize] == NONE {
                continue;
            }
            for &target in &self.targets[edges(&self.nodes[node as usize])] {
                let to = self.rank[target as usize];
                let above = idom[to as usize];
                if to > at {
                    let met =
                        if above == NONE { at } else { common_dominator(idom, above, at, &mut patience) };
                    idom[to as usize] = met;
                } else if above == NONE || common_dominator(idom, to, at, &mut patience) != to {
                    return false;
                }
            }
        }
        patience > 0
    }

    /// Visits the blocks outside the entry's tree. Roots are blocks without predecessors. An unreachable cycle that no
    /// edge enters has as root its first loop header, or its first block if there is no loop header.
    fn visit_unreached(&mut self, body: &Body) {
        let all = 0..self.nodes.len() as u32;
        let mut free: Vec<u32> = all.filter(|&n| self.nodes[n as usize].tree == NONE).collect();
        let alone = |node: &BlockInfo| {
            let block = node.block;
            body.block_uses(block).all(|(op, _)| body.parent(op) == Some(block))
        };
        // The stable sort preserves block order among roots of the same priority.
        free.sort_by_key(|&n| {
            let node = &self.nodes[n as usize];
            (!alone(node), !declares_loop(body, node.terminator))
        });
        for n in free {
            if self.nodes[n as usize].tree == NONE {
                self.visit(n);
            }
        }
    }

    /// Builds a dominator tree from a root and all reachable blocks that have no tree yet.
    fn visit(&mut self, root: u32) {
        let tree = self.trees.len() as u32;
        let start = self.order.len();
        self.trees.push(start);
        let Analysis { nodes, targets, order, stack, .. } = self;
        nodes[root as usize].tree = tree;
        // The DFS state is the current block and its remaining successors; the stack holds the path to the block.
        let (mut node, mut left) = (root, nodes[root as usize].successors());
        loop {
            match left.next() {
                Some(next) => {
                    let target = targets[next];
                    if nodes[target as usize].tree == NONE {
                        nodes[target as usize].tree = tree;
                        stack.push((node, next as u32 + 1));
                        (node, left) = (target, nodes[target as usize].successors());
                    }
                }
                None => {
                    order.push(node);
                    let Some((above, next)) = stack.pop() else { break };
                    (node, left) = (above, next as usize..nodes[above as usize].successors().end);
                }
            }
        }
        order[start..].reverse();
    }

    /// Assigns pre-order numbers to the blocks, so that each subtree is an interval.
    pub(super) fn number_trees(&mut self) {
        for n in &mut self.nodes {
            n.size = 1;
        }
        let mut count = 0;
        for &node in self.order.iter().rev() {
            let BlockInfo { idom, size, .. } = self.nodes[node as usize];
            match self.nodes.get_mut(idom as usize) {
                Some(above) => above.size += size,
                None => count += size,
            }
        }
        debug_assert_eq!(count as usize, self.nodes.len());
        // For each block, the next free pre-order number in its subtree.
        self.work.clear();
        self.work.resize(self.nodes.len(), 0);
        let mut root = 0;
        for &node in &self.order {
            let BlockInfo { idom, size, .. } = self.nodes[node as usize];
            let next = self.work.get_mut(idom as usize).unwrap_or(&mut root);
            let first = *next;
            *next += size;
            self.nodes[node as usize].first = first;
            self.work[node as usize] = first + 1;
        }
    }

    /// Computes the immediate dominators in almost linear time. A root is its own dominator.
    fn immediate_dominators(&self) -> Vec<u32> {
        let roots = || self.trees.iter().map(|&start| self.order[start]);
        // Block 0 also acts as the virtual root above all trees.
        let mut edges: Vec<(u32, u32)> = roots().skip(1).map(|root| (0, root)).collect();
        for &node in &self.order {
            let n = &self.nodes[node as usize];
            let to = self.targets[n.successors()].iter().copied();
            let within = to.filter(|&to| self.nodes[to as usize].tree == n.tree);
            edges.extend(within.map(|to| (node, to)));
        }
        let mut idom = graph_dominators(self.nodes.len(), &edges);
        for root in roots() {
            idom[root as usize] = root;
        }
        idom
    }
}
