//! What the library makes of a mutant, step by step.

use super::{binary, text};
use crate::tools::to_words;
use spv_opt::ir::Place;
use spv_opt::{Diagnostics, Module};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A step of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The mutant to a module.
    Read,
    /// The verifier.
    Verify,
    /// Module to text.
    Print,
    /// That text to a module.
    Parse,
    /// Module to binary.
    Export,
    /// That binary to a module.
    Import,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was not read; whether the first error was in a function body.
    Rejected {
        /// Whether the place of the first error is in a function.
        inside: bool,
    },
    /// It was read, but the verifier did not like it.
    Unsound,
    /// It was read and verified, but a later step complained.
    Refused(Stage, String),
    /// All steps went through.
    Through,
}

/// A step that panicked or took too long.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The step.
    pub stage: Stage,
    /// What happened.
    pub what: String,
}

/// A step may take this long.
const LIMIT: Duration = Duration::from_secs(1);

fn step<T>(stage: Stage, run: impl FnOnce() -> T) -> Result<T, Failure> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Failure { stage, what: format!("panic: {}", text.unwrap_or_default()) }
    })?;
    let took = start.elapsed();
    if took > LIMIT {
        return Err(Failure { stage, what: format!("took {took:?}") });
    }
    Ok(result)
}

/// Imports a binary and takes it through all steps.
///
/// # Errors
/// The step that panicked or took too long.
pub fn check_binary(bytes: &[u8]) -> Result<Outcome, Failure> {
    let read = step(Stage::Read, || spv_opt::import_bytes(&spv_opt::context(), bytes))?;
    match read {
        Ok(module) => rest(&module),
        Err(errors) => {
            let words = to_words(bytes).unwrap_or_default();
            let inside = matches!(errors.list.first().map(|d| &d.place), Some(&Place::Word { offset, .. })
                if binary::function_ranges(&words).iter().any(|r| r.contains(&offset)));
            Ok(Outcome::Rejected { inside })
        }
    }
}

/// Parses a text and takes it through all steps.
///
/// # Errors
/// The step that panicked or took too long.
pub fn check_text(input: &str) -> Result<Outcome, Failure> {
    let read = step(Stage::Read, || spv_opt::parse(&spv_opt::context(), input))?;
    match read {
        Ok(module) => rest(&module),
        Err(errors) => {
            let inside = matches!(errors.list.first().map(|d| &d.place), Some(Place::Text(range))
                if text::function_ranges(input).iter().any(|r| r.contains(&range.start)));
            Ok(Outcome::Rejected { inside })
        }
    }
}

fn refused(stage: Stage, errors: &Diagnostics) -> Outcome {
    Outcome::Refused(stage, errors.list.first().map_or_else(String::new, |d| d.message.clone()))
}

/// Whether there is one `spv.module`, as a binary has it.
fn is_for_binary(module: &Module) -> bool {
    let (body, registry) = (&module.body, module.ctx.registry());
    let ops = body.blocks(body.root()).flat_map(|block| body.ops(block));
    ops.filter(|op| registry.op(body.def(*op)).row.name == "spv.module").count() == 1
}

fn rest(module: &Module) -> Result<Outcome, Failure> {
    let verified = step(Stage::Verify, || spv_opt::verify(module))?;
    let text = step(Stage::Print, || spv_opt::print(module))?;
    let parsed = step(Stage::Parse, || spv_opt::parse(&spv_opt::context(), &text))?;
    if verified.is_err() {
        return Ok(Outcome::Unsound);
    }
    if let Err(errors) = &parsed {
        return Ok(refused(Stage::Parse, errors));
    }
    if !is_for_binary(module) {
        return Ok(Outcome::Through);
    }
    let words = match step(Stage::Export, || spv_opt::export(module))? {
        Ok(words) => words,
        Err(errors) => return Ok(refused(Stage::Export, &errors)),
    };
    let again = step(Stage::Import, || spv_opt::import(&spv_opt::context(), &words))?;
    Ok(match again {
        Err(errors) => refused(Stage::Import, &errors),
        Ok(_) => Outcome::Through,
    })
}
