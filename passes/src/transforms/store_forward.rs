//! `store-forward`: a load of what is known takes the value instead.
//!
//! Known is what was stored to, or loaded from, the same place before, on every way, with no write between
//! that may concern it. The walk goes down the dominator tree; where several ways meet, what they may
//! write is forgotten.

use crate::flow::{Flow, NONE};
use crate::memory::{Alias, Memory, Place, Root, is_shared};
use crate::pass::{Function, PassInfo, Work};
use crate::spirv::{Defs, is_plain_access, is_referred, storage};
use rustc_hash::FxHashMap;
use spv_dialect::fold::decorations::{forwards, merged};
use spv_ir::analysis::Dominance;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Op, Value};
use std::rc::Rc;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces loads by the value that was stored to or loaded from the same place before, where no \
                  write between may concern it: by variable, storage class and access path. Knows which \
                  variables nothing writes to. Volatile accesses stay, and loads that differ from the value in \
                  NonUniform.",
    before: "spv.Store \"Function\" %p, %a : i32\n%x = spv.Load \"Function\" %p : i32",
    after: "spv.Store \"Function\" %p, %a : i32",
    statistics: &[("loads", "Loads replaced")],
    ..PassInfo::new("store-forward", "Replace loads by known values", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let Some(defs) = Defs::new(ctx.registry()) else { return Ok(()) };
    let (flow, dominance) = (function.analysis::<Flow>(), function.analysis::<Dominance>());
    let memory = Memory::new(ctx, defs, function.module, function.symbols);
    let mut forward = Forward {
        ctx,
        defs,
        flow: &flow,
        dominance: &dominance,
        memory,
        known: FxHashMap::default(),
        log: Vec::new(),
        writes: vec![None; flow.nodes.len()],
        replaced: Vec::new(),
    };
    forward.run(function.body);
    let replaced = forward.replaced;
    function.count(0, replaced.len() as u64);
    if !replaced.is_empty() {
        let mut builder = Builder::new(function.body);
        replaced.into_iter().rev().for_each(|op| builder.erase(op));
    }
    Ok(())
}

/// What a place holds.
#[derive(Clone)]
struct Entry {
    place: Rc<Place>,
    value: Value,
}

/// What an op writes.
#[derive(Clone, Debug)]
enum Write {
    /// One place.
    Place(Place),
    /// All that others can see; with `calls` also what functions that are called can.
    Others { calls: bool },
}

/// What is known of one root; lists are never changed, so that going back is cheap.
type Known = Rc<Vec<Entry>>;

struct Forward<'a> {
    ctx: &'a Context,
    defs: Defs,
    flow: &'a Flow,
    /// What regions know of dominance: they count edges that nothing reaches because a construct is never left.
    dominance: &'a Dominance,
    memory: Memory<'a>,
    known: FxHashMap<Root, Known>,
    /// What [`Self::known`] held before.
    log: Vec<(Root, Option<Known>)>,
    /// By node, once it was asked for: what it writes.
    writes: Vec<Option<Rc<[Write]>>>,
    replaced: Vec<Op>,
}

/// Nodes looked at where ways meet, at most; beyond, all that is ever written is forgotten.
const MAX_NODES: usize = 2000;
/// Places of one root that are remembered, at most: the latest.
const MAX_PLACES: usize = 64;

impl Forward<'_> {
    fn run(&mut self, body: &mut Body) {
        enum Step {
            Enter(u32),
            Leave(usize),
        }
        let tree = self.flow.tree();
        let mut steps: Vec<Step> = self.flow.order.first().map(|&n| Step::Enter(n)).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(node) => {
                    steps.push(Step::Leave(self.log.len()));
                    steps.extend(tree[node as usize].iter().rev().map(|&n| Step::Enter(n)));
                    self.forget_between(body, node);
                    self.node(body, node);
                }
                Step::Leave(length) => {
                    for (root, old) in self.log.drain(length..).rev() {
                        match old {
                            Some(list) => self.known.insert(root, list),
                            None => self.known.remove(&root),
                        };
                    }
                }
            }
        }
    }

    fn set(&mut self, root: Root, list: Option<Known>) {
        let old = match list {
            Some(list) => self.known.insert(root, list),
            None => self.known.remove(&root),
        };
        self.log.push((root, old));
    }

    /// Forgets all of the roots for which `gone` says so, by one of their places.
    fn forget_roots(&mut self, mut gone: impl FnMut(&mut Memory<'_>, &Place) -> bool) {
        let mut list: Vec<Root> = Vec::new();
        for (root, known) in &self.known {
            if known.first().is_some_and(|e| gone(&mut self.memory, &e.place)) {
                list.push(*root);
            }
        }
        list.into_iter().for_each(|root| self.set(root, None));
    }

    /// Forgets what may be written on the ways from a node's dominator to it.
    fn forget_between(&mut self, body: &Body, node: u32) {
        let flow = self.flow;
        let idom = flow.idom(node);
        if idom == NONE || self.known.is_empty() {
            return;
        }
        let mut incoming = flow.incoming(node).filter(|e| flow.is_reached(e.from));
        if incoming.next().is_some_and(|e| e.from == idom) && incoming.next().is_none() {
            return;
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![node];
        while let Some(at) = work.pop() {
            for edge in flow.incoming(at) {
                if edge.from != idom && flow.is_reached(edge.from) && seen.insert(edge.from) {
                    work.push(edge.from);
                }
            }
            if seen.len() > MAX_NODES {
                return self.forget_roots(|memory, place| !memory.is_read_only(place));
            }
        }
        for from in seen {
            let writes = self.writes_of(body, from);
            writes.iter().for_each(|write| self.forget_written(body, write));
        }
    }

    fn writes_of(&mut self, body: &Body, node: u32) -> Rc<[Write]> {
        if let Some(known) = &self.writes[node as usize] {
            return known.clone();
        }
        let mut list = Vec::new();
        for op in self.flow.ops(body, node) {
            self.op_writes(body, op, &mut list);
        }
        let list: Rc<[Write]> = list.into();
        self.writes[node as usize] = Some(list.clone());
        list
    }

    /// What an op writes, without what is nested in it.
    fn op_writes(&self, body: &Body, op: Op, list: &mut Vec<Write>) {
        let def = self.ctx.registry().op(body.def(op));
        let silent = body.region_count(op) > 0
            || def.traits.contains(Traits::TERMINATOR)
            || body.def(op) == self.defs.variable;
        let effects = effects(self.ctx, body, op);
        if silent || (!effects.is_empty() && !effects.contains(Traits::WRITES)) {
            return;
        }
        if body.def(op) == self.defs.store && is_plain_access(body, op) {
            list.push(match self.memory.place(body, body.operand(op, 0)) {
                Some(place) => Write::Place(place),
                None => Write::Others { calls: true },
            });
            return;
        }
        let pointers = body.operands(op).filter_map(|v| self.memory.place(body, v));
        list.extend(pointers.map(Write::Place));
        list.push(Write::Others { calls: effects.is_empty() });
    }

    fn forget_written(&mut self, body: &Body, write: &Write) {
        match write {
            Write::Place(written) => {
                if let Some(list) = self.known.get(&written.root).cloned() {
                    let apart = |e: &&Entry| self.memory.alias(body, written, &e.place) == Alias::No;
                    let kept: Vec<Entry> = list.iter().filter(apart).cloned().collect();
                    if kept.len() != list.len() {
                        self.set(written.root, (!kept.is_empty()).then(|| Rc::new(kept)));
                    }
                }
                if !self.memory.is_closed(body, written) {
                    self.forget_roots(|memory, place| {
                        place.root != written.root && memory.alias(body, written, place) != Alias::No
                    });
                }
            }
            Write::Others { calls } => self.forget_roots(|memory, place| {
                let reachable = is_shared(place.class)
                    || place.class == storage::OUTPUT
                    || (*calls && [storage::PRIVATE, storage::FUNCTION].contains(&place.class));
                reachable && !memory.is_closed(body, place) && !memory.is_read_only(place)
            }),
        }
    }

    fn node(&mut self, body: &mut Body, node: u32) {
        let ops: Vec<Op> = self.flow.ops(body, node).collect();
        let mut list = Vec::new();
        for op in ops {
            if body.def(op) == self.defs.load && is_plain_access(body, op) && !is_referred(self.ctx, body, op)
            {
                self.load(body, op);
                continue;
            }
            if body.def(op) == self.defs.variable {
                let initializer = body.own_operands(op).next();
                if let Some((value, place)) = initializer.zip(self.memory.place(body, body.result(op, 0))) {
                    self.add(body, place, value);
                }
                continue;
            }
            list.clear();
            self.op_writes(body, op, &mut list);
            for write in &list {
                self.forget_written(body, write);
            }
            if body.def(op) == self.defs.store
                && is_plain_access(body, op)
                && let Some(place) = self.memory.place(body, body.operand(op, 0))
            {
                let value = body.operand(op, 1);
                self.add(body, place, value);
            }
        }
    }

    fn add(&mut self, body: &Body, place: Place, value: Value) {
        if self.memory.is_odd(body, &place) {
            return;
        }
        let root = place.root;
        let mut list: Vec<Entry> = self.known.get(&root).map(|list| list.to_vec()).unwrap_or_default();
        if list.len() == MAX_PLACES {
            list.remove(0);
        }
        list.push(Entry { place: Rc::new(place), value });
        self.set(root, Some(Rc::new(list)));
    }

    fn load(&mut self, body: &mut Body, op: Op) {
        let Some(place) = self.memory.place(body, body.operand(op, 0)) else { return };
        let result = body.result(op, 0);
        let ty = body.value_type(result);
        let seen = |value: Value| self.dominance.value_dominates(body, value, op);
        let list = self.known.get(&place.root).map_or(&[][..], |list| list);
        let fits = |e: &&Entry| *e.place == place && body.value_type(e.value) == ty && seen(e.value);
        let known = list.iter().rev().filter(fits);
        let found = known.map(|e| e.value).find_map(|v| Some((v, self.attrs_for_both(body, op, v)?)));
        let Some((value, attrs)) = found else { return self.add(body, place, result) };
        let mut builder = Builder::new(body);
        if let Some(def) = builder.defining_op(value).filter(|&def| builder.attrs(def) != attrs) {
            builder.set_attrs(def, attrs);
        }
        builder.replace_all_uses(result, value);
        self.replaced.push(op);
    }

    /// The decorations of what defines a value, once the value stands for a load, too; `None` if it must not.
    fn attrs_for_both(&self, body: &Body, load: Op, value: Value) -> Option<Option<Attribute>> {
        let def = body.defining_op(value);
        let attrs = def.and_then(|def| body.attrs(def));
        match def.is_some_and(|def| body.def(def) == self.defs.load) {
            true => merged(self.ctx, attrs, body.attrs(load)),
            false => forwards(self.ctx, body, load, value).then_some(attrs),
        }
    }
}
