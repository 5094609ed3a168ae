//! Map from IR entities to their ids in the binary

use rustc_hash::FxHashMap;
use spv_ir::{Block, Ident, Type, Value};

/// The ids in the binary of a module's symbols, types, values and blocks.
#[derive(Clone, Debug, Default)]
pub struct IdMap {
    /// Ids of module-level symbols.
    pub symbols: FxHashMap<Ident, u32>,
    /// Ids of types.
    pub types: FxHashMap<Type, u32>,
    /// Ids of values, keyed by function symbol and value. A constant or address has the id of its module-level
    /// definition. Unreferenced values have no entry.
    pub values: FxHashMap<(Ident, Value), u32>,
    /// Ids of block labels, keyed by function symbol and block. Blocks that export merges into others have no entry.
    pub blocks: FxHashMap<(Ident, Block), u32>,
}

impl IdMap {
    /// Replaces each id with its new id from `new`. Removes entries whose new id is 0.
    pub(crate) fn renumber(&mut self, new: &[u32]) {
        fn each<K>(map: &mut FxHashMap<K, u32>, new: &[u32])
        where
            K: std::hash::Hash + Eq,
        {
            map.retain(|_, id| {
                *id = new.get(*id as usize).copied().unwrap_or(0);
                *id != 0
            });
        }
        each(&mut self.symbols, new);
        each(&mut self.types, new);
        each(&mut self.values, new);
        each(&mut self.blocks, new);
    }
}
