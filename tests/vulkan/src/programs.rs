//! Runs random functions on a device and in the interpreter, before and after passes

use crate::inputs::{OUT, SLOTS};
use crate::workers::Worker;
use crate::{Job, PUSH_SIZE, Valid};
use spv_tests::elements::Element;
use spv_tests::interp::{Machine, Outcome, Value};
use spv_tests::programs::check::{blamed, leaves};
use spv_tests::programs::compute::{self, Call, Compute, INPUT, INVOCATIONS, OUTPUT, Scalar};
use spv_tests::programs::passes::optimize;
use spv_tests::programs::{Options, structured};
use std::collections::HashMap;

/// Pipelines to test. The empty pipeline is import and export alone.
pub const PIPELINES: &[&str] = &[
    "",
    "O1",
    "O",
    "Os",
    // After inline, valid unreachable code may have a case that branches to the merge block of the enclosing loop. The
    // installed spirv-val 2023.1 rejects it incorrectly, so simplify-cfg removes it.
    "inline{all},simplify-cfg",
    "spv-lower-to-cfg",
    "spv-lower-to-cfg,spv-structurize-regions",
    "spv-lower-to-cfg,spv-structurize",
    "sroa,mem2reg,canonicalize,cse",
    "sroa,mem2reg,sccp,simplify-cfg,dce",
    "sroa,mem2reg,licm,sink",
    "sroa,mem2reg,canonicalize,loop-unroll{all},simplify-cfg,canonicalize",
    "store-forward,dse,strength-reduction",
];

/// Number of functions per module, limited because drivers are slow on large modules.
pub const FUNCTIONS: usize = 4;
/// Maximum number of steps of a function in the interpreter.
const BUDGET: u64 = 20_000;

/// Statistics and failures of the tested modules.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of calls with defined behavior. Each runs before and after every pipeline.
    pub calls: usize,
    /// Number of scalars with defined values that the calls write.
    pub values: usize,
    /// Number of calls that were skipped, because in the interpreter they are undefined or need too many steps.
    pub left_out: usize,
    /// Number of runs on the device. Each runs one module.
    pub executions: usize,
    /// Descriptions of calls for which the device and the interpreter disagree even before any pipeline.
    pub driver: Vec<String>,
    /// Descriptions of the failures.
    pub failures: Vec<String>,
}

impl Report {
    /// Adds the statistics and failures of `other`.
    pub fn add(&mut self, other: Report) {
        self.calls += other.calls;
        self.values += other.values;
        self.left_out += other.left_out;
        self.executions += other.executions;
        self.driver.extend(other.driver);
        self.failures.extend(other.failures);
    }
}

/// A function call in one invocation, with its expected output.
struct Expected {
    call: usize,
    invocation: usize,
    /// Scalars that the call writes: type, offset of the first word, and bits; the bits are `None` if the scalar is
    /// undefined.
    scalars: Vec<(Scalar, usize, Option<u64>)>,
}

/// Creates a module of random functions, and runs it before and after each pipeline.
pub fn check(worker: &mut Worker, seed: u64, pipelines: &[&str]) -> Report {
    let mut report = Report::default();
    if let Err(why) = through(worker, seed, pipelines, &mut report) {
        report.failures.push(format!("seed {seed}: {why}"));
    }
    report
}

/// Creates a module that spirv-val accepts. Functions that it rejects are emptied.
fn valid(options: &mut Options) -> Result<(Compute, Valid), String> {
    loop {
        let module = compute::module(options);
        match Valid::check(module.words.clone()) {
            Ok(valid) => return Ok((module, valid)),
            Err(why) => match blamed(&module.words, &why).filter(|n| !options.empty.contains(n)) {
                Some(number) => options.empty.push(number),
                None => return Err(why),
            },
        }
    }
}

/// Returns the module that [`check`] executes for a seed.
///
/// # Errors
/// Returns spirv-val's message.
pub fn module(seed: u64) -> Result<Vec<u32>, String> {
    valid(&mut options(seed)).map(|(module, _)| module.words)
}

fn options(seed: u64) -> Options {
    Options { functions: FUNCTIONS, seed, merges: true, empty: Vec::new(), exact: true }
}

fn through(worker: &mut Worker, seed: u64, pipelines: &[&str], report: &mut Report) -> Result<(), String> {
    let mut options = options(seed);
    let (module, original) = valid(&mut options)?;
    let mut input = vec![0; INVOCATIONS * INPUT];
    let mut expected = interpret(&options, &module, &mut input)?;
    report.left_out += INVOCATIONS * FUNCTIONS - expected.len();
    let input: Vec<u8> = input.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    let mut run = |what: &str, words: &Valid| {
        let job = Job { module: words, specialization: &[], groups: [1; 3], push: [0; PUSH_SIZE] };
        report.executions += 1;
        let outputs = worker.run(&format!("seed {seed}: {what}"), &job, &[vec![input.clone()]]);
        let bytes = outputs.map_err(|e| e.to_string())?.swap_remove(0).swap_remove(OUT);
        Ok::<Vec<u32>, String>(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
    };
    let found = run("as it is", &original)?;
    // Calls whose result on the driver is wrong even before any pipeline are excluded from the comparison.
    expected.retain(|one| match difference(&module, one, &found) {
        Some(why) => {
            report.driver.push(format!("seed {seed}: {why}"));
            false
        }
        None => true,
    });
    report.calls += expected.len();
    report.values += expected.iter().flat_map(|one| &one.scalars).filter(|(.., bits)| bits.is_some()).count();
    let mut known: HashMap<Vec<u32>, Result<(), String>> =
        HashMap::from([(original.words().to_vec(), Ok(()))]);
    for pipeline in pipelines {
        let result = match optimized(pipeline, original.words()) {
            Ok(words) => known
                .entry(words)
                .or_insert_with_key(|words| {
                    let found = run(pipeline, &Valid::check(words.clone())?)?;
                    expected.iter().find_map(|one| difference(&module, one, &found)).map_or(Ok(()), Err)
                })
                .clone(),
            Err(why) => Err(why),
        };
        if let Err(why) = result {
            report.failures.push(format!("seed {seed}: {pipeline}: {why}"));
        }
    }
    Ok(())
}

fn optimized(pipeline: &str, words: &[u32]) -> Result<Vec<u32>, String> {
    let module = optimize(pipeline, words)?;
    spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))
}

/// Runs all calls in the interpreter. Stores the device's input words in `input`: the arguments, and a flag for each
/// call with a defined result.
fn interpret(options: &Options, module: &Compute, input: &mut [u32]) -> Result<Vec<Expected>, String> {
    let plain = spv_opt::import(&spv_opt::context(), &structured(options))
        .map_err(|e| format!("import: {}", e.list[0].message))?;
    let mut machine = Machine::new(&plain).ok_or("no spv.module")?;
    machine.budget = BUDGET;
    let mut list = Vec::new();
    for (number, call) in module.calls.iter().enumerate() {
        for invocation in 0..INVOCATIONS {
            let mut leaf = leaves(options.seed.wrapping_mul(64).wrapping_add(invocation as u64));
            let mut arguments = Vec::new();
            let run = machine.run(&call.name, &mut |shape| {
                let value = leaf(shape);
                arguments.push(value.bits().unwrap_or(0));
                value
            });
            let Outcome::Returned(result) = run.outcome else { continue };
            if arguments.len() != call.parameters.len() {
                return Err(format!("@{} has other parameters in the interpreter", call.name));
            }
            let base = invocation * INPUT;
            input[base + number] = 1;
            let mut at = base + call.arguments;
            for (scalar, bits) in call.parameters.iter().zip(arguments) {
                input[at] = bits as u32;
                if scalar.words() == 2 {
                    input[at + 1] = (bits >> 32) as u32;
                }
                at += scalar.words();
            }
            let scalars = written(module, call, &result, &run.memory)?;
            list.push(Expected { call: number, invocation, scalars });
        }
    }
    Ok(list)
}

/// Returns the scalars that a call writes, with their bits, or `None` for undefined scalars.
fn written(
    module: &Compute,
    call: &Call,
    result: &Value,
    memory: &[(String, Value)],
) -> Result<Vec<(Scalar, usize, Option<u64>)>, String> {
    let mut values: Vec<(Scalar, Option<u64>)> = Vec::new();
    let mut add = |scalars: &[Scalar], value: &Value| {
        let mut bits = Vec::new();
        flatten(value, &mut bits);
        // All scalars of an undefined composite are undefined.
        bits.resize(scalars.len(), None);
        values.extend(scalars.iter().copied().zip(bits));
    };
    if !call.result.is_empty() {
        add(&call.result, result);
    }
    for (name, scalars) in &module.shared {
        let (_, value) = memory.iter().find(|(n, _)| n == name).ok_or_else(|| format!("no @{name}"))?;
        add(scalars, value);
    }
    let mut at = call.output;
    let place = |(scalar, bits): (Scalar, Option<u64>)| {
        at += scalar.words();
        (scalar, at - scalar.words(), bits)
    };
    Ok(values.into_iter().map(place).collect())
}

fn flatten(value: &Value, list: &mut Vec<Option<u64>>) {
    match value.parts() {
        Some(parts) => parts.iter().for_each(|part| flatten(part, list)),
        None => list.push(value.bits()),
    }
}

/// Describes the first difference between the device's output and the expected output, or returns `None` if they agree.
fn difference(module: &Compute, expected: &Expected, found: &[u32]) -> Option<String> {
    for &(scalar, at, bits) in &expected.scalars {
        let Some(bits) = bits else { continue };
        let at = expected.invocation * OUTPUT + at;
        let high = if scalar.words() == 2 { u64::from(found[at + 1]) << 32 } else { 0 };
        // Narrow integers may be sign-extended or zero-extended, so their upper bits are ignored.
        let mask = u64::MAX >> (64 - scalar.width.max(1));
        let word = (u64::from(found[at]) | high) & mask;
        let element = match (scalar.float, scalar.width) {
            (true, 64) => Element::F64,
            (true, _) => Element::F32,
            _ => Element::Word,
        };
        if !element.agrees(bits, word, 0) {
            let name = &module.calls[expected.call].name;
            let (call, width) = (expected.invocation, scalar.width);
            return Some(format!(
                "@{name}, arguments {call}, word {at}: {bits:#x} of {width} bits became {word:#x}"
            ));
        }
    }
    None
}

// The input and output words of all invocations must fit into the buffers.
const _: () =
    assert!(INVOCATIONS * INPUT * 4 <= SLOTS[0].size && INVOCATIONS * OUTPUT * 4 <= SLOTS[OUT].size);
