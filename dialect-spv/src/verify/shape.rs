//! Type summaries for type rules

use crate::generated::opcodes as op;
use crate::{attributes, types};
use spv_ir::{Attribute, Context, Type, TypeData};

/// The kind of a type or of its components. Type rules distinguish only these kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TypeKind {
    /// Any other type.
    Other,
    /// OpTypeVoid (`none`).
    Void,
    /// OpTypeBool (`i1`).
    Bool,
    /// OpTypeInt.
    Int,
    /// OpTypeFloat, with any encoding.
    Float,
    /// OpTypeVector.
    Vector,
    /// OpTypeVectorIdEXT, whose length may be a specialization constant.
    LongVector,
    /// OpTypeMatrix.
    Matrix,
    /// A cooperative matrix of the KHR or NV extension.
    CoopMatrix,
    /// OpTypeArray.
    Array,
    /// OpTypeRuntimeArray.
    RuntimeArray,
    /// OpTypeStruct.
    Struct,
    /// OpTypePointer.
    Pointer,
    /// OpTypeUntypedPointerKHR.
    UntypedPointer,
    /// OpTypeImage.
    Image,
    /// OpTypeSampler.
    Sampler,
    /// OpTypeSampledImage.
    SampledImage,
}

/// The summary of a type, computed once per type.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Kind of the type.
    pub kind: TypeKind,
    /// Kind of the components. For a scalar, the kind of the scalar itself.
    pub element: TypeKind,
    /// Bit width of a component; 0 if the component is not numeric.
    pub width: u32,
    /// Number of vector components, matrix columns, struct members or array elements. The count is 1 for a scalar and 0
    /// if unknown.
    pub count: u32,
    /// Component type, column type, element type, pointee type, or image type of a sampled image.
    pub inner: Option<Type>,
    /// Storage class of a pointer type.
    pub storage: u32,
    /// For a struct, the index of its first member type in the verifier's list of member types.
    pub members: Option<u32>,
}

impl Shape {
    /// The summary of a type that no type rule distinguishes from other types.
    pub const OTHER: Shape = Shape {
        kind: TypeKind::Other,
        element: TypeKind::Other,
        width: 0,
        count: 0,
        inner: None,
        storage: 0,
        members: None,
    };

    /// Returns whether the type is a vector or long vector.
    pub fn is_vector(&self) -> bool {
        matches!(self.kind, TypeKind::Vector | TypeKind::LongVector)
    }

    /// Returns whether the type is a scalar of one of the given kinds, or a vector of such scalars.
    pub fn is_scalar_or_vector_of(&self, elements: &[TypeKind]) -> bool {
        elements.contains(&self.element) && (self.kind == self.element || self.is_vector())
    }

    /// Returns whether the numbers of components are known to differ. The length of a long vector may be unknown.
    pub fn differs_in_count(&self, other: &Shape) -> bool {
        let is_open = |shape: &Shape| shape.kind == TypeKind::LongVector && shape.count == 0;
        if [self.kind, other.kind].contains(&TypeKind::CoopMatrix) {
            return self.kind != other.kind;
        }
        match is_open(self) || is_open(other) {
            // spirv-val treats a length that depends on specialization as different from any known length.
            true => is_open(self) != is_open(other),
            false => self.count != other.count && self.count != 0 && other.count != 0,
        }
    }

    /// Summarizes a type. Examines only one level, so the time is independent of the nesting depth.
    pub fn new(ctx: &Context, ty: Type) -> Shape {
        match ctx.type_data(ty) {
            TypeData::Vector { dims, element } => {
                let component = Shape::scalar(ctx, *element);
                let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(*dim));
                let count = count.and_then(|count| count.try_into().ok()).unwrap_or(0);
                Shape { kind: TypeKind::Vector, count, inner: Some(*element), ..component }
            }
            TypeData::Param { .. } | TypeData::Named { .. } => Shape::of_dialect(ctx, ty),
            _ => Shape::scalar(ctx, ty),
        }
    }

    fn scalar(ctx: &Context, ty: Type) -> Shape {
        let (kind, width) = match ctx.type_data(ty) {
            TypeData::None => (TypeKind::Void, 0),
            TypeData::Integer { width: 1, .. } if ty == ctx.common().i1 => (TypeKind::Bool, 0),
            TypeData::Integer { width, .. } => (TypeKind::Int, *width),
            TypeData::Float(kind) => (TypeKind::Float, kind.width()),
            TypeData::Param { .. } => match types::view(ctx, ty) {
                Some((op::TYPE_FLOAT, _)) => (TypeKind::Float, types::scalar_width(ctx, ty).unwrap_or(0)),
                Some((op::TYPE_POINTER, _)) => (TypeKind::Pointer, 0),
                Some((op::TYPE_UNTYPED_POINTER_KHR, _)) => (TypeKind::UntypedPointer, 0),
                _ => (TypeKind::Other, 0),
            },
            _ => (TypeKind::Other, 0),
        };
        Shape { kind, element: kind, width, count: 1, ..Shape::OTHER }
    }

    fn of_dialect(ctx: &Context, ty: Type) -> Shape {
        let Some((code, params)) = types::view(ctx, ty) else { return Shape::OTHER };
        let first = || ctx.attr_type(*params.get(1)?);
        let number = |n: usize| params.get(n).and_then(|a| ctx.attr_u64(*a)).unwrap_or(0);
        let kind = match code {
            op::TYPE_POINTER => {
                let (inner, storage) = (params.get(2).and_then(|a| ctx.attr_type(*a)), number(1) as u32);
                let kind = TypeKind::Pointer;
                return Shape { kind, element: kind, count: 1, inner, storage, ..Shape::OTHER };
            }
            op::TYPE_UNTYPED_POINTER_KHR => {
                let (kind, storage) = (TypeKind::UntypedPointer, number(1) as u32);
                return Shape { kind, element: kind, count: 1, storage, ..Shape::OTHER };
            }
            op::TYPE_FLOAT => return Shape::scalar(ctx, ty),
            op::TYPE_STRUCT => {
                let members = types::structure(ctx, ty).map_or(0, |s| s.members.len() as u32);
                return Shape { kind: TypeKind::Struct, count: members, ..Shape::OTHER };
            }
            op::TYPE_VECTOR_ID_EXT => TypeKind::LongVector,
            op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV => TypeKind::CoopMatrix,
            op::TYPE_MATRIX => TypeKind::Matrix,
            op::TYPE_ARRAY => TypeKind::Array,
            op::TYPE_RUNTIME_ARRAY => TypeKind::RuntimeArray,
            op::TYPE_SAMPLED_IMAGE => TypeKind::SampledImage,
            op::TYPE_IMAGE => return Shape { kind: TypeKind::Image, inner: first(), ..Shape::OTHER },
            op::TYPE_SAMPLER => return Shape { kind: TypeKind::Sampler, ..Shape::OTHER },
            _ => return Shape::OTHER,
        };
        let inner = first();
        // The components of a matrix are scalars, not columns.
        let scalar = match inner.map(|t| (t, ctx.type_data(t))) {
            Some((_, TypeData::Vector { element, .. })) if kind == TypeKind::Matrix => Some(*element),
            other => other.map(|(t, _)| t),
        };
        let component = scalar.map_or(Shape::OTHER, |t| Shape::scalar(ctx, t));
        let count = match kind {
            TypeKind::Matrix => number(2) as u32,
            // A count of 0 means that the length is unknown.
            TypeKind::Array | TypeKind::LongVector => params
                .get(2)
                .and_then(|a| length(ctx, *a))
                .map_or(0, |length| length.try_into().unwrap_or(u32::MAX)),
            _ => 0,
        };
        Shape { kind, inner, count, ..component }
    }
}

/// Returns the length of an array, or `None` if the length is not a plain constant. The constant may be a
/// `#spv.distinct`.
pub fn length(ctx: &Context, attr: Attribute) -> Option<u64> {
    ctx.attr_u64(attributes::bare(ctx, attr))
}
