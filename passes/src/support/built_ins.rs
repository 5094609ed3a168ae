//! Built-in input variables that a pass needs.

use crate::pass::SpvModule;
use rustc_hash::FxHashSet;
use spv_build::spv::{self, BuiltIn};
use spv_dialect::generated::values::{execution_model, storage_class};
use spv_dialect::types;
use spv_ir::symbols::name_of;
use spv_ir::{Attribute, Builder, Diagnostics, Ident, InsertPoint, Op, Type, walk};

/// The built-in inputs of a module, which are added on first use.
pub(crate) struct BuiltIns {
    known: Vec<(BuiltIn, Ident)>,
    taken: FxHashSet<Ident>,
}

impl BuiltIns {
    pub(crate) fn new(module: &SpvModule<'_>) -> BuiltIns {
        let ctx = module.ctx;
        let names = walk::top_ops(module.body).filter_map(|op| name_of(ctx, module.body, op));
        BuiltIns { known: Vec::new(), taken: names.map(|name| ctx.ident(name)).collect() }
    }

    /// Returns the symbol of an input variable of a type, which all entry points list.
    pub(crate) fn get(
        &mut self,
        module: &mut SpvModule<'_>,
        built_in: BuiltIn,
        ty: Type,
    ) -> Result<Ident, Diagnostics> {
        if let Some((_, name)) = self.known.iter().find(|(known, _)| *known == built_in) {
            return Ok(*name);
        }
        let name = match declared(module, built_in) {
            Some(name) => name,
            None => self.declare(module, built_in, ty)?,
        };
        self.known.push((built_in, name));
        list(module, name);
        Ok(name)
    }

    fn declare(
        &mut self,
        module: &mut SpvModule<'_>,
        built_in: BuiltIn,
        ty: Type,
    ) -> Result<Ident, Diagnostics> {
        let ctx = module.ctx;
        let stem = built_in.to_string();
        let numbered = (0..).map(|number| ctx.ident(&format!("{stem}${number}")));
        let mut names = std::iter::once(ctx.ident(&stem)).chain(numbered);
        let name = names.find(|name| self.taken.insert(*name)).unwrap_or_else(|| ctx.ident(&stem));
        let mut attrs = vec![(ctx.ident("built_in"), ctx.string_attr(&stem))];
        // Integers that the rasterizer would interpolate are flat.
        let is_fragment =
            |&op: &Op| module.body.slot(op, spv::EntryPoint::EXECUTION_MODEL) == execution_model::FRAGMENT;
        if entry_points(module).iter().any(is_fragment) {
            attrs.push((ctx.ident("flat"), ctx.unit_attr()));
        }
        let Some(pointer) = types::make_pointer(ctx, ty, storage_class::INPUT) else { return Ok(name) };
        let first = module.functions().first().copied();
        let block = module.body.first_block(module.body.root());
        let at = first.map(InsertPoint::Before).or(block.map(InsertPoint::End));
        if let Some(at) = at {
            let mut builder = spv::Builder::at(ctx, module.body, at);
            builder.with_attrs(&attrs).global_variable(ctx.str(name), pointer);
            builder.finish()?;
        }
        Ok(name)
    }
}

fn entry_points(module: &SpvModule<'_>) -> Vec<Op> {
    walk::top_ops(module.body).filter(|&op| module.body.def(op) == spv::EntryPoint::ID).collect()
}

/// Returns the variable that represents a built-in input.
fn declared(module: &SpvModule<'_>, built_in: BuiltIn) -> Option<Ident> {
    let ctx = module.ctx;
    let text = built_in.to_string();
    let is_it = |&op: &Op| {
        let value = ctx.dict_get(module.body.attrs(op), "built_in").and_then(|value| ctx.attr_str(value));
        let class = spv::GlobalVariable::cast(module.body, op).and_then(|variable| variable.contents(ctx));
        value == Some(&*text) && class.is_some_and(|(_, class)| class.0 == storage_class::INPUT)
    };
    let op = walk::top_ops(module.body).find(is_it)?;
    Some(ctx.ident(name_of(ctx, module.body, op)?))
}

/// Adds a variable to the interfaces of all entry points.
fn list(module: &mut SpvModule<'_>, name: Ident) {
    let ctx = module.ctx;
    for op in entry_points(module) {
        let list =
            module.body.slot_attr(op, spv::EntryPoint::INTERFACE).and_then(|list| ctx.attr_array(list));
        let mut list: Vec<Attribute> = list.unwrap_or(&[]).to_vec();
        if !list.iter().any(|&item| ctx.attr_symbol(item) == Some(name)) {
            list.push(ctx.symbol_attr(name));
            Builder::new(module.body).set_slot(op, spv::EntryPoint::INTERFACE, ctx.array_attr(&list).raw());
        }
    }
}
