//! Type constraints for validation rules
//!
//! Sets of types are data; queries compare an instruction's types with them.

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
    /// Bit mask of the [`TypeKind`]s that a type in the set may have.
    kinds: u32,
    /// Bit mask of the [`TypeKind`]s that the components of a composite in the set may have.
    elements: u32,
    /// Required width of a component in bits; 0 for any width.
    width: u32,
    /// Required number of components; 0 for any number.
    count: u32,
    /// Whether integers must not be signed.
    unsigned: bool,
    /// Required OpType opcode; 0 for any type.
    opcode: u32,
}

const fn bit(kind: TypeKind) -> u32 {
    1 << kind as u32
}

const VECTORS: u32 = bit(TypeKind::Vector) | bit(TypeKind::LongVector);

/// The set that contains the bool type.
pub const BOOL: Set = Set::scalar(TypeKind::Bool);
/// The set of integer types.
pub const INT: Set = Set::scalar(TypeKind::Int);
/// The set of float types.
pub const FLOAT: Set = Set::scalar(TypeKind::Float);
/// The set of the bool type and vectors of bools.
pub const BOOLS: Set = BOOL.or_vector();
/// The set of integer types and vectors of integers.
pub const INTS: Set = INT.or_vector();
/// The set of float types and vectors of floats.
pub const FLOATS: Set = FLOAT.or_vector();
/// The set of integer types, float types and vectors of these.
pub const NUMBERS: Set = Set { elements: bit(TypeKind::Int) | bit(TypeKind::Float), ..INTS.with(FLOATS) };
/// The set of integer types, float types, the bool type and vectors of these.
pub const VALUES: Set = NUMBERS.with(BOOLS);
/// The set of 32-bit integer types.
pub const INT32: Set = INT.width(32);
/// The set of unsigned 32-bit integer types.
pub const UINT32: Set = INT32.unsigned();
/// The set that contains the 32-bit float type.
pub const FLOAT32: Set = FLOAT.width(32);

/// Returns the set of types that an OpType instruction declares.
pub const fn declared_by(opcode: u32) -> Set {
    Set { kinds: u32::MAX, elements: u32::MAX, width: 0, count: 0, unsigned: false, opcode }
}

impl Set {
    const fn scalar(kind: TypeKind) -> Set {
        Set { kinds: bit(kind), elements: bit(kind), width: 0, count: 0, unsigned: false, opcode: 0 }
    }

    /// Returns the union with another set. The width, count and signedness of `self` apply to both.
    pub const fn with(self, other: Set) -> Set {
        Set { kinds: self.kinds | other.kinds, elements: self.elements | other.elements, ..self }
    }

    /// Returns the union of this set and the set of vectors of its types.
    pub const fn or_vector(self) -> Set {
        Set { kinds: self.kinds | VECTORS, ..self }
    }

    /// Returns the set of vectors of these types with `count` components; 0 for any number of components.
    pub const fn vector(self, count: u32) -> Set {
        Set { kinds: VECTORS, count, ..self }
    }

    /// Returns the set restricted to components with the given width in bits.
    pub const fn width(self, width: u32) -> Set {
        Set { width, ..self }
    }

    /// Returns the set restricted to unsigned integers.
    pub const fn unsigned(self) -> Set {
        Set { unsigned: true, ..self }
    }

    /// Returns whether the set contains the given type.
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
    /// Returns the operand at `index` if it is an SSA value. The result type and result id do not count as
    /// operands.
    pub fn value_at(&self, index: usize) -> Option<Value> {
        match self.param(index)? {
            OpComponent::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the first component of the operand for the parameter named `name`, or `None` if the operand is absent.
    pub fn param_named(&self, name: &str) -> Option<OpComponent> {
        self.param(self.row().params.iter().position(|param| param.name == name)?)
    }

    /// Returns the symbol to which an operand refers, either as a symbol attribute or as the address of a module-level
    /// variable. Returns `None` for other operands.
    pub fn symbol_of(&self, item: OpComponent) -> Option<Ident> {
        match item {
            OpComponent::Attr(attr) => self.ctx().attr_symbol(attr),
            OpComponent::Value(value) => self.symbol(value),
            _ => None,
        }
    }

    /// Returns the type of the result or of an operand, or `None` if the op does not have it.
    pub fn ty(&self, place: OpValue) -> Option<Type> {
        match place {
            OpValue::Result => self.result_type(),
            OpValue::Operand(number) => self.value_type(self.value_at(usize::from(number))?),
        }
    }

    /// Returns the shape of the type of the result or of an operand, or `None` if the op does not have it.
    pub fn shape_at(&self, place: OpValue) -> Option<Shape> {
        Some(self.shape(self.ty(place)?))
    }

    /// Returns whether the type of the result or of an operand is in a set. Returns `None` if the op does not have that
    /// result or operand.
    pub fn is_in(&self, place: OpValue, set: Set) -> Option<bool> {
        Some(set.has(self.ctx(), self.ty(place)?))
    }

    /// Returns whether the types of the given results and operands are in a set. Ignores those that the op does not
    /// have.
    pub fn all_in(&self, places: &[OpValue], set: Set) -> Option<bool> {
        Some(places.iter().all(|place| self.is_in(*place, set) != Some(false)))
    }

    /// Returns whether two results or operands have the same type. Returns `None` if the op lacks one of them.
    pub fn same_type(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.ty(a)? == self.ty(b)?)
    }

    /// Returns whether all SSA operands have the result type. Returns `None` if the op has no result.
    pub fn operands_have_result_type(&self) -> Option<bool> {
        let result = self.result_type()?;
        let mut operands = self.operands();
        Some(operands.all(|value| self.value_type(value).is_none_or(|ty| ty == result)))
    }

    /// Returns whether two results or operands have the same number of components. Returns `None` if the op lacks one
    /// of them.
    pub fn same_count(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(!self.shape_at(a)?.differs_in_count(&self.shape_at(b)?))
    }

    /// Returns whether two results or operands have the same component width. Returns `None` if the op lacks one of
    /// them.
    pub fn same_width(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.shape_at(a)?.width == self.shape_at(b)?.width)
    }

    /// Returns whether the type of `component` is the component type of `composite`. Returns `None` if the op lacks one
    /// of them.
    pub fn is_component(&self, component: OpValue, composite: OpValue) -> Option<bool> {
        Some(self.ty(component)? == scalar(self.ctx(), self.ty(composite)?))
    }

    /// Returns whether the result or an operand is a pointer. Returns `None` if the op does not have it.
    pub fn is_pointer(&self, place: OpValue) -> Option<bool> {
        Some(matches!(self.shape_at(place)?.kind, TypeKind::Pointer | TypeKind::UntypedPointer))
    }

    /// Returns whether the storage class of a pointer is in `classes`. Returns true for types other than pointers, and
    /// `None` if the op lacks the result or operand.
    pub fn points_into(&self, place: OpValue, classes: &[u32]) -> Option<bool> {
        let shape = self.shape_at(place)?;
        Some(!self.is_pointer(place)? || classes.contains(&shape.storage))
    }

    /// Returns the pointee type of the result or of an operand, if it is a typed pointer.
    pub fn pointee_at(&self, place: OpValue) -> Option<Type> {
        Some(types::pointer(self.ctx(), self.ty(place)?)?.0)
    }

    /// Returns whether the pointee type of a typed pointer is in a set. Returns `None` if the result or operand is not
    /// a typed pointer.
    pub fn points_to(&self, place: OpValue, set: Set) -> Option<bool> {
        Some(set.has(self.ctx(), self.pointee_at(place)?))
    }

    /// Returns whether all entry points that reach the function have one of the given execution models. Never returns
    /// `None`.
    pub fn reached_only_by(&self, models: Models) -> Option<bool> {
        Some(self.models().is_subset(models))
    }

    /// Returns whether the operand at `index` is a constant or specialization constant. Returns `None` if it is
    /// not an SSA value.
    pub fn is_constant_at(&self, index: usize) -> Option<bool> {
        Some(self.is_constant(self.value_at(index)?))
    }
}
