//! Attributes: interned constant data, compared by handle.

use crate::affine::{AffineMap, IntegerSet};
use crate::handles::Ident;
use crate::handles::ParamDefId;
use crate::types::Type;

/// Handle of an interned attribute of one [`crate::context::Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Attribute(pub(crate) std::num::NonZeroU32);

impl Attribute {
    /// Raw number: what attribute slots hold.
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// The attribute of a slot; `None` for 0, and for [`ABSENT`](spv_grammar::ABSENT), which is none either.
    pub fn from_raw(raw: u32) -> Option<Attribute> {
        std::num::NonZeroU32::new(raw).filter(|raw| raw.get() != spv_grammar::ABSENT).map(Attribute)
    }
}

/// What an attribute is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttrData {
    /// `unit`
    Unit,
    /// `true`, `false`
    Bool(bool),
    /// `5 : i32`, of at most 64 bits.
    Integer {
        /// The value's low `width` bits; those above are zero.
        value: u64,
        /// An integer type or `index`.
        ty: Type,
    },
    /// An integer or float of more than 64 bits.
    Wide {
        /// 64-bit limbs of the bits, least significant first, as many as the width needs; spare bits are zero.
        limbs: Box<[u64]>,
        /// An integer or float type.
        ty: Type,
    },
    /// `1.0 : f32`
    Float {
        /// The bits of the value in the type's format.
        bits: u64,
        /// A float type of at most 64 bits.
        ty: Type,
    },
    /// `"text"`
    String(Box<str>),
    /// `[a, b]`
    Array(Box<[Attribute]>),
    /// `{a = 1 : i32, b}`: sorted by key text, keys unique.
    Dict(Box<[(Ident, Attribute)]>),
    /// A type.
    Type(Type),
    /// `@symbol`
    Symbol(Ident),
    /// `@root::@nested`
    NestedSymbol(Box<[Ident]>),
    /// `dense<[1, 2]> : vector<2xi32>`
    Dense {
        /// A vector or tensor type.
        ty: Type,
        /// The bits of each element in row-major order; one element alone is a splat.
        elements: Box<[u64]>,
    },
    /// `affine_map<(d0) -> (d0)>`
    AffineMap(Box<AffineMap>),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(Box<IntegerSet>),
    /// A list of literal words, printed `[1 : i32, 2 : i32]`.
    Words(Box<[u32]>),
    /// Placeholder for an SSA operand within a list.
    Operand,
    /// `#dialect.name<...>`
    Param {
        /// Definition.
        def: ParamDefId,
        /// Parameters; their meaning is the definition's.
        params: Box<[Attribute]>,
    },
    /// An attribute of a dialect that is not registered, by its text.
    Opaque {
        /// Text, without the `#`.
        text: Ident,
    },
}
