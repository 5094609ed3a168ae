//! Checks pipelines with random programs, by means of spirv-val and the interpreter

use super::check::{only, run_all, valid};
use super::widened;
use crate::interp::{Outcome, Run, Trap, Value};
use crate::tools;
use rustc_hash::FxHashSet;
use spv_opt::passes::{OptionValues, Pipeline, Registry, RunOptions, Verify, Work, run};

/// Pipelines that rename functions and variables, but preserve their order.
const RENAMES: &[&str] = &["strip-debug"];

/// Prefix of pipelines that widen small integers to 32 bits, even in signatures and variables.
const WIDENS: &str = "legalize-small-types{";

/// Runs a pipeline on a module.
///
/// # Errors
/// Returns the error of import, the pipeline parser, a pass, or the verifier after a pass.
pub fn optimize(pipeline: &str, words: &[u32]) -> Result<spv_opt::Module, String> {
    let first = |e: spv_opt::Diagnostics| e.list.first().map(|d| d.message.clone()).unwrap_or_default();
    let mut module =
        spv_opt::import(&spv_opt::context(), words).map_err(|e| format!("import: {}", first(e)))?;
    let pipeline = Pipeline::parse(&Registry::new(), pipeline).map_err(|e| e.to_string())?;
    // If the input is invalid, invalid output is not the pass's fault.
    let verify = if spv_opt::verify(&module).is_ok() { Verify::EachPass } else { Verify::Never };
    let options = RunOptions { verify, ..RunOptions::default() };
    run(&pipeline, &mut module, &options).map_err(|e| format!("{}: {}", e.pass, first(e.errors)))?;
    Ok(module)
}

/// Passes that have no effect on random programs, because they need option values or a target environment.
const IDLE: [&str; 2] = ["set-spec-const-default-value", "spirv-update-vce"];

/// Pipelines with options, and pipelines of several passes.
const FURTHER: &[&str] = &[
    "inline{all}",
    "inline{all},simplify-cfg,canonicalize",
    "inline{all},spv-lower-to-cfg,spv-structurize",
    "spv-lower-to-cfg,spv-structurize-regions",
    "spv-lower-to-cfg,spv-structurize",
    "loop-unroll{all}",
    "loop-unroll{all},simplify-cfg,canonicalize,loop-unroll{all}",
    "loop-unroll{all factor=2}",
    "loop-unroll{all factor=3}",
    "inline{all},sroa,mem2reg,canonicalize,loop-unroll{all}",
    "inline{all},sroa,mem2reg,canonicalize,loop-unroll{all factor=2}",
    "inline{all},sroa,mem2reg,canonicalize,loop-unroll{all factor=3}",
    "spv-lower-to-cfg,inline{all}",
    "legalize-small-types{arithmetic=i8+i16}",
    "legalize-small-types{arithmetic=i8},canonicalize,sccp,int-range-optimizations,simplify-cfg",
];

/// Passes to run before each function pass. Without them, function passes would see little but loads and stores.
const VALUES: &str = "inline{all},sroa,mem2reg,canonicalize";

/// Returns all registered passes and pipelines, and those of `FURTHER`. Function passes also occur after `VALUES` and
/// in both control-flow forms.
pub fn everything(registry: &Registry) -> Vec<String> {
    let mut list = Vec::new();
    for info in registry.passes().iter().filter(|info| !IDLE.contains(&info.name)) {
        list.push(info.name.to_owned());
        let options = OptionValues::new(info.name, info.options, &[]).unwrap_or_default();
        if matches!((info.make)(&options), Ok(Work::Function(_))) {
            list.push(format!("{VALUES},{}", info.name));
            list.push(format!("spv-lower-to-cfg,{VALUES},{}", info.name));
        }
    }
    list.extend(FURTHER.iter().map(|&text| text.to_owned()));
    list.extend(registry.pipelines().iter().map(|pipeline| pipeline.name.to_owned()));
    list
}

/// Statistics of compared programs.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Number of functions.
    pub functions: usize,
    /// Number of executions with defined behavior, and number of executions with undefined behavior or too many steps.
    pub runs: [usize; 2],
    /// Number of functions that each pipeline has changed.
    pub changed: Vec<usize>,
}

/// Creates a module of random functions, runs each pipeline on it, and compares the results. Returns the failures with
/// their pipelines.
///
/// If a single function suffices to reproduce a failure, the failure names that function.
pub fn check(pipelines: &[String], functions: usize, seed: u64, judge: bool) -> Vec<String> {
    check_counting(pipelines, functions, seed, judge, &mut Counts::default())
}

/// Checks like [`check`], and adds the statistics to `counts`.
pub fn check_counting(
    pipelines: &[String],
    functions: usize,
    seed: u64,
    judge: bool,
    counts: &mut Counts,
) -> Vec<String> {
    let (words, _) = valid(functions, seed, judge);
    let program = match Program::new(words, judge) {
        Ok(program) => program,
        Err(why) => return vec![format!("seed {seed}: {why}")],
    };
    counts.functions += functions;
    counts.changed.resize(pipelines.len(), 0);
    for run in program.runs.iter().flat_map(|(_, runs)| runs) {
        counts.runs[usize::from(matches!(run.outcome, Outcome::Trapped(_)))] += 1;
    }
    let mut failure = |(number, pipeline): (usize, &String)| {
        let changed = program.check(pipeline);
        counts.changed[number] += changed.as_ref().ok().copied().unwrap_or(0);
        let why = changed.err()?;
        let alone = (0..functions).find_map(|number| {
            let program = Program::new(only(functions, seed, number, true), judge).ok()?;
            let why = program.check(pipeline).err()?;
            Some(format!("{pipeline}: seed {seed}, only function {number}: {why}"))
        });
        Some(alone.unwrap_or_else(|| format!("{pipeline}: seed {seed}: {why}")))
    };
    pipelines.iter().enumerate().filter_map(&mut failure).collect()
}

/// Counts the functions in `after` that are not in `before`.
fn changed(before: &str, after: &str) -> usize {
    const FUNCTION: &str = " spv.func ";
    let old: FxHashSet<&str> = before.split(FUNCTION).skip(1).collect();
    after.split(FUNCTION).skip(1).filter(|text| !old.contains(text)).count()
}

/// A module, with the executions of its functions.
struct Program {
    words: Vec<u32>,
    module: spv_opt::Module,
    text: String,
    runs: Vec<(String, Vec<Run>)>,
    /// Whether spirv-val must accept the output of each pipeline.
    judge: bool,
}

impl Program {
    fn new(words: Vec<u32>, judge: bool) -> Result<Program, String> {
        let module = spv_opt::import(&spv_opt::context(), &words).map_err(|e| e.list[0].message.clone())?;
        let runs = run_all(&module)?;
        let judge = judge && tools::spirv_val(&words, "spv1.5").is_ok();
        let text = spv_opt::print(&module);
        Ok(Program { words, module, text, runs, judge })
    }

    /// Checks that a pipeline preserves the results, and that exporting and reimporting its output also does. Returns
    /// the number of changed functions.
    fn check(&self, pipeline: &str) -> Result<usize, String> {
        let module = optimize(pipeline, &self.words)?;
        let output = spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))?;
        if self.judge && output != self.words {
            tools::spirv_val(&output, "spv1.5")?;
        }
        let again = spv_opt::import(&spv_opt::context(), &output)
            .map_err(|e| format!("import again: {}", e.list[0].message))?;
        let text = spv_opt::print(&module);
        self.compare(pipeline, &module)?;
        // If the MLIR text is identical, so is the program, and it need not be executed again.
        if spv_opt::print(&again) != text {
            self.compare(pipeline, &again).map_err(|why| format!("import again: {why}"))?;
        }
        Ok(changed(&self.text, &text))
    }

    /// Executes the output of a pipeline and compares the results.
    fn compare(&self, pipeline: &str, module: &spv_opt::Module) -> Result<(), String> {
        let mut after = match pipeline.starts_with(WIDENS) {
            true => widened::run_all(&self.module, module)?,
            false => run_all(module)?,
        };
        if RENAMES.contains(&pipeline) {
            name_as(&self.runs, &mut after)?;
        }
        agree(&self.runs, &after)
    }
}

/// Creates a module of random functions, applies `change`, and compares the results.
///
/// # Errors
/// Describes the first difference.
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

/// Compares the results of functions. `after` may lack functions; the remaining functions have the same names.
///
/// # Errors
/// Describes the first difference.
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

/// Renames functions and variables in `after` to the names that `before` has at the same index.
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

/// Returns whether the execution `after` refines `before`. The results must agree, unless `before` has undefined
/// behavior or one of the executions has too many steps.
pub fn refined(before: &Run, after: &Run) -> bool {
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
