//! Renaming symbols, with all references to them.

use super::uses::{Mentions, Part, block_parts, children, op_parts, symbol_of};
use super::{SymbolTable, attribute_slots, name_of};
use crate::attrs::{AttrData, Attribute};
use crate::body::{Body, Side};
use crate::builder::Builder;
use crate::context::{Context, Ident};
use crate::dialect::Traits;
use crate::entity::{Op, Value};
use crate::types::{Type, TypeData};
use crate::walk;
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Why a symbol could not be renamed. Nothing was changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenameError {
    /// The op defines no symbol.
    #[error("the op defines no symbol")]
    NoSymbol,
    /// The new name is taken.
    #[error("symbol '{0}' is already defined")]
    Taken(String),
    /// The parameters of a nominal type refer to it; they are set once and for all.
    #[error("type '{0}' refers to symbol '{1}' and cannot be changed")]
    InNominalType(String, String),
}

/// Gives the op of a table's body another symbol, and updates the table and all references in the
/// body and those nested in it: in slots, attributes and types.
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

/// Renames many symbols at once, in one walk; they may change places. It is the caller's care that no
/// two get one name. Tables made before are out of date.
pub fn rename_all(
    ctx: &Context,
    body: &mut Body,
    names: &FxHashMap<Ident, Ident>,
) -> Result<(), RenameError> {
    let enter = |b: &Body, op: Op| !ctx.registry().op(b.def(op)).traits.contains(Traits::SYMBOL_TABLE);
    let mut rewriter = Rewriter { ctx, names, mentions: Mentions::new(ctx), done: FxHashMap::default() };
    for at in walk::bodies_where(body, enter) {
        let mut result = Ok(());
        let mut check = |part: Part| {
            if result.is_ok() {
                result = rewriter.prepare(part);
            }
        };
        block_parts(at.body, walk::blocks(at.body), &mut check);
        for op in walk::ops(at.body) {
            op_parts(ctx, at.body, op, &mut check);
        }
        result?;
    }
    for block in body.blocks(body.root()).collect::<Vec<_>>() {
        for op in body.ops(block).collect::<Vec<_>>() {
            let old = name_of(ctx, body, op).map(|text| ctx.ident(text));
            if let Some(&new) = old.and_then(|old| names.get(&old)) {
                let text = ctx.string_attr(ctx.str(new));
                Builder::new(body).set_slot(op, 0, text.raw());
            }
        }
    }
    walk::bodies_mut(body, &mut |b, op| enter(b, op), &mut |b| rewriter.apply(b));
    Ok(())
}

struct Rewriter<'a> {
    ctx: &'a Context,
    names: &'a FxHashMap<Ident, Ident>,
    mentions: Mentions<'a>,
    done: FxHashMap<Part, Part>,
}

impl Rewriter<'_> {
    /// Rewrites a part and all in it, innermost first, into `done`.
    fn prepare(&mut self, part: Part) -> Result<(), RenameError> {
        let mut stack = vec![(part, false)];
        while let Some((part, ready)) = stack.pop() {
            if self.done.contains_key(&part) {
                continue;
            }
            let Some(&name) = self.mentions.of(part).iter().find(|name| self.names.contains_key(name)) else {
                self.done.insert(part, part);
                continue;
            };
            if let Part::Type(ty) = part
                && let TypeData::Named { key, .. } = self.ctx.type_data(ty)
            {
                let text = |ident: Ident| self.ctx.str(ident).to_owned();
                return Err(RenameError::InNominalType(text(*key), text(name)));
            }
            if ready {
                let new = self.rebuild(part);
                self.done.insert(part, new);
            } else {
                stack.push((part, true));
                children(self.ctx, part, &mut |child| stack.push((child, false)));
            }
        }
        Ok(())
    }

    fn attr(&self, attr: Attribute) -> Attribute {
        match self.done.get(&Part::Attr(attr)) {
            Some(&Part::Attr(new)) => new,
            _ => attr,
        }
    }

    fn ty(&self, ty: Type) -> Type {
        match self.done.get(&Part::Type(ty)) {
            Some(&Part::Type(new)) => new,
            _ => ty,
        }
    }

    /// The part anew, of children that are done.
    fn rebuild(&self, part: Part) -> Part {
        let symbol = |name: Ident| self.names.get(&name).copied().unwrap_or(name);
        if let (Some(_), Part::Attr(attr)) = (symbol_of(self.ctx, part), part) {
            let data = match self.ctx.attr_data(attr) {
                AttrData::NestedSymbol(path) => {
                    let mut path = path.clone();
                    path[0] = symbol(path[0]);
                    AttrData::NestedSymbol(path)
                }
                AttrData::Symbol(name) => AttrData::Symbol(symbol(*name)),
                other => other.clone(),
            };
            return Part::Attr(self.ctx.attr(data));
        }
        match part {
            Part::Attr(attr) => {
                let mut data = self.ctx.attr_data(attr).clone();
                match &mut data {
                    AttrData::Integer { ty, .. }
                    | AttrData::WideInteger { ty, .. }
                    | AttrData::Float { ty, .. }
                    | AttrData::Dense { ty, .. }
                    | AttrData::Type(ty) => *ty = self.ty(*ty),
                    AttrData::Array(items) => items.iter_mut().for_each(|a| *a = self.attr(*a)),
                    AttrData::Dict(items) => items.iter_mut().for_each(|(_, a)| *a = self.attr(*a)),
                    AttrData::Param { params, .. } => params.iter_mut().for_each(|a| *a = self.attr(*a)),
                    _ => {}
                }
                Part::Attr(self.ctx.attr(data))
            }
            Part::Type(ty) => {
                let mut data = self.ctx.type_data(ty).clone();
                match &mut data {
                    TypeData::Function { inputs, results } => {
                        inputs.iter_mut().chain(results).for_each(|t| *t = self.ty(*t));
                    }
                    TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => {
                        *element = self.ty(*element);
                    }
                    TypeData::Param { params, .. } => params.iter_mut().for_each(|a| *a = self.attr(*a)),
                    _ => {}
                }
                Part::Type(self.ctx.ty(data))
            }
        }
    }

    /// Puts what [`Self::prepare`] found into a body.
    fn apply(&mut self, body: &mut Body) {
        let blocks: Vec<_> = walk::blocks(body).collect();
        let ops: Vec<_> = walk::ops(body).collect();
        let mut b = Builder::new(body);
        let retype = |b: &mut Builder<'_>, value: Value| {
            let old = b.value_type(value);
            let new = self.ty(old);
            if new != old {
                b.set_value_type(value, new);
            }
        };
        for block in blocks {
            let side = b.block_side(block);
            let attrs = side.attrs.map(|a| self.attr(a));
            if attrs != side.attrs {
                b.set_block_side(block, Side { attrs, ..side });
            }
            for value in b.args(block).to_vec() {
                retype(&mut b, value);
                let side = b.value_side(value);
                let attrs = side.attrs.map(|a| self.attr(a));
                if attrs != side.attrs {
                    b.set_value_side(value, Side { attrs, ..side });
                }
            }
        }
        for op in ops {
            for slot in attribute_slots(self.ctx.registry().op(b.def(op))) {
                let Some(old) = b.slots(op).get(slot).copied().and_then(Attribute::from_raw) else {
                    continue;
                };
                let new = self.attr(old);
                if new != old {
                    b.set_slot(op, slot, new.raw());
                }
            }
            let attrs = b.attrs(op).map(|a| self.attr(a));
            if attrs != b.attrs(op) {
                b.set_attrs(op, attrs);
            }
            for i in 0..b.result_count(op) {
                let value = b.result(op, i);
                retype(&mut b, value);
            }
        }
    }
}
