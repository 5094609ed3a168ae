//! Removal of exports from modules with entry points (`internalize`)

use crate::options::{OptionInfo, OptionValues};
use crate::pass::{ControlFlow, ModulePass, PassInfo, SpvModule, Work};
use crate::support::spirv::LINKAGE_ATTRIBUTES;
use rustc_hash::FxHashSet;
use spv_dialect::spv;
use spv_ir::{Builder, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Removes the linkage of exported functions and variables, so that symbol-dce can erase \
                  those that no entry point reaches, and inline can inline those that are called once. A \
                  module without entry points is a library and is not changed. Intended for modules that \
                  are not linked further; clang leaves exported copies of kernels. The declaration of the \
                  capability Linkage remains; spirv-update-vce removes it.",
    before: "spv.func @helper() \"None\" attributes {linkage_attributes = [\"helper\", \"Export\"]} {\n  spv.Return\n}",
    after: "spv.func @helper() \"None\" {\n  spv.Return\n}",
    options: &[OptionInfo { name: "keep", default: "", help: "comma-separated names that stay exported" }],
    statistics: &[("internalized", "Exports removed")],
    ..PassInfo::new(
        "internalize",
        "Remove exports of modules with entry points",
        ControlFlow::Any,
        |options| Ok(Work::module(Internalize::new(options))),
    )
};

struct Internalize {
    kept: FxHashSet<String>,
}

impl Internalize {
    fn new(options: &OptionValues) -> Internalize {
        let names = options.text("keep").split(',').map(str::trim);
        Internalize { kept: names.filter(|name| !name.is_empty()).map(str::to_owned).collect() }
    }
}

impl ModulePass for Internalize {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let ctx = module.ctx;
        if !walk::top_ops(module.body).any(|op| module.body.def(op) == spv::EntryPoint::ID) {
            return Ok(());
        }
        let is_hidden = |op: &Op| {
            let linkage = ctx.dict_get(module.body.attrs(*op), LINKAGE_ATTRIBUTES);
            match linkage.and_then(|linkage| ctx.attr_array(linkage)) {
                Some(&[name, kind]) => {
                    let is_kept = ctx.attr_str(name).is_some_and(|name| self.kept.contains(name));
                    ctx.attr_str(kind).is_some_and(|kind| kind != "Import") && !is_kept
                }
                _ => false,
            }
        };
        let hidden: Vec<Op> = walk::top_ops(module.body).filter(is_hidden).collect();
        for &op in &hidden {
            let attrs = ctx.dict_without(module.body.attrs(op), LINKAGE_ATTRIBUTES);
            Builder::new(module.body).set_attrs(op, attrs);
        }
        module.count(0, hidden.len() as u64);
        Ok(())
    }
}
