//! Parallel conversion of nested bodies
//!
//! First the ops of a body are visited, then its nested bodies are converted, and finally the body is completed.
//! Nesting levels are visited from the outermost inward and completed in reverse. Each nested body receives a fork of
//! the environment. The forks are joined in op order, so neither the result nor the error depends on the executor.

use super::Environment;
use super::driver::{Conversion, Driver, Frame, Report};
use crate::body::Body;
use crate::builder::Builder;
use crate::context::Context;
use crate::diag::{Diagnostic, Diagnostics, Place};
use crate::dialect::OpDefId;
use crate::entity::Op;
use crate::executor::Executor;
use crate::location::Location;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Information about the code that encloses a body.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// Number of enclosing bodies.
    pub depth: usize,
    /// Location of the op that owns the body if a pattern created that op, and otherwise `None`. If given, the
    /// arguments of the body's blocks are converted, too.
    pub made_by: Option<Location>,
}

/// The state of a body's conversion between the visit of its ops and its completion.
struct Visit<E> {
    /// Bookkeeping for the body; `None` once the body is completed.
    frame: Option<Box<Frame>>,
    report: Report,
    nested: Vec<Nested<E>>,
    error: Option<Diagnostics>,
}

/// A nested body, which is removed from the enclosing body during its conversion.
pub(super) struct Nested<E> {
    /// The isolated op that owns the body.
    pub op: Op,
    pub owner: OpDefId,
    pub loc: Location,
    pub body: Box<Body>,
    pub env: E,
    pub around: Around,
    /// Number of failures in the enclosing body before the visit of this op.
    pub failures_before: usize,
    visit: Option<Visit<E>>,
}

impl<E: Environment> Nested<E> {
    /// Removes the nested body of an op from the enclosing body; `None` if the op has none.
    pub fn take(
        body: &mut Body,
        op: Op,
        env: E,
        around: Around,
        failures_before: usize,
    ) -> Option<Nested<E>> {
        let nested = Builder::new(body).take_nested(op)?;
        let (owner, loc) = (body.def(op), body.loc(op));
        Some(Nested { op, owner, loc, body: nested, env, around, failures_before, visit: None })
    }

    /// Visits the ops of the body. Also completes the body if it has no nested bodies.
    fn begin(&mut self, conversion: &Conversion<'_, E>, ctx: &Context) {
        let mut visit = visit(conversion, ctx, &mut self.body, &mut self.env, self.around);
        if visit.nested.is_empty() {
            self.complete(conversion, ctx, &mut visit);
        }
        self.visit = Some(visit);
    }

    /// Completes the body after its nested bodies have been reinserted.
    fn complete(&mut self, conversion: &Conversion<'_, E>, ctx: &Context, visit: &mut Visit<E>) {
        complete(conversion, ctx, &mut self.body, &mut self.env, visit);
        if visit.error.is_none()
            && let Err(message) = self.env.leave(ctx, self.owner, &mut self.body)
        {
            let name = ctx.registry().op(self.owner).row.name;
            let error = Diagnostic::error(Place::Op(self.loc), format!("'{name}' op {message}"));
            visit.error = Some(Diagnostics { list: vec![error] });
        }
        if visit.report.converted > 0 {
            Builder::new(&mut self.body).compact();
        }
    }
}

fn visit<E: Environment>(
    conversion: &Conversion<'_, E>,
    ctx: &Context,
    body: &mut Body,
    env: &mut E,
    around: Around,
) -> Visit<E> {
    let mut driver = Driver { conversion, ctx, report: Report::default(), nested: Vec::new() };
    let (frame, outcome) = driver.visit(body, env, around);
    Visit { frame: Some(Box::new(frame)), report: driver.report, nested: driver.nested, error: outcome.err() }
}

fn complete<E: Environment>(
    conversion: &Conversion<'_, E>,
    ctx: &Context,
    body: &mut Body,
    env: &mut E,
    visit: &mut Visit<E>,
) {
    if let Some(frame) = visit.frame.take().filter(|_| visit.error.is_none()) {
        let mut driver =
            Driver { conversion, ctx, report: std::mem::take(&mut visit.report), nested: Vec::new() };
        visit.error = driver.complete(body, env, *frame).err();
        visit.report = driver.report;
    }
}

/// Reinserts nested bodies in order, and merges their results and errors.
fn put_back<E: Environment>(
    conversion: &Conversion<'_, E>,
    ctx: &Context,
    (body, env, around): (&mut Body, &mut E, &mut Visit<E>),
    nested: impl Iterator<Item = Nested<E>>,
) {
    let mut own = std::mem::take(&mut around.report.failed).list.into_iter();
    let (mut failed, mut taken, mut error) = (Diagnostics::default(), 0, None);
    for mut nested in nested {
        own.by_ref().take(nested.failures_before - taken).for_each(|failure| failed.push(failure));
        taken = nested.failures_before;
        if let Some(visit) = nested.visit.take() {
            around.report.converted += visit.report.converted;
            visit.report.failed.list.into_iter().for_each(|failure| failed.push(failure));
            match visit.error {
                Some(list) if conversion.is_analysis() => {
                    list.list.into_iter().for_each(|failure| failed.push(failure));
                }
                Some(list) => error = error.or(Some(list)),
                None => env.join(ctx, nested.env, &mut nested.body),
            }
        }
        Builder::new(body).set_nested(nested.op, Some(nested.body));
    }
    own.for_each(|failure| failed.push(failure));
    around.report.failed = failed;
    // Errors in a nested body are reported before errors in ops that follow the op that owns the body.
    if error.is_some() {
        around.error = error;
    }
}

/// Converts a body and all bodies nested in it.
pub(super) fn convert<E: Environment>(
    conversion: &Conversion<'_, E>,
    ctx: &Context,
    body: &mut Body,
    env: &mut E,
    around: Around,
    executor: &dyn Executor,
) -> Result<Report, Diagnostics> {
    let mut top = visit(conversion, ctx, body, env, around);
    let mut levels: Vec<Vec<(Nested<E>, usize)>> = Vec::new();
    let mut next = std::mem::take(&mut top.nested);
    let count = next.len();
    while !next.is_empty() {
        let tasks: Vec<Mutex<Nested<E>>> = next.into_iter().map(Mutex::new).collect();
        // Index of the first body that failed. Bodies after it are skipped.
        let failed = AtomicUsize::new(usize::MAX);
        executor.run(tasks.len(), &|i| {
            if i > failed.load(Ordering::Relaxed) {
                return;
            }
            let mut nested = tasks[i].lock().unwrap_or_else(PoisonError::into_inner);
            nested.begin(conversion, ctx);
            if !conversion.is_analysis() && nested.visit.as_ref().is_some_and(|visit| visit.error.is_some()) {
                failed.fetch_min(i, Ordering::Relaxed);
            }
        });
        next = Vec::new();
        let done = tasks.into_iter().map(|task| task.into_inner().unwrap_or_else(PoisonError::into_inner));
        let level = done.map(|mut nested| {
            let inner =
                nested.visit.as_mut().map(|visit| std::mem::take(&mut visit.nested)).unwrap_or_default();
            let count = inner.len();
            next.extend(inner);
            (nested, count)
        });
        levels.push(level.collect());
    }
    let mut below: Vec<Nested<E>> = Vec::new();
    while let Some(level) = levels.pop() {
        let mut inner = below.into_iter();
        let complete = |(mut nested, count): (Nested<E>, usize)| {
            if count > 0
                && let Some(mut visit) = nested.visit.take()
            {
                let around = (&mut *nested.body, &mut nested.env, &mut visit);
                put_back(conversion, ctx, around, inner.by_ref().take(count));
                nested.complete(conversion, ctx, &mut visit);
                nested.visit = Some(visit);
            }
            nested
        };
        below = level.into_iter().map(complete).collect();
    }
    if count > 0 {
        put_back(conversion, ctx, (body, env, &mut top), below.into_iter());
    }
    complete(conversion, ctx, body, env, &mut top);
    top.error.map_or(Ok(top.report), Err)
}
