//! Storage classes of pointers that are computed from other pointers

use super::spirv::is_chain;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::rewrite::program_uses;
use spv_ir::{Body, Builder, Context, Value};

/// Returns whether an argument may replace a parameter. Their types must be the same, or differ only in the storage
/// class. If they differ, only access chains, loads and stores may use the parameter.
pub(crate) fn may_replace(
    ctx: &Context,
    caller: &Body,
    argument: Value,
    callee: &Body,
    parameter: Value,
) -> bool {
    let (passed, expected) = (caller.value_type(argument), callee.value_type(parameter));
    if passed == expected {
        return true;
    }
    let pointees = types::pointer(ctx, passed).zip(types::pointer(ctx, expected));
    if pointees.is_none_or(|((a, _), (b, _))| a != b) {
        return false;
    }
    let mut pointers = vec![parameter];
    while let Some(pointer) = pointers.pop() {
        for (user, operand) in program_uses(ctx, callee, pointer) {
            let def = callee.def(user);
            if is_chain(callee, user) && operand == 0 {
                pointers.push(callee.result(user, 0));
            } else if def != spv::Load::ID && (def != spv::Store::ID || operand != spv::Store::POINTER) {
                return false;
            }
        }
    }
    true
}

/// Propagates the storage class of a pointer to the access chains that use it.
pub(crate) fn propagate(ctx: &Context, body: &mut Body, pointer: Value) {
    let Some((_, class)) = types::pointer(ctx, body.value_type(pointer)) else { return };
    let mut pointers = vec![pointer];
    while let Some(pointer) = pointers.pop() {
        let chains = body.uses(pointer).filter(|&(user, operand)| is_chain(body, user) && operand == 0);
        let results: Vec<Value> = chains.map(|(user, _)| body.result(user, 0)).collect();
        for result in results {
            let Some((pointee, old)) = types::pointer(ctx, body.value_type(result)) else { continue };
            let Some(ty) = types::make_pointer(ctx, pointee, class).filter(|_| old != class) else {
                continue;
            };
            Builder::new(body).set_value_type(result, ty);
            pointers.push(result);
        }
    }
}
