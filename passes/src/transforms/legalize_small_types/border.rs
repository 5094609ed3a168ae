//! Conversions between small types in externally visible memory and the 32-bit types used for computation
//!
//! At this point of the pass, loads and stores have the types of the values, and pointers have the types in memory.

use super::emit::OpWriter;
use super::{KEPT, refuse};
use spv_dialect::emit::Emit;
use spv_dialect::fold::constant::length;
use spv_dialect::generated::values::memory_access;
use spv_dialect::{spv, types};
use spv_ir::dialect::ABSENT;
use spv_ir::{Body, Builder, Context, Diagnostics, Op, Signedness, Type, TypeData, Value, walk};

/// Maximum number of elements of a composite that is loaded or stored element by element.
const MAX_PARTS: usize = 1024;

/// Inserts conversions after loads and before stores.
pub(super) fn convert(ctx: &Context, body: &mut Body) -> Result<(), Diagnostics> {
    let ops: Vec<Op> = walk::ops(body).collect();
    for op in ops {
        let (pointer, object) = if let Some(load) = spv::Load::cast(body, op) {
            (load.pointer(), None)
        } else if let Some(store) = spv::Store::cast(body, op) {
            (store.pointer(), Some(store.object()))
        } else {
            continue;
        };
        let value = object.unwrap_or_else(|| body.result(op, 0));
        let (Some((pointee, class)), ty) =
            (types::pointer(ctx, body.value_type(pointer)), body.value_type(value))
        else {
            continue;
        };
        if pointee == ty || !KEPT.contains(&class) {
            continue;
        }
        let slots = body.slots(op).to_vec();
        let mask = slots.first().copied().filter(|&mask| mask != ABSENT).unwrap_or(0);
        let is_composite = length(ctx, pointee).is_some() && !is_vector(ctx, pointee);
        if is_composite && mask & memory_access::ALIGNED != 0 {
            let message = "an aligned access to a composite of small types cannot be legalized";
            return Err(refuse(body, op, message.to_owned()));
        }
        let mut emit = OpWriter::new(ctx, body);
        emit.before(op);
        let mut border = Border { emit, slots, parts: 0 };
        let done = match object {
            None => border.load(pointer, pointee, ty).map(|value| border.emit.replace(op, value)),
            Some(object) => border.store(pointer, pointee, object).map(|()| {
                Builder::new(border.emit.body).erase(op);
            }),
        };
        if done.is_none() {
            let message = format!(
                "an access to a composite of small types with more than {MAX_PARTS} parts cannot be legalized"
            );
            return Err(refuse(body, op, message));
        }
    }
    Ok(())
}

fn is_vector(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector { .. })
}

struct Border<'a> {
    emit: OpWriter<'a>,
    /// Memory operand properties of the access.
    slots: Vec<u32>,
    parts: usize,
}

impl Border<'_> {
    /// Emits a load of a value of the memory type `stored`, and its conversion to the type `ty`.
    fn load(&mut self, pointer: Value, stored: Type, ty: Type) -> Option<Value> {
        let ctx = self.emit.ctx;
        let Some(count) = length(ctx, stored).filter(|_| stored != ty && !is_vector(ctx, stored)) else {
            let slots = self.slots.clone();
            let value = self.emit.with(spv::Load::ID, &[pointer], &slots, None, stored);
            return Some(self.resized(value, stored, ty));
        };
        self.count(count)?;
        let mut parts = Vec::with_capacity(count);
        for index in 0..count as u64 {
            let (inner, part) = (types::element(ctx, stored, index)?, types::element(ctx, ty, index)?);
            let index = self.emit.u32(index as u32);
            let pointer = self.emit.chain(pointer, &[index], None, inner);
            parts.push(self.load(pointer, inner, part)?);
        }
        Some(self.emit.op(spv::CompositeConstruct::ID, &parts, ty))
    }

    /// Emits the conversion of a value to the memory type `stored`, and its store.
    fn store(&mut self, pointer: Value, stored: Type, value: Value) -> Option<()> {
        let ctx = self.emit.ctx;
        let ty = self.emit.body.value_type(value);
        let Some(count) = length(ctx, stored).filter(|_| stored != ty && !is_vector(ctx, stored)) else {
            let value = self.resized(value, ty, stored);
            let slots = self.slots.clone();
            self.emit.effect(spv::Store::ID, &[pointer, value], &slots);
            return Some(());
        };
        self.count(count)?;
        for index in 0..count {
            let (inner, part) =
                (types::element(ctx, stored, index as u64)?, types::element(ctx, ty, index as u64)?);
            let value = self.emit.extract(value, index as u32, part);
            let index = self.emit.u32(index as u32);
            let pointer = self.emit.chain(pointer, &[index], None, inner);
            self.store(pointer, inner, value)?;
        }
        Some(())
    }

    fn count(&mut self, parts: usize) -> Option<()> {
        self.parts += parts;
        (self.parts <= MAX_PARTS).then_some(())
    }

    /// Converts a scalar or vector to another width, from the type `from` to the type `to`.
    fn resized(&mut self, value: Value, from: Type, to: Type) -> Value {
        let scalar = match self.emit.ctx.type_data(to) {
            TypeData::Vector { element, .. } => *element,
            _ => to,
        };
        let def = match self.emit.ctx.type_data(scalar) {
            _ if from == to => return value,
            TypeData::Float(_) => spv::FConvert::ID,
            TypeData::Integer { signedness: Signedness::Signed, .. } => spv::SConvert::ID,
            _ => spv::UConvert::ID,
        };
        self.emit.op(def, &[value], to)
    }
}
