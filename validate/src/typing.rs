//! What rules ask of types: sets of types as data, and questions about the types of an instruction.

use super::models::Models;
use super::subject::OpSubject;
use spv_dialect::types;
use spv_dialect::verify::rule::OpValue;
use spv_dialect::verify::shape::{Kind, Shape};
use spv_ir::params::Item;
use spv_ir::types::Signedness;
use spv_ir::{Context, Ident, Type, TypeData, Value};

/// A set of types.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Bits by [`Kind`]: what the type is.
    kinds: u32,
    /// Bits by [`Kind`]: what its components are.
    elements: u32,
    /// Bits of a component; 0: any.
    width: u32,
    /// Number of components; 0: any.
    count: u32,
    /// Whether integers are unsigned.
    unsigned: bool,
}

const fn bit(kind: Kind) -> u32 {
    1 << kind as u32
}

const VECTORS: u32 = bit(Kind::Vector) | bit(Kind::LongVector);

/// A bool.
pub const BOOL: Set = Set::scalar(Kind::Bool);
/// An integer.
pub const INT: Set = Set::scalar(Kind::Int);
/// A float.
pub const FLOAT: Set = Set::scalar(Kind::Float);
/// Bools: one, or a vector of them.
pub const BOOLS: Set = BOOL.or_vector();
/// Integers: one, or a vector of them.
pub const INTS: Set = INT.or_vector();
/// Floats: one, or a vector of them.
pub const FLOATS: Set = FLOAT.or_vector();
/// Numbers: one, or a vector of them.
pub const NUMBERS: Set = Set { elements: bit(Kind::Int) | bit(Kind::Float), ..INTS.with(FLOATS) };
/// Numbers or bools: one, or a vector of them.
pub const VALUES: Set = NUMBERS.with(BOOLS);
/// An integer of 32 bits.
pub const INT32: Set = INT.width(32);
/// An unsigned integer of 32 bits.
pub const UINT32: Set = INT32.unsigned();
/// A float of 32 bits.
pub const FLOAT32: Set = FLOAT.width(32);

impl Set {
    const fn scalar(kind: Kind) -> Set {
        Set { kinds: bit(kind), elements: bit(kind), width: 0, count: 0, unsigned: false }
    }

    /// The same with the types of another set; the rest is the first one's.
    pub const fn with(self, other: Set) -> Set {
        Set { kinds: self.kinds | other.kinds, elements: self.elements | other.elements, ..self }
    }

    /// The same with vectors of these.
    pub const fn or_vector(self) -> Set {
        Set { kinds: self.kinds | VECTORS, ..self }
    }

    /// Vectors of these with so many components; 0: any number.
    pub const fn vector(self, count: u32) -> Set {
        Set { kinds: VECTORS, count, ..self }
    }

    /// Those whose components have so many bits.
    pub const fn width(self, width: u32) -> Set {
        Set { width, ..self }
    }

    /// Those whose integers are unsigned.
    pub const fn unsigned(self) -> Set {
        Set { unsigned: true, ..self }
    }

    /// Whether it has a type.
    pub fn has(&self, ctx: &Context, ty: Type) -> bool {
        let shape = Shape::new(ctx, ty);
        self.kinds & bit(shape.kind) != 0
            && self.elements & bit(shape.element) != 0
            && (self.width == 0 || shape.width == self.width)
            && (self.count == 0 || shape.count == self.count)
            && (!self.unsigned || is_unsigned(ctx, scalar(ctx, ty)))
    }
}

/// Whether a type is an integer that is not signed.
pub fn is_unsigned(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Integer { signedness, .. } if *signedness != Signedness::Signed)
}

/// The component type of a vector, matrix or cooperative matrix; another type itself.
pub fn scalar(ctx: &Context, ty: Type) -> Type {
    let mut ty = ty;
    loop {
        let shape = Shape::new(ctx, ty);
        match (shape.kind, shape.inner) {
            (Kind::Vector | Kind::LongVector | Kind::Matrix | Kind::CoopMatrix, Some(inner)) => ty = inner,
            _ => return ty,
        }
    }
}

impl<'a> OpSubject<'a> {
    /// The value of an operand of the instruction, counted without result type and id, if it is one.
    pub fn value_at(&self, number: usize) -> Option<Value> {
        match self.param(number)? {
            Item::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The first item of the parameter of a name.
    pub fn param_named(&self, name: &str) -> Option<Item> {
        self.param(self.row().params.iter().position(|param| param.name == name)?)
    }

    /// The symbol that an item is: itself, or as the value that is its address.
    pub fn symbol_of(&self, item: Item) -> Option<Ident> {
        match item {
            Item::Attr(attr) => self.ctx().attr_symbol(attr),
            Item::Value(value) => self.symbol(value),
            _ => None,
        }
    }

    /// The type of the result, or of an operand of the instruction.
    pub fn ty(&self, place: OpValue) -> Option<Type> {
        match place {
            OpValue::Result => self.result_type(),
            OpValue::Operand(number) => self.value_type(self.value_at(usize::from(number))?),
        }
    }

    /// The shape of that.
    pub fn shape_at(&self, place: OpValue) -> Option<Shape> {
        Some(self.shape(self.ty(place)?))
    }

    /// Whether a type is not in a set.
    pub fn is_not(&self, place: OpValue, set: Set) -> Option<bool> {
        Some(!set.has(self.ctx(), self.ty(place)?))
    }

    /// Whether two types differ.
    pub fn differ(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.ty(a)? != self.ty(b)?)
    }

    /// Whether any SSA operand has another type than the result.
    pub fn any_differs(&self) -> Option<bool> {
        let result = self.result_type()?;
        let mut operands = self.operands();
        Some(operands.any(|value| self.value_type(value).is_some_and(|ty| ty != result)))
    }

    /// Whether the numbers of components differ.
    pub fn counts_differ(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.shape_at(a)?.differs_in_count(&self.shape_at(b)?))
    }

    /// Whether the widths of components differ.
    pub fn widths_differ(&self, a: OpValue, b: OpValue) -> Option<bool> {
        Some(self.shape_at(a)?.width != self.shape_at(b)?.width)
    }

    /// Whether a type differs from the components of another.
    pub fn is_no_component(&self, a: OpValue, of: OpValue) -> Option<bool> {
        Some(self.ty(a)? != scalar(self.ctx(), self.ty(of)?))
    }

    /// Whether a type is no pointer.
    pub fn is_no_pointer(&self, place: OpValue) -> Option<bool> {
        Some(!matches!(self.shape_at(place)?.kind, Kind::Pointer | Kind::UntypedPointer))
    }

    /// Whether a pointer is to none of these storage classes.
    pub fn points_outside(&self, place: OpValue, classes: &[u32]) -> Option<bool> {
        let shape = self.shape_at(place)?;
        Some(!self.is_no_pointer(place)? && !classes.contains(&shape.storage))
    }

    /// What a typed pointer points to.
    pub fn pointee_at(&self, place: OpValue) -> Option<Type> {
        Some(types::pointer(self.ctx(), self.ty(place)?)?.0)
    }

    /// Whether a typed pointer points to a type that is not in a set.
    pub fn points_to_no(&self, place: OpValue, set: Set) -> Option<bool> {
        Some(!set.has(self.ctx(), self.pointee_at(place)?))
    }

    /// Whether a type is not that of an OpType instruction.
    pub fn is_not_opcode(&self, place: OpValue, opcode: u32) -> Option<bool> {
        let view = types::view(self.ctx(), self.ty(place)?);
        Some(view.is_none_or(|(found, _)| found != opcode))
    }

    /// Whether an entry point of another model reaches the function.
    pub fn reached_outside(&self, models: Models) -> Option<bool> {
        Some(!self.models().is_subset(models))
    }

    /// Whether an operand is no constant or spec constant.
    pub fn is_no_constant(&self, number: usize) -> Option<bool> {
        Some(!self.is_constant(self.value_at(number)?))
    }
}
