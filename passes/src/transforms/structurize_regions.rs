//! Conversion of CFG form to region form (`spv-structurize-regions`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use spv_dialect::control::structurize_regions;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves the blocks of declared constructs into `spv.mlir.selection` and `spv.mlir.loop`, as \
                  import does. A function that violates the rules of structured control flow is not \
                  changed; use `spv-structurize` for it. The resulting binary is the same.",
    before: "  spv.BranchConditional %c, ^bb1, ^bb2 selection_merge(^bb2)\n^bb1:\n  spv.Store \"Private\" %p, %v : \
             i32\n  spv.Branch ^bb2\n^bb2:\n  spv.Return",
    after: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  spv.Store \"Private\" %p, %v : \
            i32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}\nspv.Return",
    statistics: &[
        ("structured", "Functions converted to region form"),
        ("kept", "Functions kept in CFG form"),
    ],
    ..PassInfo::new(
        "spv-structurize-regions",
        "Convert declared constructs to regions",
        ControlFlow::SpvOnly,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match structurize_regions(function.ctx, function.body) {
        Ok(structured) => function.count(0, structured.into()),
        Err(_) => function.count(1, 1),
    }
    Ok(())
}
