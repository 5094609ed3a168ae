//! Conversion of specialization constants to plain constants (`freeze-spec-const`)

use super::fold_spec_const_ops::{fold, legalize_operands, replace};
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use spv_dialect::decorations::without;
use spv_dialect::spv;
use spv_ir::{Attribute, Builder, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces specialization constants with plain constants with their default values, then folds \
                  composites of them and operations on them (`fold-spec-const-op-composite`).",
    before: "spv.SpecConstant @n spec_id(3) = 7 : i32",
    after: "spv.GlobalConstant @n = 7 : i32",
    statistics: &[("frozen", "Constants frozen")],
    ..PassInfo::new(
        "freeze-spec-const",
        "Convert specialization constants to plain constants",
        ControlFlow::Any,
        |_| Ok(Work::module(freeze)),
    )
};

fn freeze(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut frozen = 0;
    for op in ops_of(module, spv::SpecConstant::ID) {
        let value = module.body.slot(op, spv::SpecConstant::DEFAULT_VALUE);
        let Some(value) = Attribute::from_raw(value) else { continue };
        let constant = replace(ctx, module.body, op, value);
        let attrs = without(ctx, module.body.attrs(constant), &["spec_id"]);
        Builder::new(module.body).set_attrs(constant, attrs);
        frozen += 1;
    }
    frozen += fold(module);
    module.count(0, frozen);
    legalize_operands(module, frozen);
    Ok(())
}
