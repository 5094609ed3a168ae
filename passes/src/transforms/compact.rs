//! `compact`: a pass of other representations, which has nothing to do here.

use crate::pass::{PassInfo, SpvModule, Work};
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Does nothing: ids are given when a binary is written, without gaps.",
    before: "%17 = OpIAdd %int %9 %16",
    after: "%7 = OpIAdd %int %5 %6",
    ..PassInfo::new("compact", "Number ids without gaps (always so)", |_| {
        Ok(Work::module(|_: &mut SpvModule<'_>| Ok::<(), Diagnostics>(())))
    })
};
