//! The op that a diagnostic is about, as text.

use crate::body::Body;
use crate::context::Context;
use crate::diag::{Diagnostic, Excerpt};
use crate::entity::Op;
use crate::symbols;

/// Errors whose ops are printed: to name the values of a body takes as long as the body is large.
const PRINTED: usize = 20;

/// Shows the function around and the text of the op at an error of an op without a location. `holder` is the op that owns
/// the body, and the body that this stands in; `errors` counts those before.
pub fn locate(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
    error: &mut Diagnostic,
) {
    if body.loc(op).is_unknown() {
        error.excerpt = excerpt(ctx, body, holder, op, errors);
    }
}

/// The function around an op and its text, which only the first errors have.
pub fn excerpt(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
) -> Option<Excerpt> {
    let symbol = symbols::name_of(ctx, body, op);
    let function = holder.and_then(|(around, op)| symbols::name_of(ctx, around, op));
    // What has other slots than its definition, or values of another body, cannot be printed.
    let def = ctx.registry().op(body.def(op));
    let printable = errors < PRINTED && body.slots(op).len() == def.slots() && body.refers_to_own();
    let text = printable.then(|| ctx.registry().op_text(ctx, body, op)).flatten();
    let around = match (function, symbol) {
        (Some(function), _) => format!("in '@{function}'"),
        (None, Some(symbol)) => format!("see '@{symbol}'"),
        (None, None) if text.is_some() => "see current operation".to_owned(),
        (None, None) => return None,
    };
    Some(Excerpt { around, text, marked: None })
}
