//! Distribution of loop iterations: copies some of them before or after the loop

use super::UnrollPlan;
use super::iteration::Iteration;
use crate::flow::unfuse;
use crate::support::values::Constants;
use crate::transforms::loop_peeling::Counter;
use spv_dialect::spv;
use spv_ir::{Body, Builder, Context, InsertPoint, NewOp, Type, Value};

/// Copies the first `count` iterations of a loop to the position before it.
pub(in crate::transforms) fn copy_first(body: &mut Body, plan: &UnrollPlan, count: u64) {
    let Some(enters) = body.last_op(plan.blocks.entry) else { return };
    let mut values: Vec<Value> = body.successor_args(enters, 0).collect();
    copy_iterations(body, plan, count, &mut values, InsertPoint::Before(plan.op));
    Builder::new(body).set_successor_args(enters, 0, &values);
    unfuse(body, Some(plan.op));
}

/// Inserts `count` copies of the loop body at `at`. `values` are the header arguments for the first copy, and on return
/// those for the next iteration. Returns the value map of the last copy.
pub(in crate::transforms) fn copy_iterations(
    body: &mut Body,
    plan: &UnrollPlan,
    count: u64,
    values: &mut Vec<Value>,
    at: InsertPoint,
) -> Iteration {
    let back = Iteration::default().edge(body, plan.latch(), plan.blocks.header);
    let row = plan.row();
    let mut iteration = Iteration::default();
    for _ in 0..count {
        iteration = Iteration::begin(body, plan.blocks.header, values);
        iteration.row(body, &row, at);
        *values = back.iter().map(|&value| iteration.of(value)).collect();
    }
    iteration
}

/// Changes a loop to exit after `count` iterations. `counter` is a header argument whose value after `count` iterations
/// differs from all values before. Adds results to the loop and returns them. They are the header arguments for the
/// next iteration.
pub(in crate::transforms) fn exit_after(
    ctx: &Context,
    body: &mut Body,
    plan: &UnrollPlan,
    (counter, counts): (Value, Counter),
    count: u64,
) -> Option<Vec<Value>> {
    let (exit, merge) = (body.last_op(plan.exit())?, body.last_op(plan.blocks.merge)?);
    let args = body.args(plan.blocks.header).to_vec();
    let index = args.iter().position(|&arg| arg == counter)?;
    let next = match plan.late {
        true => Iteration::default().edge(body, plan.latch(), plan.blocks.header),
        false => args,
    };
    let (loc, ty) = (body.loc(exit), body.value_type(counter));
    let bound = Constants::default().get(body, ty, ctx.int_attr(counts.at(count), ty));
    let stays_if_true = body.successor(exit, 0) != plan.blocks.merge;
    let def = if stays_if_true { spv::INotEqual::ID } else { spv::IEqual::ID };
    let types: Vec<Type> = next.iter().map(|&value| body.value_type(value)).collect();
    let old: Vec<Value> = body.operands(merge).collect();
    let mut builder = Builder::at(body, InsertPoint::Before(exit));
    let (operands, results) = ([next[index], bound], [ctx.common().i1]);
    let test = builder.create(NewOp { loc, operands: &operands, results: &results, ..NewOp::new(def) });
    let test = builder.result(test, 0);
    builder.set_operand(exit, spv::BranchConditional::CONDITION, test);
    builder.set_operands(merge, &[&old[..], &next].concat(), &[]);
    builder.add_results(plan.op, &types);
    Some(builder.results(plan.op).skip(old.len()).collect())
}
