//! Checks the convergence of pipelines: `rounds [--validate] PIPELINE...`
//!
//! Each pipeline runs three times on every module of the repository's corpus and of `SPV_CORPUS`. A second run must not
//! make a module larger, and a third must not change it. With `--validate` spirv-val must accept all outputs.

use spv_opt::passes::{Executor, Threads};
use spv_tests::rounds;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

fn main() -> ExitCode {
    let (flags, pipelines): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    if pipelines.is_empty() {
        eprintln!("usage: rounds [--validate] PIPELINE...");
        return ExitCode::from(2);
    }
    let judge = flags.iter().any(|f| f == "--validate");
    let cases = rounds::cases();
    let mut count = 0;
    for pipeline in &pipelines {
        let failures = Mutex::new(Vec::new());
        Threads::available().run(cases.len(), &|i| {
            let problems = rounds::problems(&cases[i], pipeline, judge);
            let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
            failures
                .extend(problems.into_iter().map(|why| format!("{}: {pipeline}: {why}", cases[i].name())));
        });
        let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        failures.sort();
        failures.iter().for_each(|line| println!("{line}"));
        count += failures.len();
    }
    println!("{} modules, {} pipelines, {count} failures", cases.len(), pipelines.len());
    if count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
