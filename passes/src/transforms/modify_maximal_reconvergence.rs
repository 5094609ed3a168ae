//! Addition and removal of the execution mode MaximallyReconvergesKHR (`modify-maximal-reconvergence`)

use crate::options::{OptionError, OptionInfo};
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use rustc_hash::FxHashSet;
use spv_build::spv::{self, ExecutionMode};
use spv_dialect::generated::values::execution_mode::MAXIMALLY_RECONVERGES_KHR;
use spv_dialect::generated::values::execution_model;
use spv_dialect::vce::Vce;
use spv_ir::{Builder, Diagnostics, Ident, InsertPoint, Op};

pub(super) static INFO: PassInfo = PassInfo {
    description: "With `add`, declares MaximallyReconvergesKHR for each shader entry point that does not declare \
                  it, and the extension SPV_KHR_maximal_reconvergence. Otherwise removes both.",
    before: "spv.EntryPoint \"GLCompute\" @main",
    after: "spv.EntryPoint \"GLCompute\" @main\nspv.ExecutionMode @main \"MaximallyReconvergesKHR\"",
    options: &[OptionInfo { name: "mode", default: "remove", help: "`add` or `remove`" }],
    statistics: &[("modes", "Execution modes added or removed")],
    ..PassInfo::new(
        "modify-maximal-reconvergence",
        "Add or remove the execution mode MaximallyReconvergesKHR",
        ControlFlow::Any,
        |options| {
            let adds = match options.text("mode") {
                "add" => true,
                "remove" => false,
                _ => return Err(OptionError::from("the option 'mode' must be 'add' or 'remove'".to_owned())),
            };
            Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, adds)))
        },
    )
};

const EXTENSION: &str = "SPV_KHR_maximal_reconvergence";

fn run(module: &mut SpvModule<'_>, adds: bool) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let is_mode =
        |op: &Op| module.body.slot(*op, spv::ExecutionModeOp::EXECUTION_MODE) == MAXIMALLY_RECONVERGES_KHR;
    let declared: Vec<Op> = ops_of(module, spv::ExecutionModeOp::ID).into_iter().filter(is_mode).collect();
    let mut changed = 0;
    if adds {
        let function = |op: Op, slot: usize| ctx.attr_symbol(module.body.slot_attr(op, slot)?);
        let mut known: FxHashSet<Ident> =
            declared.iter().filter_map(|&op| function(op, spv::ExecutionModeOp::FN)).collect();
        let entries = ops_of(module, spv::EntryPoint::ID);
        let model = |op: &Op| module.body.slot(*op, spv::EntryPoint::EXECUTION_MODEL);
        let missing: Vec<Ident> = entries
            .iter()
            .filter(|op| model(op) != execution_model::KERNEL)
            .filter_map(|&op| function(op, spv::EntryPoint::FN))
            .filter(|name| known.insert(*name))
            .collect();
        if let Some(&last) = entries.last() {
            let at = InsertPoint::after(module.body, last);
            let mut builder = spv::Builder::at(ctx, module.body, at);
            for &name in &missing {
                builder.execution_mode(name, ExecutionMode(MAXIMALLY_RECONVERGES_KHR));
            }
            builder.finish()?;
        }
        changed += missing.len();
    } else {
        let mut builder = Builder::new(module.body);
        declared.iter().for_each(|&op| builder.erase(op));
        changed += declared.len();
    }
    module.count(0, changed as u64);
    let Some(mut vce) = module.vce().and_then(|vce| Vce::new(ctx, vce)) else { return Ok(()) };
    vce.extensions.retain(|name| *name != EXTENSION);
    if adds && (changed > 0 || !declared.is_empty()) {
        vce.extensions.push(EXTENSION);
    }
    let vce = vce.attr(ctx);
    Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.raw());
    Ok(())
}
