//! Removal of switch cases whose literal never equals the selector

use crate::flow::loop_blocks;
use crate::ranges::Ranges;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_dialect::spv;
use spv_ir::analysis::edge_count;
use spv_ir::{AttrData, Block, Body, Builder, Context, InsertPoint, NewOp, Op, TypeData, Value};

/// Removes the cases of a switch whose literal is not in the selector's range. Returns the number of removed cases.
pub(super) fn drop_cases(ctx: &Context, ranges: &Ranges, body: &mut Body, op: Op) -> u64 {
    let Some(range) = body.own_operands(op).next().and_then(|selector| ranges.at(op, selector)) else {
        return 0;
    };
    // Unreachable code is either erased as a whole or left unchanged.
    if !ranges.is_executed(op) {
        return 0;
    }
    let Some(AttrData::Dense { ty, elements }) =
        body.slot_attr(op, spv::Switch::LITERALS).map(|attr| ctx.attr_data(attr))
    else {
        return 0;
    };
    let edges = edge_count(ctx.registry(), body, op);
    // The first edge is the default case. If `elements` has a single element, it is the literal of all cases.
    let literal = |case: usize| elements.get(case).or(elements.first()).copied().unwrap_or(0);
    let mut fixed: FxHashMap<Block, bool> = FxHashMap::default();
    let mut is_fixed = |target: Block| {
        *fixed
            .entry(target)
            .or_insert_with(|| of_loop(body, op, target) || is_branched_to(ctx, body, op, target))
    };
    let mut is_kept = |case: usize| range.contains(literal(case)) || is_fixed(body.successor(op, case + 1));
    let kept: Vec<usize> = (0..edges - 1).filter(|&case| is_kept(case)).collect();
    let dropped = edges - 1 - kept.len();
    if dropped == 0 {
        return 0;
    }
    let numbers =
        std::iter::once(0).chain(kept.iter().map(|case| case + 1)).chain(edges..body.successor_count(op));
    let successors: Vec<(Block, SmallVec<[Value; 4]>)> =
        numbers.map(|i| (body.successor(op, i), body.successor_args(op, i).collect())).collect();
    let successors: Vec<(Block, &[Value])> = successors.iter().map(|(b, args)| (*b, &args[..])).collect();
    let mut slots: SmallVec<[u32; 8]> = body.slots(op).into();
    slots[spv::Switch::LITERALS] = match kept.is_empty() {
        true => 0,
        false => {
            let elements = kept.iter().map(|&case| literal(case)).collect();
            let TypeData::Vector { element, .. } = *ctx.type_data(*ty) else { return 0 };
            let dims = Box::new([kept.len() as u64]);
            let ty = ctx.ty(TypeData::Vector { dims, element });
            ctx.dense_attr(ty, elements).raw()
        }
    };
    let operands: SmallVec<[Value; 1]> = body.own_operands(op).collect();
    let (loc, attrs) = (body.loc(op), body.attrs(op));
    let mut b = Builder::at(body, InsertPoint::Before(op));
    b.create(NewOp {
        loc,
        operands: &operands,
        slots: &slots,
        successors: &successors,
        attrs,
        ..NewOp::new(spv::Switch::ID)
    });
    b.erase(op);
    dropped as u64
}

/// Returns whether a block is the header, continue target or merge block of the loop that contains an op. Edges to
/// these blocks must be preserved.
fn of_loop(body: &Body, op: Op, block: Block) -> bool {
    let owner = body.parent(op).and_then(|block| body.block_owner(block));
    let blocks =
        owner.filter(|&owner| body.def(owner) == spv::Loop::ID).and_then(|owner| loop_blocks(body, owner));
    blocks.is_some_and(|blocks| [blocks.header, blocks.target, blocks.merge].contains(&block))
}

/// Returns whether another multi-way branch targets a block. A conditional branch to the next case needs no merge
/// instruction, but a branch to a block that is not a case needs one.
fn is_branched_to(ctx: &Context, body: &Body, switch: Op, block: Block) -> bool {
    let edges = |op: Op| edge_count(ctx.registry(), body, op);
    body.block_uses(block).any(|(op, number)| op != switch && number < edges(op) && edges(op) > 1)
}
