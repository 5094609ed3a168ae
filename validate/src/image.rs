//! Queries about image types, image instructions and image operands, shared by all image rules

use super::rule::joined;
use super::subject::{OpSubject, TypeSubject};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{dim, image_format as f, image_operands as o};
use spv_dialect::generated::views as v;
use spv_dialect::types;
pub(super) use spv_dialect::types::Image;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::Value;
use spv_ir::params::OpComponent;

pub(super) const IMPLICIT: &[u32] = &[
    op::IMAGE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
];
pub(super) const EXPLICIT: &[u32] = &[
    op::IMAGE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD,
];
pub(super) const GATHER: &[u32] =
    &[op::IMAGE_GATHER, op::IMAGE_DREF_GATHER, op::IMAGE_SPARSE_GATHER, op::IMAGE_SPARSE_DREF_GATHER];
pub(super) const SAMPLED: &[u32] =
    &joined::<{ IMPLICIT.len() + EXPLICIT.len() + GATHER.len() }>(&[IMPLICIT, EXPLICIT, GATHER]);
pub(super) const FETCH: &[u32] = &[op::IMAGE_FETCH, op::IMAGE_SPARSE_FETCH];
pub(super) const READ: &[u32] = &[op::IMAGE_READ, op::IMAGE_SPARSE_READ];
pub(super) const READ_WRITE: &[u32] = &[op::IMAGE_READ, op::IMAGE_SPARSE_READ, op::IMAGE_WRITE];
pub(super) const SPARSE: &[u32] = &[
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD,
    op::IMAGE_SPARSE_FETCH,
    op::IMAGE_SPARSE_GATHER,
    op::IMAGE_SPARSE_DREF_GATHER,
    op::IMAGE_SPARSE_READ,
];
/// All instructions with optional image operands.
pub(super) const WITH_OPERANDS: &[u32] =
    &joined::<{ SAMPLED.len() + FETCH.len() + READ_WRITE.len() }>(&[SAMPLED, FETCH, READ_WRITE]);
/// Image formats with signed integers, including 64-bit integers.
pub(super) const SIGNED: &[u32] =
    &[f::RGBA32I, f::RGBA16I, f::RGBA8I, f::R32I, f::RG32I, f::RG16I, f::RG8I, f::R16I, f::R8I, f::R64I];

/// Returns the image type of the first operand, or of the image that the first operand points to. Returns `None` for
/// other operands.
pub(super) fn image(x: &OpSubject<'_>) -> Option<Image> {
    let ty = x.operand_type(v::ImageRead::IMAGE)?;
    let ty = types::pointer(x.ctx(), ty).map_or(ty, |(pointee, _)| pointee);
    Image::of(x.ctx(), ty)
}

pub(super) fn sampled(x: &TypeSubject<'_>) -> Option<Image> {
    Image::of(x.ctx(), x.ty)
}

/// Returns the image operand mask of an op; 0 if the mask is absent.
pub(super) fn mask(x: &OpSubject<'_>) -> u32 {
    operand_items(x).first().map_or(0, |(bits, _)| *bits)
}

/// Returns each bit in the image operand mask, with the values of that image operand.
pub(super) fn operand_items(x: &OpSubject<'_>) -> Vec<(u32, Vec<Value>)> {
    let at = x.row().params.iter().position(|param| param.name == "image_operands");
    let items = at.map(|at| x.params(at)).unwrap_or_default();
    let bits = items.iter().find_map(|item| match item {
        OpComponent::Enum(_, bits) => Some(*bits),
        _ => None,
    });
    let values = items.iter().filter_map(|item| match item {
        OpComponent::Value(value) => Some(*value),
        _ => None,
    });
    bits.map(|bits| (bits, values.collect())).into_iter().collect()
}

/// Returns the values of the image operand with the given mask bit. Grad has two values.
pub(super) fn operand_values(x: &OpSubject<'_>, bit: u32) -> Vec<Value> {
    const WITHOUT: u32 =
        o::NON_PRIVATE_TEXEL | o::VOLATILE_TEXEL | o::SIGN_EXTEND | o::ZERO_EXTEND | o::NONTEMPORAL;
    let Some((bits, values)) = operand_items(x).into_iter().next() else { return Vec::new() };
    let (mut at, mut one) = (0, 1);
    while one != 0 && one <= bits {
        if bits & one != 0 && one & WITHOUT == 0 {
            let count = if one == o::GRAD { 2 } else { 1 };
            if one == bit {
                return values.iter().skip(at).take(count).copied().collect();
            }
            at += count;
        }
        one = one.checked_shl(1).unwrap_or(0);
    }
    Vec::new()
}

pub(super) fn operand(x: &OpSubject<'_>, bit: u32) -> Option<Value> {
    operand_values(x, bit).first().copied()
}

pub(super) fn is_i32(x: &OpSubject<'_>, value: Value) -> bool {
    x.value_type(value).is_some_and(|ty| {
        let shape = x.shape(ty);
        shape.kind == TypeKind::Int && shape.width == 32
    })
}

pub(super) fn has_levels(image: Image) -> bool {
    [dim::DIM1D, dim::DIM2D, dim::DIM3D, dim::CUBE].contains(&image.dim)
}

/// Returns the number of coordinate components within a single layer of an image with the given dimensionality. Returns
/// `None` if the dimensionality is unknown.
pub(super) fn plane(dimension: u32) -> Option<u32> {
    match dimension {
        dim::DIM1D | dim::BUFFER => Some(1),
        dim::DIM2D | dim::RECT | dim::SUBPASS_DATA | dim::TILE_IMAGE_DATA_EXT => Some(2),
        dim::DIM3D | dim::CUBE => Some(3),
        _ => None,
    }
}
