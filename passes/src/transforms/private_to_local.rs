//! Localization of Private variables (`private-to-local`)
//!
//! A variable that is used by only one entry point function becomes a variable of that function.

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug_globals::{forget_definitions, only_lists_variables};
use crate::support::spirv::storage;
use crate::support::spirv::{is_chain, variable_type};
use crate::support::values::variables_top;
use crate::transforms::remove_unused_interface_variables::shorten_interface;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_dialect::{attributes, types};
use spv_ir::rewrite::{is_debug_info, program_uses};
use spv_ir::symbols::{SymbolTable, SymbolUses, name_of};
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, Type, Value,
    names, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Moves Private variables into the only function that uses them, if that function is an \
                  entry point that is never called, and if the variable is used by loads, stores and access \
                  chains only.",
    before: "spv.GlobalVariable @v : !spv.ptr<i32, Private>\nspv.func @main() \"None\" {\n  \
             %p = spv.mlir.addressof @v : !spv.ptr<i32, Private>\n  ...",
    after: "spv.func @main() \"None\" {\n  %v = spv.Variable : !spv.ptr<i32, Function>\n  ...",
    statistics: &[("variables", "Variables moved")],
    ..PassInfo::new("private-to-local", "Move Private variables into functions", ControlFlow::Any, |_| {
        Ok(Work::module(run))
    })
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let body = &*module.body;
    let ops: Vec<Op> = walk::top_ops(body).collect();
    let is_private =
        |&op: &Op| variable_type(ctx, body, op).is_some_and(|(_, class)| class == storage::PRIVATE);
    let mut moved: Vec<(Op, Ident)> = Vec::new();
    // For each function, its uses of global variables, and the insertion point for function variables.
    let mut known: FxHashMap<Op, (SymbolUses, InsertPoint)> = FxHashMap::default();
    let mut local_types = FxHashMap::default();
    let referenced = module.referenced();
    let variables: Vec<Op> = ops.iter().copied().filter(is_private).collect();
    let uses = match variables.is_empty() {
        true => SymbolUses::default(),
        false => SymbolUses::new(ctx, body),
    };
    for op in variables {
        let name = name_of(ctx, module.body, op).map(|name| ctx.ident(name));
        // Skip variables that an attribute of the module references.
        let Some(name) = name.filter(|name| !referenced.contains(name)) else { continue };
        let Some(function) = only_user(ctx, module.body, &uses, name) else { continue };
        let Some(plan) = plan(ctx, module.body, op) else { continue };
        let done = module.function_mut(function, |body| {
            let (uses, at) =
                known.entry(function).or_insert_with(|| (SymbolUses::new(ctx, body), variables_top(body)));
            let users: Vec<Op> = uses.users(name).iter().map(|user| user.top).collect();
            // A debug instruction may reference the variable itself, without an address op.
            let are_addresses = users.iter().all(|&user| body.def(user) == spv::AddressOf::ID);
            are_addresses && move_into(ctx, body, &users, plan, at, &mut local_types)
        });
        if done == Some(true) {
            moved.push((op, name));
        }
    }
    let gone: FxHashSet<Ident> = moved.iter().map(|m| m.1).collect();
    for op in ops {
        if module.body.def(op) == spv::EntryPoint::ID {
            shorten_interface(ctx, module.body, op, &gone);
        }
    }
    if !gone.is_empty() && walk::top_ops(module.body).any(|op| is_debug_info(ctx, module.body, op)) {
        let mut symbols = SymbolTable::new(ctx, module.body);
        forget_definitions(ctx, module.body, &mut symbols, &gone);
    }
    let mut builder = Builder::new(module.body);
    moved.iter().for_each(|&(op, _)| builder.erase(op));
    module.count(0, moved.len() as u64);
    Ok(())
}

/// Returns the only function that uses a symbol, if the function is an entry point that is never called. All other
/// references to the symbol must be in entry point declarations or debug information.
fn only_user(ctx: &Context, module: &Body, uses: &SymbolUses, name: Ident) -> Option<Op> {
    let mut function = None;
    for user in uses.users(name) {
        if user.nested && module.def(user.top) == spv::Func::ID {
            if function.is_some_and(|h| h != user.top) {
                return None;
            }
            function = Some(user.top);
        } else if !only_lists_variables(ctx, module, user.top) {
            return None;
        }
    }
    let function = function?;
    let own = ctx.ident(name_of(ctx, module, function)?);
    let mut entries = 0;
    for user in uses.users(own) {
        if user.nested {
            let body = module.nested(user.top)?;
            let calls = SymbolUses::new(ctx, body);
            if calls.users(own).iter().any(|user| !is_debug_info(ctx, body, user.top)) {
                return None;
            }
            continue;
        }
        let names_it = module.def(user.top) == spv::EntryPoint::ID
            && module.slot_attr(user.top, spv::EntryPoint::FN).and_then(|a| ctx.attr_symbol(a)) == Some(own);
        entries += usize::from(names_it);
    }
    (entries > 0).then_some(function)
}

/// The function variable to create.
struct LocalVariable {
    pointee: Type,
    /// The constant initial value and its type, if the variable has an initializer.
    initializer: Option<(Attribute, Type)>,
    name: Option<Ident>,
    attrs: Option<Attribute>,
}

fn plan(ctx: &Context, module: &Body, op: Op) -> Option<LocalVariable> {
    let ty = ctx.attr_type(module.slot_attr(op, spv::GlobalVariable::TYPE)?)?;
    let (pointee, _) = types::pointer(ctx, ty)?;
    let attrs = module.attrs(op);
    if ctx.dict(attrs).iter().any(|(key, _)| ctx.str(*key) != "relaxed_precision") {
        return None;
    }
    let initializer = match module.slot_attr(op, spv::GlobalVariable::INITIALIZER) {
        None => None,
        // A symbol may refer to a variable. Only a specialization constant could be copied into the function.
        Some(attr) if matches!(ctx.attr_data(attr), AttrData::Symbol(_)) => return None,
        Some(attr) => Some(attributes::typed_constant(ctx, attr)?),
    };
    if initializer.is_some_and(|(_, ty)| ty != pointee) {
        return None;
    }
    let name = names::base_name(name_of(ctx, module, op)?);
    let name = (name != "_").then(|| ctx.ident(name));
    Some(LocalVariable { pointee, initializer, name, attrs })
}

/// Returns the pointer type with storage class Function for a pointer to a Private variable. Returns `None` if the
/// pointer type has decorations, which would be lost.
fn local_type(ctx: &Context, ty: Type) -> Option<Type> {
    let (pointee, _) = types::pointer(ctx, ty)?;
    let is_plain = types::make_pointer(ctx, pointee, storage::PRIVATE) == Some(ty);
    types::make_pointer(ctx, pointee, storage::FUNCTION).filter(|_| is_plain)
}

/// Creates the function variable at `place`, and moves `place` before it. Returns whether the variable was created,
/// which is not possible if its address escapes. `local_types` caches the results of [`local_type`].
fn move_into(
    ctx: &Context,
    body: &mut Body,
    addresses: &[Op],
    plan: LocalVariable,
    place: &mut InsertPoint,
    local_types: &mut FxHashMap<Type, Option<Type>>,
) -> bool {
    let mut retyped: FxHashMap<Value, Type> = FxHashMap::default();
    let mut work: Vec<Value> = addresses.iter().map(|&op| body.result(op, 0)).collect();
    while let Some(pointer) = work.pop() {
        let ty = body.value_type(pointer);
        let Some(ty) = *local_types.entry(ty).or_insert_with(|| local_type(ctx, ty)) else { return false };
        retyped.insert(pointer, ty);
        for (user, operand) in program_uses(ctx, body, pointer) {
            let def = body.def(user);
            if is_chain(body, user) && operand == 0 {
                work.push(body.result(user, 0));
            } else if def != spv::Load::ID && !(def == spv::Store::ID && operand == 0) {
                return false;
            }
        }
    }
    let Some(pointer) = types::make_pointer(ctx, plan.pointee, storage::FUNCTION) else { return false };
    let first = body.first_block(body.root()).and_then(|b| body.first_op(b));
    let mut b = Builder::at(body, first.map_or(InsertPoint::Detached, InsertPoint::Before));
    let initializer = match plan.initializer {
        Some((value, ty)) => {
            let op =
                b.create(NewOp { slots: &[value.raw()], results: &[ty], ..NewOp::new(spv::Constant::ID) });
            Some(b.result(op, 0))
        }
        None => None,
    };
    b.at = *place;
    let operands: Vec<Value> = initializer.into_iter().collect();
    let new = NewOp {
        operands: &operands,
        results: &[pointer],
        attrs: plan.attrs,
        ..NewOp::new(spv::Variable::ID)
    };
    let variable = b.create(new);
    *place = InsertPoint::Before(variable);
    let value = b.result(variable, 0);
    b.set_value_name(value, plan.name);
    let mut values: Vec<(Value, Type)> = retyped.into_iter().collect();
    values.sort_unstable_by_key(|v| v.0);
    for (chain, ty) in values {
        b.set_value_type(chain, ty);
    }
    for &op in addresses {
        let old = b.result(op, 0);
        b.replace_all_uses(old, value);
        b.erase(op);
    }
    true
}
