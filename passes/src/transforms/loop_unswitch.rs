//! Loop unswitching (`loop-unswitch`)

use super::loop_unroll::in_header;
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::nesting::{is_within, parent_region, region_of};
use spv_build::spv::{self, FunctionBuilder};
use spv_ir::copy::{Copier, CopyMap, keep_attrs, keep_locs};
use spv_ir::dialect::Traits;
use spv_ir::rewrite::constant_of;
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, Op, Region, Type, Value, walk};
use std::collections::VecDeque;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves a branch on a loop-invariant condition out of its loop: a selection on the \
                  condition contains two copies of the loop, in each of which the condition is a constant. \
                  Loops with convergent operations or calls are not changed, because fewer invocations \
                  would execute these together. Run simplify-cfg afterwards. Requires region form.",
    before: "spv.mlir.loop {\n  ...\n  spv.mlir.selection {\n    spv.BranchConditional %c, ^then, ^else\n    ...",
    after: "spv.mlir.selection {\n  spv.BranchConditional %c, ^then, ^else\n^then:\n  spv.mlir.loop {\n    ...\n      \
            spv.BranchConditional %true, ^then, ^else\n  ...\n^else:\n  spv.mlir.loop {\n  ...",
    options: &[
        OptionInfo {
            name: "max-ops",
            default: "256",
            help: "maximum number of operations of a loop to copy",
        },
        OptionInfo {
            name: "max-conditions",
            default: "3",
            help: "maximum number of invariant conditions of a loop to copy; each doubles the loop",
        },
    ],
    statistics: &[("loops", "Loops unswitched")],
    ..PassInfo::new(
        "loop-unswitch",
        "Move invariant branches out of loops",
        ControlFlow::SpvOnly,
        |options| {
            let (max_ops, max_conditions) = (options.value("max-ops")?, options.value("max-conditions")?);
            Ok(Work::function(LoopUnswitch { max_ops, max_conditions }))
        },
    )
};

struct LoopUnswitch {
    max_ops: usize,
    max_conditions: usize,
}

impl FunctionPass for LoopUnswitch {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let (ctx, body) = (function.ctx, &mut *function.body);
        let mut work: VecDeque<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::Loop::ID).collect();
        let mut count = 0;
        while let Some(op) = work.pop_front() {
            let Some(condition) = self.condition(ctx, body, op) else { continue };
            count += 1;
            let copy = unswitch(ctx, body, op, condition)?;
            // Both versions of the loop may contain other invariant branches.
            work.push_front(op);
            work.push_back(copy);
            work.extend(ops_in(body, copy).filter(|&op| body.def(op) == spv::Loop::ID));
        }
        function.count(0, count);
        Ok(())
    }
}

impl LoopUnswitch {
    /// Returns an invariant branch condition in a loop, if it is valid and profitable to copy the loop. Otherwise
    /// returns `None`.
    fn condition(&self, ctx: &Context, body: &Body, op: Op) -> Option<Value> {
        if in_header(body, op) {
            return None;
        }
        let region = body.region(op, 0);
        let mut conditions = Vec::new();
        for (index, op) in ops_in(body, op).enumerate() {
            let is_convergent = ctx.registry().op(body.def(op)).traits.contains(Traits::CONVERGENT);
            if index >= self.max_ops || is_convergent || body.def(op) == spv::FunctionCall::ID {
                return None;
            }
            if body.def(op) != spv::BranchConditional::ID || body.successor(op, 0) == body.successor(op, 1) {
                continue;
            }
            let condition = body.operand(op, spv::BranchConditional::CONDITION);
            let is_invariant = region_of(body, condition).is_some_and(|of| !is_within(body, of, region));
            if is_invariant && constant_of(ctx, body, condition).is_none() && !conditions.contains(&condition)
            {
                conditions.push(condition);
            }
        }
        conditions.first().copied().filter(|_| conditions.len() <= self.max_conditions)
    }
}

/// Returns the operations in a construct.
fn ops_in(body: &Body, construct: Op) -> impl Iterator<Item = Op> + '_ {
    body.blocks(body.region(construct, 0)).flat_map(|block| walk::ops_in_block(body, block))
}

/// Wraps a loop and a copy of it in a selection on `condition`. Returns the copy.
fn unswitch(ctx: &Context, body: &mut Body, op: Op, condition: Value) -> Result<Op, Diagnostics> {
    let results: Vec<Value> = body.results(op).collect();
    let types: Vec<Type> = results.iter().map(|&value| body.value_type(value)).collect();
    let uses: Vec<Vec<(Op, usize)>> = results.iter().map(|&value| body.uses(value).collect()).collect();
    let mut copier = Copier { from: None, map: CopyMap::default(), attrs: &keep_attrs, locs: &keep_locs };
    let copy = copier.op(body, op, InsertPoint::Before(op));
    let copied: Vec<Value> = body.results(copy).collect();
    let entry = body.first_block(body.root()).expect("a function with ops has blocks");
    let loc = body.loc(op);
    let mut b = FunctionBuilder::new(spv::Builder::before(ctx, body, op), entry);
    b.loc = loc;
    let arm = |b: &mut FunctionBuilder<'_>, op: Op, results: &[Value]| {
        let at = b.insertion_point();
        b.ir().move_op(op, at);
        results.to_vec()
    };
    let merged = b.if_else(condition, &types, |b| arm(b, op, &results), |b| arm(b, copy, &copied));
    for (op, value) in [(op, true), (copy, false)] {
        let constant = b.bool(value);
        replace_within(b.ir(), condition, constant, op);
    }
    b.into_builder().finish()?;
    let mut builder = Builder::new(body);
    for ((old, new), uses) in results.into_iter().zip(merged).zip(uses) {
        let name = builder.value_name(old);
        builder.set_value_name(old, None);
        builder.set_value_name(new, name);
        uses.into_iter().for_each(|(user, index)| builder.set_operand(user, index, new));
    }
    Ok(copy)
}

/// Replaces the uses of a value within a construct.
fn replace_within(builder: &mut Builder<'_>, old: Value, new: Value, construct: Op) {
    let region: Region = builder.region(construct, 0);
    let is_inside = |user: Op| parent_region(builder, user).is_some_and(|of| is_within(builder, of, region));
    let uses: Vec<(Op, usize)> = builder.uses(old).filter(|(user, _)| is_inside(*user)).collect();
    uses.into_iter().for_each(|(user, index)| builder.set_operand(user, index, new));
}
