//! Attributes: interned constant data
//!
//! Attributes are identical if and only if their handles are.

use crate::affine::{AffineMap, IntegerSet};
use crate::handles::Ident;
use crate::handles::ParamDefId;
use crate::types::Type;

/// Handle of an attribute interned in a [`crate::context::Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Attribute(pub(crate) std::num::NonZeroU32);

impl Attribute {
    /// Returns the word that represents the attribute in an op slot.
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// Returns the attribute for a word in an op slot; `None` for 0 and [`ABSENT`](spv_grammar::ABSENT).
    pub fn from_raw(raw: u32) -> Option<Attribute> {
        std::num::NonZeroU32::new(raw).filter(|raw| raw.get() != spv_grammar::ABSENT).map(Attribute)
    }
}

/// The contents of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttrData {
    /// `unit`
    Unit,
    /// `true`, `false`
    Bool(bool),
    /// An integer of at most 64 bits: `5 : i32`.
    Integer {
        /// The low `width` bits of the value; higher bits are zero.
        value: u64,
        /// The integer type or `index`.
        ty: Type,
    },
    /// An integer or float of more than 64 bits.
    Wide {
        /// The bits as 64-bit limbs, least significant limb first. Unused high bits are zero.
        limbs: Box<[u64]>,
        /// The integer or float type.
        ty: Type,
    },
    /// `1.0 : f32`
    Float {
        /// The bits of the value, in the format of the type.
        bits: u64,
        /// The float type, of at most 64 bits.
        ty: Type,
    },
    /// `"text"`
    String(Box<str>),
    /// `[a, b]`
    Array(Box<[Attribute]>),
    /// `{a = 1 : i32, b}`, with unique keys in alphabetical order.
    Dict(Box<[(Ident, Attribute)]>),
    /// A type.
    Type(Type),
    /// `@symbol`
    Symbol(Ident),
    /// `@root::@nested`
    NestedSymbol(Box<[Ident]>),
    /// `dense<[1, 2]> : vector<2xi32>`
    Dense {
        /// The vector or tensor type.
        ty: Type,
        /// The bits of each element in row-major order. A single element is a splat.
        elements: Box<[u64]>,
    },
    /// `affine_map<(d0) -> (d0)>`
    AffineMap(Box<AffineMap>),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(Box<IntegerSet>),
    /// A list of literal words, printed as `[1 : i32, 2 : i32]`.
    Words(Box<[u32]>),
    /// Placeholder for an SSA operand in an array attribute.
    Operand,
    /// `#dialect.name<...>`
    Param {
        /// Definition of the dialect attribute.
        def: ParamDefId,
        /// Parameters, whose meaning depends on the definition.
        params: Box<[Attribute]>,
    },
    /// An attribute of an unregistered dialect, preserved as MLIR text.
    Opaque {
        /// The MLIR text without the `#`.
        text: Ident,
    },
}
