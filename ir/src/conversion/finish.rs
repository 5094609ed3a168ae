//! Final phase of a dialect conversion: rewires uses, erases replaced ops, cancels casts

use super::driver::Conversion;
use super::level::BodyConversion;
use super::pattern::Converted;
use super::{ConversionRewriter, Environment};
use crate::body::Body;
use crate::builder::{Builder, InsertPoint};
use crate::builtin::CAST_ID;
use crate::context::Context;
use crate::entity::{Op, Value};
use crate::location::Location;
use crate::types::Type;
use crate::walk;

/// Replaces the uses of original values with converted values, and erases the replaced ops.
pub(super) fn finish<E: Environment>(
    conversion: &Conversion<'_, E>,
    ctx: &Context,
    body: &mut Body,
    mut level: BodyConversion,
    env: &mut E,
) {
    let replaced = std::mem::take(&mut level.order);
    let used = used(body, &replaced);
    let mut pairs = Vec::new();
    let mut bridged: Vec<(Value, Converted, Type)> = Vec::new();
    for original in level.map.originals() {
        let values = level.map.resolve(original);
        let ty = body.value_type(original);
        match values[..] {
            [value] if body.value_type(value) == ty => pairs.push((original, value)),
            // Only a use by an op that remains requires a cast back to the original type.
            _ if used[original.index()] => bridged.push((original, values, ty)),
            _ => {}
        }
    }
    let (mut casts, mut changes) = (Vec::new(), Vec::new());
    let mut rewriter = ConversionRewriter {
        ctx,
        env,
        types: conversion.types,
        at: InsertPoint::Detached,
        loc: Location::UNKNOWN,
        body,
        level: &mut level,
        changes: &mut changes,
    };
    for (original, values, ty) in bridged {
        let cast = rewriter.cast(&values, ty);
        casts.push((original, cast));
    }
    pairs.extend(casts);
    let mut builder = Builder::new(body);
    builder.replace_uses_of_each(&pairs);
    for &op in replaced.iter().rev() {
        if !builder.is_dead(op) {
            builder.erase(op);
        }
    }
    for block in level.dead_blocks {
        builder.erase_block(block);
    }
}

/// Returns a list, indexed by value index, of whether an op that is not replaced uses the value.
fn used(body: &Body, replaced: &[Op]) -> Vec<bool> {
    let mut dead = vec![false; body.op_count()];
    for &op in replaced {
        dead[op.index()] = true;
        if body.region_count(op) > 0 {
            walk::ops_of(body, op).for_each(|inner| dead[inner.index()] = true);
        }
    }
    let mut used = vec![false; body.value_count()];
    for op in walk::ops(body).filter(|op| !dead[op.index()]) {
        body.operands(op).for_each(|value| used[value.index()] = true);
    }
    used
}

/// Removes unused casts, and pairs of casts that cancel each other out.
pub(super) fn reconcile(body: &mut Body) {
    let casts: Vec<Op> = walk::ops(body).filter(|op| body.def(*op) == CAST_ID).collect();
    let inputs = |body: &Body, op: Op| -> Vec<Value> { body.operands(op).collect() };
    for &op in &casts {
        // Two casts cancel out only if the operands of one are all results of the other, in order.
        let operands = inputs(body, op);
        let Some(source) = operands.first().and_then(|value| body.defining_op(*value)) else { continue };
        let of_cast = body.def(source) == CAST_ID && body.results(source).eq(operands.iter().copied());
        let before = inputs(body, source);
        let types = |values: &[Value]| values.iter().map(|v| body.value_type(*v)).collect::<Vec<_>>();
        let results: Vec<Value> = body.results(op).collect();
        if of_cast && types(&before) == types(&results) {
            for (old, new) in results.into_iter().zip(before) {
                Builder::new(body).replace_all_uses(old, new);
            }
        }
    }
    for &op in casts.iter().rev() {
        if body.results(op).all(|result| !body.has_uses(result)) {
            Builder::new(body).erase(op);
        }
    }
}
