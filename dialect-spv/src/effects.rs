//! Effects that an op's operands decide: an access that is volatile must stay as it is.

use crate::generated::enums;
use crate::generated::values::{image_operands, memory_access};
use crate::types;
use spv_ir::dialect::{ABSENT, OpDef, ParamKind, Traits};
use spv_ir::{Attribute, Body, Context, Op, Type};

/// The bit that makes an access volatile, by the enumeration that has it.
fn volatile_bit(kind: ParamKind) -> Option<u32> {
    match kind {
        ParamKind::Enum(def) if std::ptr::eq(def, &enums::MEMORY_ACCESS) => Some(memory_access::VOLATILE),
        ParamKind::Enum(def) if std::ptr::eq(def, &enums::IMAGE_OPERANDS) => {
            Some(image_operands::VOLATILE_TEXEL)
        }
        _ => None,
    }
}

/// The effects of the definition, and writing where the access is volatile.
fn access_effects(ctx: &Context, body: &Body, op: Op) -> Traits {
    let def = ctx.registry().op(body.def(op));
    match is_volatile(ctx, body, op) {
        true => def.traits | Traits::READS | Traits::WRITES,
        false => def.traits,
    }
}

/// Whether the memory or image operands of an op say that the access is volatile.
pub fn is_volatile(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = ctx.registry().op(body.def(op));
    let slots = body.slots(op);
    def.row.layout().any(|p| match (volatile_bit(p.param.kind), slots.get(p.slot)) {
        (Some(bit), Some(&mask)) => mask != ABSENT && mask & bit != 0,
        _ => false,
    })
}

/// Has the definitions of ops that access memory or images say so.
pub(crate) fn register(ops: &mut [OpDef]) {
    let known = Traits::PURE | Traits::READS | Traits::WRITES;
    for def in ops.iter_mut().filter(|def| def.traits.intersects(known)) {
        if def.row.params.iter().any(|param| volatile_bit(param.kind).is_some()) {
            def.effects = Some(access_effects);
        }
    }
}

/// Whether decorations of members say that memory may change by itself, or is visible elsewhere at once.
pub fn has_volatile_members(ctx: &Context, ty: Type) -> bool {
    let members = types::structure(ctx, ty).map_or(&[][..], |structure| structure.member_decorations);
    members.iter().any(|&member| is_volatile_or_coherent(ctx, Some(member)))
}

/// Whether decorations say so of a variable.
pub fn is_volatile_or_coherent(ctx: &Context, decorations: Option<Attribute>) -> bool {
    ["volatile", "coherent"].iter().any(|key| ctx.dict_get(decorations, key).is_some())
}
