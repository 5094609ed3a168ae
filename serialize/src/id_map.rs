//! Which id of a binary stands for what.

use rustc_hash::FxHashMap;
use spv_ir::{Block, Ident, Type, Value};

/// The ids of a binary by what they stand for in the IR.
#[derive(Clone, Debug, Default)]
pub struct IdMap {
    /// By symbol of the module.
    pub symbols: FxHashMap<Ident, u32>,
    /// By type.
    pub types: FxHashMap<Type, u32>,
    /// By symbol of the function, and value in it. Constants and addresses have the ids of what they
    /// stand for; values that nothing mentions have none.
    pub values: FxHashMap<(Ident, Value), u32>,
    /// Labels, by symbol of the function, and block. Blocks that go into others have none.
    pub blocks: FxHashMap<(Ident, Block), u32>,
}
