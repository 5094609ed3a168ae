//! Loop peeling (`loop-peeling`)

use super::loop_unroll::count::compare_integers;
use super::loop_unroll::iteration::Iteration;
use super::loop_unroll::split::{copy_first, copy_iterations, exit_after};
use super::loop_unroll::{UnrollPlan, in_header, plan};
use crate::flow::{Flow, unfuse};
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::ranges::Ranges;
use crate::support::nesting::{is_within, parent_region};
use crate::support::spirv::integer;
use crate::support::values::Constants;
use spv_dialect::spv;
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, Op, Region, TypeData, Value, ValueDef, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Copies the first or last iterations of a loop out of it, if a branch in the loop then always goes the same \
                  way. The loop must have a constant trip count, and the exit test as its only exit. The condition must \
                  compare a counter with a constant, or counters with each other. For region form.",
    before: "spv.mlir.loop {\n  ...  // %i from 0 to 9\n  %first = spv.IEqual %i, %zero\n  ...",
    after: "...  // the iteration 0\nspv.mlir.loop {\n  ...  // %i from 1 to 9\n  %first = %false\n  ...",
    options: &[OptionInfo {
        name: "max-peeled-ops",
        default: "1000",
        help: "maximum number of operations that are copied out of a loop",
    }],
    statistics: &[("loops", "Loops peeled"), ("iterations", "Iterations copied")],
    ..PassInfo::new(
        "loop-peeling",
        "Copy the first or last iterations of loops out of them",
        ControlFlow::SpvOnly,
        |options| Ok(Work::function(LoopPeeling { max_ops: options.value("max-peeled-ops")? })),
    )
};

struct LoopPeeling {
    max_ops: u64,
}

impl FunctionPass for LoopPeeling {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let loops: Vec<Op> =
            walk::ops_post(function.body).filter(|&op| function.body.def(op) == spv::Loop::ID).collect();
        for op in loops {
            if in_header(function.body, op) {
                continue;
            }
            let (flow, ranges) = (function.analysis::<Flow>(), function.analysis::<Ranges>());
            let plan = plan(ctx, function.body, &flow, &ranges, op).filter(|plan| plan.is_counted);
            let Some(plan) = plan else { continue };
            if !plan.straight || plan.breaks || plan.continues {
                continue;
            }
            let Some(peeling) = Peeling::new(ctx, function.body, &plan, self.max_ops) else { continue };
            peeling.apply(ctx, function.body, &plan);
            function.count(0, 1);
            function.count(1, peeling.first + peeling.last);
        }
        Ok(())
    }
}

/// An integer induction variable with a constant start and step. Arithmetic wraps at the bit width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter {
    start: u64,
    step: u64,
    width: u32,
}

impl Counter {
    /// Returns the value of the counter in the iteration with the given index.
    pub(super) fn at(self, iteration: u64) -> u64 {
        self.start.wrapping_add(self.step.wrapping_mul(iteration)) & self.max()
    }

    /// Returns the largest value of the counter's type, interpreted as unsigned.
    pub(super) fn max(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// Returns whether each iteration adds `step` to the counter.
    pub(super) fn advances_by(self, step: u64) -> bool {
        (self.step ^ step) & self.max() == 0
    }

    /// Returns whether all values of the counter in the first `count` iterations are distinct.
    pub(super) fn is_distinct(self, count: u64) -> bool {
        // The values repeat after 2^bits iterations.
        let bits = self.width - (self.step & self.max()).trailing_zeros().min(self.width);
        bits == 64 || count <= 1 << bits
    }

    fn signed(self, iteration: u64) -> i64 {
        let unused = 64 - self.width;
        ((self.at(iteration) << unused) as i64) >> unused
    }
}

/// Returns a value as a counter. Recognizes constants, header arguments with a constant start and step, and sums of
/// these header arguments and a constant. Returns `None` for other values.
pub(super) fn counter(ctx: &Context, body: &Body, plan: &UnrollPlan, value: Value) -> Option<Counter> {
    let TypeData::Integer { width: width @ 1..=64, .. } = *ctx.type_data(body.value_type(value)) else {
        return None;
    };
    if let Some(start) = integer(ctx, body, value) {
        return Some(Counter { start, step: 0, width });
    }
    if let ValueDef::Argument(block, index) = body.value_def(value) {
        let (enters, latch) = (body.last_op(plan.blocks.entry)?, body.last_op(plan.latch())?);
        if block != plan.blocks.header {
            return None;
        }
        let start = integer(ctx, body, body.successor_args(enters, 0).nth(index as usize)?)?;
        let next = body.defining_op(body.successor_args(latch, 0).nth(index as usize)?)?;
        let step = added(ctx, body, next, |other| other == value)?;
        return Some(Counter { start, step, width });
    }
    let op = body.defining_op(value)?;
    let base = body.own_operands(op).find(|&operand| integer(ctx, body, operand).is_none())?;
    let sum = added(ctx, body, op, |other| other == base)?;
    let base =
        matches!(body.value_def(base), ValueDef::Argument(..)).then(|| counter(ctx, body, plan, base))??;
    Some(Counter { start: base.start.wrapping_add(sum), ..base })
}

/// Returns the constant that an addition or subtraction adds to its base operand, which `is_base` identifies. Returns
/// `None` for other ops.
fn added(ctx: &Context, body: &Body, op: Op, is_base: impl Fn(Value) -> bool) -> Option<u64> {
    if ![spv::IAdd::ID, spv::ISub::ID].contains(&body.def(op)) {
        return None;
    }
    let [a, b] = body.first_operands(op);
    match body.def(op) {
        spv::ISub::ID if is_base(a) => integer(ctx, body, b).map(u64::wrapping_neg),
        spv::IAdd::ID if is_base(a) => integer(ctx, body, b),
        spv::IAdd::ID if is_base(b) => integer(ctx, body, a),
        _ => None,
    }
}

/// The number of iterations to peel, and the conditions that are constant in the remaining iterations.
struct Peeling {
    first: u64,
    last: u64,
    conditions: Vec<(Value, bool)>,
    /// A header argument and its values. Its value in the first iteration to peel at the end differs from all values
    /// before.
    counter: (Value, Counter),
}

impl Peeling {
    fn new(ctx: &Context, body: &Body, plan: &UnrollPlan, max_ops: u64) -> Option<Peeling> {
        let row = plan.row();
        let ops = row.iter().flat_map(|&block| walk::ops_in_block(body, block));
        let size = ops.filter(|&op| !is_debug_info(ctx, body, op)).count() as u64;
        let fits = |count: u64| count < plan.trip_count && size.saturating_mul(count) <= max_ops;
        let branches = plan.body.iter().chain(&plan.rest).flat_map(|&block| walk::ops_in_block(body, block));
        let exit = body.last_op(plan.exit());
        let conditions: Vec<(Value, Truth)> = branches
            .filter(|&op| body.def(op) == spv::BranchConditional::ID && Some(op) != exit)
            .map(|op| body.operand(op, spv::BranchConditional::CONDITION))
            .filter_map(|condition| Some((condition, Truth::of(ctx, body, plan, condition)?)))
            .collect();
        let most = |at_start: bool| {
            let counts = conditions.iter().map(|(_, truth)| truth.peeled(plan.trip_count));
            counts
                .filter(|peeled| peeled.1 == at_start && fits(peeled.0))
                .map(|peeled| peeled.0)
                .max()
                .unwrap_or(0)
        };
        let (mut first, mut last) = (most(true), most(false));
        if !fits(first + last) {
            (first, last) = if first >= last { (first, 0) } else { (0, last) };
        }
        let kept = first..plan.trip_count - last;
        let conditions = conditions.into_iter();
        let conditions =
            conditions.filter_map(|(condition, truth)| Some((condition, truth.within(&kept)?))).collect();
        let args = body.args(plan.blocks.header).iter();
        let mut counters = args.filter_map(|&arg| Some((arg, counter(ctx, body, plan, arg)?)));
        let end = plan.trip_count - last;
        let counter = counters.find(|(_, counter)| (0..end).all(|i| counter.at(i) != counter.at(end)))?;
        (first + last > 0).then_some(Peeling { first, last, conditions, counter })
    }

    fn apply(&self, ctx: &Context, body: &mut Body, plan: &UnrollPlan) {
        if self.last > 0 {
            self.peel_last(ctx, body, plan);
        }
        if self.first > 0 {
            copy_first(body, plan, self.first);
        }
        let mut constants = Constants::default();
        let region = body.region(plan.op, 0);
        for &(condition, value) in &self.conditions {
            let constant = constants.get(body, ctx.common().i1, ctx.bool_attr(value));
            let is_branch = |&(user, _): &(Op, usize)| {
                body.def(user) == spv::BranchConditional::ID && is_inside(body, user, region)
            };
            let uses: Vec<(Op, usize)> = body.uses(condition).filter(is_branch).collect();
            uses.into_iter().for_each(|(user, index)| Builder::new(body).set_operand(user, index, constant));
        }
    }

    /// Copies the last iterations after the loop, and changes the loop to exit before them.
    fn peel_last(&self, ctx: &Context, body: &mut Body, plan: &UnrollPlan) {
        let Some(merge) = body.last_op(plan.blocks.merge) else { return };
        let old: Vec<Value> = body.operands(merge).collect();
        let uses: Vec<Vec<(Op, usize)>> =
            body.results(plan.op).map(|value| body.uses(value).collect()).collect();
        let (after, next) = (InsertPoint::after(body, plan.op), body.next(plan.op));
        let end = plan.trip_count - self.last;
        // The results of the loop are the header arguments for the first copied iteration.
        let Some(mut values) = exit_after(ctx, body, plan, self.counter, end) else { return };
        let mut iteration = copy_iterations(body, plan, self.last, &mut values, after);
        if !plan.late {
            // The test executes one more time, and exits the loop.
            iteration = Iteration::begin(body, plan.blocks.header, &values);
            iteration.row(body, &plan.test, after);
        }
        iteration.follow(body, plan.exit(), plan.blocks.merge);
        for (value, uses) in old.into_iter().zip(uses) {
            let new = iteration.of(value);
            uses.into_iter().for_each(|(user, index)| Builder::new(body).set_operand(user, index, new));
        }
        unfuse(body, next);
    }
}

fn is_inside(body: &Body, op: Op, region: Region) -> bool {
    parent_region(body, op).is_some_and(|of| is_within(body, of, region))
}

/// The value of a condition in each iteration of the loop.
struct Truth(Vec<bool>);

impl Truth {
    fn of(ctx: &Context, body: &Body, plan: &UnrollPlan, condition: Value) -> Option<Truth> {
        let op = body.defining_op(condition)?;
        let row = ctx.registry().op(body.def(op)).row;
        if row.set != 0 || body.operand_count(op) != 2 {
            return None;
        }
        let [a, b] = body.first_operands(op).map(|value| counter(ctx, body, plan, value));
        let (a, b) = a.zip(b)?;
        let holds = |i| compare_integers(row.opcode, [a.at(i), b.at(i)], [a.signed(i), b.signed(i)]);
        (0..plan.trip_count).map(holds).collect::<Option<_>>().map(Truth)
    }

    /// Returns the number of iterations to peel so that the condition is constant in the remaining iterations. The
    /// flag is whether to peel at the start. If the condition changes more than once, the number is the trip count.
    fn peeled(&self, trip_count: u64) -> (u64, bool) {
        let changes: Vec<usize> = (1..self.0.len()).filter(|&i| self.0[i] != self.0[i - 1]).collect();
        match changes[..] {
            [at] if at as u64 * 2 < trip_count => (at as u64, true),
            [at] => (trip_count - at as u64, false),
            _ => (trip_count, true),
        }
    }

    /// Returns the value of the condition in a range of iterations, or `None` if the value changes in the range.
    fn within(&self, iterations: &std::ops::Range<u64>) -> Option<bool> {
        let values = self.0.get(iterations.start as usize..iterations.end as usize)?;
        values.first().copied().filter(|first| values.iter().all(|value| value == first))
    }
}
