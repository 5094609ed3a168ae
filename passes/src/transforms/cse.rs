//! Common subexpression elimination (`cse`)
//!
//! Compares pure ops with ops that dominate them, across the whole function and nested constructs. Compares ops that
//! read memory only within a block, up to the next op that may write.
//!
//! The dominator tree of a region ignores exits from nested constructs to blocks other than their merge block. The code
//! after a construct with these exits does not dominate their targets. For bodies with these exits, [`FlowDominance`]
//! provides the dominators in the flow graph.

use crate::flow::{Flow, NONE};
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::values::erase_with_sources;
use rustc_hash::FxBuildHasher;
use spv_dialect::fold::decorations::{merged, unmerged};
use spv_dialect::spv;
use spv_ir::analysis::{Dominance, Intervals, ScopedMap};
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{effects, is_dead};
use spv_ir::{Block, Body, Builder, Context, Diagnostics, Op, Region};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces an operation with a dominating equal one: same op, operands, attributes and type. \
                  Wrap flags, fast-math flags and RelaxedPrecision are kept if both operations have them; \
                  operations that differ in other decorations are not merged. Loads are merged only within \
                  a block and without a write in between. Erases unused operations without side effects.",
    before: "%0 = spv.IAdd %a, %b : i32\n\
             %1 = spv.IAdd %b, %a : i32\n\
             %2 = spv.IMul %0, %1 : i32\n\
             spv.ReturnValue %2 : i32",
    after: "%0 = spv.IAdd %a, %b : i32\n\
            %1 = spv.IMul %0, %0 : i32\n\
            spv.ReturnValue %1 : i32",
    statistics: &[("replaced", "Operations replaced"), ("erased", "Unused operations erased")],
    idempotent: true,
    ..PassInfo::new("cse", "Eliminate common sub-expressions", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let dominance = function.analysis::<Dominance>();
    let flow_dominance = has_exits(function).then(|| {
        let flow = function.analysis::<Flow>();
        FlowDominance { tree: flow.intervals(), flow }
    });
    let mut cse = Cse {
        ctx: function.ctx,
        dominance: &dominance,
        flow_dominance: flow_dominance.as_ref(),
        node: NONE,
        available: ScopedMap::with_capacity(function.body.op_count()),
        replaced: Vec::new(),
        dead: Vec::new(),
        writes: 0,
    };
    cse.body(function.body);
    let Cse { replaced, dead, .. } = cse;
    function.count(0, replaced.len() as u64);
    let erased = erase(function.ctx, function.body, dead, replaced);
    function.count(1, erased);
    Ok(())
}

/// Returns whether any construct has an exit other than to its merge block.
fn has_exits(function: &Function<'_>) -> bool {
    let body = &*function.body;
    if body.live_regions().nth(1).is_none() {
        return false;
    }
    let exits = [spv::Break::ID, spv::Continue::ID, spv::SwitchBreak::ID];
    let mut ends = body.live_regions().flat_map(|r| body.blocks(r)).filter_map(|b| body.last_op(b));
    ends.any(|end| exits.contains(&body.def(end)))
}

/// Flow-graph dominance, which takes exits into account.
struct FlowDominance {
    flow: Arc<Flow>,
    tree: Intervals,
}

/// Erases unused ops, and then ops that have become unused. Returns the number of erased ops that are not in
/// `replaced`.
fn erase(ctx: &Context, body: &mut Body, dead: Vec<Op>, replaced: Vec<Op>) -> u64 {
    let replacements = replaced.len() as u64;
    let mut erased = 0u64;
    erase_with_sources(ctx, body, dead.into_iter().chain(replaced).collect(), |_, _| erased += 1);
    erased.saturating_sub(replacements)
}

/// State of the dominator tree walk. The available ops are those that dominate the current op.
struct Cse<'a> {
    ctx: &'a Context,
    dominance: &'a Dominance,
    /// Flow-graph dominance, present only if the body has exits from constructs.
    flow_dominance: Option<&'a FlowDominance>,
    /// The flow-graph node of the current op, used with [`Self::flow_dominance`].
    node: u32,
    /// The latest available op for each hash.
    available: ScopedMap<u64, AvailableOp>,
    replaced: Vec<Op>,
    dead: Vec<Op>,
    /// Number of writes and blocks visited so far. Two reads of the same memory are only equivalent if this number has
    /// not changed.
    writes: u32,
}

#[derive(Clone, Copy)]
struct AvailableOp {
    op: Op,
    /// Value of [`Cse::writes`] at an op that reads memory, or 0 for other ops.
    writes: u32,
    /// Value of [`Cse::node`] at the op.
    node: u32,
}

/// A pending step of the dominator tree walk.
enum Visit {
    /// Visits the ops of a block. The blocks that dominate it have been visited.
    Enter(Block),
    /// Visits the ops of a block that follow a construct in it, starting with the given op.
    Go(Op),
    /// Leaves the innermost entered block, and removes its ops from the available ops.
    Leave,
}

impl Cse<'_> {
    fn body(&mut self, body: &mut Body) {
        let mut steps = Vec::new();
        self.region(body, body.root(), &mut steps);
        // Checkpoint of the available ops for each entered block.
        let mut checkpoints = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Visit::Enter(block) => {
                    checkpoints.push(self.available.checkpoint());
                    self.writes += 1;
                    self.node = self
                        .flow_dominance
                        .map_or(NONE, |flow_dominance| flow_dominance.flow.start_of(block));
                    self.ops(body, body.first_op(block), &mut steps);
                }
                Visit::Go(construct) => {
                    self.writes += 1;
                    self.node = self
                        .flow_dominance
                        .map_or(NONE, |flow_dominance| flow_dominance.flow.after(construct));
                    self.ops(body, body.next(construct), &mut steps);
                }
                Visit::Leave => checkpoints.pop().into_iter().for_each(|at| self.available.undo(at)),
            }
        }
    }

    /// Pushes the walk steps for the blocks of a region. Skips unreachable blocks.
    fn region(&self, body: &Body, region: Region, steps: &mut Vec<Visit>) {
        let Some(tree) = self.dominance.tree(region) else {
            if let Some(block) = body.first_block(region) {
                steps.extend([Visit::Leave, Visit::Enter(block)]);
            }
            return;
        };
        // The steps are a stack, so push the blocks in reverse preorder. Before the walk enters a block, it leaves all
        // entered blocks that do not dominate the block.
        let mut below = 0;
        for block in tree.preorder().rev() {
            let depth = tree.depth(block) + 1;
            // The block to visit after this one is at depth `below`. Unless this block dominates it, the walk first
            // leaves this block and some of its dominators.
            let left = if below == 0 { depth } else { (depth + 1).saturating_sub(below) };
            steps.extend((0..left).map(|_| Visit::Leave));
            steps.push(Visit::Enter(block));
            below = depth;
        }
    }

    /// Visits ops up to the end of the block or the first op with regions.
    fn ops(&mut self, body: &mut Body, from: Option<Op>, steps: &mut Vec<Visit>) {
        let mut at = from;
        while let Some(op) = at {
            at = body.next(op);
            if body.region_count(op) > 0 {
                steps.push(Visit::Go(op));
                for i in (0..body.region_count(op)).rev() {
                    self.region(body, body.region(op, i), steps);
                }
                return;
            }
            self.op(body, op);
        }
    }

    fn op(&mut self, body: &mut Body, op: Op) {
        if is_dead(self.ctx, body, op) {
            self.dead.push(op);
            return;
        }
        let def = self.ctx.registry().op(body.def(op));
        let effects = effects(self.ctx, body, op);
        if def.traits.intersects(Traits::TERMINATOR | Traits::ISOLATED | Traits::SYMBOL | Traits::DEBUG_INFO)
        {
            return;
        }
        let reads = effects == Traits::READS;
        if effects != Traits::PURE && !reads {
            self.writes += 1;
            return;
        }
        if body.result_count(op) == 0 {
            return;
        }
        // Convergent ops and reads are only equivalent within a block.
        let local = reads || def.traits.contains(Traits::CONVERGENT);
        let writes = if local { self.writes } else { 0 };
        let commutes = def.traits.contains(Traits::COMMUTATIVE) && body.operand_count(op) == 2;
        let hash = hash(self.ctx, body, op, commutes, writes);
        let old = self.available.get(&hash).copied();
        let same = |e: &AvailableOp| e.writes == writes && equal(body, e.op, op, commutes) && self.reaches(e);
        let merge = |e: AvailableOp| Some((e, merged(self.ctx, body.attrs(e.op), body.attrs(op))?));
        if let Some((known, attrs)) = old.filter(same).and_then(merge) {
            let mut builder = Builder::new(body);
            if attrs != builder.attrs(known.op) {
                builder.set_attrs(known.op, attrs);
            }
            for i in 0..builder.result_count(op) {
                let (old, new) = (builder.result(op, i), builder.result(known.op, i));
                builder.replace_all_uses(old, new);
            }
            self.replaced.push(op);
            return;
        }
        self.available.insert(hash, AvailableOp { op, writes, node: self.node });
    }

    /// Returns whether an available op dominates the current op.
    fn reaches(&self, known: &AvailableOp) -> bool {
        known.node == self.node
            || self
                .flow_dominance
                .is_none_or(|flow_dominance| flow_dominance.tree.is_ancestor(known.node, self.node))
    }
}

/// Returns the operands of an op. Sorts the two operands of a commutative op.
fn operands(body: &Body, op: Op, commutes: bool) -> impl Iterator<Item = spv_ir::Value> + '_ {
    let swap = commutes && !body.first_operands::<2>(op).is_sorted();
    let count = body.operand_count(op);
    (0..count).map(move |i| body.operand(op, if swap { 1 - i } else { i }))
}

fn hash(ctx: &Context, body: &Body, op: Op, commutes: bool, writes: u32) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    body.def(op).hash(&mut hasher);
    writes.hash(&mut hasher);
    unmerged(ctx, body.attrs(op)).hash(&mut hasher);
    body.slots(op).hash(&mut hasher);
    for value in operands(body, op, commutes) {
        value.hash(&mut hasher);
    }
    for value in body.results(op) {
        body.value_type(value).hash(&mut hasher);
    }
    hasher.finish()
}

fn equal(body: &Body, a: Op, b: Op, commutes: bool) -> bool {
    body.def(a) == body.def(b)
        && body.slots(a) == body.slots(b)
        && body.result_count(a) == body.result_count(b)
        && body.results(a).zip(body.results(b)).all(|(x, y)| body.value_type(x) == body.value_type(y))
        && operands(body, a, commutes).eq(operands(body, b, commutes))
}
