//! Replacement of decoration groups with individual decorations (`flatten-decorations`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_dialect::decorations::GROUPS;
use spv_dialect::{sets, spv};
use spv_ir::{Builder, Diagnostics, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Removes decoration groups. Their decorations are already attributes of all targets, and \
                  are then written as OpDecorate and OpMemberDecorate. Modules with non-semantic \
                  instructions, which may refer to groups, are not changed.",
    before: "spv.module Logical GLSL450 attributes {decoration_groups = [{binding = 3 : i32}]} {...}",
    after: "spv.module Logical GLSL450 {...}",
    statistics: &[("groups", "Groups removed")],
    ..PassInfo::new(
        "flatten-decorations",
        "Replace decoration groups with decorations",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let attrs = module.outer.attrs(module.op);
    let groups = ctx.dict_get(attrs, GROUPS).and_then(|list| ctx.attr_array(list)).map_or(0, <[_]>::len);
    if groups > 0 && !has_non_semantic(module) {
        let attrs = ctx.dict_without(attrs, GROUPS);
        Builder::new(module.outer).set_attrs(module.op, attrs);
        module.count(0, groups as u64);
    }
    Ok(())
}

fn has_non_semantic(module: &SpvModule<'_>) -> bool {
    walk::bodies(module.body).any(|at| {
        walk::ops(at.body).any(|op| {
            let row = module.ctx.registry().op(at.body.def(op)).row;
            at.body.def(op) == spv::ExtInst::ID || sets::set(row.set).is_some_and(|set| set.non_semantic)
        })
    })
}
