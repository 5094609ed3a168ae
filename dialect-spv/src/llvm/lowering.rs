//! Lowering to what LLVM 14's `spv` dialect has text for, where something of that says the same.

use super::checks::LAST_VERSION;
use crate::attributes::{self, Kind};
use crate::control::{self};
use crate::spv;
use crate::structure;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::symbols::{SymbolTable, SymbolUses, name_of, rename_all};
use spv_ir::{Body, Builder, Context, Ident, Module, Op, names, walk};

/// Debug instructions at module scope that LLVM 14's deserializer leaves out.
pub const LEFT_OUT: [&str; 5] =
    ["spv.ModuleProcessed", "spv.Source", "spv.SourceContinued", "spv.SourceExtension", "spv.String"];

/// Attribute of a module that lists types that nothing refers to.
const UNUSED: &str = "unused";

/// Lowers a verified module: functions with constructs that LLVM 14 has no text for get plain blocks
/// ([`control::lower_unstructured`]), functions the names of their entry points where these are free, and
/// [`LEFT_OUT`] goes, as do unused types; later versions of SPIR-V become the last that it knows. What still has no text there is for [`super::check`] to say.
pub fn lower(module: &mut Module) {
    let ctx = module.ctx.clone();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        if !control::is_of_llvm14(&ctx, body) {
            // A body that breaks the rules of region form stays as it is.
            let _ = control::lower_unstructured(&ctx, body);
        }
    });
    let name = |body: &Body, op: Op| ctx.registry().op(body.def(op)).row.name;
    let modules: Vec<Op> = walk::top_ops(&module.body).collect();
    for op in modules {
        lower_version(&ctx, &mut module.body, op);
        forget_unused(&ctx, &mut module.body, op);
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            let uses = SymbolUses::new(&ctx, body);
            let left_out = |op: Op| LEFT_OUT.contains(&name(body, op));
            // What something else refers to stays: that is an error then.
            let goes = |op: &Op| {
                let symbol = name_of(&ctx, body, *op).map(|symbol| ctx.ident(symbol));
                let users = symbol.map_or(&[][..], |symbol| uses.users(symbol));
                left_out(*op) && users.iter().all(|user| !user.nested && left_out(user.top))
            };
            for op in walk::top_ops(body).filter(goes).collect::<Vec<Op>>() {
                Builder::new(body).erase(op);
            }
            name_entry_points(&ctx, body);
        }
    }
}

/// Takes the list of unused types from a module, which LLVM 14 never keeps.
pub fn forget_unused(ctx: &Context, body: &mut Body, op: Op) {
    let attrs = body.attrs(op);
    if ctx.dict_get(attrs, UNUSED).is_some() {
        Builder::new(body).set_attrs(op, ctx.dict_without(attrs, UNUSED));
    }
}

/// States a version that LLVM 14 knows. What only later ones have are ops, capabilities and enumerants that it does
/// not know either.
fn lower_version(ctx: &Context, body: &mut Body, op: Op) {
    let def = ctx.registry().op(body.def(op));
    if !std::ptr::eq(def.row, &structure::MODULE) {
        return;
    }
    let slot = spv::Module::VCE_TRIPLE;
    let triple = body.slot_attr(op, slot).and_then(|triple| attributes::view(ctx, triple));
    if let Some((Kind::Vce, &[version, capabilities, extensions])) = triple
        && ctx.attr_u64(version) > Some(LAST_VERSION.into())
        && let Some(lowered) =
            attributes::make(ctx, Kind::Vce, &[ctx.i32_attr(LAST_VERSION), capabilities, extensions])
    {
        Builder::new(body).set_slot(op, slot, lowered.raw());
    }
}

/// Gives functions the names of their entry points, which have none of their own in LLVM 14.
fn name_entry_points(ctx: &Context, body: &mut Body) {
    let Some(entry_point) = ctx.registry().op_by_name(structure::ENTRY_POINT.name) else { return };
    let (function, own_name) = (spv::EntryPoint::FN, spv::EntryPoint::NAME);
    let table = SymbolTable::new(ctx, body);
    // By the name of the function, that of its first entry point that is free.
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
