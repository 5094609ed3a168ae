//! The `func` dialect: functions and calls

use crate::spec::{Class::*, View, ops};
use spv_ir::dialect::Traits;
use spv_ir::symbols::name_of;
use spv_ir::text::*;
use spv_ir::types::TypeData;
use spv_ir::verify::entry_mismatches;
use spv_ir::{Body, Context, Diagnostics, Op, Place, parse_func, print_func};

ops! {
    Func = "func.func" None [sym_name: String, function_type: Type, sym_visibility: OptionalString] {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::FUNCTION).union(Traits::DEFAULT_DIALECT),
        custom: Some((parse_func, print_func)), verify: Some(verify_func),
    }
    Return = "func.return" None [operands: Values(Any)] {
        traits: Traits::TERMINATOR, parents: &[Func::NAME, "builtin.func"], format: "attr-dict ($operands^ `:` type($operands))?",
    }
    Call = "func.call" Any [callee: Symbol, operands: Values(Any)] {
        format: "$callee `(` $operands `)` attr-dict `:` functional-type(operands, results)",
    }
    CallIndirect = "func.call_indirect" Any [callee: Value(Any), callee_operands: Values(Any)] {
        custom: Some((parse_indirect, print_indirect)),
    }
    Constant = "func.constant" One [value: Symbol] {
        traits: Traits::PURE, hint: Some(crate::hints::function), format: "attr-dict $value `:` type($result)",
    }
}

/// Verifies that the arguments of the entry block and the returned values match the function type.
fn verify_func(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let view = View::new(ctx, body, op);
    let ty = view.and_then(|view| ctx.attr_type(view.attr(Func::function_type)?));
    let (Some(ty), Some(nested)) = (ty, body.nested(op)) else { return };
    let TypeData::Function { inputs, results } = ctx.type_data(ty) else { return };
    for message in entry_mismatches(nested, inputs) {
        out.error(Place::Op(body.loc(op)), format!("'func.func' op {message}"));
    }
    let name = name_of(ctx, body, op).unwrap_or_default();
    crate::verify::verify_returns(ctx, nested, (Return::NAME, name), results, out);
}

/// Parses the operands and type of `func.call_indirect`: `%callee(%a, %b) : (t, t) -> t`.
fn parse_indirect(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let callee = p.operand()?;
    let operands = crate::text::operands(p)?;
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
    let [callee] = body.first_operands(op);
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
