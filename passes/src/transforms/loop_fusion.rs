//! Loop fusion (`loop-fusion`)

use super::loop_peeling::counter;
use super::loop_unroll::iteration::Iteration;
use super::loop_unroll::{UnrollPlan, in_header, plan};
use crate::flow::Flow;
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::ranges::Ranges;
use crate::support::loop_accesses::{LoopAccess, accesses, conflict};
use crate::support::memory::{Index, Memory};
use crate::support::nesting::{is_within, parent_region};
use crate::support::pressure::Pressure;
use spv_dialect::spv;
use spv_ir::rewrite::{debug_users, is_debug_info, program_uses};
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Merges two loops with the same trip count: a constant, or counters that advance by 1 up to the same \
                  value. Operations between them move before both loops. The test at the beginning must be the only exit \
                  of both. An iteration of the second loop may access memory that the first loop writes, or write memory \
                  that it accesses, only if both use the element of the same iteration. Loops with barriers, calls or \
                  atomics stay. For region form.",
    before: "spv.mlir.loop {\n  ...\n  spv.Store \"Function\" %a_i, %x : f32\n  ...\n}\nspv.mlir.loop {\n  ...\n  \
             %y = spv.Load \"Function\" %a_j : f32\n  ...\n}",
    after: "spv.mlir.loop {\n  ...\n  spv.Store \"Function\" %a_i, %x : f32\n  %y = spv.Load \"Function\" %a_i : f32\n  ...\n}",
    options: &[OptionInfo {
        name: "max-registers",
        default: "64",
        help: "maximum number of registers of both loops together",
    }],
    statistics: &[("loops", "Loops merged into another")],
    ..PassInfo::new("loop-fusion", "Merge neighboring loops", ControlFlow::SpvOnly, |options| {
        Ok(Work::function(LoopFusion { max_registers: options.value("max-registers")? }))
    })
};

struct LoopFusion {
    max_registers: u32,
}

impl FunctionPass for LoopFusion {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let loops: Vec<Op> =
            walk::ops(function.body).filter(|&op| function.body.def(op) == spv::Loop::ID).collect();
        for first in loops {
            // A loop that has been erased was merged into a preceding loop.
            while !function.body.is_dead(first) && self.fuse_next(function, first) {
                function.count(0, 1);
            }
        }
        Ok(())
    }
}

impl LoopFusion {
    /// Merges the next loop into the loop `first`. Returns whether the loops were merged.
    fn fuse_next(&self, function: &mut Function<'_>, first: Op) -> bool {
        let ctx = function.ctx;
        let Some((mut between, second)) = next_loop(function.body, first) else { return false };
        // Debug information between the loops need not move before the loops; it may remain after the merged loop.
        between.retain(|&op| !is_debug_info(ctx, function.body, op));
        let (flow, ranges) = (function.analysis::<Flow>(), function.analysis::<Ranges>());
        let body = &*function.body;
        let plan = |op: Op| {
            let plan = plan(ctx, body, &flow, &ranges, op)?;
            (plan.straight && !plan.breaks && !plan.continues && !plan.late).then_some(plan)
        };
        let Some((a, b)) = plan(first).zip(plan(second)) else { return false };
        let pressure = Pressure::new(ctx, body);
        let registers = pressure.in_loop(first).saturating_add(pressure.in_loop(second));
        let mut memory = Memory::new(ctx, function.facts, function.module, function.symbols);
        if !is_same_count(ctx, body, &a, &b)
            || body.slots(first)[spv::Loop::LOOP_CONTROL] != body.slots(second)[spv::Loop::LOOP_CONTROL]
            || registers > self.max_registers
            || in_header(body, first)
            || !is_independent(ctx, body, first, second, &between)
            || !has_place(body, &a, &b)
            || !may_interleave(&mut memory, body, &a, &b, &between)
        {
            return false;
        }
        erase_debug_users_in(ctx, function.body, first, second);
        fuse(ctx, function.body, &a, &b, &between);
        true
    }
}

/// Returns the ops between the loop `first` and the next loop in the same block, and the next loop. Returns `None` if
/// no loop follows.
fn next_loop(body: &Body, first: Op) -> Option<(Vec<Op>, Op)> {
    let rest: Vec<Op> = std::iter::successors(body.next(first), |&op| body.next(op)).collect();
    let at = rest.iter().position(|&op| body.region_count(op) > 0)?;
    (body.def(rest[at]) == spv::Loop::ID).then(|| (rest[..at].to_vec(), rest[at]))
}

/// Returns whether neither the second loop nor the ops between the loops use results of the first loop.
fn is_independent(ctx: &Context, body: &Body, first: Op, second: Op, between: &[Op]) -> bool {
    let region = body.region(second, 0);
    let is_use = |user: Op| {
        between.contains(&user) || parent_region(body, user).is_some_and(|of| is_within(body, of, region))
    };
    !body.results(first).any(|result| program_uses(ctx, body, result).any(|(user, _)| is_use(user)))
}

/// Erases the debug information in the second loop that refers to results of the first loop.
fn erase_debug_users_in(ctx: &Context, body: &mut Body, first: Op, second: Op) {
    let region = body.region(second, 0);
    let users = body.results(first).flat_map(|result| debug_users(ctx, body, result));
    let is_inside = |&user: &Op| parent_region(body, user).is_some_and(|of| is_within(body, of, region));
    let mut inside: Vec<Op> = users.filter(is_inside).collect();
    inside.sort_unstable();
    inside.dedup();
    inside.into_iter().for_each(|user| Builder::new(body).erase(user));
}

/// Returns whether the first loop has blocks for all ops of the second loop. The test of the second loop must not
/// contain constructs. If its body contains constructs, the first loop must have a body block.
fn has_place(body: &Body, a: &UnrollPlan, b: &UnrollPlan) -> bool {
    let mut inner = b.body.iter().chain(&b.rest).flat_map(|&block| body.ops(block));
    let has_no_test_constructs =
        b.test.iter().all(|&block| body.ops(block).all(|op| body.region_count(op) == 0));
    has_no_test_constructs && (!a.body.is_empty() || inner.all(|op| body.region_count(op) == 0))
}

/// Returns whether each iteration of the second loop may execute directly after the same iteration of the first loop.
/// The ops between the loops must also be able to move before the first loop.
fn may_interleave(
    memory: &mut Memory<'_>,
    body: &Body,
    a: &UnrollPlan,
    b: &UnrollPlan,
    between: &[Op],
) -> bool {
    let ops = |plan: &UnrollPlan| plan.row().iter().flat_map(|&block| body.ops(block)).collect::<Vec<Op>>();
    let mut all = |ops: &[Op]| {
        let lists = ops.iter().map(|&op| accesses(memory, body, op)).collect::<Option<Vec<_>>>()?;
        Some(lists.into_iter().flatten().collect::<Vec<LoopAccess>>())
    };
    let (Some(of_a), Some(of_b), Some(moved)) = (all(&ops(a)), all(&ops(b)), all(between)) else {
        return false;
    };
    if of_a.iter().any(|x| moved.iter().any(|y| conflict(memory, body, x, y))) {
        return false;
    }
    // Fusion moves the test of the second loop before the body of the first loop.
    let mut tests = b.test.iter().flat_map(|&block| body.ops(block));
    if !tests.all(|op| accesses(memory, body, op).is_some_and(|list| list.is_empty())) {
        return false;
    }
    of_a.iter().all(|x| {
        of_b.iter()
            .all(|y| !conflict(memory, body, x, y) || is_same_iteration(memory.ctx, body, (a, x), (b, y)))
    })
}

/// Returns whether two accesses can overlap only in the same iteration, because the same counter selects the element
/// of both.
pub(super) fn is_same_iteration(
    ctx: &Context,
    body: &Body,
    (a, x): (&UnrollPlan, &LoopAccess),
    (b, y): (&UnrollPlan, &LoopAccess),
) -> bool {
    let (x, y) = (&x.place, &y.place);
    if x.root != y.root || x.class != y.class || x.path.len() != y.path.len() {
        return false;
    }
    let mut selects = false;
    for pair in x.path.iter().zip(&y.path) {
        let counters = match pair {
            (Index::Value(u), Index::Value(v)) => counter(ctx, body, a, *u).zip(counter(ctx, body, b, *v)),
            _ => None,
        };
        match counters.filter(|(u, v)| u == v) {
            Some((counter, _)) => selects |= counter.is_distinct(a.trip_count),
            None if pair.0 == pair.1 => {}
            None => return false,
        }
    }
    selects
}

/// Returns whether two loops have the same trip count. Either both are constants, or both tests compare the same
/// counter with the same value.
fn is_same_count(ctx: &Context, body: &Body, a: &UnrollPlan, b: &UnrollPlan) -> bool {
    if a.is_counted || b.is_counted {
        return a.is_counted && b.is_counted && a.trip_count == b.trip_count;
    }
    let test = |plan: &UnrollPlan| {
        let compare = body.defining_op(body.own_operands(body.last_op(plan.exit())?).next()?)?;
        let [compared, bound] = body.first_operands(compare);
        Some((body.def(compare), counter(ctx, body, plan, compared)?, bound, plan.stays))
    };
    test(a).is_some_and(|of_a| test(b) == Some(of_a))
}

/// Moves the second loop into the first one.
fn fuse(ctx: &Context, body: &mut Body, a: &UnrollPlan, b: &UnrollPlan, between: &[Op]) {
    let (Some(enters_a), Some(enters_b)) = (body.last_op(a.blocks.entry), body.last_op(b.blocks.entry))
    else {
        return;
    };
    let (Some(exit), Some(latch)) = (body.last_op(a.exit()), body.last_op(a.latch())) else { return };
    let (Some(merge_a), Some(merge_b)) = (body.last_op(a.blocks.merge), body.last_op(b.blocks.merge)) else {
        return;
    };
    let mut builder = Builder::new(body);
    between.iter().for_each(|&op| builder.move_op(op, InsertPoint::Before(a.op)));
    let mut starts: Vec<Value> = builder.successor_args(enters_a, 0).collect();
    let of_b: Vec<(Value, Value)> =
        builder.args(b.blocks.header).iter().copied().zip(builder.successor_args(enters_b, 0)).collect();
    // If a counter of the second loop has the same values as a header argument of the first loop, reuse the header
    // argument.
    let known: Vec<Option<Value>> = of_b
        .iter()
        .map(|&(arg, _)| {
            let own = counter(ctx, &builder, b, arg)?;
            let is_equal = |other: &Value| {
                builder.value_type(*other) == builder.value_type(arg)
                    && counter(ctx, &builder, a, *other) == Some(own)
            };
            builder.args(a.blocks.header).iter().copied().find(is_equal)
        })
        .collect();
    let mut args = Vec::new();
    for (&(arg, start), known) in of_b.iter().zip(&known) {
        args.push(known.unwrap_or_else(|| {
            starts.push(start);
            let ty = builder.value_type(arg);
            builder.add_arg(a.blocks.header, ty)
        }));
    }
    builder.set_successor_args(enters_a, 0, &starts);
    let mut iteration = Iteration::begin(body, b.blocks.header, &args);
    iteration.row(body, &b.test, InsertPoint::Before(exit));
    let mut ends = Iteration { map: iteration.map.clone() };
    ends.follow(body, b.exit(), b.blocks.merge);
    let rest: Vec<_> = b.body.iter().chain(&b.rest).copied().collect();
    let end = a.body.last().and_then(|&block| body.last_op(block)).unwrap_or(latch);
    iteration.follow(body, b.exit(), rest[0]);
    iteration.row(body, &rest, InsertPoint::Before(end));
    let back = iteration.edge(body, b.latch(), b.blocks.header);
    let back = back.into_iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(value, _)| value);
    let back: Vec<Value> = body.successor_args(latch, 0).chain(back).collect();
    Builder::new(body).set_successor_args(latch, 0, &back);
    let own: Vec<Value> = body.operands(merge_a).collect();
    let more: Vec<Value> = body.operands(merge_b).map(|value| ends.of(value)).collect();
    let old: Vec<Value> = body.results(b.op).collect();
    let types: Vec<Type> = old.iter().map(|&value| body.value_type(value)).collect();
    let mut builder = Builder::new(body);
    builder.set_operands(merge_a, &[&own[..], &more].concat(), &[]);
    builder.add_results(a.op, &types);
    let new: Vec<Value> = builder.results(a.op).skip(own.len()).collect();
    for (old, new) in old.into_iter().zip(new) {
        let name = builder.value_name(old);
        builder.set_value_name(old, None);
        builder.set_value_name(new, name);
        builder.replace_all_uses(old, new);
    }
    builder.erase(b.op);
}
