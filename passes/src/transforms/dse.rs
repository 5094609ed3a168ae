//! Dead-store elimination (`dse`)
//!
//! Analyzes a function variable across the whole function if only loads, stores and access chains use it. Analyzes
//! other memory locations only within a flow-graph node.

use crate::flow::Flow;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::access::Access;
use crate::support::by_root::ByRoot;
use crate::support::memory::{Alias, CLOSED, GROUPS, Group, Memory, MemoryLocation, Root};
use crate::support::spirv::is_simple_access;
use crate::support::values::erase_with_sources;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::effects;
use spv_ir::{Body, Context, Diagnostics, Op, Value};
use std::rc::Rc;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases stores that are overwritten before they are read, and stores to function variables \
                  that are not read afterwards. Also erases the computations of the stored values. Volatile \
                  stores are kept.",
    before: "spv.Store \"Function\" %p, %a : i32\nspv.Store \"Function\" %p, %b : i32",
    after: "spv.Store \"Function\" %p, %b : i32",
    statistics: &[("stores", "Stores erased")],
    idempotent: true,
    ..PassInfo::new("dse", "Dead-store elimination", ControlFlow::SpvOnly, |_| Ok(Work::function(run)))
};

/// Maximum number of analysis rounds. Erasing a load may make more stores dead.
const MAX_ROUNDS: usize = 8;

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let flow = function.analysis::<Flow>();
    let mut stores = 0;
    for _ in 0..MAX_ROUNDS {
        let memory = Memory::new(ctx, function.facts, function.module, function.symbols);
        let mut dse = Dse { ctx, flow: &flow, memory };
        let dead = dse.run(function.body);
        stores += dead.len() as u64;
        if !erase(ctx, function.body, dead) {
            break;
        }
    }
    function.count(0, stores);
    Ok(())
}

/// Erases stores and the computations of their values. Returns whether it erased a load, which may make other stores
/// dead.
fn erase(ctx: &Context, body: &mut Body, dead: Vec<Op>) -> bool {
    let mut loads = false;
    erase_with_sources(ctx, body, dead, |body, op| loads |= effects(ctx, body, op) == Traits::READS);
    loads
}

struct Dse<'a> {
    ctx: &'a Context,
    flow: &'a Flow,
    memory: Memory<'a>,
}

impl Dse<'_> {
    fn run(&mut self, body: &Body) -> Vec<Op> {
        let live = self.live_out(body);
        let mut dead = Vec::new();
        for &node in &self.flow.order {
            self.node(body, node, &live[node as usize], &mut dead);
        }
        dead
    }

    /// Returns the variable, access and memory location of a load or store, if only loads, stores and access chains
    /// use the variable. Returns `None` for other ops.
    fn closed(&mut self, body: &Body, op: Op) -> Option<(Op, Access, MemoryLocation)> {
        let access = Access::new(body, op)?;
        let variable = self.memory.closed_variable(body, access.pointer)?;
        Some((variable, access, self.memory.place(body, access.pointer)?))
    }

    /// Returns for each flow-graph node the variables that may be read after it.
    fn live_out(&mut self, body: &Body) -> Vec<FxHashSet<Op>> {
        let count = self.flow.nodes.len();
        // For each flow-graph node: the variables that it reads before it overwrites them, and the variables that it
        // overwrites.
        let mut reads: Vec<FxHashSet<Op>> = vec![FxHashSet::default(); count];
        let mut writes: Vec<FxHashSet<Op>> = vec![FxHashSet::default(); count];
        for &node in &self.flow.order {
            let at = node as usize;
            for op in self.flow.ops(body, node) {
                let Some((variable, access, place)) = self.closed(body, op) else { continue };
                if access.is_load() || !is_simple_access(body, op) {
                    if !writes[at].contains(&variable) {
                        reads[at].insert(variable);
                    }
                } else if place.path.is_empty() && access.predicate.is_none() {
                    writes[at].insert(variable);
                }
            }
        }
        let mut live: Vec<FxHashSet<Op>> = vec![FxHashSet::default(); count];
        let mut work: Vec<(u32, Op)> = Vec::new();
        for &node in &self.flow.order {
            let mut list: Vec<Op> = reads[node as usize].iter().copied().collect();
            list.sort_unstable();
            work.extend(list.into_iter().map(|variable| (node, variable)));
        }
        // Each worklist item is a variable that is live at the start of a flow-graph node.
        while let Some((node, variable)) = work.pop() {
            for edge in self.flow.incoming(node) {
                let from = edge.from as usize;
                if live[from].insert(variable)
                    && !writes[from].contains(&variable)
                    && !reads[from].contains(&variable)
                {
                    work.push((edge.from, variable));
                }
            }
        }
        live
    }

    fn node(&mut self, body: &Body, node: u32, live_out: &FxHashSet<Op>, dead: &mut Vec<Op>) {
        let mut live: FxHashMap<Op, bool> = FxHashMap::default();
        // Memory locations that are overwritten before they are read.
        let mut overwritten = ByRoot::new();
        let ops: Vec<Op> = self.flow.ops(body, node).collect();
        for op in ops.into_iter().rev() {
            if let Some((variable, access, place)) = self.closed(body, op) {
                let is_live = live.entry(variable).or_insert_with(|| live_out.contains(&variable));
                let write = Write { place, predicate: access.predicate };
                if access.is_load() || !is_simple_access(body, op) {
                    *is_live = true;
                    keep(&mut overwritten, CLOSED, write.place.root, |p| !meets(p, &write.place));
                } else if !*is_live || covered(&overwritten, CLOSED, &write) {
                    dead.push(op);
                } else {
                    *is_live = !write.place.path.is_empty() || write.predicate.is_some();
                    add(&mut overwritten, CLOSED, write);
                }
                continue;
            }
            self.other(body, op, &mut overwritten, dead);
        }
    }

    fn other(&mut self, body: &Body, op: Op, overwritten: &mut Overwritten, dead: &mut Vec<Op>) {
        let def = self.ctx.registry().op(body.def(op));
        if body.region_count(op) > 0 || def.traits.contains(Traits::TERMINATOR) {
            return (0..GROUPS).for_each(|group| overwritten.forget(group, None));
        }
        let access = Access::simple(body, op);
        if let Some(Access { pointer, predicate, object: Some(_), .. }) = access {
            let Some(place) = self.memory.place(body, pointer) else { return };
            if self.memory.is_volatile_or_coherent(body, &place) {
                return;
            }
            let group = self.memory.group(body, &place);
            let write = Write { place, predicate };
            if covered(overwritten, group, &write) {
                dead.push(op);
            } else {
                add(overwritten, group, write);
            }
            return;
        }
        let effects = effects(self.ctx, body, op);
        // Image reads do not access memory that pointers point to.
        let is_pointer = |ty| {
            let pointers = [opcodes::TYPE_POINTER, opcodes::TYPE_UNTYPED_POINTER_KHR];
            types::view(self.ctx, ty).is_some_and(|(code, _)| pointers.contains(&code))
        };
        let reaches = || body.operands(op).any(|value| is_pointer(body.value_type(value)));
        if effects == Traits::PURE || (effects == Traits::READS && !reaches()) {
            return;
        }
        if let Some(access) = access {
            let Some(read) = self.memory.place(body, access.pointer) else {
                return (0..GROUPS).for_each(|group| overwritten.forget(group, None));
            };
            let group = self.memory.group(body, &read);
            keep(overwritten, group, read.root, |p| self.memory.alias(body, &read, p) == Alias::No);
            let met = self.memory.groups_aliasing(body, &read);
            return met.for_each(|group| overwritten.forget(group, Some(read.root)));
        }
        // The op may read any memory that pointers can reach.
        (0..GROUPS).filter(|&group| group != CLOSED).for_each(|group| overwritten.forget(group, None));
    }
}

/// A store that comes after the current op.
struct Write {
    place: MemoryLocation,
    /// The condition under which the store happens; `None` for an unconditional store.
    predicate: Option<Value>,
}

/// For each root, the subsequent stores that overwrite their memory location before it is read.
type Overwritten = ByRoot<Rc<Vec<Rc<Write>>>>;

/// Maximum number of stores tracked per root. The oldest is dropped first.
const MAX_PLACES: usize = 64;

fn add(overwritten: &mut Overwritten, group: Group, write: Write) {
    let root = write.place.root;
    let mut list = overwritten.get(group, root).map(|list| list.to_vec()).unwrap_or_default();
    if list.len() == MAX_PLACES {
        list.remove(0);
    }
    list.push(Rc::new(write));
    overwritten.set(group, root, Rc::new(list));
    overwritten.commit();
}

/// Retains the tracked stores to the locations in `root` for which `apart` returns true, and forgets the other tracked
/// stores to `root`.
fn keep(
    overwritten: &mut Overwritten,
    group: Group,
    root: Root,
    mut apart: impl FnMut(&MemoryLocation) -> bool,
) {
    if let Some(list) = overwritten.get(group, root).cloned() {
        let kept = list.iter().filter(|write| apart(&write.place)).cloned().collect();
        overwritten.set(group, root, Rc::new(kept));
    }
}

/// Returns whether a tracked store overwrites all memory that `write` writes.
fn covered(overwritten: &Overwritten, group: Group, write: &Write) -> bool {
    let list = overwritten.get(group, write.place.root);
    list.is_some_and(|list| list.iter().any(|later| covers(later, write)))
}

/// Returns whether the store `later` overwrites all memory that the store `earlier` writes.
fn covers(later: &Write, earlier: &Write) -> bool {
    later.place.root == earlier.place.root
        && earlier.place.path.starts_with(&later.place.path)
        && (later.predicate.is_none() || later.predicate == earlier.predicate)
}

/// Returns whether two memory locations with the same root may overlap.
fn meets(a: &MemoryLocation, b: &MemoryLocation) -> bool {
    use crate::support::memory::Index::Constant;
    !a.path.iter().zip(&b.path).any(|(x, y)| matches!((x, y), (Constant(x), Constant(y)) if x != y))
}
