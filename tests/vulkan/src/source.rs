//! Comparison of random programs in MLIR's source dialects on a device and on the CPU
//!
//! The programs are lowered to SPIR-V and run on a Vulkan device. They are also lowered to LLVM and run on the CPU by
//! mlir-cpu-runner.

use crate::lowered::{POOR, RICH, lower};
use crate::workers::Worker;
use crate::{Error, Job, Kind, PUSH_SIZE, Slot, Valid};
use spv_tests::source::judge::{difference, expected, input};
use spv_tests::source::{Batch, Elem, INPUTS};

/// Number of programs per kernel. Drivers are faster for several small kernels than for one large kernel.
pub const PROGRAMS: usize = 6;

/// Target environments, and whether to optimize.
const VARIANTS: [(&str, bool); 4] = [(RICH, false), (RICH, true), (POOR, false), (POOR, true)];

/// Statistics and failures of the compared programs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of programs whose results were compared for all target environments.
    pub compared: usize,
    /// Number of programs that were skipped because LLVM's code generator failed.
    pub left_out: usize,
    /// Number of nonzero bytes that the compared programs write.
    pub values: usize,
    /// Number of runs on the device.
    pub runs: usize,
    /// Number of devices that were replaced because a shader did not terminate.
    pub lost: usize,
    /// Descriptions of the failures: seed, target environment, and difference.
    pub failures: Vec<String>,
}

/// The result of comparing one batch of programs.
struct Outcome {
    /// Whether all target environments produced results, correct or not.
    is_compared: bool,
    failures: Vec<String>,
}

/// Opens a device with the buffers that the programs use.
///
/// # Errors
/// Returns [`Error::Missing`] if there is no device.
pub fn open() -> Result<Worker, Error> {
    let read = Elem::IN_BUFFERS.map(|_| Slot { kind: Kind::Storage, size: INPUTS * 8 });
    let all = Batch::new(&[0; PROGRAMS]);
    let written = Elem::IN_BUFFERS.map(|elem| Slot { kind: Kind::Storage, size: all.size(elem) });
    Worker::open(&[read, written].concat())
}

/// Compares the programs generated from the given seeds.
///
/// # Errors
/// Returns [`Error::Missing`] if there is no device.
pub fn check_all(seeds: std::ops::Range<u64>) -> Result<Report, Error> {
    let mut worker = open()?;
    let mut report = Report::default();
    for seeds in seeds.collect::<Vec<_>>().chunks(PROGRAMS) {
        check_batch(&mut worker, &Batch::new(seeds), &mut report);
    }
    Ok(report)
}

/// Compares the programs of a batch. If the comparison fails, compares each program separately.
pub fn check_batch(worker: &mut Worker, batch: &Batch, report: &mut Report) {
    let outcome = compare(worker, batch, report);
    if outcome.failures.is_empty() || batch.seeds.len() == 1 {
        report.compared += if outcome.is_compared { batch.seeds.len() } else { 0 };
        report.failures.extend(outcome.failures);
        return;
    }
    let explained = |report: &Report| (report.failures.len(), report.left_out);
    let before = explained(report);
    for &seed in &batch.seeds {
        check_batch(worker, &Batch::new(&[seed]), report);
    }
    if explained(report) == before {
        report.failures.extend(outcome.failures);
    }
}

fn compare(worker: &mut Worker, batch: &Batch, report: &mut Report) -> Outcome {
    let input = input();
    let want = match expected(batch, &input) {
        Ok(want) => want,
        Err(why) if why.contains("LLVM ERROR") && batch.seeds.len() == 1 => {
            report.left_out += 1;
            return Outcome { is_compared: false, failures: Vec::new() };
        }
        Err(why) => {
            return Outcome { is_compared: false, failures: vec![format!("seeds {:?}: {why}", batch.seeds)] };
        }
    };
    report.values += want.iter().flatten().filter(|byte| **byte != 0).count();
    let text = batch.kernel();
    let mut outcome = Outcome { is_compared: true, failures: Vec::new() };
    for (target, optimize) in VARIANTS {
        let what = format!(
            "seeds {:?}, {}{}{}",
            batch.seeds,
            &target[..9.min(target.len())],
            if target == RICH { " with all types" } else { "" },
            if optimize { ", -O" } else { "" }
        );
        let mut run = |worker: &mut Worker| {
            let module = lower("program", &text, target, optimize).and_then(Valid::check)?;
            let job = Job { module: &module, specialization: &[], groups: [1; 3], push: [0; PUSH_SIZE] };
            let lost = worker.lost;
            let outputs = worker.run(&what, &job, std::slice::from_ref(&input));
            report.lost += worker.lost - lost;
            Ok::<_, String>(
                outputs.map_err(|e| e.to_string())?.swap_remove(0).split_off(Elem::IN_BUFFERS.len()),
            )
        };
        report.runs += 1;
        let difference = match run(worker) {
            Ok(found) => difference(batch, &found, &want),
            Err(why) => {
                outcome.is_compared = false;
                Some(why)
            }
        };
        outcome.failures.extend(difference.map(|why| format!("{what}: {why}")));
    }
    outcome
}
