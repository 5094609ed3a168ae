//! `spv-structurize`: any control flow to structured control flow.

use crate::pass::{Function, PassInfo, Work};
use crate::support::control;
use spv_dialect::control::structurize;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Gives any control-flow graph the structure that SPIR-V requires of shaders: \
                  reducible or irreducible, with constructs declared in part or not at all. Structured \
                  functions are kept as they are. No operation is duplicated or reordered, except that \
                  pointers and images are rematerialized where they cannot be passed on. Where one \
                  block replaces several, a selector says which. A function that would grow without \
                  bound is an error.",
    before: "  spv.Branch ^bb1\n^bb1:\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb2:\n  spv.Return",
    after: "spv.mlir.loop continue_blocks(0) {\n  spv.Branch ^bb1\n^bb1:\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb2:\n  \
            spv.mlir.merge\n}\nspv.Return",
    statistics: &[("structured", "Functions changed")],
    reads_control_flow: true,
    ..PassInfo::new("spv-structurize", "Structure any control flow", |_| Ok(Work::function(run)))
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match structurize(function.ctx, function.body) {
        Ok(changed) => function.count(0, changed.into()),
        Err(e) => return Err(control::error(function, "the function cannot be structured", &e)),
    }
    Ok(())
}
