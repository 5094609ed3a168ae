//! Takes mutants of valid modules through the library and looks for panics, slow steps and memory use:
//! `mutants --count N [--seed S] [--first I] [--limit WORDS] [--kind all|flow]`. Those of `--kind flow` have other branches
//! and constructs alone, and spirv-val judges what comes of them. Build it with `--profile mutants`, so that
//! panics are caught. Failing mutants are written to `target/mutants`; `current` there holds the number
//! of the mutant at work, in case the process dies of it.

use spv_tests::r#gen::{number, read_options};
use spv_tests::mutate::{self, Mutant, Outcome, Stage};
use spv_tests::tools::to_bytes;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Peak resident memory of this process in MiB, where the system reports it.
fn peak_mib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}

fn save(folder: &std::path::Path, name: &str, mutant: &Mutant) -> Result<PathBuf, String> {
    let (path, bytes) = match mutant {
        Mutant::Binary(bytes) => (folder.join(format!("{name}.spv")), &bytes[..]),
        Mutant::Text(text) => (folder.join(format!("{name}.mlir")), text.as_bytes()),
    };
    fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

fn run() -> Result<bool, String> {
    let options = read_options(&["count", "seed", "first", "limit", "kind"])?;
    let count = number(&options, "count", 10_000)?;
    let seed = number(&options, "seed", 1)?;
    let first = number(&options, "first", 0)?;
    let seeds = mutate::seeds(number(&options, "limit", 2500)? as usize);
    let flow = match options.get("kind").map(String::as_str) {
        None | Some("all") => false,
        Some("flow") => true,
        Some(other) => return Err(format!("`--kind` is `all` or `flow`, not `{other}`")),
    };
    let folder = PathBuf::from("target/mutants");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut current = File::create(folder.join(format!("current-{seed}"))).map_err(|e| e.to_string())?;
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));

    let start = Instant::now();
    let (mut read, mut rejected, mut inside, mut through, mut failures) = (0u64, 0u64, 0u64, 0u64, 0u64);
    let mut refused: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for index in first..first + count {
        current.rewind().and_then(|()| write!(current, "{index:012}")).map_err(|e| e.to_string())?;
        let (mutant, outcome) = if flow {
            let words = mutate::flow_mutant(&seeds, seed, index);
            let outcome = mutate::check_flow(&words);
            (Mutant::Binary(to_bytes(&words)), outcome)
        } else {
            let mutant = mutate::mutant(&seeds, seed, index);
            let outcome = mutate::check(&mutant);
            (mutant, outcome)
        };
        match outcome {
            Ok(Outcome::Rejected { inside: within }) => {
                rejected += 1;
                inside += u64::from(within);
            }
            Ok(Outcome::Unsound) => read += 1,
            Ok(Outcome::Through) => {
                read += 1;
                through += 1;
            }
            Ok(Outcome::Refused(stage, why)) => {
                read += 1;
                let stage = if stage == Stage::Read { Stage::Import } else { stage };
                let key: String = why.chars().filter(|c| !c.is_ascii_digit()).take(120).collect();
                let entry = refused.entry(format!("{stage:?}: {key}")).or_insert((0, index));
                entry.0 += 1;
                if entry.0 == 1 {
                    save(&folder, &format!("refused-{seed}-{index}"), &mutant)?;
                }
            }
            Err(failure) => {
                failures += 1;
                let path = save(&folder, &format!("{seed}-{index}"), &mutant)?;
                println!("{}: {:?}: {}", path.display(), failure.stage, failure.what);
            }
        }
    }
    for (why, (times, index)) in &refused {
        println!("verified, but refused {times} times, first {seed}-{index}: {why}");
    }
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let peak = peak_mib();
    println!(
        "{count} mutants, seed {seed}: {:.1} % read, {:.1} % through, {:.1} % of the rejected in function \
         bodies, {failures} failures, {:.1} s, peak {} MiB",
        percent(read, count),
        percent(through, count),
        percent(inside, rejected),
        start.elapsed().as_secs_f64(),
        peak.map_or_else(|| "?".to_owned(), |mib| mib.to_string()),
    );
    Ok(failures == 0 && peak.is_none_or(|mib| mib < 1024))
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("mutants: {message}");
            ExitCode::from(2)
        }
    }
}
