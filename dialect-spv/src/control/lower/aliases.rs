//! Arguments of merge blocks and continue targets that are no OpPhi, because all edges pass the same: in
//! CFG form dominance is enough, so that they go.

use super::scan::Scan;
use crate::control::SILENT;
use crate::control::edge_count;
use crate::structure::{LOOP_CONTINUE_PHIS, LOOP_PHIS, SELECTION_PHIS};
use rustc_hash::FxHashMap;
use spv_ir::{AttrData, Attribute, Block, Body, Builder, Context, Op, Value, ValueDef};

/// Numbers of the arguments that are an OpPhi in any case, ascending, by block where there may be others.
pub type Kept = FxHashMap<Block, Box<[u32]>>;

/// Reads the marks.
pub fn kept_phis(ctx: &Context, body: &Body, scan: &Scan) -> Kept {
    let words = |op: Op, slot: usize| match Attribute::from_raw(body.slot(op, slot)).map(|a| ctx.attr_data(a))
    {
        Some(AttrData::Words(list)) => {
            let mut list = list.clone();
            list.sort_unstable();
            list
        }
        _ => [].into(),
    };
    let mut kept = Kept::default();
    for c in &scan.constructs {
        let slot = if c.cycle.is_some() { LOOP_PHIS } else { SELECTION_PHIS };
        kept.insert(c.merge, words(c.op, slot));
    }
    for (&target, &number) in &scan.targets {
        kept.insert(target, words(scan.constructs[number].op, LOOP_CONTINUE_PHIS));
    }
    kept
}

/// Gives the uses of such arguments to the value that they represent, and removes them.
pub fn remove(body: &mut Body, scan: &Scan, kept: &Kept) {
    let mut found: FxHashMap<Value, Option<Value>> = FxHashMap::default();
    for block in scan.order.iter().filter(|block| kept.contains_key(block)) {
        for &arg in body.args(*block) {
            resolve(body, kept, &mut found, arg);
        }
    }
    for &block in scan.order.iter().filter(|block| kept.contains_key(block)) {
        let args = body.args(block).to_vec();
        let stands_for: Vec<Option<Value>> =
            args.iter().map(|arg| found.get(arg).copied().flatten()).collect();
        if stands_for.iter().all(Option::is_none) {
            continue;
        }
        let mut b = Builder::new(body);
        for (&arg, value) in args.iter().zip(&stands_for) {
            if let Some(value) = value {
                b.replace_all_uses(arg, *value);
            }
        }
        b.remove_args(block, |n| stands_for[n].is_some());
    }
}

/// Finds what an argument represents; its sources first, by a stack of our own.
fn resolve(body: &Body, kept: &Kept, found: &mut FxHashMap<Value, Option<Value>>, arg: Value) {
    let mut stack = vec![(arg, false)];
    while let Some((at, sources_known)) = stack.pop() {
        if found.contains_key(&at) {
            continue;
        }
        let Some(sources) = sources(body, kept, at) else {
            found.insert(at, None);
            continue;
        };
        if !sources_known {
            stack.push((at, true));
            stack.extend(sources.iter().filter(|v| !found.contains_key(v) && **v != at).map(|&v| (v, false)));
            continue;
        }
        let mut values = sources.iter().map(|v| found.get(v).copied().flatten().unwrap_or(*v));
        let first = values.next();
        let agree = first.filter(|&f| f != at && values.all(|v| is_same(body, f, v)));
        found.insert(at, agree);
    }
}

/// What the edges to its block pass for an argument that may represent it.
fn sources(body: &Body, kept: &Kept, value: Value) -> Option<Vec<Value>> {
    let ValueDef::Argument(block, number) = body.value_def(value) else { return None };
    let kept = kept.get(&block)?;
    if kept.binary_search(&number).is_ok() || body.value_side(value).attrs.is_some() {
        return None;
    }
    body.block_uses(block)
        .filter(|&(op, edge)| edge < edge_count(body, op))
        .map(|(op, edge)| body.successor_args(op, edge).nth(number as usize))
        .collect()
}

/// Whether two values are one in the binary: constants at the top of the function are.
fn is_same(body: &Body, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    let (Some(x), Some(y)) = (body.defining_op(a), body.defining_op(b)) else { return false };
    let entry = body.first_block(body.root());
    let shared = |op: Op| SILENT[..3].contains(&body.def(op)) && body.parent(op) == entry;
    shared(x)
        && shared(y)
        && body.def(x) == body.def(y)
        && body.slots(x) == body.slots(y)
        && body.value_type_opt(a) == body.value_type_opt(b)
}
