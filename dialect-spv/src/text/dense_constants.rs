//! Constants of cooperative matrices and ARM tensors in LLVM 22's assembly: `dense<...>` with the constant's type

use super::tensors;
use crate::attributes::{self, AttrKind, make};
use crate::generated::opcodes as op;
use crate::types::view;
use spv_ir::dialect::DenseForm;
use spv_ir::{AttrData, Attribute, Context, Type, TypeData};

/// Parser hooks for dense constants of `spv` types.
pub static FORM: DenseForm = DenseForm { shape, constant };

/// Maximum number of elements of a tensor constant that the parser creates from a splat.
const MAX_ELEMENTS: u64 = 1 << 20;

/// Returns the builtin tensor type with the same shape and element type as an ARM tensor or cooperative matrix. A
/// matrix has a single element, because all components of a matrix constant are the same. Returns `None` for other
/// types.
fn shape(ctx: &Context, ty: Type) -> Option<Type> {
    let (element, dims) = match view(ctx, ty)? {
        (op::TYPE_COOPERATIVE_MATRIX_KHR, [_, element, ..]) => (ctx.attr_type(*element)?, Vec::new()),
        (op::TYPE_TENSOR_ARM, [_, element, _, lengths]) => {
            (ctx.attr_type(*element)?, tensors::lengths(ctx, *lengths)?)
        }
        _ => return None,
    };
    let count = dims.iter().try_fold(1u64, |all, length| all.checked_mul(*length))?;
    (count <= MAX_ELEMENTS).then(|| ctx.ty(TypeData::Tensor { dims: dims.into(), element }))
}

/// Converts a dense attribute to a constant of type `ty`. The type of the dense attribute must be the type that
/// [`shape`] returns for `ty`.
pub fn constant(ctx: &Context, ty: Type, dense: Attribute) -> Option<Attribute> {
    let AttrData::Dense { ty: shape, elements } = ctx.attr_data(dense) else { return None };
    let TypeData::Tensor { dims, element } = ctx.type_data(*shape) else { return None };
    let value = match &dims[..] {
        [] => ctx.array_attr(&[number(ctx, *element, *elements.first()?)]),
        _ if elements.iter().all(|bits| *bits == 0) => make(ctx, AttrKind::Null, &[])?,
        dims => nested(ctx, *element, dims, elements)?,
    };
    make(ctx, AttrKind::Const, &[value, ctx.type_attr(ty)])
}

/// Returns an array attribute with the constituents of a tensor: scalars at rank 1, else constants of the next lower
/// rank.
fn nested(ctx: &Context, element: Type, dims: &[u64], elements: &[u64]) -> Option<Attribute> {
    let (length, inner) = dims.split_first()?;
    let count = usize::try_from(inner.iter().product::<u64>()).ok()?;
    let part = |i: u64| {
        // A dense attribute with a single element is a splat.
        let splat = elements.len() == 1;
        let part = if splat { elements } else { elements.get(i as usize * count..)?.get(..count)? };
        if inner.is_empty() {
            return part.first().map(|bits| number(ctx, element, *bits));
        }
        let ty = tensors::make(ctx, element, inner)?;
        make(ctx, AttrKind::Const, &[nested(ctx, element, inner, part)?, ctx.type_attr(ty)])
    };
    let parts: Option<Vec<Attribute>> = (0..*length).map(part).collect();
    parts.map(|parts| ctx.array_attr(&parts))
}

fn number(ctx: &Context, ty: Type, bits: u64) -> Attribute {
    match ctx.type_data(ty) {
        TypeData::Float(_) => ctx.attr(AttrData::Float { bits, ty }),
        _ if ty == ctx.common().i1 => ctx.attr(AttrData::Bool(bits != 0)),
        _ => ctx.int_attr(bits, ty),
    }
}

/// Returns the dense or zero attribute that LLVM 22 prints for a null, tensor or cooperative matrix constant. Returns
/// `None` for other constants.
pub fn spelled(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
    let value = attributes::bare(ctx, value);
    let is_null = matches!(attributes::view(ctx, value), Some((AttrKind::Null, _)));
    if is_null && matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Float(_)) {
        return Some(number(ctx, ty, 0));
    }
    let vector = matches!(ctx.type_data(ty), TypeData::Vector { .. }).then_some(ty).filter(|_| is_null);
    let shape = vector.or_else(|| shape(ctx, ty))?;
    let mut bits = Vec::new();
    if is_null {
        bits.push(0);
    } else {
        collect(ctx, value, &mut bits)?;
    }
    let (TypeData::Tensor { dims, .. } | TypeData::Vector { dims, .. }) = ctx.type_data(shape) else {
        return None;
    };
    (is_null || bits.len() as u64 == dims.iter().product::<u64>()).then(|| ctx.dense_attr(shape, bits))
}

/// Appends the bits of all scalars in a constant, in row-major order. Returns `None` if an element is not a constant.
fn collect(ctx: &Context, value: Attribute, bits: &mut Vec<u64>) -> Option<()> {
    match ctx.attr_data(attributes::bare(ctx, value)) {
        AttrData::Array(parts) => return parts.iter().try_for_each(|part| collect(ctx, *part, bits)),
        AttrData::Integer { value, .. } => bits.push(*value),
        AttrData::Float { bits: value, .. } => bits.push(*value),
        AttrData::Bool(value) => bits.push((*value).into()),
        _ => return None,
    }
    Some(())
}
