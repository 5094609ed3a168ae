//! Null constants, which replace removed values
//!
//! Unlike undefined values, they are the same at each use.

use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::opcodes as op;
use spv_dialect::{spv, types};
use spv_ir::{Attribute, Body, Builder, Context, InsertPoint, NewOp, Type, TypeData, Value};

/// Returns whether a type has null constants: integers, floats, booleans and composites of these.
pub(super) fn has_null(ctx: &Context, ty: Type) -> bool {
    let mut open = vec![ty];
    // The limit bounds the work on composites, whose members often share types.
    for _ in 0..1000 {
        let Some(ty) = open.pop() else { return true };
        match ctx.type_data(ty) {
            TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Vector { .. } => {}
            _ => match types::view(ctx, ty) {
                Some((op::TYPE_MATRIX, _)) => {}
                Some((op::TYPE_ARRAY, [_, element, _])) => open.extend(ctx.attr_type(*element)),
                Some((op::TYPE_STRUCT, _)) => {
                    let Some(parts) = types::structure(ctx, ty) else { return false };
                    open.extend(parts.members.iter().filter_map(|member| ctx.attr_type(*member)));
                }
                _ => return false,
            },
        }
    }
    false
}

/// Returns the null constant of a type in a function, creating it if needed. Returns `None` if the function has no
/// entry block.
pub(super) fn null(ctx: &Context, body: &mut Body, ty: Type) -> Option<Value> {
    constant(body, attributes::make(ctx, AttrKind::Null, &[])?, ty)
}

/// Returns a constant of a function, creating it at the start of the entry block if needed. Returns `None` if the
/// function has no entry block.
pub(super) fn constant(body: &mut Body, attr: Attribute, ty: Type) -> Option<Value> {
    let entry = body.first_block(body.root())?;
    let existing = body.ops(entry).take_while(|&op| body.def(op) == spv::Constant::ID).find(|&op| {
        body.slot_attr(op, spv::Constant::VALUE) == Some(attr) && body.value_type(body.result(op, 0)) == ty
    });
    if let Some(constant) = existing {
        return Some(body.result(constant, 0));
    }
    let at = InsertPoint::start(body, entry);
    let new = NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(spv::Constant::ID) };
    let op = Builder::at(body, at).create(new);
    Some(body.result(op, 0))
}

/// Returns whether an `spv.Constant` defines a value.
pub(super) fn is_constant(body: &Body, value: Value) -> bool {
    body.defining_op(value).is_some_and(|op| body.def(op) == spv::Constant::ID)
}
