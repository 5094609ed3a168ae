//! Builder operands other than values, types and literals

use super::Enumeration;
use smallvec::SmallVec;
use spv_ir::{Attribute, Ident, Type, Value};

/// An id: an SSA value, or an attribute that represents a symbol, type or typed constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdRef {
    /// The id of an SSA value.
    Value(Value),
    /// The id of a module-level definition, given by its symbol.
    Symbol(Ident),
    /// The id of a type.
    Type(Type),
    /// An id represented by an attribute: a symbol reference, type, constant or string.
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

/// An id operand that is usually a constant, such as a scope or memory semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdOr<E> {
    /// A 32-bit integer constant with the value of this enumerant or bit set.
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

/// Symbol and type of a module-level definition. [`Definition::LOCAL`] denotes an op inside a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// The symbol, or `None` for an op inside a function.
    pub symbol: Option<Ident>,
    /// The type of the definition, or `None` if the definition has no type.
    pub ty: Option<Type>,
}

impl Definition {
    /// A definition inside a function, which has no symbol.
    pub const LOCAL: Definition = Definition { symbol: None, ty: None };

    /// Creates a definition that has no type, such as a string.
    pub fn new(symbol: Ident) -> Definition {
        Definition { symbol: Some(symbol), ty: None }
    }

    /// Creates a definition that has a type, such as a specialization constant.
    pub fn typed(symbol: Ident, ty: Type) -> Definition {
        Definition { symbol: Some(symbol), ty: Some(ty) }
    }
}

/// An operand of an enumerant, such as the alignment of `Aligned`.
#[derive(Clone, Debug, PartialEq)]
pub enum EnumOperand {
    /// An SSA value.
    Value(Value),
    /// A literal, an enumerant, or a constant scope.
    Word(u32),
    /// A float literal.
    Float(f32),
    /// A literal string.
    String(Box<str>),
    /// An id.
    Id(IdRef),
}

impl EnumOperand {
    /// Converts an id operand that is usually a constant, such as a scope, to an enumerant's operand.
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

/// A list of enumerant operands, each paired with its enumerant.
type OperandList = SmallVec<[(u32, EnumOperand); 2]>;

/// An enumerant or bit set with its operands: `MemoryAccess::aligned(4) | MemoryAccess::VOLATILE`.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumOperands<E> {
    value: E,
    /// Operands of all enumerants, sorted by enumerant.
    operands: OperandList,
}

impl<E: Enumeration> EnumOperands<E> {
    /// Creates an enumerant with its operands.
    #[inline]
    pub(crate) fn new<const N: usize>(value: E, operands: [EnumOperand; N]) -> EnumOperands<E> {
        EnumOperands { value, operands: SmallVec::new() }.and(operands.into_iter())
    }

    /// Appends operands to an enumerant. The value must not combine several bits.
    #[inline]
    pub(crate) fn and(mut self, more: impl Iterator<Item = EnumOperand>) -> EnumOperands<E> {
        let value = self.value.value();
        self.operands.extend(more.map(|operand| (value, operand)));
        self
    }

    /// Returns the enumerant or bit set.
    pub fn value(&self) -> E {
        self.value
    }

    /// Returns all operands, each paired with its enumerant, sorted by enumerant.
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
    /// Combines two bit sets and their operands, which remain sorted by bit.
    #[inline]
    fn bitor(mut self, other: O) -> EnumOperands<E> {
        let other = other.into();
        self.value = E::from_value(self.value.value() | other.value.value());
        merge(&mut self.operands, other.operands);
        self
    }
}

/// Adds the operands of another bit set to a list of operands, and sorts the list by bit. Not generic, so that it is
/// compiled only once for all enumerations.
fn merge(operands: &mut OperandList, more: OperandList) {
    operands.extend(more);
    operands.sort_by_key(|(bit, _)| *bit);
}
