//! References between the module-level ops of an `spv.module`.

use crate::module_ref::ModuleRef;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::sets;
use spv_ir::symbols::{SymbolTable, SymbolUses};
use spv_ir::{Ident, Op};

/// The symbols that each module-level op references, itself or in its body.
pub(crate) struct References {
    of: FxHashMap<Op, Vec<Ident>>,
}

impl References {
    pub fn new(module: ModuleRef<'_>) -> References {
        let mut of: FxHashMap<Op, Vec<Ident>> = FxHashMap::default();
        for (name, users) in SymbolUses::new(module.ctx, module.body).iter() {
            users.iter().for_each(|user| of.entry(user.top).or_default().push(name));
        }
        References { of }
    }

    /// The ops that are reachable from `roots`, these included. Debug information describes other ops and uses none
    /// of them.
    pub fn reachable(&self, module: ModuleRef<'_>, symbols: &SymbolTable, roots: Vec<Op>) -> FxHashSet<Op> {
        let is_debug_info = |op: Op| {
            let row = module.ctx.registry().op(module.body.def(op)).row;
            sets::set(row.set).is_some_and(|set| set.debug_info)
        };
        let mut seen = FxHashSet::default();
        let mut open = roots;
        while let Some(op) = open.pop() {
            if !is_debug_info(op) && seen.insert(op) {
                let names = self.of.get(&op).into_iter().flatten();
                open.extend(names.filter_map(|&name| symbols.get(name)));
            }
        }
        seen
    }
}
