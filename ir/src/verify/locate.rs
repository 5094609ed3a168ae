//! Excerpts: the assembly of the op that a diagnostic is about

use crate::body::Body;
use crate::context::Context;
use crate::diag::{Diagnostic, Excerpt, Place};
use crate::entity::Op;
use crate::symbols;

/// Maximum number of errors that show the op's assembly, because naming the values of a body takes time linear in its
/// size.
const PRINTED: usize = 20;

/// Attaches an excerpt to an error about an op that the input text does not contain. A note says if the op's position
/// is that of another op.
///
/// `holder` has the op that owns the body, and the body that contains that op. `errors` is the number of preceding
/// errors.
pub fn locate(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
    error: &mut Diagnostic,
) {
    let loc = body.loc(op);
    if loc.text_offset().is_none() || loc.is_derived() {
        error.excerpt = excerpt(ctx, body, holder, op, errors);
    }
    if loc.is_derived() {
        error.notes.push((Place::None, "the op was created from the op at this position".to_owned()));
    }
}

/// Returns the name of the enclosing function and the op's assembly; `None` if neither is available. Only the first
/// errors include the assembly.
pub fn excerpt(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
) -> Option<Excerpt> {
    let symbol = symbols::name_of(ctx, body, op);
    let function = holder.and_then(|(around, op)| symbols::name_of(ctx, around, op));
    // An op with the wrong number of slots, or with operands of another body, cannot be printed.
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
