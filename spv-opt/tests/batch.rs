//! Tests that `spv-opt batch` loses only work in flight if it is killed at an arbitrary time

mod batches;

use batches::{command, scratch};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Number of modules in the batch.
const MODULES: usize = 400;
/// Maximum number of times to kill the run.
const KILLS: u64 = 15;

/// Starts the batch with the output directory `out`.
fn start(directory: &Path, out: &str) -> Child {
    let mut command = command(directory, out, "cache");
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the tool starts")
}

/// Returns a map from file names to contents for the files in a directory, without temporary files.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).into_iter().flatten().map(|entry| entry.expect("it can be read"));
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let whole = named.filter(|(name, _)| !name.ends_with(".tmp"));
    whole.map(|(name, path)| (name, fs::read(path).expect("it can be read"))).collect()
}

/// Returns the paths of the temporary files in a directory and its subdirectories.
fn temporary(directory: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(directory).into_iter().flatten().map(|entry| entry.expect("it can be read").path());
    let (directories, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let names = files.iter().map(|path| path.display().to_string()).filter(|name| name.ends_with(".tmp"));
    names.chain(directories.iter().flat_map(|directory| temporary(directory))).collect()
}

/// Returns the number of inputs that a list of results records as done.
fn done(list: &[u8]) -> usize {
    String::from_utf8_lossy(list)
        .lines()
        .filter(|line| line.ends_with('}') && line.contains("\"done\""))
        .count()
}

#[test]
fn killed_at_any_time() {
    let directory = scratch("batch-killed", MODULES);
    let status = start(&directory, "whole").wait().expect("it ends");
    assert!(status.success());
    let mut whole = files(&directory.join("whole"));
    let list = whole.remove("results.jsonl").expect("the list is there");
    assert_eq!((whole.len(), done(&list)), (MODULES, MODULES));
    // Without the cache, the next runs do real work.
    fs::remove_dir_all(directory.join("cache")).expect("it is there");

    let (mut kills, mut before) = (0, 0);
    loop {
        let mut child = start(&directory, "out");
        // The delays vary, but do not grow or shrink over time.
        std::thread::sleep(Duration::from_millis(20 + kills * 37 % 180));
        let is_killed = kills < KILLS && child.try_wait().expect("it runs").is_none();
        if is_killed {
            // Equivalent to `kill -9` on Unix.
            child.kill().expect("it can be killed");
        }
        let status = child.wait().expect("it ends");
        let mut out = files(&directory.join("out"));
        let list = out.remove("results.jsonl").unwrap_or_default();
        for (name, bytes) in &out {
            assert!(whole.get(name) == Some(bytes), "{name} is not whole after {kills} kills");
        }
        let now = done(&list);
        assert!(now >= before, "{before} results became {now}");
        assert!(out.len() >= now, "{now} results of {} outputs", out.len());
        before = now;
        if !is_killed {
            assert!(status.success());
            assert_eq!(out, whole);
            break;
        }
        kills += 1;
    }
    println!("killed {kills} times");
    assert!(kills > 0, "the run is too short to be killed");
    // The last run has removed the temporary files of killed runs. Only Linux detects the killed processes; other
    // systems check the age of the files.
    if cfg!(target_os = "linux") {
        assert_eq!(temporary(&directory), [""; 0]);
    }
    // The two lists of results differ only in the output directory.
    let text =
        |name: &str| fs::read_to_string(directory.join(name).join("results.jsonl")).expect("it is there");
    assert_eq!(text("out").replace("\"out/", "\"whole/"), text("whole"));
}

#[test]
fn leftovers_of_killed_runs_are_removed() {
    let directory = scratch("batch-leftovers", 2);
    let hash = "0".repeat(64);
    // No process has the id `ended`, and this process has the id `runs`.
    let (ended, runs) = (u32::MAX, std::process::id());
    let old = ["out/000.spv", "out/results.jsonl", &format!("cache/tmp/{hash}")]
        .map(|file| (format!("{file}.{ended}.0.tmp"), false));
    let aged = (format!("out/001.spv.{runs}.7.tmp"), false);
    let kept = [
        format!("out/001.spv.{runs}.8.tmp"),
        format!("out/other.spv.{ended}.0.tmp"),
        "out/notes.tmp".to_owned(),
    ]
    .map(|file| (file, true));
    let all: Vec<_> = old.into_iter().chain([aged.clone()]).chain(kept).collect();
    for (file, _) in &all {
        let path = directory.join(file);
        fs::create_dir_all(path.parent().expect("it is in a directory")).expect("the directory can be made");
        fs::write(path, "leftover").expect("it can be written");
    }
    let file = fs::File::options().write(true).open(directory.join(aged.0)).expect("it is there");
    let hour = Duration::from_secs(3600);
    file.set_modified(std::time::SystemTime::now() - hour).expect("its time can be set");
    assert!(start(&directory, "out").wait().expect("it ends").success());
    for (file, is_kept) in &all {
        let is_kept = *is_kept || !cfg!(target_os = "linux") && file.contains(&ended.to_string());
        assert_eq!(directory.join(file).exists(), is_kept, "{file}");
    }
}
