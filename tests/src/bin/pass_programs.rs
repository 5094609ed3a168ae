//! Compares random programs before and after pipelines: `pass_programs COUNT SEED PIPELINE...`
//!
//! Each pipeline runs on each of COUNT modules of 40 functions, and differences are printed. `everything` stands for
//! all registered passes and pipelines, and some combinations. `pipes` instead runs COUNT networks of kernels with
//! blocking pipes.

use spv_opt::passes::Registry;
use spv_tests::programs::{passes, pipes};
use spv_tests::tools::Peer;
use std::process::ExitCode;

/// Number of functions per module.
const FUNCTIONS: usize = 40;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<(u64, u64)> =
        args.first().and_then(|a| a.parse().ok()).zip(args.get(1).and_then(|a| a.parse().ok()));
    let Some((count, seed)) = numbers.filter(|_| args.len() > 2) else {
        eprintln!("usage: pass_programs COUNT SEED PIPELINE...");
        return ExitCode::from(2);
    };
    if args[2..] == ["pipes"] {
        let failures: Vec<String> = (0..count)
            .filter_map(|number| pipes::check(seed + number).err())
            .inspect(|why| println!("{why}"))
            .collect();
        println!("{count} networks, {} pipelines, {} failures", pipes::PIPELINES.len(), failures.len());
        return if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let judge = Peer::SpirvVal.find().is_some();
    let pipelines: Vec<String> = args[2..]
        .iter()
        .flat_map(|text| match text.as_str() {
            "everything" => passes::everything(&Registry::new()),
            _ => vec![text.clone()],
        })
        .collect();
    let mut failures = 0;
    let mut counts = passes::Counts::default();
    for number in 0..count {
        for failure in passes::check_counting(&pipelines, FUNCTIONS, seed + number, judge, &mut counts) {
            failures += 1;
            println!("{failure}");
        }
    }
    let [defined, undefined] = counts.runs;
    println!("{} functions, {} pipelines, {failures} failures", counts.functions, pipelines.len());
    println!("runs: {defined} defined, {undefined} undefined or too long");
    for (pipeline, changed) in pipelines.iter().zip(&counts.changed) {
        println!("{changed} functions changed by {pipeline}");
    }
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
