//! The blocks of LLVM 14's serializer and deserializer.
//!
//! In the binary that LLVM 14 writes each selection has a header block of its own, a loop's header holds only the
//! loop's declaration where constructs are nested in it, and unreachable blocks are left out. In what it reads,
//! each loop is at the start of a block, whose arguments are the initial values of the loop.

use rustc_hash::{FxHashMap, FxHashSet};
use spv_opt::dialect::control::{BlockOrder, loop_blocks, order_blocks};
use spv_opt::dialect::structure::NO_MERGE;
use spv_opt::ir::dialect::OpDefId;
use spv_opt::ir::{AttrData, Block, Body, Builder, InsertPoint, Location, NewOp, Op, Type, Value, walk};
use spv_opt::spv;
use spv_opt::{Context, Module};

/// Headers of loops that were split, and the blocks that hold their ops since: by body, in the order of
/// [`walk::bodies_mut`].
pub struct Splits(Vec<Vec<(Block, Block)>>);

/// Calls `each` with the body of every function.
fn functions(module: &mut Module, each: &mut dyn FnMut(&mut Body)) {
    walk::bodies_mut(&mut module.body, &mut |_, _| true, each);
}

/// Ops of one kind, those around others first.
fn all(body: &Body, kind: OpDefId) -> Vec<Op> {
    walk::ops(body).filter(|&op| body.def(op) == kind).collect()
}

/// Splits the headers of loops that contain constructs: LLVM 14 allows that, though a block of the binary declares
/// one construct only. `None` if there are none.
pub fn split_headers(module: &mut Module) -> Option<Splits> {
    let mut splits = Vec::new();
    functions(module, &mut |body| {
        let mut own = Vec::new();
        for op in all(body, spv::Loop::ID) {
            let Some(blocks) = loop_blocks(body, op).filter(|b| b.target != b.header) else { continue };
            let nested = |op: Op| body.def(op) == spv::Selection::ID || body.def(op) == spv::Loop::ID;
            if let Some(first) = body.first_op(blocks.header)
                && body.ops(blocks.header).any(nested)
            {
                own.push((blocks.header, split_before(body, first, body.loc(op), &[])));
            }
        }
        splits.push(own);
    });
    splits.iter().any(|own| !own.is_empty()).then_some(Splits(splits))
}

/// Takes back what [`split_headers`] did, if nothing has changed since.
pub fn join_headers(module: &mut Module, splits: Splits) {
    let mut splits = splits.0.into_iter();
    functions(module, &mut |body| {
        // The innermost loops were split last, and are in the blocks of those around them.
        for (header, rest) in splits.next().into_iter().flatten().rev() {
            let branch = body.last_op(header);
            let mut b = Builder::new(body);
            branch.into_iter().for_each(|op| b.erase(op));
            b.append_ops(rest, header);
            b.erase_block(rest);
        }
    });
}

/// Moves `op` and the ops after it to a block of their own, with these arguments for the values passed to it.
fn split_before(body: &mut Body, op: Op, loc: Location, passed: &[Value]) -> Block {
    let types: Vec<Type> = passed.iter().map(|&value| body.value_type(value)).collect();
    let before = body.parent(op);
    let mut b = Builder::new(body);
    let rest = b.split_block(op);
    for ty in types {
        b.add_arg(rest, ty);
    }
    if let Some(before) = before {
        b.at = InsertPoint::End(before);
        b.create(NewOp {
            loc,
            slots: &NO_MERGE,
            successors: &[(rest, passed)],
            ..NewOp::new(spv::Branch::ID)
        });
    }
    rest
}

/// Brings the blocks of a module into an order that the binary allows.
pub fn ordered(module: &mut Module) {
    let ctx = module.ctx.clone();
    functions(module, &mut |body| order_blocks(ctx.registry(), body, BlockOrder::IfNeeded));
}

/// Brings a verified module into the blocks that LLVM 14's serializer makes of it.
pub fn as_serialized(module: &mut Module) {
    // Whoever asks for the text gets what comes back from the binary, with these blocks.
    _ = split_headers(module);
    let ctx = module.ctx.clone();
    functions(module, &mut |body| {
        erase_unreached(body);
        order_blocks(ctx.registry(), body, BlockOrder::DepthFirst);
        let mut targets: FxHashMap<Block, Op> = FxHashMap::default();
        for op in all(body, spv::Loop::ID) {
            let Some(blocks) = loop_blocks(body, op) else { continue };
            targets.insert(blocks.target, op);
            keep_phis(&ctx, body, op, blocks.target);
            state_line(body, op, Some(blocks.header));
            if let Some(entry) = body.last_op(blocks.entry) {
                let loc = line_before(body, op);
                Builder::new(body).set_loc(entry, loc);
            }
        }
        for op in all(body, spv::Selection::ID) {
            let header = (body.region_count(op) == 1).then(|| body.first_block(body.region(op, 0))).flatten();
            state_line(body, op, header);
            let loc = line_before(body, op);
            let around = body.parent(op).and_then(|block| targets.get(&block).copied());
            if let Some(blocks) = around.and_then(|op| loop_blocks(body, op)) {
                let region = body.block_parent(blocks.target);
                let mut b = Builder::new(body);
                region.into_iter().for_each(|region| b.set_region_tail(region, Some(blocks.target)));
            }
            split_before(body, op, loc, &[]);
        }
    });
}

/// Has all arguments of a continue target written as OpPhi: LLVM 14 knows no others.
fn keep_phis(ctx: &Context, body: &mut Body, op: Op, target: Block) {
    let numbers: Box<[u32]> = (0..body.args(target).len() as u32).collect();
    if !numbers.is_empty() {
        let mark = ctx.attr(AttrData::Words(numbers));
        Builder::new(body).set_slot(op, spv::Loop::CONTINUE_PHIS, mark.raw());
    }
}

/// The location that a branch before `op` has, for which LLVM 14 writes no OpLine.
fn line_before(body: &Body, op: Op) -> Location {
    body.prev(op).map_or(Location::UNKNOWN, |before| body.loc(before))
}

/// Gives the end of a header the line of its construct, which LLVM 14 writes there.
fn state_line(body: &mut Body, op: Op, header: Option<Block>) {
    let loc = body.loc(op);
    if let Some(end) = header.and_then(|header| body.last_op(header))
        && loc.is_explicit()
    {
        Builder::new(body).set_loc(end, loc);
    }
}

/// Erases the unreachable blocks of a function, but for those inside of constructs.
fn erase_unreached(body: &mut Body) {
    let root = body.root();
    let mut reached: FxHashSet<Block> = FxHashSet::default();
    let mut todo: Vec<Block> = body.first_block(root).into_iter().collect();
    while let Some(block) = todo.pop() {
        if reached.insert(block)
            && let Some(end) = body.last_op(block)
        {
            todo.extend((0..body.successor_count(end)).map(|number| body.successor(end, number)));
        }
    }
    let gone: Vec<Block> = body.blocks(root).filter(|block| !reached.contains(block)).collect();
    let ops: Vec<Op> = gone.iter().flat_map(|&block| walk::ops_in_block(body, block)).collect();
    let own: FxHashSet<Op> = ops.iter().copied().collect();
    let mut used: Vec<Value> = gone.iter().flat_map(|&block| body.args(block)).copied().collect();
    for &op in &ops {
        used.extend((0..body.result_count(op)).map(|number| body.result(op, number)));
    }
    used.retain(|&value| body.has_uses(value));
    // Where a module was not verified, others may use what is computed there.
    if used.iter().any(|&value| body.uses(value).any(|(op, _)| !own.contains(&op))) {
        return;
    }
    let mut b = Builder::new(body);
    // They may use each other's values, in a circle.
    for value in used {
        let ty = b.body().value_type_opt(value);
        let stand_in = b.forward_value(ty);
        b.replace_all_uses(value, stand_in);
    }
    for block in &gone {
        let end = b.body().last_op(*block);
        end.into_iter().for_each(|op| b.erase(op));
    }
    gone.into_iter().for_each(|block| b.erase_block(block));
}

/// Brings the constructs of an imported body into the blocks that LLVM 14's deserializer gives them, and with the
/// locations of their declarations. Where no construct inside branches to the loop's next iteration, only the last
/// block of the continue construct counts as one: LLVM 14 has no others.
pub fn as_deserialized(ctx: &Context, body: &mut Body) {
    let continues = walk::ops(body).any(|op| body.def(op) == spv::Continue::ID);
    for op in all(body, spv::Selection::ID) {
        if body.region_count(op) == 1 {
            let region = body.region(op, 0);
            locate(body, op, body.first_block(region), body.last_block(region));
        }
    }
    for op in all(body, spv::Loop::ID) {
        let Some(blocks) = loop_blocks(body, op) else { continue };
        let Some(entry) = body.last_op(blocks.entry).filter(|&e| body.successor_count(e) == 1) else {
            continue;
        };
        let before = body.loc(entry);
        locate(body, op, Some(blocks.header), Some(blocks.merge));
        let loc = body.loc(op);
        Builder::new(body).set_loc(entry, loc);
        if !continues && blocks.target != blocks.header {
            let region = body.region(op, 0);
            Builder::new(body).set_region_tail(region, None);
        }
        let passed: Vec<Value> = body.successor_args(entry, 0).collect();
        let block = split_before(body, op, before, &passed);
        let args = body.args(block).to_vec();
        Builder::new(body).set_successor_args(entry, 0, &args);
    }
    order_blocks(ctx.registry(), body, BlockOrder::BreadthFirst);
}

/// Gives a construct and its end the location of the instruction that ends its header.
fn locate(body: &mut Body, op: Op, header: Option<Block>, merge: Option<Block>) {
    let Some(end) = header.and_then(|header| body.last_op(header)) else { return };
    let loc = body.loc(end);
    let mut b = Builder::new(body);
    b.set_loc(op, loc);
    if let Some(last) = merge.and_then(|merge| b.body().last_op(merge)) {
        b.set_loc(last, loc);
    }
}
