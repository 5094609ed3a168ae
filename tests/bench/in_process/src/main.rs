//! Compares the run time of two optimizers, without process and file overhead: `in-process [--rounds N] DIR`
//!
//! Both spv-opt and SPIRV-Tools (in the crate spirv-tools) run `-O` on each `.spv` file of a directory, in this
//! process. The measured time of spv-opt includes import, verification, optimization with verification after each pass,
//! and export. The crate spirv-tools cannot skip initial validation, so validation is also timed separately and
//! subtracted. Each time is the minimum of all rounds.

use spirv_tools::opt::Optimizer as _;
use spirv_tools::val::Validator as _;
use spirv_tools::{TargetEnv, opt, val};
use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs `work` `rounds` times. Returns the minimum time and the last result.
fn least<T>(rounds: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut timed = || {
        let start = Instant::now();
        let result = work();
        (start.elapsed(), result)
    };
    let mut best = timed();
    for _ in 1..rounds {
        let (time, result) = timed();
        best = (best.0.min(time), result);
    }
    best
}

/// Runs spv-opt's `-O`. Returns the words of the optimized module, or `None` on failure.
fn ours(words: &[u32], pipeline: &Pipeline) -> Option<Vec<u32>> {
    let mut module = spv_opt::import(&spv_opt::context(), words).ok()?;
    spv_opt::verify(&module).ok()?;
    run(pipeline, &mut module, &RunOptions::default()).ok()?;
    spv_opt::export(&module).ok()
}

fn theirs(words: &[u32]) -> Option<usize> {
    let mut optimizer = opt::create(Some(TargetEnv::Universal_1_6));
    optimizer.register_performance_passes();
    let silent = &mut |_: spirv_tools::error::Message| {};
    optimizer.optimize(words, silent, None).ok().map(|binary| binary.as_words().len())
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut rounds, mut directory) = (3, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).expect("--rounds takes a number"),
            _ => directory = Some(argument),
        }
    }
    let directory = directory.expect("usage: in-process [--rounds N] DIR");
    let entries = std::fs::read_dir(directory).expect("the directory can be read");
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "spv"));
    paths.sort();

    let registry = Registry::new();
    let pipeline = Pipeline::parse(&registry, "O").expect("there is a pipeline O");
    let validator = val::create(Some(TargetEnv::Universal_1_6));
    let (mut counted, mut left_out) = (0, 0);
    let mut seconds = [Duration::ZERO; 3];
    let mut bytes = [0; 2];
    for path in &paths {
        let file = std::fs::read(path).expect("the file can be read");
        let words: Vec<u32> = file.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let (our_time, our_size) = least(rounds, || ours(&words, &pipeline));
        let (their_time, their_size) = least(rounds, || theirs(&words));
        let (validation, _) = least(rounds, || validator.validate(&words, None).is_ok());
        let (Some(our_words), Some(their_size)) = (our_size, their_size) else {
            left_out += 1;
            continue;
        };
        counted += 1;
        let optimization = their_time.saturating_sub(validation);
        for (sum, time) in seconds.iter_mut().zip([our_time, optimization, validation]) {
            *sum += time;
        }
        bytes[0] += our_words.len() * 4;
        bytes[1] += their_size * 4;
    }
    let [our_time, their_time, validation] = seconds.map(|time| time.as_secs_f64());
    println!("{counted} modules, {left_out} left out as one of the two fails; the least of {rounds} rounds each");
    println!("ours {our_time:.3} s, SPIRV-Tools {their_time:.3} s and {validation:.3} s for its validation");
    println!("ratio {:.3}; with validation {:.3}", our_time / their_time, our_time / (their_time + validation));
    println!("bytes: ours {}, SPIRV-Tools {}", bytes[0], bytes[1]);
}
