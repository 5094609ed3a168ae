//! Control-flow forms of a function and the conversions between them
//!
//! The *CFG form* has plain blocks. The terminator of a header block holds the merge instruction. The *region form* has
//! the ops `spv.mlir.selection` and `spv.mlir.loop`, whose regions contain the blocks of the construct.
//!
//! The blocks of CFG form correspond to region form as follows:
//!
//! - A selection header keeps its ops. Its terminator moves to the first block of the construct's region, and the
//!   construct op replaces the terminator.
//! - A loop header becomes the second block of the loop's region. The loop op replaces the branch to the header if
//!   there is a single plain branch. Otherwise the op is in a new block (`fused`).
//! - The ops of a merge block move to the position after the construct op, so that the code continues in the same
//!   block. The emptied block becomes the last block of the region and yields its arguments as the op's results.
//! - A merge block that is also the continue target of the enclosing loop becomes two blocks. Only the branch to the
//!   continue target follows the construct (hint `continue_target`).
//! - A branch from a construct to the merge block or continue target of an enclosing construct becomes an exit op. If
//!   the branch has other targets, the exit op is in a separate block (hint `trampoline`).

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
pub use lower_unstructured::{is_of_llvm14, lower_to_plain_blocks, lower_unstructured};
pub use order::{BlockOrder, order_blocks};
pub use restructure::structurize;
pub use structurize::{Storage, structurize as structurize_regions, structurize_crossing};

use crate::structure::{MERGE_LOOP, MERGE_SELECTION};
use spv_ir::dialect::OpDefId;
use spv_ir::{Block, Body, Builder, Op, Value};

/// Ops that produce no instruction at their position: constants, addresses and references to module-level ids.
pub(crate) const SILENT: [OpDefId; 4] =
    [spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID, spv::SpecConstantOperation::ID];

/// Returns the index of a branch's first merge attribute. The attributes are, in order: merge kind, selection control,
/// loop control, loop control literals. Returns `None` for ops without merge attributes.
#[inline]
pub fn merge_slot(def: OpDefId) -> Option<usize> {
    match def {
        spv::Branch::ID => Some(spv::Branch::MERGE),
        spv::BranchConditional::ID => Some(spv::BranchConditional::MERGE),
        spv::Switch::ID => Some(spv::Switch::MERGE),
        _ => None,
    }
}

/// Returns whether an op is the terminator of a loop header in CFG form.
pub fn declares_loop(body: &Body, op: Op) -> bool {
    merge_slot(body.def(op)).is_some_and(|slot| body.slot(op, slot) == MERGE_LOOP)
}

/// Returns the number of an op's trailing successors that are declared merge blocks or continue targets, not CFG edges.
#[inline]
pub fn declared(body: &Body, op: Op) -> usize {
    let declared = match merge_slot(body.def(op)).map(|slot| body.slot(op, slot)) {
        Some(MERGE_SELECTION) => 1,
        Some(MERGE_LOOP) => 2,
        _ => 0,
    };
    declared.min(body.successor_count(op))
}

/// Returns the number of an op's leading successors that are CFG edges.
#[inline]
pub fn edge_count(body: &Body, op: Op) -> usize {
    body.successor_count(op) - declared(body, op)
}

/// Returns whether an op is a region-form construct (`spv.mlir.selection` or `spv.mlir.loop`).
pub(crate) fn is_construct(body: &Body, op: Op) -> bool {
    matches!(body.def(op), spv::Selection::ID | spv::Loop::ID)
}

/// Returns whether a construct op lies between two ops of a block. If so, the two ops belong to different blocks in the
/// binary. `constructs` lists the block's construct ops in order.
pub fn separates(constructs: &[Op], body: &Body, first: Op, last: Op) -> bool {
    let next = constructs.partition_point(|&op| body.is_before(op, first));
    constructs.get(next).is_some_and(|&op| body.is_before(op, last))
}

/// Returns whether an op is a region-form exit from a construct.
pub(crate) fn is_exit(body: &Body, op: Op) -> bool {
    matches!(body.def(op), spv::Break::ID | spv::Continue::ID | spv::SwitchBreak::ID)
}

/// Returns the only op of a block that produces an instruction. Returns `None` if several ops or no ops do.
fn only_op(body: &Body, block: Block) -> Option<Op> {
    let mut ops = body.ops(block).filter(|&op| !SILENT.contains(&body.def(op)));
    let only = ops.next()?;
    ops.next().is_none().then_some(only)
}

/// The blocks with special roles in a loop's region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopBlocks {
    /// First block of the region, which branches to the header.
    pub entry: Block,
    /// Second block of the region.
    pub header: Block,
    /// The continue target: first block of the continue construct, or the header.
    pub target: Block,
    /// Last block of the region.
    pub merge: Block,
}

/// Returns the blocks of a loop in region form, or `None` if there are too few. If no block lies between header and
/// merge block, the header is the continue target. This is invalid unless the op's hints declare it.
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

/// Returns the successors of an op with the operands that it forwards to each.
fn successors_of(body: &Body, op: Op) -> Vec<(Block, Vec<Value>)> {
    (0..body.successor_count(op))
        .map(|i| (body.successor(op, i), body.successor_args(op, i).collect()))
        .collect()
}

/// Sets the successors of an op, in the format of [`successors_of`]. Keeps the op's other operands.
fn set_successors(body: &mut Body, op: Op, successors: &[(Block, Vec<Value>)]) {
    let own: Vec<Value> = body.own_operands(op).collect();
    let slices: Vec<(Block, &[Value])> = successors.iter().map(|(b, l)| (*b, &l[..])).collect();
    Builder::new(body).set_operands(op, &own, &slices);
}
