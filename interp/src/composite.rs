//! Evaluation of composite ops

use super::eval::{Inst, Unsupported};
use super::value::{Value, ValueType, shape};
use spv_dialect::generated::opcodes as op;
use spv_ir::Context;
use std::rc::Rc;

/// Evaluates a composite op. Returns `Ok(None)` if an index is out of bounds.
pub fn eval(ctx: &Context, inst: &Inst<'_>, args: &[Value]) -> Result<Option<Value>, Unsupported> {
    let words = inst.words;
    Ok(match (inst.opcode, args) {
        (op::COMPOSITE_EXTRACT, [whole]) => extract(whole, words).cloned(),
        (op::COMPOSITE_INSERT, [part, whole]) => insert(whole.clone(), words, part.clone()),
        (op::VECTOR_SHUFFLE, [a, b]) => {
            let both: Vec<&Value> = a.parts().into_iter().chain(b.parts()).flatten().collect();
            let pick = |&word: &u32| match word {
                u32::MAX => Some(Value::Undef),
                n => both.get(n as usize).map(|v| (*v).clone()),
            };
            words.iter().map(pick).collect::<Option<_>>().map(Value::composite)
        }
        (op::COMPOSITE_CONSTRUCT, _) => Some(construct(ctx, inst, args)),
        (op::VECTOR_EXTRACT_DYNAMIC, [whole, index]) => {
            let index = index.bits().and_then(|n| u32::try_from(n).ok());
            index.and_then(|n| extract(whole, &[n])).cloned()
        }
        (op::VECTOR_INSERT_DYNAMIC, [whole, part, index]) => {
            let index = index.bits().and_then(|n| u32::try_from(n).ok());
            index.and_then(|n| insert(whole.clone(), &[n], part.clone()))
        }
        (op::TRANSPOSE, [matrix]) => transpose(matrix),
        _ => return Err(Unsupported),
    })
}

/// Returns whether [`eval`] handles an opcode.
pub fn knows(opcode: u32) -> bool {
    matches!(
        opcode,
        op::COMPOSITE_EXTRACT
            | op::COMPOSITE_INSERT
            | op::VECTOR_SHUFFLE
            | op::COMPOSITE_CONSTRUCT
            | op::VECTOR_EXTRACT_DYNAMIC
            | op::VECTOR_INSERT_DYNAMIC
            | op::TRANSPOSE
    )
}

/// Returns the element of a composite at an index path; `None` if an index is out of bounds.
pub fn extract<'v>(mut whole: &'v Value, indices: &[u32]) -> Option<&'v Value> {
    for &index in indices {
        whole = whole.parts()?.get(index as usize)?;
    }
    Some(whole)
}

/// Returns a composite with the element at an index path replaced; `None` if an index is out of bounds.
pub fn insert(mut whole: Value, indices: &[u32], part: Value) -> Option<Value> {
    let mut place = &mut whole;
    for &index in indices {
        match place {
            Value::Composite(parts) => place = Rc::make_mut(parts).get_mut(index as usize)?,
            _ => return None,
        }
    }
    *place = part;
    Some(whole)
}

/// Evaluates OpCompositeConstruct. The constituents of a vector may be vectors.
fn construct(ctx: &Context, inst: &Inst<'_>, args: &[Value]) -> Value {
    let scalars = match shape(ctx, inst.ty) {
        ValueType::Uniform(_, element) => {
            !matches!(shape(ctx, element), ValueType::Uniform(..) | ValueType::Struct(_))
        }
        _ => false,
    };
    let mut parts = Vec::with_capacity(args.len());
    for arg in args {
        match arg.parts() {
            Some(inner) if scalars => parts.extend_from_slice(inner),
            _ => parts.push(arg.clone()),
        }
    }
    Value::composite(parts)
}

fn transpose(matrix: &Value) -> Option<Value> {
    let columns = matrix.parts()?;
    let rows = columns.first()?.parts()?.len();
    let row = |r: usize| {
        let parts: Option<Vec<Value>> = columns.iter().map(|c| c.parts()?.get(r).cloned()).collect();
        parts.map(Value::composite)
    };
    (0..rows).map(row).collect::<Option<_>>().map(Value::composite)
}
