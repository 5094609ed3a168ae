//! Merging of multiple returns (`merge-return`)

use super::inline::returns::{Returns, is_single};
use super::simplify_cfg;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::spirv::may_flow;
use crate::support::values::{Constants, Undefs};
use spv_dialect::control::structurize;
use spv_dialect::spv;
use spv_ir::{Body, Context, Diagnostics, Op, Type, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Rewrites functions with several returns to return once, at the end. If a return is in an \
                  arm of an outermost selection, the code after the selection moves into the other arm. \
                  Other returns become exits of a construct around the whole body. Functions whose control \
                  flow cannot be structurized are not changed, nor are functions in which a value that \
                  would leave a construct may not be a phi, such as an image.",
    before: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  spv.ReturnValue %a : f32\n^bb2:\n  \
             spv.mlir.merge\n}\nspv.ReturnValue %b : f32",
    after: "%0 = spv.mlir.selection -> f32 {\n  spv.BranchConditional %c, ^bb1, ^bb2(%b : f32)\n^bb1:\n  \
            spv.Branch ^bb2(%a : f32)\n^bb2(%1: f32):\n  spv.mlir.merge %1 : f32\n}\nspv.ReturnValue %0 : f32",
    statistics: &[("functions", "Functions changed")],
    ..PassInfo::new("merge-return", "Merge the returns of functions", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let (ctx, body) = (function.ctx, &mut *function.body);
    if body.first_block(body.root()).is_none() || is_single(body) || returned(body) < 2 {
        return Ok(());
    }
    let ty = walk::ops(body)
        .find(|&op| body.def(op) == spv::ReturnValue::ID)
        .and_then(|op| body.own_operands(op).next())
        .map(|value| body.value_type(value));
    let mut copy = body.clone();
    if merge(ctx, &mut copy, ty) {
        *body = copy;
        function.count(0, 1);
    }
    Ok(())
}

/// Returns the number of `spv.Return` and `spv.ReturnValue` ops in a body.
fn returned(body: &Body) -> usize {
    let is_return = |def| [spv::Return::ID, spv::ReturnValue::ID].contains(&def);
    walk::ops(body).filter(|&op| is_return(body.def(op))).count()
}

/// Merges the returns of a body. Returns whether this was possible; if not, the body must be discarded.
fn merge(ctx: &Context, body: &mut Body, ty: Option<Type>) -> bool {
    if structurize(ctx, body).is_err() {
        return false;
    }
    // The rewrite adds exits to constructs, whose results then become phis. Their types must therefore allow phis.
    let flows = |op: Op| body.results(op).all(|value| may_flow(ctx, body.value_type(value)));
    if !walk::ops(body).filter(|&op| body.region_count(op) > 0).all(flows)
        || ty.is_some_and(|ty| !may_flow(ctx, ty))
    {
        return false;
    }
    // A return in a switch would become an exit to an enclosing loop, which is invalid in unreachable code.
    simplify_cfg::erase_unreached(ctx, body);
    is_single(body)
        || (Returns { ctx, body, ty, undefs: Undefs::new(ctx), constants: Constants::default() }).run()
}
