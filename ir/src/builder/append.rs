//! Appending plain ops to a block, one behind the other: most of what readers do.

use super::Builder;
use super::place::{ORDER_GAP, order_behind};
use super::uses::own_operands;
use crate::attrs::Attribute;
use crate::body::{Body, OpData};
use crate::dialect::OpDefId;
use crate::entity::{Block, Op, Value};
use crate::extras;
use crate::location::Location;
use crate::types::Type;
use crate::value_data::{Definer, ValueData};

/// Appends ops without successors, regions and body, and with one result at most, to one block. Each is made in steps: its
/// operands and slots are put, then it is appended.
pub struct Appender<'a> {
    body: &'a mut Body,
    block: Block,
    /// The last op of the block, which has it told in the end.
    last: Option<Op>,
    /// The order key of the next one, which is the greatest there is where they ran out.
    order: u32,
}

/// What [`Appender::append`] makes an op of, besides the operands and slots that were put.
#[derive(Clone, Copy, Debug)]
pub struct PlainOp {
    /// Definition.
    pub def: OpDefId,
    /// Location.
    pub loc: Location,
    /// So many operands were put for it.
    pub operands: usize,
    /// So many slots were put for it: as many as the definition has.
    pub slots: usize,
    /// Type of the result, if it has one.
    pub result: Option<Type>,
    /// Discardable attributes: a dictionary.
    pub attrs: Option<Attribute>,
}

impl<'a> Appender<'a> {
    /// Appends to this block.
    pub fn new(body: &'a mut Body, block: Block) -> Appender<'a> {
        body.epoch += 1;
        let last = body.blocks[block].last;
        let order = order_behind(body, last);
        Appender { body, block, last, order }
    }

    /// Puts an operand of the next op behind those put so far.
    #[inline(always)]
    pub fn put_operand(&mut self, value: Value) {
        debug_assert!(self.body.values[value].index() < u32::MAX, "it is of this body");
        self.body.operands.push(value);
    }

    /// Forgets the last operands that were put.
    pub fn drop_operands(&mut self, count: usize) {
        let pool = &mut self.body.operands;
        pool.truncate(pool.len() - count);
    }

    /// Puts the first `count` of these as slots of the next op. All are written, and those too many cut off: how many there
    /// are cannot be foreseen, and a loop over them costs more.
    #[inline(always)]
    pub fn put_slots<const N: usize>(&mut self, slots: &[u32; N], count: usize) {
        debug_assert!(count <= N, "there are as many");
        let pool = &mut self.body.slots;
        let end = pool.len() + count.min(N);
        pool.extend_from_slice(slots);
        pool.truncate(end);
    }

    /// The last slots that were put.
    #[inline(always)]
    pub fn last_slots(&mut self, count: usize) -> &mut [u32] {
        let pool = &mut self.body.slots;
        let start = pool.len() - count;
        &mut pool[start..]
    }

    /// Appends the op whose operands and slots were put last. Gives its result, too.
    #[inline(always)]
    pub fn append(&mut self, new: PlainOp) -> (Op, Option<Value>) {
        let op = self.body.ops.next_id();
        match self.last {
            Some(last) => self.body.ops[last].next = Some(op),
            None => self.body.blocks[self.block].first = Some(op),
        }
        let result = make(self.body, op, (Some(self.block), self.last, self.order), new);
        self.last = Some(op);
        if self.order == u32::MAX {
            self.renumber();
        } else {
            self.order = self.order.saturating_add(ORDER_GAP);
        }
        (op, result)
    }

    /// Order keys ran out.
    #[cold]
    #[inline(never)]
    fn renumber(&mut self) {
        Builder::new(self.body).renumber(self.block);
        self.order = order_behind(self.body, self.last);
    }

    /// The body, to make ops that have no operands and stand nowhere so far, or to change values.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }
}

impl Drop for Appender<'_> {
    fn drop(&mut self) {
        self.body.blocks[self.block].last = self.last;
    }
}

/// Makes `op`, the next of the body, with the operands and slots that are the last of the pools, at a place: the block, what
/// stands before it there, and its order key. Gives its result.
#[inline(always)]
pub(super) fn make(
    body: &mut Body,
    op: Op,
    (parent, prev, order): (Option<Block>, Option<Op>, u32),
    new: PlainOp,
) -> Option<Value> {
    let PlainOp { def, loc, operands, slots, result, attrs } = new;
    let first_result = result.map(|ty| body.values.alloc(ValueData::new(Some(ty), Definer::Op(op), 0)));
    let operand_start = own_operands(body, op, operands);
    let slot_start = (body.slots.len() - slots) as u32;
    // Without a branch: whether an op has attributes cannot be foreseen.
    let end = body.slots.len() + usize::from(attrs.is_some());
    body.slots.push(attrs.map_or(0, Attribute::raw));
    body.slots.truncate(end);
    let flags = if attrs.is_some() { extras::FLAG_ATTRS } else { 0 };
    body.ops.put(OpData {
        parent,
        prev,
        next: None,
        order,
        def,
        flags,
        regions: 0,
        slots: slots as u8,
        results: u16::from(first_result.is_some()),
        first_result,
        loc,
        operand_start,
        operand_len: operands as u32,
        slot_start,
    });
    first_result
}
