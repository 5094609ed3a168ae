//! Excerpts: the text of the op that a diagnostic is about

use crate::body::Body;
use crate::context::Context;
use crate::diag::{Diagnostic, Excerpt};
use crate::entity::Op;
use crate::symbols;

/// Maximum number of errors with printed ops. Naming the values of a body takes time linear in its size.
const PRINTED: usize = 20;

/// Attaches an excerpt to an error about an op without a position in the input.
///
/// `holder` is the op that owns the body, paired with the body around that op. `errors` is the number of earlier
/// errors.
pub fn locate(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
    error: &mut Diagnostic,
) {
    if body.loc(op).text_offset().is_none() {
        error.excerpt = excerpt(ctx, body, holder, op, errors);
    }
}

/// Returns the name of the enclosing function and the text of the op. Only the first errors get the text.
pub fn excerpt(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
) -> Option<Excerpt> {
    let symbol = symbols::name_of(ctx, body, op);
    let function = holder.and_then(|(around, op)| symbols::name_of(ctx, around, op));
    // An op with the wrong number of slots or with foreign values cannot be printed.
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
