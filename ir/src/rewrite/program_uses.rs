//! Uses by the program, excluding uses by debug information
//!
//! Debug information must not affect the generated code. A transformation that depends on the number of uses
//! therefore calls the functions of this module instead of [`Body::uses`].

use crate::body::Body;
use crate::builder::Builder;
use crate::context::Context;
use crate::dialect::Traits;
use crate::entity::{Op, Value};

/// Returns whether an op is debug information, which has no effect and does not keep values alive.
#[inline]
pub fn is_debug_info(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.registry().op(body.def(op)).traits.contains(Traits::DEBUG_INFO)
}

/// Returns the uses of a value, excluding debug information, as pairs of op and operand index. The most recently
/// added use is first.
pub fn program_uses<'b>(
    ctx: &'b Context,
    body: &'b Body,
    value: Value,
) -> impl Iterator<Item = (Op, usize)> + 'b {
    body.uses(value).filter(|&(user, _)| !is_debug_info(ctx, body, user))
}

/// Returns whether the program uses a value. Debug information does not count as a use.
#[inline]
pub fn is_used(ctx: &Context, body: &Body, value: Value) -> bool {
    body.uses(value).any(|(user, _)| !is_debug_info(ctx, body, user))
}

/// Returns whether the program uses a value exactly once. Debug information does not count as a use.
pub fn has_one_use(ctx: &Context, body: &Body, value: Value) -> bool {
    let mut uses = body.uses(value);
    match (uses.next(), uses.next()) {
        (None, _) => false,
        (Some((user, _)), None) => !is_debug_info(ctx, body, user),
        _ => {
            let mut uses = program_uses(ctx, body, value);
            uses.next().is_some() && uses.next().is_none()
        }
    }
}

/// Returns the debug information ops that use a value, without duplicates.
pub fn debug_users(ctx: &Context, body: &Body, value: Value) -> Vec<Op> {
    let users = body.uses(value).map(|(user, _)| user);
    let mut users: Vec<Op> = users.filter(|&user| is_debug_info(ctx, body, user)).collect();
    users.sort_unstable();
    users.dedup();
    users
}

/// Erases the debug information ops that use a value.
pub fn erase_debug_users(ctx: &Context, builder: &mut Builder<'_>, value: Value) {
    if !builder.has_uses(value) {
        return;
    }
    debug_users(ctx, builder, value).into_iter().for_each(|user| builder.erase(user));
}

/// Erases an op that the program does not use, and the debug information ops that use its results.
pub fn erase_unused(ctx: &Context, builder: &mut Builder<'_>, op: Op) {
    for index in 0..builder.result_count(op) {
        let result = builder.result(op, index);
        erase_debug_users(ctx, builder, result);
    }
    builder.erase(op);
}
