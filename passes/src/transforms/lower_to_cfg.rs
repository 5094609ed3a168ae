//! Lowering of region form to CFG form (`spv-lower-to-cfg`).

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::control;
use spv_dialect::control::lower_to_cfg;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves the blocks of all constructs into the function body. Headers declare their \
                  constructs: `selection_merge(^bb1)`, `loop_merge(^bb1, continue ^bb2)`. Construct results \
                  and layout hints become block arguments, blocks and edges. The resulting binary is the \
                  same.",
    before: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  spv.Store \"Private\" %p, %v : \
             i32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}\nspv.Return",
    after: "  spv.BranchConditional %c, ^bb1, ^bb2 selection_merge(^bb2)\n^bb1:\n  spv.Store \"Private\" %p, %v : \
            i32\n  spv.Branch ^bb2\n^bb2:\n  spv.Return",
    statistics: &[("lowered", "Functions lowered")],
    ..PassInfo::new(
        "spv-lower-to-cfg",
        "Lower structured control flow to blocks",
        ControlFlow::SpvOnly,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match lower_to_cfg(function.ctx, function.body) {
        Ok(lowered) => function.count(0, lowered.into()),
        Err(e) => return Err(control::error(function, "the function cannot be lowered", &e)),
    }
    Ok(())
}
