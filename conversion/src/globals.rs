//! Collection of the module-level variables that functions need, in function order

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::{Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, Type, walk};
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Global {
    name: String,
    ty: Type,
    attrs: Vec<(Ident, Attribute)>,
    initializer: Option<Attribute>,
    /// Prefix from which to generate a unique name, or `None` if the name is fixed.
    stem: Option<&'static str>,
}

/// The module-level variables that a module or one of its functions needs.
#[derive(Default)]
pub(crate) struct Globals {
    list: Vec<Global>,
    names: FxHashSet<String>,
    /// Symbols that the module defines.
    symbols: Arc<FxHashSet<String>>,
    /// For each name prefix, the numeric suffix of the next generated name.
    numbers: FxHashMap<&'static str, u64>,
    /// Index in the module's variable list at which the variables of this function belong; 0 for the module's own
    /// collection.
    place: usize,
    /// Variables of each converted function, with the index in `list` before which they belong.
    joined: Vec<(usize, Vec<Global>)>,
}

impl Globals {
    /// Creates the collection for a module and reserves the module's symbols.
    pub fn of_module(ctx: &Context, body: &Body) -> Globals {
        let named = |op: Op| {
            body.slots(op).first().and_then(|raw| Attribute::from_raw(*raw)).and_then(|a| ctx.attr_str(a))
        };
        let symbols = walk::top_ops(body).filter_map(|op| named(op).map(str::to_owned)).collect();
        Globals { symbols: Arc::new(symbols), ..Globals::default() }
    }

    /// Creates the collection for one function of the module. Each function has its own, so functions can be converted
    /// in parallel.
    pub fn fork(&self) -> Globals {
        Globals { symbols: self.symbols.clone(), place: self.list.len(), ..Globals::default() }
    }

    /// Adds a variable with the given name, unless the collection already has it.
    pub fn add(&mut self, name: &str, ty: Type, attrs: Vec<(Ident, Attribute)>) {
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
            self.list.push(Global { name: name.to_owned(), ty, attrs, initializer: None, stem: None });
        }
    }

    /// Adds a variable with a unique name that starts with `stem`. Returns the name.
    pub fn add_fresh(
        &mut self,
        stem: &'static str,
        ty: Type,
        attrs: Vec<(Ident, Attribute)>,
        initializer: Option<Attribute>,
    ) -> String {
        let name = self.fresh(stem);
        self.list.push(Global { name: name.clone(), ty, attrs, initializer, stem: Some(stem) });
        name
    }

    fn fresh(&mut self, stem: &'static str) -> String {
        let number = self.numbers.entry(stem).or_insert(0);
        loop {
            let name = format!("__{stem}__{number}");
            *number += 1;
            if !self.symbols.contains(&name) && self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Merges the variables of a function into the collection of the module. If a generated name is already used,
    /// renames the variable, and its uses in `body`.
    pub fn join(&mut self, ctx: &Context, mut function: Globals, body: &mut Body) {
        let mut list = function.take();
        let mut renamed: FxHashMap<u32, u32> = FxHashMap::default();
        let symbol = |name: &str| ctx.symbol_attr(ctx.ident(name)).raw();
        list.retain_mut(|global| match global.stem {
            None => self.names.insert(global.name.clone()),
            Some(stem) => {
                let old = std::mem::replace(&mut global.name, self.fresh(stem));
                if old != global.name {
                    renamed.insert(symbol(&old), symbol(&global.name));
                }
                true
            }
        });
        if !list.is_empty() {
            self.joined.push((function.place, list));
        }
        if renamed.is_empty() {
            return;
        }
        let addresses: Vec<Op> = walk::ops(body).filter(|op| body.def(*op) == spv::AddressOf::ID).collect();
        for op in addresses {
            if let Some(new) = renamed.get(&body.slot(op, spv::AddressOf::VARIABLE)) {
                Builder::new(body).set_slot(op, spv::AddressOf::VARIABLE, *new);
            }
        }
    }

    /// Removes and returns all variables, in order.
    fn take(&mut self) -> Vec<Global> {
        let mut own = std::mem::take(&mut self.list).into_iter();
        let (mut all, mut taken) = (Vec::new(), 0);
        for (place, list) in self.joined.drain(..) {
            all.extend(own.by_ref().take(place - taken));
            taken = place;
            all.extend(list);
        }
        all.extend(own);
        all
    }

    /// Inserts the variables at the start of a module. Their order is reversed, as in LLVM.
    pub fn put(&mut self, ctx: &Context, body: &mut Body) {
        let Some(block) = body.first_block(body.root()) else { return };
        let at = InsertPoint::start(body, block);
        let mut builder = Builder::at(body, at);
        for global in self.take().into_iter().rev() {
            let initializer = global.initializer.map_or(0, Attribute::raw);
            let slots = [ctx.string_attr(&global.name).raw(), ctx.type_attr(global.ty).raw(), initializer];
            let attrs = (!global.attrs.is_empty()).then(|| ctx.dict_attr(global.attrs));
            builder.create(NewOp { slots: &slots, attrs, ..NewOp::new(spv::GlobalVariable::ID) });
        }
    }
}
