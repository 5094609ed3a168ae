//! Canonical id assignment (`canonicalize-ids`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_dialect::structure::CANONICAL_IDS;
use spv_ir::{Builder, Diagnostics};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Marks the module, so that writing its binary numbers ids by hashes of their definitions: types and \
                  constants by their structure, named definitions by their names, and instructions by their neighbors. \
                  Similar modules then have similar binaries, which compress better together. `compact` removes the mark.",
    before: "spv.module Logical GLSL450 {",
    after: "spv.module Logical GLSL450 attributes {spv.canonical_ids} {",
    ..PassInfo::new("canonicalize-ids", "Number ids by their definitions", ControlFlow::Any, |_| {
        Ok(Work::module(run))
    })
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let attrs = module.outer.attrs(module.op);
    if ctx.dict_get(attrs, CANONICAL_IDS).is_none() {
        let mut entries = ctx.dict(attrs).to_vec();
        entries.push((ctx.ident(CANONICAL_IDS), ctx.unit_attr()));
        Builder::new(module.outer).set_attrs(module.op, Some(ctx.dict_attr(entries)));
    }
    Ok(())
}
