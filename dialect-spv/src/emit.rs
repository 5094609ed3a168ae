//! Op creation for patterns and passes

use crate::fold::constant::length;
use crate::fold::encode_float;
use crate::spv;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{AttrData, Attribute, Context, NewOp, Op, Type, TypeData, Value};

/// Creates `spv` ops at an insertion point. An implementation supplies the insertion point and the location.
pub trait Emit<'c> {
    /// Returns the context in which the ops are created.
    fn context(&self) -> &'c Context;

    /// Returns the type of a value.
    fn type_of(&self, value: Value) -> Type;

    /// Creates an op with any number of results.
    fn append(&mut self, new: NewOp<'_>) -> Op;

    /// Creates an op with one result and returns the result.
    fn emit(&mut self, new: NewOp<'_>) -> Value;

    /// Returns a constant. By default, creates an `spv.Constant` op.
    fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.op_with(spv::Constant::ID, &[], &[value.raw()], ty)
    }

    /// Creates an op that has value operands and one result.
    fn op(&mut self, def: OpDefId, operands: &[Value], ty: Type) -> Value {
        self.op_with(def, operands, &[], ty)
    }

    /// Creates an op that has value operands, attribute slots and one result.
    fn op_with(&mut self, def: OpDefId, operands: &[Value], slots: &[u32], ty: Type) -> Value {
        self.emit(NewOp { operands, slots, results: &[ty], ..NewOp::new(def) })
    }

    /// Creates an op that has no result.
    fn effect(&mut self, def: OpDefId, operands: &[Value], slots: &[u32]) {
        self.append(NewOp { operands, slots, ..NewOp::new(def) });
    }

    /// Returns a scalar or vector constant whose components all have the given bits.
    fn splat(&mut self, ty: Type, bits: u64) -> Value {
        let ctx = self.context();
        let attr = match ctx.type_data(ty) {
            TypeData::Vector { .. } => ctx.dense_attr(ty, vec![bits]),
            TypeData::Float(_) => ctx.attr(AttrData::Float { bits, ty }),
            _ if ty == ctx.common().i1 => ctx.bool_attr(bits != 0),
            _ => ctx.int_attr(bits, ty),
        };
        self.constant(ty, attr)
    }

    /// Returns an integer constant, or a vector constant whose components all have the given value. Truncates the value
    /// to the width of the component type.
    fn int(&mut self, ty: Type, value: u64) -> Value {
        let ctx = self.context();
        let truncated = ctx.attr_u64(ctx.int_attr(value, element(ctx, ty)));
        self.splat(ty, truncated.unwrap_or(0))
    }

    /// Returns a constant of type `i32`.
    fn u32(&mut self, value: u32) -> Value {
        self.int(self.context().common().i32, value.into())
    }

    /// Returns a float constant, or a vector constant whose components all have the given value. Rounds the value to
    /// the component type.
    fn float(&mut self, ty: Type, value: f64) -> Value {
        let ctx = self.context();
        let bits = match *ctx.type_data(element(ctx, ty)) {
            TypeData::Float(kind) => encode_float(kind, value).map_or(0, |(bits, _)| bits),
            _ => value.to_bits(),
        };
        self.splat(ty, bits)
    }

    /// Returns a Boolean constant, or a vector constant whose components all have the given value.
    fn bool(&mut self, ty: Type, value: bool) -> Value {
        self.splat(ty, value.into())
    }

    /// Returns `i1`, or a vector type of `i1` with the same number of components as `ty`.
    fn bool_like(&self, ty: Type) -> Type {
        let ctx = self.context();
        let element = ctx.common().i1;
        match ctx.type_data(ty) {
            TypeData::Vector { dims, .. } => ctx.ty(TypeData::Vector { dims: dims.clone(), element }),
            _ => element,
        }
    }

    /// Creates an OpSelect. The condition may be a scalar even if the values are vectors.
    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.type_of(yes);
        let bool_type = self.bool_like(ty);
        let mut condition = condition;
        // Before SPIR-V 1.4, OpSelect on vectors needs a condition vector.
        if self.type_of(condition) != bool_type {
            let count = length(self.context(), ty).unwrap_or(1);
            condition = self.op(spv::CompositeConstruct::ID, &vec![condition; count], bool_type);
        }
        self.op(spv::Select::ID, &[condition, yes, no], ty)
    }

    /// Creates an op that returns the address of the module-level variable `name`.
    fn address_of(&mut self, name: &str, ty: Type) -> Value {
        let ctx = self.context();
        let symbol = ctx.symbol_attr(ctx.ident(name));
        self.op_with(spv::AddressOf::ID, &[], &[symbol.raw()], ty)
    }

    /// Creates a load without memory operands.
    fn load(&mut self, pointer: Value, ty: Type) -> Value {
        self.op_with(spv::Load::ID, &[pointer], &[ABSENT, 0], ty)
    }

    /// Creates a store without memory operands.
    fn store(&mut self, pointer: Value, value: Value) {
        self.effect(spv::Store::ID, &[pointer, value], &[ABSENT, 0]);
    }

    /// Creates an op that extracts a component or member of a composite.
    fn extract(&mut self, composite: Value, index: u32, ty: Type) -> Value {
        let indices = self.context().attr(AttrData::Words([index].into()));
        self.op_with(spv::CompositeExtract::ID, &[composite], &[indices.raw()], ty)
    }

    /// Creates ops that extract all components of a vector. For a scalar, returns the scalar itself.
    fn components(&mut self, value: Value) -> Vec<Value> {
        let ctx = self.context();
        let ty = self.type_of(value);
        let TypeData::Vector { element, .. } = *ctx.type_data(ty) else { return vec![value] };
        let count = length(ctx, ty).unwrap_or(0) as u32;
        (0..count).map(|index| self.extract(value, index, element)).collect()
    }

    /// Creates an op that constructs a value from its components. For a scalar type, returns the only component.
    fn construct(&mut self, components: &[Value], ty: Type) -> Value {
        match components {
            [only] if !matches!(self.context().type_data(ty), TypeData::Vector { .. }) => *only,
            _ => self.op(spv::CompositeConstruct::ID, components, ty),
        }
    }
}

/// Returns the component type of a vector type, and any other type itself.
fn element(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } => *element,
        _ => ty,
    }
}

impl<'c, E> Emit<'c> for spv_ir::conversion::ConversionRewriter<'c, E> {
    fn context(&self) -> &'c Context {
        self.ctx
    }

    fn type_of(&self, value: Value) -> Type {
        self.value_type(value)
    }

    fn append(&mut self, new: NewOp<'_>) -> Op {
        self.create(new)
    }

    fn emit(&mut self, new: NewOp<'_>) -> Value {
        self.value(new)
    }
}
