//! Export of region form
//!
//! Constructs add no blocks of their own. The ops in the first block of a construct are appended to the enclosing
//! block, which the first block's terminator then ends. The ops after the construct are appended to its merge block.

use super::ExportResult;
use super::function::{End, FunctionExport};
use super::plan::{ExportKind, ExportPlan};
use spv_dialect::control::loop_blocks;
use spv_ir::{Block, Op, Region};

/// A construct whose blocks are currently being written.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The construct op.
    op: Op,
    /// The block that contains the construct.
    outer: Block,
    /// For a selection, the block whose terminator is preceded by the OpSelectionMerge. For a loop, the loop header.
    header: Block,
    is_loop: bool,
    merge: Block,
}

impl FunctionExport<'_, '_, '_> {
    /// Returns the region of a construct, or `None` if the op does not have exactly one.
    fn construct_region(&self, op: Op) -> Option<Region> {
        (self.body.region_count(op) == 1).then(|| self.body.region(op, 0))
    }

    /// Returns the selection whose header is the current block, and its merge block. Returns `None` if the current
    /// block is not the header of a selection.
    pub(super) fn selection_header(&self) -> Option<(Op, Block)> {
        let frame = self.s.frames.last().filter(|f| f.header == self.block && !f.is_loop)?;
        Some((frame.op, frame.merge))
    }

    /// Records that an OpLoopMerge is pending if the current block is a loop header.
    pub(super) fn note_header(&mut self) {
        if let Some(frame) = self.s.frames.last().filter(|f| f.header == self.block && f.is_loop) {
            self.pending = loop_blocks(self.body, frame.op).map(|blocks| (frame.op, blocks));
        }
    }

    /// Enters a construct and returns its first block, or `None` if the construct is empty.
    pub(super) fn enter(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<Option<Block>> {
        let body = self.body;
        let error = |f: &Self, message: &str| Err(f.x.error(message));
        let Some(region) = self.construct_region(op) else {
            return error(self, "a construct must have exactly one region");
        };
        let (Some(first), Some(merge)) = (body.first_block(region), body.last_block(region)) else {
            if body.result_count(op) > 0 {
                return error(self, "an empty construct must not have results");
            }
            return Ok(None);
        };
        if !body.args(first).is_empty() {
            return error(self, "the first block of a construct must have no arguments");
        }
        let outer = self.block;
        let is_loop = plan.kind == ExportKind::Loop;
        if !is_loop {
            self.s.frames.push(Frame { op, outer, header: first, is_loop, merge });
            self.block = first;
            return Ok(Some(first));
        }
        let Some(blocks) = loop_blocks(self.body, op) else {
            return error(
                self,
                "a loop must have at least an entry block, a header block, a continue target and a merge \
                 block",
            );
        };
        self.s.frames.push(Frame { op, outer, header: blocks.header, is_loop, merge });
        self.block = first;
        if self.s.plan.fused_loops.contains(&op) {
            // The binary block already begun becomes the loop header; its phis have been written.
            self.block = blocks.header;
            self.note_header();
        }
        Ok(Some(self.block))
    }

    /// Leaves the innermost construct after its last block and returns the construct op. Returns `None` at the end of
    /// the function.
    pub(super) fn leave(&mut self) -> ExportResult<Option<Op>> {
        let Some(frame) = self.s.frames.pop() else {
            if self.end == End::Merged {
                return Err(self.x.error("`spv.mlir.merge` must be inside a construct"));
            }
            return Ok(None);
        };
        if self.end != End::Merged {
            return Err(self.x.error("the last block of a construct must end in `spv.mlir.merge`"));
        }
        self.block = frame.outer;
        self.end = End::Open;
        Ok(Some(frame.op))
    }

    /// Returns the label of the binary block in which an IR block ends.
    pub(super) fn exit_label(&mut self, block: Block) -> u32 {
        let mut at = block;
        let mut last = self.body.last_op(block);
        let id = loop {
            if last == self.body.last_op(at) && self.s.exits[at.index()] != 0 {
                break self.s.exits[at.index()];
            }
            if let Some(merge) = self.last_construct(last) {
                // The code after a construct continues in its merge block.
                (at, last) = (merge, self.body.last_op(merge));
                continue;
            }
            // A construct's first block continues the code before the construct.
            match self.body.block_owner(at).filter(|_| self.body.prev_block(at).is_none()) {
                Some(owner) => {
                    let Some(outer) = self.body.parent(owner) else { break self.label_id(at) };
                    (at, last) = (outer, self.body.prev(owner));
                }
                None => break self.label_id(at),
            }
        };
        self.s.exits[block.index()] = id;
        id
    }

    /// Returns the merge block of the last construct in a block, or `None` if the block contains no construct. Searches
    /// backward from the op `last`.
    fn last_construct(&self, last: Option<Op>) -> Option<Block> {
        let body = self.body;
        let mut at = last;
        while let Some(op) = at {
            if matches!(self.kind(op), ExportKind::Selection | ExportKind::Loop)
                && let Some(merge) = self.construct_region(op).and_then(|r| body.last_block(r))
            {
                return Some(merge);
            }
            at = body.prev(op);
        }
        None
    }
}
