//! Helpers that emit `spv` ops and constants

use crate::env::Spirv;
use spv_dialect::fold::decode_float;
use spv_dialect::spv;
use spv_dialects::types::vector_dims;
use spv_dialects::{View, arith};
use spv_ir::arith::VALUE_SLOT;
use spv_ir::conversion::{ConversionRewriter, Mismatch};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::resources::as_dense_resource;
use spv_ir::{Attribute, FloatKind, NewOp, Op, Type, TypeData, Value};

/// The rewriter that the patterns of this crate use.
pub(crate) type Rw<'a> = ConversionRewriter<'a, Spirv>;
/// The result of a pattern: success, or the reason that it does not apply.
pub(crate) type Done = Result<(), Mismatch>;

pub(crate) use spv_dialect::generated::values::{
    group_operation, memory_semantics as semantics, scope, storage_class as storage,
};

pub(crate) use spv_dialect::emit::Emit;

/// Access to ops of the source dialects.
pub(crate) trait SourceOps {
    /// Returns the definition of the op with the given name. Fails if no registered dialect has the op.
    fn def(&self, name: &str) -> Result<OpDefId, Mismatch>;
    /// Returns the raw 32-bit value of the property `part` of a source op, or 0 if the op has no such property.
    fn word(&self, op: Op, part: &str) -> u32;
    /// Returns the integers of the array property `part` of a source op, or an empty list if the op has none.
    fn numbers(&self, op: Op, part: &str) -> Vec<i64>;
    /// Replaces the results of an op with `values` and erases the op. Must be the last step of a pattern.
    fn done(&mut self, op: Op, values: &[Value]) -> Done;
    /// Returns the value of a constant op of a source dialect. A resource reference is resolved to its elements.
    fn constant_value(&self, op: Op) -> Result<Attribute, Mismatch>;
}

/// A value that can replace the result of an op.
pub(crate) trait Replaces {
    /// Replaces the op's result with the value and erases the op. Must be the last step of a pattern.
    fn replaces(self, rw: &mut Rw<'_>, op: Op) -> Done;
}

impl Replaces for Value {
    fn replaces(self, rw: &mut Rw<'_>, op: Op) -> Done {
        rw.done(op, &[self])
    }
}

/// Returns a type with the shape of `like` and the element type `element`.
pub(crate) fn like(ctx: &spv_ir::Context, like: Type, element: Type) -> Type {
    match vector_dims(ctx, like) {
        [] => element,
        dims => ctx.ty(TypeData::Vector { dims: dims.into(), element }),
    }
}

/// Converts the bit pattern of a scalar constant to another type. Integers are sign-extended, and 16-bit floats become
/// 32-bit floats.
pub(crate) fn convert_bits(ctx: &spv_ir::Context, bits: u64, from: Type, to: Type) -> u64 {
    match (ctx.type_data(from), ctx.type_data(to)) {
        (TypeData::Integer { width: width @ 2..=63, .. }, TypeData::Integer { width: wider, .. })
            if wider > width =>
        {
            let spare = 64 - width;
            let extended = ((bits << spare) as i64 >> spare) as u64;
            extended & (u64::MAX >> (64 - wider.min(&64)))
        }
        (TypeData::Float(FloatKind::F16), TypeData::Float(FloatKind::F32)) => {
            decode_float(FloatKind::F16, bits).map_or(0, |value| u64::from((value as f32).to_bits()))
        }
        (TypeData::Float(FloatKind::BF16), TypeData::Float(FloatKind::F32)) => bits << 16,
        _ => bits,
    }
}

impl SourceOps for Rw<'_> {
    fn def(&self, name: &str) -> Result<OpDefId, Mismatch> {
        self.ctx.registry().op_by_name(name).ok_or_else(|| format!("'{name}' is not registered").into())
    }

    fn word(&self, op: Op, part: &str) -> u32 {
        View::new(self.ctx, self, op).and_then(|view| view.word(part)).unwrap_or(0)
    }

    fn numbers(&self, op: Op, part: &str) -> Vec<i64> {
        View::new(self.ctx, self, op).map(|view| view.numbers(part)).unwrap_or_default()
    }

    fn done(&mut self, op: Op, values: &[Value]) -> Done {
        self.replace(op, values);
        Ok(())
    }

    fn constant_value(&self, op: Op) -> Result<Attribute, Mismatch> {
        let value = self.slot_attr(op, VALUE_SLOT).ok_or("the constant has no value")?;
        match as_dense_resource(self.ctx, value) {
            Some(resource) => Ok(resource.elements(self.ctx)?),
            None => Ok(value),
        }
    }
}

/// Emits an op of the `arith` dialect, with the types before conversion. Another pattern lowers the new op.
pub(crate) fn source_op(
    rw: &mut Rw<'_>,
    name: &str,
    operands: &[Value],
    ty: Type,
) -> Result<Value, Mismatch> {
    let def = rw.def(name)?;
    let slots = vec![0; rw.ctx.registry().op(def).slots()];
    Ok(rw.value(NewOp { operands, slots: &slots, results: &[ty], ..NewOp::new(def) }))
}

/// Emits `arith.truncf` without a rounding mode, with the types before conversion.
pub(crate) fn truncation(rw: &mut Rw<'_>, value: Value, ty: Type) -> Result<Value, Mismatch> {
    let def = rw.def(arith::TruncF::NAME)?;
    let mut slots = vec![0; rw.ctx.registry().op(def).slots()];
    slots[arith::TruncF::slot(arith::TruncF::roundingmode)] = ABSENT;
    Ok(rw.value(NewOp { operands: &[value], slots: &slots, results: &[ty], ..NewOp::new(def) }))
}

/// Converts an integer to the width of `ty`. Returns the value unchanged if it already has this type.
pub(crate) fn resize(rw: &mut Rw<'_>, value: Value, ty: Type) -> Result<Value, Mismatch> {
    let from = rw.type_of(value);
    if from == ty {
        return Ok(value);
    }
    match (rw.ctx.type_data(from), rw.ctx.type_data(ty)) {
        (TypeData::Integer { .. }, TypeData::Integer { .. }) => Ok(rw.op(spv::UConvert::ID, &[value], ty)),
        _ => Err("the value cannot be converted to its type in memory".into()),
    }
}
