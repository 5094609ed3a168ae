//! Runs long tests on a Vulkan device
//!
//! - `execute shaders [NAME...] [--only PIPELINE]` runs all or the named shaders through all pipelines or one pipeline.
//! - `execute programs COUNT SEED [PIPELINE...]` does the same with COUNT modules of random functions.
//! - `execute program SEED FILE` writes one module of random functions to a file.
//! - `execute source COUNT SEED` compares COUNT random programs in MLIR's source dialects with the CPU.
//! - `execute kernel SEED FILE` writes one random program to a file, and `execute compare FILE` compares it with the
//!   CPU.

use spv_tests_vulkan::{execution, programs, shaders, source, workers};
use std::process::ExitCode;

const USAGE: &str = "usage: execute shaders [NAME...] [--only PIPELINE]\n       execute programs COUNT SEED [PIPELINE...]\n       execute program SEED FILE\n       execute source COUNT SEED\n       execute kernel SEED FILE\n       execute compare FILE";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.split_first() {
        Some((command, rest)) if command == "shaders" => run_shaders(rest),
        Some((command, rest)) if command == "programs" => run_programs(rest),
        Some((command, [seed, file])) if command == "program" => write_program(seed, file),
        Some((command, [count, seed])) if command == "source" => run_source(count, seed),
        Some((command, [file])) if command == "compare" => compare_kernel(file),
        Some((command, [seed, file])) if command == "kernel" => write_kernel(seed, file),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run_shaders(args: &[String]) -> Result<bool, String> {
    let split = args.iter().position(|arg| arg == "--only").unwrap_or(args.len());
    let (names, only) = (&args[..split], args.get(split + 1).map(String::as_str));
    let mut list = shaders::sources()?;
    list.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        names.is_empty() || names.iter().any(|wanted| *wanted == name)
    });
    let reports = workers::each(list.len(), &|worker, i| execution::check(worker, &list[i], only));
    let mut total = execution::Report::default();
    reports.map_err(|e| e.to_string())?.into_iter().for_each(|report| total.add(report));
    total.skipped.iter().for_each(|line| println!("skipped: {line}"));
    total.failures.iter().for_each(|line| println!("{line}"));
    println!(
        "{} shaders, {} pipelines, {} executions, {} failures",
        total.shaders,
        total.pipelines,
        total.executions,
        total.failures.len()
    );
    Ok(total.failures.is_empty())
}

fn run_programs(args: &[String]) -> Result<bool, String> {
    let number = |i: usize| args.get(i).and_then(|arg| arg.parse::<u64>().ok()).ok_or(USAGE);
    let (count, seed) = (number(0)?, number(1)?);
    let named: Vec<&str> = args[2..].iter().map(String::as_str).collect();
    let pipelines = if named.is_empty() { programs::PIPELINES } else { &named[..] };
    let check = |worker: &mut workers::Worker, i: usize| programs::check(worker, seed + i as u64, pipelines);
    let reports = workers::each(count as usize, &check).map_err(|e| e.to_string())?;
    let mut total = programs::Report::default();
    reports.into_iter().for_each(|report| total.add(report));
    total.driver.iter().for_each(|line| println!("driver: {line}"));
    total.failures.iter().for_each(|line| println!("{line}"));
    println!(
        "{count} modules, {} calls, {} values, {} left out, {} executions, {} disagreements with the driver, {} failures",
        total.calls,
        total.values,
        total.left_out,
        total.executions,
        total.driver.len(),
        total.failures.len()
    );
    Ok(total.failures.is_empty())
}

fn write_program(seed: &str, file: &str) -> Result<bool, String> {
    let words = programs::module(seed.parse().map_err(|_| USAGE)?)?;
    std::fs::write(file, spv_tests::tools::to_bytes(&words)).map_err(|e| format!("{file}: {e}"))?;
    Ok(true)
}

fn run_source(count: &str, seed: &str) -> Result<bool, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|_| USAGE);
    let (count, seed) = (number(count)?, number(seed)?);
    show(&source::check_all(seed..seed + count).map_err(|e| e.to_string())?, count)
}

fn compare_kernel(file: &str) -> Result<bool, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let batch =
        spv_tests::source::Batch::of_kernel(&text).ok_or("the file is not what `execute kernel` writes")?;
    let mut report = source::Report::default();
    let mut worker = source::open().map_err(|e| e.to_string())?;
    source::check_batch(&mut worker, &batch, &mut report);
    show(&report, 1)
}

fn show(report: &source::Report, programs: u64) -> Result<bool, String> {
    report.failures.iter().for_each(|line| println!("{line}"));
    println!(
        "{programs} programs, {} compared, {} left out, {} bytes of results, {} runs, {} devices lost, {} failures",
        report.compared,
        report.left_out,
        report.values,
        report.runs,
        report.lost,
        report.failures.len()
    );
    Ok(report.failures.is_empty())
}

fn write_kernel(seed: &str, file: &str) -> Result<bool, String> {
    let text = spv_tests::source::Batch::new(&[seed.parse().map_err(|_| USAGE)?]).kernel();
    std::fs::write(file, text).map_err(|e| format!("{file}: {e}"))?;
    Ok(true)
}
