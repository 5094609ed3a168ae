//! Dominator trees over the edges and the declared merge blocks and continue targets: that of the entry, and those of
//! the blocks that nothing reaches, from roots among them.

use super::ControlDefs;
use super::analysis::{Analysis, NONE, Node};
use spv_ir::analysis::graph_dominators;
use spv_ir::{Body, Op};

impl Analysis {
    /// Finds the trees, and the immediate dominator of each node in its own.
    pub(super) fn grow_trees(&mut self, body: &Body, defs: &ControlDefs) {
        self.visit(body, 0);
        if self.order.len() < self.nodes.len() {
            self.visit_unreached(body, defs);
        }
        let mut rank = vec![NONE; self.nodes.len()];
        for (i, &node) in self.order.iter().enumerate() {
            rank[node as usize] = i as u32;
        }
        let idom = self.immediate_dominators(body, &rank);
        for (n, above) in idom.into_iter().enumerate() {
            self.nodes[n].idom = if above == n as u32 { NONE } else { above };
        }
    }

    /// Visits what is left. Roots are the blocks that nothing leads to; of cycles the headers of loops, the first of
    /// each, or else the first blocks.
    fn visit_unreached(&mut self, body: &Body, defs: &ControlDefs) {
        let all = 0..self.nodes.len() as u32;
        let mut free: Vec<u32> = all.filter(|&n| self.nodes[n as usize].tree == NONE).collect();
        let alone = |node: &Node| {
            let block = node.block;
            body.block_uses(block).all(|(op, _)| body.parent(op) == Some(block))
        };
        // The order of these is kept among equals.
        free.sort_by_key(|&n| {
            let node = &self.nodes[n as usize];
            (!alone(node), !defs.declares_loop(body, node.terminator))
        });
        for n in free {
            if self.nodes[n as usize].tree == NONE {
                self.visit(body, n);
            }
        }
    }

    /// Makes a tree of what a node leads to that is in none yet.
    fn visit(&mut self, body: &Body, root: u32) {
        let tree = self.trees.len() as u32;
        let start = self.order.len();
        self.trees.push(start);
        // Post-order by an explicit stack of (node, next successor).
        let mut stack = vec![(root, 0usize)];
        self.nodes[root as usize].tree = tree;
        while let Some(top) = stack.last_mut() {
            let (node, next) = *top;
            let op = self.nodes[node as usize].terminator;
            if next == body.successor_count(op) {
                self.order.push(node);
                stack.pop();
                continue;
            }
            top.1 += 1;
            let target = self.number[body.successor(op, next).index()];
            if self.nodes[target as usize].tree == NONE {
                self.nodes[target as usize].tree = tree;
                stack.push((target, 0));
            }
        }
        self.order[start..].reverse();
    }

    /// Numbers the nodes so that those that one dominates follow it.
    pub(super) fn number_trees(&mut self) {
        for n in &mut self.nodes {
            n.size = 1;
        }
        let mut count = 0;
        for &node in self.order.iter().rev() {
            let n = self.nodes[node as usize];
            match self.nodes.get_mut(n.idom as usize) {
                Some(above) => above.size += n.size,
                None => count += n.size,
            }
        }
        debug_assert_eq!(count as usize, self.nodes.len());
        let mut cursor = vec![1u32; self.nodes.len()];
        let mut root = 0;
        for &node in &self.order {
            let n = self.nodes[node as usize];
            let next = match self.nodes.get(n.idom as usize) {
                Some(above) => {
                    let cursor = &mut cursor[n.idom as usize];
                    *cursor += n.size;
                    above.first + *cursor - n.size
                }
                None => {
                    root += n.size;
                    root - n.size
                }
            };
            self.nodes[node as usize].first = next;
        }
    }

    /// Cooper, Harvey, Kennedy: structured graphs settle after one round, with short ways up the tree. Where it
    /// takes longer, an algorithm that is close to linear in any case. Roots dominate themselves.
    fn immediate_dominators(&self, body: &Body, rank: &[u32]) -> Vec<u32> {
        let mut idom = vec![NONE; self.nodes.len()];
        let roots = || self.trees.iter().map(|&start| self.order[start]);
        for root in roots() {
            idom[root as usize] = root;
        }
        let mut patience = 16 * self.nodes.len() + 256;
        let mut changed = true;
        while changed && patience > 0 {
            changed = false;
            for &node in &self.order {
                if idom[node as usize] == node {
                    continue;
                }
                let tree = self.nodes[node as usize].tree;
                let mut new = NONE;
                for (op, _) in body.block_uses(self.nodes[node as usize].block) {
                    let pred = self.predecessor(body, op);
                    if idom.get(pred as usize).is_none_or(|&above| above == NONE)
                        || self.nodes[pred as usize].tree != tree
                    {
                        continue;
                    }
                    new = match new {
                        NONE => pred,
                        _ => intersect(&idom, rank, new, pred, &mut patience),
                    };
                }
                if idom[node as usize] != new {
                    idom[node as usize] = new;
                    changed = true;
                }
            }
        }
        if patience > 0 {
            return idom;
        }
        // Node 0 stands in for what is above all roots.
        let mut edges: Vec<(u32, u32)> = roots().skip(1).map(|root| (0, root)).collect();
        for &node in &self.order {
            let n = &self.nodes[node as usize];
            let to = body.successors(n.terminator).map(|b| self.number[b.index()]);
            let within = to.filter(|&to| self.nodes[to as usize].tree == n.tree);
            edges.extend(within.map(|to| (node, to)));
        }
        let mut idom = graph_dominators(self.nodes.len(), &edges);
        for root in roots() {
            idom[root as usize] = root;
        }
        idom
    }

    /// The node that an op ends; [`NONE`] for one made after the analysis.
    fn predecessor(&self, body: &Body, op: Op) -> u32 {
        body.parent(op).map_or(NONE, |block| self.node(block))
    }
}

/// The nearest common dominator; anything once `patience` is used up.
fn intersect(idom: &[u32], rank: &[u32], mut a: u32, mut b: u32, patience: &mut usize) -> u32 {
    while a != b && *patience > 0 {
        *patience -= 1;
        if rank[a as usize] > rank[b as usize] {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
}
