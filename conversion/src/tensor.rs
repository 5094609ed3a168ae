//! `tensor`: constants of a static shape, which are read through a variable.

use crate::emit::{Done, Emit, Replaces, Rw};
use crate::env::Spirv;
use crate::types::array;
use spv_dialect::spv::{self, StorageClass, Types};
use spv_dialects::tensor;
use spv_ir::conversion::{Operands, Pattern};
use spv_ir::{Op, TypeData};

/// The patterns.
pub(crate) static PATTERNS: &[Pattern<Spirv>] =
    &[Pattern::new(tensor::Extract::NAME, "load from a variable", extract)];

/// Tensors of more bytes are refused: each use has a variable of its own.
const LIMIT: u64 = 64;

fn extract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ctx = rw.ctx;
    let ty = rw.result_types(op)?[0];
    let [original] = rw.first_operand_types(op);
    let TypeData::Tensor { dims, .. } = ctx.type_data(original) else {
        return Err("is of no static shape".into());
    };
    let values = operands.all()?;
    let Some((element, count)) = array(ctx, rw.type_of(values[0])) else {
        // The tensor has one element.
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
