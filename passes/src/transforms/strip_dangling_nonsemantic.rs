//! Removal of dangling non-semantic instructions (`strip-dangling-nonsemantic`), which refer to erased definitions

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::values::Undefs;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{AttrKind, view};
use spv_dialect::decorations::LOCAL_ID;
use spv_dialect::{sets, spv, structure};
use spv_ir::symbols::name_of;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Ident, Op, Value, walk};

/// The symbol of a function, and the local id by which `#spv.local` refers to a block or value in it.
type Local = (Ident, u64);

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases non-semantic instructions that refer to erased definitions, transitively. Passes may thus \
                  erase blocks and values that only `#spv.local` attributes refer to. Remaining uses of a result of an \
                  erased instruction become undefined.",
    before: "spv.ExtInst @note \"NonSemantic.Mine\", 1, #spv.local<@f, 1>\n\
             spv.func @f() \"None\" {\n  spv.Return\n}",
    after: "spv.func @f() \"None\" {\n  spv.Return\n}",
    ..PassInfo::new(
        "strip-dangling-nonsemantic",
        "Erase non-semantic instructions that refer to erased definitions",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let attrs = module.outer.attrs(module.op);
    let imports = ctx.dict_get(attrs, "ext_inst_imports").and_then(|list| ctx.attr_array(list));
    let mut names = imports.unwrap_or(&[]).iter().filter_map(|name| ctx.attr_str(*name));
    // The list of imports may be incomplete if the module was parsed from assembly.
    if names.any(|name| name.starts_with("NonSemantic."))
        || walk::top_ops(module.body).any(|op| is_non_semantic(ctx, module.body, op))
    {
        erase_dangling(ctx, module.body);
    }
    Ok(())
}

fn erase_dangling(ctx: &Context, module: &mut Body) {
    let functions: Vec<(Op, Ident)> = walk::top_ops(module)
        .filter(|&op| module.nested(op).is_some())
        .filter_map(|op| Some((op, ctx.ident(name_of(ctx, module, op)?))))
        .collect();
    let mut gone = gone(ctx, module, &functions);
    for (function, _) in functions {
        if let Some(ops) = gone.remove(&Some(function))
            && let Some(body) = Builder::new(module).nested_mut(function)
        {
            erase_in_function(ctx, body, &ops);
        }
    }
    let ops = gone.remove(&None).unwrap_or_default();
    ops.into_iter().for_each(|op| Builder::new(module).erase(op));
}

/// A reference to a definition in an attribute, not in an operand.
#[derive(PartialEq, Eq, Hash)]
enum Reference {
    /// A module-level symbol.
    Symbol(Ident),
    /// A block or value in a function, given by its local id.
    Local(Local),
}

/// Returns the non-semantic instructions to erase, grouped by the function that contains them. `None` represents the
/// module level.
fn gone(ctx: &Context, module: &Body, functions: &[(Op, Ident)]) -> FxHashMap<Option<Op>, FxHashSet<Op>> {
    let mut defined: FxHashSet<Local> = FxHashSet::default();
    let mut bodies: Vec<(Option<Op>, Option<Ident>, &Body)> = vec![(None, None, module)];
    for &(function, name) in functions {
        let Some(body) = module.nested(function) else { continue };
        defined.extend(local_numbers(ctx, body).into_iter().map(|number| (name, number)));
        bodies.push((Some(function), Some(name), body));
    }
    let mut users: FxHashMap<Reference, Vec<(usize, Op)>> = FxHashMap::default();
    let mut open: Vec<(usize, Op)> = Vec::new();
    for (place, &(function, _, body)) in bodies.iter().enumerate() {
        let refers = |op: &Op| may_refer(ctx, body, *op);
        let ops: Vec<Op> = match function {
            Some(_) => walk::ops(body).filter(refers).collect(),
            None => walk::top_ops(body).filter(refers).collect(),
        };
        for op in ops {
            for reference in operands(ctx, body, op).filter_map(|attr| reference(ctx, attr)) {
                if let Reference::Local(local) = &reference
                    && !defined.contains(local)
                {
                    open.push((place, op));
                }
                users.entry(reference).or_default().push((place, op));
            }
        }
    }
    let mut gone: FxHashMap<Option<Op>, FxHashSet<Op>> = FxHashMap::default();
    while let Some((place, op)) = open.pop() {
        let (function, name, body) = bodies[place];
        if !gone.entry(function).or_default().insert(op) {
            continue;
        }
        let symbol = || name_of(ctx, body, op).map(|symbol| Reference::Symbol(ctx.ident(symbol)));
        let references: Vec<Reference> = match name {
            Some(name) => local_ids(ctx, body, op).map(|number| Reference::Local((name, number))).collect(),
            None => symbol().into_iter().collect(),
        };
        open.extend(references.iter().filter_map(|reference| users.get(reference)).flatten());
        let values = body.results(op).flat_map(|value| body.uses(value));
        open.extend(values.map(|(user, _)| (place, user)).filter(|(_, user)| may_refer(ctx, body, *user)));
    }
    gone
}

/// Erases the given instructions of a function, and replaces their used results with undef.
fn erase_in_function(ctx: &Context, body: &mut Body, gone: &FxHashSet<Op>) {
    let ops: Vec<Op> = walk::ops(body).filter(|op| gone.contains(op)).collect();
    let mut undefined = Undefs::new(ctx);
    for op in ops.into_iter().rev() {
        let is_used = |body: &Body, value| body.uses(value).next().is_some();
        let results: Vec<Value> = body.results(op).filter(|&value| is_used(body, value)).collect();
        // A result of type `none` that is forwarded to a block argument cannot be replaced, because `none` has no
        // undef.
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

/// Returns the local ids of a function's blocks and values to which `#spv.local` may refer.
fn local_numbers(ctx: &Context, body: &Body) -> Vec<u64> {
    let blocks = walk::blocks(body).flat_map(|block| {
        let args = body.args(block).iter().map(|&arg| body.value_annotations(arg).attrs);
        args.chain([body.block_annotations(block).attrs])
    });
    let of_blocks = blocks.filter_map(|dict| local_id(ctx, dict));
    of_blocks.chain(walk::ops(body).flat_map(|op| local_ids(ctx, body, op))).collect()
}

/// Returns the local ids of an op and its results.
fn local_ids<'b>(ctx: &'b Context, body: &'b Body, op: Op) -> impl Iterator<Item = u64> + 'b {
    let values = body.results(op).map(|value| body.value_annotations(value).attrs);
    values.chain([body.attrs(op)]).filter_map(|dict| local_id(ctx, dict))
}

fn local_id(ctx: &Context, dict: Option<Attribute>) -> Option<u64> {
    ctx.attr_u64(ctx.dict_get(dict, LOCAL_ID)?)
}

/// Returns whether an op is a non-semantic instruction, which must be erased together with the definitions that it
/// refers to.
fn may_refer(ctx: &Context, body: &Body, op: Op) -> bool {
    body.def(op) == spv::ReferenceOf::ID || is_non_semantic(ctx, body, op)
}

fn is_non_semantic(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    row.name == structure::EXT_INST.name || sets::set(row.set).is_some_and(|set| set.non_semantic)
}

/// Iterates over the attribute operands of an instruction. Arrays are flattened.
fn operands<'b>(ctx: &'b Context, body: &'b Body, op: Op) -> impl Iterator<Item = Attribute> + 'b {
    let slots = ctx.registry().layout(body.def(op)).attribute_slots();
    let attrs = slots.filter_map(move |slot| Attribute::from_raw(*body.slots(op).get(slot)?));
    attrs.flat_map(|attr| match ctx.attr_array(attr) {
        Some(list) => list.to_vec(),
        None => vec![attr],
    })
}

fn reference(ctx: &Context, attr: Attribute) -> Option<Reference> {
    if let Some(symbol) = ctx.attr_symbol(attr) {
        return Some(Reference::Symbol(symbol));
    }
    let (AttrKind::Local, &[function, number]) = view(ctx, attr)? else { return None };
    Some(Reference::Local((ctx.attr_symbol(function)?, ctx.attr_u64(number)?)))
}
