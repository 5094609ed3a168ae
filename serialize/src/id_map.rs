//! Which id of a binary represents what.

use rustc_hash::FxHashMap;
use spv_ir::{Block, Ident, Type, Value};

/// The ids of a binary by what they represent in the IR.
#[derive(Clone, Debug, Default)]
pub struct IdMap {
    /// By symbol of the module.
    pub symbols: FxHashMap<Ident, u32>,
    /// By type.
    pub types: FxHashMap<Type, u32>,
    /// By symbol of the function, and value in it. Constants and addresses have the ids of what they
    /// represent; values that nothing references have none.
    pub values: FxHashMap<(Ident, Value), u32>,
    /// Labels, by symbol of the function, and block. Blocks that go into others have none.
    pub blocks: FxHashMap<(Ident, Block), u32>,
}

impl IdMap {
    /// Puts other numbers in place of the ids; what has none there is left out.
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
