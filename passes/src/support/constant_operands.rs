//! Operands that may not be some constants, where a pass makes a constant of what was none.

use crate::support::spirv::storage;
use crate::support::values::Undefs;
use rustc_hash::FxHashMap;
use spv_dialect::attributes;
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::{ParamKind, Registry};
use spv_ir::params::{self, Item};
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, Signedness, Type, TypeData,
    Value, walk,
};

/// Has access chains of logical pointers take unsigned constants of the same bits for negative ones. Neither leads
/// anywhere, but a module with a negative one is invalid even where the chain is never executed (SPIR-V specification,
/// section 2.16.1). The same holds for sizes of copies; a copy of no bytes is erased. A constant scope that is none becomes
/// undefined in a kernel, where a scope may be computed. `frozen` gives the values of
/// constants at module scope that were specialization constants and are zero or negative.
pub(crate) fn legalize(ctx: &Context, body: &mut Body, facts: Facts, frozen: &FxHashMap<Ident, Attribute>) {
    let has_indices = !facts.contains(Facts::OPENCL);
    let (mut negative, mut copies, mut scopes) = (Vec::new(), Vec::new(), Vec::new());
    for op in walk::ops(body) {
        let id = body.def(op);
        let is_constant = id == spv::Constant::ID || !frozen.is_empty() && id == spv::ReferenceOf::ID;
        if is_constant && has_indices {
            negative.extend(value_of(ctx, body, op, frozen).and_then(|v| unsigned(ctx, v)).map(|v| (op, v)));
        } else if id == spv::CopyMemorySized::ID {
            copies.push(op);
        } else if !has_indices {
            scopes.extend(wrong_scopes(ctx, body, op).into_iter().map(|value| (op, value)));
        }
    }
    for (op, value) in negative {
        replace_indices(ctx, body, op, value);
    }
    let mut undefined = Undefs::default();
    for (op, scope) in scopes {
        let undefined = undefined.get(body, body.value_type(scope));
        let operands: Vec<usize> =
            body.operands(op).enumerate().filter(|(_, value)| *value == scope).map(|(i, _)| i).collect();
        operands.into_iter().for_each(|operand| Builder::new(body).set_operand(op, operand, undefined));
    }
    for copy in copies {
        let size = body.operand(copy, spv::CopyMemorySized::SIZE);
        let value = body.defining_op(size).and_then(|op| value_of(ctx, body, op, frozen));
        let Some(value) = value else { continue };
        if attributes::integer(ctx, value) == Some(0) {
            Builder::new(body).erase(copy);
        } else if let Some(value) = unsigned(ctx, value) {
            let size = constant(body, copy, value);
            Builder::new(body).set_operand(copy, spv::CopyMemorySized::SIZE, size);
        }
    }
}

/// The operands for scopes that are constants without a meaning: what the op does is undefined.
fn wrong_scopes(ctx: &Context, body: &Body, op: Op) -> Vec<Value> {
    let def = ctx.registry().op(body.def(op));
    let scope_of = |number: usize| match def.row.params[number].kind {
        ParamKind::ConstEnum(def) if !def.bits => Some(def),
        _ => None,
    };
    if !(0..def.row.params.len()).any(|number| scope_of(number).is_some()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    params::walk(ctx, body, op, def, &mut |number, item| {
        let (Item::Value(value), Some(scope)) = (item, scope_of(number)) else { return };
        let constant = body.defining_op(value).and_then(|op| spv::Constant::cast(body, op)?.value());
        let number = constant.and_then(|constant| attributes::integer(ctx, constant));
        if number.is_some_and(|n| u32::try_from(n).ok().and_then(|n| scope.by_value(n)).is_none()) {
            found.push(value);
        }
    });
    found
}

/// The value of a constant, or of a reference to one of `frozen`.
fn value_of(ctx: &Context, body: &Body, op: Op, frozen: &FxHashMap<Ident, Attribute>) -> Option<Attribute> {
    match spv::ReferenceOf::cast(body, op) {
        Some(reference) => frozen.get(&reference.spec_const(ctx)?).copied(),
        None => spv::Constant::cast(body, op).and_then(|_| body.slot_attr(op, spv::Constant::VALUE)),
    }
}

/// Whether a number is zero or negative, and so not every operand may be a constant of it.
pub(crate) fn is_zero_or_negative(ctx: &Context, value: Attribute) -> bool {
    attributes::integer(ctx, value) == Some(0) || unsigned(ctx, value).is_some()
}

/// A negative number as the unsigned one with the same bits.
fn unsigned(ctx: &Context, value: Attribute) -> Option<(Attribute, Type)> {
    // Few constants are negative: types are made for these alone.
    if !attributes::is_negative(ctx, value) {
        return None;
    }
    let AttrData::Integer { value, ty } = *ctx.attr_data(attributes::bare(ctx, value)) else { return None };
    let TypeData::Integer { width, .. } = *ctx.type_data(ty) else { return None };
    let ty = ctx.int_type(width, Signedness::Signless);
    Some((ctx.int_attr(value, ty), ty))
}

/// Has access chains take another constant where they take the result of an op, or that of a construct that it is
/// merged to, for an index.
fn replace_indices(ctx: &Context, body: &mut Body, op: Op, value: (Attribute, Type)) {
    let result = body.result(op, 0);
    let (mut values, mut indices) = (vec![result], Vec::new());
    while let Some(value) = values.pop() {
        for (user, operand) in body.uses(value) {
            if body.def(user) == spv::Merge::ID {
                let owner = body.parent(user).and_then(|block| body.block_owner(block));
                values.extend(owner.and_then(|owner| body.results(owner).nth(operand)));
            } else if is_index(ctx, ctx.registry(), body, user, operand) {
                indices.push((user, operand, value == result));
            }
        }
    }
    let mut beside = None;
    for (user, operand, is_direct) in indices {
        let index = match is_direct {
            true => *beside.get_or_insert_with(|| constant(body, op, value)),
            // The op may be inside of the construct.
            false => constant(body, user, value),
        };
        Builder::new(body).set_operand(user, operand, index);
    }
}

/// Makes a constant before an op.
fn constant(body: &mut Body, before: Op, (value, ty): (Attribute, Type)) -> Value {
    let mut builder = Builder::at(body, InsertPoint::Before(before));
    let new = NewOp { slots: &[value.raw()], results: &[ty], ..NewOp::new(spv::Constant::ID) };
    let new = builder.create(new);
    builder.result(new, 0)
}

/// Whether an operand is an index by which a logical pointer is made.
fn is_index(ctx: &Context, registry: &Registry, body: &Body, user: Op, operand: usize) -> bool {
    let row = registry.op(body.def(user)).row;
    let chain = types::ACCESS_CHAINS.iter().find(|chain| row.set == 0 && chain.0 == row.opcode);
    let class = || types::pointer(ctx, body.value_type(body.result(user, 0))).map(|(_, class)| class);
    chain.is_some_and(|chain| operand >= chain.1) && class() != Some(storage::PHYSICAL_STORAGE_BUFFER)
}
