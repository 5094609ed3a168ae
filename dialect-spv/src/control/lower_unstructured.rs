//! Lowering to unstructured control flow, as in LLVM 14
//!
//! The result has plain blocks, no merge instructions, and at most two-way branches.

use super::{Unstructured, loop_blocks, lower_to_cfg, successors_of};
use crate::control::SILENT;
use crate::control::{edge_count, is_construct, is_exit, merge_slot};
use crate::generated::opcodes;
use crate::spv;
use crate::structure::{MERGE_NONE, NO_MERGE};
use rustc_hash::FxHashMap;
use spv_ir::dialect::{ABSENT, OpDefId, Traits};
use spv_ir::{
    Annotations, AttrData, Attribute, Block, Body, Builder, Context, InsertPoint, NewOp, Op, Type, Value,
    walk,
};

/// Returns whether LLVM 14 can express all control flow of a body. Constructs must have no results, no exits, LLVM 14's
/// block layout, and at most one bit in the control mask. All other branches must have no merge instructions.
pub fn is_of_llvm14(ctx: &Context, body: &Body) -> bool {
    walk::ops(body).all(|op| is_op_of_llvm14(ctx, body, op))
}

fn is_op_of_llvm14(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = body.def(op);
    if is_construct(body, op) {
        let control = match body.slot(op, spv::Selection::SELECTION_CONTROL) {
            ABSENT => 0,
            control => control,
        };
        return body.result_count(op) == 0
            && (control == 0 || control.is_power_of_two())
            && (def != spv::Loop::ID || is_loop_of_llvm14(body, op));
    }
    if let Some(slot) = merge_slot(def) {
        return def != spv::Switch::ID && body.slot(op, slot) == MERGE_NONE;
    }
    let row = ctx.registry().op(def);
    if is_exit(body, op) {
        return false;
    }
    let place = body.parent(op).and_then(|block| Some((block, body.block_parent(block)?)));
    let Some((block, region)) = place.filter(|_| row.traits.contains(Traits::TERMINATOR)) else {
        return true;
    };
    // LLVM 14 does not allow returns in a construct, or an entry block that ends in Unreachable.
    match row.row.opcode {
        opcodes::RETURN | opcodes::RETURN_VALUE => region == body.root(),
        opcodes::UNREACHABLE => body.first_block(region) != Some(block),
        _ => true,
    }
}

/// Returns whether only the entry block and the block before the merge block branch to the loop header.
fn is_loop_of_llvm14(body: &Body, op: Op) -> bool {
    let Some(blocks) = loop_blocks(body, op) else { return false };
    let literals = body.slot(op, spv::Loop::LOOP_CONTROL_OPERANDS);
    literals == 0
        && body.tail_number(body.region(op, 0)).is_none()
        && body.block_uses(blocks.header).all(|(user, _)| {
            let from = body.parent(user);
            from == Some(blocks.entry) || from == Some(blocks.target)
        })
}

/// Converts a body to plain blocks: dissolves constructs, drops merge instructions, and lowers switches to comparison
/// chains. Returns `Ok(false)` if the body is unchanged.
///
/// Preserves semantics but loses the construct information.
///
/// # Errors
/// Fails if the body violates the rules of region form. The body is then unchanged.
pub fn lower_unstructured(ctx: &Context, body: &mut Body) -> Result<bool, Unstructured> {
    let mut changed = lower_to_cfg(ctx, body)?;
    changed |= drop_declarations(body);
    let ends: Vec<Op> = walk::blocks(body).filter_map(|block| body.last_op(block)).collect();
    let mut constants = FxHashMap::default();
    for end in ends {
        if body.def(end) == spv::Switch::ID {
            changed |= compare(ctx, body, end, &mut constants).is_some();
        }
    }
    Ok(changed)
}

/// Converts a body to plain blocks without merge instructions. Removes blocks that contain only a branch, where
/// possible.
///
/// # Errors
/// Fails if the body violates the rules of region form. The body is then unchanged.
pub fn lower_to_plain_blocks(ctx: &Context, body: &mut Body) -> Result<(), Unstructured> {
    lower_to_cfg(ctx, body)?;
    drop_declarations(body);
    let blocks: Vec<Block> = walk::blocks(body).skip(1).collect();
    blocks.into_iter().for_each(|block| skip(body, block));
    Ok(())
}

/// Erases a block that contains only a branch, and redirects its predecessors. Keeps the block if a predecessor would
/// have the same successor twice.
fn skip(body: &mut Body, block: Block) {
    let Some(branch) = body.last_op(block).filter(|&op| body.def(op) == spv::Branch::ID) else { return };
    let target = body.successor(branch, 0);
    let edges: Vec<(Op, usize)> = body.block_uses(block).collect();
    let leads_twice = |&(user, _): &(Op, usize)| {
        body.successors(user).any(|other| other == target)
            || body.successors(user).filter(|&other| other == block).count() > 1
    };
    if body.first_op(block) != Some(branch)
        || !body.args(block).is_empty()
        || target == block
        || body.block_annotations(block) != Annotations::default()
        || edges.iter().any(leads_twice)
    {
        return;
    }
    let args: Vec<Value> = body.successor_args(branch, 0).collect();
    let mut b = Builder::new(body);
    for (user, number) in edges {
        b.set_successor(user, number, target);
        b.set_successor_args(user, number, &args);
    }
    b.erase(branch);
    b.erase_block(block);
}

/// Drops all merge instructions of a body in CFG form. Returns whether the body changed.
fn drop_declarations(body: &mut Body) -> bool {
    let ends: Vec<Op> = walk::blocks(body).filter_map(|block| body.last_op(block)).collect();
    let mut changed = false;
    for end in ends {
        let Some(slot) = merge_slot(body.def(end)) else { continue };
        if body.slot(end, slot) != MERGE_NONE {
            let edges = edge_count(body, end);
            let mut b = Builder::new(body);
            b.truncate_successors(end, edges);
            for (i, value) in NO_MERGE.into_iter().enumerate() {
                b.set_slot(end, slot + i, value);
            }
            changed = true;
        }
    }
    changed
}

/// Lowers a switch to a chain of comparisons. Returns `None` for an invalid switch.
fn compare(
    ctx: &Context,
    body: &mut Body,
    switch: Op,
    constants: &mut FxHashMap<Attribute, Value>,
) -> Option<()> {
    let equal = ctx.registry().op_by_code(0, opcodes::I_EQUAL)?;
    let constant = SILENT[0];
    let mut block = body.parent(switch)?;
    let selector = body.own_operands(switch).next()?;
    let ty = body.value_type_opt(selector)?;
    let literals: Vec<Attribute> =
        match body.slot_attr(switch, spv::Switch::LITERALS).map(|attr| ctx.attr_data(attr)) {
            Some(AttrData::Dense { elements, .. }) => {
                elements.iter().map(|&value| ctx.attr(AttrData::Integer { ty, value })).collect()
            }
            Some(AttrData::Array(wide)) => wide.to_vec(),
            _ => Vec::new(),
        };
    let (loc, root) = (body.loc(switch), body.root());
    let (default, cases) = {
        let mut all = successors_of(body, switch).into_iter();
        (all.next()?, all.collect::<Vec<_>>())
    };
    let (attrs, after) = (body.attrs(switch), body.next_block(block));
    let count = cases.len();
    let mut values = Vec::with_capacity(count);
    for index in 0..count {
        // A splat attribute stores only one element.
        let literal = *literals.get(index).or(literals.first())?;
        values.push(*constants.entry(literal).or_insert_with(|| integer(body, constant, literal, ty)));
    }
    Builder::new(body).erase(switch);
    for (index, (target, args)) in cases.into_iter().enumerate() {
        let slots = vec![0; ctx.registry().op(equal).slots()];
        let mut b = Builder::at(body, InsertPoint::End(block));
        let condition = b.value(NewOp {
            loc,
            operands: &[selector, values[index]],
            results: &[ctx.common().i1],
            slots: &slots,
            ..NewOp::new(equal)
        });
        let (next, passed) = match index + 1 == count {
            true => (default.0, &default.1[..]),
            false => {
                let next = b.detached_block();
                b.move_block(next, root, after);
                (next, &[][..])
            }
        };
        let slots = [&[0][..], &NO_MERGE].concat();
        b.create(NewOp {
            loc,
            attrs: attrs.filter(|_| index == 0),
            operands: &[condition],
            slots: &slots,
            successors: &[(target, &args), (next, passed)],
            ..NewOp::new(spv::BranchConditional::ID)
        });
        block = next;
    }
    if count == 0 {
        let to = (default.0, &default.1[..]);
        let new = NewOp { loc, attrs, slots: &NO_MERGE, successors: &[to], ..NewOp::new(spv::Branch::ID) };
        Builder::at(body, InsertPoint::End(block)).create(new);
    }
    Some(())
}

/// Creates a constant at the top of the function.
fn integer(body: &mut Body, constant: OpDefId, value: Attribute, ty: Type) -> Value {
    let entry = body.first_block(body.root());
    let at = entry.and_then(|entry| body.first_op(entry)).map_or(InsertPoint::Detached, InsertPoint::Before);
    let op =
        Builder::at(body, at).create(NewOp { results: &[ty], slots: &[value.raw()], ..NewOp::new(constant) });
    body.result(op, 0)
}
