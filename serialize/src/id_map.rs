//! Maps IR entities to their ids in the binary.

use rustc_hash::FxHashMap;
use spv_ir::{Block, Ident, Type, Value};

/// The binary ids of the entities of a module.
#[derive(Clone, Debug, Default)]
pub struct IdMap {
    /// Ids of module-level symbols.
    pub symbols: FxHashMap<Ident, u32>,
    /// Ids of types.
    pub types: FxHashMap<Type, u32>,
    /// Ids of values, keyed by function symbol. A constant or address has the id of its module-level
    /// definition. An unreferenced value has no entry.
    pub values: FxHashMap<(Ident, Value), u32>,
    /// Ids of block labels, keyed by function symbol. Blocks that export merges into others have no entry.
    pub blocks: FxHashMap<(Ident, Block), u32>,
}

impl IdMap {
    /// Replaces each id by its new number. Removes entries whose id has none.
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
