//! The control-flow graph over both forms of a function, and what passes ask of constructs.

use crate::analyses::{Analyses, Analysis};
use crate::limits::Limits;
use rustc_hash::FxHashMap;
pub use spv_dialect::control::flow::{Edge, Flow, NONE, Node, Passed};
pub use spv_dialect::control::{LoopBlocks, loop_blocks};
use spv_dialect::spv;
use spv_ir::{Block, Body, Builder, Context, Op, walk};

/// Whether a block is one of a loop's continue construct.
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

/// Whether a block is the header of a loop in region form and holds no construct: one that is put there must
/// not be a selection, which would make the block its header, too.
pub fn is_bare_header(body: &Body, block: Block) -> bool {
    let owner = body.block_owner(block).filter(|&o| body.def(o) == spv::Loop::ID);
    let header = owner.and_then(|o| loop_blocks(body, o)).is_some_and(|b| b.header == block);
    header && !body.ops(block).any(|op| body.region_count(op) > 0)
}

/// Gives a loop a block before its header. The merge block of the construct before must not be the header where
/// switches are left for it: a header that is its own continue target lies deeper for spirv-val.
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

/// The position of each block in the order of the text, from the first query on.
#[derive(Default)]
pub struct Positions(FxHashMap<Block, u32>);

impl Positions {
    /// Whether a loop's header in the binary is the block that holds it, and a branch that is not in the loop leads back there:
    /// spirv-val allows that where nothing is reachable.
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
