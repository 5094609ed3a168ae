//! Folding of branches whose target is known

use super::State;
use super::inline_selection::is_inlinable;
use crate::support::spirv::{NO_MERGE, boolean, integer};
use spv_dialect::control::loop_blocks;
use spv_dialect::control::{declares_loop, merge_slot};
use spv_dialect::spv;
use spv_dialect::structure::{MERGE_NONE, MERGE_SELECTION};
use spv_ir::analysis::edge_count;
use spv_ir::{AttrData, Block, Body, Builder, InsertPoint, NewOp, Op, Value, walk};

/// Replaces conditional branches with plain branches if their target is known. Returns the number of changes. In CFG
/// form, preserves the headers of switches and loops.
pub(super) fn fold(state: &mut State<'_>) -> u64 {
    let conditional = |op: &Op| [spv::BranchConditional::ID, spv::Switch::ID].contains(&state.body.def(*op));
    let ops: Vec<Op> = walk::ops(state.body).filter(conditional).collect();
    let mut changes = 0;
    for op in ops {
        let Some(number) = taken(state, op) else { continue };
        let slot = merge_slot(state.body.def(op)).unwrap_or(0);
        let declared = state.body.slot(op, slot);
        let is_switch = state.body.def(op) == spv::Switch::ID;
        if declared != MERGE_NONE && (is_switch || declared != MERGE_SELECTION || has_exits(state, op)) {
            continue;
        }
        if heads_selection(state, op).is_some_and(|selection| !is_inlinable(state, selection)) {
            continue;
        }
        if continues_loop(state, op, number) {
            continue;
        }
        let target = state.body.successor(op, number);
        let args: Vec<Value> = state.body.successor_args(op, number).collect();
        let loc = state.body.loc(op);
        let mut builder = Builder::at(state.body, InsertPoint::Before(op));
        let successors: &[(Block, &[Value])] = &[(target, &args)];
        builder.create(NewOp { loc, slots: &NO_MERGE, successors, ..NewOp::new(spv::Branch::ID) });
        builder.erase(op);
        changes += 1;
    }
    changes
}

/// Returns whether other multi-way branches target the merge block of a selection in CFG form. They exit the selection,
/// so its header must be preserved. `header` is the header's terminator.
fn has_exits(state: &State<'_>, header: Op) -> bool {
    let (registry, body) = (state.ctx.registry(), &*state.body);
    let merge = body.successors(header).last();
    let exits = |(op, _): (Op, usize)| op != header && edge_count(registry, body, op) > 1;
    merge.is_none_or(|merge| body.block_uses(merge).any(exits))
}

/// Returns whether an edge of the branch `op`, other than the edge with index `kept`, targets a loop header. The loop
/// must retain this back edge.
fn continues_loop(state: &State<'_>, op: Op, kept: usize) -> bool {
    let body = &*state.body;
    let owner = body.parent(op).and_then(|block| body.block_owner(block));
    let owner = owner.filter(|&owner| body.def(owner) == spv::Loop::ID);
    let header = owner.and_then(|owner| loop_blocks(body, owner)).map(|blocks| blocks.header);
    let is_header = |block: Block| {
        Some(block) == header || body.last_op(block).is_some_and(|last| declares_loop(body, last))
    };
    let edges = edge_count(state.ctx.registry(), body, op);
    let target = body.successor(op, kept);
    (0..edges).map(|i| body.successor(op, i)).any(|block| block != target && is_header(block))
}

/// Returns the selection in region form whose header ends with `op`, or `None` for other ops.
fn heads_selection(state: &State<'_>, op: Op) -> Option<Op> {
    let block = state.body.parent(op)?;
    let owner = state.body.block_owner(block)?;
    let first = state.body.prev_block(block).is_none();
    (first && state.body.def(owner) == spv::Selection::ID).then_some(owner)
}

/// Returns the index of the successor that a branch always takes, or `None` if it is not known.
fn taken(state: &State<'_>, op: Op) -> Option<usize> {
    let (ctx, body) = (state.ctx, &*state.body);
    let condition = body.own_operands(op).next()?;
    let edges = edge_count(ctx.registry(), body, op);
    if (1..edges).all(|i| same(body, op, 0, i)) {
        return Some(0);
    }
    if body.def(op) == spv::BranchConditional::ID {
        return boolean(ctx, body, condition).map(|value| usize::from(!value));
    }
    let value = integer(ctx, body, condition)?;
    let cases = match body.slot_attr(op, spv::Switch::LITERALS).map(|a| ctx.attr_data(a)) {
        Some(AttrData::Dense { elements, .. }) => elements,
        _ => return Some(0),
    };
    let case = |i: usize| elements_at(cases, i);
    Some((0..edges - 1).find(|&i| case(i) == value).map_or(0, |i| i + 1))
}

/// Returns the literal of the switch case with the given index. If `elements` has a single element, all cases have this
/// literal.
fn elements_at(elements: &[u64], index: usize) -> u64 {
    elements.get(index).or(elements.first()).copied().unwrap_or(0)
}

fn same(body: &Body, op: Op, a: usize, b: usize) -> bool {
    body.successor(op, a) == body.successor(op, b)
        && body.successor_args(op, a).eq(body.successor_args(op, b))
}
