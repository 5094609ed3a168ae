//! Measures each conversion step on the corpus modules: `corpus_text [--rounds N]`
//!
//! Prints the nanoseconds per op for import, verification, printing, parsing and export, with one registry. The types
//! and names of these modules vary more than those of generated inputs. `SPV_CORPUS` names the directory with the
//! modules; the default is the repository's corpus.

use spv_opt::Context;
use spv_opt::ir::dialect::Registry;
use spv_opt::ir::{Body, walk};
use spv_tests::r#gen::{number, read_options};
use spv_tests::tools;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

const STEPS: [&str; 5] = ["import", "verify", "print", "parse", "export"];

/// The times of each step on one module, as the minimum of all rounds.
struct Cost {
    ops: usize,
    /// Sizes of the binary and of the MLIR text, in bytes.
    sizes: (usize, usize),
    times: [Duration; STEPS.len()],
}

/// Counts the ops of a body and of all nested bodies.
fn count_ops(body: &Body) -> usize {
    let mut count = 0;
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for op in walk::blocks(body).flat_map(|block| body.ops(block)) {
            count += 1;
            bodies.extend(body.nested(op));
        }
    }
    count
}

/// Times a step. Lowers `least` to that time if it is shorter.
fn timed<T>(least: &mut Duration, step: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = step();
    *least = start.elapsed().min(*least);
    result
}

fn measure(path: &Path, rounds: u64, registry: &Arc<Registry>) -> Result<Cost, String> {
    let words = tools::read_words(path);
    let failed = |step: &str, list: spv_opt::Diagnostics| {
        let first = list.list.first().map_or("", |d| &d.message);
        format!("{}: {step}: {first}", path.display())
    };
    let mut cost = Cost { ops: 0, sizes: (words.len() * 4, 0), times: [Duration::MAX; STEPS.len()] };
    for _ in 0..rounds {
        let [import, verify, print, parse, export] = &mut cost.times;
        let ctx = Arc::new(Context::new(registry.clone()));
        let module = timed(import, || spv_opt::import(&ctx, &words)).map_err(|e| failed("import", e))?;
        timed(verify, || spv_opt::verify(&module)).map_err(|e| failed("verify", e))?;
        let text = timed(print, || spv_opt::print(&module));
        let ctx = Arc::new(Context::new(registry.clone()));
        let read = timed(parse, || spv_opt::parse(&ctx, &text)).map_err(|e| failed("parse", e))?;
        timed(export, || spv_opt::export(&read)).map_err(|e| failed("export", e))?;
        cost.ops = count_ops(&module.body);
        cost.sizes.1 = text.len();
    }
    Ok(cost)
}

fn run() -> Result<(), String> {
    let options = read_options(&["rounds"])?;
    let rounds = number(&options, "rounds", 5)?.max(1);
    let paths: Vec<PathBuf> = match tools::shared_corpus() {
        Some(paths) => paths,
        None => tools::own_corpus().into_iter().map(|module| module.path).collect(),
    };
    let registry = spv_opt::registry();
    let costs = paths.iter().map(|path| measure(path, rounds, &registry)).collect::<Result<Vec<_>, _>>()?;
    let ops: usize = costs.iter().map(|c| c.ops).sum();
    let binary: usize = costs.iter().map(|c| c.sizes.0).sum();
    let text: usize = costs.iter().map(|c| c.sizes.1).sum();
    println!(
        "{} modules, {ops} ops, {:.1} MB of binary, {:.1} MB of text; least of {rounds} rounds",
        costs.len(),
        binary as f64 / 1e6,
        text as f64 / 1e6
    );
    println!("{:<8} {:>9} {:>9} {:>9}", "step", "ms", "ns/op", "MB/s");
    let mut total = 0.0;
    for (i, name) in STEPS.iter().enumerate() {
        let seconds: f64 = costs.iter().map(|c| c.times[i].as_secs_f64()).sum();
        total += seconds;
        let bytes = if matches!(*name, "print" | "parse") { text } else { binary };
        row(name, seconds, ops, Some(bytes));
    }
    row("total", total, ops, None);
    Ok(())
}

fn row(name: &str, seconds: f64, ops: usize, bytes: Option<usize>) {
    let speed = bytes.map_or(String::new(), |b| format!("{:.0}", b as f64 / 1e6 / seconds));
    println!("{name:<8} {:>9.2} {:>9.0} {speed:>9}", seconds * 1e3, seconds * 1e9 / ops as f64);
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("corpus_text: {message}");
            ExitCode::FAILURE
        }
    }
}
