//! Verifier of ops according to their op tables

use crate::spec::{Class, Is, Spec, specs};
use crate::types::rule;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::{Body, Context, Op, Type};

/// Returns the type of the first operand of the ODS argument called `name`, or of the result called `name`. Returns
/// `None` if there is no such operand or result.
pub(crate) fn type_of(
    spec: &Spec,
    groups: &[std::ops::Range<usize>],
    body: &Body,
    op: Op,
    name: &str,
) -> Option<Type> {
    if let Some(part) = spec.part(name) {
        let first = groups[part].clone().next()?;
        return body.value_type_opt(body.operand(op, first));
    }
    let number = crate::assembly::result_number(name);
    (number < body.result_count(op)).then(|| body.value_type(body.result(op, number)))
}

/// Verifies an op according to its op table.
pub(crate) fn verify(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some((spec, format)) = specs(ctx).get(body.def(op)) else { return };
    let mut error = |message: String| {
        out.error(Place::Op(body.loc(op)), format!("'{}' op {message}", spec.row.name));
    };
    if let Some(problem) = spec.wrong_lengths(ctx, body, op) {
        return error(problem);
    }
    let groups = spec.groups(ctx, body, op);
    let total: usize = groups.iter().map(|group| group.len()).sum();
    if total != body.own_operands(op).len() {
        return error(format!("expected {total} operands, but found {}", body.own_operands(op).len()));
    }
    let mut classes = true;
    for (part, group) in spec.parts.iter().zip(&groups) {
        let (Is::Value(class) | Is::Optional(class) | Is::Values(class)) = part.is else { continue };
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
    for &(target, source) in &format.rules {
        let of = |name: &str| type_of(spec, &groups, body, op, name);
        let Some(expected) = rule(ctx, source, &of) else { continue };
        let fits = match spec.part(target) {
            Some(part) => groups[part]
                .clone()
                .all(|i| body.value_type_opt(body.operand(op, i)).is_none_or(|ty| ty == expected)),
            None => of(target).is_none_or(|ty| ty == expected),
        };
        if !fits && classes {
            error(format!("failed to verify that the type of {target} follows from {source}"));
        }
    }
    if classes && let Some(verify) = spec.verify {
        verify(ctx, body, op, out);
    }
}
