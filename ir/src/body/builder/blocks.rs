//! Block editing: positions in regions, arguments, and moves of ops between blocks

use super::Builder;
use super::place::{FIRST_ORDER, ORDER_GAP};
use crate::body::value_data::{Definer, ValueData};
use crate::body::*;
use crate::entity::*;
use crate::types::Type;

impl Builder<'_> {
    /// Creates a block and appends it to a region.
    pub fn append_block(&mut self, region: Region) -> Block {
        let block = self.detached_block();
        self.link_block(block, region, None);
        block
    }

    /// Creates a block without a parent region.
    pub fn detached_block(&mut self) -> Block {
        self.body.blocks.alloc(BlockData::DETACHED)
    }

    /// Moves a block to `region`: before the block `before`, or to the end if `before` is `None`.
    pub fn move_block(&mut self, block: Block, region: Region, before: Option<Block>) {
        self.unlink_block(block);
        self.link_block(block, region, before);
    }

    fn link_block(&mut self, block: Block, region: Region, before: Option<Block>) {
        let prev = match before {
            Some(b) => self.body.blocks[b].prev,
            None => self.body.regions[region].last,
        };
        let data = &mut self.body.blocks[block];
        data.parent = Some(region);
        data.prev = prev;
        data.next = before;
        match prev {
            Some(p) => self.body.blocks[p].next = Some(block),
            None => self.body.regions[region].first = Some(block),
        }
        match before {
            Some(b) => self.body.blocks[b].prev = Some(block),
            None => self.body.regions[region].last = Some(block),
        }
    }

    /// Unlinks a block, with its ops, from its region.
    pub fn unlink_block(&mut self, block: Block) {
        let BlockData { parent, prev, next, .. } = self.body.blocks[block];
        let Some(region) = parent else { return };
        if self.body.regions[region].tail == Some(block) {
            self.body.regions[region].tail = None;
        }
        match prev {
            Some(p) => self.body.blocks[p].next = next,
            None => self.body.regions[region].first = next,
        }
        match next {
            Some(n) => self.body.blocks[n].prev = prev,
            None => self.body.regions[region].last = prev,
        }
        let data = &mut self.body.blocks[block];
        data.parent = None;
        data.prev = None;
        data.next = None;
    }

    /// Sets the first block of a region's tail; `None` for the default tail (see [`Body::region_tail`]).
    pub fn set_region_tail(&mut self, region: Region, tail: Option<Block>) {
        self.body.regions[region].tail = tail;
    }

    /// Sets a region's tail from its block count in MLIR text (see [`Body::tail_number`]). Returns false if the
    /// region has too few blocks.
    #[must_use]
    pub fn set_tail_number(&mut self, region: Region, number: u32) -> bool {
        let RegionData { first, last, .. } = self.body.regions[region];
        let second = first.and_then(|first| self.body.next_block(first));
        let back =
            || (0..number).try_fold(last?, |at, _| self.body.prev_block(at).filter(|_| Some(at) != second));
        let tail = if number == 0 { second } else { back().filter(|_| second.is_some()) };
        let tail = tail.filter(|&tail| number == 0 || Some(tail) != second);
        self.body.regions[region].tail = tail;
        tail.is_some()
    }

    /// Erases a block and its ops. No other block may branch to it or use its values.
    pub fn erase_block(&mut self, block: Block) {
        while let Some(op) = self.body.blocks[block].last {
            self.erase(op);
        }
        self.unlink_block(block);
    }

    /// Adds an argument to a block. The caller must then forward a value to the argument on every incoming edge.
    pub fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        let BlockData { arg_start, arg_len, .. } = self.body.blocks[block];
        let data = ValueData::new(Some(ty), Definer::Block(block), arg_len as usize);
        let value = self.body.values.alloc(data);
        let end = (arg_start + arg_len) as usize;
        if arg_len == 0 || end != self.body.block_args.len() {
            let start = self.body.block_args.len();
            self.body.block_args.extend_from_within(arg_start as usize..end);
            self.body.blocks[block].arg_start = start as u32;
        }
        self.body.block_args.push(value);
        self.body.blocks[block].arg_len += 1;
        value
    }

    /// Removes the block arguments whose indices `remove` selects, and the values forwarded to them. The removed
    /// arguments must have no other uses.
    pub fn remove_args(&mut self, block: Block, remove: impl Fn(usize) -> bool) {
        let old: Vec<Value> = self.body.args(block).to_vec();
        let mut edges: Vec<(Op, usize)> = self.body.block_uses(block).collect();
        edges.sort_unstable();
        let start = self.body.block_args.len() as u32;
        let mut len = 0;
        let mut gone = Vec::new();
        for (i, value) in old.into_iter().enumerate() {
            if remove(i) {
                gone.push(value);
                self.body.values[value].set_dead();
            } else {
                self.body.values[value].set_index(len);
                self.body.block_args.push(value);
                len += 1;
            }
        }
        let data = &mut self.body.blocks[block];
        data.arg_start = start;
        data.arg_len = len;
        // Updates all edges of an op together, because a switch may have thousands of them.
        for edges in edges.chunk_by(|a, b| a.0 == b.0) {
            let op = edges[0].0;
            let own: Vec<Value> = self.body.own_operands(op).collect();
            let lists: Vec<(Block, Vec<Value>)> = (0..self.body.successor_count(op))
                .map(|i| {
                    let target = self.body.successor(op, i);
                    let args = self.body.successor_args(op, i).enumerate();
                    (target, args.filter(|(n, _)| target != block || !remove(*n)).map(|(_, v)| v).collect())
                })
                .collect();
            let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
            self.set_operands(op, &own, &slices);
        }
        debug_assert!(!gone.iter().any(|&v| self.has_uses(v)), "a removed argument has no uses");
    }

    /// Splits a block before `op`. Moves `op` and all following ops to a new block, which becomes the next block of the
    /// region. The original block then has no terminator.
    pub fn split_block(&mut self, op: Op) -> Block {
        let block = self.body.ops[op].parent.expect("the op is detached or erased");
        let region = self.body.blocks[block].parent.expect("the block is in a region");
        let after = self.body.blocks[block].next;
        let new = self.detached_block();
        self.link_block(new, region, after);
        let last = self.body.blocks[block].last;
        let prev = self.body.ops[op].prev;
        self.body.blocks[block].last = prev;
        match prev {
            Some(p) => self.body.ops[p].next = None,
            None => self.body.blocks[block].first = None,
        }
        self.body.ops[op].prev = None;
        let data = &mut self.body.blocks[new];
        data.first = Some(op);
        data.last = last;
        let mut at = Some(op);
        while let Some(op) = at {
            let data = &mut self.body.ops[op];
            data.parent = Some(new);
            at = data.next;
        }
        new
    }

    /// Moves all ops of `from` to the end of `to`.
    pub fn append_ops(&mut self, from: Block, to: Block) {
        let Some(first) = self.body.blocks[from].first else { return };
        let last = self.body.blocks[from].last;
        let end = self.body.blocks[to].last;
        let mut order = end.map_or(FIRST_ORDER, |op| self.body.ops[op].order);
        match end {
            Some(op) => self.body.ops[op].next = Some(first),
            None => self.body.blocks[to].first = Some(first),
        }
        self.body.ops[first].prev = end;
        self.body.blocks[to].last = last;
        let from = &mut self.body.blocks[from];
        from.first = None;
        from.last = None;
        let mut at = Some(first);
        while let Some(op) = at {
            order = order.saturating_add(ORDER_GAP);
            let data = &mut self.body.ops[op];
            data.parent = Some(to);
            data.order = order;
            at = data.next;
        }
    }

    /// Sets the name, attributes and location of a block.
    pub fn set_block_annotations(&mut self, block: Block, annotations: Annotations) {
        self.body.block_annotations.insert(block, annotations);
    }
}
