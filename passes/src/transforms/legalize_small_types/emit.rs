//! Op builder for the legalization of small types

use crate::support::values::Constants;
use spv_dialect::fold::constant::length;
use spv_dialect::{spv, types};
use spv_ir::dialect::OpDefId;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, InsertPoint, Location, NewOp, Op, Type, TypeData, Value,
};

/// Builder that creates ops in a body at an insertion point.
pub(super) struct Emit<'a> {
    pub ctx: &'a Context,
    pub body: &'a mut Body,
    at: InsertPoint,
    loc: Location,
    constants: Constants,
}

impl<'a> Emit<'a> {
    pub(super) fn new(ctx: &'a Context, body: &'a mut Body) -> Emit<'a> {
        let constants = Constants::default();
        Emit { ctx, body, at: InsertPoint::Detached, loc: Location::UNKNOWN, constants }
    }

    /// Sets the insertion point before an op.
    pub(super) fn before(&mut self, op: Op) {
        (self.at, self.loc) = (InsertPoint::Before(op), self.body.loc(op));
    }

    /// Sets the insertion point after an op.
    pub(super) fn after(&mut self, op: Op) {
        (self.at, self.loc) = (InsertPoint::after(self.body, op), self.body.loc(op));
    }

    /// Creates an op with one result.
    pub(super) fn op(&mut self, def: OpDefId, operands: &[Value], ty: Type) -> Value {
        self.with(def, operands, &[], None, ty)
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
        let loc = self.loc;
        let mut builder = Builder::at(self.body, self.at);
        builder.value(NewOp { loc, operands, slots, attrs, results: &[ty], ..NewOp::new(def) })
    }

    /// Creates an op without results.
    pub(super) fn effect(&mut self, def: OpDefId, operands: &[Value], slots: &[u32]) {
        let loc = self.loc;
        Builder::at(self.body, self.at).create(NewOp { loc, operands, slots, ..NewOp::new(def) });
    }

    /// Returns an integer constant of type `ty`. If `ty` is a vector, all elements have the value.
    pub(super) fn int(&mut self, ty: Type, value: u64) -> Value {
        let attr = match self.ctx.type_data(ty) {
            TypeData::Vector { element, .. } => {
                let bits = self.ctx.attr_u64(self.ctx.int_attr(value, *element)).unwrap_or(0);
                self.ctx.dense_attr(ty, vec![bits])
            }
            _ => self.ctx.int_attr(value, ty),
        };
        self.constants.get(self.body, ty, attr)
    }

    pub(super) fn u32(&mut self, value: u32) -> Value {
        self.int(self.ctx.common().i32, value.into())
    }

    /// Returns a 32-bit float constant of type `ty`. If `ty` is a vector, all elements have the value.
    pub(super) fn float(&mut self, ty: Type, value: f32) -> Value {
        let bits = u64::from(value.to_bits());
        let attr = match self.ctx.type_data(ty) {
            TypeData::Vector { .. } => self.ctx.dense_attr(ty, vec![bits]),
            _ => self.ctx.attr(AttrData::Float { bits, ty }),
        };
        self.constants.get(self.body, ty, attr)
    }

    /// Returns the constant zero of a float type.
    pub(super) fn zero(&mut self, ty: Type) -> Value {
        let attr = self.ctx.attr(AttrData::Float { bits: 0, ty });
        self.constants.get(self.body, ty, attr)
    }

    pub(super) fn extract(&mut self, composite: Value, index: usize, ty: Type) -> Value {
        let path = self.ctx.attr(AttrData::Words(Box::new([index as u32]))).raw();
        self.with(spv::CompositeExtract::ID, &[composite], &[path], None, ty)
    }

    /// Returns the components of a vector. For a scalar, returns the scalar itself.
    pub(super) fn components(&mut self, value: Value) -> Vec<Value> {
        let ty = self.body.value_type(value);
        let TypeData::Vector { element, .. } = *self.ctx.type_data(ty) else { return vec![value] };
        let count = length(self.ctx, ty).unwrap_or(0);
        (0..count).map(|index| self.extract(value, index, element)).collect()
    }

    /// Constructs a value of a type from its components.
    pub(super) fn construct(&mut self, parts: &[Value], ty: Type) -> Value {
        match parts {
            [only] if !matches!(self.ctx.type_data(ty), TypeData::Vector { .. }) => *only,
            _ => self.op(spv::CompositeConstruct::ID, parts, ty),
        }
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
