//! Symbols and symbol tables
//!
//! A symbol is a name that an op defines for use by other ops. Its scope is the body that contains the op, and all
//! nested bodies except those that are symbol tables themselves.

mod references;
mod rename;
#[cfg(test)]
mod tests;
pub(crate) mod uses;

pub use references::SymbolReferences;
pub use rename::{RenameError, rename, rename_all};
pub use uses::{SymbolUser, SymbolUses, referenced};

use crate::body::Body;
use crate::context::Context;
use crate::dialect::{OpDef, Traits};
use crate::entity::Op;
use crate::handles::Ident;
use crate::names;
use rustc_hash::FxHashMap;

/// Valid values of the `sym_visibility` attribute.
pub const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// Returns the name of the symbol that an op defines, which is the string in its first slot. Returns `None` if the op
/// defines no symbol.
pub fn name_of<'c>(ctx: &'c Context, body: &Body, op: Op) -> Option<&'c str> {
    if !defines_symbol(ctx.registry().op(body.def(op))) {
        return None;
    }
    let raw = body.slots(op).first().copied()?;
    ctx.attr_str(crate::attrs::Attribute::from_raw(raw)?)
}

/// Returns whether ops with this definition may define symbols.
pub fn defines_symbol(def: &OpDef) -> bool {
    def.traits.intersects(Traits::SYMBOL | Traits::SYMBOLIC | Traits::OPTIONAL_SYMBOL)
}

/// A symbol table: a map from names to the symbol-defining ops in a body's root region.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    ops: FxHashMap<Ident, Op>,
    /// Next suffix `$N` to try for each base name.
    next: FxHashMap<Ident, u32>,
}

impl SymbolTable {
    /// Builds the symbol table of a body. If several ops define the same symbol, the table contains the first of
    /// them.
    pub fn new(ctx: &Context, body: &Body) -> SymbolTable {
        Self::with_duplicates(ctx, body, |_, _, _| {})
    }

    /// Builds the symbol table of a body. For each redefinition of a symbol, calls `duplicate` with the name, the op,
    /// and the first op that defines the symbol.
    pub fn with_duplicates(
        ctx: &Context,
        body: &Body,
        mut duplicate: impl FnMut(Ident, Op, Op),
    ) -> SymbolTable {
        let mut table = SymbolTable::default();
        for block in body.blocks(body.root()) {
            for op in body.ops(block) {
                if let Some(name) = name_of(ctx, body, op) {
                    let name = ctx.ident(name);
                    match table.ops.entry(name) {
                        std::collections::hash_map::Entry::Occupied(first) => {
                            duplicate(name, op, *first.get());
                        }
                        std::collections::hash_map::Entry::Vacant(entry) => {
                            entry.insert(op);
                        }
                    }
                }
            }
        }
        table
    }

    /// Returns the op that defines a symbol; `None` for unknown symbols.
    pub fn get(&self, name: Ident) -> Option<Op> {
        self.ops.get(&name).copied()
    }

    /// Returns the number of symbols.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Returns whether the table has no symbols.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// Adds a symbol. Returns false, without a change, if the name is in use.
    pub fn insert(&mut self, name: Ident, op: Op) -> bool {
        let taken = self.ops.contains_key(&name);
        if !taken {
            self.ops.insert(name, op);
        }
        !taken
    }

    /// Removes a symbol and returns the op that defined it; `None` for unknown symbols.
    pub fn remove(&mut self, name: Ident) -> Option<Op> {
        self.ops.remove(&name)
    }

    /// Returns a symbol name that is not in use, based on a debug name, which may be empty (see [`crate::names`]).
    ///
    /// Returns the debug name itself, unless it is in use or ends in a suffix that the parser would strip. Otherwise
    /// appends the lowest free suffix `$N`.
    pub fn unique(&mut self, ctx: &Context, name: &str) -> Ident {
        let (stem, first) = if name.is_empty() { ("_", 0) } else { (name, 1) };
        let ident = ctx.ident(stem);
        if !name.is_empty() && !names::has_suffix(name) && !self.ops.contains_key(&ident) {
            return ident;
        }
        let next = self.next.entry(ident).or_insert(first);
        let mut text = String::new();
        loop {
            text.clear();
            text.push_str(stem);
            text.push('$');
            text.push_str(&next.to_string());
            let candidate = ctx.ident(&text);
            if !self.ops.contains_key(&candidate) {
                return candidate;
            }
            *next += 1;
        }
    }
}
