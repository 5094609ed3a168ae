//! What `custom(name,$param)` in formats stands for.

use crate::generated::{enums, opcodes as op};
use crate::types::view;
use spv_ir::asm::*;
use spv_ir::params::{Item, walk};
use spv_ir::{Body, Context, Op};

/// Reads the storage class, which the pointer's type says again; newer text leaves it out.
pub fn parse_storage(p: &mut dyn AsmParser, _: &mut OpState, _: u8) -> Parsed<()> {
    let at = p.offset();
    match p.opt_string() {
        Some(text) if enums::STORAGE_CLASS.by_name(&text).is_none() => {
            Err(p.error_at(at..at + text.len() + 2, &format!("`{text}` is no StorageClass")))
        }
        _ => Ok(()),
    }
}

/// Writes the storage class of parameter `param`, a pointer.
pub fn print_storage(p: &mut dyn AsmPrinter, body: &Body, op: Op, param: u8) {
    let name = storage(p.ctx(), body, op, param).and_then(|value| enums::STORAGE_CLASS.by_value(value));
    if let Some(name) = name {
        p.string(name.name);
    }
}

fn storage(ctx: &Context, body: &Body, op: Op, param: u8) -> Option<u32> {
    let def = ctx.registry().op(body.def(op));
    let mut pointer = None;
    walk(ctx, body, op, def, &mut |number, item| {
        if let (Item::Value(value), true) = (item, number == usize::from(param)) {
            pointer = pointer.or(Some(value));
        }
    });
    match view(ctx, body.value_type_opt(pointer?)?)? {
        (op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR, [_, storage, ..]) => {
            ctx.attr_u64(*storage).map(|v| v as u32)
        }
        _ => None,
    }
}
