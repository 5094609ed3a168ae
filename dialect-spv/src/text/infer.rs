//! Result type inference for the parser
//!
//! The printer omits a result type if it is the inferred type.

use crate::generated::opcodes as op;
use crate::spv;
use crate::structure::CONSTANT;
use crate::types::{element, make, pointer, view};
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Body, Context, Op, Type, TypeData, Value};

/// Returns the type of the operand at `index`, or `None` if the operand is absent or its type is unknown.
pub(crate) fn operand(body: &Body, op: Op, index: usize) -> Option<Type> {
    body.value_type_opt(body.own_operands(op).nth(index)?)
}

/// Returns the type of the first operand.
pub fn first(_: &Context, body: &Body, op: Op) -> Option<Type> {
    body.value_type_opt(body.own_operands(op).next()?)
}

/// Returns the type of the operand after the scope. A scope that is not a constant is itself an operand.
pub fn in_scope(_: &Context, body: &Body, op: Op) -> Option<Type> {
    operand(body, op, usize::from(body.slot(op, spv::GroupBroadcast::EXECUTION) == ABSENT))
}

/// Returns `i1`.
pub fn bit(ctx: &Context, _: &Body, _: Op) -> Option<Type> {
    Some(ctx.common().i1)
}

/// Returns `i32`.
pub fn word(ctx: &Context, _: &Body, _: Op) -> Option<Type> {
    Some(ctx.common().i32)
}

/// Returns `i1`, or a vector of `i1` with the same length as the first operand.
pub fn comparison(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let (ty, bit) = (first(ctx, body, op)?, ctx.common().i1);
    match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => Some(ctx.ty(TypeData::Vector { dims: dims.clone(), element: bit })),
        TypeData::Param { .. } => match view(ctx, ty) {
            Some((code @ op::TYPE_VECTOR_ID_EXT, [_, _, count])) => {
                make(ctx, code, None, &[ctx.type_attr(bit), *count])
            }
            _ => Some(bit),
        },
        _ => Some(bit),
    }
}

/// Returns the pointee type of the first operand.
pub fn pointee(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    pointer(ctx, first(ctx, body, op)?).map(|(pointee, _)| pointee)
}

/// Returns the image type of the sampled image in the first operand.
pub fn image(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    match view(ctx, first(ctx, body, op)?)? {
        (op::TYPE_SAMPLED_IMAGE, [_, image]) => ctx.attr_type(*image),
        _ => None,
    }
}

/// Returns the component type of the first operand, which is a vector.
pub fn component(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    element(ctx, first(ctx, body, op)?, 0)
}

/// Returns the type of the first operand's element that the literal index path selects.
pub fn extract(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let mut ty = first(ctx, body, op)?;
    if let Some(AttrData::Words(indexes)) =
        body.slot_attr(op, spv::CompositeExtract::INDEXES).map(|a| ctx.attr_data(a))
    {
        for index in indexes {
            ty = element(ctx, ty, u64::from(*index))?;
        }
    }
    Some(ty)
}

/// Returns the type of a pointer to the element that an access chain selects. The indices start with the second
/// operand.
pub fn access_chain(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    chain(ctx, body, op, 1)
}

/// Returns the type of a pointer to the element that an access chain selects. The indices start with the third operand.
pub fn pointer_access_chain(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    chain(ctx, body, op, 2)
}

fn chain(ctx: &Context, body: &Body, op: Op, skip: usize) -> Option<Type> {
    let base = first(ctx, body, op)?;
    let (mut ty, _) = pointer(ctx, base)?;
    for index in body.own_operands(op).skip(skip) {
        ty = element(ctx, ty, constant(ctx, body, op, index).unwrap_or(u64::MAX))?;
    }
    let (def, params) = ctx.type_params(base)?;
    Some(ctx.param_type(def, &[ctx.unit_attr(), params[1], ctx.type_attr(ty)], 0))
}

/// Returns the value of an integer constant that precedes `user` in the assembly. Other values cannot select a struct
/// member.
fn constant(ctx: &Context, body: &Body, user: Op, value: Value) -> Option<u64> {
    let op = body.defining_op(value)?;
    if !std::ptr::eq(ctx.registry().op(body.def(op)).row, &CONSTANT) {
        return None;
    }
    let slot = body.slot_attr(op, spv::Constant::VALUE)?;
    if comes_before(body, op, user)? { ctx.attr_u64(slot) } else { None }
}

/// Returns whether `op` precedes its user in the assembly. An op may follow its user only in unreachable code.
fn comes_before(body: &Body, op: Op, user: Op) -> Option<bool> {
    let (from, to) = (body.parent(op)?, body.parent(user)?);
    if from == to {
        return Some(body.is_before(op, user));
    }
    let region = body.block_parent(from)?;
    if Some(from) == body.first_block(region) || Some(region) != body.block_parent(to) {
        return Some(true);
    }
    let mut block = body.prev_block(to);
    while let Some(b) = block.filter(|b| *b != from) {
        block = body.prev_block(b);
    }
    Some(block.is_some())
}
