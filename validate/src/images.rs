//! Validation of image instructions

use super::dispatch::opcode_of;
use super::image::*;
use super::models::Models;
use super::rule::{Check, Rule, joined, opencl, rule, vulkan};
use super::subject::OpSubject;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, dim, execution_model as m, image_format as f, image_operands as o, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::{AttrData, Type, TypeData, Value};

const DREF_SAMPLE: &[u32] = &[
    op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD,
];
const PROJECTED: &[u32] = &[
    op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD,
];
const DREF: &[u32] = &joined::<{ DREF_SAMPLE.len() + 2 }>(&[
    DREF_SAMPLE,
    &[op::IMAGE_DREF_GATHER, op::IMAGE_SPARSE_DREF_GATHER],
]);
const ATOMIC_FORMATS: &[u32] = &[f::R64I, f::R64UI, f::R32F, f::R32I, f::R32UI];
/// Instructions whose first operand is an image.
const IMAGES: &[u32] = &joined::<{ FETCH.len() + READ_WRITE.len() + 6 }>(&[
    FETCH,
    READ_WRITE,
    &[
        op::IMAGE_QUERY_FORMAT,
        op::IMAGE_QUERY_ORDER,
        op::IMAGE_QUERY_SIZE_LOD,
        op::IMAGE_QUERY_SIZE,
        op::IMAGE_QUERY_LEVELS,
        op::IMAGE_QUERY_SAMPLES,
    ],
]);
/// Instructions whose texel result is a four-component vector.
const VECTOR_RESULTS: &[u32] = &[
    op::IMAGE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_FETCH,
    op::IMAGE_SPARSE_FETCH,
    op::IMAGE_GATHER,
    op::IMAGE_DREF_GATHER,
    op::IMAGE_SPARSE_GATHER,
    op::IMAGE_SPARSE_DREF_GATHER,
];
/// Instructions whose second operand is a coordinate.
const COORDINATES: &[u32] =
    &joined::<{ WITH_OPERANDS.len() + 2 }>(&[WITH_OPERANDS, &[op::IMAGE_QUERY_LOD, op::IMAGE_TEXEL_POINTER]]);

/// Validation rules for image instructions.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-image-sampled-image-type",
        "3.42.10",
        "the image must have the image type of the sampled image, except for Depth",
        Check::BySignature(&[op::SAMPLED_IMAGE], |x| {
            let Some((op::TYPE_SAMPLED_IMAGE, params)) = types::view(x.ctx(), x.result_type()?) else {
                return None;
            };
            let image = |ty: Type| match types::view(x.ctx(), ty) {
                Some((op::TYPE_IMAGE, params)) => Some(params),
                _ => None,
            };
            const DEPTH: usize = 3;
            let (ours, theirs) = (
                image(x.operand_type(v::SampledImage::IMAGE)?)?,
                image(x.ctx().attr_type(*params.get(1)?)?)?,
            );
            let agrees = |index: usize| index == DEPTH || ours.get(index) == theirs.get(index);
            Some(ours.len() == theirs.len() && (1..ours.len()).all(agrees))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpSampledImage-06671",
        "A",
        "the image must have Sampled 1",
        Check::BySignature(&[op::SAMPLED_IMAGE], |x| Some(image(x)?.sampled == 1)),
    ),
    rule(
        "SPV-sampled-image",
        "3.42.10",
        "the image must have Sampled 0 or 1, and a dimension other than SubpassData",
        Check::BySignature(&[op::SAMPLED_IMAGE], |x| {
            let image = image(x)?;
            Some(image.sampled <= 1 && image.dim != dim::SUBPASS_DATA)
        }),
    ),
    rule(
        "SPV-sampled-image-sampler",
        "3.42.10",
        "the operands must be an image and a sampler",
        Check::BySignature(&[op::SAMPLED_IMAGE], |x| {
            let is = |index, kind| Some(x.operand_shape(index)?.kind == kind);
            Some(is(0, TypeKind::Image)? && is(1, TypeKind::Sampler)?)
        }),
    ),
    rule(
        "SPV-sampled-image-use",
        "3.42.10",
        "the result must only be used in its own block, by image operations",
        Check::Op(&[op::SAMPLED_IMAGE], is_consumed_in_place),
    ),
    rule("SPV-image-sampled-operand", "3.42.10", "the operand must be a sampled image", {
        Check::BySignature(SAMPLED, |x| {
            Some(x.operand_shape(v::ImageSampleImplicitLod::SAMPLED_IMAGE)?.kind == TypeKind::SampledImage)
        })
    }),
    rule("SPV-image-operand", "3.42.10", "the operand must be an image", {
        Check::BySignature(IMAGES, |x| Some(x.operand_shape(v::ImageRead::IMAGE)?.kind == TypeKind::Image))
    }),
    rule(
        "SPV-image-result-vector",
        "3.42.10",
        "the result must be a vector of four integers or floats",
        Check::BySignature(VECTOR_RESULTS, |x| {
            let shape = x.shape(texel(x)?);
            let numbers = matches!(shape.element, TypeKind::Int | TypeKind::Float);
            Some(shape.kind == TypeKind::Vector && numbers && shape.count == 4)
        }),
    ),
    rule(
        "SPV-image-result-scalar",
        "3.42.10",
        "the result must be an integer or a float",
        Check::BySignature(DREF_SAMPLE, |x| {
            Some(matches!(x.shape(texel(x)?).kind, TypeKind::Int | TypeKind::Float))
        }),
    ),
    rule("SPV-image-sparse-result", "3.42.10", "the result must be a struct of an integer and a texel", {
        Check::BySignature(SPARSE, |x| {
            let parts = types::structure(x.ctx(), x.result_type()?);
            Some(parts.is_some_and(|parts| {
                let first = parts.members.first().and_then(|member| x.ctx().attr_type(*member));
                parts.members.len() == 2 && first.is_some_and(|first| x.shape(first).kind == TypeKind::Int)
            }))
        })
    }),
    rule(
        "SPV-image-result-component",
        "3.42.10",
        "the components of the texel must have the sampled type of the image",
        Check::BySignature(WITH_OPERANDS, |x| {
            let image = image(x)?;
            let ty = match x.opcode {
                op::IMAGE_WRITE => x.operand_type(v::ImageWrite::TEXEL)?,
                _ => texel(x)?,
            };
            let component = match x.ctx().type_data(ty) {
                TypeData::Vector { element, .. } => *element,
                _ => ty,
            };
            let void = image.sampled_type == x.ctx().common().none && !DREF.contains(&x.opcode);
            Some(void || component == image.sampled_type)
        }),
    ),
    rule(
        "SPV-image-texel",
        "3.42.10",
        "the texel must be an integer or float, or a vector of these",
        Check::BySignature(&[op::IMAGE_WRITE], |x| Some(is_numbers(x.operand_shape(v::ImageWrite::TEXEL)?))),
    ),
    rule(
        "SPV-image-projection",
        "3.42.10",
        "a projection requires dimension 1D, 2D, 3D or Rect, MS 0 and Arrayed 0",
        Check::BySignature(PROJECTED, |x| {
            let image = image(x)?;
            let flat = [dim::DIM1D, dim::DIM2D, dim::DIM3D, dim::RECT].contains(&image.dim);
            Some(flat && image.ms == 0 && image.arrayed == 0)
        }),
    ),
    rule(
        "SPV-image-sampling-multisampled",
        "3.42.10",
        "a multisampled image cannot be sampled",
        Check::BySignature(SAMPLED, |x| Some(image(x)?.ms == 0)),
    ),
    rule(
        "SPV-image-coordinate",
        "3.42.10",
        "the coordinate must be 32-bit floats, or integers in operations that allow them",
        Check::BySignature(COORDINATES, |x| {
            let shape = x.operand_shape(v::ImageRead::COORDINATE)?;
            let kind = match shape.kind {
                TypeKind::Vector | TypeKind::LongVector => shape.element,
                other => other,
            };
            let fits = match x.opcode {
                op::IMAGE_FETCH | op::IMAGE_SPARSE_FETCH | op::IMAGE_TEXEL_POINTER => kind == TypeKind::Int,
                op::IMAGE_SAMPLE_EXPLICIT_LOD | op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD => {
                    matches!(kind, TypeKind::Int | TypeKind::Float)
                }
                op::IMAGE_READ | op::IMAGE_WRITE | op::IMAGE_SPARSE_READ => {
                    matches!(kind, TypeKind::Int | TypeKind::Float)
                }
                _ => kind == TypeKind::Float,
            };
            Some(fits && shape.width == 32)
        }),
    ),
    rule("SPV-image-coordinate-size", "3.42.10", "the coordinate has too few components for the image", {
        Check::BySignature(COORDINATES, |x| {
            let (image, shape) = (image(x)?, x.operand_shape(v::ImageRead::COORDINATE)?);
            let least = coordinates(x.opcode, image)?;
            let exact = x.opcode == op::IMAGE_TEXEL_POINTER;
            Some(shape.count >= least && (!exact || shape.count == least))
        })
    }),
    rule(
        "VUID-StandaloneSpirv-SubpassData-04660",
        "A",
        "the coordinate of a subpass input must be (0, 0)",
        Check::Op(&[op::IMAGE_READ], |x| {
            Some(image(x)?.dim != dim::SUBPASS_DATA || is_zero(x, x.operand(v::ImageRead::COORDINATE)?))
        }),
    ),
    rule("SPV-image-dref", "3.42.10", "Dref must be a 32-bit float", {
        Check::BySignature(DREF, |x| {
            let shape = x.operand_shape(v::ImageDrefGather::DREF)?;
            Some(shape.kind == TypeKind::Float && shape.width == 32)
        })
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpImage-04777",
        "A",
        "a Dref operation must not have dimension 3D",
        Check::BySignature(DREF, |x| Some(image(x)?.dim != dim::DIM3D)),
    ),
    rule(
        "SPV-image-gather-dim",
        "3.42.10",
        "a gather requires dimension 2D, Cube or Rect",
        Check::BySignature(GATHER, |x| Some([dim::DIM2D, dim::CUBE, dim::RECT].contains(&image(x)?.dim))),
    ),
    rule("SPV-image-gather-component", "3.42.10", "the component must be a 32-bit integer", {
        Check::BySignature(&[op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER], |x| {
            let shape = x.operand_shape(v::ImageGather::COMPONENT)?;
            Some(shape.kind == TypeKind::Int && shape.width == 32)
        })
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpImageGather-04664",
        "A",
        "the component must be a constant",
        Check::Op(&[op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER], |x| {
            Some(x.is_constant(x.operand(v::ImageGather::COMPONENT)?))
        }),
    ),
    rule(
        "SPV-image-fetch",
        "3.42.10",
        "a fetch requires Sampled 1 and a dimension other than Cube",
        Check::BySignature(FETCH, |x| {
            let image = image(x)?;
            Some(image.sampled == 1 && image.dim != dim::CUBE)
        }),
    ),
    rule(
        "SPV-image-read-sampled",
        "3.42.10",
        "an image that is read or written must have Sampled 0 or 2",
        Check::BySignature(READ_WRITE, |x| Some(image(x)?.sampled != 1)),
    ),
    rule(
        "SPV-image-storage-capability",
        "3.31",
        "a storage image with these parameters requires a capability",
        Check::Needs(READ_WRITE, |x| {
            let image = image(x)?;
            let needed: &[u32] = match image.dim {
                dim::DIM1D => &[c::IMAGE1D],
                dim::RECT => &[c::IMAGE_RECT],
                dim::BUFFER => &[c::IMAGE_BUFFER],
                dim::CUBE if image.arrayed == 1 => &[c::IMAGE_CUBE_ARRAY],
                _ if image.ms == 1 && image.arrayed == 1 => &[c::IMAGE_MS_ARRAY],
                _ => return None,
            };
            (image.sampled == 2).then_some(needed)
        }),
    ),
    vulkan("VUID-StandaloneSpirv-OpImageRead-04780", "A", "the result must have four components", {
        Check::BySignature(READ, |x| Some(x.shape(texel(x)?).count == 4))
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeImage-06270",
        "A",
        "reading an image of format Unknown requires capability StorageImageReadWithoutFormat",
        Check::BySignature(READ, |x| {
            let image = image(x)?;
            (image.format == f::UNKNOWN && image.dim != dim::SUBPASS_DATA)
                .then(|| x.facts.has(c::STORAGE_IMAGE_READ_WITHOUT_FORMAT))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeImage-06269",
        "A",
        "writing an image of format Unknown requires capability StorageImageWriteWithoutFormat",
        Check::BySignature(&[op::IMAGE_WRITE], |x| {
            (image(x)?.format == f::UNKNOWN).then(|| x.facts.has(c::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT))
        }),
    ),
    rule(
        "SPV-image-subpass",
        "3.42.10",
        "a subpass input cannot be written, fetched, or read by a sparse read",
        Check::BySignature(&[op::IMAGE_WRITE, op::IMAGE_SPARSE_READ, op::IMAGE_TEXEL_POINTER], |x| {
            Some(![dim::SUBPASS_DATA, dim::TILE_IMAGE_DATA_EXT].contains(&image(x)?.dim))
        }),
    ),
    rule(
        "SPV-image-subpass-model",
        "3.42.10",
        "subpass inputs are allowed only in fragment shaders",
        Check::BySignature(READ, |x| {
            let fragment = x.models().is_subset(Models::of(&[m::FRAGMENT]));
            (image(x)?.dim == dim::SUBPASS_DATA).then_some(fragment)
        }),
    ),
    rule(
        "SPV-image-tile-read",
        "3.42.10",
        "a tile image must be read by OpColorAttachmentReadEXT or a related instruction",
        Check::BySignature(&[op::IMAGE_READ, op::IMAGE_QUERY_FORMAT, op::IMAGE_QUERY_ORDER], |x| {
            Some(image(x)?.dim != dim::TILE_IMAGE_DATA_EXT)
        }),
    ),
    opencl(
        "SPV-image-opencl-read",
        "OpenCL",
        "the result must be a float for a depth image, else four components",
        Check::BySignature(&[op::IMAGE_READ], |x| {
            let (image, shape) = (image(x)?, x.shape(texel(x)?));
            Some(if image.depth != 0 { shape.kind == TypeKind::Float } else { shape.count == 4 })
        }),
    ),
    opencl(
        "SPV-image-opencl-offset",
        "OpenCL",
        "OpenCL does not allow the image operand ConstOffset, nor any image operand on writes",
        Check::BySignature(&[op::IMAGE_READ, op::IMAGE_SAMPLE_EXPLICIT_LOD, op::IMAGE_WRITE], |x| {
            let mask = mask(x);
            Some(mask & o::CONST_OFFSET == 0 && (x.opcode != op::IMAGE_WRITE || mask == 0))
        }),
    ),
    rule(
        "SPV-image-query-size-lod",
        "3.42.10",
        "the image must have mip levels and MS 0, and the level must be a 32-bit integer",
        Check::BySignature(&[op::IMAGE_QUERY_SIZE_LOD], |x| {
            let image = image(x)?;
            let size = x.result_shape()?.count;
            let expected = match image.dim {
                dim::DIM1D => 1,
                dim::DIM2D | dim::CUBE => 2,
                dim::DIM3D => 3,
                _ => return Some(false),
            };
            Some(
                image.ms == 0
                    && size == expected + image.arrayed
                    && is_i32(x, x.operand(v::ImageQuerySizeLod::LEVEL_OF_DETAIL)?),
            )
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpImageQuerySizeLod-04659",
        "A",
        "the image must have Sampled 1",
        Check::BySignature(&[op::IMAGE_QUERY_SIZE_LOD, op::IMAGE_QUERY_LEVELS], |x| {
            Some(image(x)?.sampled == 1)
        }),
    ),
    rule("SPV-image-query-levels", "3.42.10", "the image must have mip levels", {
        Check::BySignature(&[op::IMAGE_QUERY_LEVELS, op::IMAGE_QUERY_LOD], |x| Some(has_levels(image(x)?)))
    }),
    rule(
        "SPV-image-query-samples",
        "3.42.10",
        "the image must be multisampled and have dimension 2D",
        Check::BySignature(&[op::IMAGE_QUERY_SAMPLES], |x| {
            let image = image(x)?;
            Some(image.dim == dim::DIM2D && image.ms == 1)
        }),
    ),
    rule(
        "SPV-image-query-lod-result",
        "3.42.10",
        "the result must be a vector of two floats",
        Check::BySignature(&[op::IMAGE_QUERY_LOD], |x| {
            let shape = x.result_shape()?;
            Some(shape.kind == TypeKind::Vector && shape.element == TypeKind::Float && shape.count == 2)
        }),
    ),
    rule("SPV-image-of-sampled", "3.42.10", "the result must be the image of the sampled image", {
        Check::BySignature(&[op::IMAGE], |x| {
            Some(x.operand_shape(v::Image::SAMPLED_IMAGE)?.inner? == x.result_type()?)
        })
    }),
    rule(
        "SPV-image-texel-pointer",
        "3.42.10",
        "the result must be a pointer in storage class Image to the sampled type of the image",
        Check::BySignature(&[op::IMAGE_TEXEL_POINTER], |x| {
            let Some((pointee, class)) = types::pointer(x.ctx(), x.result_type()?) else {
                return Some(false);
            };
            let vectors =
                x.facts.has(c::ATOMIC_FLOAT16_VECTOR_NV) && x.shape(pointee).kind == TypeKind::Vector;
            let fits = image(x).is_some_and(|image| image.sampled_type == pointee || vectors);
            Some(class == s::IMAGE && fits)
        }),
    ),
    rule(
        "SPV-image-texel-pointer-sample",
        "3.42.10",
        "the sample must be the constant 0 if the image is not multisampled",
        Check::Op(&[op::IMAGE_TEXEL_POINTER], |x| {
            Some(image(x)?.ms != 0 || x.constant(x.operand(v::ImageTexelPointer::SAMPLE)?) == Some(0))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpImageTexelPointer-04658",
        "A",
        "the format must be R64i, R64ui, R32f, R32i or R32ui",
        Check::BySignature(&[op::IMAGE_TEXEL_POINTER], |x| {
            let format = image(x)?.format;
            let vectors =
                x.facts.has(c::ATOMIC_FLOAT16_VECTOR_NV) && [f::RG16F, f::RGBA16F].contains(&format);
            Some(ATOMIC_FORMATS.contains(&format) || vectors)
        }),
    ),
];

/// Returns the type of the texel that an op returns. For sparse ops, this is the second member of the result. Returns
/// `None` if the op has no result.
fn texel(x: &OpSubject<'_>) -> Option<Type> {
    let ty = x.result_type()?;
    if SPARSE.contains(&x.opcode) { types::element(x.ctx(), ty, 1) } else { Some(ty) }
}

fn is_numbers(shape: Shape) -> bool {
    matches!(shape.kind, TypeKind::Int | TypeKind::Float)
        || matches!(shape.kind, TypeKind::Vector) && matches!(shape.element, TypeKind::Int | TypeKind::Float)
}

/// Returns the minimum number of coordinate components for an instruction on an image, or `None` if it is not known.
fn coordinates(opcode: u32, image: Image) -> Option<u32> {
    let plane = plane(image.dim)?;
    Some(match opcode {
        _ if image.dim == dim::CUBE && READ_WRITE.contains(&opcode) => 3,
        op::IMAGE_QUERY_LOD => plane,
        op::IMAGE_TEXEL_POINTER => match (image.arrayed, image.dim) {
            (0, _) => plane,
            (_, dim::DIM1D) => 2,
            (_, dim::CUBE | dim::DIM2D) => 3,
            _ => return None,
        },
        _ => plane + image.arrayed + u32::from(PROJECTED.contains(&opcode)),
    })
}

/// Returns whether a value is a constant whose bits are all zero.
fn is_zero(x: &OpSubject<'_>, value: Value) -> bool {
    let Some(attr) = x.constant_attr(value) else { return false };
    match x.ctx().attr_data(attr) {
        AttrData::Dense { elements, .. } => elements.iter().all(|element| *element == 0),
        AttrData::Param { .. } => {
            matches!(
                spv_dialect::attributes::view(x.ctx(), attr),
                Some((spv_dialect::attributes::AttrKind::Null, _))
            )
        }
        _ => false,
    }
}

/// Returns whether all users of an OpSampledImage are in its own block and accept sampled images. Returns `None` before
/// HLSL legalization.
fn is_consumed_in_place(x: &OpSubject<'_>) -> Option<bool> {
    const USERS: &[u32] = &[op::SAMPLED_IMAGE, op::IMAGE, op::IMAGE_QUERY_LOD, op::COPY_OBJECT];
    if x.facts.env.options.before_hlsl_legalization {
        return None;
    }
    let result = x.body().result(x.op, 0);
    let block = x.body().parent(x.op);
    for (user, _) in x.body().uses(result) {
        let is_split = || x.facts.is_split(x.function().map_or(x.op, |(op, _)| op), x.body(), x.op, user);
        if x.body().parent(user) != block || is_split() {
            return Some(false);
        }
        let opcode = opcode_of(x.body().def(user));
        let takes = SAMPLED.contains(&opcode)
            || USERS.contains(&opcode)
            || opcode == super::dispatch::NONE
            || x.ctx().registry().op(x.body().def(user)).row.name.contains("QCOM")
            || x.body().def(user) == v::ImageSampleFootprintNV::ID
            || opcode == op::STORE && x.facts.has(c::BINDLESS_TEXTURE_NV);
        if !takes {
            return Some(false);
        }
    }
    Some(true)
}
