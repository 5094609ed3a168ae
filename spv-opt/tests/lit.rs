//! Runs the lit tests in `tests/lit`
//!
//! If FileCheck is installed, its verdict must match that of the reimplementation. `SPV_LIT_FILTER=cse` runs only files
//! that have `cse` in their path.

#[path = "lit/filecheck.rs"]
mod filecheck;
#[path = "lit/pattern.rs"]
mod pattern;
#[path = "lit/script.rs"]
mod script;
#[path = "lit/self_tests.rs"]
mod self_tests;
#[path = "lit/shell.rs"]
mod shell;

use script::{Places, Script};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Programs that a test may require. Each program is a lit feature of the same name. `lit.cfg.py` has the same list.
const PEERS: [&str; 6] =
    ["spirv-val", "spirv-as", "spirv-dis", "spirv-opt", "mlir-opt-14", "mlir-translate-14"];

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|program| program.is_file())
}

/// Commands that the test runner implements itself.
struct Tools {
    directory: PathBuf,
    /// Path of LLVM's FileCheck, if installed.
    filecheck: Option<PathBuf>,
}

impl Tools {
    fn new(directory: &Path) -> Tools {
        let filecheck = on_path("FileCheck-14").or_else(|| on_path("FileCheck"));
        Tools { directory: directory.to_owned(), filecheck }
    }

    fn filecheck(&self, args: &[String], input: &[u8]) -> Result<(), String> {
        let options = filecheck::Options::parse(args)?;
        let read = |file: &str| {
            let text = std::fs::read(self.directory.join(file)).map_err(|e| format!("{file}: {e}"))?;
            String::from_utf8(text).map_err(|e| format!("{file}: {e}"))
        };
        let input = match &options.input_file {
            Some(file) => read(file)?,
            None => String::from_utf8_lossy(input).into_owned(),
        };
        let file = &options.check_file;
        filecheck::check(&options, &read(file)?, &input).map_err(|why| format!("{file}: {why}"))
    }
}

impl shell::Builtin for Tools {
    fn run(&self, words: &[String], input: &[u8]) -> Option<(i32, String)> {
        if words[0] != "FileCheck" {
            return None;
        }
        let ours = self.filecheck(&words[1..], input);
        let Some(program) = &self.filecheck else {
            return Some((i32::from(ours.is_err()), ours.err().unwrap_or_default()));
        };
        let theirs = shell::spawn_program(program, &words[1..], input, &self.directory);
        let (status, message) = match theirs {
            Ok(result) => result,
            Err(error) => return Some((2, error.to_string())),
        };
        let same = ours.is_ok() == (status == 0);
        let ours = ours.err().unwrap_or_default();
        Some(match same {
            true => (status, format!("{ours}\n{message}")),
            // This exit status is neither success nor a failure that `not` accepts.
            false => (
                DISAGREE,
                format!(
                    "FileCheck and our own come to different judgements\nours: {ours}\ntheirs: {message}"
                ),
            ),
        })
    }

    fn program(&self, name: &str) -> OsString {
        if name == "spv-opt" { env!("CARGO_BIN_EXE_spv-opt").into() } else { name.into() }
    }
}

/// Exit status if LLVM's FileCheck and the reimplementation disagree. `not` does not turn it into success.
pub const DISAGREE: i32 = 99;

/// The outcome of a test file.
enum Verdict {
    Passed,
    Skipped(String),
    Failed(String),
}

/// Runs the commands of a test file, with temporary files in the directory `temporary`.
fn run_file(path: &Path, name: &str, temporary: &Path) -> Verdict {
    match try_file(path, name, temporary) {
        Ok(verdict) => verdict,
        Err(why) => Verdict::Failed(why),
    }
}

fn try_file(path: &Path, name: &str, temporary: &Path) -> Result<Verdict, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let temporary = temporary.join(format!("{}.tmp", name.replace(['/', '\\'], "_")));
    let script = Script::parse(&text, Places { file: path, temporary: &temporary })?;
    let there = |feature: &String| PEERS.contains(&feature.as_str()) && on_path(feature).is_some();
    if let Some(unknown) = script.requires.iter().find(|f| !PEERS.contains(&f.as_str())) {
        return Err(format!("it requires '{unknown}', which is none of {}", PEERS.join(", ")));
    }
    if let Some(missing) = script.requires.iter().find(|f| !there(f)) {
        return Ok(Verdict::Skipped(format!("{missing} is not installed")));
    }
    if script.unsupported.iter().any(there) {
        return Ok(Verdict::Skipped("it does not go with what is installed".to_owned()));
    }
    let directory = temporary.parent().unwrap_or(Path::new("."));
    let tools = Tools::new(directory);
    for command in &script.commands {
        let outcome = shell::run(&shell::parse(command)?, directory, &tools).map_err(|e| e.to_string())?;
        let failed = outcome.status != 0;
        if failed && !(script.fails && outcome.status != DISAGREE) {
            let written = String::from_utf8_lossy(&outcome.written);
            return Err(format!("{command}\nexit status {}\n{written}", outcome.status));
        }
        if failed {
            return Ok(Verdict::Passed);
        }
    }
    if script.fails {
        Err("it passes, and says that it fails (XFAIL)".to_owned())
    } else {
        Ok(Verdict::Passed)
    }
}

/// Collects the test files below a directory, except in directories called `Inputs`.
fn files(directory: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("the directory can be listed") {
        let path = entry.expect("the directory can be listed").path();
        let ends =
            path.extension().is_some_and(|e| ["mlir", "spvasm", "test"].iter().any(|known| e == *known));
        if path.is_dir() && path.file_name().is_some_and(|name| name != "Inputs") {
            files(&path, all);
        } else if ends && path.is_file() {
            all.push(path);
        }
    }
}

#[test]
fn lit_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lit");
    let root = std::fs::canonicalize(root).expect("the directory is there");
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lit");
    std::fs::create_dir_all(&temporary).expect("the directory can be made");
    let filter = std::env::var("SPV_LIT_FILTER").unwrap_or_default();
    let mut paths = Vec::new();
    files(&root, &mut paths);
    paths.sort();
    let named = |path: &PathBuf| path.strip_prefix(&root).unwrap_or(path).display().to_string();
    paths.retain(|path| named(path).contains(&filter));
    assert!(!paths.is_empty(), "no test file has '{filter}' in its path");
    let (next, failures, skipped) = (AtomicUsize::new(0), Mutex::new(Vec::new()), AtomicUsize::new(0));
    let work = || {
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = named(path);
            match run_file(path, &name, &temporary) {
                Verdict::Passed => {}
                Verdict::Skipped(why) => {
                    println!("skipped: {name}: {why}");
                    skipped.fetch_add(1, Ordering::Relaxed);
                }
                Verdict::Failed(why) => {
                    failures.lock().expect("no thread panics").push(format!("{name}: {why}"));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().expect("no thread panics");
    failures.sort();
    let skipped = skipped.into_inner();
    let required = std::env::var("SPV_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(failures.is_empty(), "{} of {} fail\n{}", failures.len(), paths.len(), failures.join("\n"));
    assert!(skipped == 0 || !required, "{skipped} files need what is not installed, and SPV_REQUIRE_PEERS=1");
    println!("{} files, {skipped} skipped", paths.len());
}

/// Runs LLVM's lit on the same files, if it is installed.
#[test]
fn lit_of_llvm() {
    let Some(lit) = on_path("lit").or_else(|| on_path("llvm-lit")) else {
        println!("skipped: LLVM's lit is not installed (pip install lit)");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lit");
    let output = Command::new(lit)
        .arg("-q")
        .arg(root)
        .env("SPV_OPT", env!("CARGO_BIN_EXE_spv-opt"))
        .env("SPV_LIT_OUTPUT", Path::new(env!("CARGO_TARGET_TMPDIR")).join("llvm-lit"))
        .output()
        .expect("lit runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
