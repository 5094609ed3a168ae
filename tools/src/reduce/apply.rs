//! Applies reductions to a module

use super::null::{constant, has_null, null};
use super::target::Reduction;
use rustc_hash::FxHashMap;
use spv_dialect::blocks::UNDECORATED_BUFFERS;
use spv_dialect::generated::opcodes;
use spv_dialect::spv;
use spv_dialect::types::{self, Struct};
use spv_dialect::vce::Vce;
use spv_ir::dialect::OpDefId;
use spv_ir::replace::replace_types;
use spv_ir::symbols::name_of;
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Ident, InsertPoint, Module, NewOp, Op, Type, TypeData, walk,
};
use spv_passes::{Pipeline, Registry, RunOptions, Verify, run};

/// Applies a set of reductions to the only `spv.module`, then runs the pass pipeline `cleanup`. Returns `None` if the
/// module is unchanged or a pass fails.
pub(super) fn apply(module: &mut Module, set: &[Reduction], cleanup: &str) -> Option<()> {
    let ctx = module.ctx.clone();
    let op = walk::top_ops(&module.body).find(|&op| module.body.def(op) == spv::Module::ID)?;
    let mut changed = false;
    let mut current = FxHashMap::default();
    for target in set {
        changed |= match *target {
            Reduction::Member(ty, _) | Reduction::TypeAttribute(ty, ..) => {
                let body = Builder::new(&mut module.body).into_nested_mut(op)?;
                let old = current.get(&ty).copied().unwrap_or(ty);
                let new = changed_type(&ctx, old, *target);
                if let Some(new) = new {
                    replace_types(&ctx, body, &mut |ty, _| (ty == old).then_some(new));
                    current.insert(ty, new);
                }
                let is_block = |key: &Ident| ctx.str(*key) == "block";
                if matches!(target, Reduction::TypeAttribute(_, None, key) if is_block(key)) {
                    keep_undecorated(&ctx, &mut module.body, op);
                }
                new.is_some()
            }
            Reduction::Pass(name) => run_passes(module, name).is_some(),
            Reduction::ModuleAttribute(key) => remove_attribute(&ctx, &mut module.body, op, key).is_some(),
            Reduction::Capability(_) | Reduction::Extension(_) => {
                remove_declaration(&ctx, &mut module.body, op, *target).is_some()
            }
            _ => {
                let body = Builder::new(&mut module.body).into_nested_mut(op)?;
                one(&ctx, body, *target).is_some()
            }
        };
    }
    if !changed {
        return None;
    }
    if !cleanup.is_empty() {
        run_passes(module, cleanup)?;
    }
    erase_unused_copies(Builder::new(&mut module.body).into_nested_mut(op)?);
    Some(())
}

/// Marks a module so that export does not add `Block` to structs in buffers.
fn keep_undecorated(ctx: &Context, outer: &mut Body, op: Op) {
    let attrs = outer.attrs(op);
    if ctx.dict_get(attrs, UNDECORATED_BUFFERS).is_none() {
        let mut entries = ctx.dict(attrs).to_vec();
        entries.push((ctx.ident(UNDECORATED_BUFFERS), ctx.unit_attr()));
        Builder::new(outer).set_attrs(op, Some(ctx.dict_attr(entries)));
    }
}

/// Erases unused constants and addresses in functions. They have no binary form in functions, so removing them alone
/// never counts as progress. However, they are uses of module-level ops.
fn erase_unused_copies(module: &mut Body) {
    const COPIES: [OpDefId; 4] =
        [spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID, spv::Undef::ID];
    let functions: Vec<Op> = walk::top_ops(module).filter(|&op| module.nested(op).is_some()).collect();
    for function in functions {
        let Some(body) = Builder::new(module).into_nested_mut(function) else { continue };
        let is_unused =
            |op: &Op| COPIES.contains(&body.def(*op)) && !body.results(*op).any(|value| body.has_uses(value));
        let unused: Vec<Op> = walk::ops(body).filter(is_unused).collect();
        unused.into_iter().for_each(|op| Builder::new(body).erase(op));
    }
}

fn run_passes(module: &mut Module, text: &str) -> Option<()> {
    let pipeline = Pipeline::parse(&Registry::new(), text).ok()?;
    run(&pipeline, module, &RunOptions { verify: Verify::Never, ..Default::default() }).ok()
}

/// Applies one reduction to the body of the `spv.module`. Returns `None` if an earlier reduction removed its target.
fn one(ctx: &Context, module: &mut Body, target: Reduction) -> Option<()> {
    match target {
        // The caller handles these reductions.
        Reduction::Pass(_)
        | Reduction::ModuleAttribute(_)
        | Reduction::Capability(_)
        | Reduction::Extension(_) => None,
        Reduction::Global(op) => (!module.is_dead(op)).then(|| erase_global(ctx, module, op)),
        Reduction::Interface(entry, name) => shorten_interface(ctx, module, entry, name),
        Reduction::Body(function) => empty(ctx, module, function),
        Reduction::Op(function, op) => replace(ctx, live(module, function, op)?, op),
        Reduction::Forward(function, op, index) => forward(live(module, function, op)?, op, index),
        Reduction::Operand(function, op, index) => {
            let body = live(module, function, op)?;
            let old = body.operands(op).nth(index)?;
            let new = null(ctx, body, body.value_type(old))?;
            Builder::new(body).set_operand(op, index, new);
            Some(())
        }
        Reduction::Condition(function, op, value) => {
            let body = live(module, function, op)?;
            let ty = body.value_type(body.operands(op).next()?);
            let is_bool = matches!(ctx.type_data(ty), TypeData::Integer { width: 1, .. });
            let attr = if is_bool { ctx.bool_attr(value) } else { ctx.int_attr(u64::from(value), ty) };
            let new = constant(body, attr, ty)?;
            Builder::new(body).set_operand(op, spv::BranchConditional::CONDITION, new);
            Some(())
        }
        Reduction::Attribute(None, op, key) => remove_attribute(ctx, module, op, key),
        Reduction::Attribute(Some(function), op, key) => {
            remove_attribute(ctx, live(module, function, op)?, op, key)
        }
        Reduction::Return(function, op) => {
            let result = result_type(ctx, module, function)?;
            return_at(ctx, live(module, function, op)?, op, result)
        }
        Reduction::Parameter(function, index) => remove_parameter(ctx, module, function, index),
        Reduction::Constant(function, op) => {
            let body = live(module, function, op)?;
            let value = body.results(op).next()?;
            let new = null(ctx, body, body.value_type(value)).filter(|new| *new != value)?;
            Builder::new(body).replace_all_uses(value, new);
            Some(())
        }
        Reduction::Array(ty) => {
            shorten_array(ctx, module, ty);
            Some(())
        }
        // The caller handles these reductions, because it knows the current form of the type.
        Reduction::Member(..) | Reduction::TypeAttribute(..) => None,
    }
}

/// Erases a module-level op. With the last entry point of a function, also erases the function's execution modes.
fn erase_global(ctx: &Context, module: &mut Body, op: Op) {
    let function = spv::EntryPoint::cast(module, op).and_then(|entry| entry.fn_(ctx));
    Builder::new(module).erase(op);
    let Some(function) = function else { return };
    let is_entry = |op| spv::EntryPoint::cast(module, op).and_then(|entry| entry.fn_(ctx)) == Some(function);
    if walk::top_ops(module).any(is_entry) {
        return;
    }
    let moded = |op| {
        let by_literals = spv::ExecutionModeOp::cast(module, op).and_then(|mode| mode.fn_(ctx));
        by_literals.or_else(|| spv::ExecutionModeId::cast(module, op).and_then(|mode| mode.fn_(ctx)))
    };
    let modes: Vec<Op> = walk::top_ops(module).filter(|&op| moded(op) == Some(function)).collect();
    modes.into_iter().for_each(|op| Builder::new(module).erase(op));
}

/// Returns the body of a function, or `None` if `op` in that function was erased.
fn live(module: &mut Body, function: Op, op: Op) -> Option<&mut Body> {
    if module.is_dead(function) {
        return None;
    }
    Builder::new(module).into_nested_mut(function).filter(|body| body.has_op(op) && !body.is_dead(op))
}

fn remove_attribute(ctx: &Context, body: &mut Body, op: Op, key: Ident) -> Option<()> {
    let attrs = body.attrs(op).filter(|_| !body.is_dead(op));
    ctx.dict_get(attrs, ctx.str(key))?;
    Builder::new(body).set_attrs(op, ctx.dict_without(attrs, ctx.str(key)));
    Some(())
}

/// Removes a capability or extension that the module declares. Returns `None` if it is not declared.
fn remove_declaration(ctx: &Context, outer: &mut Body, op: Op, target: Reduction) -> Option<()> {
    let mut vce = Vce::new(ctx, outer.slot_attr(op, spv::Module::VCE_TRIPLE)?)?;
    vce.capabilities.retain(|capability| target != Reduction::Capability(*capability));
    vce.extensions.retain(|name| target != Reduction::Extension(ctx.ident(name)));
    let attr = vce.attr(ctx);
    Builder::new(outer).set_slot(op, spv::Module::VCE_TRIPLE, attr.raw());
    Some(())
}

fn shorten_interface(ctx: &Context, module: &mut Body, entry: Op, name: Ident) -> Option<()> {
    if module.is_dead(entry) {
        return None;
    }
    let list = ctx.attr_array(module.slot_attr(entry, spv::EntryPoint::INTERFACE)?)?;
    let kept: Vec<Attribute> =
        list.iter().copied().filter(|attr| ctx.attr_symbol(*attr) != Some(name)).collect();
    let raw = if kept.is_empty() { 0 } else { ctx.array_attr(&kept).raw() };
    Builder::new(module).set_slot(entry, spv::EntryPoint::INTERFACE, raw);
    (kept.len() < list.len()).then_some(())
}

/// Replaces the body of a function with a return of a null constant. Returns `None` if the function was erased.
fn empty(ctx: &Context, module: &mut Body, function: Op) -> Option<()> {
    if module.is_dead(function) {
        return None;
    }
    let ty = ctx.attr_type(module.slot_attr(function, spv::Func::TYPE)?)?;
    let TypeData::Function { inputs, results } = ctx.type_data(ty) else { return None };
    if !results.iter().all(|ty| has_null(ctx, *ty)) {
        return None;
    }
    let old = module.nested(function)?;
    let arguments: Vec<_> =
        old.first_block(old.root()).map(|block| old.args(block).to_vec()).unwrap_or_default();
    let annotations: Vec<_> =
        arguments.iter().map(|&value| (old.value_name(value), old.value_annotations(value))).collect();
    let mut body = Box::new(Body::default());
    let root = body.root();
    let block = Builder::new(&mut body).append_block(root);
    for (ty, (name, annotations)) in inputs.iter().zip(annotations) {
        let mut builder = Builder::new(&mut body);
        let value = builder.add_arg(block, *ty);
        builder.set_value_name(value, name);
        builder.set_value_annotations(value, annotations);
    }
    append_return(ctx, &mut body, block, results.first().copied())?;
    Builder::new(module).set_nested(function, Some(body));
    Some(())
}

/// Appends a return of a null constant to a block, or a return without a value if `result` is `None`.
fn append_return(ctx: &Context, body: &mut Body, block: Block, result: Option<Type>) -> Option<()> {
    let value = match result {
        Some(ty) => Some(null(ctx, body, ty)?),
        None => None,
    };
    let def = if value.is_some() { spv::ReturnValue::ID } else { spv::Return::ID };
    let slots = vec![0; ctx.registry().op(def).slots()];
    let operands: Vec<_> = value.into_iter().collect();
    let new = NewOp { operands: &operands, slots: &slots, ..NewOp::new(def) };
    Builder::at(body, InsertPoint::End(block)).create(new);
    Some(())
}

/// Returns the result type of a function. The inner `None` means void; the outer `None` means that the function has no
/// valid type.
fn result_type(ctx: &Context, module: &Body, function: Op) -> Option<Option<Type>> {
    let ty = ctx.attr_type(module.slot_attr(function, spv::Func::TYPE)?)?;
    match ctx.type_data(ty) {
        TypeData::Function { results, .. } => Some(results.first().copied()),
        _ => None,
    }
}

/// Replaces a terminator with a return. Returns `None` if the result type has no null constant.
fn return_at(ctx: &Context, body: &mut Body, op: Op, result: Option<Type>) -> Option<()> {
    let block = body.parent(op).filter(|_| result.is_none_or(|ty| has_null(ctx, ty)))?;
    Builder::new(body).erase(op);
    append_return(ctx, body, block, result)
}

/// Removes the unused parameter at `index`, and the corresponding argument from all calls. Returns `None` if the
/// function or parameter no longer exists.
fn remove_parameter(ctx: &Context, module: &mut Body, function: Op, index: usize) -> Option<()> {
    let name =
        name_of(ctx, module, function).filter(|_| !module.is_dead(function)).map(|name| ctx.ident(name))?;
    let ty = ctx.attr_type(module.slot_attr(function, spv::Func::TYPE)?)?;
    let TypeData::Function { inputs, results } = ctx.type_data(ty) else { return None };
    let mut inputs = inputs.to_vec();
    if index >= inputs.len() {
        return None;
    }
    inputs.remove(index);
    let new = ctx.type_attr(ctx.function_type(&inputs, results));
    Builder::new(module).set_slot(function, spv::Func::TYPE, new.raw());
    let body = Builder::new(module).into_nested_mut(function)?;
    let entry = body.first_block(body.root())?;
    Builder::new(body).remove_args(entry, |i| i == index);
    let functions: Vec<Op> = walk::top_ops(module).filter(|&op| module.nested(op).is_some()).collect();
    for caller in functions {
        let Some(body) = Builder::new(module).into_nested_mut(caller) else { continue };
        let is_call =
            |op: &Op| spv::FunctionCall::cast(body, *op).is_some_and(|call| call.function(ctx) == Some(name));
        let calls: Vec<Op> = walk::ops(body).filter(is_call).collect();
        for call in calls {
            let mut operands: Vec<_> = body.own_operands(call).collect();
            if index < operands.len() {
                operands.remove(index);
                Builder::new(body).set_operands(call, &operands, &[]);
            }
        }
    }
    Some(())
}

/// Erases an op and replaces its results with null constants. Returns `None` if a result that has uses has no null
/// constant.
fn replace(ctx: &Context, body: &mut Body, op: Op) -> Option<()> {
    let results: Vec<_> = body.results(op).filter(|&value| body.has_uses(value)).collect();
    if !results.iter().all(|&value| has_null(ctx, body.value_type(value))) {
        return None;
    }
    for value in results {
        let new = null(ctx, body, body.value_type(value))?;
        Builder::new(body).replace_all_uses(value, new);
    }
    Builder::new(body).erase(op);
    Some(())
}

/// Erases an op and replaces its result with the operand at `index`. Returns `None` if their types differ or there is
/// no such operand.
fn forward(body: &mut Body, op: Op, index: usize) -> Option<()> {
    let (result, operand) = (body.results(op).next()?, body.operands(op).nth(index)?);
    if result == operand || body.value_type(result) != body.value_type(operand) {
        return None;
    }
    let mut builder = Builder::new(body);
    builder.replace_all_uses(result, operand);
    builder.erase(op);
    Some(())
}

/// Returns a type without one of its members or decorations. Returns `None` if the type lacks it already.
fn changed_type(ctx: &Context, ty: Type, target: Reduction) -> Option<Type> {
    let without = |dict: Option<Attribute>, key: Ident| {
        ctx.dict_get(dict, ctx.str(key)).map(|_| ctx.dict_without(dict, ctx.str(key)))
    };
    let Some(parts) = types::structure(ctx, ty) else {
        let Reduction::TypeAttribute(_, None, key) = target else { return None };
        let mut params = types::view(ctx, ty)?.1.to_vec();
        let first = params.first_mut()?;
        *first = without(Some(*first), key)?.unwrap_or_else(|| ctx.unit_attr());
        return Some(types::with_params(ctx, ty, &params));
    };
    let (mut members, mut infos) = (parts.members.to_vec(), parts.member_decorations.to_vec());
    let (mut names, mut decorations) = (parts.member_names.to_vec(), parts.decorations);
    match target {
        Reduction::Member(_, index) => {
            if members.len() < 2 || index >= members.len() {
                return None;
            }
            members.remove(index);
            for list in [&mut infos, &mut names] {
                if index < list.len() {
                    list.remove(index);
                }
            }
        }
        Reduction::TypeAttribute(_, None, key) => decorations = without(decorations, key)?,
        Reduction::TypeAttribute(_, Some(index), key) => {
            let info = infos.get_mut(index)?;
            *info = without(Some(*info), key)?.unwrap_or_else(|| ctx.unit_attr());
        }
        _ => return None,
    }
    let parts = Struct { decorations, members: &members, member_decorations: &infos, member_names: &names };
    Some(types::with_params(ctx, ty, &parts.params(ctx)))
}

/// Reduces an array type to one element, in all types and ops that use it.
fn shorten_array(ctx: &Context, module: &mut Body, array: Type) {
    replace_types(ctx, module, &mut |ty, _| {
        if ty != array {
            return None;
        }
        let (_, params) = types::view(ctx, ty).filter(|(code, _)| *code == opcodes::TYPE_ARRAY)?;
        let &[decorations, element, length] = params else { return None };
        let one = ctx.int_attr(1, ctx.constant_type(length)?);
        Some(types::with_params(ctx, ty, &[decorations, element, one]))
    });
}
