//! Types: interned, compared by handle.

use crate::attrs::Attribute;
pub use crate::float_formats::{FloatFormat, FloatKind, Specials};
use crate::handles::Ident;
use crate::handles::ParamDefId;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// Handle of an interned type of one [`crate::context::Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub(crate) std::num::NonZeroU32);

impl Type {
    /// Raw number, for packing into tables of the same context. Never let output depend on it.
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// The type of a raw number that [`Self::raw`] gave; `None` for 0.
    pub fn from_raw(raw: u32) -> Option<Type> {
        std::num::NonZeroU32::new(raw).map(Type)
    }
}

/// Signedness of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `i32`: none stated.
    Signless,
    /// `si32`.
    Signed,
    /// `ui32`.
    Unsigned,
}

/// What a type is.
#[derive(Clone, Debug)]
pub enum TypeData {
    /// `i32`, `si8`, `ui64`, of any width from 1.
    Integer {
        /// Bits.
        width: u32,
        /// Signedness.
        signedness: Signedness,
    },
    /// `f32` and the like.
    Float(FloatKind),
    /// `index`
    Index,
    /// `none`: also the type of void.
    None,
    /// `(a, b) -> c`
    Function {
        /// Argument types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// `vector<4xf32>`
    Vector {
        /// Lengths of the dimensions.
        dims: Box<[u64]>,
        /// Element type.
        element: Type,
    },
    /// `tensor<2x3xi32>`: of dense constants.
    Tensor {
        /// Lengths of the dimensions.
        dims: Box<[u64]>,
        /// Element type.
        element: Type,
    },
    /// `!dialect.name<...>`: structural.
    Param {
        /// Definition.
        def: ParamDefId,
        /// Parameters; their meaning is the definition's.
        params: Box<[Attribute]>,
        /// 0, or the ordinal that tells equal-looking declarations apart (`$1` after the type).
        distinct: u32,
    },
    /// `!dialect.name<Key, ...>`: nominal. Its identity is the key within the context; the
    /// parameters are set once, later.
    Named {
        /// Definition.
        def: ParamDefId,
        /// Identity.
        key: Ident,
        /// Parameters, once they are known.
        params: OnceLock<Box<[Attribute]>>,
    },
    /// A type of a dialect that is not registered, by its text.
    Opaque {
        /// Text, without the `!`.
        text: Ident,
    },
}

impl PartialEq for TypeData {
    fn eq(&self, other: &Self) -> bool {
        use TypeData::*;
        match (self, other) {
            (Integer { width: a, signedness: b }, Integer { width: c, signedness: d }) => a == c && b == d,
            (Float(a), Float(b)) => a == b,
            (Index, Index) | (None, None) => true,
            (Function { inputs: a, results: b }, Function { inputs: c, results: d }) => a == c && b == d,
            (Vector { dims: a, element: b }, Vector { dims: c, element: d })
            | (Tensor { dims: a, element: b }, Tensor { dims: c, element: d }) => a == c && b == d,
            (Param { def: a, params: b, distinct: c }, Param { def: d, params: e, distinct: f }) => {
                a == d && b == e && c == f
            }
            (Named { def: a, key: b, .. }, Named { def: c, key: d, .. }) => a == c && b == d,
            (Opaque { text: a }, Opaque { text: b }) => a == b,
            _ => false,
        }
    }
}

impl Eq for TypeData {}

/// The hash of a [`TypeData::Param`] of these parts.
pub(crate) fn hash_param(def: ParamDefId, params: &[Attribute], distinct: u32, h: &mut impl Hasher) {
    std::mem::discriminant(&TypeData::Param { def, params: Box::default(), distinct }).hash(h);
    (def, params, distinct).hash(h);
}

impl Hash for TypeData {
    fn hash<H: Hasher>(&self, h: &mut H) {
        std::mem::discriminant(self).hash(h);
        match self {
            TypeData::Integer { width, signedness } => (width, signedness).hash(h),
            TypeData::Float(kind) => kind.hash(h),
            TypeData::Index | TypeData::None => {}
            TypeData::Function { inputs, results } => (inputs, results).hash(h),
            TypeData::Vector { dims, element } | TypeData::Tensor { dims, element } => {
                (dims, element).hash(h)
            }
            TypeData::Param { def, params, distinct } => (def, params, distinct).hash(h),
            TypeData::Named { def, key, .. } => (def, key).hash(h),
            TypeData::Opaque { text } => text.hash(h),
        }
    }
}
