//! Structurization of arbitrary control flow (`spv-structurize`).

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::control;
use spv_dialect::control::structurize;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Gives any control-flow graph the structure that SPIR-V requires of shaders, whether it is \
                  reducible or irreducible, and whether its constructs are declared, partly declared or not \
                  declared. Structured functions are not changed. Operations are neither duplicated nor \
                  reordered, except that pointers and images are rematerialized if they cannot be block \
                  arguments. If one block replaces several, a selector variable distinguishes them. Reports \
                  an error for a function that would grow without bound.",
    before: "  spv.Branch ^bb1\n^bb1:\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb2:\n  spv.Return",
    after: "spv.mlir.loop continue_blocks(0) {\n  spv.Branch ^bb1\n^bb1:\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb2:\n  \
            spv.mlir.merge\n}\nspv.Return",
    statistics: &[("structured", "Functions structurized")],
    ..PassInfo::new("spv-structurize", "Structurize arbitrary control flow", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match structurize(function.ctx, function.body) {
        Ok(changed) => function.count(0, changed.into()),
        Err(e) => return Err(control::error(function, "the function cannot be structured", &e)),
    }
    Ok(())
}
