//! Random programs in MLIR's source dialects. They are lowered to SPIR-V and run on a device, and lowered to LLVM and
//! run on the CPU by mlir-cpu-runner.

use crate::lowered::{POOR, RICH, lower};
use crate::workers::Worker;
use crate::{Error, Job, Kind, PUSH_SIZE, Slot, Valid};
use half::f16;
use spv_tests::on_cpu;
use spv_tests::source::{Batch, Elem, INPUTS};

/// Number of programs per kernel. Larger kernels take a driver longer than several small ones.
pub const PROGRAMS: usize = 6;

/// Targets, each with and without optimization.
const VARIANTS: [(&str, bool); 4] = [(RICH, false), (RICH, true), (POOR, false), (POOR, true)];

/// Tolerance for floats in units in the last place.
const ULP: u64 = 1;

/// The results for some programs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of programs whose results were compared for all targets.
    pub compared: usize,
    /// Number of skipped programs, because LLVM's code generator fails.
    pub left_out: usize,
    /// Number of nonzero bytes that the compared programs write.
    pub values: usize,
    /// Number of runs on the device.
    pub runs: usize,
    /// Number of devices lost to shaders that did not terminate. Each was replaced by a new device.
    pub lost: usize,
    /// Failures: a seed, a target, and a description.
    pub failures: Vec<String>,
}

/// The results for one batch.
struct Outcome {
    /// Whether there are results for all targets, correct or not.
    is_compared: bool,
    failures: Vec<String>,
}

/// Opens a device with the buffers of the programs.
///
/// # Errors
/// Returns [`Error::Missing`] without a device.
pub fn open() -> Result<Worker, Error> {
    let read = Elem::IN_BUFFERS.map(|_| Slot { kind: Kind::Storage, size: INPUTS * 8 });
    let all = Batch::new(&[0; PROGRAMS]);
    let written = Elem::IN_BUFFERS.map(|elem| Slot { kind: Kind::Storage, size: all.size(elem) });
    Worker::open(&[read, written].concat())
}

/// Compares the programs of these seeds.
///
/// # Errors
/// Returns [`Error::Missing`] without a device.
pub fn check_all(seeds: std::ops::Range<u64>) -> Result<Report, Error> {
    let mut worker = open()?;
    let mut report = Report::default();
    for seeds in seeds.collect::<Vec<_>>().chunks(PROGRAMS) {
        check_batch(&mut worker, &Batch::new(seeds), &mut report);
    }
    Ok(report)
}

/// Compares the programs of a batch. If that fails, compares each program separately.
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

/// Returns input numbers of all magnitudes; some floats are exact in 16 bits.
fn input() -> Vec<Vec<u8>> {
    let noise = |seed: u64, i: usize| {
        let mut x = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed << 32);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^ (x >> 27)
    };
    let bytes = |elem: Elem| {
        let number = |i: usize| -> u64 {
            let x = noise(u64::from(elem.bits()), i);
            let quarters = ((x >> 8) & 0x1ff) as f32 / 4.0 - 64.0;
            match elem {
                Elem::F32 => quarters.to_bits().into(),
                Elem::F16 => f16::from_f32(quarters).to_bits().into(),
                // Every other number is small, of either sign.
                _ if i.is_multiple_of(2) => (x % 16).wrapping_sub(6),
                _ => x,
            }
        };
        (0..INPUTS).flat_map(|i| number(i).to_le_bytes()[..elem.bits() as usize / 8].to_vec()).collect()
    };
    Elem::IN_BUFFERS.map(bytes).to_vec()
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

/// Returns the output of the programs on the CPU.
fn expected(batch: &Batch, input: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let bytes = on_cpu::run(&batch.program(input))?;
    let mut rest = &bytes[..];
    Elem::IN_BUFFERS
        .map(|elem| {
            let (part, others) =
                rest.split_at_checked(batch.size(elem)).ok_or("the CPU's results are too short")?;
            rest = others;
            Ok(part.to_vec())
        })
        .into_iter()
        .collect()
}

/// Describes the first difference between two sets of results.
fn difference(batch: &Batch, found: &[Vec<u8>], want: &[Vec<u8>]) -> Option<String> {
    for (elem, (found, want)) in Elem::IN_BUFFERS.iter().zip(found.iter().zip(want)) {
        let bytes = elem.bits() as usize / 8;
        let number = |buffer: &[u8]| buffer.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        for (at, (a, b)) in found.chunks(bytes).zip(want.chunks(bytes)).enumerate() {
            let (a, b) = (number(a), number(b));
            if a != b && !(elem.is_float() && are_close(a, b, elem.bits())) {
                let (invocation, program, result) = batch.place(at);
                return Some(format!(
                    "program {program}, invocation {invocation}: result {result} of {} is {a:#x}, on the CPU {b:#x}",
                    elem.name()
                ));
            }
        }
    }
    None
}

fn are_close(a: u64, b: u64, bits: u32) -> bool {
    let (sign, infinity) = if bits == 16 { (1 << 15, 0x7c00) } else { (1 << 31, 0x7f80_0000) };
    let (x, y) = (a & (sign - 1), b & (sign - 1));
    match (x > infinity, y > infinity) {
        (false, false) => (x == 0 && y == 0) || (a & sign == b & sign && x.abs_diff(y) <= ULP),
        (a_is_nan, b_is_nan) => a_is_nan == b_is_nan,
    }
}
