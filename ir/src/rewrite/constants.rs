//! Uniqued constants in a body's entry block

use crate::arith::VALUE_SLOT;
use crate::attrs::Attribute;
use crate::body::Body;
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::context::Context;
use crate::entity::{Op, Value};
use crate::handles::OpDefId;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// The constants of a body, with a single op for each pair of type and attribute.
#[derive(Default)]
pub(super) struct Constants {
    values: FxHashMap<(Type, Attribute), EntryConstant>,
    /// Whether the existing constants in the body have been recorded.
    scanned: bool,
    /// Definition of the op that materializes constants; `None` if no registered op does.
    def: Option<OpDefId>,
}

/// A constant op in the entry block.
#[derive(Clone, Copy)]
struct EntryConstant {
    value: Value,
    /// Whether an op with operands or regions precedes the constant. If so, ops at the start of the block cannot use
    /// the constant.
    late: bool,
}

impl Constants {
    /// Returns the value of a constant, and its op if it was created. Returns `None` if no registered op materializes
    /// constants, or if the body has no block.
    pub(super) fn get(
        &mut self,
        ctx: &Context,
        body: &mut Body,
        ty: Type,
        attr: Attribute,
    ) -> Option<(Value, Option<Op>)> {
        if !self.scanned {
            self.scan(ctx, body);
        }
        let entry = body.first_block(body.root())?;
        let at = body.first_op(entry).map_or(InsertPoint::End(entry), InsertPoint::Before);
        if let Some(known) = self.values.get_mut(&(ty, attr)) {
            if std::mem::take(&mut known.late)
                && let Some(op) = body.defining_op(known.value)
                // The op that preceded the constant may have been erased since then.
                && body.first_op(entry) != Some(op)
            {
                Builder::new(body).move_op(op, at);
            }
            return Some((known.value, None));
        }
        let def = self.def?;
        let mut builder = Builder::at(body, at);
        let op = builder.create(NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(def) });
        let value = builder.result(op, 0);
        self.values.insert((ty, attr), EntryConstant { value, late: false });
        Some((value, Some(op)))
    }

    /// Returns whether [`Self::get`] would return an existing constant.
    pub(super) fn has(&mut self, ctx: &Context, body: &Body, ty: Type, attr: Attribute) -> bool {
        if !self.scanned {
            self.scan(ctx, body);
        }
        self.values.contains_key(&(ty, attr))
    }

    /// Returns the value of another op that materializes the same constant and dominates `op`, if any.
    pub(super) fn same(&mut self, ctx: &Context, body: &Body, op: Op) -> Option<Value> {
        if !self.scanned {
            self.scan(ctx, body);
        }
        let key = self.key(body, op)?;
        self.values.get(&key).map(|known| known.value).filter(|&known| known != body.result(op, 0))
    }

    /// Returns the type and attribute of a constant op, or `None` if it must not be merged with identical constants.
    fn key(&self, body: &Body, op: Op) -> Option<(Type, Attribute)> {
        if Some(body.def(op)) != self.def || body.attrs(op).is_some() || body.result_count(op) != 1 {
            return None;
        }
        let value = body.result(op, 0);
        // Named constants are not merged, because a debug name belongs to a single value.
        match body.value_name(value) {
            None => Some((body.value_type(value), body.slot_attr(op, VALUE_SLOT)?)),
            Some(_) => None,
        }
    }

    /// Removes `op`, which is about to be erased, from the recorded constants.
    pub(super) fn forget(&mut self, body: &Body, op: Op) {
        if let Some(key) = self.key(body, op)
            && self.values.get(&key).is_some_and(|known| known.value == body.result(op, 0))
        {
            self.values.remove(&key);
        }
    }

    fn scan(&mut self, ctx: &Context, body: &Body) {
        self.scanned = true;
        self.def = ctx.registry().constant_op();
        let Some(entry) = body.first_block(body.root()) else { return };
        let constants = body.ops(entry).filter(|&op| Some(body.def(op)) == self.def).count();
        self.values.reserve(constants);
        let mut late = false;
        for op in body.ops(entry) {
            late |= body.operand_count(op) > 0 || body.region_count(op) > 0;
            if let Some(key) = self.key(body, op) {
                self.values.entry(key).or_insert_with(|| EntryConstant { value: body.result(op, 0), late });
            }
        }
    }
}
