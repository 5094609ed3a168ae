//! Erasure of ops that a predicate selects, unless another op refers to them

use crate::pass::SpvModule;
use rustc_hash::FxHashSet;
use spv_ir::symbols::{SymbolReferences, SymbolTable};
use spv_ir::{Body, Builder, Context, Op, walk};

/// Predicate that selects the ops to erase.
pub(crate) type OpPredicate = fn(&Context, &Body, Op) -> bool;

/// Erases the selected ops of a module's body that no remaining op or attribute refers to. Returns the number of
/// erased ops.
pub(crate) fn erase_definitions_where(module: &mut SpvModule<'_>, selects: OpPredicate) -> u64 {
    let ctx = module.ctx;
    let (mut dead, kept): (Vec<Op>, Vec<Op>) =
        walk::top_ops(module.body).partition(|&op| selects(ctx, module.body, op));
    if dead.is_empty() {
        return 0;
    }
    let references = SymbolReferences::new(ctx, module.body);
    let symbols = SymbolTable::new(ctx, module.body);
    let mut needed: Vec<Op> = kept.iter().flat_map(|&op| references.definitions(&symbols, op)).collect();
    needed.extend(module.referenced().iter().filter_map(|&name| symbols.get(name)));
    let candidates: FxHashSet<Op> = dead.iter().copied().collect();
    let live = references.reachable(&symbols, needed, |op| candidates.contains(&op));
    dead.retain(|op| !live.contains(op));
    let mut builder = Builder::new(module.body);
    dead.iter().rev().for_each(|&op| builder.erase(op));
    dead.len() as u64
}

/// Erases the selected ops of a body, in reverse order, unless an op that is not selected uses their results. Returns
/// the number of erased ops.
pub(crate) fn erase_where(ctx: &Context, body: &mut Body, selects: OpPredicate) -> u64 {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| selects(ctx, body, op)).collect();
    let list: FxHashSet<Op> = ops.iter().copied().collect();
    let free = |&op: &Op| body.results(op).all(|v| body.uses(v).all(|(user, _)| list.contains(&user)));
    let dead: Vec<Op> = ops.iter().copied().filter(free).collect();
    let mut builder = Builder::new(body);
    dead.iter().rev().for_each(|&op| builder.erase(op));
    dead.len() as u64
}
