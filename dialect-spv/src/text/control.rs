//! Assembly syntax of branches and structured constructs

use super::constants::signed;
use super::items::*;
use crate::decorations::enum_text;
use crate::generated::enums;
use crate::llvm::since;
use crate::spv;
use crate::structure::*;
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpRow, Param, ParamKind};
use spv_ir::text::*;
use spv_ir::{AttrData, Body, Op, TypeData, names};

/// Parses `control(Flatten)` or `control("Unroll|PartialCount", 4)` into the attributes starting at index `slot`. Sets
/// no bits if the assembly contains no `control` clause.
fn control(p: &mut dyn AsmParser, state: &mut OpState, slot: usize, def: &EnumDef) -> Parsed<()> {
    state.slots[slot] = 0;
    if p.accept_keyword("control") {
        p.expect("(")?;
        let value = enumerant(p, def)?;
        state.slots[slot] = value;
        if def.has_params {
            state.slots[slot + 1] = enum_operands(p, def, value)?;
        }
        p.expect(")")?;
    }
    Ok(())
}

fn write_control(p: &mut dyn AsmPrinter, body: &Body, op: Op, slot: usize, def: &EnumDef) {
    let value = body.slot(op, slot);
    let operands = if def.has_params { body.slot(op, slot + 1) } else { 0 };
    if value == 0 && operands == 0 {
        return;
    }
    p.write(" control(");
    let text = enum_text(def, value);
    if names::is_bare(&text) && operands == 0 {
        p.write(&text);
    } else {
        p.string(&text);
        write_enum_operands(p, def, value, operands);
    }
    p.write(")");
}

/// Parses the merge clause after the targets: `selection_merge(^bb1) control(...)` or `loop_merge(^bb1, continue ^bb2)
/// control(...)`. `slot` is the index of the attribute `merge`.
fn merge(p: &mut dyn AsmParser, state: &mut OpState, slot: usize) -> Parsed<()> {
    if p.accept_keyword("selection_merge") {
        state.slots[slot] = MERGE_SELECTION;
        p.expect("(")?;
        state.successors.push(p.successor()?);
        p.expect(")")?;
        control(p, state, slot + 1, &enums::SELECTION_CONTROL)
    } else if p.accept_keyword("loop_merge") {
        state.slots[slot] = MERGE_LOOP;
        p.expect("(")?;
        state.successors.push(p.successor()?);
        p.expect(",")?;
        if !p.accept_keyword("continue") {
            return Err(p.error("expected `continue` and the continue target"));
        }
        state.successors.push(p.successor()?);
        p.expect(")")?;
        control(p, state, slot + 2, &enums::LOOP_CONTROL)
    } else {
        Ok(())
    }
}

/// Returns the number of successors that belong to the merge clause: merge block and continue target.
fn declared(body: &Body, op: Op, slot: usize) -> usize {
    let count = match body.slot(op, slot) {
        MERGE_SELECTION => 1,
        MERGE_LOOP => 2,
        _ => 0,
    };
    count.min(body.successor_count(op))
}

fn write_merge(p: &mut dyn AsmPrinter, body: &Body, op: Op, slot: usize) {
    let first = body.successor_count(op) - declared(body, op, slot);
    match body.slot(op, slot) {
        MERGE_SELECTION => {
            p.write(" selection_merge(");
            p.successor(body, op, first);
            p.write(")");
            write_control(p, body, op, slot + 1, &enums::SELECTION_CONTROL);
        }
        MERGE_LOOP => {
            p.write(" loop_merge(");
            p.successor(body, op, first);
            p.write(", continue ");
            p.successor(body, op, first + 1);
            p.write(")");
            write_control(p, body, op, slot + 2, &enums::LOOP_CONTROL);
        }
        _ => {}
    }
}

/// Parses `^bb1(%a : i32)` and a merge clause.
pub fn parse_branch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.successors.push(p.successor()?);
    merge(p, state, spv::Branch::MERGE)?;
    p.attr_dict(&mut state.attrs)
}

/// Prints the syntax that [`parse_branch`] parses.
pub fn print_branch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    p.successor(body, op, 0);
    write_merge(p, body, op, spv::Branch::MERGE);
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `%c [5, 10], ^bb1(%a : i32), ^bb2` and a merge clause.
pub fn parse_conditional(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let condition = p.operand()?;
    let ty = p.ctx().common().i1;
    state.operands.push(p.resolve(&condition, Some(ty))?);
    if p.accept("[") {
        let mut weights = Vec::new();
        list(p, "]", &mut |p| {
            weights.push(word(p)?);
            Ok(())
        })?;
        state.slots[spv::BranchConditional::BRANCH_WEIGHTS] =
            p.ctx().attr(AttrData::Words(weights.into())).raw();
    }
    for _ in 0..2 {
        p.expect(",")?;
        state.successors.push(p.successor()?);
    }
    merge(p, state, spv::BranchConditional::MERGE)?;
    p.attr_dict(&mut state.attrs)
}

/// Prints the syntax that [`parse_conditional`] parses.
pub fn print_conditional(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(condition) = body.own_operands(op).next() {
        p.value(body, condition);
    }
    let weights =
        body.slot_attr(op, spv::BranchConditional::BRANCH_WEIGHTS).map(|a| p.ctx().attr_data(a).clone());
    if let Some(AttrData::Words(weights)) = weights {
        p.write(" [");
        write_list(p, weights, |p, w| p.write(&w.to_string()));
        p.write("]");
    }
    for target in 0..2 {
        p.write(", ");
        p.successor(body, op, target);
    }
    write_merge(p, body, op, spv::BranchConditional::MERGE);
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `%v : i32, [default: ^bb1, 0: ^bb2(%a : i32), 5: ^bb3]` and a merge clause.
pub fn parse_switch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let selector = p.operand()?;
    p.expect(":")?;
    let at = p.offset();
    let ty = p.ty()?;
    let TypeData::Integer { width, .. } = *p.ctx().type_data(ty) else {
        let found = p.type_text(ty);
        let message = format!("expected an integer type, but found '{found}'");
        return Err(p.error_at(at..at + 1, &message));
    };
    state.operands.push(p.resolve(&selector, Some(ty))?);
    p.expect(",")?;
    p.expect("[")?;
    if !p.accept_keyword("default") {
        return Err(p.error("expected `default` and its target"));
    }
    p.expect(":")?;
    state.successors.push(p.successor()?);
    let (mut literals, mut wide) = (Vec::new(), Vec::new());
    while p.accept(",") {
        if width > 64 {
            wide.push(p.attr_of(ty)?);
        } else {
            let literal = p.integer()?;
            let literal = p.ctx().int_attr(literal as u64, ty);
            literals.extend(p.ctx().attr_u64(literal));
        }
        p.expect(":")?;
        state.successors.push(p.successor()?);
    }
    p.expect("]")?;
    if !wide.is_empty() {
        state.slots[spv::Switch::LITERALS] = p.ctx().array_attr(&wide).raw();
    }
    if !literals.is_empty() {
        let ty = p.ctx().vector_type(literals.len() as u64, ty);
        state.slots[spv::Switch::LITERALS] = p.ctx().dense_attr(ty, literals).raw();
    }
    merge(p, state, spv::Switch::MERGE)?;
    p.attr_dict(&mut state.attrs)
}

/// Prints the syntax that [`parse_switch`] parses.
pub fn print_switch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(selector) = body.own_operands(op).next() else { return };
    let ty = body.value_type(selector);
    p.write(" ");
    p.value(body, selector);
    p.write(" : ");
    p.ty(ty);
    let on_lines = since::SWITCH_LINES.holds(p.form());
    p.write(", [");
    if on_lines {
        p.newline_in(2);
    }
    p.write("default: ");
    p.successor(body, op, 0);
    let (literals, wide) = match body.slot_attr(op, spv::Switch::LITERALS).map(|a| p.ctx().attr_data(a)) {
        Some(AttrData::Dense { elements, .. }) => (elements.clone(), Box::default()),
        Some(AttrData::Array(wide)) => (Box::default(), wide.clone()),
        _ => (Box::default(), Box::default()),
    };
    let slot = spv::Switch::MERGE;
    for target in 1..body.successor_count(op) - declared(body, op, slot) {
        let literal = literals.get(target - 1).or(literals.first()).copied().unwrap_or(0);
        p.write(if on_lines { "," } else { ", " });
        if on_lines {
            p.newline_in(2);
        }
        // LLVM 22 prints case literals as unsigned integers.
        match wide.get(target - 1) {
            Some(literal) => p.attr_no_type(*literal),
            None if on_lines => p.write(&literal.to_string()),
            None => p.write(&signed(p.ctx(), literal, ty).to_string()),
        }
        p.write(": ");
        p.successor(body, op, target);
    }
    if on_lines && body.successor_count(op) - declared(body, op, slot) > 1 {
        p.newline_in(0);
    }
    p.write("]");
    write_merge(p, body, op, slot);
    p.attr_dict(body.attrs(op), &[]);
}

/// Returns the enumeration of a construct's loop or selection control.
fn construct_control(kind: ParamKind) -> &'static EnumDef {
    match kind {
        ParamKind::Enum(def) => def,
        _ => &enums::SELECTION_CONTROL,
    }
}

/// Parses a construct: `control(Flatten) -> (i32, f32) attributes {...} {...}`.
pub fn parse_construct(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let kind = p.ctx().registry().op(state.def).row.params[0].kind;
    control(p, state, 0, construct_control(kind))?;
    parse_hints(p, state)?;
    if p.accept("->") {
        if p.accept("(") {
            list(p, ")", &mut |p| {
                state.results.push(p.ty()?);
                Ok(())
            })?;
        } else {
            state.results.push(p.ty()?);
            // LLVM 22 prints result types without parentheses.
            while p.accept(",") {
                state.results.push(p.ty()?);
            }
        }
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.region(state)
}

/// Prints the syntax that [`parse_construct`] parses.
pub fn print_construct(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let kind = p.ctx().registry().op(body.def(op)).row.params[0].kind;
    if body.slot(op, spv::Loop::LOOP_CONTROL) != ABSENT {
        write_control(p, body, op, spv::Loop::LOOP_CONTROL, construct_control(kind));
    }
    if !p.compat() {
        print_hints(p, body, op);
    }
    let results: Vec<_> = body.results(op).map(|v| body.value_type(v)).collect();
    match results[..] {
        [] => {}
        [ty] => {
            p.write(" -> ");
            p.ty(ty);
        }
        _ => {
            let parentheses = !since::BARE_RESULT_TYPES.holds(p.form());
            p.write(if parentheses { " -> (" } else { " -> " });
            write_list(p, results, |p, ty| p.ty(ty));
            p.write(if parentheses { ")" } else { "" });
        }
    }
    p.attributes(body.attrs(op), &[]);
    p.region(body, body.region(op, 0), true);
}

/// Returns the layout hints of a construct op: all parameters after the control mask, each with its attribute index.
/// The printer writes a nonzero hint as the parameter's name, such as `fused`. A list is written as `phis(0, 2)`, and
/// the number of continue blocks as `continue_blocks(3)`.
fn hints(row: &OpRow) -> impl Iterator<Item = (usize, &'static Param)> + use<> {
    row.layout().skip(1).map(|p| (p.slot, p.param))
}

fn parse_hints(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let row = p.ctx().registry().op(state.def).row;
    for (slot, param) in hints(row) {
        if !p.accept_keyword(param.name) {
            continue;
        }
        let mut words = Vec::new();
        if p.accept("(") {
            list(p, ")", &mut |p| {
                words.push(word(p)?);
                Ok(())
            })?;
        }
        if matches!(param.kind, ParamKind::Tail) {
            state.tail = words.first().copied();
            continue;
        }
        state.slots[slot] = match param.arity {
            Arity::One => words.first().copied().unwrap_or(1),
            _ => p.ctx().attr(AttrData::Words(words.into())).raw(),
        };
    }
    Ok(())
}

fn print_hints(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    for (slot, param) in hints(p.ctx().registry().op(body.def(op)).row) {
        if matches!(param.kind, ParamKind::Tail) {
            if let Some(number) = body.tail_number(body.region(op, 0)) {
                p.write(&format!(" {}({number})", param.name));
            }
            continue;
        }
        let raw = body.slot(op, slot);
        if raw == 0 {
            continue;
        }
        let words: Vec<u32> = match (param.arity, body.slot_attr(op, slot)) {
            (Arity::One, _) if raw == 1 => Vec::new(),
            (Arity::One, _) => vec![raw],
            (_, Some(attr)) => match p.ctx().attr_data(attr) {
                AttrData::Words(words) => words.to_vec(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        p.write(" ");
        p.write(param.name);
        if !words.is_empty() {
            p.write("(");
            write_list(p, words, |p, w| p.write(&w.to_string()));
            p.write(")");
        }
    }
}
