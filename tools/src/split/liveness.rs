//! Liveness of module-level ops with respect to an entry point

use super::entry::{EntryPoint, is_entry};
use crate::module_ref::ModuleRef;
use crate::references::is_non_semantic;
use crate::workgroups::{has_workgroups, is_workgroup_size};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::symbols::{SymbolReferences, SymbolTable, name_of, referenced};
use spv_ir::{Op, walk};

/// Returns the module-level ops that an entry point needs, including the entry point itself.
pub(super) fn live_ops(
    module: ModuleRef<'_>,
    symbols: &SymbolTable,
    references: &SymbolReferences,
    entry: &EntryPoint,
) -> FxHashSet<Op> {
    let (ctx, body) = (module.ctx, module.body);
    let is_root = |op: Op| {
        let def = body.def(op);
        if is_entry(module, op) {
            return false;
        }
        if def == spv::ExecutionModeOp::ID || def == spv::ExecutionModeId::ID {
            // Both kinds of execution mode store the function in the same attribute slot.
            let of = body.slot_attr(op, spv::ExecutionModeOp::FN).and_then(|name| ctx.attr_symbol(name));
            return of == Some(entry.target);
        }
        if is_workgroup_size(module, op) {
            return entry.model.is_some_and(has_workgroups);
        }
        // An op without a symbol is live because of its side effects.
        name_of(ctx, body, op).is_none() && !is_non_semantic(module, op)
    };
    let mut roots: Vec<Op> = walk::top_ops(body).filter(|&op| is_root(op)).collect();
    roots.extend(symbols.get(entry.target));
    roots.extend(&entry.kept_interface);
    let of_module = module.outer.attrs(module.op).map(|attrs| {
        let attrs = ctx.dict_without(Some(attrs), "unused");
        attrs.map(|attrs| referenced(ctx, attrs)).unwrap_or_default()
    });
    roots.extend(of_module.unwrap_or_default().iter().filter_map(|&name| symbols.get(name)));
    let mut live = references.reachable(symbols, roots, |_| true);
    live.insert(entry.op);
    keep_descriptions(module, symbols, references, &mut live);
    live
}

/// Adds the non-semantic instructions that reference only live ops and each other.
fn keep_descriptions(
    module: ModuleRef<'_>,
    symbols: &SymbolTable,
    references: &SymbolReferences,
    live: &mut FxHashSet<Op>,
) {
    let candidates = walk::top_ops(module.body).filter(|&op| is_non_semantic(module, op));
    let candidates: FxHashSet<Op> = candidates.filter(|op| !live.contains(op)).collect();
    let used = |op: Op| references.definitions(symbols, op);
    let mut users: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    for &op in &candidates {
        used(op)
            .filter(|used| candidates.contains(used))
            .for_each(|used| users.entry(used).or_default().push(op));
    }
    let is_dead = |op: &Op| used(*op).any(|used| !live.contains(&used) && !candidates.contains(&used));
    let mut open: Vec<Op> = candidates.iter().copied().filter(is_dead).collect();
    let mut dead = FxHashSet::default();
    while let Some(op) = open.pop() {
        if dead.insert(op) {
            open.extend(users.get(&op).into_iter().flatten());
        }
    }
    live.extend(candidates.into_iter().filter(|op| !dead.contains(op)));
}
