//! Trip count of a loop, if it is a compile-time constant

use super::UnrollPlan;
use crate::ranges::Ranges;
use crate::support::spirv::integer;
use crate::transforms::loop_peeling::counter;
use spv_dialect::generated::opcodes;
use spv_dialect::spv;
use spv_ir::{Body, Context, Op, TypeData, Value, ValueDef};

/// Maximum number of iterations to simulate.
const MAX_COUNT: u64 = 1 << 16;

/// Computes the trip count, which is the number of times that the loop continues before it exits. If the exit test is
/// at the end of an iteration, the last iteration is counted, too. Returns `None` if the trip count is not a
/// compile-time constant.
pub(super) fn trip_count(
    ctx: &Context,
    body: &Body,
    ranges: &Ranges,
    plan: &UnrollPlan,
    enters: Op,
) -> Option<u64> {
    let known = |op: Op, value: Value| {
        integer(ctx, body, value).or_else(|| ranges.at(op, value).and_then(|range| range.single()))
    };
    let header = plan.blocks.header;
    let (exit, latch) = (body.last_op(plan.exit())?, body.last_op(plan.latch())?);
    let on_true = body.successor(exit, 0) != plan.blocks.merge;
    let back = body.successors(latch).position(|b| b == header)?;
    let compare = body.defining_op(body.own_operands(exit).next()?)?;
    let row = ctx.registry().op(body.def(compare)).row;
    if row.set != 0 || body.operand_count(compare) != 2 {
        return None;
    }
    let [compared, bound] = body.first_operands(compare);
    let begins = |index: usize| body.successor_args(enters, 0).nth(index);
    let goes_on = |index: usize| body.successor_args(latch, back).nth(index);
    // The exit test compares the counter. If the test is at the end of an iteration, it compares the next value of the
    // counter.
    let index = match body.value_def(compared) {
        ValueDef::Argument(block, index) if block == header => Some(index as usize),
        _ if plan.late => body.successor_args(latch, back).position(|value| value == compared),
        _ => None,
    }?;
    let counter = *body.args(header).get(index)?;
    let TypeData::Integer { width, .. } = *ctx.type_data(body.value_type(counter)) else { return None };
    if !(2..=64).contains(&width) {
        return None;
    }
    let bound = known(exit, bound)?;
    let start = known(enters, begins(index)?)?;
    let next = body.defining_op(goes_on(index)?)?;
    let step = step(ctx, body, next, counter, &|value| known(next, value))?;
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let signed = |value: u64| ((value << (64 - width)) as i64) >> (64 - width);
    let holds = |value: u64| {
        let operands = [value & mask, bound & mask];
        compare_integers(row.opcode, operands, operands.map(signed))
    };
    let mut value = if compared == counter { start } else { start.wrapping_add(step) & mask };
    for iteration in 0..MAX_COUNT {
        if holds(value)? != on_true {
            return Some(iteration + u64::from(plan.late));
        }
        value = value.wrapping_add(step) & mask;
    }
    None
}

/// Evaluates an integer comparison of operands that are given as unsigned and as signed integers. Returns `None` for
/// other ops.
pub(in crate::transforms) fn compare_integers(
    opcode: u32,
    [a, b]: [u64; 2],
    [x, y]: [i64; 2],
) -> Option<bool> {
    Some(match opcode {
        opcodes::I_EQUAL => a == b,
        opcodes::I_NOT_EQUAL => a != b,
        opcodes::U_LESS_THAN => a < b,
        opcodes::U_LESS_THAN_EQUAL => a <= b,
        opcodes::U_GREATER_THAN => a > b,
        opcodes::U_GREATER_THAN_EQUAL => a >= b,
        opcodes::S_LESS_THAN => x < y,
        opcodes::S_LESS_THAN_EQUAL => x <= y,
        opcodes::S_GREATER_THAN => x > y,
        opcodes::S_GREATER_THAN_EQUAL => x >= y,
        _ => return None,
    })
}

/// Returns an upper bound on the trip count. It is based on a counter that advances by 1 while it is less or greater
/// than another value, so its values are distinct.
pub(super) fn trip_limit(ctx: &Context, body: &Body, plan: &UnrollPlan) -> Option<u64> {
    let exit = body.last_op(plan.exit()).filter(|_| !plan.late)?;
    let compare = body.defining_op(body.own_operands(exit).next()?)?;
    let [compared, _] = (body.operand_count(compare) == 2).then(|| body.first_operands(compare))?;
    let is_argument =
        matches!(body.value_def(compared), ValueDef::Argument(block, _) if block == plan.blocks.header);
    let counter = counter(ctx, body, plan, compared).filter(|_| is_argument)?;
    let is_bounded = match body.def(compare) {
        spv::ULessThan::ID | spv::SLessThan::ID => counter.advances_by(1),
        spv::UGreaterThan::ID | spv::SGreaterThan::ID => counter.advances_by(u64::MAX),
        _ => false,
    };
    (is_bounded && plan.stays == 0).then(|| counter.max())
}

/// Returns the constant that an op adds to a counter, or `None` for other ops. `known` returns the value of a constant.
fn step(
    ctx: &Context,
    body: &Body,
    op: Op,
    counter: Value,
    known: &dyn Fn(Value) -> Option<u64>,
) -> Option<u64> {
    let row = ctx.registry().op(body.def(op)).row;
    if row.set != 0 || body.operand_count(op) != 2 {
        return None;
    }
    let [a, b] = body.first_operands(op);
    match row.opcode {
        opcodes::I_ADD if a == counter => known(b),
        opcodes::I_ADD if b == counter => known(a),
        opcodes::I_SUB if a == counter => known(b).map(u64::wrapping_neg),
        _ => None,
    }
}
