//! Custom directives of assembly formats: `custom<Name>($param)`

use crate::gpu::{is_async, token};
use crate::text::{indices, numbers, until, write_types, write_values};
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::format::TypeOf;
use spv_ir::params::operand_groups;
use spv_ir::text::*;
use spv_ir::{Body, Context, Op, Type, Value};

/// All custom directives: name, parser, printer.
pub(crate) const DIRECTIVES: &[(&str, DirectiveParseFn, DirectivePrintFn)] = &[
    ("DynamicIndexList", parse_index_list, print_index_list),
    ("AsyncDependencies", parse_dependencies, print_dependencies),
    ("BufferSizeTypes", parse_size_types, print_size_types),
    ("LaunchDimType", parse_dim_type, print_dim_type),
    ("LaunchFuncOperands", parse_launch_operands, print_launch_operands),
];

/// Returns the index of the parameter that an argument denotes.
fn param(arg: &DirectiveArg) -> Option<u8> {
    match arg {
        DirectiveArg::Param(param) | DirectiveArg::Type(TypeOf::Param(param)) => Some(*param),
        DirectiveArg::Type(_) => None,
    }
}

/// Returns the operands of the parameters that the arguments denote.
fn values(ctx: &Context, body: &Body, op: Op, args: &[DirectiveArg]) -> Vec<Value> {
    let groups = operand_groups(ctx, body, op, ctx.registry().op(body.def(op)));
    let params = args.iter().filter_map(param);
    params.flat_map(|param| groups[usize::from(param)].clone()).map(|i| body.operand(op, i)).collect()
}

/// Adds an operand of a parameter.
fn add(
    p: &mut dyn AsmParser,
    state: &mut OpState,
    param: u8,
    operand: &Unresolved,
    ty: Option<Type>,
) -> Parsed<()> {
    let value = p.resolve(operand, ty)?;
    state.operands.push(value);
    state.operand_params.push((param, operand.span.start as u32));
    Ok(())
}

/// Parses `[%a, 1, 2]`: operands, and an integer list in which [`DYNAMIC`] stands for each operand.
fn parse_index_list(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let &[DirectiveArg::Param(dynamic), DirectiveArg::Param(fixed)] = args else { return wrong(p) };
    let mut list = Vec::new();
    p.expect("[")?;
    until(p, "]", &mut |p| {
        list.push(match p.opt_operand() {
            Some(operand) => {
                add(p, state, dynamic, &operand, None)?;
                DYNAMIC as i64
            }
            None => p.integer()? as i64,
        });
        Ok(())
    })?;
    let slot = p.ctx().registry().op(state.def).slot_of(fixed.into());
    state.slots[slot] = numbers(p.ctx(), &list).raw();
    Ok(())
}

/// Prints the syntax that [`parse_index_list`] parses.
fn print_index_list(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let &[dynamic, DirectiveArg::Param(fixed)] = args else { return };
    let mut values = values(p.ctx(), body, op, &[dynamic]).into_iter();
    let slot = p.ctx().registry().op(body.def(op)).slot_of(fixed.into());
    let list = body.slot_attr(op, slot).and_then(|attr| p.ctx().attr_array(attr).map(<[_]>::to_vec));
    p.write("[");
    for (i, attr) in list.unwrap_or_default().into_iter().enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        match p.ctx().attr_u64(attr) {
            Some(DYNAMIC) => values.next().into_iter().for_each(|value| p.value(body, value)),
            value => p.write(&(value.unwrap_or(0) as i64).to_string()),
        }
    }
    p.write("]");
}

/// Parses `async [%a, %b]`. Both parts are optional. The first argument is the result that an async op has in addition.
fn parse_dependencies(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let &[DirectiveArg::Type(TypeOf::Result(number)), DirectiveArg::Param(dependencies)] = args else {
        return wrong(p);
    };
    if p.accept_keyword("async") {
        state.results.resize(number.into(), p.ctx().common().none);
        state.results.extend(token(p.ctx()));
    }
    if p.peek("[") {
        for operand in indices(p)? {
            add(p, state, dependencies, &operand, None)?;
        }
    }
    Ok(())
}

/// Prints the syntax that [`parse_dependencies`] parses, or an additional space in its place.
fn print_dependencies(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let (is_async, dependencies) = (is_async(p.ctx(), body, op), values(p.ctx(), body, op, args));
    p.write(if is_async { "async" } else { "" });
    if !dependencies.is_empty() {
        p.write(if is_async { " [" } else { "[" });
        write_values(p, body, dependencies);
        p.write("]");
    } else if !is_async {
        p.write(" ");
    }
}

/// Parses the types of all results, except for the token of an async op.
fn parse_size_types(p: &mut dyn AsmParser, state: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    let mut types = vec![p.ty()?];
    while p.accept(",") {
        types.push(p.ty()?);
    }
    state.results.splice(0..0, types);
    Ok(())
}

/// Prints the syntax that [`parse_size_types`] parses.
fn print_size_types(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: &[DirectiveArg]) {
    let count = body.result_count(op) - usize::from(is_async(p.ctx(), body, op));
    let types: Vec<Type> = body.results(op).take(count).map(|value| body.value_type(value)).collect();
    write_types(p, &types);
}

/// Parses `: type`, the common type of the operands. The default is `index`.
fn parse_dim_type(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let ty = if p.accept(":") { p.ty()? } else { p.ctx().common().index };
    for (&value, &(of, at)) in state.operands.iter().zip(&state.operand_params) {
        if args.iter().any(|arg| param(arg) == Some(of)) {
            p.set_type(value, ty, at as usize);
        }
    }
    Ok(())
}

/// Prints the syntax that [`parse_dim_type`] parses, or an additional space in its place.
fn print_dim_type(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let first = values(p.ctx(), body, op, args).first().map(|size| body.value_type(*size));
    match first.filter(|ty| *ty != p.ctx().common().index) {
        Some(ty) => {
            p.write(": ");
            p.ty(ty);
        }
        None => p.write(" "),
    }
}

/// Parses `args(%a : type, %b : type)`, if present.
fn parse_launch_operands(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let &[DirectiveArg::Param(of)] = args else { return wrong(p) };
    if !p.accept_keyword("args") {
        return Ok(());
    }
    p.expect("(")?;
    until(p, ")", &mut |p| {
        let operand = p.operand()?;
        p.expect(":")?;
        let ty = p.ty()?;
        add(p, state, of, &operand, Some(ty))
    })
}

/// Prints the syntax that [`parse_launch_operands`] parses, or an additional space in its place.
fn print_launch_operands(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let operands = values(p.ctx(), body, op, args);
    if operands.is_empty() {
        return p.write(" ");
    }
    p.write("args(");
    for (i, value) in operands.into_iter().enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        p.value(body, value);
        p.write(" : ");
        p.ty(body.value_type(value));
    }
    p.write(")");
}

/// Reports that a format has wrong arguments for a directive.
fn wrong<T>(p: &mut dyn AsmParser) -> Parsed<T> {
    Err(p.error("the assembly format has wrong arguments for a directive"))
}
