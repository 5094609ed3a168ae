//! Reduction: a smaller module that a test still accepts.
//!
//! Deltas ([`deltas`](self)) remove functions, constructs, operations, operands, types and annotations, many at once
//! first and fewer where that fails, as delta debugging does. Each candidate is verified before the test sees it.
//! Candidates are tested several at a time, but the first accepted one in order counts: the result does not depend on
//! the number of threads.

mod apply;
#[cfg(feature = "interp")]
mod behaviour;
mod deltas;
mod null;
mod target;

use crate::module_ref::ModuleRef;
#[cfg(feature = "interp")]
use behaviour::Behaviour;
use deltas::{DELTAS, Delta};
use spv_ir::{Diagnostics, Executor, Inline, Module, walk};
use spv_serialize::export::{ExportOptions, export_module};
use spv_validate::{TargetEnv, verify_for};
use std::sync::{Mutex, PoisonError};
use target::Target;

/// Decides whether a binary still shows what is looked for. It is called by several threads at the same time.
pub type Test<'a> = dyn Fn(&[u32]) -> bool + Sync + 'a;

/// How a module is reduced.
pub struct ReduceOptions<'a> {
    /// Who runs tests at the same time.
    pub executor: &'a dyn Executor,
    /// The number of candidates that are tested at the same time, at least 1.
    pub candidates: usize,
    /// Whether each candidate must have defined behaviour wherever the module has that is reduced: the interpreter runs
    /// entry points with a sample of inputs.
    #[cfg(feature = "interp")]
    pub no_new_ub: bool,
    /// Observes the reduction.
    pub observer: &'a dyn Fn(&Progress<'_>),
}

impl Default for ReduceOptions<'_> {
    fn default() -> Self {
        ReduceOptions {
            executor: &Inline,
            candidates: 1,
            #[cfg(feature = "interp")]
            no_new_ub: false,
            observer: &|_| {},
        }
    }
}

/// The state of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The best binary so far: a reduction that begins with it continues this one.
    pub best: &'a [u32],
    /// Whether it has just become the best one.
    pub improved: bool,
    /// What is being removed.
    pub delta: &'static str,
    /// The number of targets of the delta, and of those that were tried, in the current step.
    pub targets: usize,
    /// See [`Self::targets`].
    pub tried: usize,
    /// The number of tests so far.
    pub tests: usize,
}

/// Why a module cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    /// It is no valid module, or has no binary form.
    #[error("{0}")]
    Invalid(Diagnostics),
    /// The test refuses the whole module.
    #[error("the test refuses the module that is to be reduced")]
    NotInteresting,
    /// The interpreter finds no run with defined behaviour, which a reduction could keep.
    #[cfg(feature = "interp")]
    #[error("the behaviour of the module is undefined or unknown for all inputs: {0}")]
    Undefined(String),
}

/// Reduces the one `spv.module` of a module that the verifier accepts; returns the binary.
///
/// The result is a fixpoint: the test refuses it without any one of its parts. If the module is valid in the latest
/// universal environment, all candidates are.
///
/// # Errors
/// See [`ReduceError`].
pub fn reduce(module: Module, test: &Test<'_>, options: &ReduceOptions<'_>) -> Result<Vec<u32>, ReduceError> {
    ModuleRef::only(&module).map_err(ReduceError::Invalid)?;
    let words = export_module(&module, &ExportOptions::default()).map_err(ReduceError::Invalid)?.words;
    let conditions = Conditions {
        env: TargetEnv::new("spv1.6").filter(|env| verify_for(&module, env).is_ok()),
        #[cfg(feature = "interp")]
        behaviour: match options.no_new_ub {
            true => Some(Behaviour::of(&module).map_err(ReduceError::Undefined)?),
            false => None,
        },
    };
    if !test(&words) {
        return Err(ReduceError::NotInteresting);
    }
    let best = Candidate { cost: cost(&module, &words), module, words };
    let mut reducer = Reducer { best, conditions, test, options, tests: 1 };
    while reducer.round() {}
    Ok(reducer.best.words)
}

/// A module and its binary.
struct Candidate {
    module: Module,
    words: Vec<u32>,
    /// See [`cost`].
    cost: usize,
}

/// Words that an operand counts for if it is no constant: more than a constant in its place takes.
const OPERAND_COST: usize = 8;

/// What each delta lowers, so that a reduction ends: the words of the binary, and the operands that are no constants.
fn cost(module: &Module, words: &[u32]) -> usize {
    let operands = walk::bodies(&module.body).map(|at| {
        let of = |op| at.body.operands(op).filter(|&value| !null::is_constant(at.body, value)).count();
        walk::ops(at.body).map(of).sum::<usize>()
    });
    words.len() + OPERAND_COST * operands.sum::<usize>()
}

/// What a candidate must fulfil before it is tested.
struct Conditions {
    /// The environment in which it must be valid.
    env: Option<TargetEnv>,
    /// The behaviour that it must keep defined.
    #[cfg(feature = "interp")]
    behaviour: Option<Behaviour>,
}

impl Conditions {
    fn allow(&self, module: &Module) -> bool {
        let is_valid = spv_ir::verify::verify_module(module).is_ok()
            && self.env.as_ref().is_none_or(|env| verify_for(module, env).is_ok());
        #[cfg(feature = "interp")]
        let is_valid = is_valid && self.behaviour.as_ref().is_none_or(|behaviour| behaviour.allows(module));
        is_valid
    }
}

struct Reducer<'a> {
    best: Candidate,
    conditions: Conditions,
    test: &'a Test<'a>,
    options: &'a ReduceOptions<'a>,
    tests: usize,
}

impl Reducer<'_> {
    /// Tries all deltas; whether one succeeded.
    fn round(&mut self) -> bool {
        let mut improved = false;
        for delta in DELTAS {
            improved |= self.delta(delta);
        }
        improved
    }

    /// Removes as many targets of a delta as the test allows: all at once, then halves, and so on.
    fn delta(&mut self, delta: &'static Delta) -> bool {
        let mut improved = false;
        let mut size = self.targets(delta).len();
        while size > 0 {
            // Handles of ops stay valid while others are erased.
            let targets = self.targets(delta);
            size = size.min(targets.len());
            let mut at = 0;
            while size > 0 && at < targets.len() {
                at += self.step(delta, &targets, at, size, &mut improved);
            }
            size /= 2;
        }
        improved
    }

    fn targets(&self, delta: &Delta) -> Vec<Target> {
        ModuleRef::only(&self.best.module).map(|module| (delta.find)(module)).unwrap_or_default()
    }

    /// Tests the next sets of targets; returns the number of targets that are done.
    fn step(
        &mut self,
        delta: &'static Delta,
        targets: &[Target],
        at: usize,
        size: usize,
        improved: &mut bool,
    ) -> usize {
        let count = self.options.candidates.max(1).min((targets.len() - at).div_ceil(size));
        let accepted: Mutex<Vec<Option<Candidate>>> = Mutex::new((0..count).map(|_| None).collect());
        let lock = || accepted.lock().unwrap_or_else(PoisonError::into_inner);
        let (best, conditions, test) = (&self.best, &self.conditions, self.test);
        self.options.executor.run(count, &|i| {
            // A later one does not count once an earlier one is accepted.
            if lock()[..i].iter().any(Option::is_some) {
                return;
            }
            let start = at + i * size;
            let set = &targets[start..targets.len().min(start + size)];
            if let Some(found) = candidate(best, conditions, delta, set).filter(|found| test(&found.words)) {
                lock()[i] = Some(found);
            }
        });
        let accepted = accepted.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.tests += count;
        let first = accepted.into_iter().enumerate().find_map(|(i, candidate)| Some((i, candidate?)));
        let (done, success) = match first {
            Some((i, candidate)) => {
                self.best = candidate;
                *improved = true;
                ((i + 1) * size, true)
            }
            None => (count * size, false),
        };
        (self.options.observer)(&Progress {
            best: &self.best.words,
            improved: success,
            delta: delta.name,
            targets: targets.len(),
            tried: (at + done).min(targets.len()),
            tests: self.tests,
        });
        done
    }
}

/// The best module without some targets, if it is allowed and smaller.
fn candidate(best: &Candidate, conditions: &Conditions, delta: &Delta, set: &[Target]) -> Option<Candidate> {
    let old = &best.module;
    let mut module = Module { ctx: old.ctx.clone(), body: old.body.clone(), ..*old };
    apply::apply(&mut module, set, delta.cleanup)?;
    if !conditions.allow(&module) {
        return None;
    }
    let words = export_module(&module, &ExportOptions::default()).ok()?.words;
    let cost = cost(&module, &words);
    let is_smaller = cost < best.cost || (delta.keeps_size && words != best.words);
    is_smaller.then_some(Candidate { module, words, cost })
}
