//! Region form: constructs are written into the blocks around them, so that no block is added.
//!
//! The ops of a construct's first block go to the block that holds the construct, whose terminator they
//! bring; those behind the construct go to its merge block.

use super::Step;
use super::function::{End, FunctionExport};
use super::plan::{Kind, Plan};
use spv_ir::{Block, Op, Region, Value, ValueDef};

/// A construct that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The construct.
    pub op: Op,
    /// The block that holds it.
    outer: Block,
    /// The block whose terminator gets the merge instruction.
    header: Block,
    pub is_loop: bool,
    /// Merge block.
    pub merge: Block,
    /// Continue target, of a loop.
    pub target: Block,
}

impl FunctionExport<'_, '_> {
    /// Numbers the blocks of a region, in order.
    pub(super) fn number_blocks(&mut self, region: Region) {
        let blocks = self.body.blocks(region);
        for (position, block) in blocks.enumerate() {
            self.s.positions[block.index()] = position as u32;
        }
    }

    /// The construct whose header is the block at work.
    pub(super) fn header(&self) -> Option<Frame> {
        self.s.frames.last().copied().filter(|f| f.header == self.block)
    }

    /// Begins a construct; its first block is then at work. `None` where it is empty.
    pub(super) fn enter(&mut self, op: Op, plan: Plan) -> Step<Option<Block>> {
        let body = self.body;
        let is_loop = plan.kind == Kind::Loop;
        let error = |f: &Self, message: &str| Err(f.x.error(message));
        if self.header().is_some_and(|f| f.is_loop) {
            return error(self, "a construct in the header block of a loop: the loop's merge instruction belongs there");
        }
        if body.region_count(op) != 1 {
            return error(self, "a construct has one region");
        }
        let region = body.region(op, 0);
        let (Some(first), Some(merge)) = (body.first_block(region), body.last_block(region)) else {
            if body.result_count(op) > 0 {
                return error(self, "an empty construct has no results");
            }
            return Ok(None);
        };
        if !body.args(first).is_empty() {
            return error(self, "the first block of a construct takes no arguments");
        }
        let target = body.prev_block(merge).unwrap_or(first);
        let header = if is_loop { body.next_block(first).unwrap_or(merge) } else { first };
        if is_loop && header == merge {
            return error(self, "a loop has an entry block, a header and a merge block at least");
        }
        self.number_blocks(region);
        self.s.frames.push(Frame { op, outer: self.block, header, is_loop, merge, target });
        self.block = first;
        Ok(Some(first))
    }

    /// Ends the construct whose last block is written; the block around it is at work again. `None` at the
    /// end of the function.
    pub(super) fn leave(&mut self) -> Step<Option<Op>> {
        let Some(frame) = self.s.frames.pop() else {
            if self.end == End::Merged {
                return Err(self.x.error("`spv.mlir.merge` outside of a construct"));
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

    /// The label that is in force at the end of a block: that of the merge block of the last construct in
    /// it, or its own.
    pub(super) fn exit_label(&mut self, block: Block) -> u32 {
        let mut at = block;
        let id = loop {
            match self.s.exits[at.index()] {
                0 => {}
                id => break id,
            }
            match self.last_construct(at) {
                Some(merge) => at = merge,
                None => break self.label_id(at),
            }
        };
        self.s.exits[block.index()] = id;
        id
    }

    /// The merge block of the last construct in a block.
    fn last_construct(&self, block: Block) -> Option<Block> {
        let body = self.body;
        let mut at = body.last_op(block);
        while let Some(op) = at {
            if matches!(self.x.plans.get(body.def(op)).kind, Kind::Selection | Kind::Loop)
                && body.region_count(op) == 1
                && let Some(merge) = body.last_block(body.region(op, 0))
            {
                return Some(merge);
            }
            at = body.prev(op);
        }
        None
    }

    /// The id of a construct's result: that of the value that its merge block passes.
    pub(super) fn construct_result(&mut self, value: Value) -> Step<u32> {
        let body = self.body;
        let mut way = vec![value];
        let mut at = value;
        while let Some(next) = self.merged(at)? {
            at = next;
            if self.known_value(at) {
                break;
            }
            way.push(at);
            if way.len() > body.value_count() {
                return Err(self.x.error("a result of a construct that is defined by itself"));
            }
        }
        let id = self.value(at)?;
        for value in way {
            self.set_value(value, id);
        }
        Ok(id)
    }

    /// The value that a construct's result stands for; `None` for other values.
    fn merged(&self, value: Value) -> Step<Option<Value>> {
        let body = self.body;
        let ValueDef::Result(op, number) = body.value_def(value) else { return Ok(None) };
        if !matches!(self.x.plans.get(body.def(op)).kind, Kind::Selection | Kind::Loop) {
            return Ok(None);
        }
        let region = (body.region_count(op) == 1).then(|| body.region(op, 0));
        let merge = region.and_then(|r| body.last_op(body.last_block(r)?));
        let merge = merge.filter(|&m| self.x.plans.get(body.def(m)).kind == Kind::Merge);
        match merge.and_then(|m| body.operands(m).nth(number as usize)) {
            Some(value) => Ok(Some(value)),
            None => Err(self.x.error("a result of a construct that its merge block does not pass")),
        }
    }
}
