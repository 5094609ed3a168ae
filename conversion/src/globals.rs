//! The module-level variables that functions need, in the order of the functions.

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::{Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, Type, walk};
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Global {
    name: String,
    ty: Type,
    attrs: Vec<(Ident, Attribute)>,
    /// The stem of its name, if no one else may have that.
    stem: Option<&'static str>,
}

/// Those of a module, or of a function of it.
#[derive(Default)]
pub(crate) struct Globals {
    list: Vec<Global>,
    names: FxHashSet<String>,
    /// The symbols of the module.
    symbols: Arc<FxHashSet<String>>,
    /// By stem: the numbers below are taken.
    numbers: FxHashMap<&'static str, u64>,
    /// How many variables of the module precede those of the function.
    place: usize,
    /// Those of functions, each list with its place.
    joined: Vec<(usize, Vec<Global>)>,
}

impl Globals {
    /// Of a module without variables.
    pub fn of_module(ctx: &Context, body: &Body) -> Globals {
        let named = |op: Op| {
            body.slots(op).first().and_then(|raw| Attribute::from_raw(*raw)).and_then(|a| ctx.attr_str(a))
        };
        let symbols = walk::top_ops(body).filter_map(|op| named(op).map(str::to_owned)).collect();
        Globals { symbols: Arc::new(symbols), ..Globals::default() }
    }

    /// For a function of the module, which may be converted beside others.
    pub fn fork(&self) -> Globals {
        Globals { symbols: self.symbols.clone(), place: self.list.len(), ..Globals::default() }
    }

    /// A variable of this name, unless there is one.
    pub fn add(&mut self, name: &str, ty: Type, attrs: Vec<(Ident, Attribute)>) {
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
            self.list.push(Global { name: name.to_owned(), ty, attrs, stem: None });
        }
    }

    /// A variable of a name that no other has; returns that.
    pub fn add_fresh(&mut self, stem: &'static str, ty: Type) -> String {
        let name = self.fresh(stem);
        self.list.push(Global { name: name.clone(), ty, attrs: Vec::new(), stem: Some(stem) });
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

    /// Takes over those of a function, whose body refers to them. Of those of several functions each has a name of its own
    /// then.
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

    /// All, in order; none is left.
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

    /// Adds the variables at the start of a module, the last first, as LLVM does.
    pub fn put(&mut self, ctx: &Context, body: &mut Body) {
        let Some(block) = body.first_block(body.root()) else { return };
        let at = InsertPoint::start(body, block);
        let mut builder = Builder::at(body, at);
        for global in self.take().into_iter().rev() {
            let slots = [ctx.string_attr(&global.name).raw(), ctx.type_attr(global.ty).raw(), 0];
            let attrs = (!global.attrs.is_empty()).then(|| ctx.dict_attr(global.attrs));
            builder.create(NewOp { slots: &slots, attrs, ..NewOp::new(spv::GlobalVariable::ID) });
        }
    }
}
