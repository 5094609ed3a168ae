//! Validation of image types

use super::image::*;
use super::rule::{Check, Rule, opencl, rule, vulkan};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, dim, image_format as f};
use spv_dialect::verify::shape::TypeKind;

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

/// Defines a rule for image types.
macro_rules! image_type {
    ($make:ident, $id:literal, $message:literal, |$x:ident, $image:ident| $check:expr) => {
        $make($id, "3.42.6", $message, {
            Check::Type(&[op::TYPE_IMAGE], |$x| {
                let $image = Image::of($x.ctx(), $x.ty)?;
                Some($check)
            })
        })
    };
}

/// Validation rules for image types.
pub const RULES: &[Rule] = &[
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-OpTypeImage-04656",
        "the sampled type must be a 32-bit or 64-bit integer or a 32-bit float",
        |x, image| {
            let shape = x.facts.shape(image.sampled_type);
            matches!((shape.kind, shape.width), (TypeKind::Int, 32 | 64) | (TypeKind::Float, 32))
        }
    ),
    image_type!(opencl, "SPV-image-opencl-sampled-type", "the sampled type must be void", |x, image| {
        image.sampled_type == x.ctx().common().none
    }),
    image_type!(
        rule,
        "SPV-image-sampled-type",
        "the sampled type must be void, an integer or a float",
        |x, image| {
            let kind = x.facts.shape(image.sampled_type).kind;
            matches!(kind, TypeKind::Void | TypeKind::Int | TypeKind::Float)
        }
    ),
    image_type!(rule, "SPV-image-depth", "Depth must be 0, 1 or 2", |_x, image| image.depth <= 2),
    image_type!(rule, "SPV-image-arrayed", "Arrayed must be 0 or 1", |_x, image| image.arrayed <= 1),
    image_type!(rule, "SPV-image-ms", "MS must be 0 or 1", |_x, image| image.ms <= 1),
    image_type!(rule, "SPV-image-sampled", "Sampled must be 0, 1 or 2", |_x, image| image.sampled <= 2),
    image_type!(
        rule,
        "VUID-StandaloneSpirv-OpTypeImage-06214",
        "SubpassData requires Sampled 2, and in Vulkan Arrayed 0",
        |x, image| image.dim != dim::SUBPASS_DATA
            || image.sampled == 2 && (image.arrayed == 0 || !x.facts.is_vulkan())
    ),
    image_type!(
        rule,
        "SPV-image-subpass-format",
        "SubpassData and TileImageDataEXT require format Unknown",
        |_x, image| ![dim::SUBPASS_DATA, dim::TILE_IMAGE_DATA_EXT].contains(&image.dim)
            || image.format == f::UNKNOWN
    ),
    image_type!(
        rule,
        "SPV-image-tile",
        "TileImageDataEXT requires a sampled type, Sampled 2, Depth 0 and Arrayed 0",
        |x, image| image.dim != dim::TILE_IMAGE_DATA_EXT
            || image.sampled_type != x.ctx().common().none
                && image.sampled == 2
                && image.depth == 0
                && image.arrayed == 0
    ),
    rule(
        "SPV-image-multisampled-storage",
        "3.42.6",
        "a multisampled storage image requires capability StorageImageMultisample",
        Check::TypeNeeds(&[op::TYPE_IMAGE], |x| {
            let image = Image::of(x.ctx(), x.ty)?;
            let own = ![dim::SUBPASS_DATA, dim::TILE_IMAGE_DATA_EXT].contains(&image.dim);
            (own && image.ms != 0 && image.sampled == 2).then_some(&[c::STORAGE_IMAGE_MULTISAMPLE])
        }),
    ),
    image_type!(
        opencl,
        "SPV-image-opencl",
        "Arrayed requires dimension 1D or 2D, MS and Sampled must be 0, and an access qualifier is required",
        |_x, image| (image.arrayed != 1 || [dim::DIM1D, dim::DIM2D].contains(&image.dim))
            && image.ms == 0
            && image.sampled == 0
            && image.qualified
    ),
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-OpTypeImage-04657",
        "Sampled must be 1 or 2",
        |_x, image| image.sampled != 0
    ),
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-OpTypeImage-09638",
        "the dimension must not be Rect",
        |_x, image| image.dim != dim::RECT
    ),
    image_type!(
        vulkan,
        "VUID-StandaloneSpirv-Image-04965",
        "the format does not match the sampled type",
        |x, image| {
            let shape = x.facts.shape(image.sampled_type);
            let integer = SIGNED.contains(&image.format) || UNSIGNED.contains(&image.format);
            let wide = WIDE.contains(&image.format);
            image.format == f::UNKNOWN
                || integer == (shape.kind == TypeKind::Int)
                    && (shape.kind != TypeKind::Int || (shape.width == 64) == wide)
        }
    ),
    rule(
        "VUID-StandaloneSpirv-OpTypeSampledImage-04657",
        "3.42.6",
        "the image of a sampled image must have Sampled 0 or 1",
        Check::Type(&[op::TYPE_SAMPLED_IMAGE], |x| Some(sampled(x)?.sampled <= 1)),
    ),
    rule(
        "SPV-image-sampled-buffer",
        "3.42.6",
        "since version 1.6 a sampled image must not have dimension Buffer",
        Check::Type(&[op::TYPE_SAMPLED_IMAGE], |x| {
            Some(x.facts.version < 0x0001_0600 || sampled(x)?.dim != dim::BUFFER)
        }),
    ),
];
