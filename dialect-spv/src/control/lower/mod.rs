//! Region form to CFG form: plain blocks, and merge declarations in the headers. What is written of the
//! function as binary stays the same: marks become blocks, arguments and edges.

mod aliases;
mod scan;

use super::{Unstructured, set_successors, successors_of};
use crate::control::{edge_count, merge_slot, only_op};
use crate::spv;
use crate::structure::{LOOP_FUSED, MERGE_LOOP, MERGE_SELECTION, NO_MERGE, SELECTION_CONTROL};
use rustc_hash::{FxHashMap, FxHashSet};
use scan::{Construct, Scan};
use spv_ir::dialect::ABSENT;
use spv_ir::{Block, Body, Builder, Context, InsertPoint, NewOp, Op, Value, ValueDef};

/// Converts a body from region form to CFG form. `Ok(false)`: there is no construct in it, and nothing
/// was changed. Neither time nor stack depends on how deep constructs nest.
///
/// # Errors
/// What breaks the rules of region form; the body is unchanged then.
pub fn lower_to_cfg(ctx: &Context, body: &mut Body) -> Result<bool, Unstructured> {
    let scan = Scan::new(body)?;
    if scan.constructs.is_empty() && scan.empty.is_empty() {
        return Ok(false);
    }
    for &op in &scan.empty {
        Builder::new(body).erase(op);
    }
    let mut gone = lower_exits(body, &scan);
    let kept = aliases::kept_phis(ctx, body, &scan);
    let entries: Vec<Option<Op>> = scan.constructs.iter().rev().map(|c| dissolve(body, c)).collect();
    aliases::remove(body, &scan, &kept);
    // By continue target that has become one with the header of a loop: that.
    let mut after = FxHashMap::default();
    for (c, &entry) in scan.constructs.iter().rev().zip(&entries) {
        if let (Some((header, _)), Some(entry)) = (c.cycle, entry)
            && let Some(front) = fuse(body, &scan, header, entry)
        {
            gone.insert(front);
            after.insert(front, header);
        }
    }
    for c in scan.constructs.iter().rev() {
        // What stood after the construct is in its merge block now.
        if let (Some(target), Some(end)) = (c.continues, body.last_op(c.merge)) {
            let target = after.get(&target).copied().unwrap_or(target);
            gone.extend(fuse(body, &scan, target, end));
        }
    }
    let root = body.root();
    let mut b = Builder::new(body);
    for &block in scan.order.iter().filter(|&block| !gone.contains(block)) {
        b.move_block(block, root, None);
    }
    for c in &scan.constructs {
        b.erase(c.op);
    }
    Ok(true)
}

/// Exits become branches. A block that was made for an exit goes, and its edge leads on. Returns those
/// blocks.
fn lower_exits(body: &mut Body, scan: &Scan) -> FxHashSet<Block> {
    // By feeder of such a block: number of the edge, exit and where it leads.
    let mut thin: FxHashMap<Op, Vec<(usize, Op, Block)>> = FxHashMap::default();
    let mut feeders = Vec::new();
    for &(exit, target) in &scan.exits {
        if let Some((feeder, number)) = made_for_exit(body, scan, exit) {
            let list = thin.entry(feeder).or_default();
            if list.is_empty() {
                feeders.push(feeder);
            }
            list.push((number, exit, target));
        }
    }
    let mut gone = FxHashSet::default();
    let mut folded: FxHashSet<Op> = FxHashSet::default();
    for feeder in feeders {
        let edges = edge_count(body, feeder);
        let mut successors = successors_of(body, feeder);
        let mut through: Vec<Option<Op>> = vec![None; edges];
        let blocks: Vec<Block> = successors.iter().map(|s| s.0).collect();
        for &(number, exit, target) in &thin[&feeder] {
            through[number] = Some(exit);
            successors[number] = (target, body.operands(exit).collect());
        }
        // Two edges from one block to another cannot pass different values: the first passes its own.
        let mut first: FxHashMap<Block, usize> = FxHashMap::default();
        for number in 0..edges {
            let leader = *first.entry(successors[number].0).or_insert(number);
            let Some(exit) = through[number] else { continue };
            let block = blocks[number];
            if successors[leader].1 == successors[number].1 {
                let silent: Vec<Op> = body.ops(block).filter(|&op| op != exit).collect();
                let mut b = Builder::new(body);
                for op in silent {
                    b.move_op(op, InsertPoint::Before(feeder));
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
        set_successors(body, feeder, &successors);
    }
    for &(exit, target) in &scan.exits {
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

/// The edge that the block of an exit represents, where it was made for the exit alone.
fn made_for_exit(body: &Body, scan: &Scan, exit: Op) -> Option<(Op, usize)> {
    let block = body.parent(exit)?;
    let side = body.block_side(block);
    if body.slot(exit, 0) != 1
        || !body.args(block).is_empty()
        || side.name.is_some()
        || side.attrs.is_some()
        || scan.targets.contains_key(&block)
        || scan.headers.contains_key(&block)
        || body.prev_block(block).is_none()
        || only_op(body, block) != Some(exit)
    {
        return None;
    }
    let mut uses = body.block_uses(block);
    let (feeder, number) = uses.next()?;
    (uses.next().is_none() && number < edge_count(body, feeder)).then_some((feeder, number))
}

/// Takes a construct apart, the ones in it being plain blocks already: what is before it ends in the
/// branch of its first block, and what follows it goes to its merge block. Returns that branch of
/// a loop. The blocks stay in their regions.
fn dissolve(body: &mut Body, c: &Construct) -> Option<Op> {
    let outer = body.parent(c.op)?;
    let merge = body.last_op(c.merge)?;
    let values: Vec<Value> = body.operands(merge).collect();
    for (number, &value) in values.iter().enumerate() {
        let result = body.result(c.op, number);
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
            [MERGE_LOOP, ABSENT, body.slot(c.op, 0), body.slot(c.op, 1)]
        }
        None => [MERGE_SELECTION, body.slot(c.op, SELECTION_CONTROL), ABSENT, 0],
    };
    set_successors(body, end, &successors);
    let mut b = Builder::new(body);
    for (i, value) in slots.into_iter().enumerate() {
        b.set_slot(end, slot + i, value);
    }
    (c.cycle.is_some() && body.slot(c.op, LOOP_FUSED) != 0).then(|| body.last_op(outer)).flatten()
}

/// Makes the block that ends in `entry`, a plain branch to the header or continue target of a loop, one with
/// that, if nothing else is in it. Returns the block.
fn fuse(body: &mut Body, scan: &Scan, header: Block, entry: Op) -> Option<Block> {
    let block = body.parent(entry)?;
    if body.first_block(body.root()) == Some(block)
        || scan.headers.contains_key(&block)
        || body.def(entry) != spv::Branch::ID
        || body.successor_count(entry) != 1
        || body.successor(entry, 0) != header
        || only_op(body, block) != Some(entry)
    {
        return None;
    }
    let passed: Vec<Value> = body.successor_args(entry, 0).collect();
    if passed.len() != body.args(header).len() {
        return None;
    }
    let args = body.args(block).to_vec();
    // An argument that is read in the loop, too, stays what it was.
    let kept: Vec<usize> =
        (0..args.len()).filter(|&n| body.uses(args[n]).any(|(user, _)| user != entry)).collect();
    let around = users(body, block);
    let inside = users(body, header).into_iter().filter(|&op| op != entry).collect::<Vec<Op>>();
    Builder::new(body).erase(entry);
    let mut kept_args = Vec::new();
    for &n in &kept {
        let (ty, name, side) = (body.value_type(args[n]), body.value_name(args[n]), body.value_side(args[n]));
        let mut b = Builder::new(body);
        let arg = b.add_arg(header, ty);
        b.replace_all_uses(args[n], arg);
        b.set_value_name(arg, name);
        b.set_value_side(arg, side);
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
    let (side, own) = (body.block_side(block), body.block_side(header));
    let mut b = Builder::new(body);
    for &op in &silent {
        b.detach(op);
    }
    b.prepend(header, silent.into_iter());
    let mut both = own;
    both.name = own.name.or(side.name);
    both.attrs = own.attrs.or(side.attrs);
    both.loc = side.loc.or(own.loc);
    b.set_block_side(header, both);
    b.unlink_block(block);
    Some(block)
}

/// The ops that have a block as successor, each once, in the order of their uses.
fn users(body: &Body, block: Block) -> Vec<Op> {
    let mut seen = FxHashSet::default();
    body.block_uses(block).map(|(op, _)| op).filter(|&op| seen.insert(op)).collect()
}
