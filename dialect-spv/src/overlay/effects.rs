//! Side effects that depend on operands: volatile memory accesses

use crate::generated::opcodes as op;
use crate::generated::values::{image_operands, memory_access};
use crate::types;
use spv_ir::dialect::{ABSENT, EffectsFn, OpRow, ParamKind, Traits};
use spv_ir::{Attribute, Body, Context, Op, Type};

/// Instructions that compute derivatives of their operand.
pub const DERIVATIVES: &[u32] = &[
    op::D_PDX,
    op::D_PDY,
    op::FWIDTH,
    op::D_PDX_FINE,
    op::D_PDY_FINE,
    op::FWIDTH_FINE,
    op::D_PDX_COARSE,
    op::D_PDY_COARSE,
    op::FWIDTH_COARSE,
];

/// Image sampling instructions whose level of detail comes from implicit derivatives of the coordinate. Includes the
/// sparse projective instructions, which the specification reserves.
pub const IMPLICIT_LOD_SAMPLES: &[u32] = &[
    op::IMAGE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
];

/// Returns the Volatile bit of the enumeration MemoryAccess or ImageOperands. Returns `None` for other parameters.
const fn volatile_bit(kind: ParamKind) -> Option<u32> {
    let ParamKind::Enum(def) = kind else { return None };
    match def.name.as_bytes() {
        b"MemoryAccess" => Some(memory_access::VOLATILE),
        b"ImageOperands" => Some(image_operands::VOLATILE_TEXEL),
        _ => None,
    }
}

/// Returns the effects that the op's definition declares, plus reads and writes if the access is volatile.
fn access_effects(ctx: &Context, body: &Body, op: Op) -> Traits {
    let def = ctx.registry().op(body.def(op));
    match is_volatile(ctx, body, op) {
        true => def.traits | Traits::READS | Traits::WRITES,
        false => def.traits,
    }
}

/// Returns whether the memory or image operands of an op mark the access as volatile.
pub fn is_volatile(ctx: &Context, body: &Body, op: Op) -> bool {
    let def = ctx.registry().op(body.def(op));
    let slots = body.slots(op);
    def.row.layout().any(|p| match (volatile_bit(p.param.kind), slots.get(p.slot)) {
        (Some(bit), Some(&mask)) => mask != ABSENT && mask & bit != 0,
        _ => false,
    })
}

/// Returns the function that derives an op's effects from its memory or image operands. Returns `None` if the
/// instruction has no memory or image operands.
pub(crate) const fn of(row: &OpRow, traits: Traits) -> Option<EffectsFn> {
    let known = Traits::PURE.union(Traits::READS).union(Traits::WRITES);
    let mut i = 0;
    while i < row.params.len() && traits.intersects(known) {
        if volatile_bit(row.params[i].kind).is_some() {
            return Some(access_effects);
        }
        i += 1;
    }
    None
}

/// Returns whether a struct type has members decorated Volatile or Coherent.
pub fn has_volatile_members(ctx: &Context, ty: Type) -> bool {
    let members = types::structure(ctx, ty).map_or(&[][..], |structure| structure.member_decorations);
    members.iter().any(|&member| is_volatile_or_coherent(ctx, Some(member)))
}

/// Returns whether the decorations of a variable or member contain Volatile or Coherent.
pub fn is_volatile_or_coherent(ctx: &Context, decorations: Option<Attribute>) -> bool {
    ["volatile", "coherent"].iter().any(|key| ctx.dict_get(decorations, key).is_some())
}
