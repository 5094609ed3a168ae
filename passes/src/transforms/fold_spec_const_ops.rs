//! Constant folding at module scope (`fold-spec-const-op-composite`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use crate::support::values::Constants;
use crate::transforms::legalize_constant_operands::{global_integers, legalize};
use spv_dialect::fold::global_constants::{self, GlobalConstants};
use spv_dialect::fold::module_facts;
use spv_dialect::spv;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces composites of plain constants, and operations on plain constants, with plain \
                  constants if their values are known. Such constants remain after other tools freeze \
                  specialization constants.",
    before: "spv.SpecConstantOp @m wraps \"spv.IMul\"(3 : i32, 2 : i32) : i32",
    after: "spv.GlobalConstant @m = 6 : i32",
    statistics: &[("folded", "Constants folded")],
    ..PassInfo::new(
        "fold-spec-const-op-composite",
        "Fold constant operations at module scope",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let folded = fold(module);
    module.count(0, folded);
    legalize_operands(module, folded);
    Ok(())
}

/// Repairs operands that may be specialization constants, but for which a plain constant with the same value is
/// invalid. For example, a negative index is valid only as a specialization constant. Call after constants have become
/// plain; `changed` is their number.
pub(super) fn legalize_operands(module: &mut SpvModule<'_>, changed: u64) {
    if changed == 0 {
        return;
    }
    let ctx = module.ctx;
    let globals = global_integers(ctx, module.body);
    let facts = module_facts(ctx, module.outer, module.op);
    for function in ops_of(module, spv::Func::ID) {
        let integers = |name| globals.get(&name).copied();
        module.function_mut(function, |body| legalize(ctx, body, facts, &integers));
    }
}

/// Replaces module-level composites and operations whose operands are all plain constants. Returns the number of
/// replaced constants. Also copies the referenced plain constants into functions, so that other passes see their
/// values.
pub(super) fn fold(module: &mut SpvModule<'_>) -> u64 {
    let ctx = module.ctx;
    let facts = module_facts(ctx, module.outer, module.op);
    let constants = GlobalConstants::fixed(ctx, module.body, facts);
    for &(op, value) in &constants.folded {
        replace(ctx, module.body, op, value);
    }
    for function in module.functions() {
        module.function_mut(function, |body| localize(ctx, body, &constants));
    }
    constants.folded.len() as u64
}

/// Replaces references to plain constants with local copies of the constants.
fn localize(ctx: &Context, body: &mut Body, constants: &GlobalConstants) {
    let references: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::ReferenceOf::ID).collect();
    let mut copies = Constants::default();
    for op in references {
        let symbol = body.slot_attr(op, spv::ReferenceOf::SPEC_CONST).and_then(|attr| ctx.attr_symbol(attr));
        let Some((value, ty)) = symbol.and_then(|symbol| constants.value(symbol)) else { continue };
        let copy = copies.get(body, ty, value);
        let mut builder = Builder::new(body);
        builder.replace_all_uses(builder.result(op, 0), copy);
        builder.erase(op);
    }
}

/// Replaces a module-level constant with a plain constant of the same name and type. Returns the new op.
pub(super) fn replace(ctx: &Context, body: &mut Body, op: Op, value: Attribute) -> Op {
    // The symbol name is the first property of each constant op.
    let (loc, attrs, name) = (body.loc(op), body.attrs(op), body.slot(op, spv::GlobalConstant::SYM_NAME));
    let ty = global_constants::type_of(ctx, body, op).map_or(0, |ty| ctx.type_attr(ty).raw());
    let mut slots = [0; 3];
    slots[spv::GlobalConstant::SYM_NAME] = name;
    slots[spv::GlobalConstant::VALUE] = value.raw();
    slots[spv::GlobalConstant::TYPE] = ty;
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    let constant = builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(spv::GlobalConstant::ID) });
    builder.erase(op);
    constant
}
