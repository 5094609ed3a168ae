//! Greedy pattern rewrite driver: applies folds and patterns up to a fixed point

use super::rewriter::{Listener, Rewriter};
use super::worklist::Worklist;
use super::{Folded, RewriteFn, effects, is_dead};
use crate::body::Body;
use crate::builder::InsertPoint;
use crate::context::Context;
use crate::dialect::{Registry, Traits};
use crate::entity::Op;
use crate::handles::OpDefId;

/// A set of patterns: optionally the canonicalization patterns of each op definition, followed by the patterns that
/// were added.
#[derive(Clone, Default)]
pub struct Patterns {
    canonical: bool,
    added: Vec<(OpDefId, RewriteFn)>,
}

impl Patterns {
    /// Returns the canonicalization patterns of all op definitions ([`crate::dialect::OpDef::canonicalize`]).
    pub fn canonical() -> Patterns {
        Patterns { canonical: true, added: Vec::new() }
    }

    /// Adds a pattern for ops with the given definition.
    pub fn add(&mut self, def: OpDefId, pattern: RewriteFn) {
        self.added.push((def, pattern));
    }

    fn of(&self, registry: &Registry, def: OpDefId) -> impl Iterator<Item = RewriteFn> + '_ {
        let own = if self.canonical { registry.op(def).canonicalize } else { &[] };
        let added = self.added.iter().filter(move |(known, _)| *known == def);
        own.iter().copied().chain(added.map(|(_, pattern)| *pattern))
    }
}

/// Options of the greedy driver.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Whether to fold ops and erase dead ops, in addition to applying patterns.
    pub fold: bool,
    /// Maximum number of op visits, given as a multiple of the initial number of ops.
    pub max_visits: usize,
    /// Facts about the module for folds and patterns, as bits that the module's dialect defines; 0 if no facts are
    /// known.
    pub facts: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config { fold: true, max_visits: 64, facts: 0 }
    }
}

/// The result of a run of the greedy driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Number of changes, including folds and erased ops.
    pub changes: u64,
    /// Number of successful pattern applications.
    pub applied: u64,
    /// Whether a fixed point was reached within the maximum number of visits.
    pub converged: bool,
}

/// Applies folds and patterns to all ops of a body until none applies. Does not enter the nested bodies of isolated
/// ops.
pub fn rewrite(
    ctx: &Context,
    body: &mut Body,
    patterns: &Patterns,
    config: Config,
    listener: Option<&mut dyn Listener>,
) -> Outcome {
    let worklist = Worklist::of(body);
    let mut visits = worklist.len().saturating_add(64).saturating_mul(config.max_visits);

    // The listener must have the same lifetime as the rewriter.
    let mut rewriter = match listener {
        Some(listener) => {
            let mut forward = Forward(listener);
            return run(
                Rewriter::with(ctx, body, worklist, config.facts, Some(&mut forward)),
                patterns,
                config,
                &mut visits,
            );
        }
        None => Rewriter::with(ctx, body, worklist, config.facts, None),
    };
    rewriter.at = InsertPoint::Detached;
    run(rewriter, patterns, config, &mut visits)
}

/// An adapter that lets a listener be used for a shorter lifetime than its own.
struct Forward<'a>(&'a mut dyn Listener);

impl Listener for Forward<'_> {
    fn created(&mut self, body: &Body, op: Op) {
        self.0.created(body, op);
    }
    fn modified(&mut self, body: &Body, op: Op) {
        self.0.modified(body, op);
    }
    fn erased(&mut self, body: &Body, op: Op) {
        self.0.erased(body, op);
    }
}

fn run(mut rewriter: Rewriter<'_>, patterns: &Patterns, config: Config, visits: &mut usize) -> Outcome {
    let mut applied = 0;
    while let Some(op) = rewriter.worklist.pop() {
        if rewriter.is_dead(op) {
            continue;
        }
        if *visits == 0 {
            return Outcome { changes: rewriter.changes(), applied, converged: false };
        }
        *visits -= 1;
        applied += u64::from(visit(&mut rewriter, op, patterns, config));
    }
    Outcome { changes: rewriter.changes(), applied, converged: true }
}

/// Returns whether an op uses its own result. This is valid only in unreachable code, in which rewriting might not
/// terminate.
pub fn uses_itself(body: &Body, op: Op) -> bool {
    match body.result_count(op) {
        0 => false,
        1 => {
            let result = body.result(op, 0);
            body.operands(op).any(|value| value == result)
        }
        _ => body.results(op).any(|result| body.operands(op).any(|value| value == result)),
    }
}

/// Erases a dead op, folds an op, or applies a pattern to it. Returns whether a pattern was applied.
fn visit(rewriter: &mut Rewriter<'_>, op: Op, patterns: &Patterns, config: Config) -> bool {
    let ctx = rewriter.ctx();
    if config.fold {
        // Ops that read memory are preserved, because passes that analyze memory decide which reads are dead.
        if rewriter.parent(op).is_some()
            && is_dead(ctx, rewriter, op)
            && effects(ctx, rewriter, op) == Traits::PURE
        {
            rewriter.erase(op);
            return false;
        }
        if uses_itself(rewriter, op) {
            return false;
        }
        if fold(rewriter, op) {
            return false;
        }
    }
    for pattern in patterns.of(ctx.registry(), rewriter.def(op)) {
        rewriter.at = InsertPoint::Before(op);
        if pattern(rewriter, op) {
            // Revisit the op if it still exists.
            if !rewriter.is_dead(op) {
                rewriter.worklist.push(op);
            }
            return true;
        }
    }
    false
}

/// Folds an op. Returns whether the op was erased.
fn fold(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let ctx = rewriter.ctx();
    let def = ctx.registry().op(rewriter.def(op));
    if def.traits.contains(Traits::CONSTANT_LIKE) {
        return rewriter.merge_constant(op);
    }
    let Some(fold) = def.fold else { return false };
    if rewriter.result_count(op) != 1 {
        return false;
    }
    let Some(folded) = fold(rewriter.folding(), op) else { return false };
    let result = rewriter.result(op, 0);
    let value = match folded {
        Folded::Value(value) if value == result => return false,
        Folded::Value(value) => value,
        Folded::Constant(attr) => {
            let ty = rewriter.value_type(result);
            match rewriter.constant(ty, attr) {
                Some(value) => value,
                None => return false,
            }
        }
    };
    rewriter.replace(op, &[value]);
    true
}
