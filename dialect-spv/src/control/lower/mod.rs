//! Lowering of region form to CFG form: plain blocks with merge instructions in the headers
//!
//! The exported binary does not change: layout hints become blocks, arguments and edges.

mod check;

use super::{Unstructured, set_successors, successors_of};
use crate::control::lowering::{Construct, LoweringPlan, is_placeless};
use crate::control::{edge_count, merge_slot};
use crate::spv;
use crate::structure::{MERGE_LOOP, MERGE_SELECTION, NO_MERGE};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::ABSENT;
use spv_ir::{Annotations, Block, Body, Builder, Context, InsertPoint, NewOp, Op, Value, ValueDef};

/// Converts a body from region form to CFG form. Returns `Ok(false)` if the body contains no construct and is therefore
/// unchanged. Time and stack use are independent of the nesting depth.
///
/// # Errors
/// Fails on a violation of the rules of region form. The body is then unchanged.
pub fn lower_to_cfg(ctx: &Context, body: &mut Body) -> Result<bool, Unstructured> {
    let plan = LoweringPlan::of(ctx, body);
    check::check(body, &plan)?;
    if plan.constructs.is_empty() && plan.empty.is_empty() {
        return Ok(false);
    }
    for &op in &plan.empty {
        Builder::new(body).erase(op);
    }
    let mut gone = lower_exits(body, &plan);
    for c in plan.constructs.iter().rev() {
        lower_construct(body, c);
        gone.insert(c.first);
    }
    remove_represented(body, &plan);
    let root = body.root();
    let entry = body.first_block(root);
    for &(front, after) in &plan.fusions {
        if Some(front) == entry {
            join_entry(body, front, after);
            gone.insert(after);
        } else {
            fuse(body, front, after);
            gone.insert(front);
        }
    }
    let mut b = Builder::new(body);
    for &block in plan.order.iter().filter(|&block| !gone.contains(block)) {
        b.move_block(block, root, None);
    }
    for c in &plan.constructs {
        b.erase(c.op);
    }
    Ok(true)
}

/// Replaces exit ops with branches. Removes trampolines and redirects their edges. Returns the removed blocks.
fn lower_exits(body: &mut Body, plan: &LoweringPlan) -> FxHashSet<Block> {
    // For each branch to a trampoline: the successor index, the exit op and the exit's target.
    let mut trampolines: FxHashMap<Op, Vec<(usize, Op, Block)>> = FxHashMap::default();
    let mut branches = Vec::new();
    for &(exit, target) in &plan.exits {
        if let Some(edge) = body.parent(exit).and_then(|block| plan.trampoline(block)) {
            let list = trampolines.entry(edge.branch).or_default();
            if list.is_empty() {
                branches.push(edge.branch);
            }
            list.push((edge.number, exit, target));
        }
    }
    let mut gone = FxHashSet::default();
    let mut folded: FxHashSet<Op> = FxHashSet::default();
    for branch in branches {
        let edges = edge_count(body, branch);
        let mut successors = successors_of(body, branch);
        let mut through: Vec<Option<Op>> = vec![None; edges];
        let blocks: Vec<Block> = successors.iter().map(|s| s.0).collect();
        for &(number, exit, target) in &trampolines[&branch] {
            through[number] = Some(exit);
            successors[number] = (target, body.operands(exit).collect());
        }
        // Two edges between the same blocks cannot forward different values. Therefore only edges with the same values
        // as the first edge bypass the trampoline.
        let mut first: FxHashMap<Block, usize> = FxHashMap::default();
        for number in 0..edges {
            let leader = *first.entry(successors[number].0).or_insert(number);
            let Some(exit) = through[number] else { continue };
            let block = blocks[number];
            if successors[leader].1 == successors[number].1 {
                let silent: Vec<Op> = body.ops(block).filter(|&op| op != exit).collect();
                let mut b = Builder::new(body);
                for op in silent {
                    b.move_op(op, InsertPoint::Before(branch));
                }
                gone.insert(block);
                folded.insert(exit);
            }
        }
        for number in 0..edges {
            if through[number].is_some_and(|exit| !folded.contains(&exit)) {
                successors[number] = (blocks[number], Vec::new());
            }
        }
        set_successors(body, branch, &successors);
    }
    for &(exit, target) in &plan.exits {
        if !folded.contains(&exit) {
            let args: Vec<Value> = body.operands(exit).collect();
            let (loc, attrs) = (body.loc(exit), body.attrs(exit));
            let new = NewOp {
                loc,
                attrs,
                slots: &NO_MERGE,
                successors: &[(target, &args)],
                ..NewOp::new(spv::Branch::ID)
            };
            Builder::at(body, InsertPoint::Before(exit)).create(new);
        }
        Builder::new(body).erase(exit);
    }
    for &block in &gone {
        Builder::new(body).unlink_block(block);
    }
    gone
}

/// Lowers a construct whose inner constructs are already lowered. The code before the construct branches to the
/// construct's first block. The code after the construct moves to the merge block. The blocks remain in their regions.
fn lower_construct(body: &mut Body, c: &Construct) -> Option<()> {
    let outer = body.parent(c.op)?;
    let merge = body.last_op(c.merge)?;
    let values: Vec<Value> = body.operands(merge).collect();
    for (index, &value) in values.iter().enumerate() {
        let result = body.result(c.op, index);
        let own = matches!(body.value_def(value), ValueDef::Argument(block, _) if block == c.merge);
        if body.value_name(value).is_none() && own {
            let name = body.value_name(result);
            Builder::new(body).set_value_name(value, name);
        }
        Builder::new(body).replace_all_uses(result, value);
    }
    let after = body.next(c.op);
    let mut b = Builder::new(body);
    b.erase(merge);
    if let Some(op) = after {
        let rest = b.split_block(op);
        b.append_ops(rest, c.merge);
        b.unlink_block(rest);
    }
    b.detach(c.op);
    b.append_ops(c.first, outer);
    b.unlink_block(c.first);
    let end = body.last_op(c.cycle.map_or(outer, |l| l.0))?;
    let slot = merge_slot(body.def(end))?;
    let mut successors = successors_of(body, end);
    successors.push((c.merge, Vec::new()));
    let slots = match c.cycle {
        Some((_, target)) => {
            successors.push((target, Vec::new()));
            [
                MERGE_LOOP,
                ABSENT,
                body.slot(c.op, spv::Loop::LOOP_CONTROL),
                body.slot(c.op, spv::Loop::LOOP_CONTROL_OPERANDS),
            ]
        }
        None => [MERGE_SELECTION, body.slot(c.op, spv::Selection::SELECTION_CONTROL), ABSENT, 0],
    };
    set_successors(body, end, &successors);
    let mut b = Builder::new(body);
    for (i, value) in slots.into_iter().enumerate() {
        b.set_slot(end, slot + i, value);
    }
    Some(())
}

/// Replaces block arguments with the values that they represent and removes the arguments. CFG form requires only that
/// the definitions dominate the uses.
fn remove_represented(body: &mut Body, plan: &LoweringPlan) {
    for &block in plan.joins() {
        let args = body.args(block).to_vec();
        let represented: Vec<Option<Value>> = args.iter().map(|&arg| plan.represented(arg)).collect();
        for (&arg, value) in args.iter().zip(&represented) {
            let Some(value) = *value else { continue };
            hoist(body, value);
            Builder::new(body).replace_all_uses(arg, value);
        }
        if represented.iter().any(Option::is_some) {
            Builder::new(body).remove_args(block, |n| represented[n].is_some());
        }
    }
}

/// Moves a constant or address op to the entry block, where it dominates all uses.
fn hoist(body: &mut Body, value: Value) {
    let entry = body.first_block(body.root());
    if is_placeless(body, value)
        && let Some(op) = body.defining_op(value).filter(|&op| body.parent(op) != entry)
        && let Some(first) = entry.and_then(|entry| body.first_op(entry))
    {
        Builder::new(body).move_op(op, InsertPoint::Before(first));
    }
}

/// Merges a block with the loop header after it. The first block must contain only a branch to the header.
fn fuse(body: &mut Body, block: Block, header: Block) -> Option<()> {
    let entry = body.last_op(block)?;
    let passed: Vec<Value> = body.successor_args(entry, 0).collect();
    let args = body.args(block).to_vec();
    // Keep an argument that other ops of the loop also read.
    let kept: Vec<usize> =
        (0..args.len()).filter(|&n| body.uses(args[n]).any(|(user, _)| user != entry)).collect();
    let around = users(body, block);
    let inside = users(body, header).into_iter().filter(|&op| op != entry).collect::<Vec<Op>>();
    Builder::new(body).erase(entry);
    let mut kept_args = Vec::new();
    for &n in &kept {
        let (ty, name, annotations) =
            (body.value_type(args[n]), body.value_name(args[n]), body.value_annotations(args[n]));
        let mut b = Builder::new(body);
        let arg = b.add_arg(header, ty);
        b.replace_all_uses(args[n], arg);
        b.set_value_name(arg, name);
        b.set_value_annotations(arg, annotations);
        kept_args.push(arg);
    }
    for op in inside {
        let edges = edge_count(body, op);
        let mut successors = successors_of(body, op);
        for (_, list) in successors[..edges].iter_mut().filter(|(to, _)| *to == header) {
            list.extend(&kept_args);
        }
        set_successors(body, op, &successors);
    }
    let number: FxHashMap<Value, usize> = args.iter().enumerate().map(|(n, &v)| (v, n)).collect();
    for op in around {
        let edges = edge_count(body, op);
        let mut successors = successors_of(body, op);
        for (n, (to, list)) in successors.iter_mut().enumerate().filter(|(_, (to, _))| *to == block) {
            *to = header;
            if n < edges {
                let through = passed.iter().map(|v| number.get(v).map_or(*v, |&i| list[i]));
                *list = through.chain(kept.iter().map(|&i| list[i])).collect();
            }
        }
        set_successors(body, op, &successors);
    }
    let silent: Vec<Op> = body.ops(block).collect();
    let (annotations, own) = (body.block_annotations(block), body.block_annotations(header));
    let mut b = Builder::new(body);
    for &op in &silent {
        b.detach(op);
    }
    b.prepend(header, silent.into_iter());
    b.set_block_annotations(header, joined_annotations(annotations, own));
    b.unlink_block(block);
    Some(())
}

/// Merges the entry block of a function with a loop header that has no other predecessor. The entry block remains.
fn join_entry(body: &mut Body, entry: Block, header: Block) {
    let edge = body.last_op(entry);
    let (annotations, own) = (body.block_annotations(entry), body.block_annotations(header));
    let mut b = Builder::new(body);
    edge.into_iter().for_each(|edge| b.erase(edge));
    b.append_ops(header, entry);
    b.set_block_annotations(entry, joined_annotations(annotations, own));
    b.unlink_block(header);
}

/// Combines the annotations of two merged blocks: the empty block `front` and the block `after` that holds the ops.
fn joined_annotations(front: Annotations, after: Annotations) -> Annotations {
    Annotations {
        name: after.name.or(front.name),
        attrs: after.attrs.or(front.attrs),
        loc: front.loc.or(after.loc),
    }
}

/// Returns the distinct ops that have a block as successor, in use order.
fn users(body: &Body, block: Block) -> Vec<Op> {
    let mut seen = FxHashSet::default();
    body.block_uses(block).map(|(op, _)| op).filter(|&op| seen.insert(op)).collect()
}
