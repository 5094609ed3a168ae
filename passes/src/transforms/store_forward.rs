//! Store-to-load forwarding and redundant load elimination (`store-forward`)
//!
//! Replaces a load with a value that was stored to or loaded from the same location. On every path, the value must be
//! available, without a write in between that may alias the location. The pass walks the dominator tree. At joins, it
//! invalidates all locations that may be written between the dominator and the join.

use crate::flow::{Flow, NONE};
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::access::Access;
use crate::support::by_root::ByRoot;
use crate::support::memory::{Alias, GROUPS, Memory, MemoryLocation, READ_ONLY, Root, SHARED, open_group};
use crate::support::nesting::Visibility;
use crate::support::spirv::{is_referred, storage};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use spv_dialect::fold::Facts;
use spv_dialect::fold::decorations::{forwards, merged};
use spv_dialect::spv;
use spv_ir::analysis::scoped_map::Checkpoint;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, TypeData, Value};
use std::rc::Rc;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a load with the value that was previously stored to or loaded from the same \
                  location, if no write in between may alias it. Aliasing is decided by variable, storage \
                  class and access path; variables that are never written are recognized. A predicated load \
                  takes a value known under the same predicate, or an unconditional value, selected against \
                  its default. Volatile accesses are kept.",
    before: "spv.Store \"Function\" %p, %a : i32\n%x = spv.Load \"Function\" %p : i32",
    after: "spv.Store \"Function\" %p, %a : i32",
    statistics: &[("loads", "Loads replaced")],
    idempotent: true,
    ..PassInfo::new(
        "store-forward",
        "Store-to-load forwarding and redundant load elimination",
        ControlFlow::SpvOnly,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let flow = function.analysis::<Flow>();
    let visibility = Visibility::new(function, &flow);
    let memory = Memory::new(ctx, function.facts, function.module, function.symbols);
    let mut forward = Forward {
        ctx,
        flow: &flow,
        visibility,
        memory,
        facts: function.facts,
        known: ByRoot::new(),
        locations: IndexSet::default(),
        between: vec![None; flow.nodes.len()],
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

/// An available value: the contents of a memory location.
#[derive(Clone)]
struct AvailableValue {
    place: Rc<MemoryLocation>,
    value: Value,
    /// The condition under which the location contains the value; `None` if it always does.
    predicate: Option<Value>,
}

/// Summary of the memory that a sequence of ops may write.
#[derive(Clone, Debug, Default)]
struct Writes {
    /// Indices of the written locations in [`Forward::locations`], in ascending order.
    locations: Vec<u32>,
    /// Whether the ops may write all memory that other invocations can access.
    others: bool,
    /// Whether the ops may write all memory that called functions can access.
    calls: bool,
    /// Whether the ops may write any memory, because there are too many writes to track.
    all: bool,
}

impl Writes {
    /// Adds the writes of the summary `more`.
    fn add(&mut self, more: &Writes) {
        self.others |= more.others;
        self.calls |= more.calls;
        self.all |= more.all;
        self.locations.extend(&more.locations);
        if self.locations.len() > 2 * MAX_WRITES {
            self.normalize();
        }
    }

    fn any(&self) -> bool {
        self.all || self.others || self.calls || !self.locations.is_empty()
    }

    /// Sorts and deduplicates the locations, and enforces the limit on their number.
    fn normalize(&mut self) {
        self.locations.sort_unstable();
        self.locations.dedup();
        self.all |= self.locations.len() > MAX_WRITES;
        if self.all {
            self.locations.clear();
        }
    }
}

struct Forward<'a> {
    ctx: &'a Context,
    flow: &'a Flow,
    visibility: Visibility,
    memory: Memory<'a>,
    facts: Facts,
    /// Available values of each root. The lists are immutable, which makes it cheap to undo changes.
    known: ByRoot<Rc<Vec<AvailableValue>>>,
    /// All memory locations that the function writes to.
    locations: IndexSet<Rc<MemoryLocation>, FxBuildHasher>,
    /// For each flow-graph node, the writes on the paths from its immediate dominator to the node, excluding both.
    /// `None` if these paths have no writes, or if the writes are not computed yet.
    between: Vec<Option<Rc<Writes>>>,
    replaced: Vec<Op>,
}

/// Maximum number of flow-graph nodes visited per join. If it is exceeded, all locations that are ever written are
/// invalidated.
const MAX_NODES: usize = 2000;
/// Maximum number of locations written between two flow-graph nodes. If it is exceeded, all locations are invalidated.
const MAX_WRITES: usize = 512;
/// Maximum number of values tracked per root. If it is exceeded, the oldest value is dropped.
const MAX_PLACES: usize = 64;

impl Forward<'_> {
    fn run(&mut self, body: &mut Body) {
        enum Visit {
            Enter(u32),
            Leave((Checkpoint, Checkpoint)),
        }
        let tree = self.flow.tree();
        self.find_between(body, &tree);
        let mut steps: Vec<Visit> = self.flow.order.first().map(|&n| Visit::Enter(n)).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Visit::Enter(node) => {
                    steps.push(Visit::Leave(self.known.checkpoint()));
                    steps.extend(tree[node as usize].iter().rev().map(|&n| Visit::Enter(n)));
                    if let Some(writes) = self.between[node as usize].take() {
                        self.forget(body, &writes);
                    }
                    self.node(body, node);
                }
                Visit::Leave(checkpoint) => self.known.undo(checkpoint),
            }
        }
    }

    /// Computes the writes between each flow-graph node and its immediate dominator.
    fn find_between(&mut self, body: &Body, tree: &[Vec<u32>]) {
        let flow = self.flow;
        let own: Vec<Option<Writes>> = (0..flow.nodes.len() as u32)
            .map(|node| {
                let mut writes = Writes::default();
                if flow.is_reached(node) {
                    flow.ops(body, node).for_each(|op| self.op_writes(body, op, &mut writes));
                    writes.normalize();
                }
                writes.any().then_some(writes)
            })
            .collect();
        // Process dominated flow-graph nodes before their dominators, and siblings in order, to reuse results.
        let mut levels: Vec<u32> = flow.order.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(&node) = levels.get(next) {
            next += 1;
            levels.extend(tree[node as usize].iter().rev());
        }
        let mut done = vec![false; flow.nodes.len()];
        let mut seen = FxHashSet::default();
        for node in levels.into_iter().rev() {
            let writes = self.walk_between(node, &own, &done, &mut seen);
            self.between[node as usize] = writes.any().then(|| Rc::new(writes));
            done[node as usize] = true;
        }
    }

    /// Computes the writes on the paths to a flow-graph node from its immediate dominator. If the result for another
    /// node on a path is known, the walk continues at that node's immediate dominator.
    fn walk_between(
        &self,
        node: u32,
        own: &[Option<Writes>],
        done: &[bool],
        seen: &mut FxHashSet<u32>,
    ) -> Writes {
        let flow = self.flow;
        let idom = flow.idom(node);
        let mut writes = Writes::default();
        let mut incoming = flow.incoming(node).filter(|e| flow.is_reached(e.from));
        if idom == NONE || (incoming.next().is_some_and(|e| e.from == idom) && incoming.next().is_none()) {
            return writes;
        }
        seen.clear();
        let mut work = vec![node];
        while let Some(at) = work.pop() {
            let known = at != node && done[at as usize];
            let above = known.then(|| flow.idom(at));
            let preds = flow.incoming(at).map(|e| e.from).filter(|_| !known);
            for from in above.into_iter().chain(preds) {
                if from != idom && flow.is_reached(from) && seen.insert(from) {
                    work.push(from);
                    own[from as usize].iter().for_each(|more| writes.add(more));
                    self.between[from as usize].iter().for_each(|more| writes.add(more));
                }
            }
            if seen.len() > MAX_NODES || writes.all {
                return Writes { all: true, ..Writes::default() };
            }
        }
        writes.normalize();
        writes
    }

    /// Adds the writes of an op to `writes`, excluding the writes of nested ops.
    fn op_writes(&mut self, body: &Body, op: Op, writes: &mut Writes) {
        let def = self.ctx.registry().op(body.def(op));
        let silent = body.region_count(op) > 0
            || def.traits.contains(Traits::TERMINATOR)
            || body.def(op) == spv::Variable::ID;
        let effects = effects(self.ctx, body, op);
        if silent || (!effects.is_empty() && !effects.contains(Traits::WRITES)) {
            return;
        }
        if Access::simple(body, op).is_some_and(|access| !access.is_load()) {
            match self.memory.place(body, body.operand(op, spv::Store::POINTER)) {
                Some(place) => writes.locations.push(self.number(place)),
                None => (writes.others, writes.calls) = (true, true),
            }
            return;
        }
        for value in body.operands(op) {
            if let Some(place) = self.memory.place(body, value) {
                writes.locations.push(self.number(place));
            }
        }
        writes.others = true;
        writes.calls |= effects.is_empty();
    }

    fn number(&mut self, place: MemoryLocation) -> u32 {
        self.locations.insert_full(Rc::new(place)).0 as u32
    }

    /// Invalidates the available values of all memory that `writes` contains.
    fn forget(&mut self, body: &Body, writes: &Writes) {
        if writes.all {
            return (0..GROUPS).filter(|&g| g != READ_ONLY).for_each(|group| self.known.forget(group, None));
        }
        if !writes.any() {
            return;
        }
        // For each invalidated may-alias group, the root if all writes have the same root. The values of this root have
        // been filtered above, so the remaining ones are still valid.
        let mut gone: [Option<Option<Root>>; GROUPS] = [None; GROUPS];
        for &number in &writes.locations {
            let written = self.locations[number as usize].clone();
            let group = self.memory.group(body, &written);
            if let Some(list) = self.known.get(group, written.root).cloned() {
                let apart = |e: &&AvailableValue| self.memory.alias(body, &written, &e.place) == Alias::No;
                let kept: Vec<AvailableValue> = list.iter().filter(apart).cloned().collect();
                if kept.len() != list.len() {
                    self.known.set(group, written.root, Rc::new(kept));
                }
            }
            for group in self.memory.groups_aliasing(body, &written) {
                let only = gone[group].is_none_or(|root| root == Some(written.root));
                gone[group] = Some(only.then_some(written.root));
            }
        }
        let mut reached = Vec::new();
        if writes.others {
            reached.extend([SHARED, open_group(storage::OUTPUT, false), open_group(storage::OUTPUT, true)]);
        }
        if writes.calls {
            for class in [storage::PRIVATE, storage::FUNCTION] {
                reached.extend([open_group(class, false), open_group(class, true)]);
            }
        }
        reached.into_iter().for_each(|group| gone[group] = Some(None));
        for (group, kept) in gone.into_iter().enumerate() {
            if let Some(kept) = kept {
                self.known.forget(group, kept);
            }
        }
    }

    fn node(&mut self, body: &mut Body, node: u32) {
        let ops: Vec<Op> = self.flow.ops(body, node).collect();
        for op in ops {
            let access = Access::simple(body, op);
            if let Some(access) = access.filter(Access::is_load)
                && !is_referred(self.ctx, body, op)
            {
                self.load(body, op, access);
                continue;
            }
            if body.def(op) == spv::Variable::ID {
                let initializer = body.own_operands(op).next();
                if let Some((value, place)) = initializer.zip(self.memory.place(body, body.result(op, 0))) {
                    self.add(body, place, value, None);
                }
                continue;
            }
            let mut writes = Writes::default();
            self.op_writes(body, op, &mut writes);
            self.forget(body, &writes);
            if let Some(Access { pointer, object: Some(object), predicate, .. }) = access
                && let Some(place) = self.memory.place(body, pointer)
            {
                self.add(body, place, object, predicate);
            }
        }
    }

    fn add(&mut self, body: &Body, place: MemoryLocation, value: Value, predicate: Option<Value>) {
        if self.memory.is_volatile_or_coherent(body, &place) {
            return;
        }
        let (root, group) = (place.root, self.memory.group(body, &place));
        let mut list: Vec<AvailableValue> =
            self.known.get(group, root).map(|list| list.to_vec()).unwrap_or_default();
        if list.len() == MAX_PLACES {
            list.remove(0);
        }
        list.push(AvailableValue { place: Rc::new(place), value, predicate });
        self.known.set(group, root, Rc::new(list));
    }

    fn load(&mut self, body: &mut Body, op: Op, access: Access) {
        let Some(place) = self.memory.place(body, access.pointer) else { return };
        let result = body.result(op, 0);
        let ty = body.value_type(result);
        let group = self.memory.group(body, &place);
        let list = self.known.get(group, place.root).map_or(&[][..], |list| list);
        let fits = |e: &&AvailableValue| {
            *e.place == place
                && body.value_type(e.value) == ty
                && (e.predicate.is_none() || e.predicate == access.predicate)
                && self.visibility.is_visible(body, e.value, op)
        };
        let known = list.iter().rev().filter(fits);
        let found = known.map(|e| e.value).find_map(|v| Some((v, self.attrs_for_both(body, op, v)?)));
        // Before SPIR-V 1.4, OpSelect cannot select between vectors with a scalar condition.
        let vector = matches!(self.ctx.type_data(ty), TypeData::Vector { .. });
        let may_select = access.default.is_none() || !vector || !self.facts.contains(Facts::OLD_SELECT);
        let Some((value, attrs)) = found.filter(|_| may_select) else {
            return self.add(body, place, result, access.predicate);
        };
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        if let Some(def) = builder.defining_op(value).filter(|&def| builder.attrs(def) != attrs) {
            builder.set_attrs(def, attrs);
        }
        let value = match (access.predicate, access.default) {
            (Some(predicate), Some(default)) => {
                let operands = [predicate, value, default];
                let loc = builder.loc(op);
                let select =
                    NewOp { loc, operands: &operands, results: &[ty], ..NewOp::new(spv::Select::ID) };
                builder.value(select)
            }
            _ => value,
        };
        builder.replace_all_uses(result, value);
        self.replaced.push(op);
    }

    /// Returns attributes for the op that defines `value`, merged with those of a load that `value` replaces. Returns
    /// `None` if the attributes do not allow the replacement.
    fn attrs_for_both(&self, body: &Body, load: Op, value: Value) -> Option<Option<Attribute>> {
        let def = body.defining_op(value);
        let attrs = def.and_then(|def| body.attrs(def));
        match def.and_then(|def| Access::new(body, def)).is_some() {
            true => merged(self.ctx, attrs, body.attrs(load)),
            false => forwards(self.ctx, body, load, value).then_some(attrs),
        }
    }
}
