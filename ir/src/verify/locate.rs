//! Where an op without a location stands.

use crate::body::Body;
use crate::context::Context;
use crate::diag::{Diagnostic, Place};
use crate::entity::Op;
use crate::symbols;

/// Errors whose ops are printed: to name the values of a body takes as long as the body is large.
const PRINTED: usize = 20;

/// Notes the function around and the text of the op at an error of an op without a location. `holder` is the op that owns
/// the body, and the body that this stands in; `errors` counts those before.
pub fn locate(
    ctx: &Context,
    body: &Body,
    holder: Option<(&Body, Op)>,
    op: Op,
    errors: usize,
    error: &mut Diagnostic,
) {
    if !body.loc(op).is_unknown() {
        return;
    }
    let symbol = symbols::name_of(ctx, body, op);
    let function = holder.and_then(|(around, op)| symbols::name_of(ctx, around, op));
    // What has other slots than its definition, or values of another body, cannot be printed.
    let def = ctx.registry().op(body.def(op));
    let printable = errors < PRINTED && body.slots(op).len() == def.slots() && body.refers_to_own();
    let text = printable.then(|| ctx.registry().op_text(ctx, body, op)).flatten();
    let note = match (function, text) {
        (Some(function), Some(text)) => format!("in '@{function}': `{text}`"),
        (Some(function), None) => format!("in '@{function}'"),
        (None, text) => match (symbol, text) {
            (Some(symbol), Some(text)) => format!("see '@{symbol}': `{text}`"),
            (Some(symbol), None) => format!("see '@{symbol}'"),
            (None, Some(text)) => format!("see current operation: `{text}`"),
            (None, None) => return,
        },
    };
    error.notes.insert(0, (Place::None, note));
}
