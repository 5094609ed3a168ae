//! Utilities for values: undefs, constants, values forwarded by edges, and erasure of dead operands

use crate::flow::Passed;
use crate::pass::Function;
use crate::support::spirv::leads;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::fold::decorations::attrs_of;
use spv_dialect::fold::{Facts, undef_attrs};
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::rewrite::{Config, Patterns, erase_unused, greedy_driver, is_dead};
use spv_ir::{
    Attribute, Block, Body, Builder, Context, InsertPoint, Location, NewOp, Op, RewriteFn, Type, Value,
};
use std::collections::hash_map::Entry;

/// Undefined values of a body, one per type, created on first use. They are emitted at module scope because some
/// consumers (naga) reject OpUndef in functions.
pub(crate) struct Undefs<'c> {
    ctx: &'c Context,
    known: FxHashMap<Type, Value>,
}

impl<'c> Undefs<'c> {
    pub(crate) fn new(ctx: &'c Context) -> Undefs<'c> {
        Undefs { ctx, known: FxHashMap::default() }
    }

    /// Returns the undefined value of a type.
    pub(crate) fn get(&mut self, body: &mut Body, ty: Type) -> Value {
        if let Some(&value) = self.known.get(&ty) {
            return value;
        }
        let at = top(body);
        let mut builder = Builder::at(body, at);
        let attrs = Some(undef_attrs(self.ctx));
        let value = builder.value(NewOp { attrs, results: &[ty], ..NewOp::new(spv::Undef::ID) });
        self.known.insert(ty, value);
        value
    }
}

/// Constants and symbol references at the top of the entry block, without duplicates.
#[derive(Default)]
pub(crate) struct Constants {
    known: FxHashMap<(OpDefId, Type, u32), Value>,
    /// Values that are defined after other ops. They are moved to the top when they are reused.
    late: FxHashSet<Value>,
    scanned: bool,
}

impl Constants {
    /// Returns the constant of type `ty` with the value `attr`. Creates it if it does not exist.
    pub(crate) fn get(&mut self, body: &mut Body, ty: Type, attr: Attribute) -> Value {
        self.find(body, spv::Constant::ID, ty, attr.raw())
    }

    /// Returns the result of an op with the given definition and single property. Creates the op if it does not exist.
    pub(crate) fn find(&mut self, body: &mut Body, def: OpDefId, ty: Type, slot: u32) -> Value {
        let entry = body.first_block(body.root());
        if !std::mem::replace(&mut self.scanned, true) {
            let mut late = false;
            for op in entry.into_iter().flat_map(|block| body.ops(block)) {
                if ![spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID].contains(&body.def(op)) {
                    late |= body.def(op) != spv::Undef::ID;
                } else if body.attrs(op).is_none() && body.value_name(body.result(op, 0)).is_none() {
                    let value = body.result(op, 0);
                    let key = (body.def(op), body.value_type(value), body.slot(op, spv::Constant::VALUE));
                    if let Entry::Vacant(place) = self.known.entry(key) {
                        place.insert(value);
                        self.late.extend(late.then_some(value));
                    }
                }
            }
        }
        let top = match entry {
            Some(block) => body.first_op(block).map_or(InsertPoint::End(block), InsertPoint::Before),
            None => InsertPoint::Detached,
        };
        let mut builder = Builder::at(body, top);
        match self.known.entry((def, ty, slot)) {
            Entry::Occupied(known) => {
                let value = *known.get();
                if self.late.remove(&value)
                    && let Some(op) = builder.defining_op(value)
                {
                    builder.move_op(op, top);
                }
                value
            }
            Entry::Vacant(place) => {
                let op = builder.create(NewOp { slots: &[slot], results: &[ty], ..NewOp::new(def) });
                *place.insert(builder.result(op, 0))
            }
        }
    }
}

/// Returns the insertion point for ops in the entry block: after the leading constants, symbol references, variables
/// and undefs.
pub(crate) fn top(body: &Body) -> InsertPoint {
    let Some(entry) = body.first_block(body.root()) else { return InsertPoint::Detached };
    let after = body.ops(entry).find(|&op| !leads(body.def(op)));
    after.map_or(InsertPoint::End(entry), InsertPoint::Before)
}

/// Returns the insertion point for a new variable in the entry block.
pub(crate) fn variables_top(body: &Body) -> InsertPoint {
    let Some(entry) = body.first_block(body.root()) else { return InsertPoint::Detached };
    let first = [spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID];
    let after = body.ops(entry).find(|&op| !first.contains(&body.def(op)));
    after.map_or(InsertPoint::End(entry), InsertPoint::Before)
}

/// Returns the value, or a copy of it with NonUniform if `attrs` has NonUniform and the value does not.
pub(crate) fn as_non_uniform(
    ctx: &Context,
    body: &mut Body,
    at: (InsertPoint, Location),
    value: Value,
    attrs: Option<Attribute>,
) -> Value {
    let key = "non_uniform";
    let Some(mark) = ctx.dict_get(attrs, key) else { return value };
    if ctx.dict_get(attrs_of(body, value), key).is_some() {
        return value;
    }
    let ty = body.value_type(value);
    let attrs = Some(ctx.dict_attr(vec![(ctx.ident(key), mark)]));
    let mut builder = Builder::at(body, at.0);
    let new =
        NewOp { loc: at.1, operands: &[value], results: &[ty], attrs, ..NewOp::new(spv::CopyObject::ID) };
    builder.value(new)
}

/// Appends `passed` values to the operands that edges forward. Visits the edges in `order`.
pub(crate) fn pass_values(
    body: &mut Body,
    order: &[(Op, Passed)],
    passed: &FxHashMap<(Op, Passed), Vec<Value>>,
) {
    // Change all edges of an op at once, because each change copies the op's operands.
    let mut by_op: FxHashMap<Op, Vec<Passed>> = FxHashMap::default();
    let mut ops = Vec::new();
    for &(op, how) in order {
        let list = by_op.entry(op).or_default();
        if list.is_empty() {
            ops.push(op);
        }
        if !list.contains(&how) {
            list.push(how);
        }
    }
    for op in ops {
        let more = |how: Passed| passed.get(&(op, how)).map_or(&[][..], |list| &list[..]);
        let mut own: Vec<Value> = body.own_operands(op).collect();
        own.extend(more(Passed::Operands));
        let lists: Vec<(Block, Vec<Value>)> = (0..body.successor_count(op))
            .map(|i| {
                let mut list: Vec<Value> = body.successor_args(op, i).collect();
                list.extend(more(Passed::Successor(i)));
                (body.successor(op, i), list)
            })
            .collect();
        let slices: Vec<(Block, &[Value])> = lists.iter().map(|(b, l)| (*b, &l[..])).collect();
        Builder::new(body).set_operands(op, &own, &slices);
    }
}

/// Applies only the given patterns, each listed with its core opcode, and counts their applications. `facts` hold in
/// addition to the facts of the module.
pub(crate) fn apply_patterns(function: &mut Function<'_>, list: &[(u32, RewriteFn)], facts: Facts) {
    let mut patterns = Patterns::default();
    for &(opcode, pattern) in list {
        if let Some(def) = function.ctx.registry().op_by_code(0, opcode) {
            patterns.add(def, pattern);
        }
    }
    let facts = (function.facts | facts).bits();
    let config = Config { fold: false, facts, ..Config::default() };
    let outcome = greedy_driver::rewrite(function.ctx, function.body, &patterns, config, None);
    function.count(0, outcome.applied);
}

/// Erases ops, and then the ops that computed their operands and have become unused. Calls `each` before each erasure.
pub(crate) fn erase_with_sources(
    ctx: &Context,
    body: &mut Body,
    mut list: Vec<Op>,
    mut each: impl FnMut(&Body, Op),
) {
    if list.is_empty() {
        return;
    }
    let mut builder = Builder::new(body);
    let mut sources = Vec::new();
    while let Some(op) = list.pop() {
        if builder.is_dead(op) {
            continue;
        }
        sources.extend(builder.operands(op).filter_map(|value| builder.defining_op(value)));
        each(&builder, op);
        erase_unused(ctx, &mut builder, op);
        list.extend(sources.drain(..).filter(|&op| !builder.is_dead(op) && is_dead(ctx, &builder, op)));
    }
}
