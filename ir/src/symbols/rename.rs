//! Symbol renaming, with all references

use super::uses::{block_parts, op_parts, symbol_of};
use super::{SymbolTable, name_of};
use crate::attrs::AttrData;
use crate::body::Body;
use crate::builder::Builder;
use crate::context::Context;
use crate::dialect::SYMBOL_SLOT;
use crate::dialect::Traits;
use crate::entity::Op;
use crate::handles::Ident;
use crate::replace::Replaced;
use crate::subelements::{Subelement, children};
use crate::types::TypeData;
use crate::walk;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use thiserror::Error;

/// The reason why a symbol could not be renamed. In that case, the module is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenameError {
    /// The op does not define a symbol.
    #[error("the op defines no symbol")]
    NoSymbol,
    /// The new name is in use.
    #[error("symbol '{0}' is already defined")]
    Taken(String),
    /// The parameters of a nominal type reference the symbol, and they cannot change.
    #[error("type '{0}' refers to symbol '{1}' and cannot be changed")]
    InNominalType(String, String),
}

/// Renames the symbol of an op. Updates the symbol table and all references in the body and its nested bodies: in
/// slots, attributes and types.
pub fn rename(
    ctx: &Context,
    body: &mut Body,
    table: &mut SymbolTable,
    op: Op,
    new: Ident,
) -> Result<(), RenameError> {
    let old = ctx.ident(name_of(ctx, body, op).ok_or(RenameError::NoSymbol)?);
    if old == new {
        return Ok(());
    }
    if table.get(new).is_some() {
        return Err(RenameError::Taken(ctx.str(new).to_owned()));
    }
    rename_all(ctx, body, &FxHashMap::from_iter([(old, new)]))?;
    table.remove(old);
    table.insert(new, op);
    Ok(())
}

/// Renames symbols simultaneously in a single walk, so names may be swapped. The caller ensures that the new names
/// are unique. Existing symbol tables become outdated.
pub fn rename_all(
    ctx: &Context,
    body: &mut Body,
    names: &FxHashMap<Ident, Ident>,
) -> Result<(), RenameError> {
    if names.iter().all(|(old, new)| old == new) {
        return Ok(());
    }
    let enter = |b: &Body, op: Op| !ctx.registry().op(b.def(op)).traits.contains(Traits::SYMBOL_TABLE);
    let mut rewriter = Rewriter {
        ctx,
        names,
        parts: Vec::new(),
        holders: FxHashMap::default(),
        replaced: Replaced::new(ctx),
    };
    for at in walk::bodies_where(body, enter) {
        let mut gather = |part: Subelement| rewriter.gather(part);
        block_parts(at.body, walk::blocks(at.body), &mut gather);
        for op in walk::ops(at.body) {
            op_parts(ctx, at.body, op, &mut gather);
        }
    }
    rewriter.prepare()?;
    for block in body.blocks(body.root()).collect::<Vec<_>>() {
        for op in body.ops(block).collect::<Vec<_>>() {
            let old = name_of(ctx, body, op).map(|text| ctx.ident(text));
            if let Some(&new) = old.and_then(|old| names.get(&old)) {
                let text = ctx.string_attr(ctx.str(new));
                Builder::new(body).set_slot(op, SYMBOL_SLOT, text.raw());
            }
        }
    }
    walk::bodies_mut(body, &mut |b, op| enter(b, op), &mut |b| rewriter.replaced.apply(b));
    Ok(())
}

struct Rewriter<'a> {
    ctx: &'a Context,
    names: &'a FxHashMap<Ident, Ident>,
    /// All collected types and attributes, without duplicates.
    parts: Vec<Subelement>,
    /// For each type and attribute, the types and attributes that directly contain it.
    holders: FxHashMap<Subelement, Vec<Subelement>>,
    replaced: Replaced<'a>,
}

impl Rewriter<'_> {
    /// Collects a type or attribute and all its components.
    fn gather(&mut self, part: Subelement) {
        let Entry::Vacant(place) = self.holders.entry(part) else { return };
        place.insert(Vec::new());
        let mut next = self.parts.len();
        self.parts.push(part);
        while let Some(&part) = self.parts.get(next) {
            next += 1;
            children(self.ctx, part, &mut |child| {
                let holders = self.holders.entry(child).or_insert_with(|| {
                    self.parts.push(child);
                    Vec::new()
                });
                holders.push(part);
            });
        }
    }

    /// Computes the replacements of all types and attributes that reference a renamed symbol, innermost first.
    fn prepare(&mut self) -> Result<(), RenameError> {
        // For each affected type or attribute, a renamed symbol that it references.
        let mut changed: FxHashMap<Subelement, Ident> = FxHashMap::default();
        let mut work = Vec::new();
        for &part in &self.parts {
            if let Some(name) = symbol_of(self.ctx, part).filter(|name| self.names.contains_key(name)) {
                changed.insert(part, name);
                work.push((part, name));
            }
        }
        while let Some((part, name)) = work.pop() {
            for &holder in self.holders.get(&part).into_iter().flatten() {
                if let Entry::Vacant(place) = changed.entry(holder) {
                    place.insert(name);
                    work.push((holder, name));
                }
            }
        }
        for part in self.parts.iter().filter(|part| changed.contains_key(part)) {
            if let Subelement::Type(ty) = *part
                && let TypeData::Named { key, .. } = self.ctx.type_data(ty)
            {
                let text = |ident: Ident| self.ctx.str(ident).to_owned();
                return Err(RenameError::InNominalType(text(*key), text(changed[part])));
            }
        }
        let mut stack: Vec<(Subelement, bool)> = Vec::new();
        for &part in &self.parts {
            stack.push((part, false));
            while let Some((part, ready)) = stack.pop() {
                if !changed.contains_key(&part) || self.replaced.is_known(part) {
                    continue;
                }
                if ready {
                    let new = self.rebuild(part);
                    self.replaced.set(part, new);
                } else {
                    stack.push((part, true));
                    children(self.ctx, part, &mut |child| stack.push((child, false)));
                }
            }
        }
        Ok(())
    }

    /// Rebuilds a type or attribute from its replaced components.
    fn rebuild(&self, part: Subelement) -> Subelement {
        let symbol = |name: Ident| self.names.get(&name).copied().unwrap_or(name);
        if let (Some(_), Subelement::Attr(attr)) = (symbol_of(self.ctx, part), part) {
            let data = match self.ctx.attr_data(attr) {
                AttrData::NestedSymbol(path) => {
                    let mut path = path.clone();
                    path[0] = symbol(path[0]);
                    AttrData::NestedSymbol(path)
                }
                AttrData::Symbol(name) => AttrData::Symbol(symbol(*name)),
                other => other.clone(),
            };
            return Subelement::Attr(self.ctx.attr(data));
        }
        self.replaced.rebuild(part)
    }
}
