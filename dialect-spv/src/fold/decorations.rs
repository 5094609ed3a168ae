//! Decorations of operations that are folded, speculated or merged.

use crate::decorations::{enum_text, enum_value, without};
use crate::generated::enums::FP_FAST_MATH_MODE;
use crate::generated::opcodes as op;
use spv_ir::{Attribute, Body, Builder, Context, InsertPoint, NewOp, Op, Value};

/// Decorations that say how exactly an operation computes, or that a result does not wrap: dropped with the operation
/// without harm.
const DROPPED: &[&str] = &[
    "relaxed_precision",
    "no_contraction",
    "no_signed_wrap",
    "no_unsigned_wrap",
    "fp_fast_math_mode",
    "fp_rounding_mode",
    "saturated_conversion",
];

/// Decorations that change the result of an operation.
const CHANGING: &[&str] = &["fp_rounding_mode", "saturated_conversion"];

/// Wrap flags. A decorated operation that wraps is undefined behavior, so they hold for its operands alone, and only
/// where it is executed.
const WRAP_FLAGS: &[&str] = &["no_signed_wrap", "no_unsigned_wrap"];

/// How the decorations of two equal operations are merged in one that represents both.
#[derive(Clone, Copy, PartialEq)]
enum Merge {
    /// The decoration stays where both have it.
    Both,
    /// The flags that both have stay; an operation without the decoration has none of them.
    CommonFlags,
}

/// By key. Operations that differ in any other decoration are not merged: one that is NonUniform would make the
/// accesses of the other costly, and one that is not may not represent it.
const MERGES: [(&str, Merge); 4] = [
    ("no_signed_wrap", Merge::Both),
    ("no_unsigned_wrap", Merge::Both),
    ("relaxed_precision", Merge::Both),
    ("fp_fast_math_mode", Merge::CommonFlags),
];

/// Whether no decoration changes what the operation computes.
pub fn computes_plainly(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict(body.attrs(op)).iter().all(|(key, _)| !CHANGING.contains(&ctx.str(*key)))
}

/// The decorations of a value.
pub fn attrs_of(body: &Body, value: Value) -> Option<Attribute> {
    match body.defining_op(value) {
        Some(def) => body.attrs(def),
        None => body.value_annotations(value).attrs,
    }
}

/// Whether a value may represent the result of an operation: decorations that say more of the result than how
/// it is computed (NonUniform, Aliased) hold for the value, too.
pub fn kept_by(ctx: &Context, body: &Body, op: Op, value: Value) -> bool {
    let Some(attrs) = body.attrs(op) else { return true };
    let own = ctx.dict(attrs_of(body, value));
    ctx.dict(Some(attrs)).iter().all(|entry| DROPPED.contains(&ctx.str(entry.0)) || own.contains(entry))
}

/// Whether a value may represent a load of it: as [`kept_by`], and the value is NonUniform only where the load is.
pub fn forwards(ctx: &Context, body: &Body, load: Op, value: Value) -> bool {
    let uniform = |attrs| ctx.dict_get(attrs, "non_uniform").is_none();
    kept_by(ctx, body, load, value) && (uniform(attrs_of(body, value)) || !uniform(body.attrs(load)))
}

/// Whether an operation can be taken up into the one that uses its result: it has no decorations but those
/// that are dropped, and may be contracted.
pub fn can_merge(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict(body.attrs(op)).iter().all(|(key, _)| DROPPED.contains(&ctx.str(*key)))
        && !stands_alone(ctx, body, op)
}

/// Whether an operation may not be combined with others.
pub fn stands_alone(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.dict_get(body.attrs(op), "no_contraction").is_some() || !computes_plainly(ctx, body, op)
}

/// The decorations without those that hold only where an operation is executed, and for its operands alone.
pub fn without_wrap_flags(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    without(ctx, attrs, WRAP_FLAGS)
}

/// Access chains whose indices are known to be in bounds, and the same without that.
const IN_BOUNDS: &[(u32, u32)] = &[
    (op::IN_BOUNDS_ACCESS_CHAIN, op::ACCESS_CHAIN),
    (op::IN_BOUNDS_PTR_ACCESS_CHAIN, op::PTR_ACCESS_CHAIN),
    (op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR, op::UNTYPED_ACCESS_CHAIN_KHR),
    (op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR, op::UNTYPED_PTR_ACCESS_CHAIN_KHR),
];

/// Moves an operation to where it may be executed though it was not before. It loses what holds only where it was: its
/// wrap flags, and of an access chain that the indices are in bounds.
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
    let new = builder.create(new);
    let value = builder.result(new, 0);
    builder.set_value_name(value, name);
    builder.replace_all_uses(old, value);
    builder.erase(op);
}

/// The decorations in which operations must be identical to be merged.
pub fn unmerged(ctx: &Context, attrs: Option<Attribute>) -> Option<Attribute> {
    let keys = attrs.map(|_| MERGES.map(|(key, _)| key))?;
    without(ctx, attrs, &keys)
}

/// The decorations of an operation that represents two equal ones; `None` if they must not be merged.
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
