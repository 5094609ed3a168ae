//! Unrolling of loops whose blocks execute in sequence, without branches between them

use super::iteration::{Iteration, inner_ops};
use super::{UnrollPlan, not_again};
use spv_ir::{Body, Builder, InsertPoint, Op, Value};

/// Returns the values that the latch forwards to the header's arguments.
fn passed_back(body: &Body, plan: &UnrollPlan) -> Vec<Value> {
    Iteration::default().edge(body, plan.latch(), plan.blocks.header)
}

/// Copies all iterations to the position before the loop, and erases the loop.
pub(super) fn copy_out(body: &mut Body, plan: &UnrollPlan) {
    let header = plan.blocks.header;
    let mut values: Vec<Value> = match body.last_op(plan.blocks.entry) {
        Some(enters) => body.successor_args(enters, 0).collect(),
        None => return,
    };
    let row = plan.row();
    let back = passed_back(body, plan);
    let mut iteration = Iteration::default();
    for _ in 0..plan.trip_count {
        iteration = Iteration::begin(body, header, &values);
        iteration.row(body, &row, InsertPoint::Before(plan.op));
        values = back.iter().map(|&v| iteration.of(v)).collect();
    }
    if !plan.late {
        // The test executes one more time, and exits the loop.
        iteration = Iteration::begin(body, header, &values);
        iteration.row(body, &plan.test, InsertPoint::Before(plan.op));
    }
    iteration.follow(body, plan.exit(), plan.blocks.merge);
    let Some(end) = body.last_op(plan.blocks.merge) else { return };
    let results: Vec<Value> = body.operands(end).map(|v| iteration.of(v)).collect();
    let mut b = Builder::new(body);
    for (i, value) in results.into_iter().enumerate() {
        let result = b.result(plan.op, i);
        b.replace_all_uses(result, value);
    }
    b.erase(plan.op);
}

/// Appends `more` iterations to each iteration of the loop. The appended iterations have no exit test.
pub(super) fn repeat(body: &mut Body, plan: &UnrollPlan, more: u64) {
    let header = plan.blocks.header;
    let Some(latch) = body.last_op(plan.latch()) else { return };
    let row = plan.row();
    let mut values = passed_back(body, plan);
    // List the ops of the original loop first, so that copies made below are not copied again.
    let template: Vec<Vec<Op>> = row.iter().map(|&block| inner_ops(body, block)).collect();
    let back = values.clone();
    let mut iteration = Iteration::default();
    for _ in 0..more {
        iteration = Iteration::begin(body, header, &values);
        for (index, ops) in template.iter().enumerate() {
            if index > 0 {
                iteration.follow(body, row[index - 1], row[index]);
            }
            iteration.ops(body, ops, InsertPoint::Before(latch));
        }
        values = back.iter().map(|&v| iteration.of(v)).collect();
    }
    // The latch and, if the exit test is at the end, the loop's results must use the values of the last copy.
    let ends = body.last_op(plan.blocks.merge).filter(|_| plan.late);
    for op in std::iter::once(latch).chain(ends) {
        for operand in 0..body.operand_count(op) {
            let value = iteration.of(body.operand(op, operand));
            Builder::new(body).set_operand(op, operand, value);
        }
    }
    not_again(body, plan.op);
}
