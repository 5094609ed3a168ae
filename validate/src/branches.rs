//! Validation of branches: labels, and merge instructions in shaders

use super::facts::Facts;
use super::rule::{Check, Rule, rule};
use super::{Report, Site};
use spv_dialect::control::{declared, edge_count};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, execution_mode as mode};
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
            for (function, body) in facts.bodies() {
                if let Some(op) = unstructured(facts, body) {
                    report.add(rule, Site { body, op, holder: Some((facts.body, function)) }, "");
                }
            }
        })
    })
    .note("declare it with OpSelectionMerge, or convert it with --spv-structurize (the builder's 'cfg_function')"),
    rule(
        "SPV-reconvergence-labels",
        RECONVERGENCE,
        "with MaximallyReconvergesKHR, the labels of a branch must be different",
        Check::Report(|rule, facts, report| {
            reconverging(rule, facts, report, |body, op| {
                body.def(op) == v::BranchConditional::ID && body.successor(op, 0) == body.successor(op, 1)
            })
        }),
    )
    .note("use OpBranch"),
    rule(
        "SPV-reconvergence-join",
        RECONVERGENCE,
        "with MaximallyReconvergesKHR, only a merge block or a case of a selection may have several predecessors",
        Check::Report(|rule, facts, report| {
            reconverging(rule, facts, report, |body, op| {
                let is_selection = body.def(op) == v::Selection::ID;
                is_selection && body.blocks(body.region(op, 0)).any(|block| is_join(body, block))
            })
        }),
    ),
];

const RECONVERGENCE: &str = "SPV_KHR_maximal_reconvergence";

/// Reports the ops for which `is_violated` returns true, in functions that entry points with the execution mode
/// MaximallyReconvergesKHR reach.
fn reconverging(
    rule: &'static Rule,
    facts: &Facts<'_>,
    report: &mut Report<'_>,
    is_violated: impl Fn(&Body, Op) -> bool,
) {
    const MODE: u32 = mode::MAXIMALLY_RECONVERGES_KHR;
    if !facts.modes.iter().any(|own| own.mode == MODE) {
        return;
    }
    let has_mode = |entry: &usize| facts.has_mode(facts.entries[*entry].function, MODE);
    for (function, body) in facts.bodies().filter(|(op, _)| facts.functions[op].entries.iter().any(has_mode))
    {
        for op in walk::ops(body).filter(|op| is_violated(body, *op)) {
            report.add(rule, Site { body, op, holder: Some((facts.body, function)) }, "");
        }
    }
}

/// Returns the first reachable branch with different targets in a function without constructs. Without constructs, such
/// a branch is a selection without a merge instruction. Returns `None` if the function has none, or has constructs.
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

/// Returns whether a block in a selection is a join block: it has several predecessors and is neither a merge block nor
/// a case.
fn is_join(body: &Body, block: Block) -> bool {
    let is_merge = body.last_op(block).is_some_and(|last| body.def(last) == v::Merge::ID);
    let branches = || body.block_uses(block).map(|(op, _)| op);
    let is_case = || branches().any(|op| body.def(op) == v::Switch::ID);
    let mut predecessors = branches().filter_map(|op| body.parent(op));
    let first = predecessors.next();
    !is_merge && predecessors.any(|other| Some(other) != first) && !is_case()
}

fn holds_construct(body: &Body, block: Block) -> bool {
    body.ops(block).any(|op| [v::Selection::ID, v::Loop::ID].contains(&body.def(op)))
}

/// Returns whether a block is the entry block or has predecessors. Unreachable blocks are not checked.
fn is_reached(body: &Body, block: Block) -> bool {
    body.first_block(body.root()) == Some(block) || body.block_uses(block).next().is_some()
}

fn targets_differ(body: &Body, op: Op) -> bool {
    let mut targets = body.successors(op).take(edge_count(body, op));
    let first = targets.next();
    targets.any(|target| Some(target) != first)
}
