//! Merging of straight-line blocks

use super::State;
use crate::flow::{is_bare_header, loop_blocks};
use spv_dialect::control::{edge_count, merge_slot};
use spv_dialect::spv;
use spv_ir::{Block, Body, Builder, Op, Value, walk};

/// Merges each block with the target of its plain branch, if the target has no other predecessor. Returns the number
/// of merged blocks.
pub(super) fn blocks(state: &mut State<'_>) -> u64 {
    let all: Vec<Block> = walk::blocks(state.body).collect();
    let mut changes = 0;
    for block in all {
        while join(state, block) {
            changes += 1;
        }
    }
    changes
}

fn join(state: &mut State<'_>, block: Block) -> bool {
    let body = &*state.body;
    let Some(branch) = body.last_op(block) else { return false };
    let no_merge = merge_slot(body.def(branch)).is_some_and(|s| body.slot(branch, s) == 0);
    if body.block_parent(block).is_none() || body.def(branch) != spv::Branch::ID || !no_merge {
        return false;
    }
    let next = body.successor(branch, 0);
    let only = body.block_uses(next).nth(1).is_none();
    let annotations = body.block_annotations(next);
    let declares_block = body.last_op(next).is_some_and(|last| declares(body, last, block));
    if next == block || !only || has_role(state, block, next) || annotations.attrs.is_some() || declares_block
    {
        return false;
    }
    // A loop header must end with a plain or conditional branch, and must not be the header of another construct.
    let branches = |op: Op| [spv::Branch::ID, spv::BranchConditional::ID].contains(&body.def(op));
    if is_bare_header(body, block)
        && (body.ops(next).any(|op| body.region_count(op) > 0) || !body.last_op(next).is_some_and(branches))
    {
        return false;
    }
    let passed: Vec<Value> = body.successor_args(branch, 0).collect();
    let args: Vec<Value> = body.args(next).to_vec();
    if args.iter().any(|&arg| body.value_annotations(arg).attrs.is_some()) {
        return false;
    }
    let mut b = Builder::new(state.body);
    b.erase(branch);
    for (&arg, value) in args.iter().zip(passed) {
        b.replace_all_uses(arg, value);
    }
    b.append_ops(next, block);
    b.erase_block(next);
    // The exit now ends a block of the binary, instead of only representing an edge. A switch may branch to this block.
    if let Some(last) = b.last_op(block)
        && [spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID].contains(&b.def(last))
    {
        b.set_slot(last, spv::Break::TRAMPOLINE, 0);
    }
    true
}

/// Returns whether a terminator in CFG form declares a block as its merge block or continue target.
fn declares(body: &Body, op: Op, block: Block) -> bool {
    body.successors(op).skip(edge_count(body, op)).any(|declared| declared == block)
}

/// Returns whether one of two blocks has a role that prevents merging: entry, header, continue target or merge block.
fn has_role(state: &State<'_>, block: Block, next: Block) -> bool {
    let body = &*state.body;
    let Some(owner): Option<Op> = body.block_owner(block) else { return false };
    let region = body.region(owner, 0);
    if body.first_block(region) == Some(block) || body.last_block(region) == Some(next) {
        return true;
    }
    if body.def(owner) != spv::Loop::ID {
        return false;
    }
    loop_blocks(body, owner).is_none_or(|b| next == b.header || next == b.target)
}
