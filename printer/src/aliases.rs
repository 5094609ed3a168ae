//! Type aliases, for nominal types and large structural types
//!
//! With aliases, the size of the printed module is linear in the number of distinct types, even if types share most
//! components.

use crate::printer::Printer;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::{OpDefId, ParamKind};
use spv_ir::subelements::{PartTable, Subelement, children};
use spv_ir::{AttrData, Attribute, Block, Body, Context, Module, Type, TypeData, names, walk};

/// Maximum number of components of a structural type that is printed without an alias. A component with an alias counts
/// as a single component.
const LARGE: u32 = 40;

/// Maximum number of components of a function or vector type that is printed without an alias. Only maliciously
/// constructed types are larger.
const HUGE: u32 = 512;

/// A search for the types that receive aliases. Finds each type after its components, in order of first use.
struct Search<'a> {
    ctx: &'a Context,
    /// Number of components of each type and attribute; 0 before the first visit.
    sizes: PartTable<u32>,
    /// For each op definition, the indices of the slots that may hold attributes with types; computed on demand.
    slots: Vec<Option<Box<[usize]>>>,
    found: Vec<Type>,
}

impl<'a> Search<'a> {
    fn new(ctx: &'a Context) -> Search<'a> {
        let slots = vec![None; ctx.registry().ops().len()];
        Search { ctx, sizes: PartTable::default(), slots, found: Vec::new() }
    }

    fn body(&mut self, body: &Body) {
        for block in body.blocks(body.root()) {
            self.args(body, block);
        }
        for op in walk::ops(body) {
            let def = body.def(op);
            let slots = body.slots(op);
            let places = self.slots[usize::from(def.0)].take().unwrap_or_else(|| self.places(def));
            for &place in &places {
                self.optional_attr(slots.get(place).and_then(|raw| Attribute::from_raw(*raw)));
            }
            self.slots[usize::from(def.0)] = Some(places);
            self.optional_attr(body.attrs(op));
            for result in body.results(op) {
                self.ty(body.value_type(result));
            }
            for i in 0..body.region_count(op) {
                for block in body.blocks(body.region(op, i)) {
                    self.args(body, block);
                }
            }
            if let Some(nested) = body.nested(op) {
                self.body(nested);
            }
        }
    }

    fn args(&mut self, body: &Body, block: Block) {
        for &arg in body.args(block) {
            self.ty(body.value_type(arg));
            self.optional_attr(body.value_annotations(arg).attrs);
        }
        self.optional_attr(body.block_annotations(block).attrs);
    }

    /// Returns the indices of an op's attribute slots that may hold attributes with types.
    fn places(&self, def: OpDefId) -> Box<[usize]> {
        let has_types =
            |kind| matches!(kind, ParamKind::Mixed | ParamKind::Type | ParamKind::Attr | ParamKind::Enum(_));
        let params = self.ctx.registry().op(def).row.layout().filter(|p| has_types(p.param.kind));
        params.flat_map(|p| p.attributes()).collect()
    }

    #[inline]
    fn ty(&mut self, ty: Type) {
        if self.sizes.get(Subelement::Type(ty)) == 0 {
            self.part(Subelement::Type(ty));
        }
    }

    #[inline]
    fn optional_attr(&mut self, attr: Option<Attribute>) {
        if let Some(attr) = attr
            && self.sizes.get(Subelement::Attr(attr)) == 0
        {
            self.part(Subelement::Attr(attr));
        }
    }

    /// Counts the components of a new type or attribute. Uses an explicit stack, so that deep nesting cannot overflow
    /// the call stack.
    fn part(&mut self, part: Subelement) {
        let mut stack = vec![(part, false)];
        while let Some((part, counted)) = stack.pop() {
            if counted {
                let parts = self.count(part);
                self.sizes.set(self.ctx, part, parts);
            } else if self.sizes.get(part) == 0 {
                // The preliminary count marks the type or attribute as visited, so that a cyclic type terminates.
                self.sizes.set(self.ctx, part, 1);
                stack.push((part, true));
                let first = stack.len();
                children(self.ctx, part, &mut |part| stack.push((part, false)));
                stack[first..].reverse();
            }
        }
    }

    /// Returns the number of components of a type or attribute, given the counts of its direct components.
    fn count(&mut self, part: Subelement) -> u32 {
        // A vector or tensor type counts as a component only if its element type is also a vector or tensor. A numeric
        // attribute is a single component.
        let mut parts = match part {
            Subelement::Type(ty) => match self.ctx.type_data(ty) {
                TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => u32::from(matches!(
                    self.ctx.type_data(*element),
                    TypeData::Vector { .. } | TypeData::Tensor { .. }
                )),
                _ => 1,
            },
            Subelement::Attr(attr) => match self.ctx.attr_data(attr) {
                AttrData::Integer { .. } | AttrData::Wide { .. } | AttrData::Float { .. } => return 1,
                AttrData::Type(_) | AttrData::Dense { .. } => 0,
                _ => 1,
            },
        };
        children(self.ctx, part, &mut |part| parts = u32::saturating_add(parts, self.sizes.get(part)));
        let Subelement::Type(ty) = part else { return parts };
        let found = match self.ctx.type_data(ty) {
            TypeData::Named { .. } => true,
            TypeData::Param { .. } => parts > LARGE,
            _ => parts > HUGE,
        };
        self.found.extend(found.then_some(ty));
        if found { 1 } else { parts }
    }
}

/// Returns whether the key of a nominal type is a valid alias name.
fn is_alias(ctx: &Context, key: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let space = key.split_once('.').map(|(space, _)| space);
    let builtin = matches!(key, "none" | "index" | "vector" | "tensor" | "tuple" | "memref" | "complex")
        || spv_ir::FloatKind::by_name(key).is_some()
        || ["i", "si", "ui"].iter().any(|prefix| key.strip_prefix(prefix).is_some_and(number));
    names::is_bare(key) && !builtin && space.is_none_or(|s| ctx.registry().namespace(s).is_none())
}

/// Returns the stem of an alias: the key of a nominal type, or the last dot-separated part of a structural type's name.
fn stem(ctx: &Context, ty: Type) -> &str {
    match ctx.type_data(ty) {
        TypeData::Named { key, .. } => ctx.str(*key),
        TypeData::Param { def, .. } => {
            let name = ctx.registry().type_def(*def).name;
            name.rsplit('.').next().unwrap_or(name)
        }
        _ => "",
    }
}

impl Printer<'_> {
    /// Prints the definitions of the aliases that a module uses, one per line.
    pub(crate) fn define_aliases(&mut self, module: &Module) {
        let ctx = self.ctx;
        let mut any = Search::new(ctx);
        ctx.types().for_each(|ty| any.ty(ty));
        if any.found.is_empty() {
            return;
        }
        let mut search = Search::new(ctx);
        search.optional_attr(module.attrs);
        search.body(&module.body);
        let aliases = choose(ctx, &search.found);
        self.types.defining = true;
        for (ty, alias) in search.found.into_iter().zip(aliases) {
            self.define_alias(ty, alias);
        }
        self.types.defining = false;
    }
}

/// Chooses an alias name for each type. The alias of a nominal type is its key, if the key is unused and a valid alias
/// name. All other aliases are the stem with a suffix `$N`.
fn choose(ctx: &Context, types: &[Type]) -> Vec<Box<str>> {
    let mut taken: FxHashSet<&str> = FxHashSet::default();
    let keys: Vec<Option<&str>> = types
        .iter()
        .map(|ty| {
            let nominal = matches!(ctx.type_data(*ty), TypeData::Named { .. });
            let key = stem(ctx, *ty);
            (nominal && is_alias(ctx, key) && taken.insert(key)).then_some(key)
        })
        .collect();
    let mut next: FxHashMap<&str, u32> = FxHashMap::default();
    let mut numbered = |stem| {
        let number = next.entry(stem).or_insert(0);
        loop {
            let alias = format!("{stem}${number}");
            *number += 1;
            if !taken.contains(&alias[..]) {
                return alias.into();
            }
        }
    };
    let alias = |(ty, key): (&Type, Option<&str>)| match key {
        Some(key) => key.into(),
        None => numbered(Some(stem(ctx, *ty)).filter(|stem| is_alias(ctx, stem)).unwrap_or("_")),
    };
    types.iter().zip(keys).map(alias).collect()
}
