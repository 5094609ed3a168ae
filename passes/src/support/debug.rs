//! Debug information about variables: where one lives, and what value it has.

use crate::support::spirv::is_debug_info;
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{Kind, view};
use spv_ir::dialect::{Arity, OpDefId};
use spv_ir::symbols::referenced;
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Ident, InsertPoint, LocData, Location, NewOp, Op, Value, walk,
};

/// How the names of two instructions of debug-info sets end.
const DECLARE: &str = ".DebugDeclare";
const VALUE: &str = ".DebugValue";

/// How the name of the instruction ends that says where code was inlined.
pub(crate) const INLINED_AT: &str = ".DebugInlinedAt";

/// The locations that a body references, each once, in the order of the ops.
pub(crate) fn locations(body: &Body) -> Vec<Location> {
    let ops = walk::ops(body).map(|op| body.loc(op));
    let others = walk::blocks(body).flat_map(|block| {
        let args = body.args(block).iter().filter_map(|&arg| body.value_annotations(arg).loc);
        body.block_annotations(block).loc.into_iter().chain(args)
    });
    let mut seen = FxHashSet::default();
    ops.chain(others).filter(|&loc| seen.insert(loc)).collect()
}

/// The symbols that the locations of a body reference.
pub fn location_symbols(ctx: &Context, body: &Body) -> FxHashSet<Ident> {
    let mut open = locations(body);
    let mut seen: FxHashSet<Location> = open.iter().copied().collect();
    let mut found = FxHashSet::default();
    while let Some(loc) = open.pop() {
        let mut parts = [].iter();
        match ctx.loc_data(loc) {
            LocData::Fused { metadata, parts: fused } => {
                found.extend(metadata.iter().flat_map(|attr| referenced(ctx, *attr)));
                parts = fused.iter();
            }
            LocData::Name { child, .. } => parts = std::slice::from_ref(child).iter(),
            LocData::CallSite { callee, .. } => parts = std::slice::from_ref(callee).iter(),
            LocData::Unknown | LocData::FileLineCol { .. } => {}
        }
        open.extend(parts.copied().filter(|&part| seen.insert(part)));
    }
    found
}

/// Whether an op says where a variable lives.
pub(crate) fn is_declare(ctx: &Context, body: &Body, op: Op) -> bool {
    is_debug_info(ctx, body, op) && ctx.registry().op(body.def(op)).row.name.ends_with(DECLARE)
}

/// The instruction of the same set that says what value a variable has, with the same operands; where only that one
/// may have indexes it gets none. `None` where the set has another order.
pub(crate) fn value_of_declare(ctx: &Context, body: &Body, declare: Op) -> Option<OpDefId> {
    let registry = ctx.registry();
    let row = registry.op(body.def(declare)).row;
    let def = registry.op_by_name(&format!("{}{VALUE}", row.name.strip_suffix(DECLARE)?))?;
    let value = registry.op(def).row.params;
    // Symbol, type, and the variable of the source; then its place or its value.
    let begins_alike = value.iter().zip(row.params).take(3).all(|(a, b)| a.name == b.name);
    let indexes = value.get(row.params.len()..)?;
    (begins_alike && indexes.iter().all(|p| p.arity == Arity::Variadic)).then_some(def)
}

/// Returns the slot for the indexes of a DebugDeclare, if its set has them.
pub(crate) fn indexes_of_declare(ctx: &Context, body: &Body, declare: Op) -> Option<usize> {
    let def = ctx.registry().op(body.def(declare));
    let at = def.row.params.iter().position(|param| param.name == "indexes")?;
    Some(def.slot_of(at))
}

/// Inserts a DebugValue: the variable of a DebugDeclare has a value from this point on. The location is `loc`, or that of
/// the declaration if `loc` is in another call: a parameter of an inlined function is stored to in the caller.
pub(crate) fn tell_value(
    ctx: &Context,
    body: &mut Body,
    declare: Op,
    value: Value,
    at: InsertPoint,
    loc: Location,
) {
    let Some(def) = value_of_declare(ctx, body, declare) else { return };
    let declared = body.loc(declare);
    let loc = if inlined_at(ctx, loc) == inlined_at(ctx, declared) { loc } else { declared };
    let mut b = Builder::at(body, at);
    let (attrs, mut slots) = (b.attrs(declare), b.slots(declare).to_vec());
    slots.resize(ctx.registry().op(def).slots(), 0);
    b.create(NewOp { loc, attrs, operands: &[value], slots: &slots, ..NewOp::new(def) });
}

/// Returns the call that brought the code at a location into its function, as the scope names it. `None` if the location
/// has no scope.
fn inlined_at(ctx: &Context, loc: Location) -> Option<Attribute> {
    let LocData::Fused { metadata: Some(metadata), .. } = ctx.loc_data(loc) else { return None };
    match view(ctx, *metadata)? {
        (Kind::Scope, &[_, inlined]) => Some(inlined),
        _ => None,
    }
}

/// Takes locations of a block's arguments away: lines of function parameters and of phis.
pub(crate) fn forget_arg_locations(b: &mut Builder<'_>, block: Block, goes: impl Fn(Location) -> bool) {
    for value in b.args(block).to_vec() {
        let mut annotations = b.value_annotations(value);
        if annotations.loc.is_some_and(&goes) {
            annotations.loc = None;
            b.set_value_annotations(value, annotations);
        }
    }
}
