//! Interned types
//!
//! Types are identical if and only if their handles are.

use crate::attrs::Attribute;
pub use crate::context::float_formats::{FloatFormat, FloatKind, Specials};
use crate::handles::Ident;
use crate::handles::ParamDefId;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// Handle of a type interned in a [`crate::context::Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub(crate) std::num::NonZeroU32);

impl Type {
    /// Returns the integer value of the handle, for tables that belong to the same context. No output may depend on
    /// it.
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    /// Returns the type for an integer from [`Self::raw`]; `None` for 0.
    pub fn from_raw(raw: u32) -> Option<Type> {
        std::num::NonZeroU32::new(raw).map(Type)
    }
}

/// Signedness of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// Signless: `i32`.
    Signless,
    /// Signed: `si32`.
    Signed,
    /// Unsigned: `ui32`.
    Unsigned,
}

/// The contents of a type.
#[derive(Clone, Debug)]
pub enum TypeData {
    /// An integer of any nonzero width: `i32`, `si8`, `ui64`.
    Integer {
        /// Width in bits.
        width: u32,
        /// Signedness.
        signedness: Signedness,
    },
    /// A floating-point type, e.g. `f32`.
    Float(FloatKind),
    /// `index`
    Index,
    /// `none`, which also represents void.
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
        /// Length of each dimension.
        dims: Box<[u64]>,
        /// Element type.
        element: Type,
    },
    /// `tensor<2x3xi32>`, the type of dense constants.
    Tensor {
        /// Length of each dimension.
        dims: Box<[u64]>,
        /// Element type.
        element: Type,
    },
    /// A structural dialect type: `!dialect.name<...>`.
    Param {
        /// Definition of the dialect type.
        def: ParamDefId,
        /// Parameters, whose meaning depends on the definition.
        params: Box<[Attribute]>,
        /// 0, or an ordinal that distinguishes otherwise identical declarations (written `$1` after the type).
        distinct: u32,
    },
    /// A nominal dialect type: `!dialect.name<Key, ...>`. The key identifies the type within the context. The
    /// parameters are set once, after the type has been created.
    Named {
        /// Definition of the dialect type.
        def: ParamDefId,
        /// Key that identifies the type.
        key: Ident,
        /// Parameters, once set.
        params: OnceLock<Box<[Attribute]>>,
    },
    /// A type of an unregistered dialect, preserved as MLIR text.
    Opaque {
        /// The MLIR text without the `!`.
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

/// Hashes the components of a [`TypeData::Param`], with the same result as hashing the whole type.
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
