//! Block ordering (`order-blocks`): moves blocks after the blocks that dominate them

use crate::options::IF_CHANGED;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use spv_dialect::control::{self, BlockOrder};
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Reorders the blocks of a function that has a block before its dominator, which SPIR-V forbids.",
    before: "spv.Branch ^bb2\n^bb1:\n  spv.ReturnValue %x : i32\n^bb2:\n  %x = spv.IAdd %a, %a : i32\n  spv.Branch ^bb1",
    after: "spv.Branch ^bb2\n^bb2:\n  %x = spv.IAdd %a, %a : i32\n  spv.Branch ^bb1\n^bb1:\n  spv.ReturnValue %x : i32",
    options: &[IF_CHANGED],
    ..PassInfo::new("order-blocks", "Move blocks after their dominators", ControlFlow::Any, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    control::order_blocks(function.ctx.registry(), function.body, BlockOrder::IfNeeded);
    Ok(())
}
