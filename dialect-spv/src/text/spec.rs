//! Assembly syntax of specialization-constant composites and operations
//!
//! At module scope, a specialization-constant operation is `spv.SpecConstantOp @c wraps "spv.IAdd"(@a, 1 : i32) : i32`.
//! In a function, it is LLVM 14's `spv.SpecConstantOperation wraps "spv.IAdd"(%a, %b) : (i32, i32) -> i32`.

use super::items::*;
use crate::decorations::enum_text;
use crate::generated::ops::{CORE, OPCODE};
use crate::spv;
use crate::table::core_index;
use spv_ir::dialect::{Arity, ParamKind};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Location, Op, TypeData};

/// Parses `(@a, 1 : i32)` and returns the array of operands as a raw attribute.
fn attributes(p: &mut dyn AsmParser) -> Parsed<u32> {
    p.expect("(")?;
    let mut items = Vec::new();
    list(p, ")", &mut |p| {
        items.push(p.attr()?);
        Ok(())
    })?;
    Ok(if items.is_empty() { 0 } else { p.ctx().array_attr(&items).raw() })
}

fn write_attributes(p: &mut dyn AsmPrinter, list: Option<Attribute>) {
    let items = list.and_then(|a| p.ctx().attr_array(a)).unwrap_or(&[]).to_vec();
    p.write("(");
    write_list(p, items, |p, item| p.attr(item));
    p.write(")");
}

/// Parses the end of an op, `{...} : type`.
fn type_after(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    state.slots[spv::SpecConstantOp::TYPE] = p.ctx().type_attr(ty).raw();
    Ok(())
}

fn write_type_after(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.attr_dict(body.attrs(op), &[]);
    if let Some(ty) = body.slot_attr(op, spv::SpecConstantOp::TYPE) {
        p.write(" : ");
        p.attr(ty);
    }
}

/// Parses `@c (@a, @b) {...} : type`.
pub fn parse_composite(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::SpecConstantComposite::SYM_NAME] = symbol_name(p)?;
    state.slots[spv::SpecConstantComposite::CONSTITUENTS] = attributes(p)?;
    let at = p.offset();
    type_after(p, state)?;
    // Check for a non-composite result type now, because that error must precede errors about the constituents.
    let ty = Attribute::from_raw(state.slots[spv::SpecConstantOp::TYPE]).and_then(|ty| p.ctx().attr_type(ty));
    if let Some(ty) = ty
        && matches!(p.ctx().type_data(ty), TypeData::Integer { .. } | TypeData::Float(_))
    {
        let message = format!("result type must be a composite type, but provided '{}'", p.type_text(ty));
        return Err(p.error_at(at..at + 1, &message));
    }
    Ok(())
}

/// Prints the syntax that [`parse_composite`] parses.
pub fn print_composite(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, 0);
    p.write(" ");
    write_attributes(p, body.slot_attr(op, spv::SpecConstantComposite::CONSTITUENTS));
    write_type_after(p, body, op);
}

/// Parses `wraps "spv.IAdd"` and returns the opcode of the wrapped instruction.
fn wrapped(p: &mut dyn AsmParser) -> Parsed<u32> {
    if !p.accept_keyword("wraps") {
        return Err(p.error("expected `wraps` and the name of an op"));
    }
    let at = p.offset();
    let text = p.string()?;
    let name = text.strip_prefix("spv.").or(text.strip_prefix("spirv."));
    match name.and_then(|name| OPCODE.by_name(name)) {
        Some(opcode) => Ok(opcode),
        None => Err(p.error_at(at..at + text.len() + 2, &format!("`{text}` is not an instruction"))),
    }
}

fn write_wrapped(p: &mut dyn AsmPrinter, opcode: u32) {
    p.write(" wraps \"");
    p.name(&format!("spv.{}", enum_text(&OPCODE, opcode)));
    p.write("\"");
}

/// Parses `@c wraps "spv.IAdd"(@a, 1 : i32) {...} : type`.
pub fn parse_op(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::SpecConstantOp::SYM_NAME] = symbol_name(p)?;
    state.slots[spv::SpecConstantOp::OPCODE] = wrapped(p)?;
    state.slots[spv::SpecConstantOp::OPERANDS] = attributes(p)?;
    type_after(p, state)
}

/// Prints the syntax that [`parse_op`] parses.
pub fn print_op(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, 0);
    write_wrapped(p, body.slot(op, spv::SpecConstantOp::OPCODE));
    write_attributes(p, body.slot_attr(op, spv::SpecConstantOp::OPERANDS));
    write_type_after(p, body, op);
}

/// Returns the attribute key that LLVM 14 uses for an instruction's literals, which is the name of the literal
/// parameter. Returns `None` for an instruction without literals.
pub(crate) fn literals_key(opcode: u32) -> Option<&'static str> {
    let row = &CORE[core_index(opcode)?];
    let list = row.params.iter().find(|p| matches!((p.kind, p.arity), (ParamKind::Word, Arity::Variadic)));
    list.map(|p| if p.name == "indexes" { "indices" } else { p.name })
}

/// Parses `wraps "spv.CompositeExtract"(%a) {indices = [1 : i32]} : (type) -> type`.
pub fn parse_operation(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let at = p.offset() + "wraps ".len();
    let opcode = wrapped(p)?;
    // The op has the location of the wrapped op, as in LLVM 14.
    state.loc = Some(Location::text(at));
    state.slots[spv::SpecConstantOperation::OPCODE] = opcode;
    p.expect("(")?;
    let mut operands = Vec::new();
    list(p, ")", &mut |p| {
        operands.push(p.operand()?);
        Ok(())
    })?;
    let at = p.offset();
    p.attr_dict(&mut state.attrs)?;
    let key = literals_key(opcode).map(|key| p.ctx().ident(key));
    if let Some(number) = state.attrs.iter().position(|(k, _)| Some(*k) == key) {
        let (_, value) = state.attrs.remove(number);
        let Some(literals) = p.ctx().attr_array(value).filter(|list| !list.is_empty()) else {
            return Err(p.error_at(at..at + 1, "expected a list of literals, as in `{indices = [1 : i32]}`"));
        };
        let mut items = vec![p.ctx().attr(AttrData::Operand); operands.len()];
        items.extend_from_slice(literals);
        state.slots[spv::SpecConstantOperation::OPERANDS] = p.ctx().array_attr(&items).raw();
    }
    p.expect(":")?;
    let at = p.offset();
    let ty = p.ty()?;
    let (inputs, results) = match p.ctx().type_data(ty) {
        TypeData::Function { inputs, results } => (inputs.clone(), results.clone()),
        _ => Default::default(),
    };
    if inputs.len() != operands.len() || results.len() != 1 {
        let message = "expected a function type with an input for each operand and one result";
        return Err(p.error_at(at..at + 1, message));
    }
    for (operand, ty) in operands.iter().zip(inputs) {
        state.operands.push(p.resolve(operand, Some(ty))?);
    }
    state.results.extend(results);
    Ok(())
}

/// Prints the syntax that [`parse_operation`] parses.
pub fn print_operation(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let opcode = body.slot(op, spv::SpecConstantOperation::OPCODE);
    write_wrapped(p, opcode);
    p.write("(");
    write_list(p, body.own_operands(op), |p, value| p.value(body, value));
    p.write(")");
    let items = body.slot_attr(op, spv::SpecConstantOperation::OPERANDS);
    let items = items.and_then(|a| p.ctx().attr_array(a)).unwrap_or(&[]);
    let literals: Vec<_> = items.iter().copied().skip(body.own_operands(op).len()).collect();
    let mut attrs = body.attrs(op);
    if let (Some(key), false) = (literals_key(opcode), literals.is_empty()) {
        let mut entries = p.ctx().dict(attrs).to_vec();
        entries.push((p.ctx().ident(key), p.ctx().array_attr(&literals)));
        attrs = Some(p.ctx().dict_attr(entries));
    }
    p.attr_dict(attrs, &[]);
    p.write(" : (");
    let types: Vec<_> = body.own_operands(op).map(|v| body.value_type(v)).collect();
    write_list(p, types, |p, ty| p.ty(ty));
    p.write(") -> ");
    p.ty(body.value_type(body.result(op, 0)));
}
