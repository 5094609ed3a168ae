//! Loop fission (`loop-fission`)

use super::loop_fusion::is_same_iteration;
use super::loop_unroll::{UnrollPlan, in_header, plan};
use crate::flow::Flow;
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::ranges::Ranges;
use crate::support::loop_accesses::{LoopAccess, accesses, conflict};
use crate::support::memory::Memory;
use crate::support::params::simplify_params;
use crate::support::pressure::Pressure;
use crate::support::spirv::may_flow;
use crate::support::values::Undefs;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::copy::{Copier, CopyMap, keep_attrs, keep_locs};
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Block, Body, Builder, Context, Diagnostics, InsertPoint, Op, Value, ValueDef, walk};
use std::collections::VecDeque;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Splits an innermost loop with high register pressure into two loops. Each gets a part of the operations; \
                  neither part uses values of the other, nor accesses memory that the other part writes. The loop must have a \
                  constant trip count, or a counter that advances by 1 up to a limit. The test at its beginning must be the \
                  only exit and must not read memory. Loops with barriers, calls or atomics stay. For region form.",
    before: "spv.mlir.loop {\n  ...\n  spv.Store \"Function\" %a_i, %x : f32\n  spv.Store \"Function\" %b_i, %y : f32\n  ...\n}",
    after: "spv.mlir.loop {\n  ...\n  spv.Store \"Function\" %a_i, %x : f32\n  ...\n}\nspv.mlir.loop {\n  ...\n  \
            spv.Store \"Function\" %b_i, %y : f32\n  ...\n}",
    options: &[OptionInfo {
        name: "min-registers",
        default: "64",
        help: "number of registers from which a loop is split",
    }],
    statistics: &[("loops", "Loops split")],
    ..PassInfo::new(
        "loop-fission",
        "Split loops with high register pressure",
        ControlFlow::SpvOnly,
        |options| Ok(Work::function(LoopFission { min_registers: options.value("min-registers")? })),
    )
};

struct LoopFission {
    min_registers: u32,
}

impl FunctionPass for LoopFission {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let is_loop = |body: &Body, op: Op| body.def(op) == spv::Loop::ID;
        let mut work: VecDeque<Op> = walk::ops(function.body)
            .filter(|&op| is_loop(function.body, op))
            .filter(|&op| {
                !walk::ops_in_region(function.body, function.body.region(op, 0))
                    .any(|op| is_loop(function.body, op))
            })
            .collect();
        let mut count = 0;
        while let Some(op) = work.pop_front() {
            if in_header(function.body, op)
                || Pressure::new(ctx, function.body).in_loop(op) < self.min_registers
            {
                continue;
            }
            let (flow, ranges) = (function.analysis::<Flow>(), function.analysis::<Ranges>());
            let Some(plan) = plan(ctx, function.body, &flow, &ranges, op) else { continue };
            if !plan.straight || plan.breaks || plan.continues || plan.late {
                continue;
            }
            let mut memory = Memory::new(ctx, function.facts, function.module, function.symbols);
            let Some(parts) = Parts::new(&mut memory, function.body, &plan) else { continue };
            let copy = parts.split(ctx, function.body, &plan);
            count += 1;
            work.extend([copy, op]);
        }
        function.count(0, count);
        if count > 0 {
            simplify_params(function);
            erase_unused_undefs(function.body);
        }
        Ok(())
    }
}

/// A unit of movement, the smallest part of a loop that can move: an op with its nested ops, or a header argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unit {
    Op(Op),
    Arg(Value),
}

/// Returns the values that a movable unit depends on: the operands of an op, or the next-iteration value of a header
/// argument.
fn inputs(body: &Body, plan: &UnrollPlan, unit: Unit) -> Vec<Value> {
    match unit {
        Unit::Op(op) => operands_within(body, op),
        Unit::Arg(arg) => {
            let index = body.args(plan.blocks.header).iter().position(|&other| other == arg);
            let latch = body.last_op(plan.latch());
            let next = index.zip(latch).and_then(|(index, latch)| body.successor_args(latch, 0).nth(index));
            next.into_iter().collect()
        }
    }
}

/// Returns a movable unit and all units that it depends on, directly or indirectly. `sources` lists direct
/// dependences.
fn with_sources(unit: Option<usize>, sources: &[Vec<usize>]) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    let mut work: Vec<usize> = unit.into_iter().collect();
    while let Some(unit) = work.pop() {
        if found.insert(unit) {
            work.extend(&sources[unit]);
        }
    }
    found
}

/// The movable units that belong only to the first loop or only to the second loop. All other units remain in both
/// loops.
struct Parts {
    first: FxHashSet<Unit>,
    second: FxHashSet<Unit>,
}

impl Parts {
    /// Partitions the movable units of a loop. Returns `None` if the loop cannot be split.
    fn new(memory: &mut Memory<'_>, body: &Body, plan: &UnrollPlan) -> Option<Parts> {
        let ctx = memory.ctx;
        let row = plan.row();
        let args = body.args(plan.blocks.header);
        let has_args = |block: &Block| *block != plan.blocks.header && !body.args(*block).is_empty();
        let results = body.results(plan.op).all(|value| may_flow(ctx, body.value_type(value)));
        if row.iter().any(has_args) || !results {
            return None;
        }
        let ops: Vec<Op> = row
            .iter()
            .flat_map(|&block| body.ops(block).filter(move |&op| body.last_op(block) != Some(op)))
            .filter(|&op| !is_debug_info(ctx, body, op))
            .collect();
        let mut units: Vec<Unit> = ops.into_iter().map(Unit::Op).collect();
        units.extend(args.iter().map(|&arg| Unit::Arg(arg)));
        let number: FxHashMap<Unit, usize> = units.iter().enumerate().map(|(i, &unit)| (unit, i)).collect();
        let unit_of = |value: Value| match body.value_def(value) {
            ValueDef::Argument(..) => number.get(&Unit::Arg(value)).copied(),
            _ => body.defining_op(value).and_then(|op| number.get(&Unit::Op(op)).copied()),
        };
        let sources: Vec<Vec<usize>> = units
            .iter()
            .map(|&unit| inputs(body, plan, unit).into_iter().filter_map(unit_of).collect())
            .collect();
        let mut lists: Vec<Vec<LoopAccess>> = Vec::new();
        for &unit in &units {
            lists.push(match unit {
                Unit::Arg(_) => Vec::new(),
                Unit::Op(op) => accesses(memory, body, op)?,
            });
        }
        // Both loops need the exit condition and the operations that compute it.
        let condition = body.own_operands(body.last_op(plan.exit())?).next()?;
        let shared = with_sources(unit_of(condition), &sources);
        if shared.iter().any(|&unit| !lists[unit].is_empty()) {
            return None;
        }
        let mut groups = Groups((0..units.len()).collect());
        for (unit, sources) in sources.iter().enumerate().filter(|(unit, _)| !shared.contains(unit)) {
            for &source in sources.iter().filter(|source| !shared.contains(source)) {
                groups.join(unit, source);
            }
        }
        // Pairs of movable units that may be in different loops only if the first unit of the pair is in the first
        // loop.
        let mut ordered: Vec<(usize, usize)> = Vec::new();
        for y in 0..units.len() {
            for x in 0..y {
                let pairs = lists[x].iter().flat_map(|a| lists[y].iter().map(move |b| (a, b)));
                let pairs: Vec<_> = pairs.filter(|(a, b)| conflict(memory, body, a, b)).collect();
                if pairs.iter().all(|(a, b)| is_same_iteration(ctx, body, (plan, a), (plan, b))) {
                    ordered.extend((!pairs.is_empty()).then_some((x, y)));
                } else {
                    groups.join(x, y);
                }
            }
        }
        let returned: FxHashSet<usize> = leaving(body, plan).into_iter().filter_map(unit_of).collect();
        let matters =
            |unit: usize| returned.contains(&unit) || lists[unit].iter().any(|access| access.writes);
        let own = || (0..units.len()).filter(|unit| !shared.contains(unit));
        let mut roots: Vec<usize> = Vec::new();
        for root in own().filter(|&unit| matters(unit)).map(|unit| groups.root(unit)).collect::<Vec<_>>() {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        let is_ordered = |count: &usize| {
            let is_second = |unit: usize| roots[*count..].contains(&groups.root(unit));
            ordered.iter().all(|&(x, y)| !is_second(x) || is_second(y))
        };
        let middle = roots.len() / 2;
        let count = (1..roots.len()).filter(is_ordered).min_by_key(|&count| count.abs_diff(middle))?;
        let (first, second) = roots.split_at(count);
        let of = |roots: &[usize]| -> FxHashSet<Unit> {
            own().filter(|&unit| roots.contains(&groups.root(unit))).map(|unit| units[unit]).collect()
        };
        Some(Parts { first: of(first), second: of(second) })
    }

    /// Inserts a copy of the loop before the loop. The copy becomes the first loop, and the original becomes the
    /// second loop. Returns the copy.
    fn split(&self, ctx: &Context, body: &mut Body, plan: &UnrollPlan) -> Op {
        let mut copier = Copier { from: None, map: CopyMap::default(), attrs: &keep_attrs, locs: &keep_locs };
        let copy = copier.op(body, plan.op, InsertPoint::Before(plan.op));
        let copied: Vec<Value> = body.results(copy).collect();
        let blocks = |body: &Body, op: Op| body.blocks(body.region(op, 0)).collect::<Vec<Block>>();
        let pairs: FxHashMap<Block, Block> =
            blocks(body, plan.op).into_iter().zip(blocks(body, copy)).collect();
        let mut of_copy: FxHashSet<Unit> = FxHashSet::default();
        for (&old, &new) in &pairs {
            let ops = body.ops(old).zip(body.ops(new));
            of_copy.extend(
                ops.filter(|(op, _)| self.second.contains(&Unit::Op(*op))).map(|(_, op)| Unit::Op(op)),
            );
            let args = body.args(old).iter().zip(body.args(new));
            of_copy.extend(
                args.filter(|(arg, _)| self.second.contains(&Unit::Arg(**arg)))
                    .map(|(_, &arg)| Unit::Arg(arg)),
            );
        }
        let leaving = leaving(body, plan);
        let results: Vec<Value> = body.results(plan.op).collect();
        let in_copy = |value: &Value| {
            self.first.contains(&Unit::Arg(*value))
                || body.defining_op(*value).is_some_and(|op| self.first.contains(&Unit::Op(op)))
        };
        let from_copy: Vec<bool> = leaving.iter().map(in_copy).collect();
        for (at, (old, new)) in results.into_iter().zip(copied).enumerate() {
            if from_copy.get(at) == Some(&true) {
                Builder::new(body).replace_all_uses(old, new);
            }
        }
        remove(ctx, body, &blocks(body, plan.op), &self.first);
        remove(ctx, body, &blocks(body, copy), &of_copy);
        copy
    }
}

/// Returns the operands of an op and of the ops nested in it.
fn operands_within(body: &Body, op: Op) -> Vec<Value> {
    let nested = (0..body.region_count(op)).flat_map(|i| walk::ops_in_region(body, body.region(op, i)));
    std::iter::once(op).chain(nested).flat_map(|op| body.operands(op)).collect()
}

/// Returns for each result of the loop the value in the loop that becomes this result when the loop exits.
fn leaving(body: &Body, plan: &UnrollPlan) -> Vec<Value> {
    let passed =
        super::loop_unroll::iteration::Iteration::default().edge(body, plan.exit(), plan.blocks.merge);
    let args = body.args(plan.blocks.merge);
    let operands = body.last_op(plan.blocks.merge).into_iter().flat_map(|end| body.operands(end));
    let value =
        |operand: Value| args.iter().position(|&arg| arg == operand).and_then(|at| passed.get(at).copied());
    operands.map(|operand| value(operand).unwrap_or(operand)).collect()
}

/// Erases movable units of a loop. Replaces remaining uses of their values, such as branch arguments, with undefined
/// values.
fn remove(ctx: &Context, body: &mut Body, blocks: &[Block], units: &FxHashSet<Unit>) {
    let mut undefined = Undefs::new(ctx);
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| body.ops(block)).collect();
    let ops: Vec<Op> = ops.into_iter().filter(|&op| units.contains(&Unit::Op(op))).collect();
    let args = blocks.iter().flat_map(|&block| body.args(block)).copied();
    let args: Vec<Value> = args.filter(|&arg| units.contains(&Unit::Arg(arg))).collect();
    for &arg in &args {
        pass_itself(body, arg, blocks[0]);
    }
    let results: Vec<Value> = ops.iter().flat_map(|&op| body.results(op)).collect();
    for value in results.into_iter().chain(args) {
        let users: Vec<(Op, usize)> =
            body.uses(value).filter(|(user, _)| !units.contains(&Unit::Op(*user))).collect();
        for (user, index) in users {
            let own = body.own_operands(user).len();
            // If the user is the back edge, it already forwards the removed header argument unchanged.
            if index < own || body.successors(user).all(|block| block != blocks[1]) {
                let new = undefined.get(body, body.value_type(value));
                Builder::new(body).set_operand(user, index, new);
            }
        }
    }
    let mut builder = Builder::new(body);
    ops.into_iter().rev().for_each(|op| builder.erase(op));
}

/// Erases undefined values without uses.
fn erase_unused_undefs(body: &mut Body) {
    let is_unused = |op: &Op| body.def(*op) == spv::Undef::ID && !body.has_uses(body.result(*op, 0));
    let ops: Vec<Op> = walk::ops(body).filter(is_unused).collect();
    let mut builder = Builder::new(body);
    ops.into_iter().for_each(|op| builder.erase(op));
}

/// Makes the back edge of a loop forward the header argument `arg` unchanged. `entry` is the loop's entry block.
fn pass_itself(body: &mut Body, arg: Value, entry: Block) {
    let ValueDef::Argument(header, index) = body.value_def(arg) else { return };
    let edges: Vec<(Op, usize)> =
        body.block_uses(header).filter(|(branch, _)| body.parent(*branch) != Some(entry)).collect();
    for (branch, number) in edges {
        let mut passed: Vec<Value> = body.successor_args(branch, number).collect();
        passed[index as usize] = arg;
        Builder::new(body).set_successor_args(branch, number, &passed);
    }
}

/// Disjoint sets of indices (union-find).
struct Groups(Vec<usize>);

impl Groups {
    fn root(&self, mut index: usize) -> usize {
        while self.0[index] != index {
            index = self.0[index];
        }
        index
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
