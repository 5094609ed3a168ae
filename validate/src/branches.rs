//! Validation of branches: labels, and merge instructions in shaders.

use super::Site;
use super::facts::Facts;
use super::rule::{Check, Rule, rule};
use spv_dialect::control::{declared, edge_count};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability as c;
use spv_dialect::generated::views as v;
use spv_ir::{Block, Body, Op, walk};

/// Validation rules for branches.
pub const RULES: &[Rule] = &[
    rule("SPV-branch-labels", "3.42.17", "since version 1.6 the two labels must be different", {
        Check::Op(&[op::BRANCH_CONDITIONAL], |x| {
            let alike = x.body().successor_count(x.op) >= 2
                && x.body().successor(x.op, 0) == x.body().successor(x.op, 1);
            (x.facts.version >= 0x0001_0600).then_some(!alike)
        })
    })
    .note("use OpBranch"),
    rule("SPV-branch-structured", "2.11", "in shaders a selection declares its merge block", {
        Check::Report(|rule, facts, report| {
            for op in walk::top_ops(facts.body).filter(|op| facts.functions.contains_key(op)) {
                let Some(body) = facts.body.nested(op) else { continue };
                if let Some(branch) = unstructured(facts, body) {
                    report.add(rule, Site { body, op: branch, holder: Some((facts.body, op)) }, "");
                }
            }
        })
    })
    .note("declare it with OpSelectionMerge, or convert it with --spv-structurize (the builder's 'cfg_function')"),
];

/// Returns the first branch to different blocks of a function without constructs. Without an enclosing construct to
/// leave, each such branch is a selection.
fn unstructured(facts: &Facts<'_>, body: &Body) -> Option<Op> {
    if !facts.has(c::SHADER) {
        return None;
    }
    let mut found = None;
    for block in walk::blocks(body) {
        let Some(last) = body.last_op(block) else { continue };
        if declared(body, last) > 0 || holds_construct(body, block) {
            return None;
        }
        let is_branch = [v::BranchConditional::ID, v::Switch::ID].contains(&body.def(last));
        if is_branch && is_reached(body, block) && targets_differ(body, last) {
            found = found.or(Some(last));
        }
    }
    found
}

fn holds_construct(body: &Body, block: Block) -> bool {
    body.ops(block).any(|op| [v::Selection::ID, v::Loop::ID].contains(&body.def(op)))
}

/// Returns whether a block is the entry or has predecessors. Unreachable blocks are not checked.
fn is_reached(body: &Body, block: Block) -> bool {
    body.first_block(body.root()) == Some(block) || body.block_uses(block).next().is_some()
}

fn targets_differ(body: &Body, op: Op) -> bool {
    let mut targets = body.successors(op).take(edge_count(body, op));
    let first = targets.next();
    targets.any(|target| Some(target) != first)
}
