//! `simplify-cfg`: control flow that is known is removed.
//!
//! Repeated until nothing changes: branches on constants ([`branches`]), selections whose way is known
//! give their blocks to the region around ([`dissolve`]), what is unreachable goes ([`unreachable`]),
//! blocks in a row become one ([`merge`]), selections that only choose between values become
//! `spv.Select` ([`select`]), and parameters for which all edges pass one value are replaced by it.

mod branches;
mod choose;
mod dissolve;
mod merge;
pub(super) mod select;
mod unreachable;

use crate::flow::Flow;
use crate::options::OptionInfo;
use crate::pass::{Function, FunctionPass, PassInfo, Work};
use crate::support::params::simplify_params;
use crate::uniformity::Uniformity;
use spv_ir::{Body, Context, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Folds branches on constants, removes unreachable blocks (of an unreachable continue \
                  construct a branch is kept) and selections whose target is known, merges \
                  straight-line blocks, and converts selections that only choose between cheap values \
                  into selects. Loops are kept.",
    before: "spv.mlir.selection {\n  spv.BranchConditional %true, ^bb1, ^bb2\n^bb1:\n  \
             spv.Store \"Output\" %o, %a : f32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}",
    after: "spv.Store \"Output\" %o, %a : f32",
    options: &[OptionInfo {
        name: "select-ops",
        default: "8",
        help: "operations at most that a selection may compute to become a select; 0: none becomes one",
    }],
    statistics: &[("changes", "Number of changes")],
    reads_control_flow: true,
    ..PassInfo::new("simplify-cfg", "Simplify control flow", |options| {
        Ok(Work::function(SimplifyCfg { select_ops: options.value("select-ops")? }))
    })
};

struct SimplifyCfg {
    select_ops: usize,
}

/// Erases what is unreachable, as far as constructs can do without it.
pub(super) fn erase_unreached(ctx: &Context, body: &mut Body) {
    let flow = Flow::new(ctx, body);
    unreachable::erase(&mut State { ctx, body }, &flow);
}

/// What the parts of the pass work on.
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
            changes += dissolve::selections(&mut state);
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
