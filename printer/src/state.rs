//! Printer state shared by all ops: printed types and location aliases

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use spv_ir::{Location, Type};

/// A cache of the MLIR text of types.
#[derive(Clone, Default)]
pub(crate) struct Types {
    /// Start and length of each printed type in `text`, indexed by type. The length is 0 for types that are not
    /// cached.
    pub spans: Vec<(u32, u32)>,
    pub text: Vec<u8>,
    /// The type aliases defined so far.
    pub aliases: FxHashMap<Type, Box<str>>,
    /// Whether type aliases are being defined. Nominal types without an alias are then printed as their key only.
    pub defining: bool,
    /// Nominal types whose definition is being printed.
    pub open: Vec<Type>,
    /// Number of times that a type was printed as its key only. Enclosing types are then not cached.
    pub keyed: usize,
}

/// Location aliases such as `#loc3`, numbered in printing order. LLVM-compatible text has an alias for each location.
/// The default form has aliases only for fused locations, which are long and shared by many ops.
#[derive(Clone, Default)]
pub(crate) struct LocAliases {
    /// The location of each alias in printed form, and whether its definition must precede the module.
    pub texts: IndexMap<String, bool, FxBuildHasher>,
    pub by_location: FxHashMap<Location, usize>,
}
