//! Splits a module into one module per entry point, each with only the ops that the entry point needs

mod entry;
mod liveness;

use crate::linkage::{self, Linkage};
use crate::module_ref::ModuleRef;
use crate::references::with_locations;
use entry::{EntryPoint, entries};
use rustc_hash::FxHashSet;
use spv_dialect::spv::{self, Capability, LinkageType};
use spv_dialect::vce::Vce;
use spv_ir::symbols::SymbolTable;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Ident, Module, Op, walk};
use spv_validate::deduce::{Widths, deduce};

/// A module that was split off and has a single entry point.
pub struct SplitModule {
    /// Name of the entry point.
    pub name: String,
    /// Name of the execution model; `Graph` for a graph.
    pub execution_model: String,
    /// The new module, in the context of the original module.
    pub module: Module,
}

/// Splits the only `spv.module` of a verified module.
///
/// Each new module has the functions, variables and constants reachable from its entry point, and the debug information
/// that describes only these. The interface lists the referenced variables, and all variables of storage class Output,
/// which the next pipeline stage may read. Capabilities and extensions are minimal; the version is unchanged. The new
/// modules export no symbols because they need no linking.
///
/// # Errors
/// The module does not have exactly one `spv.module`, or lacks a capability that it needs.
pub fn split(module: &Module) -> Result<Vec<SplitModule>, Diagnostics> {
    let whole = ModuleRef::only(module)?;
    let symbols = SymbolTable::new(whole.ctx, whole.body);
    let references = with_locations(whole);
    let part = |entry: EntryPoint| {
        let kept = liveness::live_ops(whole, &symbols, &references, &entry);
        let copy = Module { ctx: module.ctx.clone(), body: module.body.clone(), ..*module };
        let module = keep(copy, whole.op, &entry, &kept)?;
        let execution_model = entry.model.map_or_else(|| "Graph".to_owned(), |model| model.to_string());
        Ok(SplitModule { name: entry.name, execution_model, module })
    };
    entries(whole, &symbols).into_iter().map(part).collect()
}

/// Erases the ops outside `kept` from a copy of the whole module, and returns the result.
fn keep(mut part: Module, op: Op, entry: &EntryPoint, kept: &FxHashSet<Op>) -> Result<Module, Diagnostics> {
    let ctx = part.ctx.clone();
    let attrs = part.body.attrs(op);
    if ctx.dict_get(attrs, "unused").is_some() {
        Builder::new(&mut part.body).set_attrs(op, ctx.dict_without(attrs, "unused"));
    }
    if let Some(body) = Builder::new(&mut part.body).nested_mut(op) {
        let erased: Vec<Op> = walk::top_ops(body).filter(|op| !kept.contains(op)).collect();
        let names: FxHashSet<Ident> = erased
            .iter()
            .filter_map(|&op| Some(ctx.ident(spv_ir::symbols::name_of(&ctx, body, op)?)))
            .collect();
        shorten_interface(&ctx, body, entry, &names);
        let mut builder = Builder::new(body);
        erased.into_iter().for_each(|op| builder.erase(op));
        let is_exported = |op: &Op| {
            Linkage::of(&ctx, body.attrs(*op)).is_some_and(|linkage| linkage.kind != LinkageType::Import)
        };
        let exported: Vec<Op> = walk::top_ops(body).filter(is_exported).collect();
        for op in exported {
            let attrs = ctx.dict_without(body.attrs(op), linkage::KEY);
            Builder::new(body).set_attrs(op, attrs);
        }
    }
    minimize_capabilities(&ctx, &mut part.body, op)?;
    Ok(part)
}

/// Removes erased variables from the interface of an entry point.
fn shorten_interface(ctx: &Context, body: &mut Body, entry: &EntryPoint, erased: &FxHashSet<Ident>) {
    let list = body.slot_attr(entry.op, entry.interface_slot()).and_then(|list| ctx.attr_array(list));
    let stays = |name: &&Attribute| ctx.attr_symbol(**name).is_none_or(|name| !erased.contains(&name));
    let kept: Vec<Attribute> = list.unwrap_or(&[]).iter().filter(stays).copied().collect();
    let raw = if kept.is_empty() { 0 } else { ctx.array_attr(&kept).raw() };
    Builder::new(body).set_slot(entry.op, entry.interface_slot(), raw);
}

/// Reduces capabilities and extensions to those that the module needs in its version.
fn minimize_capabilities(ctx: &Context, outer: &mut Body, op: Op) -> Result<(), Diagnostics> {
    let Some(body) = outer.nested(op) else { return Ok(()) };
    let declared = outer.slot_attr(op, spv::Module::VCE_TRIPLE).and_then(|vce| Vce::new(ctx, vce));
    let Some(declared) = declared else { return Ok(()) };
    let mut needed = deduce(ctx, outer, op, body, None, Widths::Any)?;
    // The module has an entry point, so it needs the capability Linkage only for imports.
    if !walk::top_ops(body).any(|op| Linkage::of(ctx, body.attrs(op)).is_some()) {
        needed.capabilities.retain(|capability| *capability != Capability::Linkage.0);
    }
    // The deduced extensions may include some that are core in this version. Only declared extensions are kept.
    let extensions = declared.extensions.iter().filter(|name| needed.extensions.contains(name)).copied();
    let vce = Vce {
        version: declared.version,
        capabilities: needed.capabilities,
        extensions: extensions.collect(),
    };
    let attr = vce.attr(ctx).raw();
    Builder::new(outer).set_slot(op, spv::Module::VCE_TRIPLE, attr);
    Ok(())
}
