//! Workaround for drivers that hang on OpUnreachable in loops (`workaround-1209`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::spirv::{NO_MERGE, may_flow};
use crate::support::values::Undefs;
use spv_dialect::control::loop_blocks;
use spv_dialect::spv;
use spv_ir::{Body, Builder, Diagnostics, InsertPoint, NewOp, Op, Value, walk};
use std::iter::successors;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces OpUnreachable in loops with a branch out of the loop, because some drivers hang on \
                  it (SPIRV-Tools issue 1209). Keeps it if the loop forwards values that may not be phis, \
                  such as pointers, and in unstructured control flow.",
    before: "spv.mlir.loop {\n  ...\n^bb2:\n  spv.Unreachable\n^bb3:\n  spv.mlir.merge\n}",
    after: "spv.mlir.loop {\n  ...\n^bb2:\n  spv.Branch ^bb3\n^bb3:\n  spv.mlir.merge\n}",
    statistics: &[("replaced", "Terminators replaced")],
    ..PassInfo::new("workaround-1209", "Replace OpUnreachable in loops", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let (ctx, body) = (function.ctx, &mut *function.body);
    let ops: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::Unreachable::ID).collect();
    let mut undefs = Undefs::new(ctx);
    let mut count = 0;
    for op in ops {
        let around = successors(owner(body, op), |&around| owner(body, around));
        let Some(construct) = around.into_iter().find(|&around| body.def(around) == spv::Loop::ID) else {
            continue;
        };
        let Some(blocks) = loop_blocks(body, construct) else { continue };
        let types: Vec<_> = body.args(blocks.merge).iter().map(|&arg| body.value_type(arg)).collect();
        // A phi of a type that does not allow phis would be invalid.
        if !types.iter().all(|&ty| may_flow(ctx, ty)) {
            continue;
        }
        let values: Vec<Value> = types.into_iter().map(|ty| undefs.get(body, ty)).collect();
        let is_direct = owner(body, op) == Some(construct);
        let loc = body.loc(op);
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let successors = [(blocks.merge, values.as_slice())];
        builder.create(match is_direct {
            true => NewOp { loc, slots: &NO_MERGE, successors: &successors, ..NewOp::new(spv::Branch::ID) },
            false => NewOp { loc, slots: &[0], operands: &values, ..NewOp::new(spv::Break::ID) },
        });
        builder.erase(op);
        count += 1;
    }
    function.count(0, count);
    Ok(())
}

/// Returns the construct whose region contains an op, or `None` if the op is in no construct.
fn owner(body: &Body, op: Op) -> Option<Op> {
    body.region_owner(body.block_parent(body.parent(op)?)?)
}
