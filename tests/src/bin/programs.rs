//! Runs random programs through import, export and the control-flow conversions:
//!
//!     programs --count N [--seed S] [--batch FUNCTIONS] [--kind KIND] [--threads N] [--only I] [-o FILE]
//!
//! The kinds are `structured` (the default), `undeclared`, `reducible` and `irreducible`. `-o` only writes the module
//! for the seed to a file; `--only` then omits all functions except function `I`.

use spv_tests::r#gen::{number, read_options};
use spv_tests::programs::check::{self, Kind, Report};
use spv_tests::tools::{self, Peer};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

fn run() -> Result<bool, String> {
    let options = read_options(&["count", "seed", "batch", "kind", "threads", "only", "o"])?;
    let count = number(&options, "count", 1000)? as usize;
    let seed = number(&options, "seed", 1)?;
    let batch = number(&options, "batch", 50)?.clamp(1, 0xFFFF) as usize;
    let kind = match options.get("kind") {
        None => Kind::Structured,
        Some(name) => {
            let known = Kind::ALL.iter().find(|(known, _)| known == name);
            known.ok_or_else(|| format!("there is no kind `{name}`"))?.1
        }
    };
    let judge = Peer::SpirvVal.find().is_some();
    if let Some(path) = options.get("o") {
        let words = match options.contains_key("only") {
            true => {
                let only = number(&options, "only", 0)? as usize;
                check::only(count, seed, only, kind == Kind::Structured)
            }
            _ if kind != Kind::Structured => check::unstructured(kind, count, seed),
            false => check::valid(count, seed, judge).0,
        };
        return std::fs::write(path, tools::to_bytes(&words))
            .map(|()| true)
            .map_err(|e| format!("{path}: {e}"));
    }
    let start = Instant::now();
    let threads = number(&options, "threads", 2)?.clamp(1, 64);
    let (next, report) = (AtomicUsize::new(0), Mutex::new(Report::default()));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(left) = count.checked_sub(number * batch).filter(|&left| left > 0) else { return };
        // Each module has a new context, so that interned types and attributes are freed with it.
        let found = check::check(&spv_opt::context(), kind, batch.min(left), seed + number as u64, judge);
        for failure in &found.failures {
            eprintln!("{failure}");
        }
        report.lock().unwrap_or_else(PoisonError::into_inner).add(found);
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{report}; {:.1} s", start.elapsed().as_secs_f64());
    Ok(report.failures.is_empty() && report.unstructured == 0)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("programs: {message}");
            ExitCode::from(2)
        }
    }
}
