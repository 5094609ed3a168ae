//! Symbols: the names that ops of one body define for each other and for the bodies nested in them.
//!
//! The scope of a symbol is the body that defines it and all bodies nested in it, except those of ops
//! that are symbol tables themselves.

mod rename;
#[cfg(test)]
mod tests;
pub(crate) mod uses;

pub use rename::{RenameError, rename, rename_all};
pub use uses::{SymbolUser, SymbolUses, referenced};

use crate::body::Body;
use crate::context::Context;
use crate::dialect::{OpDef, Traits};
use crate::entity::Op;
use crate::handles::Ident;
use crate::names;
use rustc_hash::FxHashMap;

/// What the attribute `sym_visibility` of an op may be.
pub const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// The text of the symbol that an op defines, if it defines one: its first slot, a string.
pub fn name_of<'c>(ctx: &'c Context, body: &Body, op: Op) -> Option<&'c str> {
    if !defines_symbol(ctx.registry().op(body.def(op))) {
        return None;
    }
    let raw = body.slots(op).first().copied()?;
    ctx.attr_str(crate::attrs::Attribute::from_raw(raw)?)
}

/// Whether ops of this definition may define a symbol.
pub fn defines_symbol(def: &OpDef) -> bool {
    def.traits.intersects(Traits::SYMBOL | Traits::SYMBOLIC | Traits::OPTIONAL_SYMBOL)
}

/// The ops of a body's root region that define symbols, by name.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    ops: FxHashMap<Ident, Op>,
    /// Next number to try after `$`, by name.
    next: FxHashMap<Ident, u32>,
}

impl SymbolTable {
    /// The table of a body. Where two ops define one symbol, the first counts.
    pub fn new(ctx: &Context, body: &Body) -> SymbolTable {
        Self::with_duplicates(ctx, body, |_, _, _| {})
    }

    /// As [`Self::new`], and reports each op that redefines a symbol: name, op, first op.
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

    /// The op that defines a symbol.
    pub fn get(&self, name: Ident) -> Option<Op> {
        self.ops.get(&name).copied()
    }

    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// Adds a symbol; false if it is taken.
    pub fn insert(&mut self, name: Ident, op: Op) -> bool {
        let taken = self.ops.contains_key(&name);
        if !taken {
            self.ops.insert(name, op);
        }
        !taken
    }

    /// Takes a symbol out.
    pub fn remove(&mut self, name: Ident) -> Option<Op> {
        self.ops.remove(&name)
    }

    /// A free symbol for the debug name `name` (see [`crate::names`]): the name itself,
    /// or with the lowest `$N` that is free where it is taken or would read back as another. The name
    /// may be empty.
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
