//! mlir-opt passes that pipelines use in addition to the conversions

use crate::target::TargetEnv;
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialects::View;
use spv_dialects::gpu;
use spv_ir::dialect::SYMBOL_SLOT;
use spv_ir::{Builder, Diagnostics, Module, Op, walk};
use spv_passes::options::OptionInfo;
use spv_passes::pass::{ControlFlow, PassInfo, Work};

pub(crate) static FOLD_ALIASES: PassInfo = PassInfo {
    description: "Does nothing. The conversions to spv resolve views of memrefs themselves.",
    ..PassInfo::new("fold-memref-alias-ops", "Accepted for LLVM compatibility", ControlFlow::Any, |_| {
        Ok(Work::whole(nothing))
    })
};

fn nothing(_: &mut Module) -> Result<(), Diagnostics> {
    Ok(())
}

pub(crate) static LOWER_AFFINE: PassInfo = PassInfo {
    description: "Does nothing. The dialect affine is not read, so no module has its ops.",
    ..PassInfo::new("lower-affine", "Accepted for LLVM compatibility", ControlFlow::Any, |_| {
        Ok(Work::whole(nothing))
    })
};

pub(crate) static TO_LLVM: PassInfo = PassInfo {
    description: "Always fails. spv-opt writes SPIR-V, not the dialect llvm.",
    ..PassInfo::new("convert-spirv-to-llvm", "Refused: use the pass of mlir-opt", ControlFlow::Any, |_| {
        Err("spv-opt does not convert to the dialect llvm: run this pass in mlir-opt on text of --mlir-compat".to_owned().into())
    })
};

const MODULE: OptionInfo =
    OptionInfo { name: "module", default: "", help: "name of the `gpu.module`; empty for all of them" };
const VERSION: OptionInfo =
    OptionInfo { name: "ver", default: "v1.0", help: "version of SPIR-V, from v1.0 to v1.6" };
const CAPABILITIES: OptionInfo =
    OptionInfo { name: "caps", default: "", help: "capabilities, separated by commas" };
const EXTENSIONS: OptionInfo =
    OptionInfo { name: "exts", default: "", help: "extensions, separated by commas" };

pub(crate) static ATTACH_TARGET: PassInfo = PassInfo {
    description: "Sets the target environment of each `gpu.module`, in its list of targets, from which the \
                  conversions to spv take it.",
    options: &[MODULE, VERSION, CAPABILITIES, EXTENSIONS],
    ..PassInfo::new(
        "spirv-attach-target",
        "Attach a target environment to gpu.module ops",
        ControlFlow::Any,
        |values| {
            let list = |name| values.text(name).split(',').map(str::trim).filter(|text| !text.is_empty());
            let minor =
                values.text(VERSION.name).strip_prefix("v1.").and_then(|minor| minor.parse::<u32>().ok());
            let Some(minor @ 0..=6) = minor else {
                return Err(format!(
                    "the value '{}' of option 'ver' is no version from v1.0 to v1.6",
                    values.text(VERSION.name)
                )
                .into());
            };
            let mut stated = Vec::new();
            for name in list(CAPABILITIES.name) {
                match CAPABILITY.by_name(name) {
                    Some(value) => stated.push(value),
                    None => return Err(format!("'{name}' is no capability").into()),
                }
            }
            let extensions = list(EXTENSIONS.name).map(str::to_owned).collect();
            let target = TargetEnv::new(0x0001_0000 | minor << 8, stated, extensions);
            let name = values.text(MODULE.name).to_owned();
            Ok(Work::whole(move |module: &mut Module| {
                attach(module, &name, &target);
                Ok(())
            }))
        },
    )
};

/// Adds a target to each `gpu.module` with the given name, or to all of them if the name is empty.
fn attach(module: &mut Module, name: &str, target: &TargetEnv) {
    let ctx = module.ctx.clone();
    let Some(target) = target.attr(&ctx) else { return };
    let is_chosen = |op: &Op| {
        let is_kernels = ctx.registry().op(module.body.def(*op)).row.name == gpu::Module::NAME;
        let own = module.body.slot_attr(*op, SYMBOL_SLOT).filter(|_| is_kernels);
        is_kernels && (name.is_empty() || own.and_then(|own| ctx.attr_str(own)) == Some(name))
    };
    for op in walk::top_ops(&module.body).filter(is_chosen).collect::<Vec<Op>>() {
        let targets = View::new(&ctx, &module.body, op).and_then(|view| view.attr(gpu::Module::targets));
        let mut targets = targets.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]).to_vec();
        targets.push(target);
        let list = ctx.array_attr(&targets).raw();
        Builder::new(&mut module.body).set_slot(op, gpu::Module::slot(gpu::Module::targets), list);
    }
}
