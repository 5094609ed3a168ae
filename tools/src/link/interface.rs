//! Completes the interfaces of entry points
//!
//! Since SPIR-V 1.4, an interface lists all referenced variables. Linking with older modules or binding imports can add
//! references.

use crate::module_ref::ModuleRef;
use rustc_hash::FxHashSet;
use spv_dialect::spv;
use spv_dialect::vce::Vce;
use spv_ir::symbols::{SymbolReferences, SymbolTable, name_of};
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Ident, Module, Op, walk};

/// First SPIR-V version whose interfaces list variables of all storage classes, encoded as in the header.
const ALL_CLASSES: u32 = 0x0001_0400;

/// An OpEntryPoint or OpConditionalEntryPointINTEL.
struct Entry {
    function: Ident,
    interface: Vec<Ident>,
    /// Index of the attribute slot that holds the interface.
    slot: usize,
}

impl Entry {
    fn of(ctx: &Context, body: &Body, op: Op) -> Option<Entry> {
        if let Some(entry) = spv::EntryPoint::cast(body, op) {
            let interface = entry.interface(ctx).collect();
            return Some(Entry { function: entry.fn_(ctx)?, interface, slot: spv::EntryPoint::INTERFACE });
        }
        let entry = spv::ConditionalEntryPointINTEL::cast(body, op)?;
        let interface = entry.interface(ctx).collect();
        let slot = spv::ConditionalEntryPointINTEL::INTERFACE;
        Some(Entry { function: entry.entry_point(ctx)?, interface, slot })
    }
}

/// Adds all referenced variables to the interfaces of entry points, if the SPIR-V version requires this.
pub(super) fn complete(module: &mut Module) -> Result<(), Diagnostics> {
    let whole = ModuleRef::only(module)?;
    let (op, ctx) = (whole.op, module.ctx.clone());
    let vce = whole.outer.slot_attr(op, spv::Module::VCE_TRIPLE).and_then(|vce| Vce::new(&ctx, vce));
    if vce.is_none_or(|vce| vce.version < ALL_CLASSES) {
        return Ok(());
    }
    let symbols = SymbolTable::new(&ctx, whole.body);
    let references = SymbolReferences::new(&ctx, whole.body);
    let completed = |op: Op| {
        let entry = Entry::of(&ctx, whole.body, op)?;
        let reachable = references.reachable(&symbols, vec![symbols.get(entry.function)?], |_| true);
        let listed: FxHashSet<_> = entry.interface.iter().copied().collect();
        let variables = walk::top_ops(whole.body)
            .filter(|op| whole.body.def(*op) == spv::GlobalVariable::ID && reachable.contains(op));
        let names = variables.filter_map(|op| Some(ctx.ident(name_of(&ctx, whole.body, op)?)));
        let missing: Vec<_> = names.filter(|name| !listed.contains(name)).collect();
        let all = entry.interface.iter().chain(&missing).copied();
        let list: Vec<Attribute> = all.map(|name| ctx.symbol_attr(name)).collect();
        (!missing.is_empty()).then(|| (op, entry.slot, ctx.array_attr(&list).raw()))
    };
    let changes: Vec<_> = walk::top_ops(whole.body).filter_map(completed).collect();
    if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
        for (op, slot, list) in changes {
            Builder::new(body).set_slot(op, slot, list);
        }
    }
    Ok(())
}
