//! Decorations of operations that are folded.

use spv_ir::{Attribute, Body, Context, Op, Value};

/// How exactly an operation computes, or what it promises: lost with the operation without harm.
const DROPPED: &[&str] = &[
    "relaxed_precision",
    "no_contraction",
    "no_signed_wrap",
    "no_unsigned_wrap",
    "fp_fast_math_mode",
    "fp_rounding_mode",
    "saturated_conversion",
];

/// What changes the result of an operation.
const CHANGING: &[&str] = &["fp_rounding_mode", "saturated_conversion"];

/// Promises about the values that an operation is given: other operands may break them.
const PROMISES: &[&str] = &["no_signed_wrap", "no_unsigned_wrap"];

/// Whether no decoration changes what the operation computes.
pub fn computes_plainly(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict(body.attrs(op)).iter().all(|(key, _)| !CHANGING.contains(&ctx.str(*key)))
}

/// Whether a value may stand for the result of an operation: decorations that say more of the result than how
/// it is computed (NonUniform, Aliased) hold for the value, too.
pub fn kept_by(ctx: &Context, body: &Body, op: Op, value: Value) -> bool {
    let Some(attrs) = body.attrs(op) else { return true };
    let own = match body.defining_op(value) {
        Some(def) => ctx.dict(body.attrs(def)),
        None => ctx.dict(body.value_side(value).attrs),
    };
    ctx.dict(Some(attrs)).iter().all(|entry| DROPPED.contains(&ctx.str(entry.0)) || own.contains(entry))
}

/// Whether an operation can be taken up into the one that uses its result: it has no decorations but those
/// that are dropped.
pub fn can_merge(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict(body.attrs(op)).iter().all(|(key, _)| {
        let key = ctx.str(*key);
        DROPPED.contains(&key) && !CHANGING.contains(&key)
    })
}

/// Whether an operation may not be combined with others.
pub fn stands_alone(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict_get(body.attrs(op), "no_contraction").is_some() || !computes_plainly(ctx, body, op)
}

/// The decorations of an operation that computes the same result from other operands.
pub fn without_promises(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    let promise = |key| PROMISES.contains(&ctx.str(key));
    let list = ctx.dict(attrs);
    if !list.iter().any(|(key, _)| promise(*key)) {
        return attrs;
    }
    let rest: Vec<_> = list.iter().copied().filter(|(key, _)| !promise(*key)).collect();
    (!rest.is_empty()).then(|| ctx.dict_attr(rest))
}
