//! Change of a descriptor set number (`switch-descriptorset`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_ir::{Builder, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves the variables of descriptor set `from` to set `to`.",
    before: "spv.GlobalVariable @image bind(0, 3) : !spv.ptr<!spv.sampler, UniformConstant>",
    after: "spv.GlobalVariable @image bind(2, 3) : !spv.ptr<!spv.sampler, UniformConstant>",
    options: &[
        OptionInfo { name: "from", default: "0", help: "current number of the set" },
        OptionInfo { name: "to", default: "0", help: "new number of the set" },
    ],
    statistics: &[("variables", "Variables changed")],
    ..PassInfo::new("switch-descriptorset", "Renumber a descriptor set", ControlFlow::Any, |options| {
        let sets = (options.value("from")?, options.value("to")?);
        Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, sets)))
    })
};

/// Key of the descriptor set decoration.
const SET: &str = "descriptor_set";

fn run(module: &mut SpvModule<'_>, (from, to): (u32, u32)) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let ops: Vec<Op> = walk::top_ops(module.body).collect();
    let mut builder = Builder::new(module.body);
    let mut count = 0;
    for op in ops {
        let mut entries = ctx.dict(builder.attrs(op)).to_vec();
        let set = entries
            .iter_mut()
            .find(|(key, value)| ctx.str(*key) == SET && ctx.attr_u64(*value) == Some(u64::from(from)));
        if let Some((_, value)) = set {
            *value = ctx.i32_attr(to);
            builder.set_attrs(op, Some(ctx.dict_attr(entries)));
            count += 1;
        }
    }
    module.count(0, count);
    Ok(())
}
