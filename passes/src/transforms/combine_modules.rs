//! Module combiner (`test-spirv-module-combiner`)
//!
//! Merges all `spv.module` ops into one, like LLVM's module combiner.

use crate::pass::{ControlFlow, PassInfo, Work};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::copy::{Copier, CopyMap, keep_attrs, keep_locs};
use spv_ir::symbols::{name_of, rename_all};
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Ident, InsertPoint, Module, NewOp, Op, Place,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Merges all `spv.module` ops into one. All must have the same addressing model, memory \
                  model and requirements. If two modules define the same symbol, one definition is renamed \
                  with a numeric suffix: a variable or constant in preference to a function, and of two \
                  functions the one in the later module. Then deduplicates equal constants, and equal \
                  variables that are built-in or bound.",
    before: "spv.module Logical GLSL450 {\n  spv.SpecConstant @a = 1 : i32\n}\nspv.module Logical GLSL450 {\n  \
             spv.SpecConstant @a = 2 : i32\n}",
    after: "spv.module Logical GLSL450 {\n  spv.SpecConstant @a_1 = 1 : i32\n  spv.SpecConstant @a = 2 : i32\n}",
    ..PassInfo::new("test-spirv-module-combiner", "Combine all modules into one", ControlFlow::Any, |_| {
        Ok(Work::whole(|module: &mut Module| combine(module).map(|_| ())))
    })
};

/// A renamed symbol: the index of its module, the old name, and the new name.
pub type Renamed = (usize, Ident, Ident);

/// Merges all `spv.module` ops at the top level of a module into one, at the position of the first one. Returns the
/// renamed symbols.
///
/// # Errors
/// A module whose addressing model, memory model, version, capabilities or extensions differ from the first one.
pub fn combine(module: &mut Module) -> Result<Vec<Renamed>, Diagnostics> {
    let ctx = module.ctx.clone();
    let body = &mut module.body;
    let modules: Vec<Op> = walk::top_ops(body).filter(|op| body.def(*op) == spv::Module::ID).collect();
    let Some(&first) = modules.first() else { return Ok(Vec::new()) };
    for &other in &modules {
        if body.slots(other)[1..] != body.slots(first)[1..] {
            let message = "input modules differ in addressing model, memory model, and/or VCE triple";
            let error = Diagnostic::error(Place::Op(body.loc(other)), format!("'spv.module' op {message}"));
            return Err(Diagnostics { list: vec![error] });
        }
    }
    let mut combined = Combined::default();
    for (index, &op) in modules.iter().enumerate() {
        if let Some(nested) = body.nested(op).cloned() {
            combined.add(&ctx, index, nested).map_err(|problem| Diagnostics {
                list: vec![Diagnostic::error(Place::Op(body.loc(op)), format!("'spv.module' op {problem}"))],
            })?;
        }
    }
    combined.remove_duplicates(&ctx);
    let mut slots = body.slots(first).to_vec();
    slots[spv::Module::SYM_NAME] = 0;
    let (loc, attrs) = (body.loc(first), body.attrs(first));
    let mut builder = Builder::at(body, InsertPoint::Before(first));
    let new =
        builder.create(NewOp { loc, attrs, slots: &slots, isolated: true, ..NewOp::new(spv::Module::ID) });
    builder.set_nested(new, Some(Box::new(combined.body)));
    modules.into_iter().for_each(|op| builder.erase(op));
    Ok(combined.renamed)
}

/// The modules that have been combined so far.
struct Combined {
    body: Body,
    /// For each symbol, the index of the module that it came from.
    origin: FxHashMap<Ident, usize>,
    /// The numeric suffix that was last appended to a renamed symbol.
    number: u64,
    renamed: Vec<Renamed>,
}

impl Default for Combined {
    fn default() -> Combined {
        let mut body = Body::default();
        let root = body.root();
        Builder::new(&mut body).append_block(root);
        Combined { body, origin: FxHashMap::default(), number: 0, renamed: Vec::new() }
    }
}

/// Returns the symbols of a body with their ops, in order.
fn symbols(ctx: &Context, body: &Body) -> Vec<(Ident, Op)> {
    walk::top_ops(body).filter_map(|op| Some((ctx.ident(name_of(ctx, body, op)?), op))).collect()
}

impl Combined {
    /// Returns an unused name for a symbol, which is the old name with a numeric suffix.
    fn fresh(&mut self, ctx: &Context, old: Ident, taken: &mut FxHashSet<Ident>) -> Ident {
        loop {
            self.number += 1;
            let new = ctx.ident(&format!("{}_{}", ctx.str(old), self.number));
            if taken.insert(new) {
                return new;
            }
        }
    }

    /// Appends the ops of the module at `index`, and renames conflicting symbols.
    fn add(&mut self, ctx: &Context, index: usize, mut other: Body) -> Result<(), String> {
        let (mine, theirs) = (symbols(ctx, &self.body), symbols(ctx, &other));
        let their_names: FxHashSet<Ident> = theirs.iter().map(|(name, _)| *name).collect();
        let mut taken: FxHashSet<Ident> = mine.iter().chain(&theirs).map(|(name, _)| *name).collect();
        // Functions of preceding modules retain their names.
        let mut changed: FxHashMap<Ident, Ident> = FxHashMap::default();
        for (name, op) in mine {
            if their_names.contains(&name) && self.body.def(op) != spv::Func::ID {
                let new = self.fresh(ctx, name, &mut taken);
                let origin = self.origin.remove(&name).unwrap_or(0);
                self.origin.insert(new, origin);
                self.renamed.push((origin, name, new));
                changed.insert(name, new);
            }
        }
        rename(ctx, &mut self.body, &changed)?;
        let mut changed: FxHashMap<Ident, Ident> = FxHashMap::default();
        for (name, _) in theirs {
            let mut kept = name;
            if self.origin.contains_key(&name) {
                kept = self.fresh(ctx, name, &mut taken);
                self.renamed.push((index, name, kept));
                changed.insert(name, kept);
            }
            self.origin.insert(kept, index);
        }
        rename(ctx, &mut other, &changed)?;
        self.append(&mut other);
        Ok(())
    }

    /// Moves all ops of a body to the end of the combined module.
    fn append(&mut self, other: &mut Body) {
        let ops: Vec<Op> = walk::top_ops(other).collect();
        let Some(block) = self.body.first_block(self.body.root()) else { return };
        let nested: Vec<_> = ops.iter().map(|op| Builder::new(other).take_nested(*op)).collect();
        let mut copier =
            Copier { from: Some(other), map: CopyMap::default(), attrs: &keep_attrs, locs: &keep_locs };
        for (op, nested) in ops.into_iter().zip(nested) {
            let copy = copier.op(&mut self.body, op, InsertPoint::End(block));
            if nested.is_some() {
                Builder::new(&mut self.body).set_nested(copy, nested);
            }
        }
    }

    /// Removes duplicate variables and constants, which differ only in name, up to a fixpoint.
    fn remove_duplicates(&mut self, ctx: &Context) {
        while self.remove_equal(ctx) {}
        for op in walk::top_ops(&self.body)
            .filter(|&op| self.body.def(op) == spv::EntryPoint::ID)
            .collect::<Vec<_>>()
        {
            let Some(interface) = self.body.slot_attr(op, spv::EntryPoint::INTERFACE) else { continue };
            let Some(listed) = ctx.attr_array(interface) else { continue };
            let once: IndexSet<Attribute, FxBuildHasher> = listed.iter().copied().collect();
            if once.len() < listed.len() {
                let once: Vec<Attribute> = once.into_iter().collect();
                let slot = spv::EntryPoint::INTERFACE;
                Builder::new(&mut self.body).set_slot(op, slot, ctx.array_attr(&once).raw());
            }
        }
    }

    /// Performs one round of deduplication. Returns whether it removed any op.
    fn remove_equal(&mut self, ctx: &Context) -> bool {
        let mut first: FxHashMap<(u16, Vec<u32>, Option<Attribute>), Ident> = FxHashMap::default();
        let (mut changed, mut dead) = (FxHashMap::default(), Vec::new());
        for (name, op) in symbols(ctx, &self.body) {
            let body = &self.body;
            if !has_no_identity(ctx, body, op) || body.operands(op).next().is_some() {
                continue;
            }
            let key = (body.def(op).0, body.slots(op)[1..].to_vec(), body.attrs(op));
            match first.get(&key) {
                Some(&kept) => {
                    changed.insert(name, kept);
                    dead.push(op);
                }
                None => _ = first.insert(key, name),
            }
        }
        // Rename the references before erasing declarations. Renaming fails if a nominal type contains a reference,
        // and then no declaration may be erased.
        if dead.is_empty() || rename_all(ctx, &mut self.body, &changed).is_err() {
            return false;
        }
        let mut builder = Builder::new(&mut self.body);
        dead.into_iter().for_each(|op| builder.erase(op));
        true
    }
}

/// Returns whether another op with the same contents can replace an op. True for constants, built-in variables and
/// variables with a binding; other variables have their own storage.
fn has_no_identity(ctx: &Context, body: &Body, op: Op) -> bool {
    let has = |key| ctx.dict_get(body.attrs(op), key).is_some();
    match body.def(op) {
        spv::SpecConstant::ID | spv::SpecConstantComposite::ID | spv::GlobalConstant::ID => true,
        spv::GlobalVariable::ID => has("built_in") || (has("descriptor_set") && has("binding")),
        _ => false,
    }
}

fn rename(ctx: &Context, body: &mut Body, names: &FxHashMap<Ident, Ident>) -> Result<(), String> {
    match names.is_empty() {
        true => Ok(()),
        false => rename_all(ctx, body, names).map_err(|error| error.to_string()),
    }
}
