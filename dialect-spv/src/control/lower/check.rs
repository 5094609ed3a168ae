//! Preconditions for lowering a function from region form

use super::super::Unstructured;
use crate::control::lowering::{Construct, LoweringPlan};
use crate::control::{is_construct, is_exit, merge_slot};
use crate::spv;
use crate::structure::MERGE_NONE;
use spv_ir::{Block, Body, Op};

/// Checks the exits and constructs of a body.
///
/// # Errors
/// Reports a violation of the rules of region form.
pub fn check(body: &Body, plan: &LoweringPlan) -> Result<(), Unstructured> {
    for &block in &plan.order {
        let Some(end) = body.last_op(block) else { continue };
        if is_exit(body, end) && plan.exit_target(end).is_none() {
            return Err(Unstructured { reason: "an exit op must be nested in a loop or switch", block });
        }
        if body.def(end) == spv::Merge::ID && body.block_owner(block).is_none() {
            return Err(Unstructured { reason: "`spv.mlir.merge` must be inside a construct", block });
        }
    }
    let problems = plan.empty.iter().map(|&op| (op, empty_problem(body, op)));
    let problems = problems.chain(plan.constructs.iter().map(|c| (c.op, problem(body, plan, c))));
    for (op, problem) in problems {
        if let (Some(reason), Some(block)) = (problem, body.parent(op)) {
            return Err(Unstructured { reason, block });
        }
    }
    Ok(())
}

fn is_empty(body: &Body, op: Op) -> bool {
    body.region_count(op) == 1 && body.first_block(body.region(op, 0)).is_none()
}

fn empty_problem(body: &Body, op: Op) -> Option<&'static str> {
    if body.region_count(op) != 1 {
        return Some("a construct must have exactly one region");
    }
    (body.result_count(op) > 0).then_some("a construct with results has no blocks")
}

fn problem(body: &Body, plan: &LoweringPlan, c: &Construct) -> Option<&'static str> {
    let &Construct { op, first, merge, cycle } = c;
    if body.def(op) == spv::Loop::ID && cycle.is_none() {
        return Some("a loop must have at least an entry block, a header block and a merge block");
    }
    if first == merge || !body.args(first).is_empty() {
        return Some(
            "the first block of a construct must have no arguments, and must not be its merge block",
        );
    }
    let results = body.last_op(merge).filter(|&last| body.def(last) == spv::Merge::ID);
    if results.is_none_or(|last| body.operand_count(last) != body.result_count(op)) {
        return Some(
            "the last block of a construct must end in `spv.mlir.merge` with the construct's results",
        );
    }
    if body.results(op).any(|result| plan.represented(result).is_none()) {
        return Some("the result of a construct depends on itself");
    }
    header_problem(body, cycle.map_or(first, |c| c.0), cycle.is_some())
}

fn header_problem(body: &Body, header: Block, is_loop: bool) -> Option<&'static str> {
    let inner = body.ops(header).find(|&op| is_construct(body, op) && !is_empty(body, op));
    let end = match inner {
        None => body.last_op(header),
        // The block that enters an inner loop may also be the header of an outer loop.
        Some(inner) if body.def(inner) == spv::Loop::ID && is_loop => {
            let entry = (body.region_count(inner) == 1).then(|| body.first_block(body.region(inner, 0)));
            entry.flatten().and_then(|e| body.last_op(e))
        }
        Some(_) => return Some("a block cannot be the header of two constructs"),
    };
    let branches = end.is_some_and(|end| match merge_slot(body.def(end)) {
        Some(slot) => body.slot(end, slot) == MERGE_NONE,
        None => is_exit(body, end),
    });
    (!branches).then_some("the header block of a construct must end in a branch without a merge declaration")
}
