//! Removal of unreachable code

use super::State;
use crate::flow::{Flow, NONE, in_continue, loop_blocks};
use crate::support::spirv::{NO_MERGE, may_flow};
use crate::support::values::Undefs;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::declares_loop;
use spv_dialect::spv;
use spv_ir::analysis::edge_count;
use spv_ir::rewrite::{erase_unused, is_used, program_uses};
use spv_ir::{Block, Body, Builder, InsertPoint, NewOp, Op, Value, walk};
use std::cell::LazyCell;

/// Erases unreachable blocks, unless a construct requires them. Also erases the ops after constructs whose merge block
/// is unreachable. `flow` is the flow graph of the body. Returns the number of changes.
pub(super) fn erase(state: &mut State<'_>, flow: &Flow) -> u64 {
    if (0..flow.nodes.len() as u32).all(|node| flow.is_reached(node)) {
        return 0;
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut cut: Vec<Op> = Vec::new();
    for node in (0..flow.nodes.len() as u32).filter(|&n| !flow.is_reached(n)) {
        let at = flow.nodes[node as usize];
        match at.after {
            None => blocks.push(at.block),
            // If the construct itself is unreachable, the code after it is erased with the block that contains it.
            Some(op) if flow.is_reached(before(flow, state.body, op)) => cut.push(op),
            Some(_) => {}
        }
    }
    let declared = declared(state, flow);
    let stays = |block: Block| {
        declared.kept.contains(&block)
            || !may_go(state, flow, block)
            || declared.short.get(&block).is_some_and(|&header| is_branch_to(state, block, header))
            || is_ended(state, block)
    };
    let mut blocks: Vec<Block> = blocks.into_iter().filter(|&block| !stays(block)).collect();
    let fixed = FixedEdges::new(state, flow);
    keep_used(state, &fixed, &mut blocks);
    let cut = keep_uncut(state, flow, &mut blocks, cut);
    forget_values(state, &blocks);
    let mut changes = shrink_continues(state, flow, &fixed);
    // Unreachable blocks may reference each other, so erase all their ops first.
    for &block in &blocks {
        let ops: Vec<Op> = state.body.ops(block).collect();
        let mut b = Builder::new(state.body);
        ops.into_iter().rev().for_each(|op| b.erase(op));
    }
    for op in cut {
        changes += u64::from(cut_after(state, op));
    }
    let mut undefs = Undefs::new(state.ctx);
    for block in blocks {
        changes += 1;
        if let Some(&header) = declared.short.get(&block) {
            go_back(state, &mut undefs, block, header);
        } else if state.body.block_uses(block).next().is_none() {
            Builder::new(state.body).erase_block(block);
        } else {
            // A merge instruction in CFG form still refers to this block.
            end(state, block);
        }
    }
    changes
}

/// Returns whether a block that only a merge instruction refers to has already been reduced to OpUnreachable.
fn is_ended(state: &State<'_>, block: Block) -> bool {
    let body = &*state.body;
    let only = body.first_op(block).filter(|_| body.first_op(block) == body.last_op(block));
    only.is_some_and(|op| body.def(op) == spv::Unreachable::ID) && body.block_uses(block).next().is_some()
}

/// Returns whether a block consists only of a plain branch to the block `target`.
fn is_branch_to(state: &State<'_>, block: Block, target: Block) -> bool {
    let body = &*state.body;
    body.first_op(block)
        .is_some_and(|op| body.def(op) == spv::Branch::ID && body.successors(op).eq(std::iter::once(target)))
}

/// Terminates the continue target `target` with a branch to the header.
fn go_back(state: &mut State<'_>, undefs: &mut Undefs<'_>, target: Block, header: Block) {
    let types: Vec<_> = state.body.args(header).iter().map(|&arg| state.body.value_type(arg)).collect();
    let values: Vec<Value> = types.into_iter().map(|ty| undefs.get(state.body, ty)).collect();
    let successors: &[(Block, &[Value])] = &[(header, &values)];
    let branch = NewOp { slots: &NO_MERGE, successors, ..NewOp::new(spv::Branch::ID) };
    Builder::at(state.body, InsertPoint::End(target)).create(branch);
}

/// Reduces unreachable continue constructs of reachable loops to a branch to the header. Returns the number of reduced
/// constructs.
fn shrink_continues(state: &mut State<'_>, flow: &Flow, fixed: &FixedEdges) -> u64 {
    let is_loop = |op: &Op| state.body.def(*op) == spv::Loop::ID && is_reached(flow, state.body, *op);
    let loops: Vec<Op> = walk::ops(state.body).filter(is_loop).collect();
    let mut changes = 0;
    for op in loops {
        let Some(at) = loop_blocks(state.body, op).filter(|at| at.target != at.header) else { continue };
        if flow.is_reached(flow.start_of(at.target)) {
            continue;
        }
        let after = std::iter::successors(Some(at.target), |&block| state.body.next_block(block));
        let blocks: Vec<Block> = after.take_while(|&block| block != at.merge).collect();
        changes += u64::from(shrink(state, fixed, &blocks, at.header));
    }
    changes
}

/// Reduces a continue construct to a branch to the header. Returns whether the construct changed. It is not reduced if
/// it would have to forward an undefined value of a type that does not allow undefs.
fn shrink(state: &mut State<'_>, fixed: &FixedEdges, blocks: &[Block], header: Block) -> bool {
    let body = &*state.body;
    let Some((&target, rest)) = blocks.split_first() else { return false };
    let branches = body.first_op(target).is_some_and(|op| body.def(op) == spv::Branch::ID);
    if rest.is_empty() && branches {
        return false;
    }
    let types: Vec<_> = body.args(header).iter().map(|&arg| body.value_type(arg)).collect();
    let inner: FxHashSet<Block> = blocks.iter().copied().collect();
    let needed = |value: Value| {
        !may_flow(state.ctx, body.value_type(value))
            && program_uses(state.ctx, body, value).any(|(user, _)| !is_within(body, user, &inner))
    };
    let left = |&block: &Block| body.block_uses(block).all(|(op, _)| is_within(body, op, &inner));
    if !types.iter().all(|&ty| may_flow(state.ctx, ty))
        || !rest.iter().all(left)
        || fixed.leaving(body, &inner).next().is_some()
        || blocks.iter().any(|&block| values_of(body, block).any(needed))
    {
        return false;
    }
    forget_values(state, blocks);
    let mut b = Builder::new(state.body);
    for &block in blocks {
        let ops: Vec<Op> = b.ops(block).collect();
        ops.into_iter().rev().for_each(|op| b.erase(op));
    }
    rest.iter().for_each(|&block| b.erase_block(block));
    go_back(state, &mut Undefs::new(state.ctx), target, header);
    true
}

/// Unreachable blocks in CFG form that are the merge block or continue target of a reachable header.
#[derive(Default)]
struct Declared {
    /// Continue targets to reduce to a branch to the header, each with its loop header.
    short: FxHashMap<Block, Block>,
    /// Blocks to preserve; includes their successors.
    kept: FxHashSet<Block>,
}

fn declared(state: &State<'_>, flow: &Flow) -> Declared {
    let (ctx, body) = (state.ctx, &*state.body);
    let unreached = |block: Block| !flow.is_reached(flow.start_of(block));
    let ends = body.blocks(body.root()).filter_map(|block| body.last_op(block));
    let headers: Vec<Op> = ends.filter(|&op| is_header(state, op) && is_reached(flow, body, op)).collect();
    let mut found = Declared::default();
    let mut merges = Vec::new();
    let tree = LazyCell::new(|| flow.intervals());
    for &op in &headers {
        let merge = body.successor(op, edge_count(ctx.registry(), body, op));
        merges.extend(unreached(merge).then_some((op, merge)));
        let (Some(header), Some(target)) = (body.parent(op), body.successors(op).last()) else { continue };
        if !declares_loop(body, op) {
            continue;
        }
        if !unreached(target) {
            let is_edge = |&(op, number): &(Op, usize)| number < edge_count(ctx.registry(), body, op);
            let edges = body.block_uses(header).filter(is_edge).map(|(op, _)| op);
            let (reached, dead): (Vec<Op>, Vec<Op>) = edges.partition(|&op| is_reached(flow, body, op));
            let start = flow.start_of(header);
            let is_back_edge = |&op: &Op| tree.is_ancestor(start, flow.node_of(body, op));
            // A loop must have a back edge.
            if !dead.is_empty() && !reached.iter().any(is_back_edge) {
                found.kept.extend(dead.iter().filter_map(|&op| body.parent(op)));
            }
            continue;
        }
        let blocks = led_to(body, flow, target);
        let needed = |value: Value| {
            !may_flow(ctx, body.value_type(value))
                && program_uses(ctx, body, value).any(|(user, _)| !is_within(body, user, &blocks))
        };
        // The entry block of a function must not have predecessors.
        let may_go_back = body.first_block(body.root()) != Some(header)
            && body.args(header).iter().all(|&arg| may_flow(ctx, body.value_type(arg)));
        if may_go_back && !blocks.iter().any(|&block| values_of(body, block).any(needed)) {
            found.short.insert(target, header);
        } else {
            found.kept.extend(blocks);
        }
    }
    if merges.is_empty() {
        return found;
    }
    // A continue construct can only be left at its end. Preserve an unreachable merge block in it, with the blocks that
    // follow.
    let loops: Vec<(u32, u32)> = headers
        .iter()
        .filter(|&&op| declares_loop(body, op))
        .map(|&op| {
            let merge = body.successor(op, edge_count(ctx.registry(), body, op));
            (body.successors(op).last().map_or(NONE, |block| flow.start_of(block)), flow.start_of(merge))
        })
        .collect();
    for (op, merge) in merges {
        let node = flow.node_of(body, op);
        let is_in = |&(target, merge): &(u32, u32)| {
            target != NONE && tree.is_ancestor(target, node) && !tree.is_ancestor(merge, node)
        };
        if loops.iter().any(is_in) {
            found.kept.extend(led_to(body, flow, merge));
        }
    }
    found
}

/// Returns whether a terminator has a merge instruction.
fn is_header(state: &State<'_>, op: Op) -> bool {
    edge_count(state.ctx.registry(), state.body, op) < state.body.successor_count(op)
}

/// Returns the unreachable blocks that can be reached from `block`, including `block` itself.
fn led_to(body: &Body, flow: &Flow, block: Block) -> FxHashSet<Block> {
    let mut todo = vec![block];
    let mut found = FxHashSet::default();
    while let Some(block) = todo.pop() {
        if !flow.is_reached(flow.start_of(block)) && found.insert(block) {
            todo.extend(body.last_op(block).into_iter().flat_map(|op| body.successors(op)));
        }
    }
    found
}

/// Edges that forward pointers or opaque values to parameters of unreachable blocks, as pairs of source and target
/// block. Removing the last edge to a parameter would leave a phi of a type that does not allow phis.
struct FixedEdges(Vec<(Block, Block)>);

impl FixedEdges {
    fn new(state: &State<'_>, flow: &Flow) -> FixedEdges {
        let (ctx, body) = (state.ctx, &*state.body);
        let is_fixed = |&param: &Value| is_used(ctx, body, param) && !may_flow(ctx, body.value_type(param));
        let targets = (0..flow.nodes.len() as u32)
            .filter(|&node| !flow.is_reached(node) && flow.params(body, node).iter().any(is_fixed));
        let block = |node: u32| flow.nodes[node as usize].block;
        FixedEdges(
            targets.flat_map(|to| flow.incoming(to).map(move |e| (block(e.from), block(to)))).collect(),
        )
    }

    /// Returns the blocks among `blocks` that have a fixed edge to a block that is not among them.
    fn leaving<'a>(
        &'a self,
        body: &'a Body,
        blocks: &'a FxHashSet<Block>,
    ) -> impl Iterator<Item = Block> + 'a {
        let outside = self.0.iter().filter(|(_, to)| holder(body, *to, blocks).is_none());
        outside.filter_map(|(from, _)| holder(body, *from, blocks))
    }
}

/// Removes blocks from the list `blocks` if they define pointers or opaque values that are used elsewhere, because an
/// undef cannot replace these values.
fn keep_used(state: &State<'_>, fixed: &FixedEdges, blocks: &mut Vec<Block>) {
    let (ctx, body) = (state.ctx, &*state.body);
    let mut gone: FxHashSet<Block> = blocks.iter().copied().collect();
    loop {
        let needed = |value: Value| {
            !may_flow(ctx, body.value_type(value))
                && program_uses(ctx, body, value).any(|(user, _)| !is_within(body, user, &gone))
        };
        let using = blocks.iter().copied().filter(|&block| values_of(body, block).any(needed));
        let kept: Vec<Block> = using.chain(fixed.leaving(body, &gone)).collect();
        if kept.is_empty() {
            return;
        }
        kept.iter().for_each(|block| _ = gone.remove(block));
        blocks.retain(|block| gone.contains(block));
    }
}

fn values_of(body: &Body, block: Block) -> impl Iterator<Item = Value> + '_ {
    let results = body.ops(block).flat_map(|op| body.results(op));
    body.args(block).iter().copied().chain(results)
}

/// Replaces uses of erased values in other unreachable code with undef. These uses are in continue targets, and in
/// merge blocks that forward values defined in their construct.
fn forget_values(state: &mut State<'_>, blocks: &[Block]) {
    let gone: FxHashSet<Block> = blocks.iter().copied().collect();
    let mut undefs = Undefs::new(state.ctx);
    for &block in blocks {
        let values: Vec<Value> = values_of(state.body, block).collect();
        for value in values {
            let users: Vec<(Op, usize)> =
                state.body.uses(value).filter(|(user, _)| !is_within(state.body, *user, &gone)).collect();
            for (user, operand) in users {
                let ty = state.body.value_type(value);
                let undef = undefs.get(state.body, ty);
                Builder::new(state.body).set_operand(user, operand, undef);
            }
        }
    }
}

/// Returns whether one of the given blocks contains an op, directly or nested.
fn is_within(body: &Body, op: Op, blocks: &FxHashSet<Block>) -> bool {
    body.parent(op).is_some_and(|block| holder(body, block, blocks).is_some())
}

/// Returns the block among `blocks` that is the given block or contains it. Returns `None` if there is no such block.
fn holder(body: &Body, block: Block, blocks: &FxHashSet<Block>) -> Option<Block> {
    let around = |&block: &Block| body.block_owner(block).and_then(|owner| body.parent(owner));
    std::iter::successors(Some(block), around).find(|block| blocks.contains(block))
}

/// Returns the flow-graph node that ends with a construct.
fn before(flow: &Flow, body: &Body, op: Op) -> u32 {
    flow.node_of(body, op)
}

/// Returns whether an unreachable block may be erased because its construct does not require it.
fn may_go(state: &State<'_>, flow: &Flow, block: Block) -> bool {
    let body = &*state.body;
    let Some(region) = body.block_parent(block) else { return false };
    let Some(owner) = body.region_owner(region) else {
        return true;
    };
    // A block in an unreachable construct is erased with the construct.
    if !flow.is_reached(flow.node_of(body, owner)) {
        return false;
    }
    let is_loop = body.def(owner) == spv::Loop::ID;
    let edge = body.first_block(region) == Some(block) || body.last_block(region) == Some(block);
    !edge
        && !(is_loop
            && (in_continue(body, owner, block)
                || loop_blocks(body, owner).is_none_or(|b| b.header == block)))
}

fn is_reached(flow: &Flow, body: &Body, op: Op) -> bool {
    flow.is_reached(flow.node_of(body, op))
}

/// Returns the constructs in `cut` after which the code may be erased. Also keeps the blocks to which the code after
/// the other constructs branches: removes these blocks from `blocks`, the list of blocks to erase.
fn keep_uncut(state: &State<'_>, flow: &Flow, blocks: &mut Vec<Block>, mut cut: Vec<Op>) -> Vec<Op> {
    let body = &*state.body;
    loop {
        let gone: FxHashSet<Block> = blocks.iter().copied().collect();
        let (cuts, stay): (Vec<Op>, Vec<Op>) = cut.into_iter().partition(|&op| may_cut(state, op, &gone));
        let ends = stay.iter().filter_map(|&op| body.last_op(body.parent(op)?));
        let kept: FxHashSet<Block> =
            ends.flat_map(|op| body.successors(op)).flat_map(|block| led_to(body, flow, block)).collect();
        let before = blocks.len();
        blocks.retain(|block| !kept.contains(block));
        if blocks.len() == before {
            return cuts;
        }
        cut = cuts;
    }
}

/// Returns whether the code after a construct may be erased. `gone` are the blocks to erase.
fn may_cut(state: &State<'_>, construct: Op, gone: &FxHashSet<Block>) -> bool {
    let body = &*state.body;
    let Some(block) = body.parent(construct) else { return false };
    // A continue construct can only be left at its end, so its code must not be cut.
    let continues = |&block: &Block| {
        body.block_owner(block).is_some_and(|owner| {
            body.def(owner) == spv::Loop::ID
                && (in_continue(body, owner, block)
                    || loop_blocks(body, owner).is_none_or(|b| b.header == b.target))
        })
    };
    let around = |&block: &Block| body.block_owner(block).and_then(|owner| body.parent(owner));
    if std::iter::successors(Some(block), around).any(|block| continues(&block)) {
        return false;
    }
    // Unreachable code that is not erased may still use values that are defined after the construct.
    let own = FxHashSet::from_iter([block]);
    let stays = |user| !is_within(body, user, &own) && !is_within(body, user, gone);
    let is_used = |value| program_uses(state.ctx, body, value).any(|(user, _)| stays(user));
    let mut after = std::iter::successors(body.next(construct), |&op| body.next(op));
    !after.any(|op| body.results(op).any(is_used))
}

/// Replaces the code after a construct with `spv.Unreachable`. Returns whether anything changed.
fn cut_after(state: &mut State<'_>, construct: Op) -> bool {
    let body = &*state.body;
    let Some(block) = body.parent(construct) else { return false };
    let after: Vec<Op> = std::iter::successors(body.next(construct), |&op| body.next(op)).collect();
    if matches!(after[..], [op] if body.def(op) == spv::Unreachable::ID) {
        return false;
    }
    let mut b = Builder::new(state.body);
    after.into_iter().rev().for_each(|op| erase_unused(state.ctx, &mut b, op));
    end(state, block);
    true
}

fn end(state: &mut State<'_>, block: Block) {
    Builder::at(state.body, InsertPoint::End(block)).create(NewOp::new(spv::Unreachable::ID));
}
