//! Fast path for appending ops without regions and successors
//!
//! Import and the parser create most ops in this way.

use super::Builder;
use super::place::{ORDER_GAP, order_after};
use super::uses::own_operands;
use crate::attrs::Attribute;
use crate::body::op_storage;
use crate::body::value_data::{Definer, ValueData};
use crate::body::{Body, OpData};
use crate::entity::{Block, Op, Value};
use crate::handles::OpDefId;
use crate::location::Location;
use crate::types::Type;

/// Appends plain ops to a block. See [`Builder::appender`](Builder::appender).
///
/// A plain op has at most one result and no successors, regions or nested body. The caller first appends its operands
/// and slots to the body's arrays, and then the op itself.
pub struct Appender<'a> {
    body: &'a mut Body,
    block: Block,
    /// The last op of the block; `None` if the block is empty. Written back to the block when the appender is dropped.
    last: Option<Op>,
    /// The order key of the next op; `u32::MAX` if the keys are exhausted.
    order: u32,
}

/// The components of an op for [`Appender::append`], except for its operands and slots.
#[derive(Clone, Copy, Debug)]
pub struct PlainOp {
    /// Definition of the op.
    pub def: OpDefId,
    /// Source location of the op.
    pub loc: Location,
    /// Number of operands that have been appended for this op.
    pub operands: usize,
    /// Number of slots that have been appended for this op. Must match the op's definition.
    pub slots: usize,
    /// Result type; `None` for an op without a result.
    pub result: Option<Type>,
    /// Dictionary of discardable attributes; `None` if empty.
    pub attrs: Option<Attribute>,
}

impl<'a> Appender<'a> {
    pub(super) fn new(body: &'a mut Body, block: Block) -> Appender<'a> {
        let last = body.blocks[block].last;
        let order = order_after(body, last);
        Appender { body, block, last, order }
    }

    /// Appends an operand for the next op.
    #[inline(always)]
    pub fn put_operand(&mut self, value: Value) {
        self.body.operands.push(value);
    }

    /// Removes the most recently appended `count` operands.
    pub fn drop_operands(&mut self, count: usize) {
        let pool = &mut self.body.operands;
        pool.truncate(pool.len() - count);
    }

    /// Appends the first `count` elements of `slots`. Copies all `N` elements and then truncates, because a loop with
    /// an unpredictable trip count is slower.
    #[inline(always)]
    pub fn put_slots<const N: usize>(&mut self, slots: &[u32; N], count: usize) {
        debug_assert!(count <= N, "there are as many");
        let pool = &mut self.body.slots;
        let end = pool.len() + count.min(N);
        pool.extend_from_slice(slots);
        pool.truncate(end);
    }

    /// Returns the most recently appended `count` slots.
    #[inline(always)]
    pub fn last_slots(&mut self, count: usize) -> &mut [u32] {
        let pool = &mut self.body.slots;
        let start = pool.len() - count;
        &mut pool[start..]
    }

    /// Appends an op with the most recently appended operands and slots. Returns the op and its result.
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

    /// Renumbers the ops of the block when the order keys are exhausted.
    #[cold]
    #[inline(never)]
    fn renumber(&mut self) {
        Builder::new(self.body).renumber(self.block);
        self.order = order_after(self.body, self.last);
    }

    /// Returns the body, to create detached ops without operands or to modify values.
    pub fn body(&mut self) -> &mut Body {
        self.body
    }
}

impl Drop for Appender<'_> {
    fn drop(&mut self) {
        self.body.blocks[self.block].last = self.last;
    }
}

/// Creates `op`, which must be the next op of the body, from the most recently appended operands and slots. Returns
/// its result.
///
/// The tuple gives the op's position: block, preceding op and order key.
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
    // Branchless, because a branch on the presence of attributes is hard to predict.
    let end = body.slots.len() + usize::from(attrs.is_some());
    body.slots.push(attrs.map_or(0, Attribute::raw));
    body.slots.truncate(end);
    let flags = if attrs.is_some() { op_storage::FLAG_ATTRS } else { 0 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::InsertPoint;
    use crate::testing::{Make, With, body_of, context};

    #[test]
    fn appended_ops_are_as_those_that_are_created() {
        let ctx = context();
        let i32 = ctx.common().i32;
        let attrs = Some(ctx.dict_attr(vec![(ctx.ident("key"), ctx.unit_attr())]));
        let def = |name| ctx.registry().op_by_name(name).expect("a registered name");
        let (mut created, blocks) = body_of(1);
        let (mut appended, others) = body_of(1);
        let mut make = Make::new(&ctx);
        for body in [&mut created, &mut appended] {
            // Queries the uses first, so that the use lists exist and must be updated.
            let value = make.constant(body, body.first_block(body.root()).expect("it has a block"));
            assert_eq!(body.uses(value).count(), 0);
        }

        let first = |body: &Body, block| body.result(body.first_op(block).expect("it has an op"), 0);
        let a = first(&created, blocks[0]);
        let with = With { operands: &[a, a], results: &[i32], ..With::default() };
        let sum = make.op(&mut created, InsertPoint::End(blocks[0]), "test.add", with);
        let sum = created.result(sum, 0);
        Builder::new(&mut created).set_value_name(sum, Some(ctx.ident("sum")));
        let with = With { operands: &[sum], ..With::default() };
        let ret = make.op(&mut created, InsertPoint::End(blocks[0]), "test.ret", with);
        Builder::new(&mut created).set_attrs(ret, attrs);

        let a = first(&appended, others[0]);
        let mut ops = Builder::new(&mut appended).appender(others[0]);
        let plain = |name, operands, result, attrs| PlainOp {
            def: def(name),
            loc: Location::UNKNOWN,
            operands,
            slots: 0,
            result,
            attrs,
        };
        ops.put_operand(a);
        ops.drop_operands(1);
        ops.put_operand(a);
        ops.put_operand(a);
        ops.put_slots(&[7, 8], 0);
        let (_, sum) = ops.append(plain("test.add", 2, Some(i32), None));
        let sum = sum.expect("a result");
        Builder::new(ops.body()).set_value_name(sum, Some(ctx.ident("sum")));
        ops.put_operand(sum);
        assert_eq!(ops.append(plain("test.ret", 1, None, attrs)).1, None);
        drop(ops);

        let seen = |body: &Body, block| -> Vec<String> {
            let number = |value: Value| value.index();
            let seen = |op: Op| {
                let uses = |v| body.uses(v).map(|(user, n)| (user.index(), n)).collect::<Vec<_>>();
                let operands: Vec<_> = body.operands(op).map(number).collect();
                let results: Vec<_> =
                    body.results(op).map(|v| (number(v), body.value_name(v), uses(v))).collect();
                let around = (body.prev(op), body.next(op), body.parent(op));
                format!("{:?} {operands:?} {results:?} {:?} {around:?}", body.def(op), body.attrs(op))
            };
            body.ops(block).map(seen).collect()
        };
        assert_eq!(seen(&appended, others[0]).len(), 3);
        assert_eq!(seen(&appended, others[0]), seen(&created, blocks[0]));
        assert_eq!(appended.last_op(others[0]), appended.ops(others[0]).last());
    }

    #[test]
    fn order_keys_that_run_out_are_given_anew() {
        let ctx = context();
        let (mut body, blocks) = body_of(1);
        let ret = Make::new(&ctx).ret(&mut body, blocks[0]);
        body.ops[ret].order = u32::MAX - ORDER_GAP - 1;
        let def = body.def(ret);
        let mut ops = Builder::new(&mut body).appender(blocks[0]);
        for _ in 0..4 {
            let loc = Location::UNKNOWN;
            ops.append(PlainOp { def, loc, operands: 0, slots: 0, result: None, attrs: None });
        }
        drop(ops);
        let list: Vec<Op> = body.ops(blocks[0]).collect();
        assert_eq!(list.len(), 5);
        assert!(list.windows(2).all(|pair| body.is_before(pair[0], pair[1])));
    }
}
