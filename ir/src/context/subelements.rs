//! Components of types and attributes, and sizes of nested structures

use crate::attrs::{AttrData, Attribute};
use crate::context::Context;
use crate::location::{LocData, Location};
use crate::types::{Type, TypeData};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A type or attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subelement {
    /// An attribute.
    Attr(Attribute),
    /// A type.
    Type(Type),
}

/// A map from the types and attributes of a context to values of type `T`. Does not store entries for handles of other
/// contexts.
#[derive(Clone, Debug, Default)]
pub struct PartTable<T> {
    attrs: Vec<T>,
    types: Vec<T>,
}

impl<T: Copy + Default> PartTable<T> {
    /// Returns the entry for a type or attribute, or the default value of `T` if there is none.
    #[inline]
    pub fn get(&self, part: Subelement) -> T {
        let (list, number) = match part {
            Subelement::Attr(attr) => (&self.attrs, attr.raw()),
            Subelement::Type(ty) => (&self.types, ty.raw()),
        };
        list.get(number as usize).copied().unwrap_or_default()
    }

    /// Sets the entry for a type or attribute. Has no effect if `ctx` does not have that type or attribute.
    pub fn set(&mut self, ctx: &Context, part: Subelement, entry: T) {
        let (list, number, exists) = match part {
            Subelement::Attr(attr) => (&mut self.attrs, attr.raw() as usize, ctx.has_attr(attr)),
            Subelement::Type(ty) => (&mut self.types, ty.raw() as usize, ctx.has_type(ty)),
        };
        if list.len() <= number && exists {
            list.resize(number + 1, T::default());
        }
        if let Some(place) = list.get_mut(number) {
            *place = entry;
        }
    }
}

/// Calls `each` with the direct components of a type or attribute, in order.
pub fn children(ctx: &Context, part: Subelement, each: &mut dyn FnMut(Subelement)) {
    match part {
        Subelement::Attr(attr) => attr_children(ctx.attr_data(attr), each),
        Subelement::Type(ty) => type_children(ctx.type_data(ty), each),
    }
}

/// Calls `each` with the direct components of an attribute, in order.
pub(super) fn attr_children(data: &AttrData, each: &mut dyn FnMut(Subelement)) {
    match data {
        AttrData::Integer { ty, .. }
        | AttrData::Wide { ty, .. }
        | AttrData::Float { ty, .. }
        | AttrData::Dense { ty, .. }
        | AttrData::Type(ty) => each(Subelement::Type(*ty)),
        AttrData::Array(items) => items.iter().for_each(|&a| each(Subelement::Attr(a))),
        AttrData::Dict(items) => items.iter().for_each(|&(_, a)| each(Subelement::Attr(a))),
        AttrData::Param { params, .. } => params.iter().for_each(|&a| each(Subelement::Attr(a))),
        AttrData::Unit
        | AttrData::Bool(_)
        | AttrData::String(_)
        | AttrData::Symbol(_)
        | AttrData::NestedSymbol(_)
        | AttrData::AffineMap(_)
        | AttrData::IntegerSet(_)
        | AttrData::Words(_)
        | AttrData::Operand
        | AttrData::Opaque { .. } => {}
    }
}

/// Calls `each` with the direct components of a type, in order.
pub(super) fn type_children(data: &TypeData, each: &mut dyn FnMut(Subelement)) {
    match data {
        TypeData::Function { inputs, results } => {
            inputs.iter().chain(results).for_each(|&t| each(Subelement::Type(t)));
        }
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => {
            each(Subelement::Type(*element))
        }
        TypeData::Param { params, .. } => params.iter().for_each(|&a| each(Subelement::Attr(a))),
        TypeData::Named { params, .. } => {
            params.get().into_iter().flatten().for_each(|&a| each(Subelement::Attr(a)));
        }
        TypeData::Integer { .. }
        | TypeData::Float(_)
        | TypeData::Index
        | TypeData::None
        | TypeData::Opaque { .. } => {}
    }
}

/// The size of a nested attribute or location when written out in full, without sharing. A type counts as a single
/// component, because MLIR text has aliases for types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Nesting depth.
    pub depth: u32,
    /// Number of components at all nesting levels, including the outermost structure.
    pub parts: u32,
}

impl Extent {
    /// Maximum size of structures in MLIR text and constants. Components of larger structures are replaced with names.
    pub const LIMIT: Extent = Extent { depth: 512, parts: 1 << 20 };

    /// The size of a structure without nested components.
    pub const ONE: Extent = Extent { depth: 0, parts: 1 };

    /// Returns the size after a nested component is added.
    #[must_use]
    pub fn with(self, part: Extent) -> Extent {
        let depth = self.depth.max(part.depth.saturating_add(1));
        Extent { depth, parts: self.parts.saturating_add(part.parts) }
    }

    /// Returns whether the size exceeds [`Extent::LIMIT`].
    pub fn is_unwieldy(self) -> bool {
        self.depth > Extent::LIMIT.depth || self.parts > Extent::LIMIT.parts
    }
}

/// A cache of the sizes of attributes and locations. Each size is computed once and without recursion.
#[derive(Debug, Default)]
pub struct Extents {
    attrs: FxHashMap<Attribute, Extent>,
    locs: FxHashMap<Location, Extent>,
}

impl Extents {
    /// Returns the size of an attribute written out in full.
    pub fn attr(&mut self, ctx: &Context, attr: Attribute) -> Extent {
        measure_attr(ctx, &mut self.attrs, attr)
    }

    /// Returns the size of a location written out in full.
    pub fn location(&mut self, ctx: &Context, loc: Location) -> Extent {
        let children = |loc: Location, each: &mut dyn FnMut(Location)| match inside(ctx, loc) {
            Some(LocData::Name { child, .. }) => each(*child),
            Some(LocData::CallSite { callee, caller }) => [*callee, *caller].into_iter().for_each(each),
            Some(LocData::Fused { parts, .. }) => parts.iter().for_each(|part| each(*part)),
            Some(LocData::Unknown | LocData::FileLineCol { .. }) | None => {}
        };
        let attrs = &mut self.attrs;
        let own = |loc| match inside(ctx, loc) {
            Some(LocData::Fused { metadata: Some(attr), .. }) => {
                Extent::ONE.with(measure_attr(ctx, attrs, *attr))
            }
            _ => Extent::ONE,
        };
        measure(&mut self.locs, loc, own, children)
    }
}

fn measure_attr(ctx: &Context, known: &mut FxHashMap<Attribute, Extent>, attr: Attribute) -> Extent {
    let children = |attr: Attribute, each: &mut dyn FnMut(Attribute)| {
        children(ctx, Subelement::Attr(attr), &mut |part| match part {
            Subelement::Attr(attr) => each(attr),
            Subelement::Type(_) => {}
        });
    };
    measure(known, attr, |_| Extent::ONE, children)
}

/// Returns the contents of a location; `None` for a position in the parsed MLIR text.
fn inside(ctx: &Context, loc: Location) -> Option<&LocData> {
    loc.text_offset().is_none().then(|| ctx.loc_data(loc))
}

/// Computes the size of `whole` from its own size and the sizes of its children. Visits children first, and caches all
/// sizes in `known`.
fn measure<T: Copy + Eq + Hash>(
    known: &mut FxHashMap<T, Extent>,
    whole: T,
    mut own: impl FnMut(T) -> Extent,
    children: impl Fn(T, &mut dyn FnMut(T)),
) -> Extent {
    let mut stack = vec![(whole, false)];
    while let Some((part, measured)) = stack.pop() {
        if measured {
            let mut extent = own(part);
            children(part, &mut |child| extent = extent.with(known.get(&child).copied().unwrap_or_default()));
            known.insert(part, extent);
        } else if !known.contains_key(&part) {
            stack.push((part, true));
            children(part, &mut |child| stack.push((child, false)));
        }
    }
    known.get(&whole).copied().unwrap_or_default()
}
