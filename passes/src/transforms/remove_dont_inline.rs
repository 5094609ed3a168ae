//! Removal of the function control DontInline (`remove-dont-inline`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use spv_dialect::generated::values::function_control;
use spv_dialect::spv;
use spv_ir::{Builder, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Removes the function control DontInline, so that `inline` may inline the function.",
    before: "spv.func @f() \"DontInline\" {\n  spv.Return\n}",
    after: "spv.func @f() \"None\" {\n  spv.Return\n}",
    statistics: &[("functions", "Functions changed")],
    ..PassInfo::new("remove-dont-inline", "Remove the function control DontInline", ControlFlow::Any, |_| {
        Ok(Work::module(run))
    })
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let mut count = 0;
    for op in ops_of(module, spv::Func::ID) {
        let control = module.body.slot(op, spv::Func::FUNCTION_CONTROL);
        if control & function_control::DONT_INLINE != 0 {
            let control = control & !function_control::DONT_INLINE;
            Builder::new(module.body).set_slot(op, spv::Func::FUNCTION_CONTROL, control);
            count += 1;
        }
    }
    module.count(0, count);
    Ok(())
}
