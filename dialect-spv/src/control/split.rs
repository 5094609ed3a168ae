//! Duplication of blocks that region form must represent as two blocks
//!
//! A new block is inserted before the original and only branches to it. Hints on the construct ops record the split, so
//! that CFG form and the binary have a single block again.

use super::analysis::{Analysis, NONE, Unstructured};
use crate::control::{declares_loop, edge_count};
use crate::spv;
use crate::structure::NO_MERGE;
use smallvec::SmallVec;
use spv_ir::{Block, Body, Builder, InsertPoint, Location, NewOp, Op, Type, Value};

/// A block that was split in two.
pub struct Split {
    /// The new block, which branches to `after`.
    pub front: Block,
    /// The original block, which still contains the ops.
    pub after: Block,
}

/// Inserts a block before each loop header that cannot be entered by a single plain branch from outside.
pub fn entries(body: &mut Body, a: &Analysis) -> Vec<Split> {
    let mut entries = Vec::new();
    for (number, c) in (0..).zip(&a.constructs).filter(|(_, c)| c.is_loop()) {
        let uses = outside(body, a, number);
        if !is_single_entry(body, a, c.header, &uses) {
            entries.extend(split(body, a.nodes[c.header as usize].block, &uses));
        }
    }
    entries
}

/// Returns whether each loop has a single plain branch from outside, so that [`entries`] would insert no block.
pub fn are_entered(body: &Body, a: &Analysis) -> bool {
    let mut loops = (0..).zip(&a.constructs).filter(|(_, c)| c.is_loop());
    loops.all(|(number, c)| is_single_entry(body, a, c.header, &outside(body, a, number)))
}

/// Returns the edges to the header of loop `number` from outside the loop: branch op and successor index.
fn outside(body: &Body, a: &Analysis, number: u32) -> SmallVec<[(Op, usize); 4]> {
    let header = a.nodes[a.constructs[number as usize].header as usize].block;
    let outside = |op: Op| {
        let pred = body.parent(op).map_or(NONE, |b| a.node(b));
        pred == NONE || a.terminator_holder(pred) != number
    };
    body.block_uses(header).filter(|(op, _)| outside(*op)).collect()
}

/// Returns whether the loop op can replace the only branch to the header from outside. In unreachable code, the branch
/// may come after the loop; the loop op would then follow itself.
fn is_single_entry(body: &Body, a: &Analysis, header: u32, uses: &[(Op, usize)]) -> bool {
    let &[(op, _)] = uses else { return false };
    let pred = body.parent(op).map_or(NONE, |b| a.node(b));
    let is_plain =
        a.nodes.get(pred as usize).is_some_and(|n| n.heads == NONE) && body.def(op) == spv::Branch::ID;
    is_plain && !a.dominates(header, pred)
}

/// Analyzes a body. If necessary, splits merge blocks that are also the continue target of a loop, and returns them.
/// Returns `Ok(None)` if the body declares no construct.
///
/// # Errors
/// Reports a violation of the structured control-flow rules. No block is split in that case.
pub fn analyse(body: &mut Body, a: &mut Analysis) -> Result<Option<Vec<Split>>, Unstructured> {
    let reason = match a.analyse(body) {
        Ok(any) => return Ok(any.then(Vec::new)),
        Err(reason) => reason,
    };
    if !a.dominance(body)? {
        return Err(reason);
    }
    let splits = merges(body, a);
    if splits.is_empty() {
        return Err(reason);
    }
    let again = a.analyse(body).and_then(|any| match any {
        true if continue_instead(body, a, &splits) => a.analyse(body),
        any => Ok(any),
    });
    match again {
        Ok(any) => Ok(any.then_some(splits)),
        Err(_) => {
            undo(body, &splits);
            Err(reason)
        }
    }
}

/// Splits each merge block that is also a loop's continue target. All edges to it then branch to the new block. Back
/// edges remain unchanged if the block is also a loop header.
fn merges(body: &mut Body, a: &Analysis) -> Vec<Split> {
    let mut splits = Vec::new();
    let blocks: Vec<Block> = body.blocks(body.root()).collect();
    for block in blocks {
        let continues = |&(op, number): &(Op, usize)| {
            declares_loop(body, op) && number == edge_count(body, op) + 1 && body.parent(op) != Some(block)
        };
        // The back edges of a header that is its own continue target are not redirected.
        let back = |&(op, _): &(Op, usize)| {
            let pred = body.parent(op).map_or(NONE, |b| a.node(b));
            pred != NONE && a.dominates(a.node(block), pred)
        };
        let (targets, mut others): (Vec<_>, Vec<_>) = body.block_uses(block).partition(continues);
        let merges = |&(op, number): &(Op, usize)| number == edge_count(body, op);
        if !targets.is_empty() && others.iter().any(merges) {
            others.retain(|other| !back(other));
            splits.extend(split(body, block, &others));
        }
    }
    splits
}

/// Redirects edges that may not branch to a split merge block, because they come from inside another construct. They
/// branch to the continue target instead. Returns whether any edge was redirected.
fn continue_instead(body: &mut Body, a: &Analysis, splits: &[Split]) -> bool {
    let mut any = false;
    for split in splits {
        let front = a.node(split.front);
        let illegal = |&(op, number): &(Op, usize)| {
            let pred = body.parent(op).map_or(NONE, |b| a.node(b));
            number < edge_count(body, op) && pred != NONE && a.edge(pred, front).is_none()
        };
        let edges: Vec<(Op, usize)> = body.block_uses(split.front).filter(illegal).collect();
        for (op, number) in edges {
            Builder::new(body).set_successor(op, number, split.after);
            any = true;
        }
    }
    any
}

/// Inserts a block before `after` and redirects the given edges (branch op and successor index) to it.
fn split(body: &mut Body, after: Block, uses: &[(Op, usize)]) -> Option<Split> {
    let region = body.block_parent(after)?;
    let is_entry = body.first_block(body.root()) == Some(after);
    let mut b = Builder::new(body);
    let front = b.detached_block();
    b.move_block(front, region, Some(after));
    if is_entry {
        move_args(body, after, front);
    }
    let types: Vec<Type> = body.args(after).iter().map(|&v| body.value_type(v)).collect();
    let mut b = Builder::new(body);
    let args: Vec<Value> = types.into_iter().map(|ty| b.add_arg(front, ty)).collect();
    for &(op, number) in uses {
        b.set_successor(op, number, front);
    }
    b.at = InsertPoint::End(front);
    let loc = uses.first().map_or(Location::UNKNOWN, |&(op, _)| b.loc(op).position());
    b.create(NewOp { loc, slots: &NO_MERGE, successors: &[(after, &args)], ..NewOp::new(spv::Branch::ID) });
    Some(Split { front, after })
}

/// Moves the function's parameters from the old entry block to the new entry block.
fn move_args(body: &mut Body, from: Block, to: Block) {
    let pairs: Vec<(Value, Value)> = body
        .args(from)
        .to_vec()
        .into_iter()
        .map(|arg| {
            let (ty, name, annotations) =
                (body.value_type(arg), body.value_name(arg), body.value_annotations(arg));
            let mut b = Builder::new(body);
            let moved = b.add_arg(to, ty);
            b.set_value_name(moved, name);
            b.set_value_annotations(moved, annotations);
            (arg, moved)
        })
        .collect();
    let mut b = Builder::new(body);
    b.replace_uses_of_each(&pairs);
    b.remove_args(from, |_| true);
}

/// Removes the inserted blocks.
pub fn undo(body: &mut Body, splits: &[Split]) {
    for split in splits {
        if body.first_block(body.root()) == Some(split.front) {
            move_args(body, split.front, split.after);
        }
        let uses: Vec<(Op, usize)> = body.block_uses(split.front).collect();
        let mut b = Builder::new(body);
        for (op, number) in uses {
            b.set_successor(op, number, split.after);
        }
        b.erase_block(split.front);
    }
}
