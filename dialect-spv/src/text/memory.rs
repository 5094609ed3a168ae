//! Assembly syntax of `spv.CopyMemory`
//!
//! The syntax has the quirks of LLVM 14.

use super::directives::{parse_same_storage, parse_storage, print_storage};
use super::items::*;
use crate::generated::enums::MEMORY_ACCESS;
use crate::llvm::since;
use crate::types::pointer;
use spv_ir::dialect::{ABSENT, Arity, ParamKind};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Op};

/// Indices of the attributes that hold the bits of the two memory accesses. The attribute after each holds the operands
/// of those bits.
const ACCESS: [usize; 2] = [0, 2];

/// Parses `"Function" %a, "Function" %b ["Volatile"], ["Aligned", 4] {...} : f32`.
pub fn parse_copy(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let mut pointer_at = 0;
    for i in 0..2 {
        if i > 0 {
            p.expect(",")?;
        }
        parse_storage(p, state, &[DirectiveArg::Param(0)])?;
        pointer_at = p.offset();
        let operand = p.operand()?;
        let value = p.resolve(&operand, None)?;
        state.operands.push(value);
        parse_same_storage(p, state, &[])?;
    }
    if p.peek("[") {
        access(p, state, ACCESS[0])?;
    }
    // LLVM 14 prints a comma even if no second memory access follows.
    if p.accept(",") && p.peek("[") {
        access(p, state, ACCESS[1])?;
    }
    p.attr_dict(&mut state.attrs)?;
    if !p.accept(":") {
        return Ok(());
    }
    let ty = p.ty()?;
    let (body, _) = p.body();
    let known = state.operands.first().and_then(|v| body.value_type_opt(*v));
    let pointee = known.and_then(|known| pointer(p.ctx(), known));
    if pointee.is_some_and(|(pointee, _)| pointee != ty) {
        let message = "the type differs from the pointee type";
        return Err(p.error_at(pointer_at..pointer_at + 1, message));
    }
    // In LLVM 14, the attribute dictionary follows the type.
    p.attr_dict(&mut state.attrs)
}

/// Parses a memory access such as `["Aligned", 4]`.
fn access(p: &mut dyn AsmParser, state: &mut OpState, slot: usize) -> Parsed<()> {
    p.expect("[")?;
    let bits = quoted(p, &MEMORY_ACCESS)?;
    let mut extras = Vec::new();
    for param in MEMORY_ACCESS.present(bits).flat_map(|e| e.params) {
        if param.arity != Arity::One && !p.peek(",") {
            continue;
        }
        p.expect(",")?;
        if param.kind.may_be_value()
            && let Some(operand) = p.opt_operand()
        {
            let value = p.resolve(&operand, None)?;
            state.operands.push(value);
            extras.push(p.ctx().attr(AttrData::Operand));
            continue;
        }
        extras.push(match param.kind {
            ParamKind::Enum(def) | ParamKind::ConstEnum(def) => {
                let value = enumerant(p, def)?;
                p.ctx().i32_attr(value)
            }
            _ => operand(p)?,
        });
    }
    state.slots[slot] = bits;
    if !extras.is_empty() {
        state.slots[slot + 1] = p.ctx().array_attr(&extras).raw();
    }
    p.expect("]")
}

/// Prints the syntax that [`parse_copy`] parses.
pub fn print_copy(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let mut operands = body.own_operands(op);
    let compat = p.compat();
    let gap = if compat { " " } else { "" };
    for i in 0..2_u8 {
        p.write(if i > 0 { "," } else { "" });
        p.write(gap);
        p.write(" ");
        print_storage(p, body, op, &[DirectiveArg::Param(i)]);
        p.write(" ");
        if let Some(value) = operands.next() {
            p.value(body, value);
        }
    }
    let present = ACCESS.map(|slot| body.slot(op, slot) != ABSENT);
    if present[0] {
        p.write(" ");
        print_access(p, body, op, ACCESS[0], &mut operands);
    }
    match (present[1], compat) {
        (true, _) => {
            p.write(",");
            p.write(if since::SHORT_COPY.holds(p.form()) { "" } else { gap });
            p.write(" ");
            print_access(p, body, op, ACCESS[1], &mut operands);
        }
        (false, true) if since::SHORT_COPY.holds(p.form()) => {}
        (false, true) if !present[0] => p.write(", "),
        (false, true) if since::REPEATED_MEMORY_OPERAND.holds(p.form()) => {
            p.write(",  ");
            print_access(p, body, op, ACCESS[0], &mut body.own_operands(op).skip(2));
        }
        _ => {}
    }
    if !compat {
        p.attr_dict(body.attrs(op), &[]);
    }
    let ty = body.own_operands(op).next().and_then(|v| body.value_type_opt(v));
    if let Some((pointee, _)) = ty.and_then(|ty| pointer(p.ctx(), ty)) {
        p.write(" : ");
        p.ty(pointee);
    }
    if compat {
        p.attr_dict(body.attrs(op), &[]);
    }
}

/// Prints the syntax that [`access`] parses.
fn print_access(
    p: &mut dyn AsmPrinter,
    body: &Body,
    op: Op,
    slot: usize,
    operands: &mut dyn Iterator<Item = spv_ir::Value>,
) {
    let bits = body.slot(op, slot);
    p.write("[");
    p.string(&crate::decorations::enum_text(&MEMORY_ACCESS, bits));
    let extras = Attribute::from_raw(body.slot(op, slot + 1)).and_then(|a| p.ctx().attr_array(a));
    let extras = extras.unwrap_or(&[]).to_vec();
    let params: Vec<_> = MEMORY_ACCESS.present(bits).flat_map(|e| e.params).collect();
    for (i, extra) in extras.into_iter().enumerate() {
        p.write(", ");
        match (params.get(i).map(|p| p.kind), i32_value(p.ctx(), extra)) {
            (Some(ParamKind::Enum(def) | ParamKind::ConstEnum(def)), Some(value)) => {
                p.string(&crate::decorations::enum_text(def, value as u32));
            }
            _ if *p.ctx().attr_data(extra) == AttrData::Operand => {
                if let Some(value) = operands.next() {
                    p.value(body, value);
                }
            }
            _ => write_operand(p, extra),
        }
    }
    p.write("]");
}
