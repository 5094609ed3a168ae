//! Whether a function in CFG form is structured as it is.

use super::super::analysis::{Analysis, NONE};
use super::super::{ControlDefs, structurize_regions};
use crate::structure::MERGE_LOOP;
use rustc_hash::FxHashMap;
use spv_ir::{Block, Body, Context, Op};

/// Whether every loop and every choice is declared, and the declarations hold.
pub fn is_structured(ctx: &Context, body: &Body, defs: &ControlDefs) -> bool {
    if !unreached_loops_are_declared(body, defs) {
        return false;
    }
    let declared = match Analysis::new(body, defs) {
        Err(_) => return false,
        Ok(declared) => declared,
    };
    let Some(a) = declared else {
        // Nothing is declared: straight on, or not structured.
        let mut seen: FxHashMap<_, ()> = FxHashMap::default();
        let mut at = body.first_block(body.root());
        while let Some(block) = at {
            let Some(op) = body.last_op(block) else { return false };
            let chooses = body.def(op) == defs.switch || body.successor_count(op) > 1;
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
        let to: Vec<u32> = body.successors(op).take(defs.edge_count(body, op)).map(|b| a.node(b)).collect();
        let is_exit = |t: u32| {
            let target = &a.nodes[t as usize];
            let heads = a.constructs.get(target.heads as usize).is_some_and(|c| c.is_loop());
            target.merges != NONE || is_target[t as usize] || (heads && rank[t as usize] <= rank[n as usize])
        };
        let undeclared = defs.declared(body, op) == 0;
        let mut open: Vec<u32> = to.iter().copied().filter(|&t| !is_exit(t)).collect();
        open.sort_unstable();
        open.dedup();
        // A switch without cases, too, must not stand without a declaration.
        if undeclared && (body.def(op) == defs.switch || open.len() > 1) {
            return false;
        }
        for &t in to.iter().filter(|&&t| rank[t as usize] <= rank[n as usize]) {
            let Some(c) = a.constructs.get(a.nodes[t as usize].heads as usize) else { return false };
            if !c.is_loop() || !(c.target == n || a.dominates(c.target, n)) {
                return false;
            }
            back_edges[a.nodes[t as usize].heads as usize] += 1;
        }
    }
    let one_each = a.constructs.iter().zip(&back_edges).all(|(c, &n)| !c.is_loop() || n <= 1);
    one_each && structurize_regions(ctx, &mut body.clone(), defs).is_ok()
}

/// What is known of a block in a search along the edges.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Unseen,
    OnPath,
    Done,
}

/// Whether each cycle of blocks that nothing leads to goes back to the header of a loop, once for each: of the
/// rules of structured control flow, this one is for all blocks.
fn unreached_loops_are_declared(body: &Body, defs: &ControlDefs) -> bool {
    let root = body.root();
    let mut visits = vec![Visit::Unseen; body.block_count()];
    let Some(entry) = body.first_block(root) else { return true };
    // Merge blocks and continue targets are reached from the headers that declare them.
    let mut reached = vec![entry];
    visits[entry.index()] = Visit::Done;
    while let Some(block) = reached.pop() {
        let Some(op) = body.last_op(block) else { continue };
        for to in body.successors(op) {
            if std::mem::replace(&mut visits[to.index()], Visit::Done) != Visit::Done {
                reached.push(to);
            }
        }
    }
    let is_unseen = |visits: &[Visit], b: &Block| visits[b.index()] == Visit::Unseen;
    let unreached: Vec<Block> = body.blocks(root).filter(|b| is_unseen(&visits, b)).collect();
    if unreached.is_empty() {
        return true;
    }
    // A cycle is entered where something leads into it, if anything does.
    let mut is_target = vec![false; body.block_count()];
    for to in unreached.iter().filter_map(|&b| body.last_op(b)).flat_map(|op| body.successors(op)) {
        is_target[to.index()] = true;
    }
    let (inner, starts): (Vec<Block>, Vec<Block>) = unreached.iter().partition(|b| is_target[b.index()]);
    let mut has_back_edge = vec![false; body.block_count()];
    let mut path: Vec<(Block, Op, usize)> = Vec::new();
    for start in starts.into_iter().chain(inner) {
        let mut enter = Some(start).filter(|b| is_unseen(&visits, b));
        loop {
            if let Some(block) = enter.take() {
                let Some(op) = body.last_op(block) else { return false };
                visits[block.index()] = Visit::OnPath;
                path.push((block, op, 0));
            }
            let Some((block, op, next)) = path.last_mut() else { break };
            if *next == defs.edge_count(body, *op) {
                visits[block.index()] = Visit::Done;
                path.pop();
                continue;
            }
            let to = body.successor(*op, *next);
            *next += 1;
            match visits[to.index()] {
                Visit::Unseen => enter = Some(to),
                Visit::OnPath => {
                    let is_header = body.last_op(to).is_some_and(|op| {
                        defs.merge_slot(body.def(op)).is_some_and(|slot| body.slot(op, slot) == MERGE_LOOP)
                    });
                    if !is_header || std::mem::replace(&mut has_back_edge[to.index()], true) {
                        return false;
                    }
                }
                Visit::Done => {}
            }
        }
    }
    true
}
