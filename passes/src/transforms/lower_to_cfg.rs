//! Lowering of region form to CFG form (`spv-lower-to-cfg`).

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::control;
use spv_dialect::control::{lower_to_cfg, lower_to_plain_blocks};
use spv_dialect::structure::PLAIN_BLOCKS;
use spv_ir::{Builder, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves the blocks of all constructs into the function body. Headers declare their \
                  constructs: `selection_merge(^bb1)`, `loop_merge(^bb1, continue ^bb2)`. Construct results \
                  and layout hints become block arguments, blocks and edges. The resulting binary is the \
                  same. With `plain`, lowers only functions that `spv-structurize` with `plain` has changed, and removes \
                  their merge instructions.",
    before: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  spv.Store \"Private\" %p, %v : \
             i32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}\nspv.Return",
    after: "  spv.BranchConditional %c, ^bb1, ^bb2 selection_merge(^bb2)\n^bb1:\n  spv.Store \"Private\" %p, %v : \
            i32\n  spv.Branch ^bb2\n^bb2:\n  spv.Return",
    options: &[OptionInfo {
        name: "plain",
        default: "false",
        help: "only functions without merge instructions before `spv-structurize{plain}`",
    }],
    statistics: &[("lowered", "Functions lowered")],
    ..PassInfo::new(
        "spv-lower-to-cfg",
        "Lower structured control flow to blocks",
        ControlFlow::SpvOnly,
        |options| {
            Ok(match options.switch("plain")? {
                true => Work::function(lower_plain),
                false => Work::function(run),
            })
        },
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match lower_to_cfg(function.ctx, function.body) {
        Ok(lowered) => function.count(0, lowered.into()),
        Err(e) => return Err(control::error(function, "the function cannot be lowered", &e)),
    }
    Ok(())
}

fn lower_plain(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let attrs = function.module.attrs(function.op);
    if function.ctx.dict_get(attrs, PLAIN_BLOCKS).is_none() {
        return Ok(());
    }
    if let Err(e) = lower_to_plain_blocks(function.ctx, function.body) {
        return Err(control::error(function, "the function cannot be lowered", &e));
    }
    function.count(0, 1);
    let op = function.op;
    function.edit(move |ctx, module| {
        let rest = ctx.dict_without(module.attrs(op), PLAIN_BLOCKS);
        Builder::new(module).set_attrs(op, rest);
    });
    Ok(())
}
