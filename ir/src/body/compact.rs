//! Compaction: removes erased ops, blocks, regions and values from a body's arrays

use crate::body::op_storage::{FLAG_REGIONS, put};
use crate::body::value_data::{Definer, ValueData};
use crate::body::{Body, NIL, OpData, SuccessorData};
use crate::builder::Builder;
use crate::entity::{Block, Op, Region, Value};

/// A compaction in progress: the old body, the new body, and maps from old to new indices of ops, blocks, regions and
/// values. A new index is [`NIL`] until it is assigned.
struct Compaction {
    old: Body,
    new: Body,
    ops: Vec<u32>,
    blocks: Vec<u32>,
    regions: Vec<u32>,
    values: Vec<u32>,
    successors: Vec<u32>,
    /// Live ops, in the order of their new indices.
    live_ops: Vec<Op>,
    live_blocks: Vec<Block>,
    live_regions: Vec<Region>,
}

impl Builder<'_> {
    /// Releases the memory of erased ops, blocks, regions and values, and excess capacity. Invalidates all ids. A
    /// body with detached ops is left unchanged.
    pub fn compact(&mut self) {
        let mut compaction = Compaction::new(std::mem::take(self.body()));
        let detached = compaction.old.ops.ids().filter(|op| !compaction.old.is_dead(*op)).count();
        *self.body() = if compaction.live_ops.len() == detached {
            compaction.fill();
            compaction.new.shrink();
            compaction.new
        } else {
            compaction.old
        };
    }
}

/// Returns the new index for an old index, or `None` if none is assigned. `new_indices` maps old to new indices.
fn new_index(new_indices: &[u32], index: usize) -> Option<usize> {
    new_indices.get(index).filter(|index| **index != NIL).map(|index| *index as usize)
}

impl Compaction {
    fn new(old: Body) -> Compaction {
        let unassigned = |count: usize| vec![NIL; count];
        let mut compaction = Compaction {
            ops: unassigned(old.ops.len()),
            blocks: unassigned(old.blocks.len()),
            regions: unassigned(old.regions.len()),
            values: unassigned(old.values.len()),
            successors: unassigned(old.successors.len()),
            live_ops: Vec::with_capacity(old.ops.len()),
            live_blocks: Vec::with_capacity(old.blocks.len()),
            live_regions: Vec::with_capacity(old.regions.len()),
            new: Body::default(),
            old,
        };
        compaction.number();
        compaction
    }

    /// Assigns new indices to the regions, blocks and ops in the root region, each op before its nested ops.
    fn number(&mut self) {
        let old = &self.old;
        let mut open = vec![old.root];
        while let Some(region) = open.pop() {
            self.regions[region.index()] = self.live_regions.len() as u32;
            self.live_regions.push(region);
            let begin = open.len();
            for block in old.blocks(region) {
                self.blocks[block.index()] = self.live_blocks.len() as u32;
                self.live_blocks.push(block);
                for op in old.ops(block) {
                    self.ops[op.index()] = self.live_ops.len() as u32;
                    self.live_ops.push(op);
                    for number in 0..old.region_count(op) {
                        open.push(old.region(op, number));
                    }
                }
            }
            open[begin..].reverse();
        }
    }

    #[inline]
    fn op(&self, op: Option<Op>) -> Option<Op> {
        op.and_then(|op| new_index(&self.ops, op.index())).map(|index| self.new.ops.id(index))
    }

    #[inline]
    fn block(&self, block: Option<Block>) -> Option<Block> {
        block.and_then(|block| new_index(&self.blocks, block.index())).map(|index| self.new.blocks.id(index))
    }

    fn region(&self, region: Option<Region>) -> Option<Region> {
        region
            .and_then(|region| new_index(&self.regions, region.index()))
            .map(|index| self.new.regions.id(index))
    }

    /// Returns the new id of a value. Creates a placeholder for a value that is not defined yet.
    #[inline]
    fn value(&mut self, value: Value) -> Value {
        match new_index(&self.values, value.index()) {
            Some(index) => self.new.values.id(index),
            None => self.define(value, Definer::Forward, 0),
        }
    }

    fn define(&mut self, value: Value, definer: Definer, index: usize) -> Value {
        let new = self.new.values.alloc(ValueData::new(self.old.values[value].ty, definer, index));
        self.values[value.index()] = new.index() as u32;
        if let Some(name) = self.old.value_name(value) {
            self.new.value_names.resize(new.index(), None);
            self.new.value_names.push(Some(name));
        }
        // Only block arguments have annotations.
        if matches!(definer, Definer::Block(_))
            && let Some(annotations) = self.old.value_annotations.get(&value)
        {
            self.new.value_annotations.insert(new, *annotations);
        }
        new
    }

    fn fill(&mut self) {
        self.new.regions.clear(self.new.regions.owner());
        let regions = std::mem::take(&mut self.live_regions);
        let blocks = std::mem::take(&mut self.live_blocks);
        let ops = std::mem::take(&mut self.live_ops);
        self.new.blocks.reserve(blocks.len());
        self.new.successors.reserve(self.old.successors.len());
        self.new.values.reserve(self.old.values.len());
        for (number, &block) in blocks.iter().enumerate() {
            let new = self.new.blocks.id(number);
            let start = self.new.block_args.len() as u32;
            for index in 0..self.old.args(block).len() {
                let arg = self.old.args(block)[index];
                let arg = self.define(arg, Definer::Block(new), index);
                self.new.block_args.push(arg);
            }
            let mut data = self.old.blocks[block];
            data.arg_start = start;
            (data.prev, data.next) = (self.block(data.prev), self.block(data.next));
            (data.first, data.last) = (self.op(data.first), self.op(data.last));
            data.parent = self.region(data.parent);
            self.new.blocks.put(data);
            if let Some(annotations) = self.old.block_annotations.get(&block) {
                self.new.block_annotations.insert(new, *annotations);
            }
        }
        for (number, &op) in ops.iter().enumerate() {
            let new = self.new.ops.id(number);
            for index in 0..self.old.result_count(op) {
                self.define(self.old.result(op, index), Definer::Op(new), index);
            }
        }
        self.new.ops.reserve(ops.len());
        self.new.operands.reserve(self.old.operands.len());
        self.new.slots.reserve(self.old.slots.len());
        for (number, &op) in ops.iter().enumerate() {
            self.fill_op(op, number);
        }
        self.link_successors(&blocks);
        for &region in &regions {
            let mut data = self.old.regions[region].clone();
            data.owner = self.op(data.owner);
            (data.first, data.last) = (self.block(data.first), self.block(data.last));
            data.tail = self.block(data.tail);
            self.new.regions.put(data);
        }
        self.new.root = self.new.regions.id(0);
        self.new.epoch = self.old.epoch + 1;
    }

    /// Copies an op to the new index `number`. The ops of a block have consecutive indices.
    fn fill_op(&mut self, op: Op, number: usize) {
        let old = self.old.ops[op];
        let owner = self.new.ops.id(number);
        let mut data = OpData {
            parent: self.block(old.parent),
            prev: old.prev.map(|_| self.new.ops.id(number - 1)),
            next: old.next.map(|_| self.new.ops.id(number + 1)),
            first_result: None,
            operand_start: self.new.operands.len() as u32,
            slot_start: self.new.slots.len() as u32,
            ..old
        };
        if let Some(first) = old.first_result.filter(|_| old.results > 0) {
            data.first_result = Some(self.value(first));
        }
        for index in 0..old.operand_len {
            let operand = self.old.operands[(old.operand_start + index) as usize];
            let operand = self.value(operand);
            self.new.operands.push(operand);
        }
        // An op usually has one or two slots. For so few elements, a loop is faster than a bulk copy.
        for &slot in &self.old.slots[old.slot_start as usize..][..usize::from(old.slots)] {
            self.new.slots.push(slot);
        }
        let (first, count) = self.old.successor_range(&old);
        let new_first = self.new.successors.len() as u32;
        for at in first..first + count {
            let edge = self.old.successors[at as usize];
            self.successors[at as usize] = self.new.successors.len() as u32;
            let block = self.block(Some(edge.block)).unwrap_or(edge.block);
            self.new.successors.push(SuccessorData { block, owner, ..edge });
        }
        let inner = self.old.first_region(&old);
        let region = if old.regions > 0 {
            let start = self.new.region_lists.len();
            for index in 0..usize::from(old.regions) {
                let region = self.old.region_lists[inner + index];
                self.new.region_lists.extend(self.region(Some(region)));
            }
            start
        } else if old.flags & FLAG_REGIONS != 0 {
            let nested = self.old.nested[inner].take();
            self.new.nested.push(nested);
            self.new.nested.len() - 1
        } else {
            0
        };
        let attrs = self.old.attrs_of(&old);
        put(&mut self.new.slots, old.flags, (new_first, count), region as u32, attrs);
        self.new.ops.put(data);
    }

    /// Links the incoming edges of each block in their old order.
    fn link_successors(&mut self, blocks: &[Block]) {
        for &block in blocks {
            let mut at = self.old.blocks[block].first_pred;
            let mut before = NIL;
            if let Some(new) = self.block(Some(block)) {
                self.new.blocks[new].first_pred =
                    new_index(&self.successors, at as usize).map_or(NIL, |p| p as u32);
            }
            while let Some(new) = new_index(&self.successors, at as usize) {
                at = self.old.successors[at as usize].next;
                let next = new_index(&self.successors, at as usize).map_or(NIL, |place| place as u32);
                let edge = &mut self.new.successors[new];
                (edge.prev, edge.next) = (before, next);
                before = new as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::InsertPoint;
    use crate::testing::{Make, With, body_of, context};
    use crate::walk;

    #[test]
    fn what_is_left_is_as_it_was() {
        let ctx = context();
        let (mut body, blocks) = body_of(3);
        let mut make = Make::new(&ctx);
        let i32 = ctx.common().i32;
        let arg = Builder::new(&mut body).add_arg(blocks[2], i32);
        let first = make.constant(&mut body, blocks[0]);
        let second = make.constant(&mut body, blocks[0]);
        Builder::new(&mut body).set_value_name(second, Some(ctx.ident("second")));
        let at = InsertPoint::End(blocks[0]);
        let gone = make.op(&mut body, at, "test.any", With { operands: &[first, second], ..With::default() });
        let passed = [second];
        let successors: [(Block, &[Value]); 1] = [(blocks[2], &passed)];
        make.op(&mut body, at, "test.any", With { successors: &successors, ..With::default() });
        let any = With { operands: &[arg, second], results: &[i32], ..With::default() };
        make.op(&mut body, InsertPoint::End(blocks[2]), "test.any", any);
        let mut builder = Builder::new(&mut body);
        builder.erase(gone);
        if let Some(op) = builder.defining_op(first) {
            builder.erase(op);
        }
        builder.erase_block(blocks[1]);

        let seen = |body: &Body| -> Vec<String> {
            let numbers: Vec<Value> = walk::ops(body).flat_map(|op| body.results(op)).collect();
            let number = |value: Value| numbers.iter().position(|known| *known == value).unwrap_or(100);
            let seen = |op: Op| {
                let operands: Vec<usize> = body.operands(op).map(number).collect();
                let names: Vec<_> = body.results(op).map(|result| body.value_name(result)).collect();
                let uses: Vec<usize> = body.results(op).map(|result| body.uses(result).count()).collect();
                let successors: Vec<usize> =
                    body.successors(op).map(|block| body.block_uses(block).count()).collect();
                format!("{:?} {operands:?} {names:?} {uses:?} {successors:?}", body.def(op))
            };
            walk::ops(body).map(seen).collect()
        };
        let before = seen(&body);
        Builder::new(&mut body).compact();
        assert_eq!(seen(&body), before);
        assert_eq!((body.op_count(), body.value_count(), body.block_count()), (3, 3, 2));
    }
}
