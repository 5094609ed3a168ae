//! Lowering of `complex` ops to ops on two-component vectors

use crate::emit::{Done, Emit, Replaces, Rw, convert_bits};
use crate::env::Spirv;
use spv_dialect::spv;
use spv_dialects::complex;
use spv_dialects::types::{complex_part, element};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::OpDefId;
use spv_ir::{AttrData, Op, Type, Value};

/// Lowering patterns for `complex` ops.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(complex::Constant::NAME, "constant", constant),
    Pattern::new(complex::Create::NAME, "construct", |rw, op, operands| {
        let ty = rw.result_types(op)?[0];
        rw.op(spv::CompositeConstruct::ID, &operands.all()?, ty).replaces(rw, op)
    }),
    Pattern::new(complex::Re::NAME, "extract", |rw, op, operands| part(rw, op, operands, 0)),
    Pattern::new(complex::Im::NAME, "extract", |rw, op, operands| part(rw, op, operands, 1)),
    Pattern::new(complex::Add::NAME, "add", |rw, op, operands| by_parts(rw, op, operands, spv::FAdd::ID)),
    Pattern::new(complex::Sub::NAME, "subtract", |rw, op, operands| {
        by_parts(rw, op, operands, spv::FSub::ID)
    }),
    Pattern::new(complex::Neg::NAME, "negate", |rw, op, operands| {
        by_parts(rw, op, operands, spv::FNegate::ID)
    }),
    Pattern::new(complex::Conj::NAME, "conjugate", conjugate),
    Pattern::new(complex::Mul::NAME, "product", product),
    Pattern::new(complex::Eq::NAME, "comparison for equality", |rw, op, operands| {
        compare(rw, op, operands, spv::FOrdEqual::ID, spv::All::ID)
    }),
    Pattern::new(complex::Neq::NAME, "comparison for inequality", |rw, op, operands| {
        compare(rw, op, operands, spv::FUnordNotEqual::ID, spv::Any::ID)
    }),
];

fn constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let ty = rw.result_types(op)?[0];
    let original =
        complex_part(ctx, rw.value_type(rw.result(op, 0))).ok_or("the result is not a complex number")?;
    let parts = rw
        .slot_attr(op, complex::Constant::slot(complex::Constant::value))
        .and_then(|attr| ctx.attr_array(attr))
        .ok_or("the constant has no parts")?;
    let bits = parts.iter().map(|part| match ctx.attr_data(*part) {
        AttrData::Float { bits, .. } => Some(*bits),
        AttrData::Integer { value, .. } => Some(*value),
        _ => None,
    });
    let bits: Option<Vec<u64>> =
        bits.map(|bits| bits.map(|bits| convert_bits(ctx, bits, original, element(ctx, ty)))).collect();
    let bits = bits.filter(|bits| bits.len() == 2).ok_or("the constant must have two numbers")?;
    rw.constant(ty, ctx.dense_attr(ty, bits)).replaces(rw, op)
}

fn part(rw: &mut Rw<'_>, op: Op, operands: &Operands, number: u32) -> Done {
    let ty = rw.result_types(op)?[0];
    let [complex] = operands.first()?;
    rw.extract(complex, number, ty).replaces(rw, op)
}

/// Returns the converted type of the op's result. Fails unless the result is a scalar complex number whose component
/// type the target supports.
fn number(rw: &Rw<'_>, op: Op) -> Result<Type, Mismatch> {
    let ty = rw.result_types(op)?[0];
    let original = complex_part(rw.ctx, rw.value_type(rw.result(op, 0)));
    match original {
        Some(part) if part == element(rw.ctx, ty) => Ok(ty),
        _ => Err("only scalar complex numbers whose element type the target supports can be lowered".into()),
    }
}

fn by_parts(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId) -> Done {
    let ty = number(rw, op)?;
    rw.op(def, &operands.all()?, ty).replaces(rw, op)
}

fn conjugate(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = number(rw, op)?;
    let [complex] = operands.first()?;
    let [re, im] = parts(rw, complex);
    let im = rw.op(spv::FNegate::ID, &[im], element(rw.ctx, ty));
    rw.op(spv::CompositeConstruct::ID, &[re, im], ty).replaces(rw, op)
}

fn parts(rw: &mut Rw<'_>, value: Value) -> [Value; 2] {
    let part = element(rw.ctx, rw.type_of(value));
    [rw.extract(value, 0, part), rw.extract(value, 1, part)]
}

fn product(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = number(rw, op)?;
    let part = element(rw.ctx, ty);
    let [[a, b], [c, d]] = operands.first()?.map(|complex| parts(rw, complex));
    let (ac, bd) = (rw.op(spv::FMul::ID, &[a, c], part), rw.op(spv::FMul::ID, &[b, d], part));
    let (ad, bc) = (rw.op(spv::FMul::ID, &[a, d], part), rw.op(spv::FMul::ID, &[b, c], part));
    let (re, im) = (rw.op(spv::FSub::ID, &[ac, bd], part), rw.op(spv::FAdd::ID, &[ad, bc], part));
    rw.op(spv::CompositeConstruct::ID, &[re, im], ty).replaces(rw, op)
}

fn compare(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId, of_both: OpDefId) -> Done {
    let values = operands.all()?;
    let truth = rw.bool_like(rw.type_of(values[0]));
    let each = rw.op(def, &values, truth);
    rw.op(of_both, &[each], rw.ctx.common().i1).replaces(rw, op)
}
