//! `freeze-spec-const`: plain constants in the place of specialization constants.

use crate::pass::{PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use rustc_hash::FxHashSet;
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
    let mut computed = computed(ctx, module.body);
    for op in ops_of(module, spv::SpecConstantComposite::ID) {
        use spv::SpecConstantComposite as Slots;
        // The constituents are symbols and typed constants.
        let slots = [Slots::SYM_NAME, Slots::TYPE, Slots::CONSTITUENTS];
        let [name, ty, list] = slots.map(|slot| module.body.slot(op, slot));
        if name == 0 {
            continue;
        }
        let parts = Attribute::from_raw(list).and_then(|list| ctx.attr_array(list));
        if parts.is_some_and(|parts| parts.iter().all(|&part| is_frozen(ctx, part, &computed))) {
            freeze_op(module, op, [name, list, ty]);
            frozen += 1;
        } else {
            computed.extend(name_of(ctx, module.body, op).map(|name| ctx.ident(name)));
        }
    }
    module.count(0, frozen);
    Ok(())
}

/// The symbols of constants that are computed from others, and so stay specialization constants.
fn computed(ctx: &Context, body: &Body) -> FxHashSet<Ident> {
    let is_computed = |op: &Op| {
        matches!(body.def(*op), spv::SpecConstantOp::ID | spv::SpecConstantCompositeReplicateEXT::ID)
    };
    let names = walk::top_ops(body).filter(is_computed).filter_map(|op| name_of(ctx, body, op));
    names.map(|name| ctx.ident(name)).collect()
}

/// Whether a constituent is a symbol of what is no specialization constant any more: other constituents do not say
/// their types.
fn is_frozen(ctx: &Context, part: Attribute, computed: &FxHashSet<Ident>) -> bool {
    matches!(ctx.attr_data(part), AttrData::Symbol(name) if !computed.contains(name))
}

/// Replaces a constant by a plain one of this name, value and type.
fn freeze_op(module: &mut SpvModule<'_>, op: Op, slots: [u32; 3]) {
    let ctx = module.ctx;
    let (loc, attrs) = (module.body.loc(op), module.body.attrs(op));
    let attrs = ctx.dict_without(attrs, "spec_id");
    let mut builder = Builder::at(module.body, InsertPoint::Before(op));
    builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::GlobalConstant::ID) });
    builder.erase(op);
}
