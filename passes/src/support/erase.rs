//! Erasure of ops selected by a predicate, unless another op still refers to them.

use crate::pass::SpvModule;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{Body, Builder, Context, Ident, Op, walk};

/// Predicate that selects the ops to erase.
pub(crate) type Which = fn(&Context, &Body, Op) -> bool;

/// Erases the selected ops of a module's body that no remaining op or attribute refers to. Returns their
/// number.
pub(crate) fn erase_definitions_where(module: &mut SpvModule<'_>, is: Which) -> u64 {
    let ctx = module.ctx;
    let (mut dead, kept): (Vec<Op>, Vec<Op>) =
        walk::top_ops(module.body).partition(|&op| is(ctx, module.body, op));
    if dead.is_empty() {
        return 0;
    }
    let mut references: FxHashMap<Op, Vec<Ident>> = FxHashMap::default();
    for (name, users) in SymbolUses::new(ctx, module.body).iter() {
        users.iter().for_each(|user| references.entry(user.top).or_default().push(name));
    }
    let named = |&op: &Op| Some((ctx.ident(name_of(ctx, module.body, op)?), op));
    let by_name: FxHashMap<Ident, Op> = dead.iter().filter_map(named).collect();
    let of = |op: Op| references.get(&op).into_iter().flatten();
    let mut needed: Vec<Op> =
        kept.iter().flat_map(|&op| of(op)).filter_map(|n| by_name.get(n).copied()).collect();
    needed.extend(module.referenced().iter().filter_map(|name| by_name.get(name)));
    let mut live: FxHashSet<Op> = FxHashSet::default();
    while let Some(op) = needed.pop() {
        if live.insert(op) {
            needed.extend(of(op).filter_map(|name| by_name.get(name)));
        }
    }
    dead.retain(|op| !live.contains(op));
    let mut builder = Builder::new(module.body);
    dead.iter().rev().for_each(|&op| builder.erase(op));
    dead.len() as u64
}

/// Erases the selected ops of a body, in reverse order, unless an op that is not selected uses their results.
/// Returns their number.
pub(crate) fn erase_where(ctx: &Context, body: &mut Body, is: Which) -> u64 {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| is(ctx, body, op)).collect();
    let list: FxHashSet<Op> = ops.iter().copied().collect();
    let free = |&op: &Op| body.results(op).all(|v| body.uses(v).all(|(user, _)| list.contains(&user)));
    let dead: Vec<Op> = ops.iter().copied().filter(free).collect();
    let mut builder = Builder::new(body);
    dead.iter().rev().for_each(|&op| builder.erase(op));
    dead.len() as u64
}
