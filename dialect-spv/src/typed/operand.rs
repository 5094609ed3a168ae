//! What the builders take besides values, types and literals.

use super::Enumeration;
use smallvec::SmallVec;
use spv_ir::{Attribute, Ident, Type, Value};

/// An id that is an SSA value, or an attribute in its place: a symbol, a type, or a typed constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdRef {
    /// An SSA value.
    Value(Value),
    /// A symbol reference.
    Symbol(Ident),
    /// A type.
    Type(Type),
    /// A symbol reference, type, constant or string as an attribute.
    Attr(Attribute),
}

impl From<Value> for IdRef {
    fn from(value: Value) -> IdRef {
        IdRef::Value(value)
    }
}

impl From<Ident> for IdRef {
    fn from(symbol: Ident) -> IdRef {
        IdRef::Symbol(symbol)
    }
}

impl From<Type> for IdRef {
    fn from(ty: Type) -> IdRef {
        IdRef::Type(ty)
    }
}

impl From<Attribute> for IdRef {
    fn from(attr: Attribute) -> IdRef {
        IdRef::Attr(attr)
    }
}

/// The id of a constant, where mostly the constant is meant: a scope, memory semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdOr<E> {
    /// A 32-bit integer constant of this value.
    Const(E),
    /// An SSA value.
    Value(Value),
}

impl<E: Enumeration> From<E> for IdOr<E> {
    fn from(value: E) -> IdOr<E> {
        IdOr::Const(value)
    }
}

impl<E: Enumeration> From<Value> for IdOr<E> {
    fn from(value: Value) -> IdOr<E> {
        IdOr::Value(value)
    }
}

/// Makes an op a module-level definition, or leaves it an op of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// Its symbol; none for an op of a function.
    pub symbol: Option<Ident>,
    /// Its type, if it has one.
    pub ty: Option<Type>,
}

impl Definition {
    /// An op of a function, without a symbol.
    pub const LOCAL: Definition = Definition { symbol: None, ty: None };

    /// A definition without a type, such as a string.
    pub fn new(symbol: Ident) -> Definition {
        Definition { symbol: Some(symbol), ty: None }
    }

    /// A definition with a type, such as a spec constant.
    pub fn typed(symbol: Ident, ty: Type) -> Definition {
        Definition { symbol: Some(symbol), ty: Some(ty) }
    }
}

/// An operand of an enumerant, such as the alignment of `Aligned`.
#[derive(Clone, Debug, PartialEq)]
pub enum EnumOperand {
    /// An SSA value.
    Value(Value),
    /// A literal or enumerant, or a constant scope.
    Word(u32),
    /// A float literal.
    Float(f32),
    /// A string.
    String(Box<str>),
    /// An id.
    Id(IdRef),
}

impl EnumOperand {
    /// The operand of a scope.
    pub(crate) fn id_or<E: Enumeration>(id: IdOr<E>) -> EnumOperand {
        match id {
            IdOr::Const(value) => EnumOperand::Word(value.value()),
            IdOr::Value(value) => EnumOperand::Id(value.into()),
        }
    }
}

impl From<Value> for EnumOperand {
    fn from(value: Value) -> EnumOperand {
        EnumOperand::Value(value)
    }
}

impl From<u32> for EnumOperand {
    fn from(word: u32) -> EnumOperand {
        EnumOperand::Word(word)
    }
}

impl From<f32> for EnumOperand {
    fn from(value: f32) -> EnumOperand {
        EnumOperand::Float(value)
    }
}

impl From<&str> for EnumOperand {
    fn from(text: &str) -> EnumOperand {
        EnumOperand::String(text.into())
    }
}

impl From<Type> for EnumOperand {
    fn from(ty: Type) -> EnumOperand {
        EnumOperand::Id(ty.into())
    }
}

/// Operands, each with the enumerant that it belongs to.
type OperandList = SmallVec<[(u32, EnumOperand); 2]>;

/// An enumerant, or a set of bits, with the operands of each: `MemoryAccess::aligned(4) | MemoryAccess::VOLATILE`.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumOperands<E> {
    value: E,
    /// Sorted by the enumerant that they belong to.
    operands: OperandList,
}

impl<E: Enumeration> EnumOperands<E> {
    /// An enumerant with its operands.
    #[inline]
    pub(crate) fn new<const N: usize>(value: E, operands: [EnumOperand; N]) -> EnumOperands<E> {
        EnumOperands { value, operands: SmallVec::new() }.and(operands.into_iter())
    }

    /// Adds operands to the one enumerant.
    #[inline]
    pub(crate) fn and(mut self, more: impl Iterator<Item = EnumOperand>) -> EnumOperands<E> {
        let value = self.value.value();
        self.operands.extend(more.map(|operand| (value, operand)));
        self
    }

    /// The enumerant or bits.
    pub fn value(&self) -> E {
        self.value
    }

    /// The operands, each with the enumerant that it belongs to, sorted by enumerant.
    pub fn operands(&self) -> &[(u32, EnumOperand)] {
        &self.operands
    }
}

impl<E: Enumeration> From<E> for EnumOperands<E> {
    #[inline]
    fn from(value: E) -> EnumOperands<E> {
        EnumOperands { value, operands: SmallVec::new() }
    }
}

impl<E: Enumeration, O: Into<EnumOperands<E>>> std::ops::BitOr<O> for EnumOperands<E> {
    type Output = EnumOperands<E>;
    /// Both sets of bits, with the operands in the order of the bits.
    #[inline]
    fn bitor(mut self, other: O) -> EnumOperands<E> {
        let other = other.into();
        self.value = E::from_value(self.value.value() | other.value.value());
        merge(&mut self.operands, other.operands);
        self
    }
}

/// Adds the operands of further bits. The function is not generic, so that it is compiled once and not per enumeration.
fn merge(operands: &mut OperandList, more: OperandList) {
    operands.extend(more);
    operands.sort_by_key(|(bit, _)| *bit);
}
