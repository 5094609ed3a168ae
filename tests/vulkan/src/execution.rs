//! Runs shaders on a device before and after passes

use crate::inputs::{OUT, contents, push};
use crate::pipelines::{Spec, Step, steps};
use crate::shaders::Shader;
use crate::workers::Worker;
use crate::{Error, Job, Valid};
use spv_opt::passes::Registry;
use spv_tests::programs::passes::optimize;
use std::collections::HashMap;
use std::path::Path;

/// Seeds from which [`contents`] generates the resource contents for each shader.
const SEEDS: [u64; 2] = [1, 2];
/// Minimum number of words that a shader must write, and minimum number of distinct values among them.
const WRITTEN: (usize, usize) = (16, 8);

/// Statistics and failures of the tested shaders.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of executed shaders.
    pub shaders: usize,
    /// Number of tested pipelines.
    pub pipelines: usize,
    /// Number of runs on the device. Each run has a different binary or different resource contents.
    pub executions: usize,
    /// Names of the shaders that the device cannot run, with reasons.
    pub skipped: Vec<String>,
    /// Descriptions of the failures.
    pub failures: Vec<String>,
}

impl Report {
    /// Adds the statistics and failures of `other`.
    pub fn add(&mut self, other: Report) {
        self.shaders += other.shaders;
        self.pipelines += other.pipelines;
        self.executions += other.executions;
        self.skipped.extend(other.skipped);
        self.failures.extend(other.failures);
    }
}

type Outputs = Vec<Vec<Vec<u8>>>;

/// Runs a shader's binary with the resource contents for each seed.
fn execute(
    worker: &mut Worker,
    shader: &Shader,
    what: &str,
    module: &Valid,
    specialized: bool,
) -> Result<Outputs, Error> {
    let specialization: Vec<(u32, u32)> = match specialized {
        true => shader.spec.iter().map(|value| (value.id, value.bits)).collect(),
        false => Vec::new(),
    };
    let mut outputs = Vec::new();
    // Each seed needs a separate job, because a job includes the push constants.
    for seed in SEEDS {
        let job = Job { module, specialization: &specialization, groups: shader.groups, push: push(seed) };
        outputs.extend(worker.run(&format!("{}: {what}", shader.name), &job, &[contents(seed)])?);
    }
    Ok(outputs)
}

/// Returns the reason why a shader's results are too trivial for a test. Returns `None` if they are suitable.
fn idle(outputs: &Outputs) -> Option<String> {
    let before = contents(SEEDS[0]);
    let words = |bytes: &[u8]| -> Vec<[u8; 4]> { bytes.as_chunks::<4>().0.to_vec() };
    let mut written: Vec<[u8; 4]> = Vec::new();
    for (a, b) in before.iter().zip(&outputs[0]) {
        written.extend(words(a).into_iter().zip(words(b)).filter(|(a, b)| a != b).map(|(_, b)| b));
    }
    let count = written.len();
    written.sort_unstable();
    written.dedup();
    if count < WRITTEN.0 || written.len() < WRITTEN.1 {
        return Some(format!("it writes {count} words of {} values", written.len()));
    }
    (outputs[0][OUT] == outputs[1][OUT]).then(|| "what it writes does not depend on what it reads".to_owned())
}

/// Runs a shader before and after all pipelines, or after the pipeline `only`.
pub fn check(worker: &mut Worker, source: &Path, only: Option<&str>) -> Report {
    let mut report = Report::default();
    let shader = match Shader::read(source) {
        Ok(shader) => shader,
        Err(why) => {
            report.failures.push(why);
            return report;
        }
    };
    match through(worker, &shader, only, &mut report) {
        Ok(()) => report.shaders = 1,
        Err(Error::Capability(number)) => {
            report.skipped.push(format!("{}: the device lacks capability {number}", shader.name));
        }
        Err(error) => report.failures.push(format!("{}: {error}", shader.name)),
    }
    report
}

fn through(
    worker: &mut Worker,
    shader: &Shader,
    only: Option<&str>,
    report: &mut Report,
) -> Result<(), Error> {
    let expected = execute(worker, shader, "as it is", &shader.module, true)?;
    report.executions += SEEDS.len();
    if let Some(why) = idle(&expected) {
        report.failures.push(format!("{}: {why}", shader.name));
    }
    let defaults = match shader.spec.is_empty() {
        true => expected.clone(),
        false => execute(worker, shader, "defaults", &shader.module, false)?,
    };
    // Maps a binary and its choice of specialization constants to the outcome, so that identical binaries run once.
    let mut known: HashMap<(Vec<u32>, Spec), Result<(), String>> = HashMap::new();
    known.insert((shader.module.words().to_vec(), Spec::Given), Ok(()));
    let registry = Registry::new();
    for step in steps(&registry, shader) {
        if only.is_some_and(|only| only != step.text) {
            continue;
        }
        report.pipelines += 1;
        let reference = if step.spec == Spec::Defaults { &defaults } else { &expected };
        let words = match transformed(&step, shader) {
            Ok(words) => words,
            Err(why) => {
                report.failures.push(format!("{}: {}: {why}", shader.name, step.text));
                continue;
            }
        };
        let spec = if shader.spec.is_empty() { Spec::Given } else { step.spec };
        let result = known.entry((words, spec)).or_insert_with_key(|(words, _)| {
            let module = Valid::check(words.clone())?;
            report.executions += SEEDS.len();
            let outputs = execute(worker, shader, &step.text, &module, step.spec == Spec::Given);
            let outputs = outputs.map_err(|e| e.to_string())?;
            for ((seed, a), b) in SEEDS.iter().zip(reference).zip(&outputs) {
                if let Some(why) = shader.judge.difference(a, b) {
                    return Err(format!("seed {seed}: {why}"));
                }
            }
            Ok(())
        });
        if let Err(why) = result {
            report.failures.push(format!("{}: {}: {why}", shader.name, step.text));
        }
    }
    Ok(())
}

fn transformed(step: &Step, shader: &Shader) -> Result<Vec<u32>, String> {
    let module = optimize(&step.text, shader.module.words())?;
    spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))
}
