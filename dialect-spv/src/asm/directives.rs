//! What `custom(name,$param)` in formats represents.

use super::items::opt_quoted;
use crate::generated::{enums, opcodes as op};
use crate::types::{pointer, structure, view};
use spv_ir::asm::*;
use spv_ir::dialect::{ABSENT, Arity, OpDefId, Param, ParamKind};
use spv_ir::params::{Item, walk};
use spv_ir::{Body, Context, Op};

/// The directives: name, parser, printer.
pub(crate) const DIRECTIVES: &[(&str, DirectiveParseFn, DirectivePrintFn)] = &[
    ("storage", parse_storage, print_storage),
    ("kept_storage", parse_kept_storage, print_kept_storage),
    ("result_storage", parse_result_storage, print_result_storage),
    ("gap", parse_gap, print_gap),
    ("flag", parse_flag, print_flag),
    ("condition", parse_condition, print_condition),
    ("result_pair", parse_pair, print_pair),
];

/// Reads the storage class, which the pointer's type says again; newer text leaves it out, where LLVM 14 takes what
/// is there for an attribute.
pub fn parse_storage(p: &mut dyn AsmParser, _: &mut OpState, _: u8) -> Parsed<()> {
    match opt_quoted(p, &enums::STORAGE_CLASS)? {
        None if p.compat() => {
            Err(p.error("expected non-function type: a storage class as a string, such as \"Function\""))
        }
        _ => Ok(()),
    }
}

/// Reads the storage class where LLVM 14 leaves it out.
fn parse_kept_storage(p: &mut dyn AsmParser, _: &mut OpState, _: u8) -> Parsed<()> {
    opt_quoted(p, &enums::STORAGE_CLASS).map(|_| ())
}

/// Writes the storage class of parameter `param`, a pointer.
pub fn print_storage(p: &mut dyn AsmPrinter, body: &Body, op: Op, param: u8) {
    let name = storage(p.ctx(), body, op, param).and_then(|value| enums::STORAGE_CLASS.by_value(value));
    if let Some(name) = name {
        p.string(name.name);
    }
}

/// Writes the storage class where LLVM 14 does not leave it out.
fn print_kept_storage(p: &mut dyn AsmPrinter, body: &Body, op: Op, param: u8) {
    if !p.compat() {
        print_storage(p, body, op, param);
    }
}

/// Reads a condition, which is a scalar `i1`: no type is written.
fn parse_condition(p: &mut dyn AsmParser, state: &mut OpState, _: u8) -> Parsed<()> {
    let operand = p.operand()?;
    let condition = p.resolve(&operand, Some(p.ctx().common().i1))?;
    state.operands.push(condition);
    Ok(())
}

/// Writes what [`parse_condition`] reads.
fn print_condition(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: u8) {
    let [condition] = body.first_operands(op);
    p.value(body, condition);
}

/// Reads the type of a result that is a struct of two members.
fn parse_pair(p: &mut dyn AsmParser, state: &mut OpState, _: u8) -> Parsed<()> {
    let at = p.offset();
    let ty = p.ty()?;
    if structure(p.ctx(), ty).is_none_or(|structure| structure.members.len() != 2) {
        return Err(p.error_at(at..at + 1, "expected spv.struct type with two members"));
    }
    state.results.push(ty);
    Ok(())
}

/// Writes what [`parse_pair`] reads.
fn print_pair(p: &mut dyn AsmPrinter, body: &Body, op: Op, _: u8) {
    p.ty(body.value_type(body.result(op, 0)));
}

/// Reads nothing: the storage class is that of the pointer which the op makes.
fn parse_result_storage(p: &mut dyn AsmParser, state: &mut OpState, param: u8) -> Parsed<()> {
    let class = state.results.first().and_then(|ty| pointer(p.ctx(), *ty)).map(|(_, class)| class);
    let slot = p.ctx().registry().op(state.def).slot_of(usize::from(param));
    match class {
        Some(class) => state.slots[slot] = class,
        None => return Err(p.error("expected a pointer type")),
    }
    Ok(())
}

/// Writes nothing: see [`parse_result_storage`].
fn print_result_storage(_: &mut dyn AsmPrinter, _: &Body, _: Op, _: u8) {}

/// Reads nothing: see [`print_gap`].
fn parse_gap(p: &mut dyn AsmParser, _: &mut OpState, _: u8) -> Parsed<()> {
    if p.peek("(") {
        let message = "the Image Operands should encode what operands follow, as per Image Operands: \
                       `[\"Bias\", %bias]`";
        return Err(p.error(message));
    }
    Ok(())
}

/// Writes the space that LLVM 14 has in place of an enumerant that is absent.
fn print_gap(p: &mut dyn AsmPrinter, body: &Body, op: Op, param: u8) {
    let def = p.ctx().registry().op(body.def(op));
    if p.compat() && body.slot(op, def.slot_of(usize::from(param))) == ABSENT {
        p.write(" ");
    }
}

/// Reads the name of a word parameter as a keyword: 1 if it is there.
fn parse_flag(p: &mut dyn AsmParser, state: &mut OpState, param: u8) -> Parsed<()> {
    let (name, slot) = flag(p.ctx(), state.def, param);
    if p.accept_keyword(name) {
        state.slots[slot] = 1;
    }
    Ok(())
}

/// Writes the name of a word parameter that is not 0.
fn print_flag(p: &mut dyn AsmPrinter, body: &Body, op: Op, param: u8) {
    let (name, slot) = flag(p.ctx(), body.def(op), param);
    if body.slot(op, slot) != 0 {
        p.write(name);
    }
}

fn flag(ctx: &Context, def: OpDefId, param: u8) -> (&'static str, usize) {
    let def = ctx.registry().op(def);
    (def.row.params[usize::from(param)].name, def.slot_of(usize::from(param)))
}

fn storage(ctx: &Context, body: &Body, op: Op, param: u8) -> Option<u32> {
    let def = ctx.registry().op(body.def(op));
    let number = usize::from(param);
    let direct = |p: &Param| matches!((p.kind, p.arity), (ParamKind::Value, Arity::One));
    let mut pointer = None;
    if def.row.params[..=number].iter().all(direct) {
        pointer = body.operands(op).nth(number);
    } else {
        walk(ctx, body, op, def, &mut |number, item| {
            if let (Item::Value(value), true) = (item, number == usize::from(param)) {
                pointer = pointer.or(Some(value));
            }
        });
    }
    match view(ctx, body.value_type_opt(pointer?)?)? {
        (op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR, [_, storage, ..]) => {
            ctx.attr_u64(*storage).map(|v| v as u32)
        }
        _ => None,
    }
}
