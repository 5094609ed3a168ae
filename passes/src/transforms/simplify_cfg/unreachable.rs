//! What nothing reaches.

use super::State;
use crate::flow::{Flow, in_continue, loop_blocks};
use rustc_hash::FxHashSet;
use spv_ir::{At, Block, Body, Builder, NewOp, Op};

/// Erases blocks that nothing reaches, unless they have a role in a construct, and the ops behind
/// constructs that are not left by their merge block.
pub(super) fn erase(state: &mut State<'_>) -> u64 {
    let flow = Flow::new(state.ctx, state.body);
    let mut blocks: Vec<Block> = Vec::new();
    let mut cut: Vec<Op> = Vec::new();
    for node in (0..flow.nodes.len() as u32).filter(|&n| !flow.is_reached(n)) {
        let at = flow.nodes[node as usize];
        match at.after {
            None => blocks.push(at.block),
            // Inside of what goes anyway where the construct itself is not reached.
            Some(op) if flow.is_reached(before(&flow, state.body, op)) => cut.push(op),
            Some(_) => {}
        }
    }
    let mut blocks: Vec<Block> = blocks.into_iter().filter(|&b| may_go(state, &flow, b)).collect();
    keep_used(state.body, &mut blocks);
    let mut changes = 0;
    for op in cut {
        changes += u64::from(cut_behind(state, op));
    }
    // Blocks that only each other lead to: uses of their values and edges go first.
    for &block in &blocks {
        let ops: Vec<Op> = state.body.ops(block).collect();
        let mut b = Builder::new(state.body);
        ops.into_iter().rev().for_each(|op| b.erase(op));
    }
    for block in blocks {
        if state.body.block_uses(block).next().is_none() {
            Builder::new(state.body).erase_block(block);
            changes += 1;
        } else {
            // A declared merge block in CFG form.
            end(state, block);
        }
    }
    changes
}

/// Takes out of a list of blocks to be erased those with values that others use: a merge block that nothing
/// reaches may pass on what is defined in its construct.
fn keep_used(body: &Body, blocks: &mut Vec<Block>) {
    let mut gone: FxHashSet<Block> = blocks.iter().copied().collect();
    loop {
        let used = |&block: &Block| {
            let results = body.ops(block).flat_map(|op| body.results(op));
            let mut values = body.args(block).iter().copied().chain(results);
            values.any(|value| body.uses(value).any(|(user, _)| !is_within(body, user, &gone)))
        };
        let kept: Vec<Block> = blocks.iter().copied().filter(used).collect();
        if kept.is_empty() {
            return;
        }
        kept.iter().for_each(|block| _ = gone.remove(block));
        blocks.retain(|block| gone.contains(block));
    }
}

/// Whether an op stands in one of some blocks, or in a construct there.
fn is_within(body: &Body, op: Op, blocks: &FxHashSet<Block>) -> bool {
    let around = |&op: &Op| body.parent(op).and_then(|block| body.block_owner(block));
    let mut holders = std::iter::successors(Some(op), around).filter_map(|op| body.parent(op));
    holders.any(|block| blocks.contains(&block))
}

/// The node that a construct ends.
fn before(flow: &Flow, body: &Body, op: Op) -> u32 {
    flow.node_of(body, op)
}

/// Whether an unreached block may be erased.
fn may_go(state: &State<'_>, flow: &Flow, block: Block) -> bool {
    let body = &*state.body;
    let Some(region) = body.block_parent(block) else { return false };
    let Some(owner) = body.region_owner(region) else {
        // In CFG form others may declare it.
        return body.block_uses(block).all(|(op, _)| !is_reached(flow, body, op));
    };
    // What is in an unreached construct goes with it.
    if !flow.is_reached(flow.node_of(body, owner)) {
        return false;
    }
    let is_loop = body.def(owner) == state.defs.control.r#loop;
    let edge = body.first_block(region) == Some(block) || body.last_block(region) == Some(block);
    !edge
        && !(is_loop
            && (in_continue(body, owner, block)
                || loop_blocks(body, owner).is_none_or(|b| b.header == block)))
}

fn is_reached(flow: &Flow, body: &Body, op: Op) -> bool {
    flow.is_reached(flow.node_of(body, op))
}

/// Replaces what stands behind a construct by `spv.Unreachable`; false if it is that already.
fn cut_behind(state: &mut State<'_>, construct: Op) -> bool {
    let body = &*state.body;
    let Some(block) = body.parent(construct) else { return false };
    let behind: Vec<Op> = std::iter::successors(body.next(construct), |&op| body.next(op)).collect();
    if matches!(behind[..], [op] if body.def(op) == state.defs.unreachable) {
        return false;
    }
    if let Some(owner) = body.block_owner(block)
        && body.def(owner) == state.defs.control.r#loop
        && (in_continue(body, owner, block) || loop_blocks(body, owner).is_none_or(|b| b.header == b.target))
    {
        return false;
    }
    // Code that is not reached either may use what would go.
    let own = FxHashSet::from_iter([block]);
    let is_used = |value| body.uses(value).any(|(user, _)| !is_within(body, user, &own));
    if behind.iter().any(|&op| body.results(op).any(is_used)) {
        return false;
    }
    let mut b = Builder::new(state.body);
    behind.into_iter().rev().for_each(|op| b.erase(op));
    end(state, block);
    true
}

fn end(state: &mut State<'_>, block: Block) {
    Builder::at(state.body, At::End(block)).create(NewOp::new(state.defs.unreachable));
}
