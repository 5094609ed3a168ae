//! Debug information about global variables and functions

use crate::support::declarations::{SYMBOL, TYPE, sibling, slot};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, SymbolTable, walk};

/// Name suffixes of the debug-info instructions that describe a global definition, each with the name of the parameter
/// that refers to it. Only OpenCL's debug-info sets refer to functions.
const DESCRIPTIONS: [(&str, &str); 2] =
    [(".DebugGlobalVariable", "variable"), (".DebugFunction", "function")];
/// Name suffix of the debug-info instruction that represents optimized-out definitions.
const INFO_NONE: &str = ".DebugInfoNone";

/// A reference from a debug-information op to a global variable or function.
struct Description {
    /// Name suffix of the debug-information op.
    suffix: &'static str,
    /// Property index of the reference.
    slot: usize,
    symbol: Ident,
}

impl Description {
    fn new(ctx: &Context, module: &Body, op: Op) -> Option<Description> {
        if !is_debug_info(ctx, module, op) {
            return None;
        }
        let (def, name) = (module.def(op), ctx.registry().op(module.def(op)).row.name);
        let &(suffix, parameter) = DESCRIPTIONS.iter().find(|(suffix, _)| name.ends_with(suffix))?;
        let slot = slot(ctx, def, parameter)?;
        let symbol = ctx.attr_symbol(module.slot_attr(op, slot)?)?;
        Some(Description { suffix, slot, symbol })
    }
}

/// Returns the symbol of the global variable or function that a debug-information op describes, if any. The reference
/// is not a use that prevents dead-code elimination.
pub(crate) fn described_symbol(ctx: &Context, module: &Body, op: Op) -> Option<Ident> {
    Description::new(ctx, module, op).map(|description| description.symbol)
}

/// Returns whether a module-level op only lists variables, in the interface of an entry point or in debug information.
pub(crate) fn only_lists_variables(ctx: &Context, module: &Body, op: Op) -> bool {
    module.def(op) == spv::EntryPoint::ID || described_symbol(ctx, module, op).is_some()
}

/// Replaces references from debug information to the erased definitions `gone` with references to DebugInfoNone.
pub(crate) fn forget_definitions(
    ctx: &Context,
    module: &mut Body,
    symbols: &mut SymbolTable,
    gone: &FxHashSet<Ident>,
) {
    let is_gone = |&op: &Op| described_symbol(ctx, module, op).is_some_and(|name| gone.contains(&name));
    let describing: Vec<Op> = walk::top_ops(module).filter(is_gone).collect();
    let Some(&first) = describing.first() else { return };
    let mut known: FxHashMap<OpDefId, Attribute> = FxHashMap::default();
    for op in walk::top_ops(module).take_while(|&op| op != first) {
        if ctx.registry().op(module.def(op)).row.name.ends_with(INFO_NONE)
            && let Some(name) = module.slot_attr(op, SYMBOL).and_then(|name| ctx.attr_str(name))
        {
            known.entry(module.def(op)).or_insert_with(|| ctx.symbol_attr(ctx.ident(name)));
        }
    }
    for op in describing {
        let Some(Description { suffix, slot, .. }) = Description::new(ctx, module, op) else { continue };
        let Some(none) = sibling(ctx, module.def(op), suffix, INFO_NONE) else { continue };
        let none = *known.entry(none).or_insert_with(|| {
            let name = symbols.unique(ctx, "");
            let mut slots = vec![0; ctx.registry().op(none).slots()];
            slots[SYMBOL] = ctx.string_attr(ctx.str(name)).raw();
            slots[TYPE] = module.slot(op, TYPE);
            let mut builder = Builder::at(module, InsertPoint::Before(op));
            let created = builder.create(NewOp { slots: &slots, ..NewOp::new(none) });
            symbols.insert(name, created);
            ctx.symbol_attr(name)
        });
        Builder::new(module).set_slot(op, slot, none.raw());
    }
}
