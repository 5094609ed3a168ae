//! The directive `custom(pointee,$pointer)` of ops that copy memory.

use crate::types::pointer;
use spv_ir::asm::*;
use spv_ir::{Body, Op};

/// Reads `: type`, which the type of the pointer, the first operand, says again.
pub fn parse_pointee(p: &mut dyn AsmParser, state: &mut OpState, _: u8) -> Parsed<()> {
    if !p.accept(":") {
        return Ok(());
    }
    let at = p.offset();
    let ty = p.ty()?;
    let (body, _) = p.body();
    let known = state.operands.first().and_then(|v| body.value_type_opt(*v));
    match known.and_then(|known| pointer(p.ctx(), known)) {
        Some((pointee, _)) if pointee != ty => {
            Err(p.error_at(at..at + 1, "this is not the type that the pointer points to"))
        }
        _ => Ok(()),
    }
}

/// Writes what [`parse_pointee`] reads; nothing for an untyped pointer.
pub fn print_pointee(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: u8) {
    let ty = body.own_operands(op).next().and_then(|v| body.value_type_opt(v));
    if let Some((pointee, _)) = ty.and_then(|ty| pointer(p.ctx(), ty)) {
        p.write(": ");
        p.ty(pointee);
    }
}
