//! Restructuring of arbitrary control flow into structured control flow.

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

/// Makes a function's control flow structured, whether it is reducible or not and whether or not it has merge
/// instructions. Returns `Ok(false)` if the function is already structured; nothing changes then. Otherwise converts
/// the function to region form if possible.
///
/// Duplicates no op and reorders no ops. Adds branches, blocks, arguments, undefined values and selectors; a selector
/// chooses among several original targets of a shared block. Removes unreachable blocks. Recomputes all constructs
/// but keeps the control operands of their headers.
///
/// # Errors
/// Fails on a block that would cause unbounded growth, and on a malformed block; the body is unchanged then.
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
    // A function that region form cannot express is structured nonetheless.
    let _ = structurize_regions(ctx, &mut copy);
    *body = copy;
    Ok(true)
}
