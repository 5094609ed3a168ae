//! Operands of image types

use super::view;
use crate::generated::opcodes as op;
use spv_ir::{Context, Type};

/// Operands of OpTypeImage.
#[derive(Clone, Copy, Debug)]
pub struct Image {
    /// Sampled Type operand; `none` for OpTypeVoid.
    pub sampled_type: Type,
    /// Dim operand, an enumerant.
    pub dim: u32,
    /// Depth operand: 0 for no depth image, 1 for a depth image, 2 for unknown.
    pub depth: u32,
    /// Arrayed operand, clamped to 2. Values other than 0 and 1 are invalid; the limit prevents overflow in sums.
    pub arrayed: u32,
    /// MS operand: 0 for single-sampled, 1 for multisampled.
    pub ms: u32,
    /// Sampled operand: 0 if known only at run time, 1 if used with a sampler, 2 for a storage image.
    pub sampled: u32,
    /// Image Format operand, an enumerant.
    pub format: u32,
    /// Whether the type has an Access Qualifier operand.
    pub qualified: bool,
}

impl Image {
    /// Returns the operands of an image type, or of the image type inside a sampled image type. Returns `None` for
    /// other types.
    pub fn of(ctx: &Context, ty: Type) -> Option<Image> {
        let (code, params) = view(ctx, ty)?;
        match (code, params) {
            (op::TYPE_SAMPLED_IMAGE, [_, image, ..]) => Image::of(ctx, ctx.attr_type(*image)?),
            (op::TYPE_IMAGE, [_, sampled_type, dim, depth, arrayed, ms, sampled, format, rest @ ..]) => {
                let number = |attr| ctx.attr_u64(attr).and_then(|n| u32::try_from(n).ok());
                Some(Image {
                    sampled_type: ctx.attr_type(*sampled_type)?,
                    dim: number(*dim)?,
                    depth: number(*depth)?,
                    arrayed: number(*arrayed)?.min(2),
                    ms: number(*ms)?,
                    sampled: number(*sampled)?,
                    format: number(*format)?,
                    qualified: rest.first().is_some_and(|attr| number(*attr).is_some()),
                })
            }
            _ => None,
        }
    }
}
