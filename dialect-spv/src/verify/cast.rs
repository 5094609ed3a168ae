//! Type rules of OpBitcast, OpSelect, and results with the type of an operand

use super::View;
use super::rule::{A, B, C, R};
use super::shape::{Shape, TypeKind};

/// Checks OpBitcast. A pointer may be cast to an integer of any width, because the width depends on the addressing
/// model.
pub fn bitcast(v: &mut View<'_, '_>) {
    let (Some(from), Some(to)) = (v.ty(A), v.ty(R)) else { return };
    let (a, r) = (v.shape(from), v.shape(to));
    let number = |s: &Shape| s.is_scalar_or_vector_of(&[TypeKind::Int, TypeKind::Float, TypeKind::Bool]);
    for (place, ty, shape) in [("operand #0", from, a), ("result #0", to, r)] {
        let is_composite =
            matches!(shape.kind, TypeKind::Struct | TypeKind::Array | TypeKind::Matrix | TypeKind::Void);
        if is_composite || shape.element == TypeKind::Bool {
            let ty = v.text(ty);
            return v.error(&format!(
                "{place} must be 8/16/32/64-bit integer or 16/32/64-bit float or vector of them or any SPIR-V \
                 pointer type, but got '{ty}'"
            ));
        }
    }
    if (a.kind == TypeKind::CoopMatrix) != (r.kind == TypeKind::CoopMatrix) {
        return v.error("a cooperative matrix can only be cast to a cooperative matrix");
    }
    if !number(a) || !number(r) {
        return;
    }
    // Identical types are harmless and common, although the specification forbids them. As in spirv-val, a bool counts
    // as one bit, and a long vector of unknown length as zero bits.
    let bits = |s: &Shape| u64::from(s.width.max(1)) * u64::from(s.count);
    let (have, need) = (bits(a), bits(r));
    if have != need {
        v.error(&format!("mismatch in result type bitwidth {need} and operand type bitwidth {have}"));
    }
}

/// Checks that OpSelect has operands of the result type and a matching condition.
pub fn select(v: &mut View<'_, '_>) {
    let (Some(condition), Some(yes), Some(no), Some(result)) = (v.ty(A), v.ty(B), v.ty(C), v.ty(R)) else {
        return;
    };
    let shape = v.shape(condition);
    if !shape.is_scalar_or_vector_of(&[TypeKind::Bool]) {
        let condition = v.text(condition);
        return v.error(&format!(
            "operand #0 must be bool or vector of bool values of length 2/3/4/8/16, but got '{condition}'"
        ));
    }
    if v.shape(result).kind == TypeKind::CoopMatrix {
        return v.error("result must be a scalar, a pointer or a composite, but is a cooperative matrix");
    }
    if yes != result || no != result {
        return v.error("failed to verify that all of {true_value, false_value, result} have same type");
    }
    if !shape.is_vector() {
        return;
    }
    let r = v.shape(result);
    if !r.is_vector() {
        return v.error("result expected to be of vector type when condition is of vector type");
    }
    if r.differs_in_count(shape) {
        v.error("result should have the same number of elements as the condition when condition is of vector type");
    }
}

/// Checks that the base of OpBitFieldSExtract or OpBitFieldUExtract has the result type.
pub fn field_extract(v: &mut View<'_, '_>) {
    if let (Some(base), Some(result)) = (v.ty(A), v.ty(R))
        && !v.alike(base, result)
    {
        let (base, result) = (v.text(base), v.text(result));
        v.error(&format!(
            "inferred type(s) '{base}' are incompatible with return type(s) of operation '{result}'"
        ));
    }
}

/// Checks that Ldexp has one exponent per significand.
pub fn ldexp(v: &mut View<'_, '_>) {
    let (Some(significand), Some(exponent)) = (v.ty(A), v.ty(B)) else { return };
    let (a, b) = (v.shape(significand), v.shape(exponent));
    if (a.kind == TypeKind::Float) != (b.kind == TypeKind::Int) {
        return v.error("operands must both be scalars or vectors");
    }
    if a.differs_in_count(b) {
        v.error("operands must have the same number of elements");
    }
}
