//! Result type inference for builders
//!
//! Covers the ops whose assembly format contains the result type. For formats that omit the type, see [`crate::text`].

use crate::generated::opcodes::{self as op};
use crate::generated::values::storage_class;
use crate::spv;
use crate::text::infer::{first, operand};
use crate::types::{make, make_pointer, pointer, struct_params, view};
use spv_ir::{Body, Context, Op, Type, TypeData};

/// Returns the length and component type of a vector type, or `None` for other types.
fn vector(ctx: &Context, ty: Type) -> Option<(u64, Type)> {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => Some((*dims.first()?, *element)),
        _ => None,
    }
}

/// Returns the column type and the number of columns of a matrix type, or `None` for other types.
fn matrix(ctx: &Context, ty: Type) -> Option<(Type, u64)> {
    match view(ctx, ty)? {
        (op::TYPE_MATRIX, [_, column, count]) => Some((ctx.attr_type(*column)?, ctx.attr_u64(*count)?)),
        _ => None,
    }
}

fn make_matrix(ctx: &Context, column: Type, count: u64) -> Option<Type> {
    make(ctx, op::TYPE_MATRIX, None, &[ctx.type_attr(column), ctx.i32_attr(u32::try_from(count).ok()?)])
}

/// Returns the type of a shuffle's result: a vector with one component per literal index.
pub fn shuffle(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let (_, element) = vector(ctx, first(ctx, body, op)?)?;
    match body.slot_attr(op, spv::VectorShuffle::COMPONENTS).map(|attr| ctx.attr_data(attr)) {
        Some(spv_ir::AttrData::Words(words)) => Some(ctx.vector_type(words.len() as u64, element)),
        _ => None,
    }
}

pub fn transpose(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let (column, count) = matrix(ctx, first(ctx, body, op)?)?;
    let (rows, scalar) = vector(ctx, column)?;
    make_matrix(ctx, ctx.vector_type(count, scalar), rows)
}

/// Returns the type of a vector-matrix product: a vector with one component per column of the matrix.
pub fn vector_times_matrix(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let (_, scalar) = vector(ctx, first(ctx, body, op)?)?;
    let (_, count) = matrix(ctx, operand(body, op, spv::VectorTimesMatrix::MATRIX)?)?;
    Some(ctx.vector_type(count, scalar))
}

/// Returns the type of a matrix product. It has the column type of the left operand and the column count of the right
/// operand.
pub fn matrix_times_matrix(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let (column, _) = matrix(ctx, first(ctx, body, op)?)?;
    let (_, count) = matrix(ctx, operand(body, op, spv::MatrixTimesMatrix::RIGHT_MATRIX)?)?;
    make_matrix(ctx, column, count)
}

/// Returns the type of an outer product: a matrix whose columns have the type of the left vector. There is one column
/// per component of the right vector.
pub fn outer_product(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let column = first(ctx, body, op)?;
    let (count, _) = vector(ctx, operand(body, op, spv::OuterProduct::VECTOR2)?)?;
    make_matrix(ctx, column, count)
}

/// Returns a struct type with two members, both of the first operand's type.
pub fn pair(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let ty = first(ctx, body, op)?;
    let params = struct_params(ctx, None, &[ty, ty], &[None, None], &[None, None]);
    make(ctx, op::TYPE_STRUCT, None, &params[1..])
}

/// Returns the type of a ballot: a vector of four 32-bit integers, with one bit per invocation.
pub fn ballot(ctx: &Context, _: &Body, _: Op) -> Option<Type> {
    Some(ctx.vector_type(4, ctx.common().i32))
}

pub fn lod(ctx: &Context, _: &Body, _: Op) -> Option<Type> {
    Some(ctx.vector_type(2, ctx.common().f32))
}

/// Returns the component type of the first operand if it is a vector, else the operand's type.
pub fn length(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let ty = first(ctx, body, op)?;
    Some(vector(ctx, ty).map_or(ty, |(_, element)| element))
}

/// Returns the component type of the texels of the first operand, which is an image or sampled image.
pub fn texel(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    sampled_type(ctx, first(ctx, body, op)?)
}

fn sampled_type(ctx: &Context, ty: Type) -> Option<Type> {
    match view(ctx, ty)? {
        (op::TYPE_SAMPLED_IMAGE, [_, image]) => sampled_type(ctx, ctx.attr_type(*image)?),
        (op::TYPE_IMAGE, [_, sampled, ..]) => ctx.attr_type(*sampled),
        _ => None,
    }
}

pub fn four_texels(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    Some(ctx.vector_type(4, texel(ctx, body, op)?))
}

/// Returns the sampled image type for the image that is the first operand.
pub fn sampled_image(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let image = first(ctx, body, op)?;
    let is_image = matches!(view(ctx, image), Some((op::TYPE_IMAGE, _)));
    is_image.then(|| make(ctx, op::TYPE_SAMPLED_IMAGE, None, &[ctx.type_attr(image)]))?
}

/// Returns the type of a texel pointer, which has storage class `Image`.
pub fn texel_pointer(ctx: &Context, body: &Body, op: Op) -> Option<Type> {
    let (image, _) = pointer(ctx, first(ctx, body, op)?)?;
    make_pointer(ctx, sampled_type(ctx, image)?, storage_class::IMAGE)
}
