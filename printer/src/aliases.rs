//! The nominal types that a module uses, and their aliases.

use crate::printer::Printer;
use rustc_hash::FxHashSet;
use spv_ir::dialect::ParamKind;
use spv_ir::{AttrData, Attribute, Body, Context, Module, Type, TypeData, names, walk};

/// Finds the nominal types in use, each behind those that it is made of, in order of first use.
struct Search<'a> {
    ctx: &'a Context,
    /// By number: seen already.
    types: Vec<bool>,
    attrs: Vec<bool>,
    /// Slots that hold attributes, by number of the op definition, found when first needed.
    slots: Vec<Option<Box<[usize]>>>,
    found: Vec<Type>,
}

/// Marks a number; gives whether it was new.
fn mark(seen: &mut Vec<bool>, number: usize) -> bool {
    if seen.len() <= number {
        seen.resize((number + 1).next_power_of_two(), false);
    }
    !std::mem::replace(&mut seen[number], true)
}

impl Search<'_> {
    fn body(&mut self, body: &Body) {
        for block in body.blocks(body.root()) {
            self.args(body, block);
        }
        for op in walk::ops(body) {
            let def = body.def(op);
            let slots = body.slots(op);
            let places = self.slots[usize::from(def.0)].take().unwrap_or_else(|| self.places(def));
            for &place in &places {
                if let Some(attr) = slots.get(place).and_then(|raw| Attribute::from_raw(*raw)) {
                    self.attr(attr);
                }
            }
            self.slots[usize::from(def.0)] = Some(places);
            if let Some(attrs) = body.attrs(op) {
                self.attr(attrs);
            }
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

    fn args(&mut self, body: &Body, block: spv_ir::Block) {
        for &arg in body.args(block) {
            self.ty(body.value_type(arg));
            if let Some(attrs) = body.value_side(arg).attrs {
                self.attr(attrs);
            }
        }
        if let Some(attrs) = body.block_side(block).attrs {
            self.attr(attrs);
        }
    }

    /// The slots of an op that hold attributes.
    fn places(&self, def: spv_ir::dialect::OpDefId) -> Box<[usize]> {
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
    fn ty(&mut self, ty: Type) {
        if mark(&mut self.types, ty.raw() as usize) {
            self.new_type(ty);
        }
    }

    fn new_type(&mut self, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|ty| self.ty(*ty));
            }
            TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => self.ty(*element),
            TypeData::Param { params, .. } => params.iter().for_each(|a| self.attr(*a)),
            TypeData::Named { params, .. } => {
                params.get().iter().flat_map(|p| p.iter()).for_each(|a| self.attr(*a));
                self.found.push(ty);
            }
            TypeData::Integer { .. }
            | TypeData::Float(_)
            | TypeData::Index
            | TypeData::None
            | TypeData::Opaque { .. } => {}
        }
    }

    fn attr(&mut self, attr: Attribute) {
        if !mark(&mut self.attrs, attr.raw() as usize) {
            return;
        }
        match self.ctx.attr_data(attr) {
            AttrData::Array(items) => items.iter().for_each(|a| self.attr(*a)),
            AttrData::Dict(entries) => entries.iter().for_each(|(_, a)| self.attr(*a)),
            AttrData::Param { params, .. } => params.iter().for_each(|a| self.attr(*a)),
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
            | AttrData::Opaque { .. } => {}
        }
    }
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

impl Printer<'_> {
    /// Writes the aliases of all nominal types of a module, one a line.
    pub(crate) fn define_aliases(&mut self, module: &Module) {
        let ctx = self.ctx;
        let mut search = Search {
            ctx,
            types: Vec::new(),
            attrs: Vec::new(),
            slots: vec![None; self.registry.ops().len()],
            found: Vec::new(),
        };
        if let Some(attrs) = module.attrs {
            search.attr(attrs);
        }
        search.body(&module.body);
        let keys: Vec<(Type, &str)> = search.found.iter().map(|&ty| (ty, key_of(ctx, ty))).collect();
        let mut taken: FxHashSet<&str> = FxHashSet::default();
        let bare: Vec<bool> = keys.iter().map(|(_, key)| is_alias(ctx, key) && taken.insert(key)).collect();
        let mut free = (0u32..).map(|n| format!("_${n}")).filter(|alias| !taken.contains(alias.as_str()));
        self.types.defining = true;
        for ((ty, key), bare) in keys.into_iter().zip(bare) {
            let alias = if bare { Some(key.into()) } else { free.next() };
            self.define_alias(ty, alias.unwrap_or_default().into());
        }
        self.types.defining = false;
    }
}

fn key_of(ctx: &Context, ty: Type) -> &str {
    match ctx.type_data(ty) {
        TypeData::Named { key, .. } => ctx.str(*key),
        _ => "",
    }
}
