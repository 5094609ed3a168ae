//! What the library makes of a mutant, step by step.

use super::{binary, text};
use crate::compare::compare_strict;
use crate::tools::{self, Peer, to_bytes, to_words};
use spv_opt::ir::Place;
use spv_opt::serialize::import::{ImportOptions, import_with};
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
    /// Binary to binary, a function at a time.
    Recode,
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

/// The magic number, in the wrong endianness.
const SWAPPED: u32 = 0x0302_2307;

/// A step may take this long.
const LIMIT: Duration = Duration::from_secs(1);

/// Time that this thread has had a processor, where the system reports it: other programs must not make a step slow.
fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

fn step<T>(stage: Stage, run: impl FnOnce() -> T) -> Result<T, Failure> {
    let (start, busy_before) = (Instant::now(), busy());
    let result = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Failure { stage, what: format!("panic: {}", text.unwrap_or_default()) }
    })?;
    let mut took = start.elapsed();
    if took > LIMIT
        && let (Some(before), Some(after)) = (busy_before, busy())
    {
        took = after.saturating_sub(before);
    }
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
        Ok(module) => rest(&module, Some(bytes)),
        Err(errors) => {
            let words = to_words(bytes).unwrap_or_default();
            if step(Stage::Recode, || spv_opt::recode(&spv_opt::context(), &words))?.is_ok() {
                return Err(Failure { stage: Stage::Recode, what: "takes what import refuses".to_owned() });
            }
            let inside = matches!(errors.list.first().map(|d| &d.place), Some(&Place::Word { offset, .. })
                if binary::function_ranges(&words).iter().any(|r| r.contains(&offset)));
            Ok(Outcome::Rejected { inside })
        }
    }
}

/// As [`check_binary`], with spirv-val as judge of rejected mutants and of outputs. Without spirv-val it is the same.
///
/// # Errors
/// As [`check_binary`].
pub fn check_flow(words: &[u32]) -> Result<Outcome, Failure> {
    let outcome = check_binary(&to_bytes(words))?;
    let judge = |words: &[u32]| tools::spirv_val(words, "spv1.6");
    if Peer::SpirvVal.find().is_none() || judge(words).is_err() {
        return Ok(outcome);
    }
    let ctx = spv_opt::context();
    let options = ImportOptions { verify: true, ..ImportOptions::default() };
    let read = step(Stage::Read, || import_with(&ctx, words, &options))?;
    let exported = match (outcome, read) {
        (Outcome::Rejected { .. } | Outcome::Unsound, Err(errors)) => {
            let first = errors.list.first().map_or("", |d| &d.message);
            return Ok(Outcome::Refused(Stage::Verify, format!("spirv-val takes it: {first}")));
        }
        (Outcome::Through, Ok(module)) => step(Stage::Export, || spv_opt::export(&module))?,
        (outcome, _) => return Ok(outcome),
    };
    Ok(match exported.map(|words| judge(&words)) {
        Ok(Err(why)) => Outcome::Refused(Stage::Export, format!("no longer valid: {why}")),
        _ => Outcome::Through,
    })
}

/// Parses a text and takes it through all steps.
///
/// # Errors
/// The step that panicked or took too long.
pub fn check_text(input: &str) -> Result<Outcome, Failure> {
    let read = step(Stage::Read, || spv_opt::parse(&spv_opt::context(), input))?;
    match read {
        Ok(module) => rest(&module, None),
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

/// The steps after the first; `binary` is what the module was read from, unless it was text.
fn rest(module: &Module, binary: Option<&[u8]>) -> Result<Outcome, Failure> {
    let verified = step(Stage::Verify, || spv_opt::verify(module))?;
    if let Some(words) = binary.and_then(|bytes| to_words(bytes).ok()) {
        let options = ImportOptions { verify: true, ..ImportOptions::default() };
        let judged = step(Stage::Verify, || import_with(&spv_opt::context(), &words, &options))?;
        if messages(verified.as_ref().err()) != messages(judged.as_ref().err()) {
            let what = "import finds other errors than the verifier".to_owned();
            return Err(Failure { stage: Stage::Verify, what });
        }
        recodes(module, &words, verified.as_ref().err())?;
    }
    let text = step(Stage::Print, || spv_opt::print(module))?;
    let parsed = step(Stage::Parse, || spv_opt::parse(&spv_opt::context(), &text))?;
    if verified.is_err() {
        return Ok(Outcome::Unsound);
    }
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(errors) => return Ok(refused(Stage::Parse, &errors)),
    };
    if step(Stage::Print, || spv_opt::print(&parsed))? != text {
        return Ok(Outcome::Refused(Stage::Parse, "the text comes back as another".to_owned()));
    }
    if !is_for_binary(module) {
        return Ok(Outcome::Through);
    }
    let words = match step(Stage::Export, || spv_opt::export(module))? {
        Ok(words) => words,
        Err(errors) => return Ok(refused(Stage::Export, &errors)),
    };
    if let Some(outcome) = binary.and_then(|bytes| comes_out_as(bytes, &words)) {
        return Ok(outcome);
    }
    if let Some(outcome) = goes_out_as(&parsed, &words, Stage::Parse)? {
        return Ok(outcome);
    }
    let again = match step(Stage::Import, || spv_opt::import(&spv_opt::context(), &words))? {
        Ok(again) => again,
        Err(errors) => return Ok(refused(Stage::Import, &errors)),
    };
    // Where the order of ops is not that of a binary, ids change, once; a text may also have unused definitions.
    let next = match step(Stage::Export, || spv_opt::export(&again))? {
        Ok(next) if next.len() == words.len() || (next.len() < words.len() && binary.is_none()) => next,
        Ok(_) => return Ok(Outcome::Refused(Stage::Import, "the binary has another size then".to_owned())),
        Err(errors) => return Ok(refused(Stage::Export, &errors)),
    };
    let settled = match step(Stage::Import, || spv_opt::import(&spv_opt::context(), &next))? {
        Ok(settled) => settled,
        Err(errors) => return Ok(refused(Stage::Import, &errors)),
    };
    Ok(goes_out_as(&settled, &next, Stage::Import)?.unwrap_or(Outcome::Through))
}

/// Conversion from binary to binary by functions gives the result of the whole module: the words, or the errors.
fn recodes(module: &Module, words: &[u32], errors: Option<&Diagnostics>) -> Result<(), Failure> {
    let whole = match errors {
        Some(errors) => Err(errors.clone()),
        None => step(Stage::Export, || spv_opt::export(module))?,
    };
    let parts = step(Stage::Recode, || spv_opt::recode(&spv_opt::context(), words))?;
    let text = |result: Result<Vec<u32>, Diagnostics>| {
        result.map_err(|errors| messages(Some(&errors)).into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    let (whole, parts) = (text(whole), text(parts));
    match whole == parts {
        true => Ok(()),
        false => {
            Err(Failure { stage: Stage::Recode, what: format!("{:?}, not {:?}", parts.err(), whole.err()) })
        }
    }
}

fn messages(errors: Option<&Diagnostics>) -> Vec<&str> {
    errors.iter().flat_map(|errors| &errors.list).map(|error| error.message.as_str()).collect()
}

/// What is wrong where a binary came out as another one.
fn comes_out_as(input: &[u8], words: &[u32]) -> Option<Outcome> {
    let mut input = to_words(input).ok()?;
    if input.first() == Some(&SWAPPED) {
        input.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
    let differences = compare_strict(&input, words).err()?;
    let first = differences.first().map_or_else(String::new, |d| d.message.clone());
    let known = Peer::SpirvVal.find().is_some() && tools::spirv_val(&input, "spv1.6").is_err();
    let judged = if known { "changed, but invalid" } else { "changed" };
    Some(Outcome::Refused(Stage::Export, format!("{judged}: {first}")))
}

/// What is wrong where the module that a stage made does not become these words.
fn goes_out_as(module: &Module, words: &[u32], stage: Stage) -> Result<Option<Outcome>, Failure> {
    Ok(match step(Stage::Export, || spv_opt::export(module))? {
        Ok(own) if own == words => None,
        Ok(_) => Some(Outcome::Refused(stage, "what it makes is another binary".to_owned())),
        Err(errors) => Some(refused(Stage::Export, &errors)),
    })
}
