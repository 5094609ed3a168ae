//! What rules ask of a type, worked out once per type.

use crate::generated::opcodes as op;
use crate::{attributes, types};
use spv_ir::{Attribute, Context, Type, TypeData};

/// Kind of a type, and of the components of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// What no rule knows of.
    Other,
    /// `none`: OpTypeVoid.
    Void,
    /// `i1`
    Bool,
    /// OpTypeInt.
    Int,
    /// OpTypeFloat, of any encoding.
    Float,
    /// A vector of a known length.
    Vector,
    /// OpTypeVectorIdEXT, whose length may be a spec constant.
    LongVector,
    /// OpTypeMatrix.
    Matrix,
    /// A cooperative matrix of either extension.
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

/// A type as rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// What it is.
    pub kind: Kind,
    /// What its components are; itself for a scalar.
    pub element: Kind,
    /// Bits of a component; 0 where it is no number.
    pub width: u32,
    /// Components of a vector, columns of a matrix, members of a struct, length of an array; 1 for a
    /// scalar; 0 where it is not known.
    pub count: u32,
    /// Component, column, array element, pointee, image of a sampled image.
    pub inner: Option<Type>,
    /// Storage class of a pointer.
    pub storage: u32,
    /// Where the checks of a module keep the types of the members of a struct.
    pub members: Option<u32>,
}

impl Shape {
    /// A type that no rule knows of.
    pub const OTHER: Shape = Shape {
        kind: Kind::Other,
        element: Kind::Other,
        width: 0,
        count: 0,
        inner: None,
        storage: 0,
        members: None,
    };

    /// Whether it is a vector of either kind.
    pub fn is_vector(&self) -> bool {
        matches!(self.kind, Kind::Vector | Kind::LongVector)
    }

    /// Whether it is a scalar of one of these kinds, or a vector of such scalars.
    pub fn is_scalar_or_vector_of(&self, elements: &[Kind]) -> bool {
        elements.contains(&self.element) && (self.kind == self.element || self.is_vector())
    }

    /// Whether another type certainly has another number of components. That of long vectors may not be known.
    pub fn differs_in_count(&self, other: &Shape) -> bool {
        let is_open = |shape: &Shape| shape.kind == Kind::LongVector && shape.count == 0;
        if [self.kind, other.kind].contains(&Kind::CoopMatrix) {
            return self.kind != other.kind;
        }
        match is_open(self) || is_open(other) {
            // spirv-val takes a length that specialization sets for another than any known one.
            true => is_open(self) != is_open(other),
            false => self.count != other.count && self.count != 0 && other.count != 0,
        }
    }

    /// Looks at a type. Components are looked at, but not theirs: no nesting makes this deep.
    pub fn new(ctx: &Context, ty: Type) -> Shape {
        match ctx.type_data(ty) {
            TypeData::Vector { dims, element } => {
                let component = Shape::scalar(ctx, *element);
                let count = dims.iter().product::<u64>().try_into().unwrap_or(0);
                Shape { kind: Kind::Vector, count, inner: Some(*element), ..component }
            }
            TypeData::Param { .. } | TypeData::Named { .. } => Shape::of_dialect(ctx, ty),
            _ => Shape::scalar(ctx, ty),
        }
    }

    fn scalar(ctx: &Context, ty: Type) -> Shape {
        let (kind, width) = match ctx.type_data(ty) {
            TypeData::None => (Kind::Void, 0),
            TypeData::Integer { width: 1, .. } if ty == ctx.common().i1 => (Kind::Bool, 0),
            TypeData::Integer { width, .. } => (Kind::Int, *width),
            TypeData::Float(kind) => (Kind::Float, kind.width()),
            TypeData::Param { .. } => match types::view(ctx, ty) {
                Some((op::TYPE_FLOAT, _)) => (Kind::Float, types::scalar_width(ctx, ty).unwrap_or(0)),
                Some((op::TYPE_POINTER, _)) => (Kind::Pointer, 0),
                Some((op::TYPE_UNTYPED_POINTER_KHR, _)) => (Kind::UntypedPointer, 0),
                _ => (Kind::Other, 0),
            },
            _ => (Kind::Other, 0),
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
                let kind = Kind::Pointer;
                return Shape { kind, element: kind, count: 1, inner, storage, ..Shape::OTHER };
            }
            op::TYPE_UNTYPED_POINTER_KHR => {
                let (kind, storage) = (Kind::UntypedPointer, number(1) as u32);
                return Shape { kind, element: kind, count: 1, storage, ..Shape::OTHER };
            }
            op::TYPE_FLOAT => return Shape::scalar(ctx, ty),
            op::TYPE_STRUCT => {
                let members = types::structure(ctx, ty).map_or(0, |s| s.members.len() as u32);
                return Shape { kind: Kind::Struct, count: members, ..Shape::OTHER };
            }
            op::TYPE_VECTOR_ID_EXT => Kind::LongVector,
            op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV => Kind::CoopMatrix,
            op::TYPE_MATRIX => Kind::Matrix,
            op::TYPE_ARRAY => Kind::Array,
            op::TYPE_RUNTIME_ARRAY => Kind::RuntimeArray,
            op::TYPE_SAMPLED_IMAGE => Kind::SampledImage,
            op::TYPE_IMAGE => return Shape { kind: Kind::Image, inner: first(), ..Shape::OTHER },
            op::TYPE_SAMPLER => return Shape { kind: Kind::Sampler, ..Shape::OTHER },
            _ => return Shape::OTHER,
        };
        let inner = first();
        // The scalar that a matrix is composed of counts, not its columns.
        let scalar = match inner.map(|t| (t, ctx.type_data(t))) {
            Some((_, TypeData::Vector { element, .. })) if kind == Kind::Matrix => Some(*element),
            other => other.map(|(t, _)| t),
        };
        let component = scalar.map_or(Shape::OTHER, |t| Shape::scalar(ctx, t));
        let count = match kind {
            Kind::Matrix => number(2) as u32,
            // 0 says that it is not known.
            Kind::Array | Kind::LongVector => params
                .get(2)
                .and_then(|a| length(ctx, *a))
                .map_or(0, |length| length.try_into().unwrap_or(u32::MAX)),
            _ => 0,
        };
        Shape { kind, inner, count, ..component }
    }
}

/// The length of an array, where it is a plain constant: one of several equal ones, too.
pub fn length(ctx: &Context, attr: Attribute) -> Option<u64> {
    ctx.attr_u64(attributes::bare(ctx, attr))
}
