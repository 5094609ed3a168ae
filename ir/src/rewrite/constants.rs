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

    /// Notes that an op is about to go.
    pub(super) fn forget(&mut self, body: &Body, op: Op) {
        if self.def != Some(body.def(op)) || body.result_count(op) != 1 {
            return;
        }
        let value = body.result(op, 0);
        if let Some(attr) = body.slot_attr(op, 0) {
            let key = (body.value_type(value), attr);
            if self.values.get(&key) == Some(&value) {
                self.values.remove(&key);
            }
        }
    }

    fn scan(&mut self, ctx: &Context, body: &Body) {
        self.scanned = true;
        self.def = materializer(ctx);
        let Some(entry) = body.first_block(body.root()) else { return };
        for op in body.ops(entry) {
            // One with attributes of its own is not interchangeable.
            if Some(body.def(op)) != self.def || body.attrs(op).is_some() || body.result_count(op) != 1 {
                continue;
            }
            let value = body.result(op, 0);
            if let (Some(attr), None) = (body.slot_attr(op, 0), body.value_name(value)) {
                self.values.entry((body.value_type(value), attr)).or_insert(value);
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
