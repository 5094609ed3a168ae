//! What a printer keeps of one op for the next: spellings of types, names of locations.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use spv_ir::{Location, Type};

/// Spellings of types.
#[derive(Clone, Default)]
pub(crate) struct Types {
    /// By the type's number: start and length in `text`; length 0 where it is not spelled yet.
    pub spans: Vec<(u32, u32)>,
    pub text: Vec<u8>,
    /// Aliases that are defined so far.
    pub aliases: FxHashMap<Type, Box<str>>,
    /// Nominal types without an alias are referred to by their key: set while aliases are defined.
    pub defining: bool,
    /// Nominal types that are being written.
    pub open: Vec<Type>,
    /// How many types were written by their key alone: what holds one is not to be kept.
    pub keyed: usize,
}

/// Names for locations: `#loc3`, numbered in the order of printing. Strict text gives one to each, ours to those
/// that are fused of several, which are long and mostly those of many ops.
#[derive(Clone, Default)]
pub(crate) struct LocAliases {
    /// The text of each alias, and whether it must be defined before the module.
    pub texts: IndexMap<String, bool, FxBuildHasher>,
    pub by_location: FxHashMap<Location, usize>,
}
