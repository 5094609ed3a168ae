//! Debug information about variables: declarations and values

use crate::support::declarations::Declaration;
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{AttrKind, view};
use spv_ir::rewrite::is_debug_info;
use spv_ir::symbols::referenced;
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Ident, InsertPoint, LocData, Location, NewOp, Value, walk,
};

/// Name suffix of the instructions that describe inlined call sites.
pub(crate) const INLINED_AT: &str = ".DebugInlinedAt";

/// Returns the distinct locations that a body references, in op order.
pub(crate) fn locations(body: &Body) -> Vec<Location> {
    let ops = walk::ops(body).map(|op| body.loc(op));
    let others = walk::blocks(body).flat_map(|block| {
        let args = body.args(block).iter().filter_map(|&arg| body.value_annotations(arg).loc);
        body.block_annotations(block).loc.into_iter().chain(args)
    });
    let mut seen = FxHashSet::default();
    ops.chain(others).filter(|&loc| seen.insert(loc)).collect()
}

/// Returns the symbols that the locations of a body reference.
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

/// Returns the insertion point for additional debug information in a module: after the last debug-information op, or
/// at the end.
pub(crate) fn end_of_debug_info(ctx: &Context, module: &Body) -> InsertPoint {
    let last = walk::top_ops(module).filter(|&op| is_debug_info(ctx, module, op)).last();
    let end = module.first_block(module.root()).map_or(InsertPoint::Detached, InsertPoint::End);
    last.and_then(|op| module.next(op)).map_or(end, InsertPoint::Before)
}

/// Inserts a DebugValue, which says that a declared variable has the given value from `at` on. Uses the declaration's
/// location if `loc` belongs to another inlined call. This happens when a caller stores to a parameter of an inlined
/// function.
pub(crate) fn tell_value(
    ctx: &Context,
    body: &mut Body,
    declaration: &Declaration,
    value: Value,
    at: InsertPoint,
    loc: Location,
) {
    let declared = body.loc(declaration.op);
    let loc = if inlined_at(ctx, loc) == inlined_at(ctx, declared) { loc } else { declared };
    let mut b = Builder::at(body, at);
    let attrs = b.attrs(declaration.op);
    let new =
        NewOp { loc, attrs, operands: &[value], slots: &declaration.slots, ..NewOp::new(declaration.def) };
    b.create(new);
}

/// Returns the inlined call site in the scope of a location, or `None` if the location has no scope.
fn inlined_at(ctx: &Context, loc: Location) -> Option<Attribute> {
    let LocData::Fused { metadata: Some(metadata), .. } = ctx.loc_data(loc) else { return None };
    match view(ctx, *metadata)? {
        (AttrKind::Scope, &[_, inlined]) => Some(inlined),
        _ => None,
    }
}

/// Removes the selected locations of a block's arguments, which are line information for parameters and phis. `goes`
/// returns whether to remove a location.
pub(crate) fn forget_arg_locations(b: &mut Builder<'_>, block: Block, goes: impl Fn(Location) -> bool) {
    for value in b.args(block).to_vec() {
        let mut annotations = b.value_annotations(value);
        if annotations.loc.is_some_and(&goes) {
            annotations.loc = None;
            b.set_value_annotations(value, annotations);
        }
    }
}
