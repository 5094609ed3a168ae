//! Validation of image operands such as Bias, Lod, offsets and Sample

use super::image::*;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, dim, image_format as f, image_operands as o};
use spv_dialect::verify::shape::TypeKind;
use spv_ir::{Type, TypeData, Value};

/// Defines a rule for instructions with a nonzero image operand mask.
macro_rules! operands {
    ($kind:ident, $id:literal, $message:literal, |$x:ident, $image:ident, $mask:ident| $check:expr) => {
        rule($id, "3.14", $message, {
            Check::$kind(WITH_OPERANDS, |$x| {
                let ($image, $mask) = (image($x)?, mask($x));
                if $mask == 0 {
                    return None;
                }
                Some($check)
            })
        })
    };
}

/// Validation rules for image operands.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-image-operands-sample-needed",
        "3.14",
        "a multisampled image requires the image operand Sample",
        Check::BySignature(&[op::IMAGE_FETCH, op::IMAGE_READ, op::IMAGE_WRITE, op::IMAGE_SPARSE_READ], |x| {
            Some(image(x)?.ms == 0 || mask(x) & o::SAMPLE != 0)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Image-04965-signedness",
        "A",
        "the signedness of the access does not match the image format",
        Check::BySignature(WITH_OPERANDS, |x| {
            let (image, mask) = (image(x)?, mask(x));
            let TypeData::Integer { signedness, .. } = x.ctx().type_data(image.sampled_type) else {
                return None;
            };
            let own = *signedness == spv_ir::Signedness::Signed;
            let signed = mask & o::SIGN_EXTEND != 0 || own && mask & o::ZERO_EXTEND == 0;
            Some(image.format == f::UNKNOWN || SIGNED.contains(&image.format) == signed)
        }),
    ),
    operands!(
        BySignature,
        "SPV-image-operands-offsets",
        "Offset, ConstOffset, ConstOffsets and Offsets are mutually exclusive",
        |_x, _image, mask| (mask & (o::OFFSET | o::CONST_OFFSET | o::CONST_OFFSETS | o::OFFSETS))
            .count_ones()
            <= 1
    ),
    operands!(
        BySignature,
        "SPV-image-operands-bias",
        "Bias must be a 32-bit float, and is allowed only with an implicit level of detail",
        |x, image, mask| {
            let gathers = [op::IMAGE_GATHER, op::IMAGE_SPARSE_GATHER].contains(&x.opcode)
                && x.facts.has(c::IMAGE_GATHER_BIAS_LOD_AMD);
            mask & o::BIAS == 0
                || (IMPLICIT.contains(&x.opcode) || gathers)
                    && is_f32(x, operand(x, o::BIAS)?)
                    && has_levels(image)
        }
    ),
    operands!(
        BySignature,
        "SPV-image-operands-lod",
        "Lod is allowed only in fetches and with an explicit level of detail, without Grad, on an image \
         with mip levels",
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
            (explicit || gathers || reads || FETCH.contains(&x.opcode))
                && mask & o::GRAD == 0
                && fits
                && has_levels(image)
                && image.ms == 0
        }
    ),
    operands!(
        BySignature,
        "SPV-image-operands-grad",
        "Grad must have one float for each image dimension, and is allowed only with an explicit level of \
         detail",
        |x, image, mask| {
            if mask & o::GRAD == 0 {
                return None;
            }
            let values = operand_values(x, o::GRAD);
            let size = plane(image.dim)?;
            let fits = |value: &Value| {
                x.value_type(*value).is_some_and(|ty| {
                    let shape = x.shape(ty);
                    let floats = shape.element == TypeKind::Float && shape.width == 32;
                    floats && matches!(shape.kind, TypeKind::Float | TypeKind::Vector) && shape.count == size
                })
            };
            EXPLICIT.contains(&x.opcode) && values.iter().all(fits)
        }
    ),
    operands!(
        Op,
        "SPV-image-operands-offset",
        "an offset must have one 32-bit integer for each image dimension, and is not allowed for Cube",
        |x, image, mask| {
            if mask & (o::CONST_OFFSET | o::OFFSET) == 0 {
                return None;
            }
            let value = operand(x, mask & (o::CONST_OFFSET | o::OFFSET))?;
            let shape = x.shape(x.value_type(value)?);
            let integers = shape.element == TypeKind::Int && shape.width == 32;
            let constant = mask & o::CONST_OFFSET == 0 || x.is_constant(value);
            image.dim != dim::CUBE
                && integers
                && matches!(shape.kind, TypeKind::Int | TypeKind::Vector)
                && constant
                && shape.count == plane(image.dim)?
        }
    ),
    vulkan(
        "VUID-StandaloneSpirv-Offset-10213",
        "A",
        "the image operand Offset is allowed only in gathers",
        Check::BySignature(WITH_OPERANDS, |x| {
            let options = &x.facts.env.options;
            let allowed = options.before_hlsl_legalization || options.allow_offset_texture_operand;
            Some(mask(x) & o::OFFSET == 0 || allowed || GATHER.contains(&x.opcode))
        }),
    )
    .note("use the option allow-offset-texture-operand if the feature maintenance8 is enabled"),
    operands!(
        Op,
        "SPV-image-operands-const-offsets",
        "ConstOffsets must be a constant array of four pairs, and is allowed only in gathers, not for Cube",
        |x, image, mask| {
            if mask & o::CONST_OFFSETS == 0 {
                return None;
            }
            let value = operand(x, o::CONST_OFFSETS)?;
            let shape = x.shape(x.value_type(value)?);
            let pair = shape.inner.map(|inner| x.shape(inner));
            let fits = pair.is_some_and(|pair| {
                pair.kind == TypeKind::Vector
                    && pair.element == TypeKind::Int
                    && pair.count == 2
                    && pair.width == 32
            });
            GATHER.contains(&x.opcode)
                && image.dim != dim::CUBE
                && shape.kind == TypeKind::Array
                && shape.count == 4
                && fits
                && x.is_constant(value)
        }
    ),
    operands!(
        BySignature,
        "SPV-image-operands-sample",
        "Sample must be a 32-bit integer, and is allowed only in fetches, reads and writes of a \
         multisampled image",
        |x, image, mask| {
            if mask & o::SAMPLE == 0 {
                return None;
            }
            let fits = FETCH.contains(&x.opcode) || READ_WRITE.contains(&x.opcode);
            fits && image.ms != 0 && is_i32(x, operand(x, o::SAMPLE)?)
        }
    ),
    operands!(
        BySignature,
        "SPV-image-operands-min-lod",
        "MinLod must be a 32-bit float, and is allowed only with an implicit level of detail or Grad",
        |x, image, mask| {
            if mask & o::MIN_LOD == 0 {
                return None;
            }
            let fits = IMPLICIT.contains(&x.opcode) || mask & o::GRAD != 0;
            fits && is_f32(x, operand(x, o::MIN_LOD)?) && has_levels(image) && image.ms == 0
        }
    ),
    operands!(
        BySignature,
        "SPV-image-operands-available",
        "MakeTexelAvailable is allowed only in writes, MakeTexelVisible only in reads, both only with \
         NonPrivateTexel",
        |x, _image, mask| {
            let available = mask & o::MAKE_TEXEL_AVAILABLE != 0;
            let visible = mask & o::MAKE_TEXEL_VISIBLE != 0;
            (!available || x.opcode == op::IMAGE_WRITE)
                && (!visible || READ.contains(&x.opcode))
                && (!available && !visible || mask & o::NON_PRIVATE_TEXEL != 0)
        }
    ),
    operands!(
        BySignature,
        "SPV-image-operands-extend",
        "SignExtend and ZeroExtend require integers",
        |x, _image, mask| {
            if x.opcode == op::IMAGE_WRITE || SPARSE.contains(&x.opcode) {
                return None;
            }
            let shape = x.result_shape()?;
            let signed = |ty: Type| match x.ctx().type_data(ty) {
                TypeData::Integer { signedness, .. } => *signedness == spv_ir::Signedness::Signed,
                _ => true,
            };
            let component = shape.inner.or(x.result_type());
            (mask & o::SIGN_EXTEND == 0 || shape.element == TypeKind::Int)
                && (mask & o::ZERO_EXTEND == 0 || component.is_some_and(|ty| !signed(ty)))
        }
    ),
];

fn is_f32(x: &OpSubject<'_>, value: Value) -> bool {
    x.value_type(value).is_some_and(|ty| {
        let shape = x.shape(ty);
        shape.kind == TypeKind::Float && shape.width == 32
    })
}
