//! Narrowing of loads if only one element of the loaded composite is used

use super::access::OWN_MEMORY;
use super::composite_values::words;
use super::decorations::can_merge;
use super::rewrite::own;
use crate::generated::opcodes::*;
use crate::generated::values::memory_access;
use crate::generated::views::Load;
use crate::types;
use spv_ir::dialect::{ABSENT, Traits};
use spv_ir::rewrite::effects;
use spv_ir::{
    AttrData, Attribute, Body, Context, Folding, InsertPoint, NewOp, Op, Rewriter, Signedness, Type, Value,
};

/// A load of a composite from which only one element is used.
struct LoadedPart {
    load: Op,
    path: Vec<u32>,
    pointer: Type,
    slots: Vec<u32>,
}

/// Replaces an extract from a loaded struct or array with a load of the element, if the load has no other use. Skips
/// memory that other passes promote to SSA values.
pub fn part_of_load(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(part) = part(r.folding(), op) else { return false };
    let registry = r.ctx().registry();
    let (Some(chain), Some(load)) = (registry.op_by_code(0, ACCESS_CHAIN), registry.op_by_code(0, LOAD))
    else {
        return false;
    };
    let [whole] = r.first_operands(part.load);
    let mut operands = vec![whole];
    for &index in &part.path {
        let Some(index) = constant(r, index) else { return false };
        operands.push(index);
    }
    r.at = InsertPoint::Before(part.load);
    let loc = r.loc(part.load);
    let new = NewOp { loc, operands: &operands, results: &[part.pointer], ..NewOp::new(chain) };
    let pointer = r.create(new);
    let mut operands: Vec<Value> = r.operands(part.load).collect();
    operands[Load::POINTER] = r.result(pointer, 0);
    let result = r.result(op, 0);
    let (ty, name) = (r.value_type(result), r.value_name(result));
    let made = r.create(NewOp {
        loc,
        operands: &operands,
        slots: &part.slots,
        results: &[ty],
        attrs: r.attrs(op),
        ..NewOp::new(load)
    });
    let value = r.result(made, 0);
    if name.is_some() {
        r.modify(made, |builder| builder.set_value_name(value, name));
    }
    r.replace(op, &[value]);
    r.erase(part.load);
    true
}

fn part(f: Folding<'_>, op: Op) -> Option<LoadedPart> {
    let path = words(f.ctx, f.body, op).filter(|path| !path.is_empty())?;
    let [whole] = f.body.first_operands(op);
    let load = own(f, whole, LOAD)?;
    let [pointer] = f.body.first_operands(load);
    let (whole, class) = types::pointer(f.ctx, f.body.value_type(pointer))?;
    let plain = match f.body.defining_op(pointer) {
        Some(def) => can_merge(f.ctx, f.body, def),
        None => f.body.value_annotations(pointer).attrs.is_none(),
    };
    let composite = matches!(types::view(f.ctx, whole)?.0, TYPE_STRUCT | TYPE_ARRAY);
    let reads = effects(f.ctx, f.body, load) == Traits::READS;
    if !plain || !composite || !reads || OWN_MEMORY.contains(&class) {
        return None;
    }
    let ty = path.iter().try_fold(whole, |ty, &index| types::element(f.ctx, ty, index.into()))?;
    (ty == f.body.value_type(f.body.result(op, 0))).then_some(())?;
    let slots = slots(f.ctx, f.body, load, whole, path)?;
    Some(LoadedPart { load, path: path.to_vec(), pointer: types::make_pointer(f.ctx, ty, class)?, slots })
}

/// Returns the attributes for the narrowed load. Reduces the alignment to the alignment of the element's offset.
fn slots(ctx: &Context, body: &Body, load: Op, whole: Type, path: &[u32]) -> Option<Vec<u32>> {
    let mut slots = body.slots(load).to_vec();
    let &[mask, parameters] = &slots[..] else { return None };
    if mask == ABSENT || mask & memory_access::ALIGNED == 0 {
        return Some(slots);
    }
    let parameters = ctx.attr_array(Attribute::from_raw(parameters)?)?;
    let (&alignment, rest) = parameters.split_first()?;
    let offset = offset(ctx, whole, path)?;
    let AttrData::Integer { value, ty } = *ctx.attr_data(alignment) else { return None };
    let least = if offset == 0 { value } else { value.min(1 << offset.trailing_zeros()) };
    let alignment = ctx.int_attr(least, ty);
    slots[Load::MEMORY_ACCESS_OPERANDS] = ctx.array_attr(&[&[alignment], rest].concat()).raw();
    Some(slots)
}

/// Returns the byte offset of an element, or `None` if its structs and arrays declare no layout.
fn offset(ctx: &Context, whole: Type, path: &[u32]) -> Option<u64> {
    let mut ty = whole;
    let mut offset = 0u64;
    for &index in path {
        let step = match types::view(ctx, ty) {
            Some((TYPE_STRUCT, _)) => {
                let decorations = types::structure(ctx, ty)?.member_decorations.get(index as usize).copied();
                ctx.attr_u64(ctx.dict_get(decorations, "offset")?)?
            }
            Some((TYPE_ARRAY, [decorations, ..])) => {
                let stride = ctx.attr_u64(ctx.dict_get(Some(*decorations), "array_stride")?)?;
                stride.checked_mul(index.into())?
            }
            _ => return None,
        };
        offset = offset.checked_add(step)?;
        ty = types::element(ctx, ty, index.into())?;
    }
    Some(offset)
}

/// Returns a 32-bit index constant. Prefers an existing constant of either signedness.
fn constant(r: &mut Rewriter<'_>, index: u32) -> Option<Value> {
    let [unsigned, signed] =
        [Signedness::Signless, Signedness::Signed].map(|sign| r.ctx().int_type(32, sign));
    let [of_unsigned, of_signed] = [unsigned, signed].map(|ty| r.ctx().int_attr(index.into(), ty));
    match !r.has_constant(unsigned, of_unsigned) && r.has_constant(signed, of_signed) {
        true => r.constant(signed, of_signed),
        false => r.constant(unsigned, of_unsigned),
    }
}
