//! Negative constant indices of access chains, which a pass makes of indices that were not constant.

use crate::support::spirv::storage;
use rustc_hash::FxHashMap;
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::Registry;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, Signedness, Type, TypeData,
    walk,
};

/// Has access chains of logical pointers take unsigned constants of the same bits for negative ones. Neither leads
/// anywhere, but a module with a negative one is invalid even where the chain is never executed (SPIR-V specification,
/// section 2.16.1).
pub(crate) fn legalize(ctx: &Context, body: &mut Body, facts: Facts) {
    if facts.contains(Facts::OPENCL) {
        return;
    }
    let constants = walk::ops(body).filter(|&op| body.def(op) == spv::Constant::ID);
    for constant in constants.collect::<Vec<Op>>() {
        let value = body.slot_attr(constant, spv::Constant::VALUE);
        if let Some(value) = value.and_then(|value| unsigned(ctx, value)) {
            replace_indices(ctx, body, constant, value);
        }
    }
}

/// As [`legalize`], for references to constants at module scope, of which these are the negative ones, as unsigned numbers.
pub(crate) fn legalize_references(
    ctx: &Context,
    body: &mut Body,
    negative: &FxHashMap<Ident, (Attribute, Type)>,
) {
    let references = walk::ops(body).filter_map(|op| {
        let symbol = spv::ReferenceOf::cast(body, op)?.spec_const(ctx)?;
        Some((op, *negative.get(&symbol)?))
    });
    for (reference, value) in references.collect::<Vec<_>>() {
        replace_indices(ctx, body, reference, value);
    }
}

/// A negative number as the unsigned one with the same bits.
pub(crate) fn unsigned(ctx: &Context, value: Attribute) -> Option<(Attribute, Type)> {
    let AttrData::Integer { value, ty } = ctx.attr_data(value) else { return None };
    let TypeData::Integer { width, signedness: Signedness::Signed } = *ctx.type_data(*ty) else {
        return None;
    };
    let ty = ctx.int_type(width, Signedness::Signless);
    (value >> (width - 1) & 1 != 0).then(|| (ctx.int_attr(*value, ty), ty))
}

/// Has access chains take another constant where they take the result of an op for an index.
fn replace_indices(ctx: &Context, body: &mut Body, constant: Op, (value, ty): (Attribute, Type)) {
    let uses = body.uses(body.result(constant, 0));
    let indices: Vec<(Op, usize)> =
        uses.filter(|&(user, operand)| is_index(ctx, ctx.registry(), body, user, operand)).collect();
    if indices.is_empty() {
        return;
    }
    let mut builder = Builder::at(body, InsertPoint::Before(constant));
    let new = NewOp { slots: &[value.raw()], results: &[ty], ..NewOp::new(spv::Constant::ID) };
    let new = builder.create(new);
    let index = builder.result(new, 0);
    indices.into_iter().for_each(|(user, operand)| builder.set_operand(user, operand, index));
}

/// Whether an operand is an index by which a logical pointer is made.
fn is_index(ctx: &Context, registry: &Registry, body: &Body, user: Op, operand: usize) -> bool {
    let row = registry.op(body.def(user)).row;
    let chain = types::ACCESS_CHAINS.iter().find(|chain| row.set == 0 && chain.0 == row.opcode);
    let class = || types::pointer(ctx, body.value_type(body.result(user, 0))).map(|(_, class)| class);
    chain.is_some_and(|chain| operand >= chain.1) && class() != Some(storage::PHYSICAL_STORAGE_BUFFER)
}
