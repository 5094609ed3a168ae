//! Detection of cyclic definitions in a module

use super::View;
use crate::generated::opcodes as op;
use rustc_hash::FxHashMap;
use spv_ir::dialect::Traits;
use spv_ir::symbols::{name_of, referenced};
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Op, walk};

/// A definition, and the indices of the definitions that it references.
struct SymbolDefinition {
    op: Op,
    name: Ident,
    parts: Vec<usize>,
}

/// Returns whether an op defines a symbol and must follow all definitions that it references. Functions and extended
/// instructions allow forward references.
fn is_definition(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = ctx.registry().op(body.def(op));
    let named = def.traits.intersects(Traits::SYMBOL | Traits::SYMBOLIC);
    named && def.row.set == 0 && !def.traits.contains(Traits::ISOLATED) && def.row.opcode != op::EXT_INST
}

/// Visits the symbols that an op's attributes reference, including references inside types, such as an array length.
/// `known` caches the references of types.
fn slots(
    ctx: &Context,
    body: &Body,
    op: Op,
    known: &mut FxHashMap<Attribute, Box<[Ident]>>,
    each: &mut dyn FnMut(Ident),
) {
    let slots = body.slots(op);
    for slot in ctx.registry().layout(body.def(op)).attribute_slots() {
        let Some(attr) = slots.get(slot).and_then(|raw| Attribute::from_raw(*raw)) else { continue };
        match ctx.attr_data(attr) {
            AttrData::Symbol(name) => each(*name),
            AttrData::Type(_) => {
                let names = known.entry(attr).or_insert_with(|| referenced(ctx, attr));
                names.iter().for_each(|name| each(*name));
            }
            AttrData::Array(_) | AttrData::Param { .. } => {
                referenced(ctx, attr).iter().for_each(|name| each(*name));
            }
            _ => {}
        }
    }
}

/// Checks that no definition of a `spv.module` contains itself.
pub fn module(v: &mut View<'_, '_>) {
    let ctx = v.ctx();
    let Some(body) = v.body().nested(v.op) else { return };
    let mut nodes: Vec<SymbolDefinition> = Vec::new();
    let mut numbers: FxHashMap<Ident, usize> = FxHashMap::default();
    for op in walk::top_ops(body).filter(|op| is_definition(ctx, body, *op)) {
        if let Some(name) = name_of(ctx, body, op) {
            let name = ctx.ident(name);
            numbers.insert(name, nodes.len());
            nodes.push(SymbolDefinition { op, name, parts: Vec::new() });
        }
    }
    // Fast path: in a module read from a binary, definitions reference only preceding definitions.
    let mut ahead = false;
    let mut known = FxHashMap::default();
    for (index, node) in nodes.iter_mut().enumerate() {
        slots(ctx, body, node.op, &mut known, &mut |name| node.parts.extend(numbers.get(&name)));
        ahead |= node.parts.iter().any(|part| *part >= index);
    }
    if !ahead {
        return;
    }
    if let Some(index) = on_cycle(&nodes) {
        let name = ctx.str(nodes[index].name);
        v.error_inside(
            body,
            nodes[index].op,
            &format!("depends on itself: '@{name}' is referenced by a definition that it references"),
        );
    }
}

/// Returns the index of a definition on a cycle, or `None` if there is no cycle.
fn on_cycle(nodes: &[SymbolDefinition]) -> Option<usize> {
    // Topological sort: repeatedly remove definitions that reference only removed definitions.
    let mut waiting: Vec<usize> = nodes.iter().map(|node| node.parts.len()).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        node.parts.iter().for_each(|part| users[*part].push(index));
    }
    let mut ready: Vec<usize> = (0..nodes.len()).filter(|n| waiting[*n] == 0).collect();
    while let Some(index) = ready.pop() {
        for &user in &users[index] {
            waiting[user] -= 1;
            if waiting[user] == 0 {
                ready.push(user);
            }
        }
    }
    // Each remaining definition references a definition on a cycle, directly or indirectly, so following references
    // finds a cycle.
    let mut at = (0..nodes.len()).find(|n| waiting[*n] > 0)?;
    for _ in 0..nodes.len() {
        at = nodes[at].parts.iter().copied().find(|part| waiting[*part] > 0)?;
    }
    Some(at)
}
