//! `spv-structurize-regions`: CFG form with declared constructs to region form.

use crate::pass::{Function, PassInfo, Work};
use spv_dialect::control::structurize_regions;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Puts the blocks of declared constructs into `spv.mlir.selection` and `spv.mlir.loop`, as import \
                  does. A function whose control flow breaks the rules of structured control flow stays as it \
                  is: `spv-structurize` takes any. The binary stays the same.",
    before: "  spv.BranchConditional %c, ^bb1, ^bb2 selection_merge(^bb2)\n^bb1:\n  spv.Store \"Private\" %p, %v : \
             i32\n  spv.Branch ^bb2\n^bb2:\n  spv.Return",
    after: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  spv.Store \"Private\" %p, %v : \
            i32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}\nspv.Return",
    statistics: &[
        ("structured", "Functions put into region form"),
        ("kept", "Functions that stay in CFG form"),
    ],
    reads_control_flow: true,
    ..PassInfo::new("spv-structurize-regions", "Put declared constructs into regions", |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match structurize_regions(function.ctx, function.body) {
        Ok(structured) => function.count(0, structured.into()),
        Err(_) => function.count(1, 1),
    }
    Ok(())
}
