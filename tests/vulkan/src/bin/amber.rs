//! Runs Amber scripts before and after pipelines: `amber FILE... [--passes PIPELINE]... [--everything]`
//!
//! `--everything` selects all pipelines of the tests. The tool prints the failing scripts, and counts the reasons for
//! skipped scripts. Each script runs in a child process, because the driver may crash.
//!
//! `amber play FILE [PIPELINE]` runs one script once, optionally after a pipeline, which may also be `spirv-opt -O`.

use spv_tests_vulkan::amber::{Outcome, Player, check, everything, play_once};
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pipelines to run if the command line selects none.
const PIPELINES: [&str; 3] = ["O", "Os", "spv-lower-to-cfg"];

/// First argument of a child process that runs one script.
const ONE: &str = "one";
/// First command-line argument of the mode that runs a script once.
const PLAY: &str = "play";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).peekable();
    if args.next_if(|first| first == PLAY).is_some()
        && let Some(file) = args.next()
    {
        return played(&file, args.next().as_deref());
    }
    let (mut files, mut pipelines) = (Vec::new(), Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--passes" => pipelines.extend(args.next()),
            "--everything" => pipelines.extend(everything()),
            _ => files.push(arg),
        }
    }
    if pipelines.is_empty() {
        pipelines = PIPELINES.map(str::to_owned).to_vec();
    }
    match files.split_first() {
        Some((first, [file])) if first == ONE => one(file, &pipelines),
        Some(_) => all(&files, &pipelines),
        None => {
            eprintln!(
                "usage: amber FILE... [--passes PIPELINE]... [--everything]\n       amber play FILE [PIPELINE]"
            );
            ExitCode::from(2)
        }
    }
}

fn played(file: &str, pipeline: Option<&str>) -> ExitCode {
    let played = std::fs::read_to_string(file).map_err(|error| error.to_string()).and_then(|text| {
        let mut player = Player::open().map_err(|error| error.to_string())?;
        play_once(&mut player, &text, pipeline)
    });
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{file}: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Line that a child process prints after the script has passed without a pipeline.
const BEFORE: &str = "passes before";

/// Runs one script in a child process, and prints its outcome: `passes N`, `skipped REASON`, or `fails` with details.
fn one(file: &str, pipelines: &[String]) -> ExitCode {
    match outcome(file, pipelines) {
        Ok(Outcome::Passes(count)) => println!("passes {count}"),
        Ok(Outcome::Skipped(why)) => println!("skipped {}", why.lines().next().unwrap_or("")),
        Ok(Outcome::Fails(list)) => println!("fails {}", list.join("\n")),
        Err(why) => println!("skipped {why}"),
    }
    ExitCode::SUCCESS
}

fn outcome(file: &str, pipelines: &[String]) -> Result<Outcome, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut player = Player::open().map_err(|error| error.to_string())?;
    let before = check(&mut player, &text, &[""; 0]);
    if before != Outcome::Passes(0) {
        return Ok(before);
    }
    println!("{BEFORE}");
    Ok(check(&mut player, &text, pipelines))
}

fn all(files: &[String], pipelines: &[String]) -> ExitCode {
    let Ok(program) = std::env::current_exe() else { return ExitCode::from(2) };
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, String>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((number, file)) = {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    files.get(number).map(|file| (number, file))
                } {
                    let mut command = Command::new(&program);
                    command.arg(ONE).arg(file);
                    pipelines.iter().for_each(|pipeline| {
                        command.args(["--passes", pipeline]);
                    });
                    let text = match command.output() {
                        Ok(output) if output.status.success() => {
                            let text = String::from_utf8_lossy(&output.stdout);
                            text.trim().trim_start_matches(BEFORE).trim_start().to_owned()
                        }
                        Ok(output) => {
                            let before = output.stdout.starts_with(BEFORE.as_bytes());
                            let outcome = if before { "fails" } else { "skipped" };
                            format!("{outcome} the process ends: {}", output.status)
                        }
                        Err(error) => format!("skipped {error}"),
                    };
                    results.lock().expect("no thread panics").insert(number, text);
                }
            });
        }
    });
    let results = results.into_inner().expect("no thread panics");
    let (mut passed, mut failed) = (0, 0);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, text) in &results {
        match text.split_once(' ') {
            Some(("passes", _)) => passed += 1,
            Some(("skipped", why)) => *reasons.entry(why).or_default() += 1,
            _ => {
                failed += 1;
                println!("{}: {text}", files[*number]);
            }
        }
    }
    reasons.iter().for_each(|(why, count)| println!("skipped {count}: {why}"));
    println!("{passed} scripts pass before and after {} pipelines, {failed} fail after", pipelines.len());
    ExitCode::from(u8::from(failed > 0))
}
