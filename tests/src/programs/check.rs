//! Checks import, export and control-flow conversions with random programs, whose results must not change

use super::{Options, graphs, structured};
use crate::r#gen::Rng;
use crate::interp::{Machine, Outcome, Run, Trap, Value, ValueType};
use crate::{forms, tools};
use spv_opt::dialect::structure;
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::{Context, Module, walk};
use spv_opt::serialize::import::{ImportOptions, import_with};
use std::fmt;
use std::sync::Arc;

/// The kind of control flow in random programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Structured control flow, with merge instructions.
    Structured,
    /// Structured control flow, without merge instructions.
    Undeclared,
    /// Random reducible control-flow graphs.
    Reducible,
    /// Random control-flow graphs, usually irreducible.
    Irreducible,
}

impl Kind {
    /// All kinds of control flow, with their names on the command line.
    pub const ALL: [(&'static str, Kind); 4] = [
        ("structured", Kind::Structured),
        ("undeclared", Kind::Undeclared),
        ("reducible", Kind::Reducible),
        ("irreducible", Kind::Irreducible),
    ];
}

/// Maximum number of blocks in a random graph.
const BLOCKS: usize = 20;

/// Number of executions of each function, with different arguments.
pub(super) const RUNS: u64 = 3;
/// Maximum number of steps per execution. Programs terminate, but calls in nested loops may need too many steps.
pub(super) const BUDGET: u64 = 20_000;

/// Statistics and failures of checked programs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of checked functions.
    pub functions: usize,
    /// Number of functions in region form.
    pub region: usize,
    /// Number of functions without constructs.
    pub plain: usize,
    /// Number of functions that declare constructs but remain in CFG form.
    pub unstructured: usize,
    /// Number of functions that spirv-val rejects. They are not checked.
    pub refused: usize,
    /// Total sizes of the inputs and of the outputs, in words.
    pub words: (usize, usize),
    /// Numbers of executions that returned, ended in a kill, had undefined behavior, or exceeded the step limit.
    pub outcomes: [u64; 4],
    /// Total number of steps in all executions.
    pub steps: u64,
    /// Names of the functions that remain in CFG form, with the reasons.
    pub reasons: Vec<String>,
    /// Descriptions of the failures.
    pub failures: Vec<String>,
}

impl Report {
    /// Adds the statistics and failures of `other`.
    pub fn add(&mut self, other: Report) {
        self.functions += other.functions;
        self.region += other.region;
        self.plain += other.plain;
        self.unstructured += other.unstructured;
        self.refused += other.refused;
        self.words.0 += other.words.0;
        self.words.1 += other.words.1;
        for (sum, n) in self.outcomes.iter_mut().zip(other.outcomes) {
            *sum += n;
        }
        self.steps += other.steps;
        self.reasons.extend(other.reasons);
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} functions: {} in region form, {} without constructs, {} in CFG form; {} left out",
            self.functions, self.region, self.plain, self.unstructured, self.refused
        )?;
        for reason in &self.reasons {
            writeln!(f, "in CFG form: {reason}")?;
        }
        let [returned, ended, undefined, long] = self.outcomes;
        writeln!(
            f,
            "runs: {returned} returned, {ended} were killed, {undefined} undefined, {long} too long; {} steps",
            self.steps
        )?;
        write!(f, "{} words in, {} words out; {} failures", self.words.0, self.words.1, self.failures.len())
    }
}

/// Number of functions per spirv-val call. spirv-val stops at the first error and must then run again.
const JUDGED: usize = 10;

/// Creates a module of structured functions. If spirv-val is installed, functions that it rejects are emptied. Also
/// returns the number of emptied functions.
pub fn valid(functions: usize, seed: u64, judge: bool) -> (Vec<u32>, usize) {
    let mut refused: Vec<usize> = Vec::new();
    for first in (0..functions).step_by(JUDGED).take_while(|_| judge) {
        let window = first..(first + JUDGED).min(functions);
        loop {
            let out = |n: &usize| !window.contains(n) || refused.contains(n);
            let empty: Vec<usize> = (0..functions).filter(out).collect();
            let words = structured(&Options { functions, seed, merges: true, empty, exact: false });
            let Err(why) = tools::spirv_val(&words, "spv1.5") else { break };
            let Some(number) = blamed(&words, &why).filter(|n| !out(n)) else {
                panic!("seed {seed}: the generator made an invalid module: {why}");
            };
            refused.push(number);
        }
    }
    let count = refused.len();
    (structured(&Options { functions, seed, merges: true, empty: refused, exact: false }), count)
}

/// Returns the index of the function that defines one of the ids in spirv-val's message `why`. Returns `None` if the
/// message names no such id.
pub fn blamed(words: &[u32], why: &str) -> Option<usize> {
    let mut ids = why.split('\'').filter_map(|part| part.split_once('[')?.0.parse::<u32>().ok());
    let id = ids.next()?;
    let mut number = None;
    let mut at = 5;
    while at < words.len() {
        let (length, opcode) = ((words[at] >> 16) as usize, words[at] & 0xFFFF);
        match opcode {
            54 => number = Some(number.map_or(0, |n| n + 1)),
            248 if words[at + 1] == id => return number,
            _ if length > 2 && words[at + 2] == id && number.is_some() => return number,
            _ => {}
        }
        at += length.max(1);
    }
    None
}

/// Returns a generator of scalar arguments with small and large values.
pub fn leaves(seed: u64) -> impl FnMut(&ValueType) -> Value {
    let mut rng = Rng::new(seed);
    move |shape| match shape {
        ValueType::Bool => Value::Bits(rng.below(2) as u64),
        ValueType::Int { width, .. } => Value::Bits(super::literal(&mut rng, *width)),
        ValueType::Float(kind) => {
            let value = (rng.below(64) as f64 - 20.0) / 4.0;
            match kind.width() {
                64 => Value::Bits(value.to_bits()),
                _ => Value::Bits((value as f32).to_bits().into()),
            }
        }
        _ => Value::Undef,
    }
}

/// Executes all functions of a module. Returns the name and the executions of each function.
pub fn run_all(module: &Module) -> Result<Vec<(String, Vec<Run>)>, String> {
    let mut machine = Machine::new(module).ok_or("no spv.module")?;
    machine.budget = BUDGET;
    let runs = |name: &str| (0..RUNS).map(|seed| machine.run(name, &mut leaves(seed))).collect();
    Ok(machine.functions().into_iter().map(|(name, _)| (name.clone(), runs(&name))).collect())
}

/// Describes the first difference between two lists of executions, or returns `None`. `what` names the checked step.
pub fn difference(what: &str, before: &[(String, Vec<Run>)], after: &[(String, Vec<Run>)]) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!("{what}: {} functions became {}", before.len(), after.len()));
    }
    let pair = before.iter().zip(after).find(|(a, b)| a != b)?;
    let ((name, before), (other, after)) = pair;
    let number = before.iter().zip(after).position(|(a, b)| a != b).unwrap_or(0);
    Some(format!(
        "{what}: @{name} (then @{other}), run {number}: {:?} became {:?}",
        before[number], after[number]
    ))
}

/// Counts the functions in region form, the functions without constructs, and the functions in CFG form that declare
/// constructs.
pub fn forms(module: &Module) -> [usize; 3] {
    let registry = module.ctx.registry();
    let func = registry.op_by_name(structure::FUNC.name);
    let mut counts = [0; 3];
    for nested in walk::bodies(&module.body) {
        if nested.owner.is_none_or(|(body, op)| Some(body.def(op)) != func) {
            continue;
        }
        let (mut region, mut declared) = (false, false);
        for op in walk::ops(nested.body) {
            let def = registry.op(nested.body.def(op));
            region |= def.traits.contains(Traits::CONSTRUCT);
            let merge = registry.layout(nested.body.def(op)).merge;
            declared |= merge.is_some_and(|slot| nested.body.slot(op, slot.into()) != 0);
        }
        counts[if declared { 2 } else { usize::from(!region) }] += 1;
    }
    counts
}

fn first<T>(what: &str, result: Result<T, spv_opt::Diagnostics>) -> Result<T, String> {
    result.map_err(|e| format!("{what}: {}", e.list.first().map_or("", |d| &d.message)))
}

/// Checks a module of random functions whose control flow is of the given kind.
pub fn check(ctx: &Arc<Context>, kind: Kind, functions: usize, seed: u64, judge: bool) -> Report {
    if kind != Kind::Structured {
        return restructured(ctx, kind, functions, seed, judge);
    }
    let (words, refused) = valid(functions, seed, judge);
    let mut report = Report { functions, refused, ..Report::default() };
    report.words.0 = words.len();
    let result = steps(ctx, &words, judge, &mut report);
    for reason in &mut report.reasons {
        *reason = format!("seed {seed}, {reason}");
    }
    if let Err(why) = result {
        report.failures.push(format!("seed {seed}: {why}"));
        for number in 0..functions {
            let words = only(functions, seed, number, true);
            if let Err(why) = steps(ctx, &words, judge, &mut Report::default()) {
                report.failures.push(format!("seed {seed}, only function {number}: {why}"));
            }
        }
    }
    report
}

/// Creates a module of random functions without merge instructions.
pub fn unstructured(kind: Kind, functions: usize, seed: u64) -> Vec<u32> {
    match kind {
        Kind::Structured | Kind::Undeclared => {
            structured(&Options { functions, seed, merges: false, empty: Vec::new(), exact: false })
        }
        Kind::Reducible | Kind::Irreducible => graphs(functions, seed, BLOCKS, kind == Kind::Reducible),
    }
}

/// Checks the structurizer on functions without merge instructions.
fn restructured(ctx: &Arc<Context>, kind: Kind, functions: usize, seed: u64, judge: bool) -> Report {
    let words = unstructured(kind, functions, seed);
    let mut report = Report { functions, ..Report::default() };
    report.words.0 = words.len();
    if let Err(why) = restructure(ctx, &words, judge, &mut report) {
        report.failures.push(format!("{kind:?}, seed {seed}: {why}"));
        for number in (0..functions).filter(|_| kind == Kind::Undeclared) {
            let words = only(functions, seed, number, false);
            if let Err(why) = restructure(ctx, &words, judge, &mut Report::default()) {
                report.failures.push(format!("{kind:?}, seed {seed}, only function {number}: {why}"));
            }
        }
    }
    report
}

fn restructure(ctx: &Arc<Context>, words: &[u32], judge: bool, report: &mut Report) -> Result<(), String> {
    let mut module = first("import", spv_opt::import(ctx, words))?;
    first("verifier", spv_opt::verify(&module))?;
    let expected = run_all(&module)?;
    tally(&expected, report)?;
    forms::structured(&mut module)?;
    first("verifier, structurized", spv_opt::verify(&module))?;
    let [region, plain, unstructured] = forms(&module);
    report.region += region;
    report.plain += plain;
    report.unstructured += unstructured;
    effects("structurized", &expected, &module)?;
    let output = first("export", spv_opt::export(&module))?;
    report.words.1 = output.len();
    if judge {
        tools::spirv_val(&output, "spv1.5")?;
    }
    let mut again = first("import again", spv_opt::import(ctx, &output))?;
    effects("import again", &expected, &again)?;
    match forms::structured(&mut again)? {
        0 => Ok(()),
        n => Err(format!("{n} functions are changed when structurized again")),
    }
}

/// Executes a module and compares observable results. Step counts may differ, because structurization adds selector
/// variables.
fn effects(what: &str, expected: &[(String, Vec<Run>)], module: &Module) -> Result<(), String> {
    let mut found = run_all(module)?;
    let mut expected = expected.to_vec();
    for ((_, before), (_, after)) in expected.iter_mut().zip(&mut found) {
        for (before, after) in before.iter_mut().zip(after) {
            before.steps = after.steps;
            let long = Outcome::Trapped(Trap::Budget);
            if before.outcome == long || after.outcome == long {
                *before = after.clone();
            }
        }
    }
    difference(what, &expected, &found).map_or(Ok(()), Err)
}

/// Counts the outcomes of executions in the report.
///
/// # Errors
/// Returns an error if an execution fails in an unexpected way.
fn tally(runs: &[(String, Vec<Run>)], report: &mut Report) -> Result<(), String> {
    for run in runs.iter().flat_map(|(_, runs)| runs) {
        report.steps += run.steps;
        let kind = match &run.outcome {
            Outcome::Returned(_) => 0,
            Outcome::Ended(_) => 1,
            Outcome::Trapped(Trap::Budget) => 3,
            Outcome::Trapped(Trap::UndefinedBranch | Trap::BadPointer | Trap::Unreachable) => 2,
            Outcome::Trapped(trap) => return Err(format!("interpreter: {trap:?}")),
        };
        report.outcomes[kind] += 1;
    }
    Ok(())
}

/// Creates the module for a seed. Empties all functions except the one with index `number`.
pub fn only(functions: usize, seed: u64, number: usize, merges: bool) -> Vec<u32> {
    let empty = (0..functions).filter(|&n| n != number).collect();
    structured(&Options { functions, seed, merges, empty, exact: false })
}

fn steps(ctx: &Arc<Context>, words: &[u32], judge: bool, report: &mut Report) -> Result<(), String> {
    let cfg = first(
        "import",
        import_with(ctx, words, &ImportOptions { regions: false, ..ImportOptions::default() }),
    )?;
    first("verifier, CFG form", spv_opt::verify(&cfg))?;
    let expected = run_all(&cfg)?;
    tally(&expected, report)?;
    let region = first("import", spv_opt::import(ctx, words))?;
    first("verifier, region form", spv_opt::verify(&region))?;
    let [in_region, plain, unstructured] = forms(&region);
    report.region += in_region;
    report.plain += plain;
    report.unstructured += unstructured;
    compare("import to region form", &expected, &region)?;
    let (mut lowered, mut raised) = (first("import", spv_opt::import(ctx, words))?, cfg);
    let before = spv_opt::print(&region);
    forms::lower(&mut lowered)?;
    let (_, reasons) = forms::regions_or_why(&mut raised);
    report.reasons.extend(reasons.iter().map(|(number, why)| format!("function {number}: {why}")));
    first("verifier, lowered", spv_opt::verify(&lowered))?;
    compare("lowered", &expected, &lowered)?;
    // If the MLIR text is identical, so is the program, and it need not be executed again.
    if spv_opt::print(&raised) != before {
        return Err("import gives another region form than the conversion".to_owned());
    }
    first("verifier, in region form from CFG form", spv_opt::verify(&raised))?;
    let low = spv_opt::print(&lowered);
    forms::regions(&mut lowered);
    if spv_opt::print(&lowered) != before {
        return Err("lowered and put into region form again: another text".to_owned());
    }
    forms::lower(&mut lowered)?;
    if spv_opt::print(&lowered) != low {
        return Err("lowered again: another text".to_owned());
    }
    let mut done = Vec::new();
    for (what, module) in [("region form", &region), ("CFG form", &lowered)] {
        let output = first("export", spv_opt::export(module))?;
        report.words.1 = output.len();
        if output == done {
            continue;
        }
        if output.len() > words.len() {
            return Err(format!("{what}: {} words became {}", words.len(), output.len()));
        }
        if judge {
            tools::spirv_val(&output, "spv1.5").map_err(|e| format!("{what}: {e}"))?;
        }
        let again = first("import again", spv_opt::import(ctx, &output))?;
        compare("import again", &expected, &again)?;
        let once = first("export again", spv_opt::export(&again))?;
        let twice = spv_opt::import(ctx, &once).and_then(|m| spv_opt::export(&m));
        if first("another time", twice)? != once || (what == "region form" && once != output) {
            return Err(format!("{what}: export(import(export(x))) is not export(x)"));
        }
        done = output;
    }
    Ok(())
}

/// Executes a module and compares all results, including step counts.
pub fn compare(what: &str, expected: &[(String, Vec<Run>)], module: &Module) -> Result<(), String> {
    match difference(what, expected, &run_all(module)?) {
        Some(difference) => Err(difference),
        None => Ok(()),
    }
}
