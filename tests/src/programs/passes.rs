//! Random programs before and after a pipeline of passes, judged by spirv-val and the interpreter.

use super::check::{only, run_all, valid};
use crate::interp::{Outcome, Run, Trap, Value};
use crate::tools;
use spv_opt::passes::{Pipeline, Registry, RunOptions, run};

/// Pipelines that rename symbols; they keep all of them, in order.
const RENAMES: &[&str] = &["strip-debug"];

/// Runs a pipeline on a module.
///
/// # Errors
/// What fails: reading, the pipeline's text, a pass, or the verifier behind it.
pub fn optimize(pipeline: &str, words: &[u32]) -> Result<spv_opt::Module, String> {
    let first = |e: spv_opt::Diagnostics| e.list.first().map(|d| d.message.clone()).unwrap_or_default();
    let mut module =
        spv_opt::import(&spv_opt::context(), words).map_err(|e| format!("import: {}", first(e)))?;
    let pipeline = Pipeline::parse(&Registry::new(), pipeline).map_err(|e| e.to_string())?;
    // What the verifier does not like from the start says nothing about passes.
    let options = RunOptions { verify_each: spv_opt::verify(&module).is_ok(), ..RunOptions::default() };
    run(&pipeline, &mut module, &options).map_err(|e| format!("{}: {}", e.pass, first(e.errors)))?;
    Ok(module)
}

/// Makes a module of random functions, runs a pipeline on it, and compares what the functions compute.
///
/// # Errors
/// What differs; of the first function alone for which it does, if it shows there.
pub fn check(pipeline: &str, functions: usize, seed: u64, judge: bool) -> Result<(), String> {
    let (words, _) = valid(functions, seed, judge);
    let Err(why) = check_words(pipeline, &words, judge) else { return Ok(()) };
    let alone = (0..functions).find_map(|number| {
        let why = check_words(pipeline, &only(functions, seed, number, true), judge).err()?;
        Some(format!("seed {seed}, only function {number}: {why}"))
    });
    Err(alone.unwrap_or_else(|| format!("seed {seed}: {why}")))
}

fn check_words(pipeline: &str, words: &[u32], judge: bool) -> Result<(), String> {
    let original = spv_opt::import(&spv_opt::context(), words).map_err(|e| e.list[0].message.clone())?;
    let before = run_all(&original)?;
    let module = optimize(pipeline, words)?;
    let mut after = run_all(&module)?;
    if RENAMES.contains(&pipeline) {
        name_as(&before, &mut after)?;
    }
    agree(&before, &after)?;
    let output = spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))?;
    if judge && tools::spirv_val(words, "spv1.5").is_ok() {
        tools::spirv_val(&output, "spv1.5")?;
    }
    Ok(())
}

/// Makes a module of random functions, changes it, and compares what the functions compute.
///
/// # Errors
/// What differs.
pub fn check_change(
    functions: usize,
    seed: u64,
    change: &dyn Fn(&mut spv_opt::Module),
) -> Result<(), String> {
    let (words, _) = valid(functions, seed, false);
    let mut module = spv_opt::import(&spv_opt::context(), &words).map_err(|e| e.list[0].message.clone())?;
    let before = run_all(&module)?;
    change(&mut module);
    spv_opt::verify(&module).map_err(|e| e.list[0].message.clone())?;
    agree(&before, &run_all(&module)?)
}

/// Compares what functions computed. Functions may have gone, those that are left keep their names.
fn agree(before: &[(String, Vec<Run>)], after: &[(String, Vec<Run>)]) -> Result<(), String> {
    for (name, runs) in after {
        let Some((_, expected)) = before.iter().find(|(n, _)| n == name) else {
            return Err(format!("@{name} was not there before"));
        };
        for (number, (a, b)) in expected.iter().zip(runs).enumerate() {
            if !refined(a, b) {
                return Err(format!("@{name}, run {number}: {a:?} became {b:?}"));
            }
        }
    }
    Ok(())
}

/// Gives functions and variables the names of those that stand at the same places before.
fn name_as(before: &[(String, Vec<Run>)], after: &mut [(String, Vec<Run>)]) -> Result<(), String> {
    if before.len() != after.len() {
        return Err(format!("{} functions became {}", before.len(), after.len()));
    }
    for ((name, expected), (new, runs)) in before.iter().zip(after) {
        new.clone_from(name);
        for (a, b) in expected.iter().zip(runs) {
            if a.memory.len() != b.memory.len() {
                return Err(format!("@{name}: {} variables became {}", a.memory.len(), b.memory.len()));
            }
            for ((variable, _), (new, _)) in a.memory.iter().zip(&mut b.memory) {
                new.clone_from(variable);
            }
        }
    }
    Ok(())
}

/// Whether a run may stand for another: the same where that is defined and ends in time.
fn refined(before: &Run, after: &Run) -> bool {
    let memory = |a: &[(String, Value)], b: &[(String, Value)]| {
        a.iter()
            .filter_map(|(name, v)| Some((v, &b.iter().find(|(n, _)| n == name)?.1)))
            .all(|(v, w)| v.refined_by(w))
    };
    match (&before.outcome, &after.outcome) {
        (Outcome::Trapped(_), _) | (_, Outcome::Trapped(Trap::Budget)) => true,
        (Outcome::Returned(a), Outcome::Returned(b)) => {
            a.refined_by(b) && memory(&before.memory, &after.memory)
        }
        (Outcome::Ended(a), Outcome::Ended(b)) => a == b && memory(&before.memory, &after.memory),
        _ => false,
    }
}
