//! Built-in input variables, declared on demand

use crate::pass::SpvModule;
use crate::support::interfaces::{change_interfaces, entry_points};
use spv_build::spv::{self, BuiltIn};
use spv_dialect::generated::values::{execution_model, storage_class};
use spv_dialect::types;
use spv_ir::symbols::name_of;
use spv_ir::{Diagnostics, Ident, InsertPoint, Op, SymbolTable, Type, walk};

/// The built-in input variables of a module. A missing variable is declared at its first use.
#[derive(Default)]
pub(crate) struct BuiltIns {
    known: Vec<(BuiltIn, Ident)>,
}

impl BuiltIns {
    /// Returns the symbol of the input variable for a built-in, and adds the variable to the interface of each entry
    /// point. Declares the variable with type `ty` if the module has none.
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
            None => declare(module, built_in, ty)?,
        };
        self.known.push((built_in, name));
        let entry = module.ctx.symbol_attr(name);
        change_interfaces(module, |list| (!list.contains(&entry)).then(|| [list, &[entry]].concat()));
        Ok(name)
    }
}

fn declare(module: &mut SpvModule<'_>, built_in: BuiltIn, ty: Type) -> Result<Ident, Diagnostics> {
    let ctx = module.ctx;
    let stem = built_in.to_string();
    let name = SymbolTable::new(ctx, module.body).unique(ctx, &stem);
    let mut attrs = vec![(ctx.ident("built_in"), ctx.string_attr(&stem))];
    // Integer inputs of fragment shaders must have the Flat decoration.
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

/// Returns the symbol of the input variable that the module declares for a built-in, if any.
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
