//! Compaction of ids (`compact`), for compatibility; a no-op here.

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Does nothing. Writing a binary always numbers ids without gaps.",
    before: "%17 = OpIAdd %int %9 %16",
    after: "%7 = OpIAdd %int %5 %6",
    ..PassInfo::new("compact", "Number ids without gaps (always done)", ControlFlow::Any, |_| {
        Ok(Work::module(|_: &mut SpvModule<'_>| Ok::<(), Diagnostics>(())))
    })
};
