//! Separation of sampler bindings that conflict with images (`resolve-binding-conflicts`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::{Builder, Context, Diagnostics, Op, Type, walk};
use std::collections::BTreeMap;

pub(super) static INFO: PassInfo = PassInfo {
    description: "If a sampler and another variable have the same descriptor set and binding, moves the \
                  sampler to the next binding, and renumbers higher bindings as far as they then conflict. \
                  Variables that share a binding otherwise keep sharing it.",
    before: "spv.GlobalVariable @image bind(0, 1) : !spv.ptr<!spv.image<...>, UniformConstant>\n\
             spv.GlobalVariable @sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>",
    after: "spv.GlobalVariable @image bind(0, 1) : !spv.ptr<!spv.image<...>, UniformConstant>\n\
            spv.GlobalVariable @sampler bind(0, 2) : !spv.ptr<!spv.sampler, UniformConstant>",
    statistics: &[("variables", "Variables with a new binding")],
    ..PassInfo::new(
        "resolve-binding-conflicts",
        "Separate bindings of images and samplers",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

/// The variables with the same descriptor set and binding: first all variables that are not samplers, then the
/// samplers.
type Shared = [Vec<Op>; 2];

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut sets: BTreeMap<u64, BTreeMap<u64, Shared>> = BTreeMap::new();
    for op in walk::top_ops(module.body) {
        let Some(variable) = spv::GlobalVariable::cast(module.body, op) else { continue };
        let number = |key: &str| ctx.attr_u64(ctx.dict_get(module.body.attrs(op), key)?);
        let (Some(set), Some(binding)) = (number("descriptor_set"), number("binding")) else { continue };
        let sampler = variable.contents(ctx).is_some_and(|(ty, _)| is_sampler(ctx, ty));
        sets.entry(set).or_default().entry(binding).or_default()[usize::from(sampler)].push(op);
    }
    let mut moved: FxHashMap<Op, u64> = FxHashMap::default();
    for bindings in sets.into_values() {
        // The lowest binding number that is not used yet.
        let mut free = 0;
        for (binding, [others, samplers]) in bindings {
            for group in [others, samplers].into_iter().filter(|group| !group.is_empty()) {
                let new = binding.max(free);
                free = new + 1;
                if new != binding {
                    moved.extend(group.into_iter().map(|op| (op, new)));
                }
            }
        }
    }
    module.count(0, moved.len() as u64);
    let mut builder = Builder::new(module.body);
    for (op, binding) in moved {
        let mut entries = ctx.dict(builder.attrs(op)).to_vec();
        let own = entries.iter_mut().find(|(key, _)| ctx.str(*key) == "binding");
        own.into_iter().for_each(|(_, value)| *value = ctx.i32_attr(binding as u32));
        builder.set_attrs(op, Some(ctx.dict_attr(entries)));
    }
    Ok(())
}

/// Returns whether a type is a sampler, or an array of samplers.
fn is_sampler(ctx: &Context, mut ty: Type) -> bool {
    while let Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, _)) = types::view(ctx, ty) {
        let Some(element) = types::element(ctx, ty, 0) else { return false };
        ty = element;
    }
    matches!(types::view(ctx, ty), Some((op::TYPE_SAMPLER, _)))
}
