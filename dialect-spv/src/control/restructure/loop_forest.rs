//! Havlak's loop nesting forest
//!
//! The algorithm is from P. Havlak, "Nesting of reducible and irreducible loops", 1997. Its running time is almost
//! linear at any nesting depth. An edge from outside into an irreducible loop costs additional time for each enclosing
//! loop that it enters.

use super::graph::{Graph, NodeId};
use crate::control::analysis::NONE;
use spv_ir::analysis::Intervals;

/// The loops of a graph, identified by index. Loop 0 is the whole function and encloses all other loops.
pub struct LoopForest {
    /// Immediate inner loops of each loop, in DFS post-order of the headers: if one loop branches to another, the other
    /// comes first.
    pub children: Vec<Vec<u32>>,
    /// Header of each loop: the first of the loop's blocks in DFS order. No inner loop contains the header. The header
    /// of loop 0 is the function's entry block.
    pub headers: Vec<NodeId>,
    /// Sorted blocks of each loop: the header, the blocks outside inner loops, and the headers of the immediate inner
    /// loops. Blocks of inner loops are included if they have an edge into or out of this loop.
    pub blocks: Vec<Vec<NodeId>>,
    /// Index of the innermost loop around each block.
    innermost: Vec<u32>,
    nesting: Intervals,
}

impl LoopForest {
    /// Finds the loops of a graph. All blocks must be reachable. `preds` lists the predecessors of each block.
    pub fn new(graph: &Graph<'_>, preds: &[Vec<NodeId>]) -> LoopForest {
        let (tree, post_order) = spanning_tree(graph);
        let is_ancestor =
            |above: NodeId, node: NodeId| tree.is_ancestor(above.index() as u32, node.index() as u32);
        let mut innermost = vec![0; preds.len()];
        let mut parents = vec![NONE];
        let mut headers = vec![graph.entry];
        let mut blocks = vec![Vec::new()];
        // For each header: blocks outside the loop that branch into the loop other than to the header.
        let mut entered_from: Vec<Vec<NodeId>> = vec![Vec::new(); preds.len()];
        // Union-find forest. The parent of each block is itself, or a block closer to the header of the outermost loop
        // found so far.
        let mut leaders = graph.ids();
        for &header in &post_order {
            let is_latch = |p: &NodeId| is_ancestor(header, *p);
            let mut work: Vec<NodeId> = preds[header.index()].iter().copied().filter(is_latch).collect();
            if work.is_empty() {
                continue;
            }
            let number = parents.len() as u32;
            parents.push(0);
            headers.push(header);
            innermost[header.index()] = number;
            let mut members = vec![header];
            while let Some(block) = work.pop() {
                let block = leader(&mut leaders, block);
                if block == header {
                    continue;
                }
                if !is_ancestor(header, block) {
                    entered_from[header.index()].push(block);
                    continue;
                }
                leaders[block.index()] = header;
                match innermost[block.index()] {
                    0 => innermost[block.index()] = number,
                    inner => parents[inner as usize] = number,
                }
                members.push(block);
                work.extend(&preds[block.index()]);
                work.append(&mut entered_from[block.index()]);
            }
            blocks.push(members);
        }
        let mut children = vec![Vec::new(); parents.len()];
        for (number, &parent) in (0..).zip(&parents).skip(1) {
            children[parent as usize].push(number);
        }
        let nesting = Intervals::new(&parents);
        let mut list_in_loops_without = |block: NodeId, other: NodeId| {
            let mut number = innermost[block.index()];
            while !nesting.is_ancestor(number, innermost[other.index()]) {
                blocks[number as usize].push(block);
                number = parents[number as usize];
            }
        };
        for (block, node) in graph.nodes.iter() {
            for edge in &node.edges {
                list_in_loops_without(block, edge.to);
                list_in_loops_without(edge.to, block);
            }
        }
        for list in &mut blocks {
            list.sort_unstable();
            list.dedup();
        }
        LoopForest { children, headers, blocks, innermost, nesting }
    }

    /// Returns whether loop `number` contains a block. Blocks created after the forest was built are in no loop.
    pub fn contains(&self, number: u32, block: NodeId) -> bool {
        self.innermost.get(block.index()).is_some_and(|&inner| self.nesting.is_ancestor(number, inner))
    }
}

/// Returns the DFS spanning tree over the block indices, and the blocks in post-order.
fn spanning_tree(graph: &Graph<'_>) -> (Intervals, Vec<NodeId>) {
    let count = graph.nodes.len();
    let mut parents = vec![NONE; count];
    let mut seen = vec![false; count];
    seen[graph.entry.index()] = true;
    let mut post_order = Vec::with_capacity(count);
    // The DFS path: each block, with the index of the next edge to follow.
    let mut stack = vec![(graph.entry, 0usize)];
    while let Some((block, at)) = stack.last_mut() {
        let Some(edge) = graph.nodes[*block].edges.get(*at) else {
            post_order.push(*block);
            stack.pop();
            continue;
        };
        *at += 1;
        if !std::mem::replace(&mut seen[edge.to.index()], true) {
            parents[edge.to.index()] = block.index() as u32;
            stack.push((edge.to, 0));
        }
    }
    (Intervals::new(&parents), post_order)
}

/// Returns the header of the outermost loop found so far around a block, or the block itself. Applies path compression.
fn leader(leaders: &mut [NodeId], mut block: NodeId) -> NodeId {
    while leaders[block.index()] != block {
        leaders[block.index()] = leaders[leaders[block.index()].index()];
        block = leaders[block.index()];
    }
    block
}
