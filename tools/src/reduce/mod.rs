//! Test case reducer: finds a smaller module that a test still accepts
//!
//! Deltas ([`deltas`](self)) remove functions, constructs, operations, operands, types and annotations. As in delta
//! debugging, large sets are tried first, then smaller ones. Each candidate is verified before it is tested. Several
//! candidates are tested concurrently. The first accepted candidate in order wins, so the result does not depend on the
//! number of threads.

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
use target::Reduction;

/// A function that returns whether a reduced binary is still interesting. Called by several threads concurrently.
pub type Test<'a> = dyn Fn(&[u32]) -> bool + Sync + 'a;

/// Reduction options.
pub struct ReduceOptions<'a> {
    /// The executor that runs tests concurrently.
    pub executor: &'a dyn Executor,
    /// Number of candidates to test concurrently; at least 1.
    pub candidates: usize,
    /// Whether candidates must have defined behavior on each sample input for which the original module has defined
    /// behavior. The interpreter checks this by running the entry points.
    #[cfg(feature = "interp")]
    pub no_new_ub: bool,
    /// Callback for progress, called after each set of tests.
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

/// The progress of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Smallest accepted binary so far. It can serve as the input of another reduction.
    pub best: &'a [u32],
    /// Whether the last set of tests produced a smaller binary.
    pub improved: bool,
    /// Name of the constructs that are being removed.
    pub delta: &'static str,
    /// Number of reductions that the current delta finds.
    pub targets: usize,
    /// Number of reductions of the current delta that were tried so far.
    pub tried: usize,
    /// Number of tests run so far.
    pub tests: usize,
}

/// The reason why a module cannot be reduced.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    /// The module is invalid or has no binary form.
    #[error("{0}")]
    Invalid(Diagnostics),
    /// The test rejects the original module.
    #[error("the test rejects the input module")]
    NotInteresting,
    /// No run of the original module has defined behavior that could be preserved.
    #[cfg(feature = "interp")]
    #[error("the behavior of the module is undefined or unknown for all inputs: {0}")]
    Undefined(String),
}

/// Reduces the only `spv.module` of a verified module and returns the smallest accepted binary.
///
/// The result is a fixpoint: the test rejects every further single reduction. If the module is valid in the latest
/// universal environment, so are all candidates.
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

/// A module together with its exported binary.
struct Candidate {
    module: Module,
    words: Vec<u32>,
    /// Size measure of the module, computed by [`cost`].
    cost: usize,
}

/// Cost in words of a non-constant operand. It exceeds the size of a constant that replaces the operand.
const OPERAND_COST: usize = 8;

/// Returns the size measure that each reduction decreases, which guarantees termination. It counts the words of the
/// binary and the non-constant operands.
fn cost(module: &Module, words: &[u32]) -> usize {
    let operands = walk::bodies(&module.body).map(|at| {
        let of = |op| at.body.operands(op).filter(|&value| !null::is_constant(at.body, value)).count();
        walk::ops(at.body).map(of).sum::<usize>()
    });
    words.len() + OPERAND_COST * operands.sum::<usize>()
}

/// The conditions that a candidate must meet before it is tested.
struct Conditions {
    /// Environment in which candidates must be valid, or `None` if the original module is invalid there.
    env: Option<TargetEnv>,
    /// Behavior that must remain defined, or `None` if undefined behavior is allowed.
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
    /// Tries all deltas once. Returns whether any delta made the module smaller.
    fn round(&mut self) -> bool {
        let mut improved = false;
        for delta in DELTAS {
            improved |= self.delta(delta);
        }
        improved
    }

    /// Applies as many reductions of a delta as the test permits: first all reductions together, then halves, and so
    /// on. Returns whether any succeeded.
    fn delta(&mut self, delta: &'static Delta) -> bool {
        let mut improved = false;
        let mut size = self.targets(delta).len();
        while size > 0 {
            // Op handles remain valid while other ops are erased.
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

    fn targets(&self, delta: &Delta) -> Vec<Reduction> {
        ModuleRef::only(&self.best.module).map(|module| (delta.find)(module)).unwrap_or_default()
    }

    /// Tests the next sets of `size` reductions concurrently, starting at index `at` of `targets`. Returns the number
    /// of reductions tried. Sets `improved` if a candidate was accepted.
    fn step(
        &mut self,
        delta: &'static Delta,
        targets: &[Reduction],
        at: usize,
        size: usize,
        improved: &mut bool,
    ) -> usize {
        let count = self.options.candidates.max(1).min((targets.len() - at).div_ceil(size));
        let accepted: Mutex<Vec<Option<Candidate>>> = Mutex::new((0..count).map(|_| None).collect());
        let lock = || accepted.lock().unwrap_or_else(PoisonError::into_inner);
        let (best, conditions, test) = (&self.best, &self.conditions, self.test);
        self.options.executor.run(count, &|i| {
            // Candidates after an accepted candidate need not be tested.
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

/// Applies the reductions in `set` to a copy of the best module. Returns the reduced module if it meets the conditions
/// and is smaller, and otherwise `None`.
fn candidate(
    best: &Candidate,
    conditions: &Conditions,
    delta: &Delta,
    set: &[Reduction],
) -> Option<Candidate> {
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
