//! Lowering of decorated constants to plain constants in functions, because LLVM cannot decorate constants

use crate::fold::global_constants::GlobalConstants;
use crate::fold::module_facts;
use crate::generated::values::{execution_mode, execution_model};
use crate::spv::{self, EntryPoint, ExecutionModeOp};
use rustc_hash::FxHashSet;
use spv_ir::symbols::{SymbolUses, name_of};
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Ident, InsertPoint, Module, NewOp,
    Op, Place, Severity, TextForm, walk,
};

/// Name of the built-in whose value overrides the execution mode `LocalSize`.
const WORKGROUP_SIZE: &str = "WorkgroupSize";

/// Replaces references to `spv.GlobalConstant` with undecorated constants, as LLVM's importer does. Sets the execution
/// mode `LocalSize` to the value of a constant decorated as `WorkgroupSize`. Returns a warning for each dropped
/// decorated constant, which names the LLVM version of `form`.
pub fn drop_constant_decorations(module: &mut Module, form: &TextForm) -> Diagnostics {
    let ctx = module.ctx.clone();
    let mut warnings = Diagnostics::default();
    for op in walk::top_ops(&module.body).collect::<Vec<Op>>() {
        let facts = module_facts(&ctx, &module.body, op);
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op)
            && walk::top_ops(body).any(|op| body.def(op) == spv::GlobalConstant::ID)
        {
            let constants = GlobalConstants::fixed(&ctx, body, facts);
            for function in walk::top_ops(body).collect::<Vec<Op>>() {
                if let Some(function) = Builder::new(body).nested_mut(function) {
                    copy_constants(&ctx, function, &constants);
                }
            }
            erase_unused(&ctx, body, form, &mut warnings);
        }
    }
    warnings
}

/// Replaces references to module-level constants with copies of the constants.
fn copy_constants(ctx: &Context, body: &mut Body, constants: &GlobalConstants) {
    let references: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::ReferenceOf::ID).collect();
    for op in references {
        let symbol = body.slot_attr(op, spv::ReferenceOf::SPEC_CONST).and_then(|attr| ctx.attr_symbol(attr));
        let Some((value, ty)) = symbol.and_then(|symbol| constants.value(symbol)) else { continue };
        let loc = body.loc(op);
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let slots = [value.raw()];
        let constant =
            builder.create(NewOp { loc, slots: &slots, results: &[ty], ..NewOp::new(spv::Constant::ID) });
        let copy = builder.result(constant, 0);
        builder.replace_all_uses(builder.result(op, 0), copy);
        builder.erase(op);
    }
}

/// Erases unreferenced module-level constants, with a warning for each. If one is decorated as `WorkgroupSize`, sets
/// the execution mode `LocalSize` to its value.
fn erase_unused(ctx: &Context, body: &mut Body, form: &TextForm, warnings: &mut Diagnostics) {
    let uses = SymbolUses::new(ctx, body);
    let is_unused = |op: &Op| {
        let name = name_of(ctx, body, *op).map(|name| ctx.ident(name));
        body.def(*op) == spv::GlobalConstant::ID && name.is_some_and(|name| uses.users(name).is_empty())
    };
    for op in walk::top_ops(body).filter(is_unused).collect::<Vec<Op>>() {
        let built_in = ctx.dict_get(body.attrs(op), "built_in").and_then(|name| ctx.attr_str(name));
        let value = body.slot_attr(op, spv::GlobalConstant::VALUE);
        let mut effect = "";
        if built_in == Some(WORKGROUP_SIZE)
            && let Some(size) = value.and_then(|value| dimensions(ctx, value))
        {
            set_local_size(ctx, body, size);
            effect = "; the execution mode LocalSize states the workgroup size";
        }
        let form = form.name;
        let message =
            format!("name and decorations of a constant do not exist in {form} and are dropped{effect}");
        warnings.push(Diagnostic::new(Severity::Warning, Place::Op(body.loc(op)), message));
        Builder::new(body).erase(op);
    }
}

/// Converts a constant vector of three integers to an array attribute; `None` for other constants.
fn dimensions(ctx: &Context, value: Attribute) -> Option<Attribute> {
    let AttrData::Dense { elements, .. } = ctx.attr_data(value) else { return None };
    let element = |i: usize| elements.get(if elements.len() == 1 { 0 } else { i }).copied();
    let sizes: Option<Vec<Attribute>> =
        (0..3).map(|i| u32::try_from(element(i)?).ok().map(|size| ctx.i32_attr(size))).collect();
    sizes.map(|sizes| ctx.array_attr(&sizes))
}

/// Sets the execution mode `LocalSize` of each entry point. Adds the execution mode if it is missing and the execution
/// model has workgroups.
fn set_local_size(ctx: &Context, body: &mut Body, size: Attribute) {
    let mut stated: FxHashSet<Ident> = FxHashSet::default();
    let mut missing = Vec::new();
    for op in walk::top_ops(body).collect::<Vec<Op>>() {
        let symbol = |slot| body.slot_attr(op, slot).and_then(|attr| ctx.attr_symbol(attr));
        match body.def(op) {
            ExecutionModeOp::ID
                if body.slot(op, ExecutionModeOp::EXECUTION_MODE) == execution_mode::LOCAL_SIZE =>
            {
                stated.extend(symbol(ExecutionModeOp::FN));
                Builder::new(body).set_slot(op, ExecutionModeOp::EXECUTION_MODE_OPERANDS, size.raw());
            }
            EntryPoint::ID if has_workgroups(body.slot(op, EntryPoint::EXECUTION_MODEL)) => {
                missing.extend(symbol(EntryPoint::FN).map(|function| (function, op)));
            }
            _ => {}
        }
    }
    missing.retain(|(function, _)| !stated.contains(function));
    for (_, op) in missing {
        let (function, loc) = (body.slot(op, EntryPoint::FN), body.loc(op));
        let after = InsertPoint::after(body, op);
        let slots = [function, execution_mode::LOCAL_SIZE, size.raw()];
        Builder::at(body, after).create(NewOp { loc, slots: &slots, ..NewOp::new(ExecutionModeOp::ID) });
    }
}

fn has_workgroups(model: u32) -> bool {
    use execution_model::{GL_COMPUTE, KERNEL, MESH_EXT, MESH_NV, TASK_EXT, TASK_NV};
    [GL_COMPUTE, KERNEL, TASK_NV, MESH_NV, TASK_EXT, MESH_EXT].contains(&model)
}
