//! Non-semantic instructions that refer to what passes have erased.

use crate::support::values::Undefs;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{Kind, view};
use spv_dialect::decorations::LOCAL_ID;
use spv_dialect::{sets, spv, structure};
use spv_ir::symbols::name_of;
use spv_ir::{Attribute, Body, Builder, Context, Ident, Module, Op, Value, builtin, walk};

/// A function, and the number that a definition in it is marked with.
type Local = (Ident, u64);

/// Erases the non-semantic instructions of each `spv.module` that refer by `#spv.local` to a block or value which is there no
/// more, and those that refer to an erased one. Nothing depends on them, so passes need not keep for their sake what they
/// refer to. A value that other ops have of them is undefined.
pub(crate) fn erase_dangling(module: &mut Module) {
    let ctx = module.ctx.clone();
    let has_set = |body: &Body, op: Op| {
        let imports = ctx.dict_get(body.attrs(op), "ext_inst_imports").and_then(|list| ctx.attr_array(list));
        let mut names = imports.unwrap_or(&[]).iter().filter_map(|name| ctx.attr_str(*name));
        // The list of imports need not be complete in a text.
        let is_used = |inner| walk::top_ops(inner).any(|op| is_non_semantic(&ctx, inner, op));
        names.any(|name| name.starts_with("NonSemantic.")) || body.nested(op).is_some_and(is_used)
    };
    let is_outside = &mut |body: &Body, op| body.def(op) == builtin::MODULE_ID;
    walk::bodies_mut(&mut module.body, is_outside, &mut |body| {
        let modules: Vec<Op> =
            walk::top_ops(body).filter(|&op| body.def(op) == spv::Module::ID && has_set(body, op)).collect();
        for op in modules {
            if let Some(inner) = Builder::new(body).nested_mut(op) {
                in_module(&ctx, inner);
            }
        }
    });
}

fn in_module(ctx: &Context, module: &mut Body) {
    let functions: Vec<(Op, Ident)> = walk::top_ops(module)
        .filter(|&op| module.nested(op).is_some())
        .filter_map(|op| Some((op, ctx.ident(name_of(ctx, module, op)?))))
        .collect();
    let mut defined: FxHashSet<Local> = FxHashSet::default();
    for &(op, name) in &functions {
        let numbers = module.nested(op).into_iter().flat_map(|body| local_numbers(ctx, body));
        defined.extend(numbers.map(|number| (name, number)));
    }
    // By name, the definitions at module level that refer to another by its symbol.
    let mut users: FxHashMap<Ident, Vec<Op>> = FxHashMap::default();
    let mut gone: FxHashSet<Op> = FxHashSet::default();
    let mut open = Vec::new();
    for op in walk::top_ops(module).filter(|&op| is_non_semantic(ctx, module, op)) {
        for attr in operands(ctx, module, op) {
            if let Some(symbol) = ctx.attr_symbol(attr) {
                users.entry(symbol).or_default().push(op);
            } else if is_dangling(ctx, attr, &defined) && gone.insert(op) {
                open.push(op);
            }
        }
    }
    let mut erased: FxHashSet<Ident> = FxHashSet::default();
    while let Some(op) = open.pop() {
        let Some(name) = name_of(ctx, module, op).map(|name| ctx.ident(name)) else { continue };
        erased.insert(name);
        open.extend(users.get(&name).into_iter().flatten().copied().filter(|&user| gone.insert(user)));
    }
    for (op, _) in functions {
        if let Some(body) = Builder::new(module).nested_mut(op) {
            in_function(ctx, body, &defined, &erased);
        }
    }
    let mut b = Builder::new(module);
    gone.into_iter().for_each(|op| b.erase(op));
}

fn in_function(ctx: &Context, body: &mut Body, defined: &FxHashSet<Local>, erased: &FxHashSet<Ident>) {
    let is_gone = |attr: Attribute| match ctx.attr_symbol(attr) {
        Some(symbol) => erased.contains(&symbol),
        None => is_dangling(ctx, attr, defined),
    };
    let mut gone = Vec::new();
    let mut values: FxHashSet<Value> = FxHashSet::default();
    let may_refer = |op: &Op| body.def(*op) == spv::ReferenceOf::ID || is_non_semantic(ctx, body, *op);
    for op in walk::ops(body).filter(may_refer) {
        if operands(ctx, body, op).any(is_gone) || body.operands(op).any(|value| values.contains(&value)) {
            values.extend(body.results(op));
            gone.push(op);
        }
    }
    let mut undefined = Undefs::default();
    for op in gone.into_iter().rev() {
        let is_used = |body: &Body, value| body.uses(value).next().is_some();
        let results: Vec<Value> = body.results(op).filter(|&value| is_used(body, value)).collect();
        // A block argument may pass on a result of type `none`.
        let (passed, values): (Vec<_>, Vec<_>) =
            results.into_iter().partition(|&value| body.value_type(value) == ctx.common().none);
        for value in values {
            let undef = undefined.get(body, body.value_type(value));
            Builder::new(body).replace_all_uses(value, undef);
        }
        if passed.is_empty() {
            Builder::new(body).erase(op);
        }
    }
}

/// The numbers that definitions in a function are referred to by, from outside of it.
fn local_numbers(ctx: &Context, body: &Body) -> Vec<u64> {
    let values =
        walk::ops(body).flat_map(|op| body.results(op)).map(|value| body.value_annotations(value).attrs);
    let blocks = walk::blocks(body).flat_map(|block| {
        let args = body.args(block).iter().map(|&arg| body.value_annotations(arg).attrs);
        args.chain([body.block_annotations(block).attrs])
    });
    let ops = walk::ops(body).map(|op| body.attrs(op));
    let dicts = values.chain(blocks).chain(ops).flatten();
    dicts.filter_map(|dict| ctx.attr_u64(ctx.dict_get(Some(dict), LOCAL_ID)?)).collect()
}

fn is_non_semantic(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    row.name == structure::EXT_INST.name || sets::set(row.set).is_some_and(|set| set.non_semantic)
}

/// The operands of an instruction that are attributes.
fn operands<'b>(ctx: &'b Context, body: &'b Body, op: Op) -> impl Iterator<Item = Attribute> + 'b {
    let slots = ctx.registry().layout(body.def(op)).attribute_slots();
    let attrs = slots.filter_map(move |slot| Attribute::from_raw(*body.slots(op).get(slot)?));
    attrs.flat_map(|attr| match ctx.attr_array(attr) {
        Some(list) => list.to_vec(),
        None => vec![attr],
    })
}

fn is_dangling(ctx: &Context, attr: Attribute, defined: &FxHashSet<Local>) -> bool {
    let Some((Kind::Local, &[function, number])) = view(ctx, attr) else { return false };
    match (ctx.attr_symbol(function), ctx.attr_u64(number)) {
        (Some(function), Some(number)) => !defined.contains(&(function, number)),
        _ => false,
    }
}
