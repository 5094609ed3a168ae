//! The constants of a body: one op for each type and attribute, at the top of the entry block.

use crate::attrs::Attribute;
use crate::body::Body;
use crate::builder::{At, Builder, NewOp};
use crate::context::Context;
use crate::dialect::{OpDefId, Traits};
use crate::entity::{Op, Value};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// See the module documentation.
#[derive(Default)]
pub(super) struct Constants {
    values: FxHashMap<(Type, Attribute), Value>,
    /// Whether the ones that the body already has are known.
    scanned: bool,
    /// The op that makes constants.
    def: Option<OpDefId>,
}

impl Constants {
    /// The constant of a type, made where there is none yet. `None` where no registered op makes constants,
    /// or the body has no block.
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
        if let Some(&value) = self.values.get(&(ty, attr)) {
            return Some((value, None));
        }
        let def = self.def?;
        let entry = body.first_block(body.root())?;
        let at = body.first_op(entry).map_or(At::End(entry), At::Before);
        let mut builder = Builder::at(body, at);
        let op = builder.create(NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(def) });
        let value = builder.result(op, 0);
        self.values.insert((ty, attr), value);
        Some((value, Some(op)))
    }

    /// The value of another op that makes the same constant, and that dominates this one.
    pub(super) fn same(&mut self, ctx: &Context, body: &Body, op: Op) -> Option<Value> {
        if !self.scanned {
            self.scan(ctx, body);
        }
        let key = self.key(body, op)?;
        self.values.get(&key).copied().filter(|&known| known != body.result(op, 0))
    }

    /// Type and attribute of a constant that is interchangeable with others.
    fn key(&self, body: &Body, op: Op) -> Option<(Type, Attribute)> {
        if Some(body.def(op)) != self.def || body.attrs(op).is_some() || body.result_count(op) != 1 {
            return None;
        }
        let value = body.result(op, 0);
        // A name belongs to one value.
        match body.value_name(value) {
            None => Some((body.value_type(value), body.slot_attr(op, 0)?)),
            Some(_) => None,
        }
    }

    /// Notes that an op is about to go.
    pub(super) fn forget(&mut self, body: &Body, op: Op) {
        if let Some(key) = self.key(body, op)
            && self.values.get(&key) == Some(&body.result(op, 0))
        {
            self.values.remove(&key);
        }
    }

    fn scan(&mut self, ctx: &Context, body: &Body) {
        self.scanned = true;
        self.def = materializer(ctx);
        let Some(entry) = body.first_block(body.root()) else { return };
        for op in body.ops(entry) {
            if let Some(key) = self.key(body, op) {
                self.values.entry(key).or_insert_with(|| body.result(op, 0));
            }
        }
    }
}

/// The registered op that makes a constant of one attribute.
fn materializer(ctx: &Context) -> Option<OpDefId> {
    let mut ops = ctx.registry().ops().iter();
    let at = ops.position(|def| def.traits.contains(Traits::CONSTANT_LIKE) && def.slots() == 1)?;
    Some(OpDefId(at as u16))
}
