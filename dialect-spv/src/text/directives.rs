//! Custom directives of assembly formats: `custom<Name>($param)`

use super::items::opt_quoted;
use crate::generated::{enums, opcodes as op};
use crate::llvm::tosa::{parse_settings, print_settings};
use crate::types::{pointer, structure, view};
use spv_ir::dialect::{ABSENT, Arity, OpDefId, Param, ParamKind};
use spv_ir::params::{OpComponent, walk};
use spv_ir::text::*;
use spv_ir::{Body, Context, Op, Type};

/// All custom directives: name, parser, printer.
pub(crate) const DIRECTIVES: &[(&str, DirectiveParseFn, DirectivePrintFn)] = &[
    ("Storage", parse_storage, print_storage),
    ("SameStorage", parse_same_storage, print_same_storage),
    ("KeptStorage", parse_kept_storage, print_kept_storage),
    ("ResultStorage", parse_result_storage, print_result_storage),
    ("Gap", parse_gap, print_gap),
    ("NoMore", parse_no_more, print_no_more),
    ("Parenthesized", parse_parenthesized, print_parenthesized),
    ("Flag", parse_flag, print_flag),
    ("Condition", parse_condition, print_condition),
    ("ResultPair", parse_pair, print_pair),
    ("Settings", parse_settings, print_settings),
];

/// Returns the index of the parameter that the first argument denotes.
fn first(args: &[DirectiveArg]) -> usize {
    match args {
        [DirectiveArg::Param(param), ..] => usize::from(*param),
        _ => 0,
    }
}

/// Parses the storage class of a pointer operand, which repeats the storage class in the pointer's type. LLVM 14's form
/// requires it; newer forms omit it.
pub fn parse_storage(p: &mut dyn AsmParser, state: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    let at = p.offset();
    state.noted = opt_quoted(p, &enums::STORAGE_CLASS)?.map(|class| (at, class));
    match state.noted {
        None if p.compat() => {
            Err(p.error("expected non-function type: a storage class as a string, such as \"Function\""))
        }
        _ => Ok(()),
    }
}

/// Checks that the last operand is a pointer to the storage class that [`parse_storage`] parsed. Consumes no input. The
/// type of a forward reference is unknown, so it is not checked.
pub fn parse_same_storage(p: &mut dyn AsmParser, state: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    let pointer = state.operands.last().and_then(|&value| p.value_type(value));
    let (Some((at, stated)), Some(ty)) = (state.noted.take(), pointer) else { return Ok(()) };
    let name = |class| enums::STORAGE_CLASS.by_value(class).map_or("?", |row| row.name);
    match storage_of(p.ctx(), ty) {
        Some(class) if class != stated => {
            let message = format!(
                "the storage class is \"{}\", but the pointer's is \"{}\"",
                name(stated),
                name(class)
            );
            Err(p.error_at(at..at + name(stated).len() + 2, &message))
        }
        _ => Ok(()),
    }
}

/// Prints nothing, because the parser only checks the input. See [`parse_same_storage`].
fn print_same_storage(_: &mut dyn AsmPrinter, _: &Body, _: Op, _: &[DirectiveArg]) {}

/// Parses an optional storage class, which LLVM 14's form omits.
fn parse_kept_storage(p: &mut dyn AsmParser, _: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    opt_quoted(p, &enums::STORAGE_CLASS).map(|_| ())
}

/// Prints the storage class of the pointer operand for parameter `param`.
pub fn print_storage(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let param = first(args);
    let name = storage(p.ctx(), body, op, param).and_then(|value| enums::STORAGE_CLASS.by_value(value));
    if let Some(name) = name {
        p.string(name.name);
    }
}

/// Prints the storage class of a pointer operand, except in LLVM 14's form.
fn print_kept_storage(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    if !p.compat() {
        print_storage(p, body, op, args);
    }
}

/// Parses a condition. Its type is always `i1`, so it is not in the assembly.
fn parse_condition(p: &mut dyn AsmParser, state: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    let operand = p.operand()?;
    let condition = p.resolve(&operand, Some(p.ctx().common().i1))?;
    state.operands.push(condition);
    Ok(())
}

/// Prints the syntax that [`parse_condition`] parses.
fn print_condition(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: &[DirectiveArg]) {
    let [condition] = body.first_operands(op);
    p.value(body, condition);
}

/// Parses a result type, which must be a struct with two members.
fn parse_pair(p: &mut dyn AsmParser, state: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    let at = p.offset();
    let ty = p.ty()?;
    if structure(p.ctx(), ty).is_none_or(|structure| structure.members.len() != 2) {
        return Err(p.error_at(at..at + 1, "expected spv.struct type with two members"));
    }
    state.results.push(ty);
    Ok(())
}

/// Prints the syntax that [`parse_pair`] parses.
fn print_pair(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: &[DirectiveArg]) {
    p.ty(body.value_type(body.result(op, 0)));
}

/// Sets parameter `param` to the storage class of the result's pointer type. Consumes no input.
fn parse_result_storage(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let param = first(args);
    let class = state.results.first().and_then(|ty| pointer(p.ctx(), *ty)).map(|(_, class)| class);
    let slot = p.ctx().registry().op(state.def).slot_of(param);
    match class {
        Some(class) => state.slots[slot] = class,
        None => return Err(p.error("expected a pointer type")),
    }
    Ok(())
}

/// Prints nothing, because the result type contains the storage class. See [`parse_result_storage`].
fn print_result_storage(_: &mut dyn AsmPrinter, _: &Body, _: Op, _: &[DirectiveArg]) {}

/// Rejects image operands in LLVM's outdated form, which begins with `(` or `,`. Consumes no input.
fn parse_gap(p: &mut dyn AsmParser, _: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    if p.peek("(") || p.peek(",") {
        let message = "the Image Operands should encode what operands follow, as per Image Operands: \
                       `[\"Bias\", %bias]`";
        return Err(p.error(message));
    }
    Ok(())
}

/// Prints the additional space that LLVM 14 prints if an optional enumerant is absent.
fn print_gap(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let param = first(args);
    let def = p.ctx().registry().op(body.def(op));
    if p.compat() && body.slot(op, def.slot_of(param)) == ABSENT {
        p.write(" ");
    }
}

/// Rejects further operands after the image operands. Consumes no input.
fn parse_no_more(p: &mut dyn AsmParser, _: &mut OpState, _: &[DirectiveArg]) -> Parsed<()> {
    match p.peek(",") {
        true => Err(p.error("too many image operand arguments have been provided")),
        false => Ok(()),
    }
}

/// Prints nothing, because the parser only checks the input. See [`parse_no_more`].
fn print_no_more(_: &mut dyn AsmPrinter, _: &Body, _: Op, _: &[DirectiveArg]) {}

/// Parses an attribute parameter in parentheses.
fn parse_parenthesized(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let param = first(args);
    p.expect("(")?;
    let slot = p.ctx().registry().op(state.def).slot_of(param);
    state.slots[slot] = p.attr()?.raw();
    p.expect(")")
}

/// Prints an attribute parameter in parentheses. Assembly formats print no space before a parenthesis, so prints the
/// space too.
fn print_parenthesized(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let param = first(args);
    let slot = p.ctx().registry().op(body.def(op)).slot_of(param);
    p.write("(");
    if let Some(value) = body.slot_attr(op, slot) {
        p.attr(value);
    }
    p.write(")");
}

/// Parses an optional keyword. Sets a word parameter to 1 if the keyword, which is the parameter's name, is present.
fn parse_flag(p: &mut dyn AsmParser, state: &mut OpState, args: &[DirectiveArg]) -> Parsed<()> {
    let param = first(args);
    let (name, slot) = flag(p.ctx(), state.def, param);
    if p.accept_keyword(name) {
        state.slots[slot] = 1;
    }
    Ok(())
}

/// Prints the name of a word parameter if its value is not 0.
fn print_flag(p: &mut dyn AsmPrinter, body: &Body, op: Op, args: &[DirectiveArg]) {
    let param = first(args);
    let (name, slot) = flag(p.ctx(), body.def(op), param);
    if body.slot(op, slot) != 0 {
        p.write(name);
    }
}

fn flag(ctx: &Context, def: OpDefId, param: usize) -> (&'static str, usize) {
    let def = ctx.registry().op(def);
    (def.row.params[param].name, def.slot_of(param))
}

fn storage(ctx: &Context, body: &Body, op: Op, param: usize) -> Option<u32> {
    let def = ctx.registry().op(body.def(op));
    let direct = |p: &Param| matches!((p.kind, p.arity), (ParamKind::Value, Arity::One));
    let mut pointer = None;
    if def.row.params[..=param].iter().all(direct) {
        pointer = body.operands(op).nth(param);
    } else {
        walk(ctx, body, op, def, &mut |number, item| {
            if let (OpComponent::Value(value), true) = (item, number == param) {
                pointer = pointer.or(Some(value));
            }
        });
    }
    storage_of(ctx, body.value_type_opt(pointer?)?)
}

/// Returns the storage class of a pointer type, typed or untyped. Returns `None` for other types.
fn storage_of(ctx: &Context, ty: Type) -> Option<u32> {
    match view(ctx, ty)? {
        (op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR, [_, storage, ..]) => {
            ctx.attr_u64(*storage).map(|v| v as u32)
        }
        _ => None,
    }
}
