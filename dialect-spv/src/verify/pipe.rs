//! Type rules of blocking pipe instructions (`SPV_INTEL_blocking_pipes`)

use super::View;
use super::rule::{A, B, OpValue};
use super::shape::TypeKind;
use crate::generated::opcodes::TYPE_PIPE;
use crate::generated::values::{access_qualifier, storage_class};
use crate::types;

const SIZE: OpValue = OpValue::Operand(2);
const ALIGNMENT: OpValue = OpValue::Operand(3);

/// Checks that OpReadPipeBlockingINTEL has a read-only pipe and a Generic pointer.
pub fn read_blocking(v: &mut View<'_, '_>) {
    blocking(v, access_qualifier::READ_ONLY, "ReadOnly");
}

/// Checks that OpWritePipeBlockingINTEL has a write-only pipe and a Generic pointer.
pub fn write_blocking(v: &mut View<'_, '_>) {
    blocking(v, access_qualifier::WRITE_ONLY, "WriteOnly");
}

fn blocking(v: &mut View<'_, '_>, qualifier: u32, name: &str) {
    if let Some(pipe) = v.ty(A) {
        let found = match types::view(v.ctx(), pipe) {
            Some((TYPE_PIPE, params)) => params.get(1).copied(),
            _ => None,
        };
        if found.and_then(|attr| v.ctx().attr_u64(attr)) != Some(qualifier.into()) {
            let pipe = v.text(pipe);
            return v
                .error(&format!("operand #0 must be a pipe with access qualifier {name}, but got '{pipe}'"));
        }
    }
    if let Some((pointer, shape)) = v.pointer(B)
        && shape.storage != storage_class::GENERIC
    {
        let pointer = v.text(pointer);
        return v.error(&format!("operand #1 must be a pointer to Generic storage, but got '{pointer}'"));
    }
    let mut numbers = [None; 2];
    for (number, place) in numbers.iter_mut().zip([SIZE, ALIGNMENT]) {
        let (Some(ty), OpValue::Operand(index)) = (v.ty(place), place) else { return };
        let shape = v.shape(ty);
        if shape.kind != TypeKind::Int || shape.width != 32 {
            let ty = v.text(ty);
            return v.error(&format!("operand #{index} must be of a 32-bit integer type, but got '{ty}'"));
        }
        *number = v.constant(v.body().operand(v.op, usize::from(index))).unwrap_or_default();
    }
    if let [Some(size), Some(alignment)] = numbers
        && (alignment == 0 || alignment > size || size % alignment != 0)
    {
        v.error(&format!(
            "the packet alignment must be between 1 and the packet size and divide it, but got {alignment} for a \
             size of {size}"
        ));
    }
}
