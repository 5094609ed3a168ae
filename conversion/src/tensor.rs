//! Lowering of `tensor` ops, and of elementwise ops on tensors of static shape
//!
//! A tensor becomes an array. To read an element at a dynamic index, the array is stored to a variable.

use crate::emit::{Done, Emit, Replaces, Rw, SourceOps};
use crate::env::Spirv;
use crate::lanes::{self, cast};
use crate::types::array;
use spv_build::spv::{self, StorageClass, Types};
use spv_dialects::types::element;
use spv_dialects::{math, tensor, ub};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{NewOp, Op, Type, TypeData, Value};

/// Lowering patterns for `tensor` ops.
pub(crate) static PATTERNS: &[Pattern<Spirv>] =
    &[Pattern::new(tensor::Extract::NAME, "load from a variable", extract)];

/// Maximum size in bytes of a tensor that `tensor.extract` may read. Each `tensor.extract` stores the tensor to its own
/// variable.
const LIMIT: u64 = 64;

/// Maximum number of tensor elements for an elementwise op, which expands to one op per element.
const MAX_ELEMENTS: usize = 64;

/// Returns patterns that expand elementwise ops on tensors to one op per element.
pub(crate) fn elementwise() -> impl Iterator<Item = Pattern<Spirv>> {
    let ops = lanes::ELEMENTWISE.iter().map(|pattern| pattern.op).chain([math::IPowI::NAME]);
    ops.filter(|op| *op != ub::Poison::NAME)
        .map(|op| Pattern::new(op, "elementwise op on a tensor", by_element).benefit(4).guarded(only_tensors))
}

/// Returns whether an op has a tensor operand or result.
fn has_tensors(rw: &Rw<'_>, op: Op) -> bool {
    rw.own_operands(op).chain(rw.results(op)).any(|value| is_tensor(rw, rw.original_type(value)))
}

fn is_tensor(rw: &Rw<'_>, ty: Type) -> bool {
    matches!(rw.ctx.type_data(ty), TypeData::Tensor { .. })
}

fn only_tensors(rw: &Rw<'_>, op: Op) -> Done {
    if has_tensors(rw, op) { Ok(()) } else { Err(Mismatch::UNRELATED) }
}

/// Rejects ops on tensors. Guards patterns that assume scalars or vectors.
pub(crate) fn refuse(rw: &Rw<'_>, op: Op) -> Done {
    if has_tensors(rw, op) { Err("the op is not supported on tensors".into()) } else { Ok(()) }
}

/// Extracts the elements of the operands, applies the op to each element, and constructs the results.
fn by_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let values = operands.all()?;
    let originals: Vec<Type> = rw.own_operands(op).map(|value| rw.original_type(value)).collect();
    let results: Vec<Type> = rw.results(op).map(|value| rw.value_type(value)).collect();
    let converted = rw.result_types(op)?;
    let lengths = values.iter().map(|value| rw.type_of(*value)).chain(converted.iter().copied());
    let count =
        lengths.filter_map(|ty| array(rw.ctx, ty)).map(|(_, count)| count as usize).max().unwrap_or(1);
    if count > MAX_ELEMENTS {
        return Err(format!("a tensor of {count} elements exceeds the limit of {MAX_ELEMENTS}").into());
    }
    let def = std::ops::Deref::deref(rw).def(op);
    let (slots, attrs) = (rw.slots(op).to_vec(), rw.attrs(op));
    let types: Vec<Type> = results.iter().map(|ty| element(rw.ctx, *ty)).collect();
    let mut made: Vec<Vec<Value>> = vec![Vec::new(); results.len()];
    for at in 0..count {
        let mut parts = Vec::new();
        for (&value, &original) in values.iter().zip(&originals) {
            let part = match array(rw.ctx, rw.type_of(value)) {
                Some((ty, _)) => rw.extract(value, at as u32, ty),
                None => value,
            };
            let ty = if is_tensor(rw, original) { element(rw.ctx, original) } else { original };
            parts.push(cast(rw, part, ty));
        }
        let new =
            rw.create(NewOp { operands: &parts, slots: &slots, attrs, results: &types, ..NewOp::new(def) });
        let new: Vec<Value> = rw.results(new).collect();
        new.into_iter().zip(&mut made).for_each(|(result, list)| list.push(result));
    }
    let mut replacements = Vec::new();
    for (list, ty) in made.into_iter().zip(converted) {
        let (scalar, is_array) = array(rw.ctx, ty).map_or((ty, false), |(element, _)| (element, true));
        let parts: Vec<Value> = list.into_iter().map(|value| cast(rw, value, scalar)).collect();
        replacements.push(match parts[..] {
            [value] if !is_array => value,
            _ => rw.op(spv::CompositeConstruct::ID, &parts, ty),
        });
    }
    rw.done(op, &replacements)
}

fn extract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ctx = rw.ctx;
    let ty = rw.result_types(op)?[0];
    let [original] = rw.first_operand_types(op);
    let TypeData::Tensor { dims, .. } = ctx.type_data(original) else {
        return Err("the tensor has no static shape".into());
    };
    let values = operands.all()?;
    let Some((element, count)) = array(ctx, rw.type_of(values[0])) else {
        // The converted type is not an array, because the tensor has a single element.
        return values[0].replaces(rw, op);
    };
    let bytes = count * u64::from(crate::types::size_of(ctx, element));
    if bytes > LIMIT {
        return Err(format!("a tensor of {bytes} bytes exceeds the limit of {LIMIT}").into());
    }
    let pointee = rw.type_of(values[0]);
    let pointer = ctx.pointer(pointee, StorageClass::Function);
    let variable = rw.op(spv::Variable::ID, &[], pointer);
    rw.store(variable, values[0]);
    let index = rw.env.index_type(ctx);
    let mut linear = rw.int(index, 0);
    let mut stride: u64 = dims.iter().product();
    for (number, (&value, length)) in values[1..].iter().zip(dims).enumerate() {
        stride /= length;
        let factor = rw.int(index, stride);
        let part = if stride == 1 { value } else { rw.op(spv::IMul::ID, &[value, factor], index) };
        linear = if number == 0 { part } else { rw.op(spv::IAdd::ID, &[part, linear], index) };
    }
    let to_element = ctx.pointer(ty, StorageClass::Function);
    let at = rw.op(spv::AccessChain::ID, &[variable, linear], to_element);
    rw.load(at, ty).replaces(rw, op)
}
