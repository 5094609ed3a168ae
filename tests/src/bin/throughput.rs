//! Measures the CPU time of the library, for comparison with its language bindings: `throughput FILE ROUNDS`
//!
//! Prints one line per measurement: the median of the rounds in seconds, and the name. `tests/bench/bindings.sh` runs
//! this program.

use rustix::time::{ClockId, clock_gettime};
use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use std::hint::black_box;
use std::sync::Arc;

/// Returns the CPU time that the process has used, in seconds.
fn clock() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Prints the median time of `rounds` runs, after a warm-up run.
fn measure(name: &str, rounds: usize, mut work: impl FnMut()) {
    let mut times: Vec<f64> = (0..=rounds)
        .map(|_| {
            let start = clock();
            work();
            clock() - start
        })
        .collect();
    times.remove(0);
    times.sort_by(f64::total_cmp);
    println!("{:.6} {name}", times[rounds / 2]);
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (path, rounds) = (arguments.next(), arguments.next().and_then(|rounds| rounds.parse().ok()));
    let bytes = std::fs::read(path.expect("usage: throughput FILE ROUNDS")).expect("the file can be read");
    let rounds = rounds.expect("usage: throughput FILE ROUNDS");
    let registry = spv_opt::registry();
    let read = || {
        let ctx = Arc::new(spv_opt::Context::new(registry.clone()));
        let module = spv_opt::import_bytes(&ctx, &bytes).expect("the module is right");
        spv_opt::verify(&module).expect("the module is valid");
        module
    };
    let pipeline = Pipeline::parse(&Registry::new(), "O").expect("there is one");
    measure("read, export", rounds, || {
        black_box(spv_opt::export(&read())).expect("it can be exported");
    });
    measure("read, print", rounds, || {
        black_box(spv_opt::print(&read()));
    });
    measure("read, O, export", rounds, || {
        let mut module = read();
        run(&pipeline, &mut module, &RunOptions::default()).expect("the passes run");
        black_box(spv_opt::export(&module)).expect("it can be exported");
    });
}
