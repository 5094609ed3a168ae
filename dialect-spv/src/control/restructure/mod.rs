//! Restructuring of arbitrary control flow into structured control flow

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

/// Makes a function's control flow structured, even if it is irreducible or has no merge instructions. Returns
/// `Ok(false)` if the function is already structured and therefore unchanged. Otherwise also converts the function to
/// region form if possible.
///
/// Adds branches, blocks, arguments, undefined values and selectors; a selector chooses among several original targets
/// of a shared block. Does not reorder ops. Duplicates only ops whose results cannot be block arguments, such as
/// pointers and images. Removes unreachable blocks. Recomputes all constructs but preserves the control operands of
/// their headers.
///
/// # Errors
/// Fails on a block that would cause unbounded growth, and on a malformed block. The body is then unchanged.
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
    // If region form cannot express the function, it remains in structured CFG form.
    let _ = structurize_regions(ctx, &mut copy);
    *body = copy;
    Ok(true)
}
