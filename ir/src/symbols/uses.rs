//! Who refers to a symbol.

use crate::attrs::{AttrData, Attribute};
use crate::body::Body;
use crate::context::Context;
use crate::dialect::Traits;
use crate::entity::Op;
use crate::handles::Ident;
use crate::subelements::{Part, PartTable, children};
use crate::types::TypeData;
use crate::walk;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The symbol that an attribute is a reference to; the outermost of a nested reference.
pub(crate) fn symbol_of(ctx: &Context, part: Part) -> Option<Ident> {
    match part {
        Part::Attr(attr) => match ctx.attr_data(attr) {
            AttrData::Symbol(name) => Some(*name),
            AttrData::NestedSymbol(path) => path.first().copied(),
            _ => None,
        },
        Part::Type(_) => None,
    }
}

/// The symbols that the attributes and types of a context refer to, found when first asked for.
#[derive(Default)]
pub(crate) struct References {
    /// The state of each attribute and type: [`UNKNOWN`], [`NONE`], or [`FIRST`] plus an index into `lists`.
    parts: PartTable<u32>,
    lists: Vec<Box<[Ident]>>,
}

const UNKNOWN: u32 = 0;
/// No symbol is in it.
const NONE: u32 = 1;
const FIRST: u32 = 2;

impl References {
    /// The symbols in a part, in order of first reference, each once.
    #[inline]
    fn of(&mut self, ctx: &Context, part: Part) -> &[Ident] {
        let number = match self.parts.get(part) {
            UNKNOWN => self.find(ctx, part),
            known => known,
        };
        number.checked_sub(FIRST).map_or(&[], |list| &self.lists[list as usize])
    }

    #[cold]
    fn find(&mut self, ctx: &Context, part: Part) -> u32 {
        // Most parts consist of such as have no symbol.
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

/// Whether a part is a nominal type whose parameters are not set yet.
fn is_incomplete(ctx: &Context, part: Part) -> bool {
    match part {
        Part::Type(ty) => {
            matches!(ctx.type_data(ty), TypeData::Named { params, .. } if params.get().is_none())
        }
        Part::Attr(_) => false,
    }
}

/// The symbols in a part, in order of first reference, and all parts that were looked at: those that may have symbols.
fn search(ctx: &Context, part: Part, may_have: impl Fn(Part) -> bool) -> (Box<[Ident]>, Vec<Part>) {
    let mut found = IndexSet::<Ident, FxBuildHasher>::default();
    let mut seen = IndexSet::<Part, FxBuildHasher>::default();
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

/// Calls `each` with all attributes and types of an op: slots, discardable attributes, types of its
/// results. The symbol that the op defines is a string and no reference.
pub(crate) fn op_parts(ctx: &Context, body: &Body, op: Op, each: &mut dyn FnMut(Part)) {
    let slots = body.slots(op);
    for slot in ctx.registry().layout(body.def(op)).attribute_slots() {
        if let Some(attr) = slots.get(slot).copied().and_then(Attribute::from_raw) {
            each(Part::Attr(attr));
        }
    }
    if let Some(attr) = body.attrs(op) {
        each(Part::Attr(attr));
    }
    for value in body.results(op) {
        each(Part::Type(body.value_type(value)));
    }
}

/// The symbols referenced anywhere in an attribute.
pub fn referenced(ctx: &Context, attr: Attribute) -> Box<[Ident]> {
    search(ctx, Part::Attr(attr), |_| true).0
}

/// An op that refers to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolUser {
    /// The op of the symbol's own body: the user itself, or the one in whose bodies it is.
    pub top: Op,
    /// Whether the reference is in a nested body.
    pub nested: bool,
}

/// All references to the symbols of one body, made in one walk over it and what is nested in it.
#[derive(Clone, Debug, Default)]
pub struct SymbolUses {
    users: FxHashMap<Ident, Vec<SymbolUser>>,
}

impl SymbolUses {
    /// Collects references in slots, attributes and types.
    pub fn new(ctx: &Context, body: &Body) -> SymbolUses {
        Self::collect(ctx, body, true)
    }

    /// Collects the references of the body's own ops, without those in nested bodies.
    pub fn outside_nested(ctx: &Context, body: &Body) -> SymbolUses {
        Self::collect(ctx, body, false)
    }

    fn collect(ctx: &Context, body: &Body, nested: bool) -> SymbolUses {
        let mut uses = SymbolUses::default();
        let mut references = ctx.references();
        let is_table = |b: &Body, op: Op| ctx.registry().op(b.def(op)).traits.contains(Traits::SYMBOL_TABLE);
        for top in walk::ops(body) {
            let mut add = |part: Part, nested: bool| {
                for &name in references.of(ctx, part) {
                    let list = uses.users.entry(name).or_default();
                    let user = SymbolUser { top, nested };
                    // All of one `top` come one after another.
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

    /// All symbols with the ops that refer to them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Ident, &[SymbolUser])> + '_ {
        self.users.iter().map(|(&name, list)| (name, &list[..]))
    }

    /// The users of a symbol in order of the body: an op once for itself and once for its bodies.
    pub fn users(&self, name: Ident) -> &[SymbolUser] {
        self.users.get(&name).map_or(&[], |list| list)
    }
}

/// Calls `each` with types and attributes of blocks and their arguments.
pub(crate) fn block_parts(
    body: &Body,
    blocks: impl Iterator<Item = crate::entity::Block>,
    each: &mut dyn FnMut(Part),
) {
    for block in blocks {
        if let Some(attrs) = body.block_annotations(block).attrs {
            each(Part::Attr(attrs));
        }
        for &value in body.args(block) {
            each(Part::Type(body.value_type(value)));
            if let Some(attrs) = body.value_annotations(value).attrs {
                each(Part::Attr(attrs));
            }
        }
    }
}
