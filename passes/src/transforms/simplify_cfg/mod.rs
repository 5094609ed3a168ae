//! Simplification of the control-flow graph (`simplify-cfg`)
//!
//! Repeats the following steps until nothing changes. Folds branches on constants ([`branches`]), inlines selections
//! with a known target ([`inline_selection`]), removes unreachable code ([`unreachable`]) and merges straight-line
//! blocks ([`merge`]). Converts selections that only choose between values to `spv.Select` ([`select`]). Removes
//! redundant block arguments and construct results.

mod branches;
mod choose;
mod inline_selection;
mod merge;
pub(super) mod select;
mod unreachable;

use crate::flow::Flow;
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::params::simplify_params;
use crate::uniformity::Uniformity;
use spv_ir::{Body, Context, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Folds branches on constants, removes unreachable blocks (an unreachable continue \
                  construct is reduced to a branch) and selections whose target is known, merges \
                  straight-line blocks, and converts selections that only select between cheap values to \
                  selects. Loops are kept.",
    before: "spv.mlir.selection {\n  spv.BranchConditional %true, ^bb1, ^bb2\n^bb1:\n  \
             spv.Store \"Output\" %o, %a : f32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}",
    after: "spv.Store \"Output\" %o, %a : f32",
    options: &[OptionInfo {
        name: "select-ops",
        default: "8",
        help: "maximum number of operations in a selection that is converted to selects; 0 disables the conversion",
    }],
    statistics: &[("changes", "Number of changes")],
    idempotent: true,
    ..PassInfo::new("simplify-cfg", "Simplify control flow", ControlFlow::SpvOnly, |options| {
        Ok(Work::function(SimplifyCfg { select_ops: options.value("select-ops")? }))
    })
};

struct SimplifyCfg {
    select_ops: usize,
}

/// Erases unreachable code, except for blocks that constructs require.
pub(super) fn erase_unreached(ctx: &Context, body: &mut Body) {
    let flow = Flow::new(ctx, body);
    unreachable::erase(&mut State { ctx, body }, &flow);
}

/// The state shared by the steps of the pass.
struct State<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
}

impl FunctionPass for SimplifyCfg {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let (ctx, module, symbols) = (function.ctx, function.module, function.symbols);
        let mut total = 0;
        loop {
            let mut changes = 0;
            changes += simplify_params(function);
            changes += branches::fold(&mut State { ctx, body: function.body });
            let (flow, epoch) = (function.analysis::<Flow>(), function.body.epoch());
            let uniformity = |body: &Body| match body.epoch() == epoch {
                true => Uniformity::new(ctx, module, symbols, body, &flow),
                false => Uniformity::new(ctx, module, symbols, body, &Flow::new(ctx, body)),
            };
            let mut state = State { ctx, body: function.body };
            changes += unreachable::erase(&mut state, &flow);
            changes += inline_selection::selections(&mut state);
            changes += merge::blocks(&mut state);
            if self.select_ops > 0 {
                changes += select::selections(&mut state, self.select_ops, &uniformity);
            }
            changes += choose::results(&mut state);
            total += changes;
            if changes == 0 {
                break;
            }
        }
        function.count(0, total);
        Ok(())
    }
}
