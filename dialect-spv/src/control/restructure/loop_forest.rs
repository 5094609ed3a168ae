//! The loop nesting forest (P. Havlak, "Nesting of reducible and irreducible loops", 1997), in almost linear time however deep
//! loops nest. An edge into an irreducible loop from outside of several loops around takes time for each of these.

use super::super::flow::Intervals;
use super::graph::{Graph, NONE};

/// The loops of a graph by their numbers. Number 0 is the whole function, around all loops.
pub struct LoopForest {
    /// By loop: those directly in it. A loop is before those that lead to it.
    pub children: Vec<Vec<u32>>,
    /// By loop: its header, the first of its blocks that a depth-first search reaches. No inner loop contains it.
    pub headers: Vec<u32>,
    /// By loop, in ascending order: its header, its blocks in no inner loop, the headers of the loops directly in it, and all
    /// blocks in it with edges into it or out of it.
    pub blocks: Vec<Vec<u32>>,
    /// By block: the innermost loop.
    innermost: Vec<u32>,
    nesting: Intervals,
}

impl LoopForest {
    /// The loops of a graph whose blocks are all reachable, with the predecessors of each block.
    pub fn new(graph: &Graph<'_>, preds: &[Vec<u32>]) -> LoopForest {
        let (tree, post_order) = spanning_tree(graph);
        let mut innermost = vec![0; preds.len()];
        let mut parents = vec![NONE];
        let mut headers = vec![NONE];
        let mut blocks = vec![Vec::new()];
        // By header: blocks outside of its loop that branch to other blocks of it.
        let mut entered_from: Vec<Vec<u32>> = vec![Vec::new(); preds.len()];
        // By block: itself, or a block nearer to the header of the outermost loop around it.
        let mut leaders: Vec<u32> = (0..preds.len() as u32).collect();
        for &header in &post_order {
            let is_latch = |p: &u32| tree.dominates(header, *p);
            let mut work: Vec<u32> = preds[header as usize].iter().copied().filter(is_latch).collect();
            if work.is_empty() {
                continue;
            }
            let number = parents.len() as u32;
            parents.push(0);
            headers.push(header);
            innermost[header as usize] = number;
            let mut members = vec![header];
            while let Some(block) = work.pop() {
                let block = leader(&mut leaders, block);
                if block == header {
                    continue;
                }
                if !tree.dominates(header, block) {
                    entered_from[header as usize].push(block);
                    continue;
                }
                leaders[block as usize] = header;
                match innermost[block as usize] {
                    0 => innermost[block as usize] = number,
                    inner => parents[inner as usize] = number,
                }
                members.push(block);
                work.extend(&preds[block as usize]);
                work.append(&mut entered_from[block as usize]);
            }
            blocks.push(members);
        }
        let mut children = vec![Vec::new(); parents.len()];
        for (number, &parent) in (0..).zip(&parents).skip(1) {
            children[parent as usize].push(number);
        }
        let nesting = Intervals::new(&parents);
        let mut list_in_loops_without = |block: u32, other: u32| {
            let mut number = innermost[block as usize];
            while !nesting.dominates(number, innermost[other as usize]) {
                blocks[number as usize].push(block);
                number = parents[number as usize];
            }
        };
        for (block, node) in (0..).zip(&graph.nodes) {
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

    /// Whether a block is in a loop. Blocks made later are in none.
    pub fn contains(&self, number: u32, block: u32) -> bool {
        self.innermost.get(block as usize).is_some_and(|&inner| self.nesting.dominates(number, inner))
    }
}

/// A depth-first spanning tree of the graph, and its blocks in post-order.
fn spanning_tree(graph: &Graph<'_>) -> (Intervals, Vec<u32>) {
    let count = graph.nodes.len();
    let mut parents = vec![NONE; count];
    let mut seen = vec![false; count];
    seen[0] = true;
    let mut post_order = Vec::with_capacity(count);
    // Block and the next of its edges.
    let mut stack = vec![(0u32, 0usize)];
    while let Some((block, at)) = stack.last_mut() {
        let Some(edge) = graph.nodes[*block as usize].edges.get(*at) else {
            post_order.push(*block);
            stack.pop();
            continue;
        };
        *at += 1;
        if !std::mem::replace(&mut seen[edge.to as usize], true) {
            parents[edge.to as usize] = *block;
            stack.push((edge.to, 0));
        }
    }
    (Intervals::new(&parents), post_order)
}

/// The header of the outermost loop found so far around a block, or the block itself.
fn leader(leaders: &mut [u32], mut block: u32) -> u32 {
    while leaders[block as usize] != block {
        leaders[block as usize] = leaders[leaders[block as usize] as usize];
        block = leaders[block as usize];
    }
    block
}
