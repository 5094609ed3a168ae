//! `func`: functions and calls.

use crate::spec::{Class::*, ops};
use spv_ir::asm::*;
use spv_ir::dialect::Traits;
use spv_ir::types::TypeData;
use spv_ir::{Body, Op, parse_signature, print_signature};

ops! {
    "func.func" None [sym_name: String, function_type: Type, sym_visibility: OptionalString] {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::FUNCTION).union(Traits::DEFAULT_DIALECT),
        custom: Some((parse_func, print_func)),
    }
    "func.return" None [operands: Values(Any)] {
        traits: Traits::TERMINATOR, format: "attr-dict ($operands^ `:` type($operands))?",
    }
    "func.call" Any [callee: Symbol, operands: Values(Any)] {
        format: "$callee `(` $operands `)` attr-dict `:` functional-type(operands, results)",
    }
    "func.call_indirect" Any [callee: Value(Any), callee_operands: Values(Any)] {
        custom: Some((parse_indirect, print_indirect)),
    }
    "func.constant" One [value: Symbol] {
        traits: Traits::PURE, hint: Some(crate::hints::function), format: "attr-dict $value `:` type($result)",
    }
}

/// `private @name(%a: t {attrs}) -> t attributes {...} { ... }`
fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    for word in ["public", "private", "nested"] {
        if p.accept_keyword(word) {
            state.slots[2] = p.ctx().string_attr(word).raw();
        }
    }
    parse_named_function(p, state)
}

/// Reads a function from its name on: name and type are the first two slots.
fn parse_named_function(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[0] = p.ctx().string_attr(&text).raw();
    let (args, results) = parse_signature(p)?;
    let inputs: Vec<_> = args.iter().map(|a| a.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[1] = p.ctx().type_attr(ty).raw();
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    if p.peek("{") { p.isolated_region(state, &args) } else { Ok(()) }
}

fn print_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let visibility = body.slot_attr(op, 2).and_then(|attr| p.ctx().attr_str(attr).map(str::to_owned));
    if let Some(visibility) = visibility {
        p.write(" ");
        p.write(&visibility);
    }
    p.write(" ");
    if let Some(name) = body.slot_attr(op, 0) {
        p.symbol(name);
    }
    let nested = body.nested(op);
    let entry = nested.and_then(|n| n.first_block(n.root()).map(|b| (n, b)));
    let Some(ty) = body.slot_attr(op, 1).and_then(|a| p.ctx().attr_type(a)) else { return };
    let (inputs, results) = match p.ctx().type_data(ty) {
        TypeData::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    };
    print_signature(p, entry, &inputs, &results);
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = nested {
        p.region(nested, nested.root(), false);
    }
}

/// `%callee(%a, %b) : (t, t) -> t`
fn parse_indirect(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let callee = p.operand()?;
    p.expect("(")?;
    let mut operands = Vec::new();
    while !p.accept(")") {
        operands.push(p.operand()?);
        if !p.accept(",") {
            p.expect(")")?;
            break;
        }
    }
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    let (inputs, results) = match p.ctx().type_data(ty) {
        TypeData::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
        _ => return Err(p.error("expected a function type")),
    };
    let callee = p.resolve(&callee, Some(ty))?;
    state.operands.push(callee);
    for (i, operand) in operands.iter().enumerate() {
        let value = p.resolve(operand, inputs.get(i).copied())?;
        state.operands.push(value);
    }
    state.results = results;
    Ok(())
}

fn print_indirect(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let callee = body.operand(op, 0);
    p.write(" ");
    p.value(body, callee);
    p.write("(");
    for (i, value) in body.operands(op).skip(1).enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        p.value(body, value);
    }
    p.write(")");
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    p.ty(body.value_type(callee));
}
