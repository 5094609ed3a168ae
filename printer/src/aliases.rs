//! The types that a module gives aliases: nominal ones, and structural ones that are large.
//!
//! With an alias for each large type no text grows faster than the types do, however often they share
//! parts.

use crate::printer::Printer;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::dialect::{OpDefId, ParamKind};
use spv_ir::{AttrData, Attribute, Block, Body, Context, Module, Type, TypeData, names, walk};

/// A structural type of more parts gets an alias. What has an alias itself counts as one part.
const LARGE: u32 = 40;

/// Finds the types that get aliases, each behind those that it is made of, in order of first use.
struct Search<'a> {
    ctx: &'a Context,
    /// By number: of how many parts it is; 0 where it was not seen yet.
    types: Vec<u32>,
    attrs: Vec<u32>,
    /// Slots that hold attributes, by number of the op definition, found when first needed.
    slots: Vec<Option<Box<[usize]>>>,
    found: Vec<Type>,
}

/// The entry of a number in a table that grows.
#[inline]
fn entry(table: &mut Vec<u32>, number: u32) -> &mut u32 {
    let number = number as usize;
    if table.len() <= number {
        table.resize((number + 1).next_power_of_two(), 0);
    }
    &mut table[number]
}

impl<'a> Search<'a> {
    fn new(ctx: &'a Context) -> Search<'a> {
        let slots = vec![None; ctx.registry().ops().len()];
        Search { ctx, types: Vec::new(), attrs: Vec::new(), slots, found: Vec::new() }
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
            self.optional_attr(body.value_side(arg).attrs);
        }
        self.optional_attr(body.block_side(block).attrs);
    }

    /// The slots of an op that hold attributes with types.
    fn places(&self, def: OpDefId) -> Box<[usize]> {
        let mut places = Vec::new();
        let mut at = 0;
        for param in self.ctx.registry().op(def).row.params {
            let count = usize::from(param.slots());
            match param.kind {
                ParamKind::Mixed | ParamKind::Type | ParamKind::Attr => places.push(at),
                ParamKind::Enum(_) if count == 2 => places.push(at + 1),
                _ => {}
            }
            at += count;
        }
        places.into()
    }

    #[inline]
    fn ty(&mut self, ty: Type) -> u32 {
        match *entry(&mut self.types, ty.raw()) {
            0 => self.new_type(ty),
            parts => parts,
        }
    }

    fn new_type(&mut self, ty: Type) -> u32 {
        // What refers to itself stops here.
        *entry(&mut self.types, ty.raw()) = 1;
        let parts = match self.ctx.type_data(ty) {
            TypeData::Function { inputs, results } => {
                sum(inputs.iter().chain(results).map(|ty| self.ty(*ty)))
            }
            TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => self.ty(*element),
            TypeData::Param { params, .. } => {
                let parts = sum(params.iter().map(|a| self.attr(*a)));
                self.found.extend((parts > LARGE).then_some(ty));
                if parts > LARGE { 1 } else { parts }
            }
            TypeData::Named { params, .. } => {
                params.get().iter().flat_map(|p| p.iter()).for_each(|a| _ = self.attr(*a));
                self.found.push(ty);
                1
            }
            TypeData::Integer { .. }
            | TypeData::Float(_)
            | TypeData::Index
            | TypeData::None
            | TypeData::Opaque { .. } => 1,
        };
        *entry(&mut self.types, ty.raw()) = parts;
        parts
    }

    #[inline]
    fn optional_attr(&mut self, attr: Option<Attribute>) {
        if let Some(attr) = attr {
            self.attr(attr);
        }
    }

    #[inline]
    fn attr(&mut self, attr: Attribute) -> u32 {
        match *entry(&mut self.attrs, attr.raw()) {
            0 => self.new_attr(attr),
            parts => parts,
        }
    }

    fn new_attr(&mut self, attr: Attribute) -> u32 {
        let parts = match self.ctx.attr_data(attr) {
            AttrData::Array(items) => sum(items.iter().map(|a| self.attr(*a))),
            AttrData::Dict(entries) => sum(entries.iter().map(|(_, a)| self.attr(*a))),
            AttrData::Param { params, .. } => sum(params.iter().map(|a| self.attr(*a))),
            AttrData::Type(ty) | AttrData::Dense { ty, .. } => self.ty(*ty),
            AttrData::Integer { .. }
            | AttrData::WideInteger { .. }
            | AttrData::Float { .. }
            | AttrData::Unit
            | AttrData::Bool(_)
            | AttrData::String(_)
            | AttrData::Symbol(_)
            | AttrData::NestedSymbol(_)
            | AttrData::Words(_)
            | AttrData::Operand
            | AttrData::Opaque { .. } => 1,
        };
        *entry(&mut self.attrs, attr.raw()) = parts;
        parts
    }
}

/// One more than all parts together.
fn sum(parts: impl Iterator<Item = u32>) -> u32 {
    parts.fold(1, u32::saturating_add)
}

/// Whether a key can be an alias as it is.
fn is_alias(ctx: &Context, key: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let space = key.split_once('.').map(|(space, _)| space);
    let builtin = matches!(key, "none" | "index" | "vector" | "tensor" | "tuple" | "memref" | "complex")
        || spv_ir::FloatKind::ALL.iter().any(|(_, name)| *name == key)
        || ["i", "si", "ui"].iter().any(|prefix| key.strip_prefix(prefix).is_some_and(number));
    names::is_bare(key) && !builtin && space.is_none_or(|s| ctx.registry().namespace(s).is_none())
}

/// What an alias is made of: the key of a nominal type, the last part of a structural one's name.
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
    /// Writes the aliases that a module uses, one a line.
    pub(crate) fn define_aliases(&mut self, module: &Module) {
        let ctx = self.ctx;
        let mut any = Search::new(ctx);
        ctx.types().for_each(|ty| _ = any.ty(ty));
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

/// The aliases of types: a nominal type's key where it is free and can be one, else the stem and `$N`.
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
