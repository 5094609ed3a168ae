//! The type `!spirv.arm.tensor<2x?xf32>` in LLVM 22's syntax: a shape, then the element type

use super::compose;
use super::items::i32_value;
use super::types;
use crate::attributes::{self, AttrKind, view};
use crate::generated::opcodes as op;
use crate::llvm::since;
use spv_ir::dialect::{ParamDefId, TypeParams};
use spv_ir::text::*;
use spv_ir::{Attribute, Context, Ident, Type};

/// Parses `<2x3xf32>`, `<?xf32>` or `<*xf32>`. Also parses the form with the operands of OpTypeTensorARM in order.
pub fn parse(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let shape = p.shape()?;
    let has_shape = since::TENSOR_SHAPES.holds(p.form());
    if !has_shape && shape.as_ref().is_some_and(Vec::is_empty) {
        return types::parse_operands(p, def);
    }
    if let Some(message) = shape.as_deref().filter(|_| has_shape).and_then(refused) {
        return Err(p.error(message));
    }
    let at = p.offset();
    let element = compose::member(p)?;
    compose::check_part(p, op::TYPE_TENSOR_ARM, element, at)?;
    p.expect(">")?;
    let ctx = p.ctx();
    let mut params = vec![ctx.unit_attr(), ctx.type_attr(element)];
    if let Some(shape) = shape {
        params.push(ctx.i32_attr(shape.len() as u32));
        if shape.iter().flatten().any(|length| u32::try_from(*length).is_err()) {
            return Err(p.error("a tensor dimension must fit in 32 bits"));
        }
        let lengths: Option<Vec<Attribute>> =
            shape.iter().map(|length| Some(ctx.i32_attr((*length)? as u32))).collect();
        params.extend(lengths.and_then(|lengths| constant(ctx, &lengths)));
    }
    Ok(ParamInstance::Params(params))
}

/// Returns LLVM's error message if the tensor shape `lengths` is invalid, and `None` otherwise.
fn refused(lengths: &[Option<u64>]) -> Option<&'static str> {
    if lengths.is_empty() {
        Some("arm.tensors do not support rank zero")
    } else if lengths.contains(&Some(0)) {
        Some("arm.tensors do not support zero dimensions")
    } else if lengths.contains(&None) && lengths.iter().any(Option::is_some) {
        Some("arm.tensor shape dimensions must be either fully dynamic or completed shaped")
    } else {
        None
    }
}

/// Returns the constant array of 32-bit lengths that is the Shape operand of OpTypeTensorARM.
fn constant(ctx: &Context, lengths: &[Attribute]) -> Option<Attribute> {
    let count = ctx.i32_attr(lengths.len() as u32);
    let i32 = ctx.common().i32;
    let array = crate::types::make(ctx, op::TYPE_ARRAY, None, &[ctx.type_attr(i32), count])?;
    attributes::make(ctx, AttrKind::Const, &[ctx.array_attr(lengths), ctx.type_attr(array)])
}

/// Returns the tensor type with the given element type and dimensions. Returns `None` if a dimension exceeds 32 bits.
pub fn make(ctx: &Context, element: Type, lengths: &[u64]) -> Option<Type> {
    let rank = ctx.i32_attr(lengths.len() as u32);
    let lengths: Option<Vec<Attribute>> =
        lengths.iter().map(|length| Some(ctx.i32_attr(u32::try_from(*length).ok()?))).collect();
    let operands = [ctx.type_attr(element), rank, constant(ctx, &lengths?)?];
    crate::types::make(ctx, op::TYPE_TENSOR_ARM, None, &operands)
}

/// Returns the dimensions in a constant Shape operand, or `None` if they are not all `i32` constants.
pub fn lengths(ctx: &Context, shape: Attribute) -> Option<Vec<u64>> {
    let Some((AttrKind::Const, &[lengths, _])) = view(ctx, shape) else { return None };
    let lengths = ctx.attr_array(lengths)?.iter();
    lengths.map(|length| i32_value(ctx, *length)).collect()
}

/// Maximum rank of a tensor type that is written with its shape. Each dimension takes memory, and the rank in a binary
/// can be any 32-bit integer.
pub(crate) const MAX_RANK: u64 = 1 << 10;

/// Returns the rank of a tensor type whose parameters are an element type and a rank. Returns `None` for other tensors.
pub(crate) fn rank(ctx: &Context, params: TypeParams<'_>) -> Option<u64> {
    match *params {
        [_, _, rank] => i32_value(ctx, rank),
        _ => None,
    }
}

/// Returns the dimensions of the tensor type with these parameters; `None` is a dynamic dimension. Returns `None` for an
/// unranked tensor, for a rank above [`MAX_RANK`], and if the shape is not constant.
pub fn dimensions(ctx: &Context, params: TypeParams<'_>) -> Option<Vec<Option<u64>>> {
    match *params {
        [_, _, _] => {
            let rank = rank(ctx, params).filter(|rank| *rank <= MAX_RANK)?;
            Some(vec![None; rank as usize])
        }
        [_, _, _, shape] => Some(lengths(ctx, shape)?.into_iter().map(Some).collect()),
        _ => None,
    }
}

/// Prints the syntax that [`parse`] parses: a shape since LLVM 22, else operands.
pub fn print(p: &mut dyn AsmPrinter, def: ParamDefId, key: Option<Ident>, params: TypeParams<'_>) {
    match shape(p.ctx(), params).filter(|_| since::TENSOR_SHAPES.holds(p.form())) {
        Some(shape) => {
            p.write(&format!("<{shape}"));
            p.attr(params[1]);
            p.write(">");
        }
        None => types::print(p, def, key, params),
    }
}

/// Returns a shape in assembly syntax, with an `x` after each dimension. Returns `None` if [`dimensions`] does for a ranked
/// tensor.
pub fn shape(ctx: &Context, params: TypeParams<'_>) -> Option<String> {
    if let [_, _] = *params {
        return Some("*x".to_owned());
    }
    let text = |length: Option<u64>| length.map_or("?x".to_owned(), |length| format!("{length}x"));
    Some(dimensions(ctx, params)?.into_iter().map(text).collect())
}
