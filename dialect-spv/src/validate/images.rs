//! Images: their types, the operations on them, and derivatives.

use super::models::Models;
use super::rule::{Check, OpCheck, Rule, joined, opencl, rule, vulkan};
use super::subject::{OpSubject, TypeSubject};
use crate::generated::opcodes as op;
use crate::generated::values::{
    capability as c, dim, execution_mode as e, execution_model as m, image_format as f, image_operands as o,
    storage_class as s,
};
use crate::generated::views as v;
use crate::types;
use crate::verify::shape::{Kind, Shape};
use spv_ir::params::Item;
use spv_ir::{AttrData, Context, Type, TypeData, Value};

const IMPLICIT: &[u32] = &[
    op::IMAGE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
];
const EXPLICIT: &[u32] = &[
    op::IMAGE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD,
];
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
const GATHER: &[u32] =
    &[op::IMAGE_GATHER, op::IMAGE_DREF_GATHER, op::IMAGE_SPARSE_GATHER, op::IMAGE_SPARSE_DREF_GATHER];
const DREF: &[u32] = &joined::<{ DREF_SAMPLE.len() + 2 }>(&[
    DREF_SAMPLE,
    &[op::IMAGE_DREF_GATHER, op::IMAGE_SPARSE_DREF_GATHER],
]);
const SAMPLED: &[u32] =
    &joined::<{ IMPLICIT.len() + EXPLICIT.len() + GATHER.len() }>(&[IMPLICIT, EXPLICIT, GATHER]);
const FETCH: &[u32] = &[op::IMAGE_FETCH, op::IMAGE_SPARSE_FETCH];
const READ: &[u32] = &[op::IMAGE_READ, op::IMAGE_SPARSE_READ];
const READ_WRITE: &[u32] = &[op::IMAGE_READ, op::IMAGE_SPARSE_READ, op::IMAGE_WRITE];
const SPARSE: &[u32] = &[
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD,
    op::IMAGE_SPARSE_FETCH,
    op::IMAGE_SPARSE_GATHER,
    op::IMAGE_SPARSE_DREF_GATHER,
    op::IMAGE_SPARSE_READ,
];
/// All ops with image operands.
const WITH_OPERANDS: &[u32] =
    &joined::<{ SAMPLED.len() + FETCH.len() + READ_WRITE.len() }>(&[SAMPLED, FETCH, READ_WRITE]);
/// Ops that take derivatives of their operands.
const DERIVATIVES: &[u32] = &[
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
const DERIVING: Models = Models::of(&[m::FRAGMENT, m::GL_COMPUTE, m::MESH_EXT, m::TASK_EXT]);
const GROUPED: Models = Models::of(&[m::GL_COMPUTE, m::MESH_EXT, m::TASK_EXT]);

/// Formats of integers, with those that are signed and those of 64 bits.
const SIGNED: &[u32] =
    &[f::RGBA32I, f::RGBA16I, f::RGBA8I, f::R32I, f::RG32I, f::RG16I, f::RG8I, f::R16I, f::R8I, f::R64I];
const UNSIGNED: &[u32] = &[
    f::RGBA32UI,
    f::RGBA16UI,
    f::RGBA8UI,
    f::R32UI,
    f::RGB10A2UI,
    f::RG32UI,
    f::RG16UI,
    f::RG8UI,
    f::R16UI,
    f::R8UI,
    f::R64UI,
];
const WIDE: &[u32] = &[f::R64I, f::R64UI];
const ATOMIC_FORMATS: &[u32] = &[f::R64I, f::R64UI, f::R32F, f::R32I, f::R32UI];

/// A rule of an op with image operands that are set.
macro_rules! operands {
    ($id:literal, $message:literal, |$x:ident, $image:ident, $mask:ident| $check:expr) => {
        rule($id, "3.14", $message, {
            const CHECK: OpCheck = |$x| {
                let ($image, $mask) = (image($x)?, mask($x));
                if $mask == 0 {
                    return None;
                }
                Some($check)
            };
            Check::Op(WITH_OPERANDS, CHECK)
        })
    };
}

/// A rule of an image type.
macro_rules! image_type {
    ($make:ident, $id:literal, $message:literal, |$x:ident, $image:ident| $check:expr) => {
        $make($id, "3.42.6", $message, {
            const CHECK: super::rule::TypeCheck = |$x| {
                let $image = of_type($x.ctx(), $x.ty)?;
                Some($check)
            };
            Check::Type(&[op::TYPE_IMAGE], CHECK)
        })
    };
}

/// The rules of the family.
pub const RULES: &[Rule] = &[
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-OpTypeImage-04656",
        "the sampled type must be a 32-bit or 64-bit integer or a 32-bit float",
        |x, image| {
            let shape = Shape::new(x.ctx(), image.sampled_type);
            !matches!((shape.kind, shape.width), (Kind::Int, 32 | 64) | (Kind::Float, 32))
        }
    ),
    image_type!(opencl, "SPV-image-opencl-sampled-type", "the sampled type must be void", |x, image| {
        image.sampled_type != x.ctx().common().none
    }),
    image_type!(
        rule,
        "SPV-image-sampled-type",
        "the sampled type must be void, an integer or a float",
        |x, image| {
            let kind = Shape::new(x.ctx(), image.sampled_type).kind;
            !matches!(kind, Kind::Void | Kind::Int | Kind::Float)
        }
    ),
    image_type!(rule, "SPV-image-depth", "Depth must be 0, 1 or 2", |_x, image| image.depth > 2),
    image_type!(rule, "SPV-image-arrayed", "Arrayed must be 0 or 1", |_x, image| image.arrayed > 1),
    image_type!(rule, "SPV-image-ms", "MS must be 0 or 1", |_x, image| image.ms > 1),
    image_type!(rule, "SPV-image-sampled", "Sampled must be 0, 1 or 2", |_x, image| image.sampled > 2),
    image_type!(
        rule,
        "VUID-StandaloneSpirv-OpTypeImage-06214",
        "SubpassData needs Sampled 2, and in Vulkan Arrayed 0",
        |x, image| image.dim == dim::SUBPASS_DATA
            && (image.sampled != 2 || image.arrayed != 0 && x.facts.is_vulkan())
    ),
    image_type!(
        rule,
        "SPV-image-subpass-format",
        "SubpassData and TileImageDataEXT need format Unknown",
        |_x, image| [dim::SUBPASS_DATA, dim::TILE_IMAGE_DATA_EXT].contains(&image.dim)
            && image.format != f::UNKNOWN
    ),
    image_type!(
        rule,
        "SPV-image-tile",
        "TileImageDataEXT needs a sampled type, Sampled 2, Depth 0 and Arrayed 0",
        |x, image| image.dim == dim::TILE_IMAGE_DATA_EXT
            && (image.sampled_type == x.ctx().common().none
                || image.sampled != 2
                || image.depth != 0
                || image.arrayed != 0)
    ),
    image_type!(
        rule,
        "SPV-image-multisampled-storage",
        "a multisampled storage image needs capability StorageImageMultisample",
        |x, image| {
            let own = ![dim::SUBPASS_DATA, dim::TILE_IMAGE_DATA_EXT].contains(&image.dim);
            own && image.ms != 0 && image.sampled == 2 && !x.facts.has(c::STORAGE_IMAGE_MULTISAMPLE)
        }
    ),
    image_type!(
        opencl,
        "SPV-image-opencl",
        "Arrayed needs dimension 1D or 2D, MS and Sampled must be 0, and there must be an access qualifier",
        |_x, image| image.arrayed == 1 && ![dim::DIM1D, dim::DIM2D].contains(&image.dim)
            || image.ms != 0
            || image.sampled != 0
            || !image.qualified
    ),
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-OpTypeImage-04657",
        "Sampled must be 1 or 2",
        |_x, image| image.sampled == 0
    ),
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-OpTypeImage-09638",
        "the dimension must not be Rect",
        |_x, image| image.dim == dim::RECT
    ),
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-Image-04965",
        "the format does not match the sampled type",
        |x, image| {
            let shape = Shape::new(x.ctx(), image.sampled_type);
            let integer = SIGNED.contains(&image.format) || UNSIGNED.contains(&image.format);
            let wide = WIDE.contains(&image.format);
            image.format != f::UNKNOWN
                && (integer != (shape.kind == Kind::Int)
                    || shape.kind == Kind::Int && (shape.width == 64) != wide)
        }
    ),
    rule(
        "VUID-StandaloneSpirv-OpTypeSampledImage-04657",
        "3.42.6",
        "the image of a sampled image must have Sampled 0 or 1",
        Check::Type(&[op::TYPE_SAMPLED_IMAGE], |x| Some(sampled(x)?.sampled > 1)),
    ),
    rule(
        "SPV-image-sampled-buffer",
        "3.42.6",
        "from version 1.6 on a sampled image may not have dimension Buffer",
        Check::Type(&[op::TYPE_SAMPLED_IMAGE], |x| {
            Some(x.facts.version >= 0x0001_0600 && sampled(x)?.dim == dim::BUFFER)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpSampledImage-06671",
        "A",
        "the image must have Sampled 1",
        Check::Op(&[op::SAMPLED_IMAGE], |x| Some(image(x)?.sampled != 1)),
    ),
    rule(
        "SPV-sampled-image",
        "3.42.10",
        "the image must have Sampled 0 or 1 and not dimension SubpassData",
        Check::Op(&[op::SAMPLED_IMAGE], |x| {
            let image = image(x)?;
            Some(image.sampled > 1 || image.dim == dim::SUBPASS_DATA)
        }),
    ),
    rule(
        "SPV-sampled-image-sampler",
        "3.42.10",
        "the operands must be an image and a sampler",
        Check::Op(&[op::SAMPLED_IMAGE], |x| {
            let is = |index, kind| Some(x.operand_shape(index)?.kind == kind);
            Some(!is(0, Kind::Image)? || !is(1, Kind::Sampler)?)
        }),
    ),
    rule(
        "SPV-sampled-image-use",
        "3.42.10",
        "the result may only be used in its block, by image operations",
        Check::Op(&[op::SAMPLED_IMAGE], used_elsewhere),
    ),
    rule("SPV-image-sampled-operand", "3.42.10", "the operand must be a sampled image", {
        const CHECK: OpCheck = |x| Some(x.operand_shape(0)?.kind != Kind::SampledImage);
        Check::Op(SAMPLED, CHECK)
    }),
    rule("SPV-image-operand", "3.42.10", "the operand must be an image", {
        const CHECK: OpCheck = |x| Some(x.operand_shape(0)?.kind != Kind::Image);
        Check::Op(IMAGES, CHECK)
    }),
    rule(
        "SPV-image-result-vector",
        "3.42.10",
        "the result must be a vector of four integers or floats",
        Check::Op(VECTOR_RESULTS, |x| {
            let shape = x.shape(texel(x)?);
            let numbers = matches!(shape.element, Kind::Int | Kind::Float);
            Some(shape.kind != Kind::Vector || !numbers || shape.count != 4)
        }),
    ),
    rule(
        "SPV-image-result-scalar",
        "3.42.10",
        "the result must be an integer or a float",
        Check::Op(DREF_SAMPLE, |x| Some(!matches!(x.shape(texel(x)?).kind, Kind::Int | Kind::Float))),
    ),
    rule("SPV-image-sparse-result", "3.42.10", "the result must be a struct of an integer and a texel", {
        const CHECK: OpCheck = |x| {
            let parts = types::structure(x.ctx(), x.result_type()?);
            Some(parts.is_none_or(|parts| {
                let first = parts.members.first().and_then(|member| x.ctx().attr_type(*member));
                parts.members.len() != 2 || first.is_none_or(|first| x.shape(first).kind != Kind::Int)
            }))
        };
        Check::Op(SPARSE, CHECK)
    }),
    rule(
        "SPV-image-result-component",
        "3.42.10",
        "the components of the texel must have the sampled type of the image",
        Check::Op(WITH_OPERANDS, |x| {
            let image = image(x)?;
            let ty = match x.opcode {
                op::IMAGE_WRITE => x.operand_type(2)?,
                _ => texel(x)?,
            };
            let component = match x.ctx().type_data(ty) {
                TypeData::Vector { element, .. } => *element,
                _ => ty,
            };
            let void = image.sampled_type == x.ctx().common().none && !DREF.contains(&x.opcode);
            Some(!void && component != image.sampled_type)
        }),
    ),
    rule(
        "SPV-image-texel",
        "3.42.10",
        "the texel must be an integer or float, or a vector of these",
        Check::Op(&[op::IMAGE_WRITE], |x| Some(!is_numbers(x.operand_shape(2)?))),
    ),
    rule(
        "SPV-image-projection",
        "3.42.10",
        "a projection needs dimension 1D, 2D, 3D or Rect, MS 0 and Arrayed 0",
        Check::Op(PROJECTED, |x| {
            let image = image(x)?;
            let flat = [dim::DIM1D, dim::DIM2D, dim::DIM3D, dim::RECT].contains(&image.dim);
            Some(!flat || image.ms != 0 || image.arrayed != 0)
        }),
    ),
    rule(
        "SPV-image-sampling-multisampled",
        "3.42.10",
        "a multisampled image cannot be sampled",
        Check::Op(SAMPLED, |x| Some(image(x)?.ms != 0)),
    ),
    rule(
        "SPV-image-coordinate",
        "3.42.10",
        "the coordinate must be 32-bit floats, or integers where these index",
        {
            const CHECK: OpCheck = |x| {
                let shape = x.operand_shape(1)?;
                let kind = match shape.kind {
                    Kind::Vector | Kind::LongVector => shape.element,
                    other => other,
                };
                let fits = match x.opcode {
                    op::IMAGE_FETCH | op::IMAGE_SPARSE_FETCH | op::IMAGE_TEXEL_POINTER => kind == Kind::Int,
                    op::IMAGE_SAMPLE_EXPLICIT_LOD | op::IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD => {
                        matches!(kind, Kind::Int | Kind::Float)
                    }
                    op::IMAGE_READ | op::IMAGE_WRITE | op::IMAGE_SPARSE_READ => {
                        matches!(kind, Kind::Int | Kind::Float)
                    }
                    _ => kind == Kind::Float,
                };
                Some(!fits || shape.width != 32)
            };
            Check::Op(COORDINATES, CHECK)
        },
    ),
    rule("SPV-image-coordinate-size", "3.42.10", "the coordinate has too few components for the image", {
        const CHECK: OpCheck = |x| {
            let (image, shape) = (image(x)?, x.operand_shape(1)?);
            let least = coordinates(x.opcode, image)?;
            let exact = x.opcode == op::IMAGE_TEXEL_POINTER;
            Some(shape.count < least || exact && shape.count != least)
        };
        Check::Op(COORDINATES, CHECK)
    }),
    rule(
        "VUID-StandaloneSpirv-SubpassData-04660",
        "A",
        "the coordinate of a subpass input must be (0, 0)",
        {
            const CHECK: OpCheck = |x| Some(image(x)?.dim == dim::SUBPASS_DATA && !is_zero(x, x.operand(1)?));
            Check::Op(&[op::IMAGE_READ], CHECK)
        },
    ),
    rule("SPV-image-dref", "3.42.10", "Dref must be a 32-bit float", {
        const CHECK: OpCheck = |x| {
            let shape = x.operand_shape(2)?;
            Some(shape.kind != Kind::Float || shape.width != 32)
        };
        Check::Op(DREF, CHECK)
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpImage-04777",
        "A",
        "a Dref operation may not have dimension 3D",
        Check::Op(DREF, |x| Some(image(x)?.dim == dim::DIM3D)),
    ),
    rule(
        "SPV-image-gather-dim",
        "3.42.10",
        "a gather needs dimension 2D, Cube or Rect",
        Check::Op(GATHER, |x| Some(![dim::DIM2D, dim::CUBE, dim::RECT].contains(&image(x)?.dim))),
    ),
    rule("SPV-image-gather-component", "3.42.10", "the component must be a 32-bit integer", {
        const CHECK: OpCheck = |x| {
            let shape = x.operand_shape(2)?;
            Some(shape.kind != Kind::Int || shape.width != 32)
        };
        Check::Op(&[op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER], CHECK)
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpImageGather-04664",
        "A",
        "the component must be a constant",
        Check::Op(&[op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER], |x| Some(!x.is_constant(x.operand(2)?))),
    ),
    rule(
        "SPV-image-fetch",
        "3.42.10",
        "a fetch needs Sampled 1 and another dimension than Cube",
        Check::Op(FETCH, |x| {
            let image = image(x)?;
            Some(image.sampled != 1 || image.dim == dim::CUBE)
        }),
    ),
    rule(
        "SPV-image-read-sampled",
        "3.42.10",
        "an image that is read or written must have Sampled 0 or 2",
        Check::Op(READ_WRITE, |x| Some(image(x)?.sampled == 1)),
    ),
    rule("SPV-image-storage-capability", "3.31", "a storage image of these parameters needs a capability", {
        const CHECK: OpCheck = |x| {
            let image = image(x)?;
            let needed = match image.dim {
                dim::DIM1D => c::IMAGE1D,
                dim::RECT => c::IMAGE_RECT,
                dim::BUFFER => c::IMAGE_BUFFER,
                dim::CUBE if image.arrayed == 1 => c::IMAGE_CUBE_ARRAY,
                _ if image.ms == 1 && image.arrayed == 1 => c::IMAGE_MS_ARRAY,
                _ => return None,
            };
            Some(image.sampled == 2 && !x.facts.has(needed))
        };
        Check::Op(READ_WRITE, CHECK)
    }),
    vulkan("VUID-StandaloneSpirv-OpImageRead-04780", "A", "the result must have four components", {
        const CHECK: OpCheck = |x| Some(x.shape(texel(x)?).count != 4);
        Check::Op(READ, CHECK)
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeImage-06270",
        "A",
        "an image without format is read with capability StorageImageReadWithoutFormat",
        Check::Op(READ, |x| {
            let image = image(x)?;
            let lacks = !x.facts.has(c::STORAGE_IMAGE_READ_WITHOUT_FORMAT);
            Some(image.format == f::UNKNOWN && image.dim != dim::SUBPASS_DATA && lacks)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeImage-06269",
        "A",
        "an image without format is written with capability StorageImageWriteWithoutFormat",
        Check::Op(&[op::IMAGE_WRITE], |x| {
            let lacks = !x.facts.has(c::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT);
            Some(image(x)?.format == f::UNKNOWN && lacks)
        }),
    ),
    rule(
        "SPV-image-subpass",
        "3.42.10",
        "a subpass input cannot be written, fetched or read sparsely",
        Check::Op(&[op::IMAGE_WRITE, op::IMAGE_SPARSE_READ, op::IMAGE_TEXEL_POINTER], |x| {
            Some([dim::SUBPASS_DATA, dim::TILE_IMAGE_DATA_EXT].contains(&image(x)?.dim))
        }),
    ),
    rule(
        "SPV-image-subpass-model",
        "3.42.10",
        "only fragment shaders have subpass inputs",
        Check::Op(READ, |x| {
            let fragment = x.models().is_subset(Models::of(&[m::FRAGMENT]));
            Some(image(x)?.dim == dim::SUBPASS_DATA && !fragment)
        }),
    ),
    rule("SPV-image-tile-read", "3.42.10", "a tile image is read by OpColorAttachmentReadEXT and its kin", {
        const CHECK: OpCheck = |x| Some(image(x)?.dim == dim::TILE_IMAGE_DATA_EXT);
        Check::Op(&[op::IMAGE_READ, op::IMAGE_QUERY_FORMAT, op::IMAGE_QUERY_ORDER], CHECK)
    }),
    opencl(
        "SPV-image-opencl-read",
        "OpenCL",
        "a depth image is read as a float, another as four components",
        {
            const CHECK: OpCheck = |x| {
                let (image, shape) = (image(x)?, x.shape(texel(x)?));
                Some(if image.depth != 0 { shape.kind != Kind::Float } else { shape.count != 4 })
            };
            Check::Op(&[op::IMAGE_READ], CHECK)
        },
    ),
    opencl(
        "SPV-image-opencl-offset",
        "OpenCL",
        "OpenCL has no image operand ConstOffset, and none at all for writes",
        Check::Op(&[op::IMAGE_READ, op::IMAGE_SAMPLE_EXPLICIT_LOD, op::IMAGE_WRITE], |x| {
            let mask = mask(x);
            Some(mask & o::CONST_OFFSET != 0 || x.opcode == op::IMAGE_WRITE && mask != 0)
        }),
    ),
    rule(
        "SPV-image-operands-sample-needed",
        "3.14",
        "a multisampled image needs the image operand Sample",
        {
            const CHECK: OpCheck = |x| Some(image(x)?.ms != 0 && mask(x) & o::SAMPLE == 0);
            Check::Op(&[op::IMAGE_FETCH, op::IMAGE_READ, op::IMAGE_WRITE, op::IMAGE_SPARSE_READ], CHECK)
        },
    ),
    vulkan(
        "VUID-StandaloneSpirv-Image-04965-signedness",
        "A",
        "the signedness of the format differs from the access",
        {
            const CHECK: OpCheck = |x| {
                let (image, mask) = (image(x)?, mask(x));
                let TypeData::Integer { signedness, .. } = x.ctx().type_data(image.sampled_type) else {
                    return None;
                };
                let own = *signedness == spv_ir::Signedness::Signed;
                let signed = mask & o::SIGN_EXTEND != 0 || own && mask & o::ZERO_EXTEND == 0;
                Some(image.format != f::UNKNOWN && SIGNED.contains(&image.format) != signed)
            };
            Check::Op(WITH_OPERANDS, CHECK)
        },
    ),
    operands!(
        "SPV-image-operands-offsets",
        "Offset, ConstOffset, ConstOffsets and Offsets exclude each other",
        |_x, _image, mask| (mask & (o::OFFSET | o::CONST_OFFSET | o::CONST_OFFSETS | o::OFFSETS))
            .count_ones()
            > 1
    ),
    operands!(
        "SPV-image-operands-bias",
        "Bias goes with implicit levels of detail, and is a 32-bit float",
        |x, image, mask| {
            let gathers = [op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER].contains(&x.opcode)
                && x.facts.has(c::IMAGE_GATHER_BIAS_LOD_AMD);
            mask & o::BIAS != 0
                && (!IMPLICIT.contains(&x.opcode) && !gathers
                    || !is_f32(x, operand(x, o::BIAS)?)
                    || !has_levels(image))
        }
    ),
    operands!(
        "SPV-image-operands-lod",
        "Lod goes with explicit levels of detail and fetches, without Grad, of an image that has levels",
        |x, image, mask| {
            let explicit = EXPLICIT.contains(&x.opcode);
            let gathers = [op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER].contains(&x.opcode)
                && x.facts.has(c::IMAGE_GATHER_BIAS_LOD_AMD);
            let reads = READ_WRITE.contains(&x.opcode) && x.facts.has(c::IMAGE_READ_WRITE_LOD_AMD);
            if mask & o::LOD == 0 {
                return None;
            }
            let value = operand(x, o::LOD)?;
            let fits = if explicit || gathers { is_f32(x, value) } else { is_i32(x, value) };
            !(explicit || gathers || reads || FETCH.contains(&x.opcode))
                || mask & o::GRAD != 0
                || !fits
                || !has_levels(image)
                || image.ms != 0
        }
    ),
    operands!(
        "SPV-image-operands-grad",
        "Grad goes with explicit levels of detail, and has as many floats as the image dimensions",
        |x, image, mask| {
            if mask & o::GRAD == 0 {
                return None;
            }
            let values = operand_values(x, o::GRAD);
            let size = plane(image.dim)?;
            let fits = |value: &Value| {
                x.body.value_type_opt(*value).is_some_and(|ty| {
                    let shape = x.shape(ty);
                    let floats = shape.element == Kind::Float && shape.width == 32;
                    floats && matches!(shape.kind, Kind::Float | Kind::Vector) && shape.count == size
                })
            };
            !EXPLICIT.contains(&x.opcode) || !values.iter().all(fits)
        }
    ),
    operands!(
        "SPV-image-operands-offset",
        "an offset has as many 32-bit integers as the image dimensions, which is no Cube",
        |x, image, mask| {
            if mask & (o::CONST_OFFSET | o::OFFSET) == 0 {
                return None;
            }
            let value = operand(x, mask & (o::CONST_OFFSET | o::OFFSET))?;
            let shape = x.shape(x.body.value_type_opt(value)?);
            let integers = shape.element == Kind::Int && shape.width == 32;
            let constant = mask & o::CONST_OFFSET == 0 || x.is_constant(value);
            image.dim == dim::CUBE
                || !integers
                || !matches!(shape.kind, Kind::Int | Kind::Vector)
                || !constant
                || shape.count != plane(image.dim)?
        }
    ),
    vulkan("VUID-StandaloneSpirv-Offset-10213", "A", "only gathers have the image operand Offset", {
        const CHECK: OpCheck = |x| {
            let options = &x.facts.env.options;
            let allowed = options.before_hlsl_legalization || options.allow_offset_texture_operand;
            Some(mask(x) & o::OFFSET != 0 && !allowed && !GATHER.contains(&x.opcode))
        };
        Check::Op(WITH_OPERANDS, CHECK)
    })
    .note("set the option allow-offset-texture-operand where the feature maintenance8 is enabled"),
    operands!(
        "SPV-image-operands-const-offsets",
        "ConstOffsets goes with gathers, is a constant array of four pairs, and not of a Cube",
        |x, image, mask| {
            if mask & o::CONST_OFFSETS == 0 {
                return None;
            }
            let value = operand(x, o::CONST_OFFSETS)?;
            let shape = x.shape(x.body.value_type_opt(value)?);
            let pair = shape.inner.map(|inner| x.shape(inner));
            let fits = pair.is_some_and(|pair| {
                pair.kind == Kind::Vector && pair.element == Kind::Int && pair.count == 2 && pair.width == 32
            });
            !GATHER.contains(&x.opcode)
                || image.dim == dim::CUBE
                || shape.kind != Kind::Array
                || shape.count != 4
                || !fits
                || !x.is_constant(value)
        }
    ),
    operands!(
        "SPV-image-operands-sample",
        "Sample is a 32-bit integer, and goes with fetches, reads and writes of a multisampled image",
        |x, image, mask| {
            if mask & o::SAMPLE == 0 {
                return None;
            }
            let fits = FETCH.contains(&x.opcode) || READ_WRITE.contains(&x.opcode);
            !fits || image.ms == 0 || !is_i32(x, operand(x, o::SAMPLE)?)
        }
    ),
    operands!(
        "SPV-image-operands-min-lod",
        "MinLod is a 32-bit float, and goes with implicit levels of detail or Grad",
        |x, image, mask| {
            if mask & o::MIN_LOD == 0 {
                return None;
            }
            let fits = IMPLICIT.contains(&x.opcode) || mask & o::GRAD != 0;
            !fits || !is_f32(x, operand(x, o::MIN_LOD)?) || !has_levels(image) || image.ms != 0
        }
    ),
    operands!(
        "SPV-image-operands-available",
        "MakeTexelAvailable goes with writes, MakeTexelVisible with reads, both with NonPrivateTexel",
        |x, _image, mask| {
            let available = mask & o::MAKE_TEXEL_AVAILABLE != 0;
            let visible = mask & o::MAKE_TEXEL_VISIBLE != 0;
            available && x.opcode != op::IMAGE_WRITE
                || visible && !READ.contains(&x.opcode)
                || (available || visible) && mask & o::NON_PRIVATE_TEXEL == 0
        }
    ),
    operands!("SPV-image-operands-extend", "SignExtend and ZeroExtend need integers", |x, _image, mask| {
        if x.opcode == op::IMAGE_WRITE || SPARSE.contains(&x.opcode) {
            return None;
        }
        let shape = x.result_shape()?;
        let signed = |ty: Type| match x.ctx().type_data(ty) {
            TypeData::Integer { signedness, .. } => *signedness == spv_ir::Signedness::Signed,
            _ => true,
        };
        let component = shape.inner.or(x.result_type());
        mask & o::SIGN_EXTEND != 0 && shape.element != Kind::Int
            || mask & o::ZERO_EXTEND != 0 && component.is_none_or(signed)
    }),
    rule(
        "SPV-image-query-size-lod",
        "3.42.10",
        "the image must have levels and MS 0, the level be a 32-bit integer",
        {
            const CHECK: OpCheck = |x| {
                let image = image(x)?;
                let size = x.result_shape()?.count;
                let expected = match image.dim {
                    dim::DIM1D => 1,
                    dim::DIM2D | dim::CUBE => 2,
                    dim::DIM3D => 3,
                    _ => return Some(true),
                };
                Some(image.ms != 0 || size != expected + image.arrayed || !is_i32(x, x.operand(1)?))
            };
            Check::Op(&[op::IMAGE_QUERY_SIZE_LOD], CHECK)
        },
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpImageQuerySizeLod-04659",
        "A",
        "the image must have Sampled 1",
        Check::Op(&[op::IMAGE_QUERY_SIZE_LOD, op::IMAGE_QUERY_LEVELS], |x| Some(image(x)?.sampled != 1)),
    ),
    rule("SPV-image-query-levels", "3.42.10", "the image must have levels", {
        const CHECK: OpCheck = |x| Some(!has_levels(image(x)?));
        Check::Op(&[op::IMAGE_QUERY_LEVELS, op::IMAGE_QUERY_LOD], CHECK)
    }),
    rule(
        "SPV-image-query-samples",
        "3.42.10",
        "the image must be multisampled and have dimension 2D",
        Check::Op(&[op::IMAGE_QUERY_SAMPLES], |x| {
            let image = image(x)?;
            Some(image.dim != dim::DIM2D || image.ms != 1)
        }),
    ),
    rule(
        "SPV-image-query-lod-result",
        "3.42.10",
        "the result must be a vector of two floats",
        Check::Op(&[op::IMAGE_QUERY_LOD], |x| {
            let shape = x.result_shape()?;
            Some(shape.kind != Kind::Vector || shape.element != Kind::Float || shape.count != 2)
        }),
    ),
    rule(
        "SPV-image-texel-pointer",
        "3.42.10",
        "the result must be a pointer of class Image to the sampled type of the image",
        Check::Op(&[op::IMAGE_TEXEL_POINTER], |x| {
            let (pointee, class) = types::pointer(x.ctx(), x.result_type()?)?;
            let vectors = x.facts.has(c::ATOMIC_FLOAT16_VECTOR_NV) && x.shape(pointee).kind == Kind::Vector;
            Some(class != s::IMAGE || image(x)?.sampled_type != pointee && !vectors)
        }),
    ),
    rule(
        "SPV-image-texel-pointer-sample",
        "3.42.10",
        "the sample of an image that is not multisampled must be the constant 0",
        Check::Op(&[op::IMAGE_TEXEL_POINTER], |x| {
            Some(image(x)?.ms == 0 && x.constant(x.operand(2)?) != Some(0))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpImageTexelPointer-04658",
        "A",
        "the format must be R64i, R64ui, R32f, R32i or R32ui",
        Check::Op(&[op::IMAGE_TEXEL_POINTER], |x| {
            let format = image(x)?.format;
            let vectors =
                x.facts.has(c::ATOMIC_FLOAT16_VECTOR_NV) && [f::RG16F, f::RGBA16F].contains(&format);
            Some(!ATOMIC_FORMATS.contains(&format) && !vectors)
        }),
    ),
    rule(
        "SPV-derivative-model",
        "3.42.16",
        "only fragment, compute, mesh and task shaders have derivatives",
        Check::Op(DERIVING_OPS, |x| Some(!x.models().is_subset(DERIVING))),
    ),
    rule(
        "SPV-derivative-group",
        "3.42.16",
        "outside fragment shaders derivatives need a derivative group mode",
        Check::Op(DERIVING_OPS, |x| {
            let (_, function) = x.function?;
            let lacks = |number: &usize| {
                let entry = &x.facts.entries[*number];
                let modes = [e::DERIVATIVE_GROUP_LINEAR_KHR, e::DERIVATIVE_GROUP_QUADS_KHR];
                let any = modes.iter().any(|mode| x.facts.has_mode(entry.function, *mode));
                GROUPED.contains(entry.model) && !any
            };
            Some(function.entries.iter().any(lacks))
        }),
    ),
    rule(
        "SPV-derivative-width",
        "3.42.16",
        "derivatives are those of 32-bit floats",
        Check::Op(DERIVATIVES, |x| {
            let shape = x.result_shape()?;
            let half = shape.width == 16 && x.facts.has_extension("SPV_AMD_gpu_shader_half_float");
            Some(shape.element != Kind::Float || shape.width != 32 && !half)
        }),
    ),
];

/// [`IMPLICIT`], [`DERIVATIVES`] and OpImageQueryLod.
const DERIVING_OPS: &[u32] = &[
    op::IMAGE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD,
    op::IMAGE_QUERY_LOD,
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
/// Ops whose first operand is an image.
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
/// Ops whose texel is a vector of four components.
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
/// Ops with a coordinate: the second operand.
const COORDINATES: &[u32] =
    &joined::<{ WITH_OPERANDS.len() + 2 }>(&[WITH_OPERANDS, &[op::IMAGE_QUERY_LOD, op::IMAGE_TEXEL_POINTER]]);

/// Operands of OpTypeImage.
#[derive(Clone, Copy)]
struct Image {
    sampled_type: Type,
    dim: u32,
    depth: u32,
    arrayed: u32,
    ms: u32,
    sampled: u32,
    format: u32,
    qualified: bool,
}

/// The image of an image type or sampled image type.
fn of_type(ctx: &Context, ty: Type) -> Option<Image> {
    let (code, params) = types::view(ctx, ty)?;
    match (code, params) {
        (op::TYPE_SAMPLED_IMAGE, [_, image, ..]) => of_type(ctx, ctx.attr_type(*image)?),
        (op::TYPE_IMAGE, [_, sampled_type, dim, depth, arrayed, ms, sampled, format, rest @ ..]) => {
            let number = |attr| ctx.attr_u64(attr).and_then(|n| u32::try_from(n).ok());
            Some(Image {
                sampled_type: ctx.attr_type(*sampled_type)?,
                dim: number(*dim)?,
                depth: number(*depth)?,
                arrayed: number(*arrayed)?,
                ms: number(*ms)?,
                sampled: number(*sampled)?,
                format: number(*format)?,
                qualified: rest.first().is_some_and(|attr| number(*attr).is_some()),
            })
        }
        _ => None,
    }
}

/// The image that an op works on: that of its first operand, or what this points to.
fn image(x: &OpSubject<'_>) -> Option<Image> {
    let ty = x.operand_type(0)?;
    let ty = types::pointer(x.ctx(), ty).map_or(ty, |(pointee, _)| pointee);
    of_type(x.ctx(), ty)
}

fn sampled(x: &TypeSubject<'_>) -> Option<Image> {
    of_type(x.ctx(), x.ty)
}

/// The type of the texel that an op returns: of sparse ones, the second member of the result.
fn texel(x: &OpSubject<'_>) -> Option<Type> {
    let ty = x.result_type()?;
    if SPARSE.contains(&x.opcode) { types::element(x.ctx(), ty, 1) } else { Some(ty) }
}

/// The bits of the image operands; 0 where there are none.
fn mask(x: &OpSubject<'_>) -> u32 {
    operand_items(x).first().map_or(0, |(bits, _)| *bits)
}

/// The image operands, and the values that follow them.
fn operand_items(x: &OpSubject<'_>) -> Vec<(u32, Vec<Value>)> {
    let at = x.row().params.iter().position(|param| param.name == "image_operands");
    let items = at.map(|at| x.params(at)).unwrap_or_default();
    let bits = items.iter().find_map(|item| match item {
        Item::Enum(_, bits) => Some(*bits),
        _ => None,
    });
    let values = items.iter().filter_map(|item| match item {
        Item::Value(value) => Some(*value),
        _ => None,
    });
    bits.map(|bits| (bits, values.collect())).into_iter().collect()
}

/// The values of one image operand: two of Grad.
fn operand_values(x: &OpSubject<'_>, bit: u32) -> Vec<Value> {
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

fn operand(x: &OpSubject<'_>, bit: u32) -> Option<Value> {
    operand_values(x, bit).first().copied()
}

fn is_f32(x: &OpSubject<'_>, value: Value) -> bool {
    x.body.value_type_opt(value).is_some_and(|ty| {
        let shape = x.shape(ty);
        shape.kind == Kind::Float && shape.width == 32
    })
}

fn is_i32(x: &OpSubject<'_>, value: Value) -> bool {
    x.body.value_type_opt(value).is_some_and(|ty| {
        let shape = x.shape(ty);
        shape.kind == Kind::Int && shape.width == 32
    })
}

fn is_numbers(shape: Shape) -> bool {
    matches!(shape.kind, Kind::Int | Kind::Float)
        || matches!(shape.kind, Kind::Vector) && matches!(shape.element, Kind::Int | Kind::Float)
}

fn has_levels(image: Image) -> bool {
    [dim::DIM1D, dim::DIM2D, dim::DIM3D, dim::CUBE].contains(&image.dim)
}

/// Components of a coordinate in one plane of an image.
fn plane(of: u32) -> Option<u32> {
    match of {
        dim::DIM1D | dim::BUFFER => Some(1),
        dim::DIM2D | dim::RECT | dim::SUBPASS_DATA | dim::TILE_IMAGE_DATA_EXT => Some(2),
        dim::DIM3D | dim::CUBE => Some(3),
        _ => None,
    }
}

/// The least number of components of a coordinate.
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

/// Whether a value is a constant of zeros.
fn is_zero(x: &OpSubject<'_>, value: Value) -> bool {
    let Some(attr) = x.constant_attr(value) else { return false };
    match x.ctx().attr_data(attr) {
        AttrData::Dense { elements, .. } => elements.iter().all(|element| *element == 0),
        AttrData::Param { .. } => {
            matches!(crate::attributes::view(x.ctx(), attr), Some((crate::attributes::Kind::Null, _)))
        }
        _ => false,
    }
}

/// Whether the result of OpSampledImage is used in another block, or by an op that takes no sampled image.
fn used_elsewhere(x: &OpSubject<'_>) -> Option<bool> {
    const USERS: &[u32] = &[op::SAMPLED_IMAGE, op::IMAGE, op::IMAGE_QUERY_LOD, op::COPY_OBJECT];
    if x.facts.env.options.before_hlsl_legalization {
        return None;
    }
    let result = x.body.result(x.op, 0);
    let block = x.body.parent(x.op);
    for (user, _) in x.body.uses(result) {
        if x.body.parent(user) != block {
            return Some(true);
        }
        let opcode = super::dispatch::opcode(x.ctx().registry(), x.body.def(user));
        let takes = SAMPLED.contains(&opcode)
            || USERS.contains(&opcode)
            || opcode == super::dispatch::NONE
            || x.ctx().registry().op(x.body.def(user)).row.name.contains("QCOM")
            || x.body.def(user) == v::ImageSampleFootprintNV::ID
            || opcode == op::STORE && x.facts.has(c::BINDLESS_TEXTURE_NV);
        if !takes {
            return Some(true);
        }
    }
    Some(false)
}
