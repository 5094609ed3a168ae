//! Type rules of image instructions

use super::View;
use super::rule::{A, B, R};
use super::shape::TypeKind;
use crate::generated::values::dim;
use crate::types::Image;

/// Checks the image and the result type of OpImageDrefGather.
pub fn dref_gather(v: &mut View<'_, '_>) {
    let (Some(sampled), Some(result)) = (v.ty(A), v.ty(R)) else { return };
    let Some(image) = Image::of(v.ctx(), sampled) else { return };
    let shape = v.shape(result);
    if shape.kind != TypeKind::Vector || shape.count != 4 {
        return v.error("result type must be a vector of four components");
    }
    let void = v.ctx().common().none;
    if image.sampled_type != void && Some(image.sampled_type) != shape.inner {
        return v.error(
            "the component type of result must be the same as sampled type of the underlying image type",
        );
    }
    if !matches!(image.dim, dim::DIM2D | dim::CUBE | dim::RECT) {
        return v.error("the Dim operand of the underlying image type must be 2D, Cube, or Rect");
    }
    if image.ms != 0 {
        v.error("the MS operand of the underlying image type must be 0");
    }
}

/// Checks the number of components of OpImageQuerySize's result.
pub fn query_size(v: &mut View<'_, '_>) {
    let (Some(image), Some(result)) = (v.ty(A), v.ty(R)) else { return };
    let Some(image) = Image::of(v.ctx(), image) else { return };
    let components = match image.dim {
        dim::DIM1D | dim::DIM2D | dim::DIM3D | dim::CUBE if image.ms == 0 && image.sampled == 1 => {
            return v.error(
                "if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2",
            );
        }
        dim::DIM1D | dim::BUFFER => 1,
        dim::DIM2D | dim::CUBE | dim::RECT => 2,
        dim::DIM3D => 3,
        _ => {
            return v.error("the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect");
        }
    };
    let need = components + image.arrayed.min(1);
    let have = v.shape(result).count;
    if have != need {
        v.error(&format!("expected the result to have {need} component(s), but found {have} component(s)"));
    }
}

/// Checks that the coordinate is an integer, a float, or a vector of these.
pub fn coordinate(v: &mut View<'_, '_>) {
    let Some(ty) = v.ty(B) else { return };
    let shape = v.shape(ty);
    let number = matches!(shape.element, TypeKind::Int | TypeKind::Float);
    if !number || !matches!(shape.kind, TypeKind::Int | TypeKind::Float | TypeKind::Vector) {
        let ty = v.text(ty);
        v.error(&format!("operand #1 must be a scalar or vector of integers or floats, but got '{ty}'"));
    }
}
