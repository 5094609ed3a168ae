//! Parallel parsing of function bodies
//!
//! The first pass skips function bodies and guesses their ends from the indentation of closing braces. The second pass
//! parses the bodies in parallel, because their context is then known. Each parser verifies that its body ends at the
//! guessed offset. If any guess was wrong or the source has an error, the whole source is parsed again on one thread.
//! The result and the errors therefore do not depend on the number of threads.

use crate::bytes::margin;
use crate::op::empty_state;
use crate::parser::Parser;
use crate::state::Deferred;
use crate::token::Token;
use crate::{ParseOptions, into_module};
use memchr::{memchr, memchr_iter};
use spv_ir::dialect::Traits;
use spv_ir::text::{ArgDecl, OpState};
use spv_ir::*;
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

/// Minimum length in bytes of a source string that is parsed in parallel.
const LEAST: usize = 1 << 16;
/// Target size of a task: the total length of its function bodies in bytes.
const TASK: usize = 1 << 18;

/// Parses a source string in parallel. Returns `None` if it has errors or must be parsed on one thread.
pub(crate) fn read(
    source: &str,
    options: &ParseOptions,
    ctx: &Arc<Context>,
    executor: &dyn Executor,
) -> Option<Module> {
    if source.len() < LEAST || u32::try_from(source.len()).is_err() {
        return None;
    }
    let reader = || {
        let mut parser = Parser::new(source, ctx);
        parser.set_options(options);
        parser
    };
    let mut parser = reader();
    parser.later = Some(Vec::new());
    parser.open_body(None, Capacity::default());
    let outcome = parser.top();
    let mut body = parser.close_body();
    let mut later = parser.later.take().unwrap_or_default();
    if outcome.is_err() || !parser.diags.list.is_empty() {
        return None;
    }
    // Sorts the bodies in the order in which [`put`] inserts them.
    later.sort_by_key(|deferred| deferred.scope);
    let tasks = split(later);
    let done: Vec<Mutex<Option<Vec<Box<Body>>>>> = tasks.iter().map(|_| Mutex::default()).collect();
    // Tasks reuse parsers, because their caches save time.
    let parsers = Pool::default();
    executor.run(tasks.len(), &|i| {
        let read =
            |parser: &mut Parser<'_>| tasks[i].iter().map(|deferred| parser.deferred(deferred)).collect();
        let bodies = parsers.with(reader, read);
        *done[i].lock().unwrap_or_else(PoisonError::into_inner) = bodies;
    });
    let mut bodies = Vec::new();
    for list in done {
        bodies.extend(list.into_inner().unwrap_or_else(PoisonError::into_inner)?);
    }
    put(ctx, &mut body, bodies.into_iter());
    Some(into_module(ctx.clone(), body))
}

/// Groups consecutive bodies into tasks of approximately the same length.
fn split(list: Vec<Deferred>) -> Vec<Vec<Deferred>> {
    let mut tasks: Vec<Vec<Deferred>> = Vec::new();
    let mut left = 0;
    for deferred in list {
        let length = deferred.end - deferred.open;
        match tasks.last_mut().filter(|_| left > 0) {
            Some(task) => task.push(deferred),
            None => {
                left = TASK;
                tasks.push(vec![deferred]);
            }
        }
        left = left.saturating_sub(length);
    }
    tasks
}

/// Inserts the parsed bodies, in order, into the functions whose bodies were skipped.
fn put(ctx: &Context, body: &mut Body, mut bodies: impl ExactSizeIterator<Item = Box<Body>>) {
    // Stops when all bodies have been inserted, because functions in the parsed bodies already have bodies.
    let left = Cell::new(bodies.len());
    walk::bodies_mut(body, &mut |_, _| left.get() > 0, &mut |body| {
        let waits = |&op: &Op| {
            let function = ctx.registry().op(body.def(op)).traits.contains(Traits::FUNCTION);
            function && body.nested(op).is_some_and(|inner| inner.first_block(inner.root()).is_none())
        };
        let ops: Vec<Op> = walk::ops(body).filter(waits).collect();
        for op in ops {
            if let Some(inner) = bodies.next() {
                Builder::new(body).set_nested(op, Some(inner));
            }
        }
        left.set(bodies.len());
    });
}

impl Parser<'_> {
    /// Skips the `{ ... }` of a function if it can be parsed in parallel afterwards. Returns whether it was skipped.
    pub(crate) fn defer(&mut self, state: &mut OpState, args: &[ArgDecl]) -> bool {
        let function = self.ctx.registry().op(state.def).traits.contains(Traits::FUNCTION);
        if self.tok != Token::LBrace || !function {
            return false;
        }
        let (open, regions, scope) = (self.start, self.regions(), self.scope.number);
        let start = self.start_of(state);
        let Some(later) = &mut self.later else { return false };
        let Some(end) = end_of_body(self.src.as_bytes(), start, open) else { return false };
        later.push(Deferred {
            open,
            end,
            owner: state.def,
            loc: state.loc,
            args: args.to_vec(),
            regions,
            scope,
        });
        self.skip_to(end);
        self.closed = end;
        state.body = Some(Box::new(Body::with_capacity(Capacity::default())));
        true
    }

    /// Parses a function body that was skipped. Returns `None` if it has errors or does not end at the guessed offset.
    fn deferred(&mut self, deferred: &Deferred) -> Option<Box<Body>> {
        self.seek(deferred.open);
        self.set_regions(deferred.regions);
        let mut state = self.spare_states.pop().unwrap_or_else(|| Box::new(empty_state()));
        (state.def, state.loc) = (deferred.owner, deferred.loc);
        let outcome = self.isolated_braces(&mut state, &deferred.args);
        let body = state.body.take();
        self.spare_states.push(state);
        let right = outcome.is_ok() && self.diags.list.is_empty() && self.closed == deferred.end;
        body.filter(|_| right)
    }
}

/// Guesses the offset after the closing brace of the function body that opens at `open`.
///
/// Assumes that the body ends at the first closing brace that starts a line and is not indented more than the function
/// at `start`. Returns `None` if the opening brace is not the last token in its line.
fn end_of_body(bytes: &[u8], start: usize, open: usize) -> Option<usize> {
    let own = margin(bytes, start);
    let rest = &bytes[open + 1..];
    let line = &rest[..memchr(b'\n', rest)?];
    if !line.iter().all(u8::is_ascii_whitespace) && !line.trim_ascii_start().starts_with(b"//") {
        return None;
    }
    memchr_iter(b'}', rest).map(|at| open + 1 + at).find_map(|at| {
        let spaces = bytes[open..at].iter().rev().take_while(|b| **b == b' ').count();
        (bytes[at - spaces - 1] == b'\n' && spaces <= own).then_some(at + 1)
    })
}
