//! Whether work grows with the size of a function, or faster: `linearity`.
//!
//! One function of 1, 10 and 100 thousand blocks, and constructs nested 10, 100 and 1,000 deep, are taken
//! through import, verification, export, printing and parsing. With `valgrind` on the path, machine
//! instructions are counted, a process for each step; else the best time of several runs is taken. The table
//! shows both per word of the binary; the last column is the largest over the smallest of the row above.

use spv_tests::r#gen::{number, read_options};
use spv_tests::programs::shapes;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Steps in their order: each needs those before.
const STEPS: [&str; 5] = ["import", "verify", "export", "print", "parse"];

fn input(shape: &str, size: usize) -> Vec<u32> {
    match shape {
        // So many that what does not grow is no part of the figures.
        "nest" => shapes::nest(size),
        _ => shapes::chain(size),
    }
}

/// Runs the steps up to number `steps`, and returns the nanoseconds of the last.
fn run(words: &[u32], steps: usize) -> Result<u128, String> {
    let fail = |e: spv_opt::Diagnostics| e.list.first().map_or(String::new(), |d| d.message.clone());
    let ctx = spv_opt::context();
    let mut last = 0;
    let mut timed = Instant::now();
    let mut lap = || {
        last = timed.elapsed().as_nanos();
        timed = Instant::now();
    };
    if steps == 0 {
        return Ok(0);
    }
    let module = spv_opt::import(&ctx, words).map_err(fail)?;
    lap();
    if steps > 1 {
        spv_opt::verify(&module).map_err(fail)?;
        lap();
    }
    if steps > 2 {
        std::hint::black_box(spv_opt::export(&module).map_err(fail)?);
        lap();
    }
    let text = if steps > 3 { spv_opt::print(&module) } else { String::new() };
    if steps > 3 {
        lap();
    }
    if steps > 4 {
        std::hint::black_box(spv_opt::parse(&spv_opt::context(), &text).map_err(fail)?);
        lap();
    }
    // Dropping is no part of it.
    std::mem::forget(module);
    Ok(last)
}

/// Machine instructions of a process that runs so many steps.
fn instructions(shape: &str, size: usize, steps: usize) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--shape", shape, "--size", &size.to_string(), "--steps", &steps.to_string()])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, count) = said.split_once("Collected : ")?;
    count.split_whitespace().next()?.parse().ok()
}

/// What the steps from the first to number `steps` cost.
fn cost(shape: &str, size: usize, steps: usize, counted: bool) -> Result<f64, String> {
    if counted {
        let count = instructions(shape, size, steps).ok_or("valgrind does not run")?;
        return Ok(count as f64);
    }
    let words = input(shape, size);
    let runs = (4_000_000 / words.len().max(1)).clamp(5, 500);
    let times: Result<Vec<u128>, String> = (0..runs).map(|_| run(&words, steps)).collect();
    Ok(times?.into_iter().min().unwrap_or(0) as f64)
}

fn table(name: &str, shape: &str, sizes: &[usize], counted: bool) -> Result<bool, String> {
    println!("\n| {name} | words | {} |", STEPS.join(" | "));
    println!("|{}", "---|".repeat(STEPS.len() + 2));
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); STEPS.len()];
    // What any module costs is no part of the figures.
    let least = input(shape, 1).len();
    let fixed: Result<Vec<f64>, String> = (0..=STEPS.len()).map(|n| cost(shape, 1, n, counted)).collect();
    let fixed = fixed?;
    for &size in sizes {
        let words = input(shape, size).len();
        let mut cells = Vec::new();
        let mut before = if counted { cost(shape, size, 0, counted)? - fixed[0] } else { 0.0 };
        for (number, column) in columns.iter_mut().enumerate() {
            let after = cost(shape, size, number + 1, counted)? - fixed[number + 1];
            let each = (after - before) / (words - least) as f64;
            // Times are of the last step alone, instructions of all.
            before = if counted { after } else { 0.0 };
            column.push(each);
            cells.push(format!("{each:.1}"));
        }
        println!("| {size} | {words} | {} |", cells.join(" | "));
    }
    let growth: Vec<f64> = columns
        .iter()
        .map(|c| c.iter().skip(1).copied().fold(0.0, f64::max) / c.first().copied().unwrap_or(1.0))
        .collect();
    let cells: Vec<String> = growth.iter().map(|g| format!("{g:.2}")).collect();
    println!("| growth | | {} |", cells.join(" | "));
    Ok(growth.iter().all(|g| *g <= 1.5))
}

fn whole() -> Result<bool, String> {
    let options = read_options(&["shape", "size", "steps"])?;
    if let Some(shape) = options.get("shape") {
        let words = input(shape, number(&options, "size", 1000)? as usize);
        return run(&words, number(&options, "steps", 1)? as usize).map(|_| true);
    }
    let counted = instructions("chain", 1, 0).is_some();
    println!("{} per word of the binary", if counted { "machine instructions" } else { "nanoseconds" });
    let blocks = table("blocks", "chain", &[1_000, 10_000, 100_000], counted)?;
    let depth = table("depth", "nest", &[10, 100, 1_000], counted)?;
    Ok(blocks && depth)
}

fn main() -> ExitCode {
    match whole() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("linearity: something grows by more than 1.5");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("linearity: {message}");
            ExitCode::from(2)
        }
    }
}
