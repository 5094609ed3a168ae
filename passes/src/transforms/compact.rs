//! Compaction of ids (`compact`), for compatibility with spirv-opt

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_dialect::structure::CANONICAL_IDS;
use spv_ir::{Builder, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Undoes `canonicalize-ids`. Otherwise it does nothing: writing a binary numbers ids without gaps.",
    before: "%17 = OpIAdd %int %9 %16",
    after: "%7 = OpIAdd %int %5 %6",
    ..PassInfo::new("compact", "Number ids without gaps", ControlFlow::Any, |_| Ok(Work::module(run)))
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let attrs = module.outer.attrs(module.op);
    if module.ctx.dict_get(attrs, CANONICAL_IDS).is_some() {
        let rest = module.ctx.dict_without(attrs, CANONICAL_IDS);
        Builder::new(module.outer).set_attrs(module.op, rest);
    }
    Ok(())
}
