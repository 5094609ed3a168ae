//! Elementwise ops on `bf16` values
//!
//! SPIR-V can only store and convert `bf16` values, so arithmetic is performed in `f32`.

use crate::emit::{Done, Rw, SourceOps, like, source_op, truncation};
use crate::env::Spirv;
use crate::lanes::ELEMENTWISE;
use spv_dialect::generated::values::capability;
use spv_dialects::types::element;
use spv_dialects::{arith, ub};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{FloatKind, NewOp, Op, Type, TypeData, Value};

/// Ops that only move or convert `bf16` values, and so need no computation in `f32`.
const NATIVE: [&str; 5] =
    [arith::Bitcast::NAME, arith::ExtF::NAME, arith::Select::NAME, arith::TruncF::NAME, ub::Poison::NAME];

/// Returns patterns for elementwise ops that compute on `bf16` values.
pub(crate) fn elementwise() -> impl Iterator<Item = Pattern<Spirv>> {
    let ops = ELEMENTWISE.iter().map(|pattern| pattern.op).filter(|op| !NATIVE.contains(op));
    ops.map(|op| Pattern::new(op, "computation in f32", in_f32).benefit(4).guarded(only_native))
}

fn only_native(rw: &Rw<'_>, op: Op) -> Done {
    let is_native = rw.env.target.has(capability::B_FLOAT16_TYPE_KHR);
    let mut values = rw.own_operands(op).chain(rw.results(op));
    if is_native && values.any(|value| is_bfloat16(rw, rw.original_type(value))) {
        Ok(())
    } else {
        Err(Mismatch::UNRELATED)
    }
}

fn is_bfloat16(rw: &Rw<'_>, ty: Type) -> bool {
    *rw.ctx.type_data(element(rw.ctx, ty)) == TypeData::Float(FloatKind::BF16)
}

/// Returns `f32`, or a vector of `f32`, for a `bf16` type. Returns any other type unchanged.
fn widened(rw: &Rw<'_>, ty: Type) -> Type {
    if is_bfloat16(rw, ty) { like(rw.ctx, ty, rw.ctx.common().f32) } else { ty }
}

/// Lowers an elementwise op to the same op on `f32`: extends the operands, and truncates the results to `bf16`.
fn in_f32(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let sources: Vec<Value> = rw.own_operands(op).collect();
    let originals: Vec<Type> = rw.results(op).map(|result| rw.value_type(result)).collect();
    let types: Vec<Type> = originals.iter().map(|ty| widened(rw, *ty)).collect();
    let mut values = Vec::new();
    for source in sources {
        let from = rw.original_type(source);
        let to = widened(rw, from);
        values.push(if from == to { source } else { source_op(rw, arith::ExtF::NAME, &[source], to)? });
    }
    let def = std::ops::Deref::deref(rw).def(op);
    let (slots, attrs) = (rw.slots(op).to_vec(), rw.attrs(op));
    let wide =
        rw.create(NewOp { operands: &values, slots: &slots, attrs, results: &types, ..NewOp::new(def) });
    let results: Vec<Value> = rw.results(wide).collect();
    let mut replacements = Vec::new();
    for (value, original) in results.into_iter().zip(originals) {
        let is_kept = rw.value_type(value) == original;
        replacements.push(if is_kept { value } else { truncation(rw, value, original)? });
    }
    rw.done(op, &replacements)
}
