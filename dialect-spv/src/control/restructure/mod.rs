//! Any control-flow graph to structured control flow.

mod check;
mod graph;
mod loop_forest;
mod loops;
mod repair;
mod selections;
mod simplify;

use super::{Unstructured, lower_to_cfg, structurize_regions};
use graph::Graph;
use spv_ir::{Body, Context};

/// Makes the control flow of a function structured, whatever it is: reducible or not, with all merge blocks
/// declared, some or none. `Ok(false)`: it is structured, and nothing was changed. Otherwise the function
/// is in region form afterwards, where that is possible.
///
/// No op is duplicated or moved past another: what is added are branches, blocks, arguments, undefined values,
/// and selectors where one place of the new form represents several of the old. Blocks that are unreachable
/// go. Constructs that were declared are found anew, but the controls of their headers are kept.
///
/// # Errors
/// A block that would make the function grow without bound, or that is no proper block; the body is
/// unchanged then.
pub fn structurize(ctx: &Context, body: &mut Body) -> Result<bool, Unstructured> {
    if body.first_block(body.root()).is_none_or(|b| body.last_op(b).is_none()) {
        return Ok(false);
    }
    let mut copy = body.clone();
    lower_to_cfg(ctx, &mut copy)?;
    if check::is_structured(ctx, &copy) {
        return Ok(false);
    }
    let mut graph = Graph::new(ctx, &mut copy)?;
    loops::normalize(&mut graph);
    let mut order = selections::normalize(&mut graph)?;
    simplify::simplify(&mut graph, &mut order);
    graph.write(&order);
    repair::repair(ctx, &mut copy)?;
    // What cannot be in region form is structured all the same.
    let _ = structurize_regions(ctx, &mut copy);
    *body = copy;
    Ok(true)
}
