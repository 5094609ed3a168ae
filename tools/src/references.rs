//! References between module-level ops of an `spv.module`.

use crate::module_ref::ModuleRef;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::{sets, spv};
use spv_ir::symbols::{SymbolTable, SymbolUses};
use spv_ir::{Ident, Op, walk};
use spv_passes::location_symbols;

/// The symbols that each module-level op references, directly or in its body.
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

    /// Adds the symbols referenced by locations: scopes and lines of debug information.
    pub fn with_locations(mut self, module: ModuleRef<'_>) -> References {
        for op in walk::top_ops(module.body) {
            if let Some(body) = module.body.nested(op) {
                self.of.entry(op).or_default().extend(location_symbols(module.ctx, body));
            }
        }
        self
    }

    /// Returns the symbols that an op references.
    pub fn of(&self, op: Op) -> &[Ident] {
        self.of.get(&op).map_or(&[], Vec::as_slice)
    }

    /// Returns the ops reachable from `roots`, including the roots themselves. Does not visit ops that `follow`
    /// rejects.
    pub fn reachable(
        &self,
        symbols: &SymbolTable,
        roots: Vec<Op>,
        follow: impl Fn(Op) -> bool,
    ) -> FxHashSet<Op> {
        let mut seen = FxHashSet::default();
        let mut open = roots;
        while let Some(op) = open.pop() {
            if follow(op) && seen.insert(op) {
                open.extend(self.of(op).iter().filter_map(|&name| symbols.get(name)));
            }
        }
        seen
    }
}

/// Returns whether an op is a non-semantic instruction, which describes other ops without affecting them.
pub(crate) fn is_non_semantic(module: ModuleRef<'_>, op: Op) -> bool {
    let row = module.ctx.registry().op(module.body.def(op)).row;
    // Instructions of unknown sets are treated as non-semantic.
    module.body.def(op) == spv::ExtInst::ID
        || sets::set(row.set).is_some_and(|set| set.non_semantic || set.debug_info)
}
