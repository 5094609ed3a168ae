//! Printer state shared across ops: spellings of types and aliases of locations

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use spv_ir::{Location, Type};

/// The cache of type spellings.
#[derive(Clone, Default)]
pub(crate) struct Types {
    /// Start and length in `text`, by type number. The length is 0 for types without a cached spelling.
    pub spans: Vec<(u32, u32)>,
    pub text: Vec<u8>,
    /// The aliases defined so far.
    pub aliases: FxHashMap<Type, Box<str>>,
    /// Whether aliases are being defined. Nominal types without an alias are then written by their key alone.
    pub defining: bool,
    /// Nominal types that are being written.
    pub open: Vec<Type>,
    /// Number of types written by their key alone. A spelling that contains such a type is not cached.
    pub keyed: usize,
}

/// Aliases of locations: `#loc3`, numbered in printing order. Strict text has an alias for each location, our text only
/// for fused locations, which are long and shared by many ops.
#[derive(Clone, Default)]
pub(crate) struct LocAliases {
    /// The text of each alias, and whether it must be defined before the module.
    pub texts: IndexMap<String, bool, FxBuildHasher>,
    pub by_location: FxHashMap<Location, usize>,
}
