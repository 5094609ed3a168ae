//! Parameters of nodes of the flow graph: block arguments and construct results, taken away together
//! with what edges pass for them.

use crate::flow::{Flow, Passed, loop_blocks};
use crate::pass::Function;
use crate::spirv::{Defs, slots};
use crate::transforms::values::Constants;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_ir::analysis::Dominance;
use spv_ir::{AttrData, Attribute, Block, Body, Builder, Context, Region, Type, Value, ValueDef, walk};
use std::collections::hash_map::Entry;

/// Takes parameters away. They must have no uses but those that go with them.
pub(super) fn remove_params(
    ctx: &Context,
    defs: &Defs,
    body: &mut Body,
    flow: &Flow,
    node: u32,
    remove: &dyn Fn(usize) -> bool,
) {
    let at = flow.nodes[node as usize];
    for edge in flow.incoming(node).filter(|e| e.passed == Passed::Operands) {
        let kept: Vec<Value> =
            body.operands(edge.op).enumerate().filter(|(i, _)| !remove(*i)).map(|(_, v)| v).collect();
        Builder::new(body).set_operands(edge.op, &kept, &[]);
    }
    match at.after {
        Some(op) => Builder::new(body).remove_results(op, remove),
        None => {
            renumber_marks(ctx, defs, body, at.block, remove);
            Builder::new(body).remove_args(at.block, remove);
        }
    }
}

/// Has edges pass a parameter itself where it is about to go, so that what they passed loses that use.
pub(super) fn forget_passed(body: &mut Body, flow: &Flow, node: u32, gone: &[bool]) {
    for index in (0..gone.len()).filter(|&i| gone[i]) {
        let own = param(body, flow, node, index);
        for edge in flow.incoming(node) {
            if let Some(operand) = edge.operand(body, index)
                && body.operand(edge.op, operand) != own
            {
                Builder::new(body).set_operand(edge.op, operand, own);
            }
        }
    }
}

/// Takes removed arguments out of the marks of the construct whose merge block or continue target a block is.
fn renumber_marks(ctx: &Context, defs: &Defs, body: &mut Body, block: Block, remove: &dyn Fn(usize) -> bool) {
    let Some(owner) = body.block_owner(block) else { return };
    let is_loop = body.def(owner) == defs.control.r#loop;
    let slot = if body.next_block(block).is_none() {
        if is_loop { slots::LOOP_PHIS } else { slots::SELECTION_PHIS }
    } else if is_loop && loop_blocks(body, owner).is_some_and(|b| b.target == block) {
        slots::LOOP_CONTINUE_PHIS
    } else {
        return;
    };
    let Some(AttrData::Words(words)) = body.slot_attr(owner, slot).map(|a| ctx.attr_data(a)) else { return };
    let kept: Vec<u32> = words
        .iter()
        .filter(|&&w| !remove(w as usize))
        .map(|&w| w - (0..w as usize).filter(|&i| remove(i)).count() as u32)
        .collect();
    let raw = if kept.is_empty() { 0 } else { ctx.attr(AttrData::Words(kept.into())).raw() };
    Builder::new(body).set_slot(owner, slot, raw);
}

/// The region in which a value is defined.
pub(super) fn region_of(body: &Body, value: Value) -> Option<Region> {
    let block = match body.value_def(value) {
        ValueDef::Result(op, _) => body.parent(op)?,
        ValueDef::Argument(block, _) => block,
        ValueDef::Forward => return None,
    };
    body.block_parent(block)
}

/// Whether a region is another, or nested in it.
pub(super) fn is_within(body: &Body, inner: Region, outer: Region) -> bool {
    let mut at = Some(inner);
    while let Some(region) = at {
        if region == outer {
            return true;
        }
        at = body.region_owner(region).and_then(|op| body.parent(op)).and_then(|b| body.block_parent(b));
    }
    false
}

/// Whether any block but the first has arguments, or any construct results.
fn has_params(body: &Body) -> bool {
    let entry = body.first_block(body.root());
    walk::blocks(body).any(|block| Some(block) != entry && !body.args(block).is_empty())
        || walk::ops(body).any(|op| body.region_count(op) > 0 && body.result_count(op) > 0)
}

/// Replaces parameters for which all edges pass one value, where that value can be seen, or equal constants, by it, and
/// parameters that get the same values as another one by that; takes parameters without uses away. Returns how many went.
pub(super) fn simplify_params(function: &mut Function<'_>, defs: &Defs) -> u64 {
    if !has_params(function.body) {
        return 0;
    }
    let (flow, dominance) = (function.analysis::<Flow>(), function.analysis::<Dominance>());
    let (ctx, body, flow) = (function.ctx, &mut *function.body, &*flow);
    let mut gone = 0;
    let mut changed = true;
    let mut constants = Constants::default();
    let mut removed: Vec<Vec<bool>> =
        (0..flow.nodes.len() as u32).map(|n| vec![false; flow.params(body, n).len()]).collect();
    while changed {
        changed = false;
        // The first node's are the function's.
        for &node in flow.order.iter().skip(1) {
            let count = removed[node as usize].len();
            let mut same: FxHashMap<Key, Value> = FxHashMap::default();
            for i in 0..removed[node as usize].len() {
                if removed[node as usize][i] {
                    continue;
                }
                let param = param(body, flow, node, i);
                if body.has_uses(param) {
                    let value = match agreed(defs, body, flow, &dominance, node, i, param) {
                        Some(Agreed::Value(value)) => Some(value),
                        Some(Agreed::Constant(attr)) => {
                            let ty = body.value_type(param);
                            Some(constants.get(defs, body, ty, attr))
                        }
                        // Another one before it gets the same.
                        None if count > 1 => {
                            key(body, flow, node, i, param).and_then(|key| match same.entry(key) {
                                Entry::Occupied(known) => Some(*known.get()),
                                Entry::Vacant(place) => {
                                    place.insert(param);
                                    None
                                }
                            })
                        }
                        None => None,
                    };
                    let Some(value) = value else { continue };
                    Builder::new(body).replace_all_uses(param, value);
                }
                removed[node as usize][i] = true;
                let only: Vec<bool> = (0..=i).map(|n| n == i).collect();
                forget_passed(body, flow, node, &only);
                gone += 1;
                changed = true;
            }
        }
    }
    for (node, list) in removed.iter().enumerate().filter(|(_, list)| list.contains(&true)) {
        remove_params(ctx, defs, body, flow, node as u32, &|i| list[i]);
    }
    gone
}

/// A parameter of a node.
pub(super) fn param(body: &Body, flow: &Flow, node: u32, index: usize) -> Value {
    let at = flow.nodes[node as usize];
    match at.after {
        Some(op) => body.result(op, index),
        None => body.args(at.block)[index],
    }
}

/// What all edges pass for a parameter.
enum Agreed {
    /// A value that can be seen where the parameter is.
    Value(Value),
    /// Constants that are equal, or that cannot be seen.
    Constant(Attribute),
}

/// Whether a parameter is no more than its value.
fn is_plain(body: &Body, flow: &Flow, node: u32, param: Value) -> bool {
    flow.nodes[node as usize].after.is_some() || body.value_side(param).attrs.is_none()
}

/// The one value that all edges pass for a parameter, if it can be seen there.
fn agreed(
    defs: &Defs,
    body: &Body,
    flow: &Flow,
    dominance: &Dominance,
    node: u32,
    index: usize,
    param: Value,
) -> Option<Agreed> {
    let constant = |value: Value| {
        let op = body.defining_op(value).filter(|&op| body.def(op) == defs.constant)?;
        body.slot_attr(op, 0).filter(|_| body.attrs(op).is_none())
    };
    let mut common: Option<Value> = None;
    let mut same = true;
    for edge in flow.incoming(node).filter(|e| flow.is_reached(e.from)) {
        let value = edge.value(body, index)?;
        if value == param {
            continue;
        }
        match common {
            Some(known) if known != value => {
                if constant(known)? != constant(value)? {
                    return None;
                }
                same = false;
            }
            _ => common = Some(value),
        }
    }
    let common = common.filter(|_| is_plain(body, flow, node, param))?;
    let at = flow.nodes[node as usize];
    let user = at.after.or(body.first_op(at.block))?;
    // Edges that nothing reaches because a construct is never left count for dominance in regions.
    if same && dominance.value_dominates(body, common, user) {
        return Some(Agreed::Value(common));
    }
    constant(common).map(Agreed::Constant)
}

/// The type of a parameter and what each edge passes for it: `None` is the parameter itself.
type Key = (Type, SmallVec<[Option<Value>; 4]>);

/// What tells a parameter from those that get the same values.
fn key(body: &Body, flow: &Flow, node: u32, index: usize, param: Value) -> Option<Key> {
    if !is_plain(body, flow, node, param) {
        return None;
    }
    let edges = flow.incoming(node).filter(|e| flow.is_reached(e.from));
    let passed = edges.map(|edge| edge.value(body, index).map(|value| (value != param).then_some(value)));
    let passed: SmallVec<[_; 4]> = passed.collect::<Option<_>>()?;
    passed.iter().any(Option::is_some).then(|| (body.value_type(param), passed))
}
