//! The greedy driver: folds and patterns until nothing changes.

use super::rewriter::{Listener, Rewriter};
use super::worklist::Worklist;
use super::{Folded, RewriteFn, effects, is_dead};
use crate::body::Body;
use crate::builder::InsertPoint;
use crate::context::Context;
use crate::dialect::{Registry, Traits};
use crate::entity::Op;
use crate::handles::OpDefId;

/// The patterns that are applied: per op those of its definition, if they are canonical, and then those added.
#[derive(Clone, Default)]
pub struct Patterns {
    canonical: bool,
    added: Vec<(OpDefId, RewriteFn)>,
}

impl Patterns {
    /// The patterns of the definitions ([`crate::dialect::OpDef::canonicalize`]).
    pub fn canonical() -> Patterns {
        Patterns { canonical: true, added: Vec::new() }
    }

    /// Adds a pattern for the ops of a definition.
    pub fn add(&mut self, def: OpDefId, pattern: RewriteFn) {
        self.added.push((def, pattern));
    }

    fn of(&self, registry: &Registry, def: OpDefId) -> impl Iterator<Item = RewriteFn> + '_ {
        let own = if self.canonical { registry.op(def).canonicalize } else { &[] };
        let added = self.added.iter().filter(move |(known, _)| *known == def);
        own.iter().copied().chain(added.map(|(_, pattern)| *pattern))
    }
}

/// How the driver works.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Whether ops are folded and dead ones erased, or patterns applied only.
    pub fold: bool,
    /// Visits at most, as a multiple of the number of ops at the start.
    pub max_visits: usize,
    /// Facts of the module that folds and patterns look at, in bits that the dialect of the module
    /// defines; 0 where nothing is known.
    pub facts: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config { fold: true, max_visits: 64, facts: 0 }
    }
}

/// What the driver did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Number of changes.
    pub changes: u64,
    /// How often patterns applied.
    pub applied: u64,
    /// Whether it ended because nothing was left to do, not at the bound on visits.
    pub converged: bool,
}

/// Applies folds and patterns to all ops of a body, until none applies. Bodies of isolated ops are not
/// entered.
pub fn rewrite(
    ctx: &Context,
    body: &mut Body,
    patterns: &Patterns,
    config: Config,
    listener: Option<&mut dyn Listener>,
) -> Outcome {
    let worklist = Worklist::of(body);
    let mut visits = worklist.len().saturating_add(64).saturating_mul(config.max_visits);

    // The listener's lifetime is that of the rewriter.
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

/// Shortens the lifetime of a listener.
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

/// Whether an op is its own operand, which only an unreachable one may be: rewriting would not end.
pub fn uses_itself(body: &Body, op: Op) -> bool {
    body.results(op).any(|result| body.operands(op).any(|value| value == result))
}

/// Visits an op; true if a pattern applied.
fn visit(rewriter: &mut Rewriter<'_>, op: Op, patterns: &Patterns, config: Config) -> bool {
    let ctx = rewriter.ctx();
    if config.fold {
        // Reads stay: which of them are needed, passes that know memory find out.
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
            // What it left of the op waits in the list, if it is to be visited again.
            if !rewriter.is_dead(op) {
                rewriter.worklist.push(op);
            }
            return true;
        }
    }
    false
}

/// Folds an op; true if it was erased.
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
