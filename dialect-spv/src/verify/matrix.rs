//! Type rules of linear algebra instructions

use super::View;
use super::rule::{A, B, OpValue, R};
use super::shape::{Shape, TypeKind};
use crate::types;
use spv_ir::Type;

/// The parameters of a matrix type.
struct Matrix {
    columns: u32,
    rows: u32,
    component: Option<Type>,
    column: Option<Type>,
}

impl<'a> View<'a, '_> {
    /// Returns the matrix type of an operand or result. Returns `None` if the type is unknown, or is not a matrix,
    /// which it reports.
    fn matrix(&mut self, place: OpValue) -> Option<Matrix> {
        let ty = self.ty(place)?;
        let shape = self.shape(ty);
        if shape.kind != TypeKind::Matrix {
            let (place, ty) = (place.named(), self.text(ty));
            self.error(&format!("{place} must be any SPIR-V matrix type, but got '{ty}'"));
            return None;
        }
        let column = self.shape(shape.inner?);
        Some(Matrix {
            columns: shape.count,
            rows: column.count,
            component: column.inner,
            column: shape.inner,
        })
    }

    fn vector(&mut self, place: OpValue) -> Option<&'a Shape> {
        let ty = self.ty(place)?;
        let shape = self.shape(ty);
        if shape.kind != TypeKind::Vector {
            let (place, ty) = (place.named(), self.text(ty));
            self.error(&format!("{place} must be vector of floats, but got '{ty}'"));
            return None;
        }
        Some(shape)
    }

    /// Reports the message of the first condition that is false.
    fn demand(&mut self, conditions: &[(bool, &str)]) {
        if let Some((_, message)) = conditions.iter().find(|(holds, _)| !holds) {
            self.error(message);
        }
    }
}

/// Checks the types of OpMatrixTimesScalar, including cooperative matrices.
pub fn times_scalar(v: &mut View<'_, '_>) {
    let (Some(matrix), Some(scalar), Some(result)) = (v.ty(A), v.ty(B), v.ty(R)) else { return };
    let shape = v.shape(matrix);
    if shape.kind == TypeKind::CoopMatrix {
        let same = [
            (
                shape.inner == Some(scalar),
                "input matrix components' type and scaling value must have the same type",
            ),
            (matrix == result, "input and result matrices must have the same type"),
        ];
        return v.demand(&same);
    }
    let (Some(m), Some(r)) = (v.matrix(A), v.matrix(R)) else { return };
    v.demand(&[
        (
            m.component == Some(scalar),
            "input matrix components' type and scaling value must have the same type",
        ),
        (m.columns == r.columns, "input and result matrices must have the same number of columns"),
        (m.component == r.component, "input and result matrices' columns must have the same component type"),
        (m.rows == r.rows, "input and result matrices' columns must have the same size"),
    ]);
}

/// Checks the matrix dimensions and component types of OpTranspose.
pub fn transpose(v: &mut View<'_, '_>) {
    let (Some(m), Some(r)) = (v.matrix(A), v.matrix(R)) else { return };
    v.demand(&[
        (m.rows == r.columns, "input matrix rows count must be equal to output matrix columns count"),
        (m.columns == r.rows, "input matrix columns count must be equal to output matrix rows count"),
        (m.component == r.component, "input and output matrices must have the same component type"),
    ]);
}

/// Checks the matrix dimensions and component types of OpMatrixTimesMatrix.
pub fn times_matrix(v: &mut View<'_, '_>) {
    let (Some(a), Some(b), Some(r)) = (v.matrix(A), v.matrix(B), v.matrix(R)) else { return };
    v.demand(&[
        (a.columns == b.rows, "left matrix columns' count must be equal to the right matrix rows' count"),
        (b.columns == r.columns, "right and result matrices must have equal columns' count"),
        (b.component == r.component, "right and result matrices' component type must be the same"),
        (a.component == r.component, "left and result matrices' component type must be the same"),
        (a.rows == r.rows, "left and result matrices must have equal rows' count"),
    ]);
}

/// Checks the dimensions and component types of OpVectorTimesMatrix.
pub fn vector_times_matrix(v: &mut View<'_, '_>) {
    let (Some(a), Some(m), Some(r)) = (v.vector(A), v.matrix(B), v.vector(R)) else { return };
    v.demand(&[
        (a.count == m.rows, "the vector must have as many components as the matrix has rows"),
        (r.count == m.columns, "the result must have as many components as the matrix has columns"),
        (
            a.inner == m.component && r.inner == m.component,
            "vector, matrix and result must have the same component type",
        ),
    ]);
}

/// Checks the dimensions and component types of OpMatrixTimesVector.
pub fn matrix_times_vector(v: &mut View<'_, '_>) {
    let (Some(m), Some(b), Some(r)) = (v.matrix(A), v.vector(B), v.ty(R)) else { return };
    v.demand(&[
        (b.count == m.columns, "the vector must have as many components as the matrix has columns"),
        (b.inner == m.component, "vector and matrix must have the same component type"),
        (m.column == Some(r), "the result must have the type of the matrix' columns"),
    ]);
}

/// Checks the dimensions and component types of OpOuterProduct.
pub fn outer_product(v: &mut View<'_, '_>) {
    let (Some(a), Some(b), Some(r)) = (v.ty(A), v.vector(B), v.matrix(R)) else {
        return;
    };
    v.demand(&[
        (r.column == Some(a), "the columns of the result must have the type of the first operand"),
        (r.columns == b.count, "the result must have as many columns as the second operand has components"),
        (r.component == b.inner, "operands and result must have the same component type"),
    ]);
}

/// Checks the sizes, scopes and element types of OpCooperativeMatrixMulAddNV.
pub fn cooperative_mul_add(v: &mut View<'_, '_>) {
    let (Some(third), Some(result)) = (v.ty(super::rule::C), v.ty(R)) else { return };
    v.demand(&[(third == result, "result and third operand must have the same type")]);
    let sizes = (cooperative(v, A), cooperative(v, B), cooperative(v, R));
    let (Some([ae, as_, ar, ac]), Some([be, bs, br, bc]), Some([_, rs, rr, rc])) = sizes else { return };
    // A size that is not a plain constant matches any size.
    let same = |x: Option<u64>, y: Option<u64>| x.is_none() || y.is_none() || x == y;
    v.demand(&[
        (same(ar, rr) && same(ac, br) && same(bc, rc), "matrix size must match"),
        (same(rs, as_) && same(rs, bs), "matrix scope must match"),
        (same(ae, be), "matrix element type must match"),
    ]);
}

/// Returns a cooperative matrix type's element type, scope, row count and column count. A value is `None` if it is not
/// a plain constant.
fn cooperative(v: &View<'_, '_>, place: OpValue) -> Option<[Option<u64>; 4]> {
    let (_, params) = types::view(v.ctx(), v.ty(place)?)?;
    let number = |n: usize| params.get(n).and_then(|a| v.ctx().attr_u64(*a));
    let element = params.get(1).and_then(|a| v.ctx().attr_type(*a)).map(|ty| u64::from(ty.raw()));
    Some([element, number(2), number(3), number(4)])
}
