//! Parsers and printers of the builtin ops

use crate::body::Body;
use crate::builtin::{CAST, VISIBILITY_SLOT};
use crate::context::Context;
use crate::diag::{Diagnostics, Place};
use crate::dialect::{SYMBOL_SLOT, TYPE_SLOT};
use crate::entity::Op;
use crate::symbols::VISIBILITIES;
use crate::text::*;
use crate::types::Type;

/// Parses `module @name attributes {...} { ... }`.
pub fn parse_module(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if let Some(name) = p.opt_symbol() {
        let text = p.ctx().str(name).to_owned();
        state.slots[SYMBOL_SLOT] = p.ctx().string_attr(&text).raw();
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &[])
}

/// Prints a module in the syntax of [`parse_module`].
pub fn print_module(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    if let Some(name) = body.slot_attr(op, SYMBOL_SLOT) {
        p.write(" ");
        p.symbol(name);
    }
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), true);
    }
}

/// Parses `func private @name(%a: t {attrs}) -> t attributes {...} { ... }`.
pub fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    for word in VISIBILITIES {
        if p.accept_keyword(word) {
            state.slots[VISIBILITY_SLOT] = p.ctx().string_attr(word).raw();
        }
    }
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[SYMBOL_SLOT] = p.ctx().string_attr(&text).raw();
    let (args, results) = parse_signature(p)?;
    let inputs: Vec<_> = args.iter().map(|a| a.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[TYPE_SLOT] = p.ctx().type_attr(ty).raw();
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    if p.peek("{") { p.isolated_region(state, &args) } else { Ok(()) }
}

/// Prints a function in the syntax of [`parse_func`].
pub fn print_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let text = |p: &dyn AsmPrinter, slot| -> Option<String> {
        body.slot_attr(op, slot).and_then(|a| p.ctx().attr_str(a)).map(str::to_owned)
    };
    if let Some(visibility) = text(p, VISIBILITY_SLOT) {
        p.write(" ");
        p.write(&visibility);
    }
    p.write(" ");
    if let Some(name) = body.slot_attr(op, SYMBOL_SLOT) {
        p.symbol(name);
    }
    let nested = body.nested(op);
    let entry = nested.and_then(|n| n.first_block(n.root()).map(|b| (n, b)));
    let Some(ty) = body.slot_attr(op, TYPE_SLOT).and_then(|a| p.ctx().attr_type(a)) else { return };
    let (inputs, results) = match p.ctx().type_data(ty) {
        crate::types::TypeData::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    };
    print_signature(p, entry, &inputs, &results);
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = nested {
        p.region(nested, nested.root(), false);
    }
}

/// Parses `%a, %b : t, u`, or nothing.
fn parse_typed_operands(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let Some(first) = p.opt_operand() else { return Ok(()) };
    let mut operands = vec![first];
    while p.accept(",") {
        operands.push(p.operand()?);
    }
    p.expect(":")?;
    for (i, operand) in operands.iter().enumerate() {
        if i > 0 {
            p.expect(",")?;
        }
        let ty = p.ty()?;
        let value = p.resolve(operand, Some(ty))?;
        state.operands.push(value);
    }
    Ok(())
}

/// Prints an op's operands and their types in the syntax of [`parse_typed_operands`].
fn print_typed_operands(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    for (i, value) in body.operands(op).enumerate() {
        p.write(if i > 0 { ", " } else { " " });
        p.value(body, value);
    }
    for (i, value) in body.operands(op).enumerate() {
        p.write(if i > 0 { ", " } else { " : " });
        match body.value_type_opt(value) {
            Some(ty) => p.ty(ty),
            None => p.write("<unknown>"),
        }
    }
}

/// Parses `return {...} %a, %b : t, u`.
pub fn parse_return(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.attr_dict(&mut state.attrs)?;
    parse_typed_operands(p, state)
}

/// Prints a return in the syntax of [`parse_return`].
pub fn print_return(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.attr_dict(body.attrs(op), &[]);
    print_typed_operands(p, body, op);
}

/// Parses `%a, %b : t, u to v, w {...}`.
pub fn parse_cast(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    parse_typed_operands(p, state)?;
    if !p.accept_keyword("to") {
        return Err(p.error("expected 'to'"));
    }
    loop {
        state.results.push(p.ty()?);
        if !p.accept(",") {
            return p.attr_dict(&mut state.attrs);
        }
    }
}

/// Prints a cast in the syntax of [`parse_cast`].
pub fn print_cast(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    print_typed_operands(p, body, op);
    for (i, value) in body.results(op).enumerate() {
        p.write(if i > 0 { ", " } else { " to " });
        p.ty(body.value_type(value));
    }
    p.attr_dict(body.attrs(op), &[]);
}

/// Reports an error if a cast has no result.
pub fn verify_cast(_: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    if body.result_count(op) == 0 {
        let message = format!("'{}' op expected at least one result for cast operation", CAST.name);
        out.error(Place::Op(body.loc(op)), message);
    }
}

/// Parses `(%a: t, %b: t) -> r`. Returns the arguments, whose names are optional, and the result types.
pub fn parse_signature(p: &mut dyn AsmParser) -> Parsed<(Vec<ArgDecl>, Vec<Type>)> {
    let args = p.args(false)?;
    let mut results = Vec::new();
    if p.accept("->") {
        if p.accept("(") {
            while !p.accept(")") {
                results.push(p.ty()?);
                no_attributes(p)?;
                if !p.accept(",") {
                    p.expect(")")?;
                    break;
                }
            }
        } else {
            results.push(p.ty()?);
        }
    }
    Ok((args, results))
}

/// Reports an error if attributes follow a result type, because a function type cannot contain them.
fn no_attributes(p: &mut dyn AsmParser) -> Parsed<()> {
    let at = p.offset();
    let mut attrs = Vec::new();
    if p.peek("{") {
        p.attr_dict(&mut attrs)?;
    }
    if attrs.is_empty() {
        return Ok(());
    }
    let registry = p.ctx().registry();
    let title =
        attrs.iter().map(|(key, _)| registry.title(p.ctx().str(*key))).find(|title| !title.is_empty());
    let title = title.map_or(String::new(), |title| format!("{title} "));
    Err(p.error_at(at..at + 1, &format!("cannot attach {title}attributes to region result")))
}

/// Prints `(%a: t, %b: t) -> r`. If `entry` is `None`, prints only the types of the arguments.
pub fn print_signature(
    p: &mut dyn AsmPrinter,
    entry: Option<(&Body, crate::entity::Block)>,
    inputs: &[Type],
    results: &[Type],
) {
    p.write("(");
    for (i, &ty) in inputs.iter().enumerate() {
        if i > 0 {
            p.write(", ");
        }
        match entry.and_then(|(nested, block)| Some((nested, *nested.args(block).get(i)?))) {
            Some((nested, value)) => p.arg(nested, value),
            None => p.ty(ty),
        }
    }
    p.write(")");
    match results {
        [] => {}
        [one] if !matches!(p.ctx().type_data(*one), crate::types::TypeData::Function { .. }) => {
            p.write(" -> ");
            p.ty(*one);
        }
        many => {
            p.write(" -> (");
            for (i, &ty) in many.iter().enumerate() {
                if i > 0 {
                    p.write(", ");
                }
                p.ty(ty);
            }
            p.write(")");
        }
    }
}
