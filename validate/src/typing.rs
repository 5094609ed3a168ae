//! Type constraints for validation rules: sets of types as data, and queries of an instruction's types

use super::models::Models;
use super::subject::OpSubject;
use spv_dialect::types;
use spv_dialect::verify::rule::OpValue;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::params::OpComponent;
use spv_ir::types::Signedness;
use spv_ir::{Context, Ident, Type, TypeData, Value};

/// A set of types.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Bit mask by [`TypeKind`] of the type itself.
    kinds: u32,
    /// Bit mask by [`TypeKind`] of the components.
    elements: u32,
    /// Width of a component in bits; 0 for any.
    width: u32,
    /// Number of components; 0 for any.
    count: u32,
    /// Whether integers must be unsigned.
    unsigned: bool,
    /// OpType opcode of the type; 0 for any.
    opcode: u32,
}

const fn bit(kind: TypeKind) -> u32 {
    1 << kind as u32
}

const VECTORS: u32 = bit(TypeKind::Vector) | bit(TypeKind::LongVector);

/// Set of the bool type.
pub const BOOL: Set = Set::scalar(TypeKind::Bool);
/// Set of integer types.
pub const INT: Set = Set::scalar(TypeKind::Int);
/// Set of float types.
pub const FLOAT: Set = Set::scalar(TypeKind::Float);
/// Set of bools and vectors of bools.
pub const BOOLS: Set = BOOL.or_vector();
/// Set of integers and vectors of integers.
pub const INTS: Set = INT.or_vector();
/// Set of floats and vectors of floats.
pub const FLOATS: Set = FLOAT.or_vector();
/// Set of integers, floats and vectors of them.
pub const NUMBERS: Set = Set { elements: bit(TypeKind::Int) | bit(TypeKind::Float), ..INTS.with(FLOATS) };
/// Set of integers, floats, bools and vectors of them.
pub const VALUES: Set = NUMBERS.with(BOOLS);
/// Set of 32-bit integers.
pub const INT32: Set = INT.width(32);
/// Set of unsigned 32-bit integers.
pub const UINT32: Set = INT32.unsigned();
/// Set of 32-bit floats.
pub const FLOAT32: Set = FLOAT.width(32);

/// Returns the set of types that an OpType instruction declares.
pub const fn declared_by(opcode: u32) -> Set {
    Set { kinds: u32::MAX, elements: u32::MAX, width: 0, count: 0, unsigned: false, opcode }
}

impl Set {
    const fn scalar(kind: TypeKind) -> Set {
        Set { kinds: bit(kind), elements: bit(kind), width: 0, count: 0, unsigned: false, opcode: 0 }
    }

    /// Returns the union with another set. Width, count and signedness are taken from the first set.
    pub const fn with(self, other: Set) -> Set {
        Set { kinds: self.kinds | other.kinds, elements: self.elements | other.elements, ..self }
    }

    /// Returns the set with vectors of its types added.
    pub const fn or_vector(self) -> Set {
        Set { kinds: self.kinds | VECTORS, ..self }
    }

    /// Returns the set of vectors with `count` components of these types; 0 for any number.
    pub const fn vector(self, count: u32) -> Set {
        Set { kinds: VECTORS, count, ..self }
    }

    /// Returns the set restricted to components of the given width.
    pub const fn width(self, width: u32) -> Set {
        Set { width, ..self }
    }

    /// Returns the set restricted to unsigned integers.
    pub const fn unsigned(self) -> Set {
        Set { unsigned: true, ..self }
    }

    /// Returns whether the set contains a type.
    pub fn has(&self, ctx: &Context, ty: Type) -> bool {
        let shape = Shape::new(ctx, ty);
        self.kinds & bit(shape.kind) != 0
            && self.elements & bit(shape.element) != 0
            && (self.width == 0 || shape.width == self.width)
            && (self.count == 0 || shape.count == self.count)
            && (!self.unsigned || is_unsigned(ctx, scalar(ctx, ty)))
            && (self.opcode == 0 || types::view(ctx, ty).is_some_and(|(opcode, _)| opcode == self.opcode))
    }
}

/// Returns whether a type is an integer that is not signed.
pub fn is_unsigned(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Integer { signedness, .. } if *signedness != Signedness::Signed)
}

/// Returns the component type of a vector, matrix or cooperative matrix, or the type itself otherwise.
pub fn scalar(ctx: &Context, ty: Type) -> Type {
    let mut ty = ty;
    loop {
        let shape = Shape::new(ctx, ty);
        match (shape.kind, shape.inner) {
            (
                TypeKind::Vector | TypeKind::LongVector | TypeKind::Matrix | TypeKind::CoopMatrix,
                Some(inner),
            ) => ty = inner,
            _ => return ty,
        }
    }
}

impl<'a> OpSubject<'a> {
    /// Returns an operand of the instruction that is an SSA value. Result type and id do not count.
    pub fn value_at(&self, number: usize) -> Option<Value> {
        match self.param(number)? {
            OpComponent::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the first item of the parameter with this name.
    pub fn param_named(&self, name: &str) -> Option<OpComponent> {
        self.param(self.row().params.iter().position(|param| param.name == name)?)
    }

    /// Returns the symbol of an item: the item itself, or the address that the value represents.
    pub fn symbol_of(&self, item: OpComponent) -> Option<Ident> {
        match item {
            OpComponent::Attr(attr) => self.ctx().attr_symbol(attr),
            OpComponent::Value(value) => self.symbol(value),
            _ => None,
        }
    }

    /// Returns the type of the result or of an operand.
    pub fn ty(&self, place: OpValue) -> Option<Type> {
        match place {
            OpValue::Result => self.result_type(),
            OpValue::Operand(number) => self.value_type(self.value_at(usize::from(number))?),
        }
    }

    /// Returns the shape of a result's or operand's type.
    pub fn shape_at(&self, place: OpValue) -> Option<Shape> {
        Some(self.shape(self.ty(place)?))
    }

    /// Returns whether a type is in a set.
    pub fn is_in(&self, place: OpValue, set: Set) -> Option<bool> {
        Some(set.has(self.ctx(), self.ty(place)?))
    }

    /// Returns whether the types of all places that have one are in a set.
    pub fn all_in(&self, places: &[OpValue], set: Set) -> Option<bool> {
        Some(places.iter().all(|place| self.is_in(*place, set) != Some(false)))
    }

    /// Returns whether two types are the same.
    pub fn same_type(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.ty(a)? == self.ty(b)?)
    }

    /// Returns whether all SSA operands have the result type.
    pub fn operands_have_result_type(&self) -> Option<bool> {
        let result = self.result_type()?;
        let mut operands = self.operands();
        Some(operands.all(|value| self.value_type(value).is_none_or(|ty| ty == result)))
    }

    /// Returns whether the numbers of components are the same.
    pub fn same_count(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(!self.shape_at(a)?.differs_in_count(&self.shape_at(b)?))
    }

    /// Returns whether the component widths are the same.
    pub fn same_width(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.shape_at(a)?.width == self.shape_at(b)?.width)
    }

    /// Returns whether the type of `component` is the component type of `composite`.
    pub fn is_component(&self, component: OpValue, composite: OpValue) -> Option<bool> {
        Some(self.ty(component)? == scalar(self.ctx(), self.ty(composite)?))
    }

    /// Returns whether a type is a pointer.
    pub fn is_pointer(&self, place: OpValue) -> Option<bool> {
        Some(matches!(self.shape_at(place)?.kind, TypeKind::Pointer | TypeKind::UntypedPointer))
    }

    /// Returns whether the storage class of a pointer is in `classes`. Holds for other types, too.
    pub fn points_into(&self, place: OpValue, classes: &[u32]) -> Option<bool> {
        let shape = self.shape_at(place)?;
        Some(!self.is_pointer(place)? || classes.contains(&shape.storage))
    }

    /// Returns the pointee of a typed pointer.
    pub fn pointee_at(&self, place: OpValue) -> Option<Type> {
        Some(types::pointer(self.ctx(), self.ty(place)?)?.0)
    }

    /// Returns whether a typed pointer's pointee is in a set.
    pub fn points_to(&self, place: OpValue, set: Set) -> Option<bool> {
        Some(set.has(self.ctx(), self.pointee_at(place)?))
    }

    /// Returns whether all entry points that reach the function have one of these models.
    pub fn reached_only_by(&self, models: Models) -> Option<bool> {
        Some(self.models().is_subset(models))
    }

    /// Returns whether an operand is a constant or a spec constant.
    pub fn is_constant_at(&self, number: usize) -> Option<bool> {
        Some(self.is_constant(self.value_at(number)?))
    }
}
