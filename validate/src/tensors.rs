//! Validation of tensors and tensor layouts

use super::constants::{constant_type, value_of};
use super::rule::{Check, Rule, rule};
use super::subject::{OpSubject, TypeSubject};
use super::typing::{INT, INT32, declared_by};
use spv_dialect::attributes;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{tensor_clamp_mode as clamp, tensor_operands as t};
use spv_dialect::types;
use spv_dialect::verify::rule::{A, B, C, OpValue, R};
use spv_dialect::verify::shape::{TypeKind, length};
use spv_ir::params::OpComponent;
use spv_ir::{AttrData, Attribute, Type};

const TENSORS: &[u32] = &[op::TENSOR_READ_ARM, op::TENSOR_WRITE_ARM, op::TENSOR_QUERY_SIZE_ARM];
const ACCESSES: &[u32] = &[op::TENSOR_READ_ARM, op::TENSOR_WRITE_ARM];
const READ: &[u32] = &[op::TENSOR_READ_ARM];
const WRITE: &[u32] = &[op::TENSOR_WRITE_ARM];
const QUERY: &[u32] = &[op::TENSOR_QUERY_SIZE_ARM];
/// Instructions that modify tensor layouts and views: the opcode, the number of operands per dimension, and the
/// number of other operands.
const CHANGES: &[(u32, u64, u64)] = &[
    (op::TENSOR_LAYOUT_SET_BLOCK_SIZE_NV, 1, 0),
    (op::TENSOR_LAYOUT_SET_DIMENSION_NV, 1, 0),
    (op::TENSOR_LAYOUT_SET_STRIDE_NV, 1, 0),
    (op::TENSOR_LAYOUT_SLICE_NV, 2, 0),
    (op::TENSOR_LAYOUT_SET_CLAMP_VALUE_NV, 0, 1),
    (op::TENSOR_VIEW_SET_DIMENSION_NV, 1, 0),
    (op::TENSOR_VIEW_SET_STRIDE_NV, 1, 0),
    (op::TENSOR_VIEW_SET_CLIP_NV, 0, 4),
];
const CHANGED: &[u32] = &[
    op::TENSOR_LAYOUT_SET_BLOCK_SIZE_NV,
    op::TENSOR_LAYOUT_SET_DIMENSION_NV,
    op::TENSOR_LAYOUT_SET_STRIDE_NV,
    op::TENSOR_LAYOUT_SLICE_NV,
    op::TENSOR_LAYOUT_SET_CLAMP_VALUE_NV,
    op::TENSOR_VIEW_SET_DIMENSION_NV,
    op::TENSOR_VIEW_SET_STRIDE_NV,
    op::TENSOR_VIEW_SET_CLIP_NV,
];
const ARM: &str = "SPV_ARM_tensors";
const ADDRESSING: &str = "SPV_NV_tensor_addressing";

/// Validation rules for tensors.
pub const RULES: &[Rule] = &[
    rule("SPV-tensor-rank", ARM, "the first operand must be a tensor with a rank", {
        Check::Op(TENSORS, |x| Some(tensor(x, 1).is_some() && tensor(x, 2).is_some()))
    }),
    rule(
        "SPV-tensor-coordinates",
        ARM,
        "the coordinates must be an array of integers whose length is the tensor's rank",
        Check::BySignature(ACCESSES, |x| {
            let shape = x.shape_at(B)?;
            let length = tensor(x, 2).and_then(|rank| length(x.ctx(), rank));
            let fits = length.is_none_or(|length| shape.count == 0 || u64::from(shape.count) == length);
            Some(shape.kind == TypeKind::Array && INT.has(x.ctx(), shape.inner?) && fits)
        }),
    ),
    rule(
        "SPV-tensor-read-result",
        ARM,
        "the result must have the tensor's element type, or be an array of it",
        Check::BySignature(READ, |x| is_element(x, R)),
    ),
    rule(
        "SPV-tensor-write-object",
        ARM,
        "the object must have the tensor's element type, or be an array of it",
        Check::BySignature(WRITE, |x| is_element(x, C)),
    ),
    rule("SPV-tensor-read-available", ARM, "the operand MakeElementAvailableARM is not allowed on a read", {
        Check::BySignature(READ, |x| Some(operands(x)?.mask & t::MAKE_ELEMENT_AVAILABLE_ARM == 0))
    }),
    rule("SPV-tensor-read-visible", ARM, "MakeElementVisibleARM requires NonPrivateElementARM", {
        Check::BySignature(READ, |x| has_non_private(x, t::MAKE_ELEMENT_VISIBLE_ARM))
    }),
    rule(
        "SPV-tensor-read-out-of-bounds",
        ARM,
        "the out-of-bounds value must have the tensor's element type",
        Check::BySignature(READ, |x| {
            let TensorOperands { mask, first } = operands(x)?;
            let own = x.value_type(first.filter(|_| mask & t::OUT_OF_BOUNDS_VALUE_ARM != 0)?)?;
            Some(own == element(x)?)
        }),
    ),
    rule("SPV-tensor-write-visible", ARM, "the operand MakeElementVisibleARM is not allowed on a write", {
        Check::BySignature(WRITE, |x| Some(operands(x)?.mask & t::MAKE_ELEMENT_VISIBLE_ARM == 0))
    }),
    rule("SPV-tensor-write-available", ARM, "MakeElementAvailableARM requires NonPrivateElementARM", {
        Check::BySignature(WRITE, |x| has_non_private(x, t::MAKE_ELEMENT_AVAILABLE_ARM))
    }),
    rule(
        "SPV-tensor-layout-dimensions",
        ADDRESSING,
        "a tensor layout or view must have 1 to 5 dimensions",
        Check::Type(&[op::TYPE_TENSOR_LAYOUT_NV, op::TYPE_TENSOR_VIEW_NV], |x| {
            Some((1..=5).contains(&length(x.ctx(), x.param(0)?)?))
        }),
    ),
    rule("SPV-tensor-layout-clamp", ADDRESSING, "unknown clamp mode", {
        Check::Type(&[op::TYPE_TENSOR_LAYOUT_NV], |x| {
            Some(length(x.ctx(), x.param(1)?)? <= u64::from(clamp::REPEAT_MIRRORED))
        })
    }),
    rule(
        "SPV-tensor-view-permutation",
        ADDRESSING,
        "the permutation must contain each dimension once",
        Check::Type(&[op::TYPE_TENSOR_VIEW_NV], |x| {
            let dimensions = length(x.ctx(), x.param(0)?)?;
            let (_, params) = types::view(x.ctx(), x.ty)?;
            let rest = params.get(3..).unwrap_or(&[]);
            let list = rest.first().and_then(|attr| x.ctx().attr_array(*attr)).unwrap_or(rest);
            let mut order = list.iter().map(|attr| length(x.ctx(), *attr)).collect::<Option<Vec<u64>>>()?;
            order.sort_unstable();
            Some(order.into_iter().eq(0..dimensions))
        }),
    ),
    rule(
        "SPV-tensor-write-out-of-bounds",
        ARM,
        "the operand OutOfBoundsValueARM is not allowed on a write",
        Check::BySignature(WRITE, |x| {
            let TensorOperands { mask, first } = operands(x)?;
            first.is_some().then_some(mask & t::OUT_OF_BOUNDS_VALUE_ARM == 0)
        }),
    ),
    rule("SPV-tensor-query-result", ARM, "the result must be an integer", Check::TypeIn(QUERY, R, INT)),
    rule("SPV-tensor-query-dimension", ARM, "the dimension must be a constant integer", {
        Check::Op(QUERY, |x| Some(x.is_in(B, INT)? && x.is_constant_at(1)?))
    }),
    rule("SPV-tensor-query-rank", ARM, "the dimension must be less than the tensor's rank", {
        Check::Op(QUERY, |x| Some(x.constant(x.value_at(1)?)? < length(x.ctx(), tensor(x, 2)?)?))
    }),
    rule("SPV-tensor-type-element", ARM, "the element type must be a scalar", {
        Check::Type(&[op::TYPE_TENSOR_ARM], |x| {
            let kind = x.facts.shape(x.inner(0)?).kind;
            Some(matches!(kind, TypeKind::Bool | TypeKind::Int | TypeKind::Float))
        })
    }),
    rule("SPV-tensor-type-rank", ARM, "the rank must be an integer constant greater than zero", {
        Check::Type(&[op::TYPE_TENSOR_ARM], |x| {
            let ty = constant_type(x.facts, parameter(x, 1)?);
            Some(ty.is_some_and(|ty| INT.has(x.ctx(), ty)) && x.number(1) != Some(0))
        })
    }),
    rule("SPV-tensor-type-shape", ARM, "the shape must be a constant array of an integer per dimension", {
        Check::Type(&[op::TYPE_TENSOR_ARM], |x| {
            let Some(ty) = constant_type(x.facts, parameter(x, 2)?) else { return Some(false) };
            let shape = x.facts.shape(ty);
            let is_array = shape.kind == TypeKind::Array && INT.has(x.ctx(), shape.inner?);
            Some(is_array && x.number(1).is_none_or(|rank| u64::from(shape.count) == rank))
        })
    }),
    rule("SPV-tensor-type-dimension", ARM, "the dimensions must be greater than zero", {
        Check::Type(&[op::TYPE_TENSOR_ARM], |x| {
            let shape = attributes::bare(x.ctx(), value_of(x.facts, parameter(x, 2)?)?);
            let mut dimensions = x.ctx().attr_array(shape)?.iter();
            Some(dimensions.all(|one| attributes::integer(x.ctx(), *one) != Some(0)))
        })
    }),
    rule("SPV-tensor-layout-result", ADDRESSING, "the result must be a tensor layout", {
        Check::TypeIn(&[op::CREATE_TENSOR_LAYOUT_NV], R, declared_by(op::TYPE_TENSOR_LAYOUT_NV))
    }),
    rule("SPV-tensor-view-result", ADDRESSING, "the result must be a tensor view", {
        Check::TypeIn(&[op::CREATE_TENSOR_VIEW_NV], R, declared_by(op::TYPE_TENSOR_VIEW_NV))
    }),
    rule("SPV-tensor-change-type", ADDRESSING, "the result must have the type of the first operand", {
        Check::SameType(CHANGED, R, A)
    }),
    rule(
        "SPV-tensor-change-count",
        ADDRESSING,
        "the number of values does not match the number of dimensions",
        Check::Op(CHANGED, |x| {
            let (_, for_each, more) = CHANGES.iter().find(|(opcode, ..)| *opcode == x.opcode)?;
            let (_, params) = types::view(x.ctx(), x.result_type()?)?;
            let dimensions = length(x.ctx(), *params.get(1)?)?;
            let count = x.operand_count() as u64 - 1;
            Some(count == dimensions.saturating_mul(*for_each).saturating_add(*more))
        }),
    ),
    rule("SPV-tensor-change-values", ADDRESSING, "the values must be 32-bit integers", {
        Check::Op(CHANGED, |x| {
            let mut values = x.operands().skip(1).filter_map(|value| x.value_type(value));
            Some(values.all(|ty| INT32.has(x.ctx(), ty)))
        })
    }),
];

/// Returns a parameter of a tensor type, if present: index 1 is the rank, 2 the shape.
fn parameter(x: &TypeSubject<'_>, index: usize) -> Option<Attribute> {
    x.param(index).filter(|attr| !matches!(x.ctx().attr_data(*attr), AttrData::Unit))
}

/// Returns a parameter of the first operand's tensor type, if present: index 1 is the element type, 2 the rank, 3 the
/// shape.
fn tensor(x: &OpSubject<'_>, parameter: usize) -> Option<Attribute> {
    let (opcode, params) = types::view(x.ctx(), x.ty(A)?)?;
    let found = *params.get(parameter)?;
    let absent = matches!(x.ctx().attr_data(found), AttrData::Unit);
    (opcode == op::TYPE_TENSOR_ARM && !absent).then_some(found)
}

fn element(x: &OpSubject<'_>) -> Option<Type> {
    x.ctx().attr_type(tensor(x, 1)?)
}

/// Returns whether the type of a result or operand is the tensor's element type or an array of that type. Returns
/// `None` if either type is unknown.
fn is_element(x: &OpSubject<'_>, place: OpValue) -> Option<bool> {
    let ty = x.ty(place)?;
    let shape = x.shape(ty);
    let inner = if shape.kind == TypeKind::Array { shape.inner? } else { ty };
    Some(inner == element(x)?)
}

/// The tensor-operands mask of an access, and the first SSA value among the operands of its mask bits.
struct TensorOperands {
    mask: u32,
    first: Option<spv_ir::Value>,
}

fn operands(x: &OpSubject<'_>) -> Option<TensorOperands> {
    let number = x.row().params.iter().position(|param| param.name == "tensor_operands")?;
    let items = x.params(number);
    let first = items.iter().find_map(|item| match item {
        OpComponent::Value(value) => Some(*value),
        _ => None,
    });
    match items.first()? {
        OpComponent::Enum(_, mask) => Some(TensorOperands { mask: *mask, first }),
        _ => None,
    }
}

fn has_non_private(x: &OpSubject<'_>, bit: u32) -> Option<bool> {
    let mask = operands(x)?.mask;
    Some(mask & bit == 0 || mask & t::NON_PRIVATE_ELEMENT_ARM != 0)
}
