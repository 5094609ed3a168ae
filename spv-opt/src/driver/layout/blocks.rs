//! Block structure of LLVM 14's serializer and deserializer
//!
//! In binaries written by LLVM 14, each selection has its own header block. If constructs are nested in a loop's
//! header, the header contains only the loop's merge instruction. Unreachable blocks are omitted. In modules read by
//! LLVM 14, each loop is in a block of its own, whose arguments are the initial values of the loop.

use rustc_hash::{FxHashMap, FxHashSet};
use spv_opt::dialect::control::{BlockOrder, loop_blocks, order_blocks};
use spv_opt::dialect::structure::NO_MERGE;
use spv_opt::ir::dialect::OpDefId;
use spv_opt::ir::{AttrData, Block, Body, Builder, InsertPoint, Location, NewOp, Op, Type, Value, walk};
use spv_opt::spv;
use spv_opt::{Context, Module};

/// Loop headers that were split, each with the block that received its ops. Contains one list per body, in the order of
/// [`walk::bodies_mut`].
pub struct Splits(Vec<Vec<(Block, Block)>>);

/// Calls `each` for the body of every function.
fn functions(module: &mut Module, each: &mut dyn FnMut(&mut Body)) {
    walk::bodies_mut(&mut module.body, &mut |_, _| true, each);
}

/// Returns the ops with the definition `kind`, outer ops first.
fn all(body: &Body, kind: OpDefId) -> Vec<Op> {
    walk::ops(body).filter(|&op| body.def(op) == kind).collect()
}

/// Splits the headers of loops that contain constructs. Returns `None` if there are none. LLVM 14 allows these headers
/// in MLIR text, but a block of a binary declares at most one construct.
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

/// Reverts [`split_headers`]. The module must not have changed in between.
pub fn join_headers(module: &mut Module, splits: Splits) {
    let mut splits = splits.0.into_iter();
    functions(module, &mut |body| {
        // Inner loops were split after outer loops and may be in blocks of outer loops, so inner headers are joined
        // first.
        for (header, rest) in splits.next().into_iter().flatten().rev() {
            let branch = body.last_op(header);
            let mut b = Builder::new(body);
            branch.into_iter().for_each(|op| b.erase(op));
            b.append_ops(rest, header);
            b.erase_block(rest);
        }
    });
}

/// Moves `op` and the ops after it to a new block, inserts a branch to this block, and returns it. The branch forwards
/// the values `passed` as successor operands.
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

/// Reorders the blocks of all functions as the binary form requires.
pub fn ordered(module: &mut Module) {
    let ctx = module.ctx.clone();
    functions(module, &mut |body| order_blocks(ctx.registry(), body, BlockOrder::IfNeeded));
}

/// Converts the blocks of a verified module to those that LLVM 14's serializer would write.
pub fn as_serialized(module: &mut Module) {
    // The split is permanent: MLIR text printed after a round trip shows these blocks.
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

/// Marks all arguments of a continue target for export as OpPhi, the only form that LLVM 14 supports.
fn keep_phis(ctx: &Context, body: &mut Body, op: Op, target: Block) {
    let numbers: Box<[u32]> = (0..body.args(target).len() as u32).collect();
    if !numbers.is_empty() {
        let mark = ctx.attr(AttrData::Words(numbers));
        Builder::new(body).set_slot(op, spv::Loop::CONTINUE_PHIS, mark.raw());
    }
}

/// Returns the location for a branch inserted before `op`: the location of the previous op, because LLVM 14 writes no
/// OpLine for the branch.
fn line_before(body: &Body, op: Op) -> Location {
    body.prev(op).map_or(Location::UNKNOWN, |before| body.loc(before))
}

/// Sets the location of a header's terminator to the location of its construct, like LLVM 14.
fn state_line(body: &mut Body, op: Op, header: Option<Block>) {
    let loc = body.loc(op);
    if let Some(end) = header.and_then(|header| body.last_op(header))
        && loc.is_explicit()
    {
        Builder::new(body).set_loc(end, loc);
    }
}

/// Erases the unreachable blocks of a function, except blocks inside constructs.
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
    // In an unverified module, ops in other blocks may still use these values.
    if used.iter().any(|&value| body.uses(value).any(|(op, _)| !own.contains(&op))) {
        return;
    }
    let mut b = Builder::new(body);
    // The erased ops may use each other's values in a cycle.
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

/// Adds the blocks and locations that LLVM 14's deserializer creates to the constructs of an imported body. As in LLVM
/// 14, if no nested construct branches to the continue target, the continue construct is reduced to its last block.
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

/// Sets the locations of a construct and of its merge block's terminator to the location of its header's terminator.
fn locate(body: &mut Body, op: Op, header: Option<Block>, merge: Option<Block>) {
    let Some(end) = header.and_then(|header| body.last_op(header)) else { return };
    let loc = body.loc(end);
    let mut b = Builder::new(body);
    b.set_loc(op, loc);
    if let Some(last) = merge.and_then(|merge| b.body().last_op(merge)) {
        b.set_loc(last, loc);
    }
}
