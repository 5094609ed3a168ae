//! `freeze-spec-const`: plain constants in the place of specialization constants.

use crate::pass::{PassInfo, SpvModule, Work};
use crate::support::constant_operands;
use crate::support::spirv::ops_of;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::decorations::without;
use spv_dialect::fold::module_facts;
use spv_dialect::spv;
use spv_ir::symbols::name_of;
use spv_ir::{AttrData, Attribute, Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Makes plain constants of specialization constants, with their default values. Constants that \
                  are computed from them stay operations, on plain constants.",
    before: "spv.SpecConstant @n spec_id(3) = 7 : i32",
    after: "spv.GlobalConstant @n = 7 : i32",
    statistics: &[("frozen", "Constants frozen")],
    ..PassInfo::new("freeze-spec-const", "Make specialization constants plain constants", |_| {
        Ok(Work::module(freeze))
    })
};

fn freeze(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut frozen = 0;
    for op in ops_of(module, spv::SpecConstant::ID) {
        use spv::SpecConstant as Slots;
        let slots =
            [Slots::SYM_NAME, Slots::DEFAULT_VALUE, Slots::TYPE].map(|slot| module.body.slot(op, slot));
        freeze_op(module, op, slots);
        frozen += 1;
    }
    let stay = computed(ctx, module.body);
    for op in ops_of(module, spv::SpecConstantComposite::ID) {
        use spv::SpecConstantComposite as Slots;
        let [name, list, ty] =
            [Slots::SYM_NAME, Slots::CONSTITUENTS, Slots::TYPE].map(|slot| module.body.slot(op, slot));
        // A struct without members has no list.
        let value = Attribute::from_raw(list).unwrap_or_else(|| ctx.array_attr(&[]));
        let slots = [name, value.raw(), ty];
        if name_of(ctx, module.body, op).is_some_and(|name| !stay.contains(&ctx.ident(name))) {
            freeze_op(module, op, slots);
            frozen += 1;
        }
    }
    module.count(0, frozen);
    // A negative index is allowed as long as it can be specialized.
    if frozen > 0 {
        let globals = constant_operands::global_integers(ctx, module.body);
        let facts = module_facts(ctx, module.outer, module.op);
        for function in ops_of(module, spv::Func::ID) {
            module.function_mut(function, |body| constant_operands::legalize(ctx, body, facts, &globals));
        }
    }
    Ok(())
}

/// The symbols of constants that stay specialization constants: those that are computed from others, and composites
/// of these, which may come before what they refer to.
fn computed(ctx: &Context, body: &Body) -> FxHashSet<Ident> {
    let mut found = FxHashSet::default();
    let mut users: FxHashMap<Ident, Vec<Ident>> = FxHashMap::default();
    for op in walk::top_ops(body) {
        let Some(name) = name_of(ctx, body, op).map(|name| ctx.ident(name)) else { continue };
        match body.def(op) {
            spv::SpecConstantOp::ID | spv::SpecConstantCompositeReplicateEXT::ID => _ = found.insert(name),
            spv::SpecConstantComposite::ID => {
                let list = Attribute::from_raw(body.slot(op, spv::SpecConstantComposite::CONSTITUENTS));
                for &part in list.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]) {
                    match ctx.attr_data(part) {
                        AttrData::Symbol(constituent) => users.entry(*constituent).or_default().push(name),
                        // A typed constant: the constituents of a plain constant do not say their types.
                        _ => _ = found.insert(name),
                    }
                }
            }
            _ => {}
        }
    }
    let mut pending: Vec<Ident> = found.iter().copied().collect();
    while let Some(name) = pending.pop() {
        let composites = users.remove(&name).unwrap_or_default();
        pending.extend(composites.into_iter().filter(|&composite| found.insert(composite)));
    }
    found
}

/// Replaces a constant by a plain one of this name, value and type.
fn freeze_op(module: &mut SpvModule<'_>, op: Op, slots: [u32; 3]) {
    let ctx = module.ctx;
    let (loc, attrs) = (module.body.loc(op), module.body.attrs(op));
    let attrs = without(ctx, attrs, &["spec_id"]);
    let mut builder = Builder::at(module.body, InsertPoint::Before(op));
    builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::GlobalConstant::ID) });
    builder.erase(op);
}
