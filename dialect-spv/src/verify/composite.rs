//! Type rules of composite construction, extraction, insertion and shuffles

use super::View;
use super::rule::{A, B, R};
use super::shape::{Shape, TypeKind};
use crate::types::{element, structure};
use spv_ir::{AttrData, Context, Type};

impl<'a> View<'a, '_> {
    /// Returns the literal words in the attribute at index `slot`, or an empty list.
    pub(super) fn words(&self, slot: usize) -> &'a [u32] {
        match self.slot_attr(slot).map(|a| self.ctx().attr_data(a)) {
            Some(AttrData::Words(words)) => words,
            _ => &[],
        }
    }

    /// Returns the type of a composite's element at the index path `indexes`. Returns `None` if the type is unknown, or
    /// if the path is invalid, which it reports.
    fn part(&mut self, composite: Type, indexes: &[u32]) -> Option<Type> {
        let mut ty = composite;
        for &index in indexes {
            let shape = self.shape(ty);
            let scalar = matches!(
                shape.kind,
                TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Void | TypeKind::Pointer
            );
            if scalar {
                let ty = self.text(ty);
                self.error(&format!("cannot extract from non-composite type '{ty}' with index {index}"));
                return None;
            }
            let bounded = shape.is_vector()
                || matches!(shape.kind, TypeKind::Matrix | TypeKind::Array | TypeKind::Struct);
            let known = shape.count != 0 || shape.kind == TypeKind::Struct;
            if bounded && known && index >= shape.count {
                let ty = self.text(ty);
                self.error(&format!("index {index} out of bounds for '{ty}'"));
                return None;
            }
            ty = element(self.ctx(), ty, index.into())?;
        }
        Some(ty)
    }

    fn operand_mismatch(&mut self, expected: Type, found: Type) {
        let (expected, found) = (self.text(expected), self.text(found));
        self.error(&format!(
            "operand type mismatch: expected operand type '{expected}', but provided '{found}'"
        ));
    }

    pub(super) fn wrong_operand_count(&mut self, need: usize, have: usize) {
        self.error(&format!("has incorrect number of operands: expected {need}, but provided {have}"));
    }
}

/// Checks that the constituents of OpCompositeConstruct match the result type.
pub fn construct(v: &mut View<'_, '_>) {
    let Some(result) = v.result() else { return };
    let shape = v.shape(result);
    let parts = v.data.operands();
    let have = parts.len();
    match shape.kind {
        TypeKind::Vector | TypeKind::LongVector => return construct_vector(v, shape.count, shape.inner),
        TypeKind::Struct => {
            let Some(structure) = structure(v.ctx(), result) else { return };
            if structure.members.len() != have {
                return v.wrong_operand_count(structure.members.len(), have);
            }
            for (part, member) in parts.zip(structure.members) {
                if let (Some(found), Some(expected)) = (v.value_ty(part), v.ctx().attr_type(*member))
                    && found != expected
                {
                    return v.operand_mismatch(expected, found);
                }
            }
            return;
        }
        TypeKind::Array | TypeKind::Matrix if shape.count != 0 && shape.count as usize != have => {
            return v.wrong_operand_count(shape.count as usize, have);
        }
        TypeKind::CoopMatrix if have != 1 => return v.wrong_operand_count(1, have),
        TypeKind::Array | TypeKind::Matrix | TypeKind::CoopMatrix => {}
        TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Void | TypeKind::Pointer => {
            let result = v.text(result);
            return v.error(&format!("result type must be a composite type, but provided '{result}'"));
        }
        _ => return,
    }
    for part in parts {
        if let (Some(found), Some(expected)) = (v.value_ty(part), shape.inner)
            && found != expected
        {
            return v.operand_mismatch(expected, found);
        }
    }
}

fn construct_vector(v: &mut View<'_, '_>, count: u32, component: Option<Type>) {
    let Some(component) = component else { return };
    let mut have = 0;
    for part in v.data.operands() {
        let Some(ty) = v.value_ty(part) else { return };
        if ty == component {
            have += 1;
            continue;
        }
        let shape = v.shape(ty);
        if shape.kind != TypeKind::Vector || shape.inner != Some(component) {
            return v.operand_mismatch(component, ty);
        }
        have += shape.count;
    }
    if have != count && count != 0 {
        v.wrong_operand_count(count as usize, have as usize);
    }
}

/// Checks that the result of OpCompositeExtract has the type of the extracted element.
pub fn extract(v: &mut View<'_, '_>) {
    let indexes = v.words(0);
    let (Some(composite), Some(result)) = (v.ty(A), v.result()) else { return };
    if indexes.is_empty() {
        return v.error("expected at least one index for spv.CompositeExtract");
    }
    let Some(part) = v.part(composite, indexes) else { return };
    if part != result {
        let (part, result) = (v.text(part), v.text(result));
        v.error(&format!("invalid result type: expected '{part}' but provided '{result}'"));
    }
}

/// Checks that the object of OpCompositeInsert has the type of the replaced element.
pub fn insert(v: &mut View<'_, '_>) {
    let indexes = v.words(0);
    let (Some(object), Some(composite), Some(result)) = (v.ty(A), v.ty(B), v.result()) else { return };
    if indexes.is_empty() {
        return v.error("expected at least one index for spv.CompositeInsert");
    }
    let Some(part) = v.part(composite, indexes) else { return };
    if part != object {
        let (part, object) = (v.text(part), v.text(object));
        return v.error(&format!("object operand type should be '{part}', but found '{object}'"));
    }
    if composite != result {
        let (composite, result) = (v.text(composite), v.text(result));
        v.error(&format!(
            "result type should be the same as the composite type, but found '{composite}' vs '{result}'"
        ));
    }
}

/// Checks that the operands, literals and result of OpVectorShuffle match.
pub fn shuffle(v: &mut View<'_, '_>) {
    let selectors = v.words(0);
    let (Some(first), Some(second), Some(result)) = (v.ty(A), v.ty(B), v.ty(R)) else { return };
    let (a, b, r) = (v.shape(first), v.shape(second), v.shape(result));
    let vector = |kind| matches!(kind, TypeKind::Vector | TypeKind::LongVector);
    if !vector(a.kind) || !vector(b.kind) || !vector(r.kind) {
        if vector(a.kind) && vector(b.kind) && selectors.len() < 2 {
            let have = selectors.len();
            return v.error(&format!("a vector has at least two components, but there are {have} selectors"));
        }
        let all = [("operand #0", first, a), ("operand #1", second, b), ("result #0", result, r)];
        for (place, ty, _) in all.into_iter().filter(|(_, _, shape)| !vector(shape.kind)).take(1) {
            let ty = v.text(ty);
            v.error(&format!("{place} must be vector of any type, but got '{ty}'"));
        }
        return;
    }
    if a.inner != b.inner || a.inner != r.inner {
        let (a, b, r) = (v.text(first), v.text(second), v.text(result));
        return v.error(&format!(
            "operands and result must have the same component type, but provided '{a}', '{b}' and '{r}'"
        ));
    }
    if r.count as usize != selectors.len() && r.count != 0 {
        let (need, have) = (r.count, selectors.len());
        return v.error(&format!(
            "result type element count ({need}) mismatch with the number of component selectors ({have})"
        ));
    }
    if a.count == 0 || b.count == 0 {
        return;
    }
    let total = a.count.saturating_add(b.count);
    if let Some(wrong) = selectors.iter().find(|s| **s >= total && **s != u32::MAX) {
        v.error(&format!(
            "component selector {wrong} out of range: expected to be in [0, {total}) or 0xffffffff"
        ));
    }
}

/// Checks ops such as OpIAddCarry: the result is a struct with two members of the operands' type.
pub fn pair(v: &mut View<'_, '_>) {
    let (Some(operand), Some(result)) = (v.ty(A), v.ty(R)) else { return };
    let members = structure(v.ctx(), result).map(|s| s.members);
    let fits = members.is_some_and(|members| {
        let fits = |m: &spv_ir::Attribute| v.ctx().attr_type(*m).is_some_and(|ty| v.alike(ty, operand));
        members.len() == 2 && members.iter().all(fits)
    });
    if !fits {
        let (operand, result) = (v.text(operand), v.text(result));
        v.error(&format!(
            "result type must be a struct of two members of type '{operand}', but got '{result}'"
        ));
    }
}

/// Checks FrexpStruct: the result is a struct of significand and exponent.
pub fn frexp(v: &mut View<'_, '_>) {
    let (Some(operand), Some(result)) = (v.ty(A), v.ty(R)) else { return };
    let members = structure(v.ctx(), result).map(|s| s.members);
    let Some(&[first, second]) = members else {
        return v.error("result type must be a struct type with two members");
    };
    let (Some(first), Some(second)) = (v.ctx().attr_type(first), v.ctx().attr_type(second)) else { return };
    if first != operand {
        return v.error("member zero of the resulting struct type must be the same type as the operand");
    }
    let (exponent, shape) = (v.shape(second), v.shape(operand));
    // With SPV_AMD_gpu_shader_int16, the exponent may also have 16 bits.
    if exponent.element != TypeKind::Int || !matches!(exponent.width, 16 | 32) {
        return v.error(
            "member one of the resulting struct type must be a scalar or vector of 32 bit integer type",
        );
    }
    if exponent.differs_in_count(shape) {
        v.error(
            "member one of the resulting struct type must have the same number of components as the operand type",
        );
    }
}

/// Checks that the operand and result types of OpCopyLogical match logically.
pub fn copy_logical(v: &mut View<'_, '_>) {
    let (Some(result), Some(operand)) = (v.result(), v.data.operands().next()) else { return };
    let Some(operand) = v.value_ty(operand).filter(|&ty| !logically_match(v.ctx(), ty, result)) else {
        return;
    };
    let (operand, result) = (v.text(operand), v.text(result));
    v.error(&format!("operand type '{operand}' does not match the result type '{result}' logically"));
}

/// Returns whether two types match logically. Arrays and structs match if their elements do; all other types must be
/// identical.
pub fn logically_match(ctx: &Context, a: Type, b: Type) -> bool {
    let mut open = vec![(a, b)];
    let mut steps = 0;
    while let Some((a, b)) = open.pop() {
        steps += 1;
        // Types that share members may have an exponential number of pairs to compare, so limit the number of steps.
        if a == b || steps > 1000 {
            continue;
        }
        let shapes = [Shape::new(ctx, a), Shape::new(ctx, b)];
        match (shapes[0].kind, shapes[1].kind, shapes[0].inner, shapes[1].inner) {
            (TypeKind::Array, TypeKind::Array, Some(one), Some(other)) => {
                if shapes[0].count != shapes[1].count {
                    return false;
                }
                open.push((one, other));
            }
            (TypeKind::Struct, TypeKind::Struct, ..) => {
                let (Some(one), Some(other)) = (structure(ctx, a), structure(ctx, b)) else {
                    return false;
                };
                if one.members.len() != other.members.len() {
                    return false;
                }
                let ty = |attr: &spv_ir::Attribute| ctx.attr_type(*attr);
                let pairs = one.members.iter().zip(other.members);
                open.extend(pairs.filter_map(|(one, other)| Some((ty(one)?, ty(other)?))));
            }
            _ => return false,
        }
    }
    true
}
