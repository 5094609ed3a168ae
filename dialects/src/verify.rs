//! Verifier of ops according to their op tables

use crate::spec::{Class, Spec, View, specs};
use crate::types;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::{Arity, OpDef, Param, ParamKind};
use spv_ir::format::result_number;
use spv_ir::params::{operand_groups, segments};
use spv_ir::text::type_text::type_text;
use spv_ir::{Body, Context, Op, Type};

/// Returns the type of the first operand of the ODS argument called `name`, or of the result called `name`. Returns
/// `None` if there is no such operand or result.
pub(crate) fn type_of(
    def: &OpDef,
    groups: &[std::ops::Range<usize>],
    body: &Body,
    op: Op,
    name: &str,
) -> Option<Type> {
    if let Some(part) = def.param(name) {
        let first = groups[part].clone().next()?;
        return body.value_type_opt(body.operand(op, first));
    }
    let number = usize::from(result_number(name)?);
    (number < body.result_count(op)).then(|| body.value_type(body.result(op, number)))
}

/// Returns an error message in MLIR's wording if the operand group sizes are invalid, or else `None`.
fn wrong_lengths(ctx: &Context, body: &Body, op: Op, def: &OpDef) -> Option<String> {
    let lengths = segments(ctx, body, op, def)?;
    let params = || def.row.params.iter().filter(|param| matches!(param.kind, ParamKind::Value));
    let (need, have) = (params().count(), lengths.len());
    if need != have {
        return Some(format!(
            "'operandSegmentSizes' attribute for specifying operand segments must have {need} elements, but got {have}"
        ));
    }
    let (count, total) = (body.own_operands(op).len(), lengths.iter().map(|n| u64::from(*n)).sum::<u64>());
    if total != count as u64 {
        return Some(format!(
            "operand count ({count}) does not match with the total size ({total}) specified in attribute \
             'operandSegmentSizes'"
        ));
    }
    let mut start = 0_u64;
    params().zip(lengths).find_map(|(Param { arity, .. }, &length)| {
        let first = start;
        start += u64::from(length);
        let need = match arity {
            Arity::One if length != 1 => "1 element",
            Arity::Optional if length > 1 => "0 or 1 element",
            _ => return None,
        };
        Some(format!("operand group starting at #{first} requires {need}, but found {length}"))
    })
}

/// Names of the parameters that the parameter `indices` indexes.
const INDEXED: [&str; 6] = ["memref", "srcMemref", "dstMemref", "base", "tensor", "dest"];

/// Returns an error message if the number of indices differs from the rank of the indexed type, or else `None`.
fn wrong_indices(
    ctx: &Context,
    body: &Body,
    op: Op,
    def: &OpDef,
    groups: &[std::ops::Range<usize>],
) -> Option<String> {
    let indices = def.param("indices").filter(|param| def.row.params[*param].arity == Arity::Variadic)?;
    let indexed = INDEXED.iter().find_map(|name| type_of(def, groups, body, op, name))?;
    let (need, have) = (types::shape(ctx, indexed)?.len(), groups[indices].len());
    (need != have).then(|| format!("incorrect number of indices, expected {need} but got {have}"))
}

/// Returns an error message in MLIR's wording if `holder` may not directly contain ops of `spec`, or else `None`.
fn wrong_parent(spec: &Spec, holder: &str) -> Option<String> {
    match spec.parents {
        [] => None,
        parents if parents.contains(&holder) => None,
        [parent] => Some(format!("expects parent op '{parent}'")),
        parents => Some(format!("expects parent op to be one of '{}'", parents.join(", "))),
    }
}

/// Verifies the terminators of the blocks of an isolated op, whose parent is in another body.
fn verify_ends(ctx: &Context, nested: &Body, holder: &str, out: &mut Diagnostics) {
    for end in nested.blocks(nested.root()).filter_map(|block| nested.last_op(block)) {
        let Some(spec) = specs(ctx).get(nested.def(end)) else { continue };
        if let Some(message) = wrong_parent(spec, holder) {
            out.error(Place::Op(nested.loc(end)), format!("'{}' op {message}", spec.row.name));
        }
    }
}

/// Verifies that each op called `name` that ends a block of a function returns the results of the function.
pub(crate) fn verify_returns(
    ctx: &Context,
    nested: &Body,
    (name, function): (&str, &str),
    results: &[Type],
    out: &mut Diagnostics,
) {
    for end in nested.blocks(nested.root()).filter_map(|block| nested.last_op(block)) {
        if ctx.registry().op(nested.def(end)).row.name != name {
            continue;
        }
        let mut error =
            |message: String| out.error(Place::Op(nested.loc(end)), format!("'{name}' op {message}"));
        let (have, need) = (nested.own_operands(end).len(), results.len());
        if have != need {
            error(format!("has {have} operands, but enclosing function (@{function}) returns {need}"));
            continue;
        }
        for (number, (value, result)) in nested.own_operands(end).zip(results).enumerate() {
            let Some(ty) = nested.value_type_opt(value).filter(|ty| ty != result) else { continue };
            let (ty, result) = (type_text(ctx, ty), type_text(ctx, *result));
            error(format!(
                "type of return operand {number} ('{ty}') doesn't match function result type ('{result}') in \
                 function @{function}"
            ));
        }
    }
}

/// Verifies an op according to its op table.
pub(crate) fn verify(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(spec) = specs(ctx).get(body.def(op)) else { return };
    let def = ctx.registry().op(body.def(op));
    let mut error = |message: String| {
        out.error(Place::Op(body.loc(op)), format!("'{}' op {message}", spec.row.name));
    };
    if let Some(problem) = wrong_lengths(ctx, body, op, def) {
        return error(problem);
    }
    let groups = operand_groups(ctx, body, op, def);
    let total: usize = groups.iter().map(|group| group.len()).sum();
    if total != body.own_operands(op).len() {
        return error(format!("expected {total} operands, but found {}", body.own_operands(op).len()));
    }
    let mut classes = true;
    for (&class, group) in spec.classes.iter().zip(&groups) {
        for number in group.clone() {
            let Some(ty) = body.value_type_opt(body.operand(op, number)) else { continue };
            if class != Class::Any && !class.contains(ctx, ty) {
                error(format!("operand #{number} must be {}", class.text()));
                classes = false;
            }
        }
    }
    if usize::from(spec.regions) != body.region_count(op) && !body.is_isolated(op) && spec.regions != u8::MAX
    {
        return error(format!("requires {} regions, but found {}", spec.regions, body.region_count(op)));
    }
    let is_empty = |&number: &usize| body.first_block(body.region(op, number)).is_none();
    let regions = (0..body.region_count(op)).filter(|number| spec.optional_region != Some(*number));
    if let Some(number) = regions.filter(|_| !body.is_isolated(op)).find(is_empty) {
        return error(format!("region #{number} must have a block"));
    }
    for (rules, (target, source)) in
        def.rules.iter().flat_map(|rules| rules.list().map(move |rule| (rules, rule)))
    {
        let of = |name: &str| type_of(def, &groups, body, op, name);
        let Some(expected) = (rules.evaluate)(ctx, source, &of) else { continue };
        let fits = match def.param(target) {
            Some(part) => groups[part]
                .clone()
                .all(|i| body.value_type_opt(body.operand(op, i)).is_none_or(|ty| ty == expected)),
            None => of(target).is_none_or(|ty| ty == expected),
        };
        if !fits && classes {
            error(format!("failed to verify that the type of {target} follows from {source}"));
        }
    }
    if let Some(problem) = wrong_indices(ctx, body, op, def, &groups) {
        error(problem);
    }
    let holder = body.parent(op).and_then(|block| body.block_owner(block));
    if !spec.parents.is_empty()
        && let Some(holder) = holder
        && let Some(problem) = wrong_parent(spec, ctx.registry().op(body.def(holder)).row.name)
    {
        error(problem);
    }
    if classes
        && let Some(check) = spec.check
        && let Some(view) = View::new(ctx, body, op)
        && let Err(problem) = check(&view)
    {
        error(problem);
    }
    if let Some(nested) = body.nested(op) {
        verify_ends(ctx, nested, spec.row.name, out);
    }
    if classes && let Some(verify) = spec.verify {
        verify(ctx, body, op, out);
    }
}
