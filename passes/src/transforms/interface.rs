//! `remove-unused-interface-variables`: entry points do not list what no function uses.

use crate::pass::{PassInfo, SpvModule, Work};
use crate::spirv::storage;
use rustc_hash::FxHashSet;
use spv_dialect::{structure, types};
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{Attribute, Builder, Diagnostics, Ident, Op};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Takes variables out of the interfaces of entry points that nothing but entry points refers \
                  to. Outputs stay: the next stage may read them. symbol-dce then erases the variables.",
    before: "spv.EntryPoint \"Fragment\" @main, @used, @unused",
    after: "spv.EntryPoint \"Fragment\" @main, @used",
    statistics: &[("variables", "Variables taken out")],
    ..PassInfo::new(
        "remove-unused-interface-variables",
        "Take variables that nothing uses out of the interfaces of entry points",
        |_| Ok(Work::module(run)),
    )
};

/// Slots of `spv.GlobalVariable` and `spv.EntryPoint`.
const TYPE: usize = 1;
const INTERFACE: usize = 2;

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let registry = ctx.registry();
    let (Some(global), Some(entry)) = (
        registry.op_by_name(structure::GLOBAL_VARIABLE.name),
        registry.op_by_name(structure::ENTRY_POINT.name),
    ) else {
        return Ok(());
    };
    let body = &*module.body;
    let ops: Vec<Op> = body.blocks(body.root()).flat_map(|b| body.ops(b)).collect();
    let uses = SymbolUses::new(ctx, body);
    let unused = |&op: &Op| -> Option<Ident> {
        if body.def(op) != global {
            return None;
        }
        let (_, class) = types::pointer(ctx, ctx.attr_type(body.slot_attr(op, TYPE)?)?)?;
        let name = ctx.ident(name_of(ctx, body, op)?);
        let only = uses.users(name).iter().all(|user| !user.nested && body.def(user.top) == entry);
        (class != storage::OUTPUT && only).then_some(name)
    };
    let gone: FxHashSet<Ident> = ops.iter().filter_map(unused).collect();
    let mut count = 0;
    for op in ops {
        if module.body.def(op) != entry || gone.is_empty() {
            continue;
        }
        let Some(list) = module.body.slot_attr(op, INTERFACE).and_then(|a| ctx.attr_array(a)) else {
            continue;
        };
        let stays = |a: &&Attribute| ctx.attr_symbol(**a).is_none_or(|name| !gone.contains(&name));
        let kept: Vec<Attribute> = list.iter().filter(stays).copied().collect();
        if kept.len() != list.len() {
            count += (list.len() - kept.len()) as u64;
            let raw = if kept.is_empty() { 0 } else { ctx.array_attr(&kept).raw() };
            Builder::new(module.body).set_slot(op, INTERFACE, raw);
        }
    }
    module.count(0, count);
    Ok(())
}
