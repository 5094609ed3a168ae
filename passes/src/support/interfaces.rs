//! Interfaces of entry points: the variables that each entry point lists

use crate::pass::SpvModule;
use spv_dialect::spv;
use spv_ir::{Attribute, Builder, Op, walk};

/// Returns the entry points of a module.
pub(crate) fn entry_points(module: &SpvModule<'_>) -> Vec<Op> {
    walk::top_ops(module.body).filter(|&op| module.body.def(op) == spv::EntryPoint::ID).collect()
}

/// Replaces `old` with `new` in the interface of each entry point.
pub(crate) fn replace_in_interfaces(module: &mut SpvModule<'_>, old: Attribute, new: &[Attribute]) {
    change_interfaces(module, |list| {
        let parts = list.split(|item| *item == old).collect::<Vec<_>>();
        (parts.len() > 1).then(|| parts.join(new))
    });
}

/// Replaces the interface of each entry point for which `change` returns a new list. `change` receives the old list.
pub(crate) fn change_interfaces(
    module: &mut SpvModule<'_>,
    change: impl Fn(&[Attribute]) -> Option<Vec<Attribute>>,
) {
    let ctx = module.ctx;
    for op in entry_points(module) {
        let list =
            module.body.slot_attr(op, spv::EntryPoint::INTERFACE).and_then(|list| ctx.attr_array(list));
        if let Some(list) = change(list.unwrap_or(&[])) {
            Builder::new(module.body).set_slot(op, spv::EntryPoint::INTERFACE, ctx.array_attr(&list).raw());
        }
    }
}
