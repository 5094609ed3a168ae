//! Removal of debug information (`strip-debug`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug::forget_arg_locations;
use crate::support::erase::{erase_definitions_where, erase_where};
use crate::support::imports::drop_imports;
use crate::support::type_names::forget_type_names;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::decorations::{GROUPS, IMPORT_NAMES, OP_NAME};
use spv_dialect::generated::opcodes;
use spv_dialect::{sets, spv};
use spv_ir::symbols::{RenameError, SymbolUses, name_of, rename_all};
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Diagnostics, Ident, Location, Op, Value, names, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases the names of values, blocks, symbols, types, members, imports and decoration \
                  groups, as well as lines, scopes, sources, OpNop, and the instructions of debug-info \
                  sets. Names of entry points are kept.",
    before: "%x = spv.IAdd %a, %b : i32 loc(\"a.frag\":3:1)",
    after: "%0 = spv.IAdd %arg0, %arg1 : i32",
    statistics: &[("erased", "Operations erased"), ("names", "Names erased")],
    ..PassInfo::new("strip-debug", "Erase debug information", ControlFlow::Any, |_| {
        Ok(Work::module(strip_debug))
    })
};

fn is_debug(ctx: &Context, body: &Body, op: Op) -> bool {
    const CORE: [u32; 5] = [
        opcodes::NOP,
        opcodes::SOURCE,
        opcodes::SOURCE_CONTINUED,
        opcodes::SOURCE_EXTENSION,
        opcodes::MODULE_PROCESSED,
    ];
    let row = ctx.registry().op(body.def(op)).row;
    let opaque = (body.def(op) == spv::ExtInst::ID).then(|| body.slot_attr(op, spv::ExtInst::SET)).flatten();
    let set = match opaque.and_then(|name| ctx.attr_str(name)) {
        Some(name) => sets::find_set(name),
        None => sets::set(row.set),
    };
    (row.set == 0 && CORE.contains(&row.opcode)) || set.is_some_and(|set| set.debug_info)
}

fn strip_debug(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut gone = 0;
    for op in module.functions() {
        let named = module.function_mut(op, |body| {
            gone += erase_where(ctx, body, is_debug);
            forget_names(ctx, body)
        });
        module.count(1, named.unwrap_or(0));
    }
    let body = &mut *module.body;
    for op in walk::ops(body).collect::<Vec<_>>() {
        Builder::new(body).set_loc(op, Location::UNKNOWN);
    }
    gone += erase_definitions_where(module, is_debug);
    gone += erase_strings(module);
    module.count(0, gone);
    let named = forget_type_names(module);
    module.count(1, named);
    let named = forget_group_names(module);
    module.count(1, named);
    rename_symbols(module);
    drop_imports(module, |set| set.debug_info);
    Ok(())
}

/// Removes additional names, which are stored in attributes of ops, blocks, arguments and results. Returns the number
/// of removed names.
fn forget_further_names(ctx: &Context, body: &mut Body) -> u64 {
    let has = |attrs: Option<Attribute>| ctx.dict_get(attrs, OP_NAME).is_some();
    let ops: Vec<Op> = walk::ops(body).collect();
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let results = ops.iter().flat_map(|&op| body.results(op));
    let args = blocks.iter().flat_map(|&block| body.args(block).iter().copied());
    let values: Vec<Value> = results.chain(args).filter(|&v| has(body.value_annotations(v).attrs)).collect();
    let mut count = values.len() as u64;
    let mut b = Builder::new(body);
    for value in values {
        let mut annotations = b.value_annotations(value);
        annotations.attrs = ctx.dict_without(annotations.attrs, OP_NAME);
        b.set_value_annotations(value, annotations);
    }
    for op in ops.into_iter().filter(|&op| has(b.attrs(op))).collect::<Vec<_>>() {
        let attrs = ctx.dict_without(b.attrs(op), OP_NAME);
        b.set_attrs(op, attrs);
        count += 1;
    }
    for block in blocks {
        let mut annotations = b.block_annotations(block);
        if has(annotations.attrs) {
            annotations.attrs = ctx.dict_without(annotations.attrs, OP_NAME);
            b.set_block_annotations(block, annotations);
            count += 1;
        }
    }
    count
}

/// Removes the names of decoration groups and imported extended instruction sets from a module's attributes. Returns
/// the number of removed names.
fn forget_group_names(module: &mut SpvModule<'_>) -> u64 {
    let ctx = module.ctx;
    let mut entries: Vec<_> = ctx.dict(module.outer.attrs(module.op)).to_vec();
    let before = entries.len();
    entries.retain(|(key, _)| ctx.str(*key) != IMPORT_NAMES);
    let mut count = (before - entries.len()) as u64;
    for (_, list) in entries.iter_mut().filter(|(key, _)| ctx.str(*key) == GROUPS) {
        let groups = ctx.attr_array(*list).unwrap_or(&[]);
        count += groups.iter().filter(|&&group| ctx.dict_get(Some(group), OP_NAME).is_some()).count() as u64;
        let bare = |&group: &Attribute| {
            ctx.dict_without(Some(group), OP_NAME).unwrap_or_else(|| ctx.dict_attr(Vec::new()))
        };
        *list = ctx.array_attr(&groups.iter().map(bare).collect::<Vec<_>>());
    }
    let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
    Builder::new(module.outer).set_attrs(module.op, attrs);
    count
}

/// Removes names and locations from a body. Returns the number of removed names.
fn forget_names(ctx: &Context, body: &mut Body) -> u64 {
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let ops: Vec<Op> = walk::ops(body).collect();
    let results = ops.iter().flat_map(|&op| body.results(op));
    let args = blocks.iter().flat_map(|&block| body.args(block).iter().copied());
    let values: Vec<Value> = results.chain(args).filter(|&v| body.value_name(v).is_some()).collect();
    let mut count = values.len() as u64 + forget_further_names(ctx, body);
    let mut b = Builder::new(body);
    values.into_iter().for_each(|v| b.set_value_name(v, None));
    ops.into_iter().for_each(|op| b.set_loc(op, Location::UNKNOWN));
    for block in blocks {
        let mut annotations = b.block_annotations(block);
        if annotations.name.is_some() || annotations.loc.is_some() {
            count += u64::from(annotations.name.is_some());
            (annotations.name, annotations.loc) = (None, None);
            b.set_block_annotations(block, annotations);
        }
        forget_arg_locations(&mut b, block, |_| true);
    }
    count
}

/// Erases OpString ops that are no longer referenced.
fn erase_strings(module: &mut SpvModule<'_>) -> u64 {
    let ctx = module.ctx;
    let uses = SymbolUses::new(ctx, module.body);
    let own = module.referenced();
    let unused = |&op: &Op| {
        module.body.def(op) == spv::StringOp::ID
            && name_of(ctx, module.body, op).is_some_and(|name| {
                let name = ctx.ident(name);
                uses.users(name).is_empty() && !own.contains(&name)
            })
    };
    let dead: Vec<Op> = walk::ops(module.body).filter(unused).collect();
    let mut builder = Builder::new(module.body);
    dead.iter().for_each(|&op| builder.erase(op));
    dead.len() as u64
}

/// Maximum number of symbols that retain their names because nominal types refer to them.
const MAX_KEPT: usize = 32;

/// Replaces symbols that encode names with anonymous symbols. Entry points retain their names.
fn rename_symbols(module: &mut SpvModule<'_>) {
    let ctx = module.ctx;
    let body = &*module.body;
    let symbols: Vec<(Op, Ident)> =
        walk::ops(body).filter_map(|op| Some((op, ctx.ident(name_of(ctx, body, op)?)))).collect();
    let taken: FxHashSet<Ident> = symbols.iter().map(|s| s.1).collect();
    let mut next = 0;
    let mut fresh = || loop {
        let candidate = ctx.ident(&format!("_${next}"));
        next += 1;
        if !taken.contains(&candidate) {
            return candidate;
        }
    };
    // Symbols that the module's own attributes reference retain their names.
    let own = module.referenced();
    let is_named = |name: Ident| names::base_name(ctx.str(name)) != "_" && !own.contains(&name);
    let mut new: FxHashMap<Ident, Ident> =
        symbols.iter().filter(|s| is_named(s.1)).map(|s| (s.1, fresh())).collect();
    // An entry point that had the name of its function must now specify this name explicitly.
    let entries: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::EntryPoint::ID).collect();
    for op in entries {
        let function = module.body.slot_attr(op, spv::EntryPoint::FN).and_then(|a| ctx.attr_symbol(a));
        if let Some(name) = function.filter(|_| module.body.slot(op, spv::EntryPoint::NAME) == 0) {
            let name = ctx.string_attr(names::base_name(ctx.str(name)));
            Builder::new(module.body).set_slot(op, spv::EntryPoint::NAME, name.raw());
        }
    }
    let further = forget_further_names(ctx, module.body);
    module.count(1, further);
    // A nominal type that refers to a symbol cannot be changed, so the symbol retains its name. If this affects more
    // than `MAX_KEPT` symbols, all symbols retain their names.
    for _ in 0..MAX_KEPT {
        match rename_all(ctx, module.body, &new) {
            Ok(()) => return module.count(1, new.len() as u64),
            Err(RenameError::InNominalType(_, name)) => new.remove(&ctx.ident(&name)),
            Err(_) => return,
        };
    }
}
