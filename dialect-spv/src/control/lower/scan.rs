//! What must be known of a function in region form before it is changed: its constructs, where its exits
//! lead, and the order of its blocks.

use super::super::{Unstructured, loop_blocks};
use crate::control::{is_construct, is_exit, merge_slot};
use crate::spv;
use crate::structure::{LOOP_CONTINUE_TARGET, MERGE_NONE, SELECTION_CONTINUE_TARGET};
use rustc_hash::FxHashMap;
use spv_ir::{Block, Body, Op};

/// A construct.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// The op.
    pub op: Op,
    /// First block of its region.
    pub first: Block,
    /// Last block of its region.
    pub merge: Block,
    /// Header and continue target of a loop.
    pub cycle: Option<(Block, Block)>,
    /// The continue target of the innermost loop around it, where the merge block is marked as that, too.
    pub continues: Option<Block>,
}

/// See the module documentation.
#[derive(Debug, Default)]
pub struct Scan {
    /// Outer before inner, in the order of the code.
    pub constructs: Vec<Construct>,
    /// Exit ops and where they lead, in the order of the code.
    pub exits: Vec<(Op, Block)>,
    /// All blocks but the first ones of regions, in the order of the code.
    pub order: Vec<Block>,
    /// Headers of loops, and the continue targets that are no headers.
    pub headers: FxHashMap<Block, usize>,
    /// See `headers`.
    pub targets: FxHashMap<Block, usize>,
    /// Constructs without blocks, which do nothing.
    pub empty: Vec<Op>,
}

/// A construct that the scan is in.
struct Frame {
    op: Op,
    outer: Block,
    /// Merge block and continue target of the innermost loop.
    inner_loop: Option<(Block, Block)>,
    /// Merge block of the innermost switch.
    inner_switch: Option<Block>,
}

impl Scan {
    /// Reads a body.
    ///
    /// # Errors
    /// What breaks the rules of region form.
    pub fn new(body: &Body) -> Result<Scan, Unstructured> {
        let mut scan = Scan::default();
        let Some(mut block) = body.first_block(body.root()) else { return Ok(scan) };
        let mut frames: Vec<Frame> = Vec::new();
        let mut at = body.first_op(block);
        scan.order.push(block);
        loop {
            let Some(op) = at else {
                if let Some(next) = body.next_block(block) {
                    block = next;
                    scan.order.push(block);
                    at = body.first_op(block);
                } else if let Some(frame) = frames.pop() {
                    block = frame.outer;
                    at = body.next(frame.op);
                } else {
                    return Ok(scan);
                }
                continue;
            };
            at = body.next(op);
            if is_construct(body, op) && is_empty(body, op) {
                scan.empty.push(op);
            } else if is_construct(body, op) {
                let mut construct = construct(body, op, block)?;
                let mark =
                    if construct.cycle.is_some() { LOOP_CONTINUE_TARGET } else { SELECTION_CONTINUE_TARGET };
                if body.slot(op, mark) != 0 {
                    construct.continues = frames.last().and_then(|f| f.inner_loop).map(|l| l.1);
                }
                frames.push(frame(body, &construct, block, frames.last()));
                let number = scan.constructs.len();
                if let Some((header, target)) = construct.cycle {
                    scan.headers.insert(header, number);
                    if target != header {
                        scan.targets.insert(target, number);
                    }
                }
                scan.constructs.push(construct);
                block = construct.first;
                at = body.first_op(block);
            } else if is_exit(body, op) {
                let target = frames.last().and_then(|f| match body.def(op) {
                    def if def == spv::Break::ID => f.inner_loop.map(|l| l.0),
                    def if def == spv::Continue::ID => f.inner_loop.map(|l| l.1),
                    _ => f.inner_switch,
                });
                let target = target
                    .ok_or(Unstructured { reason: "an exit without a loop or switch around it", block })?;
                scan.exits.push((op, target));
            } else if body.def(op) == spv::Merge::ID && frames.is_empty() {
                return Err(Unstructured { reason: "`spv.mlir.merge` outside of a construct", block });
            }
        }
    }
}

fn is_empty(body: &Body, op: Op) -> bool {
    body.result_count(op) == 0 && body.region_count(op) == 1 && body.first_block(body.region(op, 0)).is_none()
}

fn frame(body: &Body, c: &Construct, outer: Block, around: Option<&Frame>) -> Frame {
    let mut frame = Frame {
        op: c.op,
        outer,
        inner_loop: around.and_then(|f| f.inner_loop),
        inner_switch: around.and_then(|f| f.inner_switch),
    };
    if let Some((_, target)) = c.cycle {
        frame.inner_loop = Some((c.merge, target));
    } else if body.last_op(c.first).is_some_and(|op| body.def(op) == spv::Switch::ID) {
        frame.inner_switch = Some(c.merge);
    }
    frame
}

/// The blocks of a construct in `block`, which must be as its definition says.
fn construct(body: &Body, op: Op, block: Block) -> Result<Construct, Unstructured> {
    let bad = |reason| Err(Unstructured { reason, block });
    if body.region_count(op) != 1 {
        return bad("a construct has one region");
    }
    let region = body.region(op, 0);
    let (Some(first), Some(merge)) = (body.first_block(region), body.last_block(region)) else {
        return bad("a construct without blocks");
    };
    let cycle = match body.def(op) == spv::Loop::ID {
        false => None,
        true => match loop_blocks(body, op) {
            None => return bad("a loop has an entry block, a header and a merge block at least"),
            Some(blocks) => Some((blocks.header, blocks.target)),
        },
    };
    if first == merge || !body.args(first).is_empty() {
        return bad("the first block of a construct takes no arguments and is not its merge block");
    }
    let results = body.last_op(merge).filter(|&last| body.def(last) == spv::Merge::ID);
    if results.is_none_or(|last| body.operand_count(last) != body.result_count(op)) {
        return bad("the last block of a construct must end in `spv.mlir.merge` with its results");
    }
    let header = cycle.map_or(first, |c| c.0);
    let inner = body.ops(header).find(|&op| is_construct(body, op) && !is_empty(body, op));
    let end = match inner {
        None => body.last_op(header),
        // The header of a loop may continue to the header of another.
        Some(inner) if body.def(inner) == spv::Loop::ID && cycle.is_some() => {
            let entry = (body.region_count(inner) == 1).then(|| body.first_block(body.region(inner, 0)));
            entry.flatten().and_then(|e| body.last_op(e))
        }
        Some(_) => return bad("a block that would be the header of two constructs"),
    };
    let branches = end.is_some_and(|end| match merge_slot(body.def(end)) {
        Some(slot) => body.slot(end, slot) == MERGE_NONE,
        None => is_exit(body, end),
    });
    if !branches {
        return bad("the header of a construct must end in a branch that declares none");
    }
    Ok(Construct { op, first, merge, cycle, continues: None })
}
