//! Symbol references and symbol users

use crate::attrs::{AttrData, Attribute};
use crate::body::Body;
use crate::context::Context;
use crate::dialect::Traits;
use crate::entity::Op;
use crate::handles::Ident;
use crate::subelements::{PartTable, Subelement, children};
use crate::types::TypeData;
use crate::walk;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// Returns the symbol that an attribute directly references; `None` for types and other attributes. For a nested
/// reference, returns the outermost name.
pub(crate) fn symbol_of(ctx: &Context, part: Subelement) -> Option<Ident> {
    match part {
        Subelement::Attr(attr) => match ctx.attr_data(attr) {
            AttrData::Symbol(name) => Some(*name),
            AttrData::NestedSymbol(path) => path.first().copied(),
            _ => None,
        },
        Subelement::Type(_) => None,
    }
}

/// A cache of the symbols that attributes and types reference, computed on demand.
#[derive(Default)]
pub(crate) struct References {
    /// For each attribute and type: [`UNKNOWN`], [`NONE`], or [`FIRST`] plus an index into `lists`.
    parts: PartTable<u32>,
    lists: Vec<Box<[Ident]>>,
}

const UNKNOWN: u32 = 0;
/// Value in `parts` for an attribute or type that references no symbol.
const NONE: u32 = 1;
const FIRST: u32 = 2;

impl References {
    /// Returns the symbols that an attribute or type references, in order of first reference and without duplicates.
    #[inline]
    fn of(&mut self, ctx: &Context, part: Subelement) -> &[Ident] {
        let number = match self.parts.get(part) {
            UNKNOWN => self.find(ctx, part),
            known => known,
        };
        number.checked_sub(FIRST).map_or(&[], |list| &self.lists[list as usize])
    }

    #[cold]
    fn find(&mut self, ctx: &Context, part: Subelement) -> u32 {
        // Fast path for the usual case, in which no component references a symbol.
        let mut plain = !is_incomplete(ctx, part);
        children(ctx, part, &mut |child| plain &= self.parts.get(child) == NONE);
        let (found, seen) = match plain {
            true => (symbol_of(ctx, part).into_iter().collect(), Vec::new()),
            false => search(ctx, part, |child| self.parts.get(child) != NONE),
        };
        let may_change = seen.iter().any(|&part| is_incomplete(ctx, part));
        let number = match found.is_empty() {
            true => NONE,
            false => {
                self.lists.push(found);
                FIRST + (self.lists.len() - 1) as u32
            }
        };
        if !may_change {
            if number == NONE {
                seen.into_iter().for_each(|part| self.parts.set(ctx, part, NONE));
            }
            self.parts.set(ctx, part, number);
        }
        number
    }
}

/// Returns whether `part` is a nominal type whose parameters are not set yet. Returns false for attributes.
fn is_incomplete(ctx: &Context, part: Subelement) -> bool {
    match part {
        Subelement::Type(ty) => {
            matches!(ctx.type_data(ty), TypeData::Named { params, .. } if params.get().is_none())
        }
        Subelement::Attr(_) => false,
    }
}

/// Returns the symbols that an attribute or type references, and all visited attributes and types. The symbols are in
/// order of first reference. Visits only components for which `may_have` returns true.
fn search(
    ctx: &Context,
    part: Subelement,
    may_have: impl Fn(Subelement) -> bool,
) -> (Box<[Ident]>, Vec<Subelement>) {
    let mut found = IndexSet::<Ident, FxBuildHasher>::default();
    let mut seen = IndexSet::<Subelement, FxBuildHasher>::default();
    seen.insert(part);
    let mut stack = vec![part];
    while let Some(part) = stack.pop() {
        found.extend(symbol_of(ctx, part));
        let begin = stack.len();
        children(ctx, part, &mut |child| {
            if may_have(child) && seen.insert(child) {
                stack.push(child);
            }
        });
        stack[begin..].reverse();
    }
    (found.into_iter().collect(), seen.into_iter().collect())
}

/// Calls `each` with all attributes and types of an op: those in slots, the discardable attributes, and the result
/// types. The name of the symbol that the op defines is a string attribute and not a reference.
#[inline]
pub(crate) fn op_parts(ctx: &Context, body: &Body, op: Op, each: &mut impl FnMut(Subelement)) {
    let at = body.get(op);
    for slot in ctx.registry().layout(at.def()).attribute_slots() {
        if let Some(attr) = at.slots().get(slot).copied().and_then(Attribute::from_raw) {
            each(Subelement::Attr(attr));
        }
    }
    if let Some(attr) = at.attrs() {
        each(Subelement::Attr(attr));
    }
    for value in body.results(op) {
        each(Subelement::Type(body.value_type(value)));
    }
}

/// Returns the symbols that an attribute references, at any nesting depth.
pub fn referenced(ctx: &Context, attr: Attribute) -> Box<[Ident]> {
    search(ctx, Subelement::Attr(attr), |_| true).0
}

/// An op that references a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolUser {
    /// The op that references the symbol. If that op is in a nested body, the op that encloses it in the body that
    /// defines the symbol.
    pub top: Op,
    /// Whether the referencing op is in a nested body of `top`.
    pub nested: bool,
}

/// Maximum number of symbols for which memory is reserved in advance.
const MANY: usize = 256;

/// All references to the symbols of a body, collected in a single walk over the body and its nested bodies.
#[derive(Clone, Debug, Default)]
pub struct SymbolUses {
    users: FxHashMap<Ident, SmallVec<[SymbolUser; 2]>>,
}

impl SymbolUses {
    /// Collects the references in slots, attributes and types, including nested bodies.
    pub fn new(ctx: &Context, body: &Body) -> SymbolUses {
        Self::collect(ctx, body, true)
    }

    /// Collects the references in slots, attributes and types, excluding nested bodies.
    pub fn outside_nested(ctx: &Context, body: &Body) -> SymbolUses {
        Self::collect(ctx, body, false)
    }

    fn collect(ctx: &Context, body: &Body, nested: bool) -> SymbolUses {
        let mut uses = SymbolUses::default();
        uses.users.reserve(body.op_count().min(MANY));
        let mut references = ctx.references();
        let is_table = |b: &Body, op: Op| ctx.registry().op(b.def(op)).traits.contains(Traits::SYMBOL_TABLE);
        for top in walk::ops(body) {
            let mut add = |part: Subelement, nested: bool| {
                for &name in references.of(ctx, part) {
                    let list = uses.users.entry(name).or_default();
                    let user = SymbolUser { top, nested };
                    // References from the same `top` are consecutive.
                    if !list.iter().rev().take_while(|u| u.top == top).any(|u| *u == user) {
                        list.push(user);
                    }
                }
            };
            op_parts(ctx, body, top, &mut |part| add(part, false));
            for i in 0..body.region_count(top) {
                block_parts(body, body.blocks(body.region(top, i)), &mut |part| add(part, false));
            }
            let Some(inner) = body.nested(top).filter(|_| nested && !is_table(body, top)) else { continue };
            for at in walk::bodies_where(inner, |b, op| !is_table(b, op)) {
                block_parts(at.body, walk::blocks(at.body), &mut |part| add(part, true));
                for op in walk::ops(at.body) {
                    op_parts(ctx, at.body, op, &mut |part| add(part, true));
                }
            }
        }
        uses
    }

    /// Returns all symbols with their users, in unspecified order.
    pub fn iter(&self) -> impl Iterator<Item = (Ident, &[SymbolUser])> + '_ {
        self.users.iter().map(|(&name, list)| (name, &list[..]))
    }

    /// Returns the users of a symbol in body order. An op may occur twice: once for its own reference, and once for
    /// references in its nested bodies.
    pub fn users(&self, name: Ident) -> &[SymbolUser] {
        self.users.get(&name).map_or(&[], |list| list)
    }
}

/// Calls `each` with the attributes and types of blocks and of their arguments.
pub(crate) fn block_parts(
    body: &Body,
    blocks: impl Iterator<Item = crate::entity::Block>,
    each: &mut dyn FnMut(Subelement),
) {
    for block in blocks {
        if let Some(attrs) = body.block_annotations(block).attrs {
            each(Subelement::Attr(attrs));
        }
        for &value in body.args(block) {
            each(Subelement::Type(body.value_type(value)));
            if let Some(attrs) = body.value_annotations(value).attrs {
                each(Subelement::Attr(attrs));
            }
        }
    }
}
