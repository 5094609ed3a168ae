//! Detection of functions in CFG form that are already structured

use super::super::analysis::{Analysis, NONE};
use super::super::structurize_regions;
use crate::control::{declared, edge_count};
use crate::spv;
use rustc_hash::FxHashMap;
use spv_ir::{Block, Body, Context};

/// Returns whether every loop and every conditional branch has a merge instruction, and all structured control-flow
/// rules hold.
pub fn is_structured(ctx: &Context, body: &Body) -> bool {
    let analysis = match Analysis::new(body) {
        Err(_) => return false,
        Ok(analysis) => analysis,
    };
    let Some(a) = analysis else {
        // Without merge instructions, only straight-line code is structured.
        if has_unreached_cycle(body) {
            return false;
        }
        let mut seen: FxHashMap<_, ()> = FxHashMap::default();
        let mut at = body.first_block(body.root());
        while let Some(block) = at {
            let Some(op) = body.last_op(block) else { return false };
            let chooses = body.def(op) == spv::Switch::ID || body.successor_count(op) > 1;
            if chooses || seen.insert(block, ()).is_some() {
                return false;
            }
            at = body.successors(op).next();
        }
        return true;
    };
    let mut back_edges = vec![0; a.constructs.len()];
    let mut is_target = vec![false; a.nodes.len()];
    for c in a.constructs.iter().filter(|c| c.is_loop()) {
        is_target[c.target as usize] = true;
    }
    let mut rank = vec![NONE; a.nodes.len()];
    for (at, &node) in (0..).zip(&a.order) {
        rank[node as usize] = at;
    }
    for &n in &a.order {
        let node = a.nodes[n as usize];
        let op = node.terminator;
        let to: Vec<u32> = body.successors(op).take(edge_count(body, op)).map(|b| a.node(b)).collect();
        let is_exit = |t: u32| {
            let target = &a.nodes[t as usize];
            let heads = a.constructs.get(target.heads as usize).is_some_and(|c| c.is_loop());
            target.merges != NONE || is_target[t as usize] || (heads && rank[t as usize] <= rank[n as usize])
        };
        let undeclared = declared(body, op) == 0;
        let mut open: Vec<u32> = to.iter().copied().filter(|&t| !is_exit(t)).collect();
        open.sort_unstable();
        open.dedup();
        // Even a switch without cases needs a merge instruction. Unreachable code needs none.
        if node.reached() && undeclared && (body.def(op) == spv::Switch::ID || open.len() > 1) {
            return false;
        }
        let of_tree = |t: u32| a.nodes[t as usize].tree == node.tree;
        for &t in to.iter().filter(|&&t| of_tree(t) && rank[t as usize] <= rank[n as usize]) {
            let Some(c) = a.constructs.get(a.nodes[t as usize].heads as usize) else { return false };
            if !c.is_loop() || !(c.target == n || a.dominates(c.target, n)) {
                return false;
            }
            back_edges[a.nodes[t as usize].heads as usize] += 1;
        }
    }
    let one_each = a.constructs.iter().zip(&back_edges).all(|(c, &n)| !c.is_loop() || n <= 1);
    one_each && structurize_regions(ctx, &mut body.clone()).is_ok()
}

/// Returns whether unreachable blocks form a cycle. The rules about back edges also apply to unreachable code.
fn has_unreached_cycle(body: &Body) -> bool {
    let root = body.root();
    let Some(entry) = body.first_block(root) else { return false };
    let successors = |b: Block| body.last_op(b).into_iter().flat_map(|op| body.successors(op));
    let mut done = vec![false; body.block_count()];
    done[entry.index()] = true;
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        work.extend(successors(block).filter(|to| !std::mem::replace(&mut done[to.index()], true)));
    }
    // Topological sort: without a cycle, repeatedly removing blocks without predecessors removes all unreachable
    // blocks.
    let unreached: Vec<Block> = body.blocks(root).filter(|b| !done[b.index()]).collect();
    let mut entered = vec![0usize; body.block_count()];
    unreached.iter().flat_map(|&b| successors(b)).for_each(|to| entered[to.index()] += 1);
    let mut work: Vec<Block> = unreached.iter().copied().filter(|b| entered[b.index()] == 0).collect();
    let mut freed = 0;
    while let Some(block) = work.pop() {
        freed += 1;
        for to in successors(block).filter(|to| !done[to.index()]) {
            entered[to.index()] -= 1;
            if entered[to.index()] == 0 {
                work.push(to);
            }
        }
    }
    freed < unreached.len()
}
