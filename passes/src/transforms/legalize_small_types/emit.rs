//! Op builder for the legalization of small types

use crate::support::values::Constants;
use spv_dialect::emit::Emit;
use spv_dialect::{spv, types};
use spv_ir::dialect::OpDefId;
use spv_ir::{Attribute, Body, Builder, Context, InsertPoint, Location, NewOp, Op, Type, Value};

/// A builder that creates ops in a body at an insertion point.
pub(super) struct OpWriter<'a> {
    pub ctx: &'a Context,
    pub body: &'a mut Body,
    at: InsertPoint,
    loc: Location,
    constants: Constants,
}

impl<'a> OpWriter<'a> {
    pub(super) fn new(ctx: &'a Context, body: &'a mut Body) -> OpWriter<'a> {
        let constants = Constants::default();
        OpWriter { ctx, body, at: InsertPoint::Detached, loc: Location::UNKNOWN, constants }
    }

    /// Sets the insertion point before an op.
    pub(super) fn before(&mut self, op: Op) {
        (self.at, self.loc) = (InsertPoint::Before(op), self.body.loc(op));
    }

    /// Sets the insertion point after an op.
    pub(super) fn after(&mut self, op: Op) {
        (self.at, self.loc) = (InsertPoint::after(self.body, op), self.body.loc(op));
    }

    /// Creates an op with one result, with properties (`slots`) and decorations (`attrs`).
    pub(super) fn with(
        &mut self,
        def: OpDefId,
        operands: &[Value],
        slots: &[u32],
        attrs: Option<Attribute>,
        ty: Type,
    ) -> Value {
        self.emit(NewOp { operands, slots, attrs, results: &[ty], ..NewOp::new(def) })
    }

    /// Creates an access chain.
    pub(super) fn chain(
        &mut self,
        base: Value,
        indices: &[Value],
        attrs: Option<Attribute>,
        ty: Type,
    ) -> Value {
        let operands: Vec<Value> = std::iter::once(base).chain(indices.iter().copied()).collect();
        let class = types::pointer(self.ctx, self.body.value_type(base)).map_or(0, |(_, class)| class);
        let pointer = types::make_pointer(self.ctx, ty, class).unwrap_or(ty);
        self.with(spv::AccessChain::ID, &operands, &[], attrs, pointer)
    }

    /// Replaces the given uses of a value. Uses that were created after the list was collected are left unchanged.
    pub(super) fn replace_uses(&mut self, uses: Vec<(Op, usize)>, value: Value) {
        let mut builder = Builder::new(self.body);
        uses.into_iter().for_each(|(user, index)| builder.set_operand(user, index, value));
    }

    /// Erases an op and replaces its result with another value.
    pub(super) fn replace(&mut self, op: Op, value: Value) {
        let old = self.body.result(op, 0);
        let name = self.body.value_name(old);
        let mut builder = Builder::new(self.body);
        if builder.value_name(value).is_none() {
            builder.set_value_name(old, None);
            builder.set_value_name(value, name);
        }
        builder.replace_all_uses(old, value);
        builder.erase(op);
    }
}

impl<'a> Emit<'a> for OpWriter<'a> {
    fn context(&self) -> &'a Context {
        self.ctx
    }

    fn type_of(&self, value: Value) -> Type {
        self.body.value_type(value)
    }

    fn append(&mut self, new: NewOp<'_>) -> Op {
        let loc = self.loc;
        Builder::at(self.body, self.at).create(NewOp { loc, ..new })
    }

    fn emit(&mut self, new: NewOp<'_>) -> Value {
        let op = self.append(new);
        self.body.result(op, 0)
    }

    /// Returns the constant with the given type and value. Constants are created once, at the top of the entry block.
    fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.constants.get(self.body, ty, value)
    }
}
