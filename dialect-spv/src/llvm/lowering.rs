//! Lowering to constructs that LLVM 14's `spv` dialect can express

use super::checks::LAST_VERSION;
use crate::attributes::{self, AttrKind};
use crate::control::{self};
use crate::spv;
use crate::structure;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::symbols::{SymbolTable, SymbolUses, name_of, rename_all};
use spv_ir::{Body, Builder, Context, Ident, Module, Op, Value, names, walk};

/// Debug instructions at module scope that LLVM 14's deserializer drops.
pub const LEFT_OUT: [&str; 5] =
    ["spv.ModuleProcessed", "spv.Source", "spv.SourceContinued", "spv.SourceExtension", "spv.String"];

/// Key of the `spv.module` attribute that lists the module's unused types.
const UNUSED: &str = "unused";

/// Lowers a verified module for LLVM 14:
///
/// - Functions that LLVM 14 cannot represent become plain blocks ([`control::lower_unstructured`]).
/// - Functions are renamed to their entry points, if no other symbol has the name.
/// - Ops in [`LEFT_OUT`] and unused types are removed.
/// - A newer SPIR-V version becomes LLVM 14's newest version.
///
/// [`super::check`] reports constructs that LLVM 14 still cannot represent.
pub fn lower(module: &mut Module) {
    let ctx = module.ctx.clone();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        if !control::is_of_llvm14(&ctx, body) {
            // A body that violates the rules of region form is left unchanged.
            let _ = control::lower_unstructured(&ctx, body);
        }
    });
    let modules: Vec<Op> = walk::top_ops(&module.body).collect();
    for op in modules {
        lower_version(&ctx, &mut module.body, op);
        forget_unused(&ctx, &mut module.body, op);
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            erase_debug_instructions(&ctx, body);
            name_entry_points(&ctx, body);
        }
    }
}

/// Erases the debug instructions that LLVM's deserializer drops, in all `spv.module`s. Preserves instructions that
/// other ops reference.
pub fn drop_debug_instructions(module: &mut Module) {
    let ctx = module.ctx.clone();
    for op in walk::top_ops(&module.body).collect::<Vec<Op>>() {
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            erase_debug_instructions(&ctx, body);
        }
    }
}

/// Erases each op in [`LEFT_OUT`] that no op outside of [`LEFT_OUT`] references. [`super::check`] reports the remaining
/// ones.
fn erase_debug_instructions(ctx: &Context, body: &mut Body) {
    let left_out = |body: &Body, op: Op| LEFT_OUT.contains(&ctx.registry().op(body.def(op)).row.name);
    if !walk::top_ops(body).any(|op| left_out(body, op)) {
        return;
    }
    let uses = SymbolUses::new(ctx, body);
    let goes = |op: &Op| {
        let symbol = name_of(ctx, body, *op).map(|symbol| ctx.ident(symbol));
        let users = symbol.map_or(&[][..], |symbol| uses.users(symbol));
        left_out(body, *op) && users.iter().all(|user| !user.nested && left_out(body, user.top))
    };
    for op in walk::top_ops(body).filter(goes).collect::<Vec<Op>>() {
        Builder::new(body).erase(op);
    }
}

/// Key of the attribute with a symbol's debug name.
const DEBUG_NAME: &str = "op_name";

/// Removes the debug names of values. Also removes each symbol's debug name that differs from the symbol. LLVM's
/// serializer rejects these names.
pub fn forget_names(module: &mut Module) {
    let ctx = module.ctx.clone();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        let args = walk::blocks(body).flat_map(|block| body.args(block).to_vec());
        let results = walk::ops(body).flat_map(|op| body.results(op).collect::<Vec<Value>>());
        let named = |value: &Value| body.value_name(*value).is_some();
        for value in args.chain(results).filter(named).collect::<Vec<Value>>() {
            Builder::new(body).set_value_name(value, None);
        }
        for op in walk::ops(body).filter(|op| body.attrs(*op).is_some()).collect::<Vec<Op>>() {
            let attrs = ctx.dict_without(body.attrs(op), DEBUG_NAME);
            Builder::new(body).set_attrs(op, attrs);
        }
    });
}

/// Renames functions to their entry point names in all `spv.module`s. Skips a function if another symbol has the name.
pub fn name_functions(module: &mut Module) {
    let ctx = module.ctx.clone();
    for op in walk::top_ops(&module.body).collect::<Vec<Op>>() {
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            name_entry_points(&ctx, body);
        }
    }
}

/// Removes the list of unused types from a `spv.module`, because LLVM 14 does not preserve unused types.
pub fn forget_unused(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    if ctx.dict_get(attrs, UNUSED).is_some() {
        Builder::new(body).set_attrs(op, ctx.dict_without(attrs, UNUSED));
    }
}

/// Lowers the SPIR-V version to the newest that LLVM 14 supports. LLVM 14 lacks the ops, capabilities and enumerants of
/// newer versions anyway.
fn lower_version(ctx: &Context, body: &mut Body, op: Op) {
    let def = ctx.registry().op(body.def(op));
    if !std::ptr::eq(def.row, &structure::MODULE) {
        return;
    }
    let slot = spv::Module::VCE_TRIPLE;
    let triple = body.slot_attr(op, slot).and_then(|triple| attributes::view(ctx, triple));
    if let Some((AttrKind::Vce, &[version, capabilities, extensions])) = triple
        && ctx.attr_u64(version) > Some(LAST_VERSION.into())
        && let Some(lowered) =
            attributes::make(ctx, AttrKind::Vce, &[ctx.i32_attr(LAST_VERSION), capabilities, extensions])
    {
        Builder::new(body).set_slot(op, slot, lowered.raw());
    }
}

/// Renames functions to their entry point names, because an entry point of LLVM 14 has the name of its function.
fn name_entry_points(ctx: &Context, body: &mut Body) {
    let Some(entry_point) = ctx.registry().op_by_name(structure::ENTRY_POINT.name) else { return };
    let (function, own_name) = (spv::EntryPoint::FN, spv::EntryPoint::NAME);
    let table = SymbolTable::new(ctx, body);
    // Maps each function to the first entry point name that is not another symbol.
    let mut renames: FxHashMap<Ident, Ident> = FxHashMap::default();
    let mut given: FxHashSet<Ident> = FxHashSet::default();
    let mut named = Vec::new();
    for op in walk::top_ops(body).filter(|&op| body.def(op) == entry_point) {
        let text = body.slot_attr(op, own_name).and_then(|attr| ctx.attr_str(attr));
        let symbol = body.slot_attr(op, function).and_then(|attr| ctx.attr_symbol(attr));
        let (Some(text), Some(symbol)) = (text, symbol) else { continue };
        let new = ctx.ident(text);
        if !names::is_bare(text) || table.get(symbol).is_none() || renames.contains_key(&symbol) {
            continue;
        }
        if new == symbol || (table.get(new).is_none() && given.insert(new)) {
            renames.insert(symbol, new);
            named.push(op);
        }
    }
    if rename_all(ctx, body, &renames).is_ok() {
        named.into_iter().for_each(|op| Builder::new(body).set_slot(op, own_name, 0));
    }
}
