//! Symbol references between ops, and reachability

use super::{SymbolTable, SymbolUses};
use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::handles::Ident;
use rustc_hash::{FxHashMap, FxHashSet};

/// The symbols that each op in a symbol table references, directly or in its nested bodies.
#[derive(Clone, Debug, Default)]
pub struct SymbolReferences {
    by_op: FxHashMap<Op, Vec<Ident>>,
}

impl SymbolReferences {
    /// Collects the references in slots, attributes and types of all ops.
    pub fn new(ctx: &Context, body: &Body) -> SymbolReferences {
        let mut by_op: FxHashMap<Op, Vec<Ident>> = FxHashMap::default();
        for (name, users) in SymbolUses::new(ctx, body).iter() {
            users.iter().for_each(|user| by_op.entry(user.top).or_default().push(name));
        }
        SymbolReferences { by_op }
    }

    /// Adds symbols to the references of an op.
    pub fn extend(&mut self, op: Op, names: impl IntoIterator<Item = Ident>) {
        self.by_op.entry(op).or_default().extend(names);
    }

    /// Returns the symbols that an op references.
    pub fn of(&self, op: Op) -> &[Ident] {
        self.by_op.get(&op).map_or(&[], Vec::as_slice)
    }

    /// Returns the ops that define the symbols referenced by an op.
    pub fn definitions(&self, symbols: &SymbolTable, op: Op) -> impl Iterator<Item = Op> {
        self.of(op).iter().filter_map(|&name| symbols.get(name))
    }

    /// Returns the ops reachable from `roots` through references, including the roots. Does not visit ops that
    /// `follow` rejects.
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
                open.extend(self.definitions(symbols, op));
            }
        }
        seen
    }
}
