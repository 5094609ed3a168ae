//! Control-flow graph of a function in CFG or region form, and queries on constructs

use crate::analyses::{Analyses, Analysis};
use crate::limits::Limits;
use rustc_hash::FxHashMap;
pub use spv_dialect::control::flow::{Edge, Flow, NONE, Node, Passed};
pub use spv_dialect::control::{LoopBlocks, loop_blocks};
use spv_dialect::spv;
use spv_ir::{Block, Body, Builder, Context, Op, walk};

/// Returns whether a block belongs to the continue construct of the loop `owner`, a structured loop op.
pub fn in_continue(body: &Body, owner: Op, block: Block) -> bool {
    let Some(blocks) = loop_blocks(body, owner).filter(|b| b.target != b.header) else { return false };
    let mut at = Some(blocks.target);
    while let Some(b) = at.filter(|&b| b != blocks.merge) {
        if b == block {
            return true;
        }
        at = body.next_block(b);
    }
    false
}

/// Returns whether a block is the header of a loop in region form and contains no construct. A selection inserted
/// there would make the block the selection's header, too.
pub fn is_bare_header(body: &Body, block: Block) -> bool {
    let owner = body.block_owner(block).filter(|&o| body.def(o) == spv::Loop::ID);
    let header = owner.and_then(|o| loop_blocks(body, o)).is_some_and(|b| b.header == block);
    header && !body.ops(block).any(|op| body.region_count(op) > 0)
}

/// Makes the loop's header a block of its own, separate from the block that contains the loop op. Does nothing if `op`
/// is not a loop.
///
/// Callers must do this if the containing block becomes the merge block of a preceding construct from which a switch
/// case exits. For these exits, spirv-val considers a header too deeply nested if it is its own continue target.
pub(crate) fn unfuse(body: &mut Body, op: Option<Op>) {
    let fused = spv::Loop::FUSED;
    if let Some(op) = op.filter(|&op| body.def(op) == spv::Loop::ID && body.slot(op, fused) != 0) {
        Builder::new(body).set_slot(op, fused, 0);
    }
}

impl Analysis for Flow {
    fn new(ctx: &Context, body: &Body, _: &Limits, _: &mut Analyses) -> Flow {
        Flow::new(ctx, body)
    }
}

/// Index of each block in textual order, computed at the first query.
#[derive(Default)]
pub struct Positions(FxHashMap<Block, u32>);

impl Positions {
    /// Returns whether the block that contains the loop op is both the loop's header in the binary and the header of
    /// another cycle. According to spirv-val, a second cycle is valid only in unreachable code.
    pub fn heads_outer_cycle(&mut self, body: &Body, op: Op) -> bool {
        let is_fused = body.def(op) == spv::Loop::ID && body.slot(op, spv::Loop::FUSED) != 0;
        let Some(holder) = body.parent(op).filter(|_| is_fused) else { return false };
        if self.0.is_empty() {
            self.0.extend((0..).zip(walk::blocks(body)).map(|(number, block)| (block, number)));
        }
        let mut users = body.block_uses(holder).filter_map(|(user, _)| body.parent(user));
        users.any(|from| self.0.get(&from) >= self.0.get(&holder))
    }
}
