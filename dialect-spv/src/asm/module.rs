//! Text of `spv.module` and `spv.func`.

use super::items::*;
use crate::generated::enums;
use crate::structure::{FUNC, MODULE};
use spv_ir::asm::*;
use spv_ir::builtin::FUNC_ID;
use spv_ir::{At, Body, Builder, Context, NewOp, Op, Type, TypeData, parse_signature, print_signature};

/// `@name Logical GLSL450 requires #spv.vce<...> attributes {...} {...}`
pub fn parse_module(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if let Some(name) = p.opt_symbol() {
        state.slots[slot_of(&MODULE, 0)] = string_of(p.ctx(), name);
    }
    state.slots[slot_of(&MODULE, 1)] = enumerant(p, &enums::ADDRESSING_MODEL)?;
    state.slots[slot_of(&MODULE, 2)] = enumerant(p, &enums::MEMORY_MODEL)?;
    if p.accept_keyword("requires") {
        state.slots[slot_of(&MODULE, 3)] = p.attr()?.raw();
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &[])?;
    if let Some(body) = &mut state.body {
        adopt_functions(p.ctx(), body);
    }
    Ok(())
}

/// Makes every builtin `func` of a module body an `spv.func`.
fn adopt_functions(ctx: &Context, body: &mut Body) {
    let (Some(block), Some(def)) = (body.first_block(body.root()), ctx.registry().op_by_name(FUNC.name)) else {
        return;
    };
    let functions: Vec<Op> = body.ops(block).filter(|&op| body.def(op) == FUNC_ID).collect();
    for op in functions {
        // The name and the type are the first slots of both ops.
        let slots = [body.slot(op, 0), body.slot(op, 1), 0];
        let (loc, attrs) = (body.loc(op), body.attrs(op));
        let mut b = Builder::at(body, At::Before(op));
        let nested = b.take_nested(op);
        let new = b.create(NewOp { loc, attrs, slots: &slots, isolated: true, ..NewOp::new(def) });
        let nested = nested.unwrap_or_else(|| {
            let (inputs, _) = signature(ctx, b.body(), new);
            declaration(&inputs)
        });
        b.set_nested(new, Some(nested));
        b.erase(op);
    }
}

/// The body of a declaration: an entry block without ops.
fn declaration(inputs: &[Type]) -> Box<Body> {
    let mut body = Box::new(Body::default());
    let root = body.root();
    let mut b = Builder::new(&mut body);
    let block = b.append_block(root);
    for &ty in inputs {
        b.add_arg(block, ty);
    }
    body
}

/// See [`parse_module`].
pub fn print_module(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, slot_of(&MODULE, 0));
    p.write(" ");
    write_enumerant(p, &enums::ADDRESSING_MODEL, body.slot(op, slot_of(&MODULE, 1)));
    p.write(" ");
    write_enumerant(p, &enums::MEMORY_MODEL, body.slot(op, slot_of(&MODULE, 2)));
    if let Some(vce) = body.slot_attr(op, slot_of(&MODULE, 3)) {
        p.write(" requires ");
        p.attr(vce);
    }
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), true);
    }
}

/// `@f(%a: i32) -> i32 "Inline|Pure" attributes {...} {...}`; a declaration has no body.
pub fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    state.slots[slot_of(&FUNC, 0)] = symbol_name(p)?;
    let (args, results) = parse_signature(p)?;
    let inputs: Vec<Type> = args.iter().map(|a| a.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[slot_of(&FUNC, 1)] = p.ctx().type_attr(ty).raw();
    let at = p.offset();
    state.slots[slot_of(&FUNC, 2)] = match p.opt_string() {
        None => 0,
        Some(text) => match crate::decorations::enum_value(&enums::FUNCTION_CONTROL, &text) {
            Some(value) => value,
            None => {
                let message = format!("`{text}` is no FunctionControl");
                return Err(p.error_at(at..at + text.len() + 2, &message));
            }
        },
    };
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    if p.peek("{") { p.isolated_region(state, &args) } else { p.isolated_declaration(state, &args) }
}

/// See [`parse_func`].
pub fn print_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    write_symbol_name(p, body, op, slot_of(&FUNC, 0));
    let nested = body.nested(op);
    let entry = nested.and_then(|n| n.first_block(n.root()).map(|b| (n, b)));
    let defined = entry.filter(|(n, b)| n.first_op(*b).is_some() || n.next_block(*b).is_some());
    let (inputs, results) = signature(p.ctx(), body, op);
    let named = if p.compat() { defined } else { entry };
    print_signature(p, named, &inputs, &results);
    p.write(" ");
    let control = crate::decorations::enum_text(&enums::FUNCTION_CONTROL, body.slot(op, slot_of(&FUNC, 2)));
    p.string(&control);
    p.attributes(body.attrs(op), &[]);
    if let Some((nested, _)) = defined {
        p.region(nested, nested.root(), false);
    }
}

/// Parameter and result types of a function.
fn signature(ctx: &Context, body: &Body, op: Op) -> (Vec<Type>, Vec<Type>) {
    let ty = body.slot_attr(op, slot_of(&FUNC, 1)).and_then(|a| ctx.attr_type(a));
    match ty.map(|t| ctx.type_data(t)) {
        Some(TypeData::Function { inputs, results }) => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    }
}
