//! Dialect conversion driver: visits ops and applies patterns

use super::Environment;
use super::failure::{Attempt, Mismatch};
use super::finish::{finish, reconcile};
use super::level::BodyConversion;
use super::nested_bodies::{Around, Nested, convert};
use super::pattern::{Converted, Operands, Pattern, Patterns};
use super::rewriter::{Change, ConversionRewriter};
use super::target::{ConversionTarget, Legality, Verdict, verdict};
use super::type_converter::TypeConverter;
use crate::analysis::Cfg;
use crate::body::Body;
use crate::builder::{Builder, InsertPoint};
use crate::builtin::CAST_ID;
use crate::context::Context;
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::dialect::Registry;
use crate::entity::{Block, Op, Region, Value};
use crate::executor::{Executor, Inline};
use crate::handles::OpDefId;
use crate::location::Location;
use crate::walk;

/// Maximum recursion depth of patterns that apply to ops created by other patterns.
const MAX_DEPTH: usize = 64;
/// Maximum nesting depth of isolated ops.
const MAX_BODIES: usize = 64;

/// The required outcome of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every op must be legal at the end.
    Full,
    /// Ops without a legality rule in the target may remain.
    Partial,
    /// The body is left unchanged, and the report lists the ops that cannot be converted.
    Analysis,
}

/// The results of a successful conversion.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of replaced ops.
    pub converted: usize,
    /// With [`Mode::Analysis`], an error for each op that cannot be converted.
    pub failed: Diagnostics,
    /// The original body, if the conversion replaced it.
    pub original: Option<Box<Body>>,
}

/// A dialect conversion: target, type converter, patterns and mode.
pub struct Conversion<'c, E> {
    /// Conversion rules for types.
    pub types: &'c TypeConverter<E>,
    mode: Mode,
    legality: Vec<Option<Legality<E>>>,
    patterns: Vec<Vec<Pattern<E>>>,
}

impl<'c, E: Environment> Conversion<'c, E> {
    /// Prepares a conversion for modules that use `registry`.
    pub fn new(
        registry: &Registry,
        target: &ConversionTarget<E>,
        types: &'c TypeConverter<E>,
        patterns: &Patterns<E>,
        mode: Mode,
    ) -> Conversion<'c, E> {
        Conversion { types, mode, legality: target.table(registry), patterns: patterns.table(registry) }
    }

    /// Converts a body and all bodies nested in it. The executor converts nested bodies in parallel if the
    /// environment can be forked.
    ///
    /// # Errors
    /// Reports the first op, in op order, that remains illegal. The error lists the patterns that were tried and their
    /// mismatches, and does not depend on the executor. The body is then unchanged.
    pub fn run(
        &self,
        ctx: &Context,
        body: &mut Body,
        env: &mut E,
        executor: &dyn Executor,
    ) -> Result<Report, Diagnostics> {
        let mut copy = body.clone_with(executor);
        let mut report = convert(self, ctx, &mut copy, env, Around::default(), executor)?;
        if self.mode != Mode::Analysis {
            report.original = Some(Box::new(std::mem::replace(body, copy)));
        }
        Ok(report)
    }

    pub(super) fn is_analysis(&self) -> bool {
        self.mode == Mode::Analysis
    }
}

/// The state of the conversion of one body.
pub(super) struct Driver<'d, E> {
    pub conversion: &'d Conversion<'d, E>,
    pub ctx: &'d Context,
    pub report: Report,
    /// Nested bodies that are converted separately, after the ops of this body.
    pub nested: Vec<Nested<E>>,
}

/// Bookkeeping for a body under conversion.
#[derive(Default)]
pub(super) struct Frame {
    level: BodyConversion,
    changes: Vec<Change>,
    /// The patterns being applied, as pairs of op definition and pattern index.
    active: Vec<(OpDefId, usize)>,
}

impl Frame {
    /// Returns whether `op`, which was created or visited, can no longer be affected by a pattern rollback.
    fn is_final(&self, op: Op) -> bool {
        let made = |change: &&Change| !matches!(change, Change::Created(new) if *new == op);
        let is_structure = |change: &Change| matches!(change, Change::Structure);
        self.active.is_empty() || self.changes.iter().rev().take_while(made).any(is_structure)
    }
}

/// The reason why a pattern failed.
enum Failure {
    /// The pattern does not match.
    Mismatch(String),
    /// The ops that the pattern created cannot be legalized.
    Errors(Diagnostics),
}

impl Failure {
    fn text(&self) -> String {
        match self {
            Failure::Mismatch(reason) => reason.clone(),
            Failure::Errors(errors) => {
                let texts = errors.list.iter().flat_map(|error| {
                    let op = error.excerpt.iter().map(|excerpt| excerpt.note().into());
                    let notes = error.notes.iter().map(|(_, note)| note.into());
                    std::iter::once(error.headline()).chain(op).chain(notes)
                });
                texts.collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// Returns all ops of a body in an order in which each op precedes its nested ops.
///
/// The blocks of a region are visited in reverse postorder, so that definitions precede uses. Unreachable blocks come
/// last.
fn in_order(ctx: &Context, body: &Body) -> Vec<Op> {
    let blocks_of = |region: Region| -> Vec<Block> {
        let mut blocks: Vec<Block> = body.blocks(region).collect();
        if blocks.len() > 1 {
            let cfg = Cfg::new(ctx.registry(), body, region);
            blocks.sort_by_key(|block| cfg.rank(*block).unwrap_or(usize::MAX));
        }
        blocks
    };
    let mut list = Vec::new();
    // Stack of the ops at which the walk resumes after a nested region.
    let mut open: Vec<Option<Op>> = Vec::new();
    let enter = |open: &mut Vec<Option<Op>>, region: Region| {
        open.extend(blocks_of(region).into_iter().rev().map(|block| body.first_op(block)));
    };
    enter(&mut open, body.root());
    while let Some(mut at) = open.pop() {
        while let Some(op) = at {
            list.push(op);
            at = body.next(op);
            let regions = body.region_count(op);
            if regions > 0 {
                open.push(at.take());
                (0..regions).rev().for_each(|number| enter(&mut open, body.region(op, number)));
            }
        }
    }
    list
}

impl<E: Environment> Driver<'_, E> {
    /// Visits the ops of a body. If the environment can be forked, defers the conversion of nested bodies. Returns the
    /// state that [`Self::complete`] requires, and the errors, if any.
    pub fn visit(
        &mut self,
        body: &mut Body,
        env: &mut E,
        around: Around,
    ) -> (Frame, Result<(), Diagnostics>) {
        let mut frame = Frame::default();
        let outcome = self.visit_ops(body, env, &mut frame, around);
        (frame, outcome)
    }

    fn visit_ops(
        &mut self,
        body: &mut Body,
        env: &mut E,
        frame: &mut Frame,
        around: Around,
    ) -> Result<(), Diagnostics> {
        let ops = in_order(self.ctx, body);
        frame.level.first_new = ops.iter().map(|op| op.index() + 1).max().unwrap_or(0);
        if let Some(loc) = around.made_by {
            self.convert_blocks(body, env, frame, loc)?;
        }
        for op in ops {
            let op = frame.level.substitutes.get(&op).copied().unwrap_or(op);
            if body.is_dead(op)
                || frame.level.replaced.contains(op)
                || is_inside_replaced(body, op, &frame.level)
            {
                continue;
            }
            frame.changes.clear();
            if let Err(errors) = self.legalize(body, env, frame, op, 0, around.depth) {
                if !self.conversion.is_analysis() {
                    return Err(errors);
                }
                errors.list.into_iter().for_each(|error| self.report.failed.push(error));
            }
        }
        while let Some(op) = frame.level.late.pop() {
            if !body.is_dead(op) && !frame.level.replaced.contains(op) {
                frame.changes.clear();
                self.legalize(body, env, frame, op, 0, around.depth)?;
            }
        }
        Ok(())
    }

    /// Completes a body whose ops have been visited and whose nested bodies have been converted.
    pub fn complete(&mut self, body: &mut Body, env: &mut E, frame: Frame) -> Result<(), Diagnostics> {
        self.report.converted += frame.level.order.len();
        finish(self.conversion, self.ctx, body, frame.level, env);
        reconcile(body);
        match self.conversion.mode {
            Mode::Full => self.check_casts(body),
            _ => Ok(()),
        }
    }

    /// Converts the arguments of blocks that are unreachable or have no predecessors. The arguments of other blocks
    /// are converted together with the ops that branch to them.
    fn convert_blocks(
        &self,
        body: &mut Body,
        env: &mut E,
        frame: &mut Frame,
        loc: Location,
    ) -> Result<(), Diagnostics> {
        let cfg = Cfg::new(self.ctx.registry(), body, body.root());
        let is_open = |block: &Block| body.block_uses(*block).next().is_none() || !cfg.is_reachable(*block);
        let blocks: Vec<Block> = body.blocks(body.root()).filter(is_open).collect();
        let mut rewriter = ConversionRewriter {
            ctx: self.ctx,
            env,
            types: self.conversion.types,
            at: InsertPoint::Detached,
            loc,
            body,
            level: &mut frame.level,
            changes: &mut frame.changes,
        };
        for block in blocks {
            if let Err(Mismatch(reason)) = rewriter.convert_block(block) {
                let message = format!("failed to convert the arguments of a block: {reason}");
                return Err(Diagnostics { list: vec![Diagnostic::error(Place::Op(loc), message)] });
            }
        }
        Ok(())
    }

    /// Reports an error if an unresolved cast remains.
    fn check_casts(&self, body: &Body) -> Result<(), Diagnostics> {
        let verdict = self.conversion.legality.get(usize::from(CAST_ID.0)).copied().flatten();
        if matches!(verdict, Some(Legality::Legal)) {
            return Ok(());
        }
        let left = walk::ops(body).find(|op| body.def(*op) == CAST_ID);
        match left {
            None => Ok(()),
            Some(op) => {
                let user = body.uses(body.result(op, 0)).next().map(|(user, _)| user);
                let mut error = self.error(body, op, "failed to legalize unresolved materialization");
                if let Some(user) = user {
                    let name = self.ctx.registry().op(body.def(user)).row.name;
                    error.notes.push((Place::Op(body.loc(user)), format!("'{name}' uses it")));
                }
                Err(Diagnostics { list: vec![error] })
            }
        }
    }

    fn error(&self, body: &Body, op: Op, message: &str) -> Diagnostic {
        let name = self.ctx.registry().op(body.def(op)).row.name;
        Diagnostic::error(Place::Op(body.loc(op)), format!("'{name}' op {message}"))
    }

    /// Constructs the error for an op that cannot be legalized. `illegal` is true if the target explicitly forbids the
    /// op.
    fn failed(&self, body: &Body, op: Op, illegal: bool) -> Diagnostic {
        let name = self.ctx.registry().op(body.def(op)).row.name;
        let why = if illegal { " that was explicitly marked illegal" } else { "" };
        Diagnostic::error(Place::Op(body.loc(op)), format!("failed to legalize operation '{name}'{why}"))
    }

    /// Legalizes an op, with patterns if necessary, and converts its nested body.
    fn legalize(
        &mut self,
        body: &mut Body,
        env: &mut E,
        frame: &mut Frame,
        op: Op,
        depth: usize,
        bodies: usize,
    ) -> Result<(), Diagnostics> {
        let state = verdict(&self.conversion.legality, env, self.ctx, body, op);
        if state == Verdict::Legal {
            return self.nested(body, env, frame, op, bodies);
        }
        let mut attempts = Vec::new();
        if depth >= MAX_DEPTH {
            attempts
                .push(Attempt { pattern: "any", reason: format!("patterns nest deeper than {MAX_DEPTH}") });
        } else if self.apply_patterns(body, env, frame, op, depth, bodies, &mut attempts)? {
            return Ok(());
        }
        if state == Verdict::Unknown && self.conversion.mode != Mode::Full {
            return self.nested(body, env, frame, op, bodies);
        }
        let mut error = self.failed(body, op, state == Verdict::Illegal);
        if attempts.is_empty() {
            error.notes.push((Place::None, "no pattern matches it".to_owned()));
        }
        for attempt in attempts {
            error.notes.push((Place::None, format!("pattern '{}': {}", attempt.pattern, attempt.reason)));
        }
        Err(Diagnostics { list: vec![error] })
    }

    /// Tries the patterns for an op in order. Returns whether a pattern has legalized the op.
    #[expect(clippy::too_many_arguments, reason = "the state of the walk")]
    fn apply_patterns(
        &mut self,
        body: &mut Body,
        env: &mut E,
        frame: &mut Frame,
        op: Op,
        depth: usize,
        bodies: usize,
        attempts: &mut Vec<Attempt>,
    ) -> Result<bool, Diagnostics> {
        let def = body.def(op);
        let conversion = self.conversion;
        let mut kept: Option<Operands> = None;
        let mut has_pieces = None;
        for (index, pattern) in conversion.patterns[usize::from(def.0)].iter().enumerate() {
            let mut note = |reason: String| {
                if !reason.is_empty() {
                    attempts.push(Attempt { pattern: pattern.name, reason });
                }
            };
            if !pattern.bounded && frame.active.contains(&(def, index)) {
                note("created the op".to_owned());
                continue;
            }
            let start = frame.changes.len();
            let mut rewriter = ConversionRewriter {
                ctx: self.ctx,
                env: &mut *env,
                types: conversion.types,
                at: InsertPoint::Before(op),
                loc: body.loc(op),
                body: &mut *body,
                level: &mut frame.level,
                changes: &mut frame.changes,
            };
            if pattern.of_pieces && !*has_pieces.get_or_insert_with(|| rewriter.has_pieces(op)) {
                continue;
            }
            let outcome = pattern.guard.map_or(Ok(()), |guard| guard(&rewriter, op)).and_then(|()| {
                let operands = kept.take().map_or_else(|| adapt(&mut rewriter, op), Ok)?;
                let is_pure = rewriter.changes.len() == start;
                let done = (pattern.apply)(&mut rewriter, op, &operands);
                // If the conversion of the operands created no ops, the next pattern can reuse the operands.
                kept = Some(operands).filter(|_| is_pure && done.is_err());
                done
            });
            let mut failure = match outcome {
                Ok(()) => None,
                Err(mismatch) if mismatch == Mismatch::UNRELATED && frame.changes.len() == start => continue,
                Err(mismatch) => Some(Failure::Mismatch(mismatch.0.into_owned())),
            };
            if failure.is_none() {
                frame.active.push((def, index));
                failure = self.legalize_new(body, env, frame, op, start, depth, bodies);
                frame.active.pop();
            }
            let Some(failure) = failure else { return Ok(true) };
            let undone = undo(body, frame, start);
            match failure {
                // The pattern cannot be rolled back, so the errors in the ops that it created are final.
                Failure::Errors(errors) if !undone => return Err(errors),
                failure if !undone => {
                    let mut error = self.failed(body, op, false);
                    error
                        .notes
                        .push((Place::None, format!("pattern '{}': {}", pattern.name, failure.text())));
                    return Err(Diagnostics { list: vec![error] });
                }
                failure => note(failure.text()),
            }
        }
        Ok(false)
    }

    /// Legalizes the ops that a pattern has created, and checks that the pattern replaced or legalized `op`. Returns
    /// the failure; `None` on success.
    #[expect(clippy::too_many_arguments, reason = "the state of the walk")]
    fn legalize_new(
        &mut self,
        body: &mut Body,
        env: &mut E,
        frame: &mut Frame,
        op: Op,
        start: usize,
        depth: usize,
        bodies: usize,
    ) -> Option<Failure> {
        for at in start..frame.changes.len() {
            let Change::Created(new) = frame.changes[at] else { continue };
            let is_cast = body.def(new) == CAST_ID;
            if is_cast || body.is_dead(new) || frame.level.replaced.contains(new) {
                continue;
            }
            if let Err(errors) = self.legalize(body, env, frame, new, depth + 1, bodies) {
                return Some(Failure::Errors(errors));
            }
        }
        let gone = frame.level.replaced.contains(op) || body.is_dead(op);
        let legal = gone || verdict(&self.conversion.legality, env, self.ctx, body, op) == Verdict::Legal;
        (!legal).then(|| Failure::Mismatch("neither replaced the op nor made it legal".to_owned()))
    }

    /// Converts the nested body of an op, if it has one.
    fn nested(
        &mut self,
        body: &mut Body,
        env: &mut E,
        frame: &Frame,
        op: Op,
        depth: usize,
    ) -> Result<(), Diagnostics> {
        if body.nested(op).is_none() {
            return Ok(());
        }
        if depth >= MAX_BODIES {
            return Err(Diagnostics {
                list: vec![self.error(body, op, "is nested too deeply to be converted")],
            });
        }
        let made_by = (op.index() >= frame.level.first_new).then(|| body.loc(op));
        let around = Around { depth: depth + 1, made_by };
        let mut fork = env.fork();
        fork.as_mut().unwrap_or(&mut *env).enter(self.ctx, body, op);
        if frame.is_final(op)
            && let Some(fork) = fork.take()
        {
            let failures = self.report.failed.list.len();
            self.nested.extend(Nested::take(body, op, fork, around, failures));
            return Ok(());
        }
        let Some(mut nested) = Builder::new(body).take_nested(op) else { return Ok(()) };
        let inner = fork.as_mut().unwrap_or(&mut *env);
        let outcome = convert(self.conversion, self.ctx, &mut nested, inner, around, &Inline);
        let left = outcome.and_then(|report| {
            self.report.converted += report.converted;
            report.failed.list.into_iter().for_each(|error| self.report.failed.push(error));
            inner
                .leave(self.ctx, body.def(op), &mut nested)
                .map_err(|message| Diagnostics { list: vec![self.error(body, op, &message)] })
        });
        if let Some(fork) = fork {
            env.join(self.ctx, fork, &mut nested);
        }
        Builder::new(body).set_nested(op, Some(nested));
        left
    }
}

/// Returns whether an op is nested in a replaced op.
fn is_inside_replaced(body: &Body, op: Op, level: &BodyConversion) -> bool {
    let mut owner = body.parent(op).and_then(|block| body.block_owner(block));
    while let Some(op) = owner {
        if level.replaced.contains(op) {
            return true;
        }
        owner = body.parent(op).and_then(|block| body.block_owner(block));
    }
    false
}

/// Returns the operands of an op, converted to the types that the type converter requires.
fn adapt<E>(rewriter: &mut ConversionRewriter<'_, E>, op: Op) -> Result<Operands, Mismatch> {
    let mut operands = Operands::default();
    let count = rewriter.own_operands(op).len();
    for index in 0..count {
        let value = rewriter.operand(op, index);
        let converted = rewriter.adapted(value);
        operands.own.push(converted.map_err(|m| Mismatch(format!("operand #{index}: {}", m.0).into()))?);
    }
    for number in 0..rewriter.successor_count(op) {
        let passed: Vec<Value> = rewriter.successor_args(op, number).collect();
        let passed: Result<Vec<Converted>, Mismatch> =
            passed.into_iter().map(|value| rewriter.adapted(value)).collect();
        operands.successors.push(passed?);
    }
    Ok(operands)
}

/// Rolls back all changes from index `start` on. Returns false, without rolling anything back, if a change is
/// irreversible.
fn undo(body: &mut Body, frame: &mut Frame, start: usize) -> bool {
    if frame.changes[start..].iter().any(|change| matches!(change, Change::Structure)) {
        return false;
    }
    for change in frame.changes.drain(start..).rev() {
        let level = &mut frame.level;
        match change {
            Change::Created(op) => {
                if !body.is_dead(op) {
                    Builder::new(body).erase(op);
                }
            }
            Change::Mapped(value) => level.map.remove(value),
            Change::Replaced(op) => {
                level.replaced.remove(op);
                level.order.pop();
            }
            Change::Cast(values, ty) => _ = level.casts.remove(&(values, ty)),
            Change::Substituted(op) => {
                if let Some(made) = level.substitutes.remove(&op) {
                    Builder::new(body).erase(made);
                }
            }
            Change::Structure => {}
        }
    }
    true
}
