//! `complex`: numbers are vectors of their two parts.

use crate::emit::{Done, Emit, Rw, convert_bits};
use crate::env::Spirv;
use spv_dialects::types::{complex_part, element};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{AttrData, Op, Type, Value};

/// The patterns.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new("complex.constant", "constant", constant),
    Pattern::new("complex.create", "construct", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        let value = rw.op("spv.CompositeConstruct", &operands.all()?, ty)?;
        rw.replace(op, &[value]);
        Ok(())
    }),
    Pattern::new("complex.re", "extract", |rw, op, operands| part(rw, op, operands, 0)),
    Pattern::new("complex.im", "extract", |rw, op, operands| part(rw, op, operands, 1)),
    Pattern::new("complex.add", "add", |rw, op, operands| by_parts(rw, op, operands, "spv.FAdd")),
    Pattern::new("complex.sub", "subtract", |rw, op, operands| by_parts(rw, op, operands, "spv.FSub")),
    Pattern::new("complex.neg", "negate", |rw, op, operands| by_parts(rw, op, operands, "spv.FNegate")),
    Pattern::new("complex.conj", "conjugate", conjugate),
    Pattern::new("complex.mul", "product", product),
    Pattern::new("complex.eq", "equal parts", |rw, op, operands| {
        compare(rw, op, operands, "spv.FOrdEqual", "spv.All")
    }),
    Pattern::new("complex.neq", "different parts", |rw, op, operands| {
        compare(rw, op, operands, "spv.FUnordNotEqual", "spv.Any")
    }),
];

fn constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let ty = rw.result_types(op)?[0];
    let original = complex_part(ctx, rw.value_type(rw.result(op, 0))).ok_or("is no complex number")?;
    let parts = rw.slot_attr(op, 0).and_then(|attr| ctx.attr_array(attr)).ok_or("has no parts")?;
    let bits = parts.iter().map(|part| match ctx.attr_data(*part) {
        AttrData::Float { bits, .. } => Some(*bits),
        AttrData::Integer { value, .. } => Some(*value),
        _ => None,
    });
    let bits: Option<Vec<u64>> =
        bits.map(|bits| bits.map(|bits| convert_bits(ctx, bits, original, element(ctx, ty)))).collect();
    let bits = bits.filter(|bits| bits.len() == 2).ok_or("has no two numbers")?;
    let value = rw.constant(ty, ctx.dense_attr(ty, bits))?;
    rw.replace(op, &[value]);
    Ok(())
}

fn part(rw: &mut Rw<'_>, op: Op, operands: &Operands, number: u32) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = rw.extract(operands.one(0)?, number, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// The type of a result that is a single complex number of floats the target has.
fn number(rw: &Rw<'_>, op: Op) -> Result<Type, Mismatch> {
    let ty = rw.result_types(op)?[0];
    let original = complex_part(rw.ctx, rw.value_type(rw.result(op, 0)));
    match original {
        Some(part) if part == element(rw.ctx, ty) => Ok(ty),
        _ => Err("is supported on single numbers of types that the target has".into()),
    }
}

fn by_parts(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str) -> Done {
    let ty = number(rw, op)?;
    let value = rw.op(name, &operands.all()?, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn conjugate(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = number(rw, op)?;
    let [re, im] = parts(rw, operands.one(0)?)?;
    let im = rw.op("spv.FNegate", &[im], element(rw.ctx, ty))?;
    let value = rw.op("spv.CompositeConstruct", &[re, im], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn parts(rw: &mut Rw<'_>, value: Value) -> Result<[Value; 2], Mismatch> {
    let part = element(rw.ctx, rw.type_of(value));
    Ok([rw.extract(value, 0, part)?, rw.extract(value, 1, part)?])
}

fn product(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = number(rw, op)?;
    let part = element(rw.ctx, ty);
    let ([a, b], [c, d]) = (parts(rw, operands.one(0)?)?, parts(rw, operands.one(1)?)?);
    let (ac, bd) = (rw.op("spv.FMul", &[a, c], part)?, rw.op("spv.FMul", &[b, d], part)?);
    let (ad, bc) = (rw.op("spv.FMul", &[a, d], part)?, rw.op("spv.FMul", &[b, c], part)?);
    let (re, im) = (rw.op("spv.FSub", &[ac, bd], part)?, rw.op("spv.FAdd", &[ad, bc], part)?);
    let value = rw.op("spv.CompositeConstruct", &[re, im], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn compare(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str, of_both: &str) -> Done {
    let values = operands.all()?;
    let truth = rw.bool_like(rw.type_of(values[0]));
    let each = rw.op(name, &values, truth)?;
    let value = rw.op(of_both, &[each], rw.ctx.common().i1)?;
    rw.replace(op, &[value]);
    Ok(())
}
