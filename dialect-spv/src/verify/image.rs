//! Type rules of image instructions.

use super::View;
use super::rule::{A, B, R};
use super::shape::TypeKind;
use crate::types;
use spv_ir::Type;

const DIM_1D: u64 = 0;
const DIM_2D: u64 = 1;
const DIM_3D: u64 = 2;
const CUBE: u64 = 3;
const RECT: u64 = 4;
const BUFFER: u64 = 5;

/// The operands of an OpTypeImage.
struct Image {
    sampled_type: Option<Type>,
    dim: u64,
    arrayed: u64,
    ms: u64,
    sampled: u64,
}

impl View<'_, '_> {
    /// Returns the operands of an image type, or of a sampled image's image type.
    fn image(&self, ty: Type) -> Option<Image> {
        let shape = self.shape(ty);
        let ty = if shape.kind == TypeKind::SampledImage { shape.inner? } else { ty };
        let (_, params) = types::view(self.ctx(), ty)?;
        let &[_, sampled_type, dim, _, arrayed, ms, sampled, ..] = params else { return None };
        let number = |attr| self.ctx().attr_u64(attr);
        Some(Image {
            sampled_type: self.ctx().attr_type(sampled_type),
            dim: number(dim)?,
            arrayed: number(arrayed)?,
            ms: number(ms)?,
            sampled: number(sampled)?,
        })
    }
}

/// Checks OpImageDrefGather.
pub fn dref_gather(v: &mut View<'_, '_>) {
    let (Some(sampled), Some(result)) = (v.ty(A), v.ty(R)) else { return };
    let Some(image) = v.image(sampled) else { return };
    let shape = v.shape(result);
    if shape.kind != TypeKind::Vector || shape.count != 4 {
        return v.error("result type must be a vector of four components");
    }
    let void = v.ctx().common().none;
    if image.sampled_type.is_some_and(|ty| ty != void && Some(ty) != shape.inner) {
        return v.error(
            "the component type of result must be the same as sampled type of the underlying image type",
        );
    }
    if !matches!(image.dim, DIM_2D | CUBE | RECT) {
        return v.error("the Dim operand of the underlying image type must be 2D, Cube, or Rect");
    }
    if image.ms != 0 {
        v.error("the MS operand of the underlying image type must be 0");
    }
}

/// Checks OpImageQuerySize.
pub fn query_size(v: &mut View<'_, '_>) {
    let (Some(image), Some(result)) = (v.ty(A), v.ty(R)) else { return };
    let Some(image) = v.image(image) else { return };
    let components = match image.dim {
        DIM_1D | DIM_2D | DIM_3D | CUBE if image.ms == 0 && image.sampled == 1 => {
            return v.error(
                "if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2",
            );
        }
        DIM_1D | BUFFER => 1,
        DIM_2D | CUBE | RECT => 2,
        DIM_3D => 3,
        _ => {
            return v.error("the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect");
        }
    };
    let need = components + image.arrayed.min(1) as u32;
    let have = v.shape(result).count;
    if have != need {
        v.error(&format!("expected the result to have {need} component(s), but found {have} component(s)"));
    }
}

/// Checks that the coordinate is a number or vector of numbers.
pub fn coordinate(v: &mut View<'_, '_>) {
    let Some(ty) = v.ty(B) else { return };
    let shape = v.shape(ty);
    let number = matches!(shape.element, TypeKind::Int | TypeKind::Float);
    if !number || !matches!(shape.kind, TypeKind::Int | TypeKind::Float | TypeKind::Vector) {
        let ty = v.text(ty);
        v.error(&format!("operand #1 must be a scalar or vector of integers or floats, but got '{ty}'"));
    }
}
