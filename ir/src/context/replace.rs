//! Replacement of all references to types and attributes in a body

use crate::attrs::{AttrData, Attribute};
use crate::body::{Annotations, Body};
use crate::builder::Builder;
use crate::context::Context;
use crate::entity::{Op, Value};
use crate::subelements::{PartTable, Subelement, children};
use crate::symbols::uses::{block_parts, op_parts};
use crate::types::{Type, TypeData};
use crate::walk;
use rustc_hash::FxHashSet;

/// Function that returns the replacement of a type, or `None` to rebuild the type from its replaced components.
/// Receives the type, and a function that returns the replacements of its components.
pub type ChangeType<'a> = dyn FnMut(Type, &dyn Fn(Type) -> Type) -> Option<Type> + 'a;

/// Replaces types in a body and in all nested bodies: the types of values, and the types in slots and attributes.
///
/// Calls `change` once for each type. The replacements of all its components are then known, except in cycles of
/// nominal types. If `change` returns `None`, the type is rebuilt from its replaced components. Nominal types are
/// left unchanged unless `change` returns a replacement.
pub fn replace_types(ctx: &Context, body: &mut Body, change: &mut ChangeType<'_>) {
    rename_types(ctx, body, &mut [], &[], change);
}

/// Replaces types like [`replace_types`], and also replaces types in `attrs`.
///
/// `renames` maps nominal types to replacements, which may form a cycle because their parameters are set here. For
/// each renamed type, `change` returns a type with the replacement's parameters. Returns false if a replacement
/// already has different parameters.
pub fn rename_types(
    ctx: &Context,
    body: &mut Body,
    attrs: &mut [Attribute],
    renames: &[(Type, Type)],
    change: &mut ChangeType<'_>,
) -> bool {
    let mut replaced = Replaced::new(ctx);
    let mut seen = PartTable::default();
    for &(old, new) in renames {
        replaced.set(Subelement::Type(old), Subelement::Type(new));
        // Marks the renamed type as seen, so that it is not visited through other types.
        seen.set(ctx, Subelement::Type(old), true);
    }
    let mut inner = Vec::new();
    for &(old, _) in renames {
        children(ctx, Subelement::Type(old), &mut |part| inner.push(part));
    }
    for part in inner {
        replaced.visit(part, &mut seen, change);
    }
    for &mut attr in attrs.iter_mut() {
        replaced.visit(Subelement::Attr(attr), &mut seen, change);
    }
    // For each body, whether a part that it references changes.
    let mut changed = Vec::new();
    for at in walk::bodies_where(body, |_, _| true) {
        let mut changes = false;
        let mut visit = |part: Subelement| {
            replaced.visit(part, &mut seen, change);
            changes |= replaced.changes(part);
        };
        block_parts(at.body, walk::blocks(at.body), &mut visit);
        for op in walk::ops(at.body) {
            op_parts(ctx, at.body, op, &mut visit);
        }
        changed.push(changes);
    }
    let mut all_set = true;
    for &(old, new) in renames {
        let params = change(old, &|ty| replaced.ty(ty)).unwrap_or(old);
        let params = ctx.type_params(params).map_or(&[][..], |(_, params)| params);
        all_set &= ctx.set_named_params(new, params);
    }
    attrs.iter_mut().for_each(|attr| *attr = replaced.attr(*attr));
    if changed.contains(&true) {
        let mut changed = changed.into_iter();
        walk::bodies_mut(body, &mut |_, _| true, &mut |b| {
            if changed.next() == Some(true) {
                replaced.apply(b);
            }
        });
    }
    all_set
}

/// Returns the types that an op references in its results, slots and attributes, but not the components of these
/// types.
pub fn referenced_types(ctx: &Context, body: &Body, op: Op) -> Vec<Type> {
    let mut stack = Vec::new();
    op_parts(ctx, body, op, &mut |part| stack.push(part));
    let mut found = Vec::new();
    while let Some(part) = stack.pop() {
        match part {
            Subelement::Type(ty) => found.push(ty),
            Subelement::Attr(_) => children(ctx, part, &mut |child| stack.push(child)),
        }
    }
    found
}

/// Returns the types referenced by an isolated op, and by all ops and blocks in its nested body. Returns each type
/// once. Does not return their components.
pub fn types_within(ctx: &Context, parent: &Body, op: Op, nested: &Body) -> Vec<Type> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut note = |ty: Type| {
        if seen.insert(ty) {
            found.push(ty);
        }
    };
    referenced_types(ctx, parent, op).into_iter().for_each(&mut note);
    for at in walk::bodies_where(nested, |_, _| true) {
        for op in walk::ops(at.body) {
            referenced_types(ctx, at.body, op).into_iter().for_each(&mut note);
        }
        for block in walk::blocks(at.body) {
            at.body.args(block).iter().for_each(|&arg| note(at.body.value_type(arg)));
        }
    }
    found
}

/// Returns the given types and all their components, including pointee types, without duplicates.
pub fn with_components(ctx: &Context, types: Vec<Type>) -> Vec<Type> {
    let mut returned = FxHashSet::default();
    types.into_iter().flat_map(|ty| new_inner_types(ctx, ty, &mut returned)).collect()
}

/// Returns a type and all its components, including pointee types.
pub fn inner_types(ctx: &Context, ty: Type) -> Vec<Type> {
    new_inner_types(ctx, ty, &mut FxHashSet::default())
}

/// Returns the types of [`inner_types`] that are not in `returned` yet, and adds them to `returned`.
pub fn new_inner_types(ctx: &Context, ty: Type, returned: &mut FxHashSet<Type>) -> Vec<Type> {
    let mut found = Vec::new();
    if !returned.insert(ty) {
        return found;
    }
    let mut seen = FxHashSet::default();
    let mut stack = vec![Subelement::Type(ty)];
    while let Some(part) = stack.pop() {
        if let Subelement::Type(ty) = part {
            found.push(ty);
        }
        children(ctx, part, &mut |child| {
            let is_new = match child {
                Subelement::Type(ty) => returned.insert(ty),
                Subelement::Attr(attr) => seen.insert(attr),
            };
            if is_new {
                stack.push(child);
            }
        });
    }
    found
}

/// Returns the nominal types that the parameters of a type reference, directly or through other types. Does not visit
/// the parameters of these nominal types. `none` caches types and attributes that contain no nominal types.
pub fn nominal_types(ctx: &Context, ty: Type, none: &mut FxHashSet<Subelement>) -> Vec<Type> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![Subelement::Type(ty)];
    let mut found = Vec::new();
    while let Some(part) = stack.pop() {
        children(ctx, part, &mut |child| {
            if !none.contains(&child) && seen.insert(child) {
                match child {
                    Subelement::Type(ty) if matches!(ctx.type_data(ty), TypeData::Named { .. }) => {
                        found.push(ty)
                    }
                    _ => stack.push(child),
                }
            }
        });
    }
    if found.is_empty() {
        none.extend(seen);
    }
    found
}

/// A map from types and attributes to their replacements.
pub(crate) struct Replaced<'a> {
    ctx: &'a Context,
    done: PartTable<Option<Subelement>>,
}

impl<'a> Replaced<'a> {
    pub fn new(ctx: &'a Context) -> Replaced<'a> {
        Replaced { ctx, done: PartTable::default() }
    }

    /// Sets the replacement of a part.
    pub fn set(&mut self, old: Subelement, new: Subelement) {
        self.done.set(self.ctx, old, Some(new));
    }

    /// Returns whether the replacement of a part is known.
    pub fn is_known(&self, part: Subelement) -> bool {
        self.done.get(part).is_some()
    }

    /// Returns whether a part is replaced by another one.
    fn changes(&self, part: Subelement) -> bool {
        self.done.get(part).is_some_and(|new| new != part)
    }

    /// Computes the replacements of a type or attribute and of all its components, innermost first.
    fn visit(&mut self, part: Subelement, seen: &mut PartTable<bool>, change: &mut ChangeType<'_>) {
        if seen.get(part) {
            return;
        }
        let mut stack = vec![(part, false)];
        while let Some((part, ready)) = stack.pop() {
            if ready {
                let new = match part {
                    Subelement::Type(ty) => change(ty, &|ty| self.ty(ty)).map(Subelement::Type),
                    Subelement::Attr(_) => None,
                };
                let new = new.unwrap_or_else(|| self.rebuild(part));
                self.set(part, new);
            } else if !seen.get(part) {
                seen.set(self.ctx, part, true);
                stack.push((part, true));
                children(self.ctx, part, &mut |child| stack.push((child, false)));
            }
        }
    }

    /// Returns the replacement of an attribute, or the attribute itself.
    pub fn attr(&self, attr: Attribute) -> Attribute {
        match self.done.get(Subelement::Attr(attr)) {
            Some(Subelement::Attr(new)) => new,
            _ => attr,
        }
    }

    /// Returns the replacement of a type, or the type itself.
    pub fn ty(&self, ty: Type) -> Type {
        match self.done.get(Subelement::Type(ty)) {
            Some(Subelement::Type(new)) => new,
            _ => ty,
        }
    }

    /// Rebuilds a type or attribute from its replaced components.
    pub fn rebuild(&self, part: Subelement) -> Subelement {
        match part {
            Subelement::Attr(attr) => {
                let mut data = self.ctx.attr_data(attr).clone();
                match &mut data {
                    AttrData::Integer { ty, .. }
                    | AttrData::Wide { ty, .. }
                    | AttrData::Float { ty, .. }
                    | AttrData::Dense { ty, .. }
                    | AttrData::Type(ty) => *ty = self.ty(*ty),
                    AttrData::Array(items) => items.iter_mut().for_each(|a| *a = self.attr(*a)),
                    AttrData::Dict(items) => items.iter_mut().for_each(|(_, a)| *a = self.attr(*a)),
                    AttrData::Param { params, .. } => params.iter_mut().for_each(|a| *a = self.attr(*a)),
                    _ => {}
                }
                Subelement::Attr(self.ctx.attr(data))
            }
            Subelement::Type(ty) => {
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
                Subelement::Type(self.ctx.ty(data))
            }
        }
    }

    /// Applies the replacements to a body, but not to nested bodies.
    pub fn apply(&self, body: &mut Body) {
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
            let annotations = b.block_annotations(block);
            let attrs = annotations.attrs.map(|a| self.attr(a));
            if attrs != annotations.attrs {
                b.set_block_annotations(block, Annotations { attrs, ..annotations });
            }
            for value in b.args(block).to_vec() {
                retype(&mut b, value);
                let annotations = b.value_annotations(value);
                let attrs = annotations.attrs.map(|a| self.attr(a));
                if attrs != annotations.attrs {
                    b.set_value_annotations(value, Annotations { attrs, ..annotations });
                }
            }
        }
        for op in ops {
            for slot in self.ctx.registry().layout(b.def(op)).attribute_slots() {
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
