//! The two forms of a function's control flow, and the way from one to the other.
//!
//! *CFG form*: plain blocks; a header's terminator declares its construct. *Region form*:
//! `spv.mlir.selection` and `spv.mlir.loop`, whose regions hold the blocks of the construct.
//!
//! What a block becomes in region form:
//!
//! - The header of a selection keeps its ops; its terminator moves to the first block of the
//!   construct's region, and the construct's op takes its place.
//! - The header of a loop becomes the second block of the loop's region. The op is where the
//!   branch to the header stood, if one plain branch leads there; otherwise in a block made for it
//!   (`fused`).
//! - A merge block gives its ops to the block that holds the construct's op, after it: code continues
//!   in sequence. The emptied block is the last of the construct's region and passes its arguments
//!   on as the results of the op.
//! - A merge block that is the continue target of the loop around it, too, becomes both: after the construct
//!   there is only the branch to the continue target (`continue_target`).
//! - A branch from a construct to the merge block or continue target of one around it becomes an
//!   exit op; where the branch has other targets, too, in a block of its own (`trampoline`).

mod analysis;
mod domtree;
pub mod flow;
mod live_outs;
mod lower;
mod lower_unstructured;
pub mod lowering;
mod order;
mod restructure;
mod split;
mod structurize;

use crate::spv;
pub use analysis::Unstructured;
pub use lower::lower_to_cfg;
pub use lower_unstructured::{is_of_llvm14, lower_unstructured};
pub use order::{BlockOrder, order_blocks};
pub use restructure::structurize;
pub use structurize::{Storage, structurize as structurize_regions, structurize_crossing};

use crate::structure::{MERGE_LOOP, MERGE_SELECTION};
use spv_ir::dialect::OpDefId;
use spv_ir::{Block, Body, Builder, Op, Value};

/// The ops that are no instruction where they are: constants, addresses, references.
pub(crate) const SILENT: [OpDefId; 4] =
    [spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID, spv::SpecConstantOperation::ID];

/// First slot of the merge declaration of a branch: its kind, selection control, loop control and
/// the loop control's literals follow one another.
#[inline]
pub fn merge_slot(def: OpDefId) -> Option<usize> {
    match def {
        spv::Branch::ID => Some(spv::Branch::MERGE),
        spv::BranchConditional::ID => Some(spv::BranchConditional::MERGE),
        spv::Switch::ID => Some(spv::Switch::MERGE),
        _ => None,
    }
}

/// Whether an op in CFG form declares a loop, whose header it ends.
pub fn declares_loop(body: &Body, op: Op) -> bool {
    merge_slot(body.def(op)).is_some_and(|slot| body.slot(op, slot) == MERGE_LOOP)
}

/// How many trailing successors of an op are declarations and no edges.
#[inline]
pub fn declared(body: &Body, op: Op) -> usize {
    let declared = match merge_slot(body.def(op)).map(|slot| body.slot(op, slot)) {
        Some(MERGE_SELECTION) => 1,
        Some(MERGE_LOOP) => 2,
        _ => 0,
    };
    declared.min(body.successor_count(op))
}

/// How many successors of an op, from the first, control may flow to.
#[inline]
pub fn edge_count(body: &Body, op: Op) -> usize {
    body.successor_count(op) - declared(body, op)
}

/// Whether an op is a construct in region form.
pub(crate) fn is_construct(body: &Body, op: Op) -> bool {
    matches!(body.def(op), spv::Selection::ID | spv::Loop::ID)
}

/// Whether one of the constructs of a block, in order, is between two of its ops: then these are in different blocks of the
/// binary, as constructs have blocks of their own.
pub fn separates(constructs: &[Op], body: &Body, first: Op, last: Op) -> bool {
    let next = constructs.partition_point(|&op| body.is_before(op, first));
    constructs.get(next).is_some_and(|&op| body.is_before(op, last))
}

/// Whether an op is an exit of a construct in region form.
pub(crate) fn is_exit(body: &Body, op: Op) -> bool {
    matches!(body.def(op), spv::Break::ID | spv::Continue::ID | spv::SwitchBreak::ID)
}

/// The one op of a block that is an instruction, where there is no other.
fn only_op(body: &Body, block: Block) -> Option<Op> {
    let mut ops = body.ops(block).filter(|&op| !SILENT.contains(&body.def(op)));
    let only = ops.next()?;
    ops.next().is_none().then_some(only)
}

/// The roles of a loop's blocks in its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopBlocks {
    /// First: branches to the header.
    pub entry: Block,
    /// Second.
    pub header: Block,
    /// The continue target: begin of the continue construct, or the header itself.
    pub target: Block,
    /// Last.
    pub merge: Block,
}

/// The blocks of a loop in region form; `None` where there are too few. Where nothing is between the header
/// and the merge block, the header is exported as the continue target, which is no valid loop unless it is stored as that.
pub fn loop_blocks(body: &Body, op: Op) -> Option<LoopBlocks> {
    if body.region_count(op) != 1 {
        return None;
    }
    let region = body.region(op, 0);
    let (entry, merge) = (body.first_block(region)?, body.last_block(region)?);
    let header = body.next_block(entry).filter(|&h| h != merge)?;
    let target = body.region_tail(region).or_else(|| body.prev_block(merge))?;
    Some(LoopBlocks { entry, header, target, merge })
}

/// The successors of an op with what they are passed, to be changed and set again.
fn successors_of(body: &Body, op: Op) -> Vec<(Block, Vec<Value>)> {
    (0..body.successor_count(op))
        .map(|i| (body.successor(op, i), body.successor_args(op, i).collect()))
        .collect()
}

/// The reverse of [`successors_of`]; other operands stay.
fn set_successors(body: &mut Body, op: Op, successors: &[(Block, Vec<Value>)]) {
    let own: Vec<Value> = body.own_operands(op).collect();
    let slices: Vec<(Block, &[Value])> = successors.iter().map(|(b, l)| (*b, &l[..])).collect();
    Builder::new(body).set_operands(op, &own, &slices);
}
