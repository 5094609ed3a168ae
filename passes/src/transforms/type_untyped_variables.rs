//! Conversion of untyped function variables to typed ones (`type-untyped-variables`)

use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::spirv::{integer, is_referred, storage};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes;
use spv_dialect::spv::{self, StorageClass};
use spv_dialect::types;
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces an untyped function variable with a typed one if every load, store and access \
                  chain uses it with its declared type. Passes such as `sroa` and `mem2reg` handle typed \
                  variables only.",
    before: "%v = spv.UntypedVariableKHR \"Function\", i32 : !spv.untyped_ptr<Function>",
    after: "%v = spv.Variable : !spv.ptr<i32, Function>",
    statistics: &[("variables", "Variables converted to typed ones")],
    ..PassInfo::new(
        "type-untyped-variables",
        "Convert untyped function variables to typed ones",
        ControlFlow::Any,
        |_| Ok(Work::function(TypeVariables)),
    )
};

struct TypeVariables;

impl FunctionPass for TypeVariables {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let body = &mut *function.body;
        let is_untyped = |&op: &Op| body.def(op) == spv::UntypedVariableKHR::ID;
        let variables: Vec<Op> = walk::ops(body).filter(is_untyped).collect();
        let mut typed = 0;
        for op in variables {
            if let Some(pointers) = pointers(ctx, body, op) {
                replace(ctx, body, op, &pointers);
                typed += 1;
            }
        }
        function.count(0, typed);
        Ok(())
    }
}

/// Returns the ops that define pointers into a variable, with their pointee types. Bases come before their access
/// chains. Returns `None` if a use is not valid for a typed pointer.
fn pointers(ctx: &Context, body: &Body, variable: Op) -> Option<Vec<(Op, Type)>> {
    let view = spv::UntypedVariableKHR::cast(body, variable)?;
    let data = view.data_type(ctx).filter(|_| view.storage_class() == StorageClass::Function)?;
    if body.own_operands(variable).any(|initializer| body.value_type(initializer) != data) {
        return None;
    }
    let mut found = vec![(variable, data)];
    let mut next = 0;
    while let Some(&(op, ty)) = found.get(next) {
        next += 1;
        // Return `None` if the typed pointer type cannot be constructed.
        types::make_pointer(ctx, ty, storage::FUNCTION)?;
        for (user, operand) in body.uses(body.result(op, 0)) {
            if is_referred(ctx, body, user) {
                return None;
            }
            let fits = if body.def(user) == spv::Load::ID {
                body.value_type(body.result(user, 0)) == ty
            } else if let Some(store) = spv::Store::cast(body, user) {
                operand == 0 && body.value_type(store.object()) == ty
            } else if let Some(element) = chain_element(ctx, body, user, ty) {
                found.push((user, element));
                operand == 0
            } else {
                is_debug_info(ctx, body, user)
            };
            if !fits {
                return None;
            }
        }
    }
    Some(found)
}

/// Returns the type that an untyped access chain selects from a base of type `base`. Returns `None` for other ops, and
/// for chains with another base type.
fn chain_element(ctx: &Context, body: &Body, op: Op, base: Type) -> Option<Type> {
    // The base type has the same property index in both untyped access chain instructions.
    typed_chain(body, op)?;
    let stated = body.slot_attr(op, spv::UntypedAccessChainKHR::BASE_TYPE)?;
    if ctx.attr_type(stated) != Some(base) {
        return None;
    }
    body.own_operands(op).skip(1).try_fold(base, |ty, index| {
        let index = match types::view(ctx, ty) {
            Some((opcodes::TYPE_STRUCT, _)) => integer(ctx, body, index)?,
            _ => 0,
        };
        types::element(ctx, ty, index)
    })
}

/// Returns the typed counterpart of an untyped access chain instruction, or `None` for other ops.
fn typed_chain(body: &Body, op: Op) -> Option<spv_ir::dialect::OpDefId> {
    match body.def(op) {
        spv::UntypedAccessChainKHR::ID => Some(spv::AccessChain::ID),
        spv::UntypedInBoundsAccessChainKHR::ID => Some(spv::InBoundsAccessChain::ID),
        _ => None,
    }
}

fn replace(ctx: &Context, body: &mut Body, variable: Op, pointers: &[(Op, Type)]) {
    let mut typed: FxHashMap<Value, Value> = FxHashMap::default();
    for &(op, ty) in pointers {
        let Some(pointer) = types::make_pointer(ctx, ty, storage::FUNCTION) else { continue };
        let def = typed_chain(body, op).unwrap_or(spv::Variable::ID);
        let old = body.result(op, 0);
        let operands: Vec<Value> =
            body.own_operands(op).map(|value| typed.get(&value).copied().unwrap_or(value)).collect();
        let (loc, attrs, name) = (body.loc(op), body.attrs(op), body.value_name(old));
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let new =
            builder.create(NewOp { loc, attrs, operands: &operands, results: &[pointer], ..NewOp::new(def) });
        let value = builder.result(new, 0);
        builder.set_value_name(value, name);
        typed.insert(old, value);
    }
    let mut builder = Builder::new(body);
    for &(op, _) in pointers.iter().rev() {
        let old = builder.result(op, 0);
        if let Some(&value) = typed.get(&old) {
            builder.replace_all_uses(old, value);
        }
        if op != variable {
            builder.erase(op);
        }
    }
    builder.erase(variable);
}
