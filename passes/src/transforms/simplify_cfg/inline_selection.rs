//! Inlining of selections whose header has a plain branch: moves their blocks to the enclosing region

use super::State;
use crate::flow::loop_blocks;
use crate::support::spirv::NO_MERGE;
use spv_dialect::spv;
use spv_ir::{Block, Builder, InsertPoint, NewOp, Op, Type, Value, walk};

/// Inlines all selections whose header ends with a plain branch. Returns the number of inlined selections.
pub(super) fn selections(state: &mut State<'_>) -> u64 {
    // Process outer selections first, and the last selection of a block first. Each block then moves only once, and
    // splitting a block moves few ops.
    let is_selection = |op: &Op| state.body.def(*op) == spv::Selection::ID;
    let ops: Vec<Op> = walk::ops_post(state.body).filter(is_selection).collect();
    let mut changes = 0;
    for op in ops.into_iter().rev() {
        changes += u64::from(inline_selection(state, op));
    }
    changes
}

/// Returns whether the blocks of a selection may move to the enclosing region after its header becomes a plain branch.
/// Each two-way branch in these blocks must remain the branch of a header or an exit.
pub(super) fn is_inlinable(state: &State<'_>, op: Op) -> bool {
    let body = &*state.body;
    let region = body.region(op, 0);
    let (Some(first), Some(merge)) = (body.first_block(region), body.last_block(region)) else {
        return false;
    };
    let switch_exit = |o: Op| body.def(o) == spv::SwitchBreak::ID;
    let is_switch = body.last_op(first).is_some_and(|l| body.def(l) == spv::Switch::ID);
    if is_switch && walk::ops_of(body, op).any(switch_exit) {
        return false;
    }
    // In a switch, branches to other cases also count as two-way branches.
    let two_ways =
        |op: Op| body.successor_count(op) > 1 && (is_switch || body.successors(op).any(|b| b == merge));
    let inner = body.blocks(region).skip(1);
    body.parent(op).is_some_and(|holder| takes_blocks(state, holder))
        && !inner.filter_map(|b| body.last_op(b)).any(two_ways)
}

fn inline_selection(state: &mut State<'_>, op: Op) -> bool {
    let body = &mut *state.body;
    let region = body.region(op, 0);
    let (Some(first), Some(merge)) = (body.first_block(region), body.last_block(region)) else {
        return false;
    };
    let (Some(branch), Some(end)) = (body.last_op(first), body.last_op(merge)) else { return false };
    if first == merge || body.def(branch) != spv::Branch::ID || body.def(end) != spv::Merge::ID {
        return false;
    }
    let Some(holder) = body.parent(op) else { return false };
    let (Some(next), Some(around)) = (body.next(op), body.block_parent(holder)) else { return false };
    if !takes_blocks(state, holder) {
        return false;
    }
    let body = &mut *state.body;
    let results: Vec<Type> = body.results(op).map(|v| body.value_type(v)).collect();
    let inner: Vec<Block> = body.blocks(region).filter(|&b| b != first).collect();
    keep_continue_target(state, holder);
    let body = &mut *state.body;
    let mut b = Builder::new(body);
    let rest = b.split_block(next);
    for (i, ty) in results.into_iter().enumerate() {
        let arg = b.add_arg(rest, ty);
        let result = b.result(op, i);
        let name = b.value_name(result);
        b.set_value_name(arg, name);
        b.replace_all_uses(result, arg);
    }
    for &block in &inner {
        b.move_block(block, around, Some(rest));
    }
    // In a module parsed from assembly, the header may contain other ops than its branch.
    b.append_ops(first, holder);
    let passed: Vec<Value> = b.operands(end).collect();
    let loc = b.loc(end);
    b.erase(end);
    b.at = InsertPoint::End(merge);
    let successors: &[(Block, &[Value])] = &[(rest, &passed)];
    b.create(NewOp { loc, slots: &NO_MERGE, successors, ..NewOp::new(spv::Branch::ID) });
    b.erase(op);
    true
}

/// Returns whether blocks may be inserted after `holder`. This is not allowed if `holder` is the first, last or header
/// block of its construct.
fn takes_blocks(state: &State<'_>, holder: Block) -> bool {
    let body = &*state.body;
    let Some(owner) = body.block_owner(holder) else { return true };
    let region = body.region(owner, 0);
    let edge = body.first_block(region) == Some(holder) || body.last_block(region) == Some(holder);
    !edge
        && (body.def(owner) != spv::Loop::ID || loop_blocks(body, owner).is_none_or(|b| b.target != b.header))
}

/// Records the continue target of a loop before blocks are inserted after `holder`. Unless recorded, the continue
/// target is inferred from the block order.
fn keep_continue_target(state: &mut State<'_>, holder: Block) {
    let Some(owner) = state.body.block_owner(holder).filter(|&o| state.body.def(o) == spv::Loop::ID) else {
        return;
    };
    if let Some(blocks) = loop_blocks(state.body, owner) {
        let region = state.body.region(owner, 0);
        Builder::new(state.body).set_region_tail(region, Some(blocks.target));
    }
}
