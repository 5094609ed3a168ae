//! Repair of the opcodes of extended instructions with forward references (`fix-opextinst-opcodes`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::decorations::FORWARD_REFS;
use spv_dialect::sets;
use spv_dialect::spv;
use spv_dialect::vce::Vce;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{Builder, Diagnostics, Ident, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Changes a non-semantic instruction at module scope that refers to a later one to \
                  OpExtInstWithForwardRefsKHR, and all others to OpExtInst. Declares \
                  SPV_KHR_relaxed_extended_instruction if it is needed.",
    before: "spv.DebugInfo.DebugTypeComposite @t @name, ..., @member\nspv.DebugInfo.DebugTypeMember @member ...",
    after: "spv.DebugInfo.DebugTypeComposite @t @name, ..., @member {forward_refs}\nspv.DebugInfo.DebugTypeMember @member ...",
    statistics: &[("changed", "Instructions changed")],
    ..PassInfo::new(
        "fix-opextinst-opcodes",
        "Set the opcodes of extended instructions by their forward references",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

const EXTENSION: &str = "SPV_KHR_relaxed_extended_instruction";

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let ops: Vec<Op> = walk::ops(module.body).collect();
    let positions: FxHashMap<Op, usize> = ops.iter().copied().zip(0..).collect();
    let definition = |op: Op| Some((ctx.ident(name_of(ctx, module.body, op)?), positions[&op]));
    let definitions: FxHashMap<Ident, usize> = ops.iter().filter_map(|&op| definition(op)).collect();
    let mut refers_forward: FxHashSet<Op> = FxHashSet::default();
    for (name, users) in SymbolUses::outside_nested(ctx, module.body).iter() {
        let Some(&defined) = definitions.get(&name) else { continue };
        let early = users.iter().map(|user| user.top).filter(|op| positions[op] < defined);
        refers_forward.extend(early);
    }
    let mut builder = Builder::new(module.body);
    let (mut count, mut is_needed) = (0, false);
    for op in ops {
        let row = ctx.registry().op(builder.def(op)).row;
        let is_non_semantic =
            sets::set(row.set).is_some_and(|set| set.import_name.starts_with("NonSemantic."));
        if !is_non_semantic && builder.def(op) != spv::ExtInst::ID {
            continue;
        }
        let attrs = builder.attrs(op);
        let refers = refers_forward.contains(&op);
        is_needed |= refers;
        if refers == ctx.dict_get(attrs, FORWARD_REFS).is_some() {
            continue;
        }
        let attrs = match refers {
            true => {
                let mut entries = ctx.dict(attrs).to_vec();
                entries.push((ctx.ident(FORWARD_REFS), ctx.unit_attr()));
                Some(ctx.dict_attr(entries))
            }
            false => ctx.dict_without(attrs, FORWARD_REFS),
        };
        builder.set_attrs(op, attrs);
        count += 1;
    }
    module.count(0, count);
    let Some(mut vce) = module.vce().and_then(|vce| Vce::new(ctx, vce)) else { return Ok(()) };
    if is_needed && !vce.extensions.contains(&EXTENSION) {
        vce.extensions.push(EXTENSION);
        let vce = vce.attr(ctx);
        Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.raw());
    }
    Ok(())
}
