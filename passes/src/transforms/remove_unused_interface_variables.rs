//! Removal of unused variables from entry point interfaces (`remove-unused-interface-variables`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::only_lists_variables;
use crate::support::spirv::storage;
use crate::support::spirv::variable_type;
use rustc_hash::FxHashSet;
use spv_dialect::spv;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Ident, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Removes variables from the interfaces of entry points if nothing else references them, \
                  and removes repeated entries. Outputs are kept, because the next stage may read them. \
                  symbol-dce then erases the variables.",
    before: "spv.EntryPoint \"Fragment\" @main, @used, @unused",
    after: "spv.EntryPoint \"Fragment\" @main, @used",
    options: &[OptionInfo { name: "keep-interface", default: "false", help: "also keep unused inputs" }],
    statistics: &[("variables", "Variables removed")],
    ..PassInfo::new(
        "remove-unused-interface-variables",
        "Remove unused variables from the interfaces of entry points",
        ControlFlow::Any,
        |options| {
            let keeps_inputs = options.switch("keep-interface")?;
            Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, keeps_inputs)))
        },
    )
};

fn run(module: &mut SpvModule<'_>, keeps_inputs: bool) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let body = &*module.body;
    let ops: Vec<Op> = walk::top_ops(body).collect();
    let uses = SymbolUses::new(ctx, body);
    let unused = |&op: &Op| -> Option<Ident> {
        let (_, class) = variable_type(ctx, body, op)?;
        let name = ctx.ident(name_of(ctx, body, op)?);
        let only =
            uses.users(name).iter().all(|user| !user.nested && only_lists_variables(ctx, body, user.top));
        let is_kept = class == storage::OUTPUT || (keeps_inputs && class == storage::INPUT);
        (!is_kept && only).then_some(name)
    };
    let gone: FxHashSet<Ident> = ops.iter().filter_map(unused).collect();
    let entries = ops.iter().filter(|&&op| module.body.def(op) == spv::EntryPoint::ID);
    let entries: Vec<Op> = entries.copied().collect();
    let count: usize = entries.into_iter().map(|op| shorten_interface(ctx, module.body, op, &gone)).sum();
    module.count(0, count as u64);
    Ok(())
}

/// Removes the given variables, and duplicates, from the interface of an entry point. Returns the number of removed
/// list elements.
pub(super) fn shorten_interface(
    ctx: &Context,
    module: &mut Body,
    entry: Op,
    gone: &FxHashSet<Ident>,
) -> usize {
    let list = module.slot_attr(entry, spv::EntryPoint::INTERFACE).and_then(|a| ctx.attr_array(a));
    let Some(list) = list else { return 0 };
    let mut seen = FxHashSet::default();
    let stays =
        |a: &&Attribute| ctx.attr_symbol(**a).is_none_or(|name| !gone.contains(&name) && seen.insert(name));
    let kept: Vec<Attribute> = list.iter().filter(stays).copied().collect();
    if kept.len() != list.len() {
        let raw = if kept.is_empty() { 0 } else { ctx.array_attr(&kept).raw() };
        Builder::new(module).set_slot(entry, spv::EntryPoint::INTERFACE, raw);
    }
    list.len() - kept.len()
}
