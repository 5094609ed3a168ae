//! Handling of decorations when ops are folded, speculated or merged

use crate::decorations::{enum_text, enum_value, without};
use crate::generated::enums::FP_FAST_MATH_MODE;
use crate::generated::opcodes as op;
use spv_ir::{Attribute, Body, Builder, Context, InsertPoint, NewOp, Op, Value};

/// Keys of decorations that may be dropped together with the op. They concern precision or promise that the result does
/// not wrap.
const DROPPED: &[&str] = &[
    "relaxed_precision",
    "no_contraction",
    "no_signed_wrap",
    "no_unsigned_wrap",
    "fp_fast_math_mode",
    "fp_rounding_mode",
    "saturated_conversion",
];

/// Keys of decorations that change the result of an op.
const CHANGING: &[&str] = &["fp_rounding_mode", "saturated_conversion"];

/// Keys of the no-wrap decorations. If a decorated op wraps, the behavior is undefined. Therefore the decorations are
/// only valid for the same operands and the same position.
const WRAP_FLAGS: &[&str] = &["no_signed_wrap", "no_unsigned_wrap"];

/// The merge rule for a decoration when two ops that compute the same value are merged.
#[derive(Clone, Copy, PartialEq)]
enum Merge {
    /// The merged op has the decoration if both ops have it.
    Both,
    /// The merged op has the flags that both ops have. An op without the decoration has no flags.
    CommonFlags,
}

/// Merge rule by decoration key. Ops that differ in other decorations are not merged. For example, a NonUniform op
/// would make the accesses of a uniform op costly, and a uniform op may not replace a NonUniform op.
const MERGES: [(&str, Merge); 4] = [
    ("no_signed_wrap", Merge::Both),
    ("no_unsigned_wrap", Merge::Both),
    ("relaxed_precision", Merge::Both),
    ("fp_fast_math_mode", Merge::CommonFlags),
];

/// Returns whether the op has no decoration that changes its result.
pub fn computes_plainly(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict(body.attrs(op)).iter().all(|(key, _)| !CHANGING.contains(&ctx.str(*key)))
}

/// Returns the decorations of a value, which are the attributes of its defining op or of the block argument.
pub fn attrs_of(body: &Body, value: Value) -> Option<Attribute> {
    match body.defining_op(value) {
        Some(def) => body.attrs(def),
        None => body.value_annotations(value).attrs,
    }
}

/// Returns whether `value` may replace the result of `op`. The decorations of `op` that do more than describe the
/// computation (NonUniform, Aliased) must also be decorations of `value`.
pub fn kept_by(ctx: &Context, body: &Body, op: Op, value: Value) -> bool {
    let Some(attrs) = body.attrs(op) else { return true };
    let own = ctx.dict(attrs_of(body, value));
    ctx.dict(Some(attrs)).iter().all(|entry| DROPPED.contains(&ctx.str(entry.0)) || own.contains(entry))
}

/// Returns whether a value may replace a load. Requires [`kept_by`], and that the value is NonUniform only if the load
/// is.
pub fn forwards(ctx: &Context, body: &Body, load: Op, value: Value) -> bool {
    let uniform = |attrs| ctx.dict_get(attrs, "non_uniform").is_none();
    kept_by(ctx, body, load, value) && (uniform(attrs_of(body, value)) || !uniform(body.attrs(load)))
}

/// Returns whether an op may be merged into the user of its result. Requires that the op permits contraction and has
/// only decorations that may be dropped.
pub fn can_merge(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict(body.attrs(op)).iter().all(|(key, _)| DROPPED.contains(&ctx.str(*key)))
        && !stands_alone(ctx, body, op)
}

/// Returns whether an op must not be combined with other ops because of its decorations.
pub fn stands_alone(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict_get(body.attrs(op), "no_contraction").is_some() || !computes_plainly(ctx, body, op)
}

/// Removes the no-wrap decorations, which are only valid for the op's original operands and position.
pub fn without_wrap_flags(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    without(ctx, attrs, WRAP_FLAGS)
}

/// In-bounds access chains, each with the equivalent op that does not promise that the access is in bounds.
const IN_BOUNDS: &[(u32, u32)] = &[
    (op::IN_BOUNDS_ACCESS_CHAIN, op::ACCESS_CHAIN),
    (op::IN_BOUNDS_PTR_ACCESS_CHAIN, op::PTR_ACCESS_CHAIN),
    (op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR, op::UNTYPED_ACCESS_CHAIN_KHR),
    (op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR, op::UNTYPED_PTR_ACCESS_CHAIN_KHR),
];

/// Moves an op to a position where it may execute even if it did not execute originally. Drops the no-wrap decorations,
/// and turns an in-bounds access chain into a plain access chain.
pub fn speculate(ctx: &Context, builder: &mut Builder<'_>, op: Op, at: InsertPoint) {
    let attrs = builder.attrs(op);
    let rest = without_wrap_flags(ctx, attrs);
    if rest != attrs {
        builder.set_attrs(op, rest);
    }
    let registry = ctx.registry();
    let row = registry.op(builder.def(op)).row;
    let chain = IN_BOUNDS.iter().find(|chain| row.set == 0 && chain.0 == row.opcode);
    let Some(def) = chain.and_then(|chain| registry.op_by_code(0, chain.1)) else {
        return builder.move_op(op, at);
    };
    let old = builder.result(op, 0);
    let (operands, slots) = (builder.operands(op).collect::<Vec<_>>(), builder.slots(op).to_vec());
    let (loc, ty, name) = (builder.loc(op), builder.value_type(old), builder.value_name(old));
    builder.at = at;
    let new =
        NewOp { loc, operands: &operands, slots: &slots, results: &[ty], attrs: rest, ..NewOp::new(def) };
    let value = builder.value(new);
    builder.set_value_name(value, name);
    builder.replace_all_uses(old, value);
    builder.erase(op);
}

/// Returns the decorations that must be identical for two ops to be merged.
pub fn unmerged(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    let keys = attrs.map(|_| MERGES.map(|(key, _)| key))?;
    without(ctx, attrs, &keys)
}

/// Returns the decorations of the op that replaces two merged ops, which may be none. Returns an outer `None` if the
/// ops must not be merged.
pub fn merged(ctx: &Context, a: Option<Attribute>, b: Option<Attribute>) -> Option<Option<Attribute>> {
    if a == b {
        return Some(a);
    }
    let rest = unmerged(ctx, a);
    if rest != unmerged(ctx, b) {
        return None;
    }
    let mut entries = ctx.dict(rest).to_vec();
    for (key, merge) in MERGES {
        let values = [a, b].map(|attrs| ctx.dict_get(attrs, key));
        match (values, merge) {
            ([None, None], _) | ([Some(_), None] | [None, Some(_)], Merge::Both) => {}
            ([Some(value), Some(_)], Merge::Both) => entries.push((ctx.ident(key), value)),
            (values, Merge::CommonFlags) => {
                let flags = |value: Option<Attribute>| match value {
                    Some(value) => enum_value(&FP_FAST_MATH_MODE, ctx.attr_str(value)?),
                    None => Some(0),
                };
                let common = flags(values[0])? & flags(values[1])?;
                entries.push((ctx.ident(key), ctx.string_attr(&enum_text(&FP_FAST_MATH_MODE, common))));
            }
        }
    }
    Some((!entries.is_empty()).then(|| ctx.dict_attr(entries)))
}
