//! Conversion between constant attributes and bit patterns
//!
//! [`crate::attributes`] lists the constant attributes. Folds create constants in the same form as the importer, so
//! that constants with the same value are the same attribute.

use crate::attributes::{self, AttrKind};
use crate::types;
use smallvec::SmallVec;
use spv_ir::{AttrData, Attribute, Context, FloatKind, Signedness, Type, TypeData};

/// A scalar type of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// OpTypeBool (`i1`).
    Bool,
    /// An integer type.
    Int {
        /// Width in bits: 2 to 64.
        width: u32,
        /// Whether OpTypeInt is signed. Operations ignore the signedness, but printing depends on it.
        signed: bool,
    },
    /// A floating-point type.
    Float(FloatKind),
}

impl Scalar {
    /// Returns the width of the type in bits.
    pub fn width(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::Int { width, .. } => width,
            Scalar::Float(kind) => kind.width(),
        }
    }

    /// Returns the bit mask of the type's significant bits, which are the lowest bits.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width())
    }
}

/// Returns the [`Scalar`] that describes a type. Returns `None` for types that are not scalar or have more than 64
/// bits.
pub fn scalar(ctx: &Context, ty: Type) -> Option<Scalar> {
    match *ctx.type_data(ty) {
        TypeData::Integer { width: 1, signedness: Signedness::Signless } => Some(Scalar::Bool),
        TypeData::Integer { width: width @ 1..=64, signedness } => {
            Some(Scalar::Int { width, signed: signedness == Signedness::Signed })
        }
        TypeData::Float(kind) if kind.width() <= 64 => Some(Scalar::Float(kind)),
        _ => None,
    }
}

/// Maximum number of vector components that folds handle. Valid modules have at most 16.
const MAX_LANES: u64 = 64;

/// A scalar or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumericType {
    /// The scalar type or the vector's component type.
    pub element: Type,
    /// The description of `element`.
    pub scalar: Scalar,
    /// Number of components; `None` for a scalar.
    pub length: Option<usize>,
}

impl NumericType {
    /// Returns the number of lanes, which is 1 for a scalar.
    pub fn lanes(self) -> usize {
        self.length.unwrap_or(1)
    }
}

/// Returns the [`NumericType`] that describes a scalar or vector type, or `None` for other types.
pub fn shape(ctx: &Context, ty: Type) -> Option<NumericType> {
    let (element, length) = match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => match dims[..] {
            [length @ 1..=MAX_LANES] => (*element, Some(length as usize)),
            _ => return None,
        },
        _ => (ty, None),
    };
    Some(NumericType { element, scalar: scalar(ctx, element)?, length })
}

/// The bits of each lane, in the low bits of a `u64`.
pub type Lanes = SmallVec<[u64; 4]>;

/// Returns the bits of a scalar constant, or `None` if the attribute is not a constant of this type.
pub fn scalar_bits(ctx: &Context, scalar: Scalar, attr: Attribute) -> Option<u64> {
    let attr = attributes::bare(ctx, attr);
    let bits = match (ctx.attr_data(attr), scalar) {
        (AttrData::Bool(value), Scalar::Bool) => u64::from(*value),
        (AttrData::Integer { value, .. }, Scalar::Int { .. } | Scalar::Bool) => *value,
        (AttrData::Float { bits, .. }, Scalar::Float(_)) => *bits,
        (AttrData::Param { .. }, _) => match attributes::view(ctx, attr)? {
            (AttrKind::Null, _) => 0,
            _ => return None,
        },
        _ => return None,
    };
    (bits & !scalar.mask() == 0).then_some(bits)
}

/// Returns the lanes of a scalar or vector constant. Returns `None` if the value of any lane is unknown.
pub fn lanes(ctx: &Context, shape: NumericType, attr: Attribute) -> Option<Lanes> {
    let Some(length) = shape.length else {
        return Some(Lanes::from_slice(&[scalar_bits(ctx, shape.scalar, attr)?]));
    };
    let attr = attributes::bare(ctx, attr);
    match ctx.attr_data(attr) {
        AttrData::Dense { elements, .. } => match elements.len() {
            1 => Some(SmallVec::from_elem(elements[0], length)),
            n if n == length => Some(Lanes::from_slice(elements)),
            _ => None,
        },
        AttrData::Array(items) if items.len() == length => {
            items.iter().map(|&item| scalar_bits(ctx, shape.scalar, item)).collect()
        }
        AttrData::Param { .. } => match attributes::view(ctx, attr)? {
            (AttrKind::Null, _) => Some(SmallVec::from_elem(0, length)),
            (AttrKind::Replicate, &[item]) => {
                Some(SmallVec::from_elem(scalar_bits(ctx, shape.scalar, item)?, length))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Creates a scalar constant from its bits.
pub fn from_bits(ctx: &Context, ty: Type, scalar: Scalar, bits: u64) -> Attribute {
    let bits = bits & scalar.mask();
    ctx.attr(match scalar {
        Scalar::Bool => AttrData::Bool(bits != 0),
        Scalar::Int { .. } => AttrData::Integer { value: bits, ty },
        Scalar::Float(_) => AttrData::Float { bits, ty },
    })
}

/// Creates a scalar or vector constant from its lanes.
pub fn from_lanes(ctx: &Context, ty: Type, shape: NumericType, lanes: &[u64]) -> Attribute {
    let [first, ..] = lanes else { return from_bits(ctx, ty, shape.scalar, 0) };
    if shape.length.is_none() {
        return from_bits(ctx, ty, shape.scalar, *first);
    }
    let splat = lanes.iter().all(|lane| lane == first);
    let elements = if splat { &lanes[..1] } else { lanes };
    ctx.attr(AttrData::Dense { ty, elements: elements.into() })
}

/// Returns the zero value of a type, which is the value of OpConstantNull. Returns `None` if the type has no zero or is
/// not a data type.
pub fn zero(ctx: &Context, ty: Type) -> Option<Attribute> {
    if let Some(scalar) = scalar(ctx, ty) {
        return Some(from_bits(ctx, ty, scalar, 0));
    }
    types::element(ctx, ty, 0)?;
    attributes::make(ctx, AttrKind::Null, &[])
}

/// Returns an element of a constant composite, together with its type. Returns `None` if the element is unknown or is
/// not a plain constant attribute (such as a symbol).
pub fn element(ctx: &Context, ty: Type, attr: Attribute, index: u32) -> Option<(Type, Attribute)> {
    let own = types::element(ctx, ty, u64::from(index))?;
    let at = index as usize;
    let attr = attributes::bare(ctx, attr);
    let item = match ctx.attr_data(attr) {
        AttrData::Array(items) => *items.get(at)?,
        AttrData::Dense { ty: dense, elements } => match ctx.type_data(*dense) {
            TypeData::Vector { dims, .. } if dims.len() == 1 => {
                let bits = elements.get(if elements.len() == 1 { 0 } else { at })?;
                from_bits(ctx, own, scalar(ctx, own)?, *bits)
            }
            TypeData::Tensor { dims, element } => part(ctx, own, dims, *element, elements, at)?,
            _ => return None,
        },
        AttrData::Param { .. } => match attributes::view(ctx, attr)? {
            (AttrKind::Null, _) => zero(ctx, own)?,
            (AttrKind::Replicate, &[item]) => item,
            _ => return None,
        },
        _ => return None,
    };
    let plain = match ctx.attr_data(item) {
        AttrData::Symbol(_) | AttrData::NestedSymbol(_) => return None,
        AttrData::Param { .. } => match attributes::view(ctx, item)? {
            (AttrKind::Const, &[inner, inner_type]) if ctx.attr_type(inner_type) == Some(own) => inner,
            (AttrKind::Const | AttrKind::Undef, _) => return None,
            _ => item,
        },
        _ => item,
    };
    Some((own, plain))
}

/// Returns the element at `index` of a dense array constant with dimensions `dims`. Returns `None` if the constant has
/// no element with this index.
fn part(
    ctx: &Context,
    own: Type,
    dims: &[u64],
    element: Type,
    elements: &[u64],
    index: usize,
) -> Option<Attribute> {
    let (&count, rest) = dims.split_first()?;
    let step = elements.len() / usize::try_from(count).ok()?.max(1);
    let part = if elements.len() == 1 { elements } else { elements.get(index * step..(index + 1) * step)? };
    let (first, scalar) = (*part.first()?, scalar(ctx, element)?);
    if rest.is_empty() {
        return Some(from_bits(ctx, own, scalar, first));
    }
    if let Some(shape) = shape(ctx, own) {
        let lanes = if part.len() == 1 { vec![first; shape.lanes()] } else { part.to_vec() };
        return (lanes.len() == shape.lanes()).then(|| from_lanes(ctx, own, shape, &lanes));
    }
    let part = if part.iter().all(|bits| *bits == first) { &part[..1] } else { part };
    let ty = ctx.ty(TypeData::Tensor { dims: rest.into(), element });
    Some(ctx.attr(AttrData::Dense { ty, elements: part.into() }))
}

/// Returns the nested element at the index path `indexes`, or `None` if its value is unknown.
pub fn element_at(ctx: &Context, ty: Type, attr: Attribute, indexes: &[u32]) -> Option<Attribute> {
    let mut at = (ty, attr);
    for &index in indexes {
        at = element(ctx, at.0, at.1, index)?;
    }
    Some(at.1)
}

/// Returns the number of elements of a composite type. Returns `None` if the number is not known at compile time.
pub fn length(ctx: &Context, ty: Type) -> Option<usize> {
    use crate::generated::opcodes as op;
    if let TypeData::Vector { dims, .. } = ctx.type_data(ty) {
        return match dims[..] {
            [length] => usize::try_from(length).ok(),
            _ => None,
        };
    }
    match types::view(ctx, ty)? {
        (op::TYPE_STRUCT, _) => Some(types::structure(ctx, ty)?.members.len()),
        (op::TYPE_ARRAY | op::TYPE_MATRIX, [_, _, count, ..]) => usize::try_from(ctx.attr_u64(*count)?).ok(),
        _ => None,
    }
}

/// Maximum nesting depth of a composite constant created by folds.
const MAX_DEPTH: usize = 64;
/// Maximum number of nested scalars and composites in a composite constant created by folds.
const MAX_PARTS: usize = 1 << 14;

/// Returns whether a constant of the type is within the size limits for constants created by folds.
fn is_bounded(ctx: &Context, ty: Type) -> bool {
    use crate::generated::opcodes as op;
    let mut parts = 0usize;
    let mut todo = vec![(ty, 0, 1usize)];
    while let Some((ty, depth, times)) = todo.pop() {
        // A type counts once per occurrence, which bounds the running time.
        parts = parts.saturating_add(times.max(1));
        if depth > MAX_DEPTH || parts > MAX_PARTS {
            return false;
        }
        match types::view(ctx, ty) {
            Some((op::TYPE_STRUCT, _)) => {
                let members = types::structure(ctx, ty).map_or(&[][..], |parts| parts.members);
                if members.len() > MAX_PARTS {
                    return false;
                }
                todo.extend(members.iter().filter_map(|&m| Some((ctx.attr_type(m)?, depth + 1, times))));
            }
            Some((op::TYPE_ARRAY | op::TYPE_MATRIX, _)) => {
                let Some(count) = length(ctx, ty) else { return false };
                let Some(element) = types::element(ctx, ty, 0) else { return false };
                todo.push((element, depth + 1, times.saturating_mul(count)));
            }
            _ => {}
        }
    }
    true
}

/// Creates a constant composite from its elements. Returns `None` if the composite would be nested too deeply or too
/// large.
pub fn compose(ctx: &Context, ty: Type, elements: &[Attribute]) -> Option<Attribute> {
    if length(ctx, ty)? != elements.len() || elements.is_empty() {
        return None;
    }
    if let Some(shape) = shape(ctx, ty) {
        let lanes: Option<Lanes> = elements.iter().map(|&e| scalar_bits(ctx, shape.scalar, e)).collect();
        return Some(from_lanes(ctx, ty, shape, &lanes?));
    }
    is_bounded(ctx, ty).then(|| ctx.array_attr(elements))
}

/// Returns a copy of a constant composite in which the element at the index path `indexes` is `value`. Returns `None`
/// if the composite is too large or deep, or the path is invalid.
pub fn with_element(
    ctx: &Context,
    ty: Type,
    attr: Attribute,
    indexes: &[u32],
    value: Attribute,
) -> Option<Attribute> {
    /// Maximum number of elements of a composite at each step of the index path.
    const MAX_ELEMENTS: usize = 64;
    let Some((&first, rest)) = indexes.split_first() else { return Some(value) };
    if rest.len() >= MAX_DEPTH {
        return None;
    }
    let count = length(ctx, ty).filter(|count| *count <= MAX_ELEMENTS)?;
    let mut elements = Vec::with_capacity(count);
    for i in 0..count as u32 {
        let (own, element) = element(ctx, ty, attr, i)?;
        elements.push(if i == first { with_element(ctx, own, element, rest, value)? } else { element });
    }
    ((first as usize) < count).then_some(())?;
    compose(ctx, ty, &elements)
}

/// Returns the description of an integer scalar or vector type, and lanes that are all zero.
pub fn zero_like(ctx: &Context, ty: Type) -> Option<(NumericType, Lanes)> {
    let shape = shape(ctx, ty)?;
    matches!(shape.scalar, Scalar::Int { .. }).then(|| (shape, SmallVec::from_elem(0, shape.lanes())))
}
