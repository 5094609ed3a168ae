//! Lowering of region form to CFG form (`spv-lower-to-cfg`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, PassInfo, SpvModule, Work};
use crate::support::control;
use spv_dialect::control::{lower_to_cfg, lower_to_plain_blocks};
use spv_dialect::structure::PLAIN_BLOCKS;
use spv_ir::{Builder, Diagnostic, Diagnostics, Place};

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
                true => Work::module(lower_plain),
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

/// Lowers the functions with the [`PLAIN_BLOCKS`] attribute to blocks without merge instructions.
fn lower_plain(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    for op in module.functions() {
        let attrs = module.body.attrs(op);
        if ctx.dict_get(attrs, PLAIN_BLOCKS).is_none() {
            continue;
        }
        if let Some(Err(e)) = module.function_mut(op, |body| lower_to_plain_blocks(ctx, body)) {
            let message = format!("the function cannot be lowered: {}", e.reason);
            return Err(Diagnostics {
                list: vec![Diagnostic::error(Place::Op(module.body.loc(op)), message)],
            });
        }
        let rest = ctx.dict_without(attrs, PLAIN_BLOCKS);
        Builder::new(module.body).set_attrs(op, rest);
        module.count(0, 1);
    }
    Ok(())
}
