//! Assembly syntax of variables, entry points and execution modes

use super::items::*;
use crate::decorations::enum_text;
use crate::generated::enums;
use crate::llvm::since;
use crate::spv;
use crate::structure;
use crate::types::pointer;
use spv_ir::dialect::OpDefId;
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Op};

const SET: &str = "descriptor_set";
const BINDING: &str = "binding";
const BUILT_IN: &str = "built_in";

/// Parses `@v initializer(@w) bind(0, 1) built_in("Position") {...} : !spv.ptr<...>`.
pub fn parse_global_variable(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::GlobalVariable::SYM_NAME] = symbol_name(p)?;
    loop {
        if p.accept_keyword("initializer") {
            p.expect("(")?;
            state.slots[spv::GlobalVariable::INITIALIZER] = operand(p)?.raw();
            p.expect(")")?;
        } else if !interface(p, state)? {
            break;
        }
    }
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let at = p.offset();
    let ty = p.ty()?;
    if since::POINTER_VARIABLES.holds(p.form()) && pointer(p.ctx(), ty).is_none() {
        return Err(p.error_at(at..at + 1, "expected spv.ptr type"));
    }
    state.slots[spv::GlobalVariable::TYPE] = p.ctx().type_attr(ty).raw();
    Ok(())
}

/// Parses an optional clause `bind(0, 1)` or `built_in("Position")`. Returns whether the clause was present.
fn interface(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<bool> {
    if p.accept_keyword("bind") {
        p.expect("(")?;
        let set = unsigned_word(p)?;
        p.expect(",")?;
        let binding = unsigned_word(p)?;
        for (key, value) in [(SET, set), (BINDING, binding)] {
            state.attrs.push((p.ctx().ident(key), p.ctx().i32_attr(value)));
        }
    } else if p.accept_keyword(BUILT_IN) {
        p.expect("(")?;
        let name = p.string()?;
        state.attrs.push((p.ctx().ident(BUILT_IN), p.ctx().string_attr(&name)));
    } else {
        return Ok(false);
    }
    p.expect(")")?;
    Ok(true)
}

/// Prints the syntax that [`parse_global_variable`] parses.
pub fn print_global_variable(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, spv::GlobalVariable::SYM_NAME);
    if let Some(initializer) = body.slot_attr(op, spv::GlobalVariable::INITIALIZER) {
        p.write(" initializer(");
        write_operand(p, initializer);
        p.write(")");
    }
    let number = |ctx: &Context, key| ctx.dict_get(body.attrs(op), key).and_then(|attr| i32_value(ctx, attr));
    let mut elided = Vec::new();
    if let (Some(set), Some(binding)) = (number(p.ctx(), SET), number(p.ctx(), BINDING)) {
        p.write(&format!(" bind({set}, {binding})"));
        elided.extend([SET, BINDING]);
    }
    let built_in = p.ctx().dict_get(body.attrs(op), BUILT_IN).and_then(|a| p.ctx().attr_str(a));
    if let Some(name) = built_in.map(str::to_owned) {
        p.write(" built_in(");
        p.string(&name);
        p.write(")");
        elided.push(BUILT_IN);
    }
    p.attr_dict(body.attrs(op), &elided);
    p.write(" : ");
    if let Some(ty) = body.slot_attr(op, spv::GlobalVariable::TYPE) {
        p.attr(ty);
    }
}

/// Parses `init(%c) {...} : !spv.ptr<...>`. Also accepts the older form, which begins with a storage class string.
pub fn parse_variable(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let at = p.offset();
    let storage = opt_quoted(p, &enums::STORAGE_CLASS)?;
    let mut initializer = None;
    if p.accept_keyword("init") {
        p.expect("(")?;
        let value = p.operand()?;
        let ty = if p.accept(":") { Some(p.ty()?) } else { None };
        p.expect(")")?;
        initializer = Some((value, ty));
    }
    // LLVM 14 parses these clauses, but rejects them during verification.
    while p.compat() && interface(p, state)? {}
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let place = p.offset();
    let ty = p.ty()?;
    let pointer = pointer(p.ctx(), ty);
    if pointer.is_none() {
        let found = p.type_text(ty);
        return Err(p.error_at(place..place + 1, &format!("expected spv.ptr type, found '{found}'")));
    }
    if storage.is_some() && storage != pointer.map(|(_, storage)| storage) {
        return Err(p.error_at(at..at + 1, "the storage class differs from that of the pointer type"));
    }
    if let Some((value, ty)) = initializer {
        let ty = ty.or(pointer.map(|(pointee, _)| pointee));
        state.operands.push(p.resolve(&value, ty)?);
    }
    state.results.push(ty);
    Ok(())
}

/// Prints the syntax that [`parse_variable`] parses.
pub fn print_variable(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let ty = body.value_type(body.result(op, 0));
    let initializer = body.own_operands(op).next();
    if let Some(value) = initializer {
        p.write(" init(");
        p.value(body, value);
        let own = body.value_type_opt(value);
        if let Some(own) = own.filter(|own| pointer(p.ctx(), ty).is_none_or(|(pointee, _)| pointee != *own)) {
            p.write(" : ");
            p.ty(own);
        }
        p.write(")");
    }
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    p.ty(ty);
}

/// Returns the SSA name that LLVM 14 suggests for an address: `v_addr`.
pub fn address_hint(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let symbol = ctx.attr_symbol(body.slot_attr(op, spv::AddressOf::VARIABLE)?)?;
    Some(format!("{}_addr", ctx.str(symbol)))
}

/// Parses `"Fragment" @f name("main"), @a, @b {...}`.
pub fn parse_entry_point(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[spv::EntryPoint::EXECUTION_MODEL] = quoted(p, &enums::EXECUTION_MODEL)?;
    let function = p.symbol()?;
    state.slots[spv::EntryPoint::FN] = p.ctx().symbol_attr(function).raw();
    if p.accept_keyword("name") {
        p.expect("(")?;
        let name = p.string()?;
        p.expect(")")?;
        state.slots[spv::EntryPoint::NAME] = p.ctx().string_attr(&name).raw();
    }
    let mut interface = Vec::new();
    while p.accept(",") {
        let symbol = p.symbol()?;
        interface.push(p.ctx().symbol_attr(symbol));
    }
    if !interface.is_empty() {
        state.slots[spv::EntryPoint::INTERFACE] = p.ctx().array_attr(&interface).raw();
    }
    p.attr_dict(&mut state.attrs)
}

/// Prints the syntax that [`parse_entry_point`] parses.
pub fn print_entry_point(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    let model = enum_text(&enums::EXECUTION_MODEL, body.slot(op, spv::EntryPoint::EXECUTION_MODEL));
    p.string(&model);
    p.write(" ");
    if let Some(function) = body.slot_attr(op, spv::EntryPoint::FN) {
        p.attr(function);
    }
    if let Some(name) = body.slot_attr(op, spv::EntryPoint::NAME).filter(|_| !p.compat()) {
        p.write(" name(");
        p.attr(name);
        p.write(")");
    }
    let interface = body.slot_attr(op, spv::EntryPoint::INTERFACE).map(|a| p.ctx().attr_data(a).clone());
    if let Some(AttrData::Array(symbols)) = interface {
        for symbol in symbols {
            p.write(", ");
            p.attr(symbol);
        }
    }
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses the operands of OpExecutionMode or OpExecutionModeId: `@main "LocalSize", 32, 1, 1 {...}`.
pub fn parse_execution_mode(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let function = p.symbol()?;
    state.slots[spv::ExecutionModeOp::FN] = p.ctx().symbol_attr(function).raw();
    let mode = quoted(p, &enums::EXECUTION_MODE)?;
    let slot = spv::ExecutionModeOp::EXECUTION_MODE;
    state.slots[slot] = mode;
    let ids = match has_ids(p.ctx(), state.def) && !since::MODE_IDS.lacks(p.form()) {
        true => mode_ids(p)?,
        false => None,
    };
    state.slots[slot + 1] = match ids {
        Some(ids) => ids,
        None => enum_operands(p, &enums::EXECUTION_MODE, mode)?,
    };
    p.attr_dict(&mut state.attrs)
}

/// Returns whether the op definition is `spv.ExecutionModeId`.
fn has_ids(ctx: &Context, def: OpDefId) -> bool {
    std::ptr::eq(ctx.registry().op(def).row, &structure::EXECUTION_MODE_ID)
}

/// Parses the symbols after the execution mode in LLVM 24's form: `@a, @b` without a comma before the first symbol.
/// Returns `None` if there are no symbols.
fn mode_ids(p: &mut dyn AsmParser) -> Parsed<Option<u32>> {
    let Some(first) = p.opt_symbol() else { return Ok(None) };
    let mut symbols = vec![p.ctx().symbol_attr(first)];
    while p.accept(",") {
        let symbol = p.symbol()?;
        symbols.push(p.ctx().symbol_attr(symbol));
    }
    Ok(Some(p.ctx().array_attr(&symbols).raw()))
}

/// Prints the syntax that [`parse_execution_mode`] parses.
pub fn print_execution_mode(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(function) = body.slot_attr(op, spv::ExecutionModeOp::FN) {
        p.attr(function);
    }
    p.write(" ");
    let slot = spv::ExecutionModeOp::EXECUTION_MODE;
    let mode = body.slot(op, slot);
    p.string(&enum_text(&enums::EXECUTION_MODE, mode));
    let operands = body.slot(op, slot + 1);
    if has_ids(p.ctx(), body.def(op)) && since::MODE_IDS.holds(p.form()) {
        let ids =
            Attribute::from_raw(operands).and_then(|ids| p.ctx().attr_array(ids)).unwrap_or(&[]).to_vec();
        let mut separator = " ";
        for id in ids {
            p.write(std::mem::replace(&mut separator, ", "));
            p.attr(id);
        }
    } else {
        write_enum_operands(p, &enums::EXECUTION_MODE, mode, operands);
    }
    p.attr_dict(body.attrs(op), &[]);
}
