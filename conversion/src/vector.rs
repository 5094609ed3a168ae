//! Lowering of `vector` ops on vectors of two to four elements

use crate::emit::{Done, Emit, Replaces, Rw, SourceOps};
use crate::env::Spirv;
use spv_dialect::spv;
use spv_dialects::View;
use spv_dialects::types::{element, vector_dims};
use spv_dialects::vector;
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{AttrData, Attribute, Op, Type, Value};

/// Lowering patterns for vectors of two to four elements.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(vector::Splat::NAME, "construct", broadcast),
    Pattern::new(vector::Broadcast::NAME, "construct", broadcast),
    Pattern::new(vector::Extract::NAME, "extract", extract),
    Pattern::new(vector::ExtractElement::NAME, "extract", extract_element),
    Pattern::new(vector::Insert::NAME, "insert", insert),
    Pattern::new(vector::InsertElement::NAME, "insert", insert_element),
    Pattern::new(vector::Shuffle::NAME, "shuffle", shuffle),
    Pattern::new(vector::FMA::NAME, "fused multiply-add", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let name = if rw.env.target.is_kernel() { spv::ocl::Fma::ID } else { spv::glsl::Fma::ID };
        let values = operands.all()?;
        rw.op(name, &values, ty).replaces(rw, op)
    }),
    Pattern::new(vector::BitCast::NAME, "bitcast", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let [value] = operands.first()?;
        let bits = |rw: &Rw<'_>, ty: Type| {
            spv_dialect::types::scalar_width(rw.ctx, element(rw.ctx, ty)).unwrap_or(0) * length(rw, ty)
        };
        let [from] = rw.first_operand_types(op);
        let is_emulated = |rw: &Rw<'_>, from: Type, to: Type| {
            bits(rw, element(rw.ctx, from)) != bits(rw, element(rw.ctx, to))
        };
        if is_emulated(rw, from, rw.type_of(value)) || is_emulated(rw, rw.value_type(rw.result(op, 0)), ty) {
            return Err("the widths differ after conversion".into());
        }
        if rw.type_of(value) == ty {
            return value.replaces(rw, op);
        }
        let truth = rw.ctx.common().i1;
        if element(rw.ctx, rw.type_of(value)) == truth || element(rw.ctx, ty) == truth {
            return Err("a bit cast of booleans is not supported".into());
        }
        rw.op(spv::Bitcast::ID, &[value], ty).replaces(rw, op)
    }),
    Pattern::new(vector::ShapeCast::NAME, "shape cast", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let [value] = operands.first()?;
        if rw.type_of(value) != ty {
            return Err("the types differ after conversion".into());
        }
        value.replaces(rw, op)
    }),
    Pattern::new(vector::ToElements::NAME, "extracts", to_elements),
    Pattern::new(vector::Interleave::NAME, "interleaving", interleave),
    Pattern::new(vector::ExtractStridedSlice::NAME, "slice", slice),
];

/// Returns the number of elements of a converted vector, or 1 for a scalar.
fn length(rw: &Rw<'_>, ty: Type) -> u32 {
    vector_dims(rw.ctx, ty).first().copied().unwrap_or(1) as u32
}

fn broadcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let [value] = operands.first()?;
    let value = if rw.type_of(value) == ty {
        value
    } else if rw.type_of(value) == element(rw.ctx, ty) {
        let count = length(rw, ty) as usize;
        rw.op(spv::CompositeConstruct::ID, &vec![value; count], ty)
    } else {
        return Err("only a scalar can be broadcast".into());
    };
    value.replaces(rw, op)
}

fn words(rw: &Rw<'_>, list: &[u32]) -> u32 {
    rw.ctx.attr(AttrData::Words(list.into())).raw()
}

/// Emits an extraction of the element at a static (`Ok`) or dynamic (`Err`) index.
fn take(rw: &mut Rw<'_>, vector: Value, at: Result<u32, Value>, ty: Type) -> Value {
    if vector_dims(rw.ctx, rw.type_of(vector)).is_empty() {
        return vector;
    }
    match at {
        Ok(number) => rw.extract(vector, number, ty),
        Err(value) => rw.op(spv::VectorExtractDynamic::ID, &[vector, value], ty),
    }
}

/// Emits an insertion of the element `part` at a static (`Ok`) or dynamic (`Err`) index.
fn put(rw: &mut Rw<'_>, vector: Value, part: Value, at: Result<u32, Value>) -> Value {
    let ty = rw.type_of(vector);
    if vector_dims(rw.ctx, ty).is_empty() {
        return part;
    }
    match at {
        Ok(number) => {
            let slots = [words(rw, &[number])];
            rw.op_with(spv::CompositeInsert::ID, &[part, vector], &slots, ty)
        }
        Err(value) => rw.op(spv::VectorInsertDynamic::ID, &[vector, part, value], ty),
    }
}

/// Returns the only index of an op's position, static (`Ok`) or dynamic (`Err`).
fn position(rw: &Rw<'_>, op: Op, operands: &Operands) -> Result<Result<u32, Value>, Mismatch> {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    match view.numbers(vector::Extract::static_position)[..] {
        [number] if number as u64 == DYNAMIC => {
            let index =
                view.range(vector::Extract::dynamic_position).next().ok_or("the op has too few operands")?;
            element_position(rw, op, operands, index)
        }
        [number] => Ok(Ok(number as u32)),
        _ => Err("only one-dimensional vectors can be lowered".into()),
    }
}

/// Lowers `vector.to_elements`. Extracts only the elements that have uses.
fn to_elements(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = rw.result_types(op)?;
    let [vector] = operands.first()?;
    let mut unused = None;
    let mut elements = Vec::new();
    for (index, ty) in types.iter().enumerate() {
        let result = rw.result(op, index);
        elements.push(if rw.has_uses(result) {
            take(rw, vector, Ok(index as u32), *ty)
        } else {
            *unused.get_or_insert_with(|| rw.op(spv::Undef::ID, &[], *ty))
        });
    }
    rw.done(op, &elements)
}

/// Returns whether the op has a single index, and the index is -1. The op's result is then poison.
fn is_poison(rw: &Rw<'_>, op: Op) -> bool {
    let view = View::new(rw.ctx, rw, op);
    view.is_some_and(|view| view.numbers(vector::Extract::static_position)[..] == [-1])
}

fn extract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_poison(rw, op) {
        return rw.op(spv::Undef::ID, &[], ty).replaces(rw, op);
    }
    let at = position(rw, op, operands)?;
    let [vector] = operands.first()?;
    take(rw, vector, at, ty).replaces(rw, op)
}

fn insert(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    if is_poison(rw, op) {
        let ty = rw.result_types(op)?[0];
        return rw.op(spv::Undef::ID, &[], ty).replaces(rw, op);
    }
    let at = position(rw, op, operands)?;
    let [value, vector] = operands.first()?;
    put(rw, vector, value, at).replaces(rw, op)
}

/// Returns the element index given by the operand `index`, or 0 if the operand is absent. The index is static (`Ok`)
/// for a constant operand, or else dynamic (`Err`).
fn element_position(
    rw: &Rw<'_>,
    op: Op,
    operands: &Operands,
    index: usize,
) -> Result<Result<u32, Value>, Mismatch> {
    if operands.own.len() <= index {
        return Ok(Ok(0));
    }
    let known = rw.defining_op(rw.operand(op, index)).filter(|op| rw.operands(*op).len() == 0);
    let known = known.and_then(|op| rw.slots(op).first().and_then(|raw| Attribute::from_raw(*raw)));
    let length = operands.one(index - 1).map(|vector| u64::from(length(rw, rw.type_of(vector))))?;
    match known.and_then(|attr| rw.ctx.attr_u64(attr)).filter(|number| *number < length) {
        Some(number) => Ok(Ok(number as u32)),
        None => operands.one(index).map(Err),
    }
}

fn extract_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let [vector] = operands.first()?;
    let at = element_position(rw, op, operands, 1)?;
    take(rw, vector, at, ty).replaces(rw, op)
}

fn insert_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let [value, vector] = operands.first()?;
    let at = element_position(rw, op, operands, 2)?;
    put(rw, vector, value, at).replaces(rw, op)
}

fn shuffle(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let mask = rw.numbers(op, vector::Shuffle::mask);
    let mask: Vec<u32> = mask.iter().map(|number| *number as u32).collect();
    choose(rw, operands.first()?, &mask, ty).replaces(rw, op)
}

/// Emits a shuffle of two vectors, or an extraction for a single element. `mask` selects the elements.
fn choose(rw: &mut Rw<'_>, values: [Value; 2], mask: &[u32], ty: Type) -> Value {
    let types = values.map(|value| rw.type_of(value));
    let vectors = types.iter().all(|ty| !vector_dims(rw.ctx, *ty).is_empty());
    if vectors && mask.len() > 1 {
        let slots = [words(rw, mask)];
        return rw.op_with(spv::VectorShuffle::ID, &values, &slots, ty);
    }
    let scalar = element(rw.ctx, ty);
    let first = length(rw, types[0]);
    let mut parts = Vec::new();
    for &number in mask {
        let (value, at) = if number < first { (values[0], number) } else { (values[1], number - first) };
        parts.push(take(rw, value, Ok(at), scalar));
    }
    match parts[..] {
        [part] => part,
        _ => rw.op(spv::CompositeConstruct::ID, &parts, ty),
    }
}

fn interleave(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let values: [Value; 2] = operands.first()?;
    let count = length(rw, rw.type_of(values[0]));
    let mask: Vec<u32> = (0..count).flat_map(|i| [i, count + i]).collect();
    choose(rw, values, &mask, ty).replaces(rw, op)
}

fn slice(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let first = |part| rw.numbers(op, part).first().copied().ok_or("a list of integers is missing");
    let offset = first(vector::ExtractStridedSlice::offsets)?;
    let size = first(vector::ExtractStridedSlice::sizes)?;
    let stride = first(vector::ExtractStridedSlice::strides)?;
    let mask: Vec<u32> = (0..size).map(|i| (offset + i * stride) as u32).collect();
    let [value] = operands.first()?;
    choose(rw, [value, value], &mask, ty).replaces(rw, op)
}
