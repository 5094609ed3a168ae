//! `vector`: vectors of two to four elements.

use crate::emit::{Done, Emit, Rw};
use crate::env::Spirv;
use spv_dialects::View;
use spv_dialects::types::{element, vector_dims};
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{AttrData, Op, Type, Value};

/// The patterns.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new("vector.splat", "construct", broadcast),
    Pattern::new("vector.broadcast", "construct", broadcast),
    Pattern::new("vector.extract", "extract", extract),
    Pattern::new("vector.extractelement", "extract", extract_element),
    Pattern::new("vector.insert", "insert", insert),
    Pattern::new("vector.insertelement", "insert", insert_element),
    Pattern::new("vector.shuffle", "shuffle", shuffle),
    Pattern::new("vector.fma", "fused multiplication and addition", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let name = if rw.env.target.is_kernel() { "spv.OCL.fma" } else { "spv.GLSL.Fma" };
        let values = operands.all()?;
        let value = rw.op(name, &values, ty)?;
        rw.replace(op, &[value]);
        Ok(())
    }),
    Pattern::new("vector.bitcast", "bitcast", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let value = operands.one(0)?;
        let bits = |rw: &Rw<'_>, ty: Type| {
            spv_dialect::types::scalar_width(rw.ctx, element(rw.ctx, ty)).unwrap_or(0) * length(rw, ty)
        };
        let from = rw.original_type(rw.operand(op, 0));
        let is_emulated = |rw: &Rw<'_>, from: Type, to: Type| {
            bits(rw, element(rw.ctx, from)) != bits(rw, element(rw.ctx, to))
        };
        if is_emulated(rw, from, rw.type_of(value)) || is_emulated(rw, rw.value_type(rw.result(op, 0)), ty) {
            return Err("the widths differ once converted".into());
        }
        let value = if rw.type_of(value) == ty { value } else { rw.op("spv.Bitcast", &[value], ty)? };
        rw.replace(op, &[value]);
        Ok(())
    }),
    Pattern::new("vector.shape_cast", "same elements", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let value = operands.one(0)?;
        if rw.type_of(value) != ty {
            return Err("the converted types differ".into());
        }
        rw.replace(op, &[value]);
        Ok(())
    }),
    Pattern::new("vector.interleave", "interleaving", interleave),
    Pattern::new("vector.extract_strided_slice", "slice", slice),
];

/// Number of elements of a converted vector; 1 for a scalar.
fn length(rw: &Rw<'_>, ty: Type) -> u32 {
    vector_dims(rw.ctx, ty).first().copied().unwrap_or(1) as u32
}

fn broadcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = operands.one(0)?;
    let value = if rw.type_of(value) == ty {
        value
    } else if rw.type_of(value) == element(rw.ctx, ty) {
        let count = length(rw, ty) as usize;
        rw.op("spv.CompositeConstruct", &vec![value; count], ty)?
    } else {
        return Err("only a scalar can be broadcast".into());
    };
    rw.replace(op, &[value]);
    Ok(())
}

fn words(rw: &Rw<'_>, list: &[u32]) -> u32 {
    rw.ctx.attr(AttrData::Words(list.into())).raw()
}

/// The element at a number, which may be a value.
fn take(rw: &mut Rw<'_>, vector: Value, at: Result<u32, Value>, ty: Type) -> Result<Value, Mismatch> {
    if vector_dims(rw.ctx, rw.type_of(vector)).is_empty() {
        return Ok(vector);
    }
    match at {
        Ok(number) => rw.extract(vector, number, ty),
        Err(value) => rw.op("spv.VectorExtractDynamic", &[vector, value], ty),
    }
}

/// The same vector with another element.
fn put(rw: &mut Rw<'_>, vector: Value, part: Value, at: Result<u32, Value>) -> Result<Value, Mismatch> {
    let ty = rw.type_of(vector);
    if vector_dims(rw.ctx, ty).is_empty() {
        return Ok(part);
    }
    match at {
        Ok(number) => {
            let slots = [words(rw, &[number])];
            rw.op_with("spv.CompositeInsert", &[part, vector], &slots, ty)
        }
        Err(value) => rw.op("spv.VectorInsertDynamic", &[vector, part, value], ty),
    }
}

/// The position in a list of one number, which may be an operand.
fn position(rw: &Rw<'_>, op: Op, operands: &Operands) -> Result<Result<u32, Value>, Mismatch> {
    let view = View::new(rw.ctx, rw, op).ok_or("is in no table")?;
    match view.numbers("static_position")[..] {
        [number] if number as u64 == DYNAMIC => {
            let index = view.range("dynamic_position").next().ok_or("has too few operands")?;
            operands.one(index).map(Err)
        }
        [number] => Ok(Ok(number as u32)),
        _ => Err("only vectors of one dimension can be lowered".into()),
    }
}

fn extract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let at = position(rw, op, operands)?;
    let value = take(rw, operands.one(0)?, at, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn insert(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let at = position(rw, op, operands)?;
    let value = put(rw, operands.one(1)?, operands.one(0)?, at)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn extract_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let at = if operands.own.len() > 1 { Err(operands.one(1)?) } else { Ok(0) };
    let value = take(rw, operands.one(0)?, at, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn insert_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let at = if operands.own.len() > 2 { Err(operands.one(2)?) } else { Ok(0) };
    let value = put(rw, operands.one(1)?, operands.one(0)?, at)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn shuffle(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let mask = View::new(rw.ctx, rw, op).map(|view| view.numbers("mask")).unwrap_or_default();
    let mask: Vec<u32> = mask.iter().map(|number| *number as u32).collect();
    let value = choose(rw, [operands.one(0)?, operands.one(1)?], &mask, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// Elements of two vectors by number.
fn choose(rw: &mut Rw<'_>, values: [Value; 2], mask: &[u32], ty: Type) -> Result<Value, Mismatch> {
    let types = values.map(|value| rw.type_of(value));
    let vectors = types.iter().all(|ty| !vector_dims(rw.ctx, *ty).is_empty());
    if vectors && mask.len() > 1 {
        let slots = [words(rw, mask)];
        return rw.op_with("spv.VectorShuffle", &values, &slots, ty);
    }
    let scalar = element(rw.ctx, ty);
    let first = length(rw, types[0]);
    let mut parts = Vec::new();
    for &number in mask {
        let (value, at) = if number < first { (values[0], number) } else { (values[1], number - first) };
        parts.push(take(rw, value, Ok(at), scalar)?);
    }
    match parts[..] {
        [part] => Ok(part),
        _ => rw.op("spv.CompositeConstruct", &parts, ty),
    }
}

fn interleave(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let values = [operands.one(0)?, operands.one(1)?];
    let count = length(rw, rw.type_of(values[0]));
    let mask: Vec<u32> = (0..count).flat_map(|i| [i, count + i]).collect();
    let value = choose(rw, values, &mask, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn slice(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let ctx = rw.ctx;
    let first = |slot: usize| {
        let list = rw.slot_attr(op, slot).and_then(|attr| ctx.attr_array(attr));
        list.and_then(|list| ctx.attr_u64(*list.first()?)).ok_or("has no list of numbers")
    };
    let (offset, size, stride) = (first(0)?, first(1)?, first(2)?);
    let mask: Vec<u32> = (0..size).map(|i| (offset + i * stride) as u32).collect();
    let value = operands.one(0)?;
    let value = choose(rw, [value, value], &mask, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}
