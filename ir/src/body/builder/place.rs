//! Op positions in blocks, and order keys

use super::{Builder, InsertPoint};
use crate::body::*;
use crate::entity::*;

/// Distance between the order keys of ops appended in sequence.
pub(super) const ORDER_GAP: u32 = 16;

/// Order key of an op appended to an empty block. Smaller keys are free for ops inserted before it.
pub(super) const FIRST_ORDER: u32 = 1 << 20;

/// Returns the order key of an op appended after the last op of a block; `u32::MAX` if the keys are exhausted.
#[inline(always)]
pub(super) fn order_after(body: &Body, last: Option<Op>) -> u32 {
    last.map_or(FIRST_ORDER, |last| body.ops[last].order.saturating_add(ORDER_GAP))
}

/// Factor by which the permitted number of ops grows when the key range doubles.
const DENSITY: f64 = 1.6;

impl Builder<'_> {
    /// Inserts a detached op at an insertion point.
    ///
    /// # Panics
    /// Panics if the insertion point is before a detached or erased op.
    pub fn insert(&mut self, op: Op, at: InsertPoint) {
        let (block, before) = match at {
            InsertPoint::Detached => return,
            InsertPoint::End(block) => (block, None),
            InsertPoint::Before(next) => (
                self.body.ops[next].parent.expect("the op at the insertion point is detached or erased"),
                Some(next),
            ),
        };
        let prev = match before {
            Some(next) => self.body.ops[next].prev,
            None => self.body.blocks[block].last,
        };
        let low = prev.map(|p| self.body.ops[p].order);
        let order = match before {
            None => low.map_or(Some(FIRST_ORDER), |low| low.checked_add(ORDER_GAP)),
            // Constants are often inserted one by one at the start of a block, so leave a gap.
            Some(next) if prev.is_none() => self.body.ops[next].order.checked_sub(ORDER_GAP),
            Some(next) => {
                let (low, high) = (low.unwrap_or(0), self.body.ops[next].order);
                (high - low > 1).then(|| low + (high - low) / 2)
            }
        };
        let data = &mut self.body.ops[op];
        debug_assert!(data.parent.is_none(), "only a detached op is inserted");
        data.parent = Some(block);
        data.prev = prev;
        data.next = before;
        match prev {
            Some(p) => self.body.ops[p].next = Some(op),
            None => self.body.blocks[block].first = Some(op),
        }
        match before {
            Some(n) => self.body.ops[n].prev = Some(op),
            None => self.body.blocks[block].last = Some(op),
        }
        match order {
            Some(order) => self.body.ops[op].order = order,
            None => self.make_room(block, op),
        }
    }

    /// Renumbers ops around an op for which no order key is free between its neighbors.
    ///
    /// Renumbers the smallest aligned power-of-two key range whose ops are sufficiently sparse. Larger ranges must be
    /// sparser. Each insertion takes amortized O(log^2 n) time, even if all insertions are at the same position. See
    /// Bender et al., "Two simplified algorithms for maintaining order in a list".
    fn make_room(&mut self, block: Block, op: Op) {
        let ops = &self.body.ops;
        let near = ops[op].prev.or(ops[op].next).map_or(FIRST_ORDER, |near| ops[near].order);
        let (mut first, mut last, mut count) = (op, op, 1);
        let mut most = 1.0;
        for bits in 1..u32::BITS {
            most *= DENSITY;
            let (low, high) = (near >> bits << bits, near | !(u32::MAX << bits));
            while let Some(prev) = ops[first].prev.filter(|&prev| ops[prev].order >= low) {
                (first, count) = (prev, count + 1);
            }
            while let Some(next) = ops[last].next.filter(|&next| ops[next].order <= high) {
                (last, count) = (next, count + 1);
            }
            if f64::from(count) <= most {
                let step = (1 << bits) / count;
                let mut order = low + step / 2;
                let mut at = Some(first);
                while let Some(op) = at {
                    self.body.ops[op].order = order;
                    order = order.saturating_add(step);
                    at = self.body.ops[op].next.filter(|_| op != last);
                }
                return;
            }
        }
        self.renumber(block);
    }

    /// Inserts detached ops at the start of a block, in order.
    pub fn prepend(&mut self, block: Block, ops: impl DoubleEndedIterator<Item = Op>) {
        let before = self.body.blocks[block].first;
        let mut next = before;
        // The whole block is renumbered below if no keys are left.
        let mut order = next.map_or(FIRST_ORDER, |n| self.body.ops[n].order);
        for op in ops.rev() {
            order = order.saturating_sub(ORDER_GAP);
            let data = &mut self.body.ops[op];
            debug_assert!(data.parent.is_none(), "only a detached op is inserted");
            data.parent = Some(block);
            data.prev = None;
            data.next = next;
            data.order = order;
            match next {
                Some(n) => self.body.ops[n].prev = Some(op),
                None => self.body.blocks[block].last = Some(op),
            }
            next = Some(op);
        }
        if next != before {
            self.body.blocks[block].first = next;
            if order == 0 {
                self.renumber(block);
            }
        }
    }

    pub(super) fn renumber(&mut self, block: Block) {
        let mut at = self.body.blocks[block].first;
        let mut order = FIRST_ORDER;
        while let Some(op) = at {
            let data = &mut self.body.ops[op];
            data.order = order;
            order = order.saturating_add(ORDER_GAP);
            at = data.next;
        }
    }

    /// Unlinks an op from its block. Its operands and the uses of its results are preserved.
    pub fn detach(&mut self, op: Op) {
        let OpData { parent, prev, next, .. } = self.body.ops[op];
        let Some(block) = parent else { return };
        match prev {
            Some(p) => self.body.ops[p].next = next,
            None => self.body.blocks[block].first = next,
        }
        match next {
            Some(n) => self.body.ops[n].prev = prev,
            None => self.body.blocks[block].last = prev,
        }
        let data = &mut self.body.ops[op];
        data.parent = None;
        data.prev = None;
        data.next = None;
    }

    /// Moves an op to an insertion point.
    ///
    /// # Panics
    /// Panics if the insertion point is before a detached or erased op, or before `op` itself.
    pub fn move_op(&mut self, op: Op, at: InsertPoint) {
        self.detach(op);
        self.insert(op, at);
    }

    /// Erases an op with its regions and nested body. Its results must have no uses outside of the erased code.
    ///
    /// If the builder's insertion point is before the op, it is moved to the next op.
    pub fn erase(&mut self, op: Op) {
        if self.at == InsertPoint::Before(op) && self.body.parent(op).is_some() {
            self.at = InsertPoint::after(self.body, op);
        }
        // Uses a worklist instead of recursion, because constructs may be deeply nested. The list is usually empty,
        // because most ops contain no other ops.
        let mut list = Vec::new();
        let mut next = Some(op);
        while let Some(op) = next {
            self.detach(op);
            self.unlink_operands(op);
            for i in 0..self.body.region_count(op) {
                let region = self.body.region(op, i);
                let blocks: Vec<Block> = self.body.blocks(region).collect();
                for block in blocks {
                    list.extend(self.body.ops(block));
                }
            }
            for i in 0..self.body.result_count(op) {
                let value = self.body.result(op, i);
                self.body.values[value].set_dead();
            }
            self.body.set_successor_range(op, 0, 0);
            let data = &mut self.body.ops[op];
            data.operand_len = 0;
            data.flags |= FLAG_DEAD;
            if self.body.is_isolated(op) {
                let at = self.body.first_region(&self.body.ops[op]);
                self.body.nested[at] = None;
            }
            next = list.pop();
        }
    }
}
