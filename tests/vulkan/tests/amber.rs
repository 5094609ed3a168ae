//! Tests of Amber scripts before and after pipelines
//!
//! The scripts are those of this crate and of the directory `SPV_AMBER`.

use spv_tests::tools::Peer;
use spv_tests_vulkan::amber::{Outcome, Player, check, everything};
use spv_tests_vulkan::workers;
use std::fs;
use std::path::Path;

fn outcomes(directory: &Path, pipelines: &[String]) -> Vec<(String, Outcome)> {
    let mut scripts: Vec<_> = fs::read_dir(directory)
        .expect("the directory can be listed")
        .map(|entry| entry.expect("the directory can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "amber"))
        .collect();
    scripts.sort();
    let one = |path: &std::path::PathBuf| {
        let mut player = Player::open().expect("there is a device");
        let text = fs::read_to_string(path).expect("the script can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, check(&mut player, &text, pipelines))
    };
    scripts.iter().map(one).collect()
}

fn peers() -> bool {
    Peer::SpirvVal.find().is_some() && Peer::Glslang.find().is_some() && workers::available()
}

#[test]
fn our_scripts_pass_before_and_after() {
    if !peers() {
        return;
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let pipelines = everything();
    for (name, outcome) in outcomes(&directory, &pipelines) {
        assert_eq!(outcome, Outcome::Passes(pipelines.len()), "{name}");
    }
}

/// Checks that incorrect expectations fail: each expectation of this script is wrong.
#[test]
fn wrong_expectations_fail() {
    if !peers() {
        return;
    }
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    for (name, from, to) in [
        ("compute_buffers.amber", "EQ 102 102", "EQ 102 103"),
        ("compute_buffers.amber", "IDX 4 GE 102", "IDX 4 GT 102"),
        ("fragment_loop.amber", "EQ_RGBA 0 255 0 255", "EQ_RGBA 0 254 0 255"),
        ("vertices.amber", "EXPECT last EQ_BUFFER reference", "EXPECT last EQ_BUFFER color"),
        ("vertices.amber", "RMSE_BUFFER reference", "RMSE_BUFFER color"),
        ("vertices.amber", "EMD_BUFFER reference", "EMD_BUFFER color"),
        ("storage_image.amber", "EQ 10.0 20.0", "EQ 10.0 20.1"),
        ("shared_memory.amber", "EQ 77 10", "EQ 78 10"),
        ("tessellation.amber", "EQ_RGBA 255 255 255 255", "EQ_RGBA 255 254 255 255"),
    ] {
        let text = fs::read_to_string(directory.join(name)).expect("the script is here");
        assert!(text.contains(from), "{name}: {from}");
        let mut player = Player::open().expect("there is a device");
        let outcome = check(&mut player, &text.replacen(from, to, 1), &[""; 0]);
        assert!(matches!(outcome, Outcome::Skipped(_)), "{name}: {to}: {outcome:?}");
    }
}

/// Runs the scripts in the directory `SPV_AMBER` after `O`, or after all pipelines if `SPV_EXHAUSTIVE` is 1. For many
/// scripts use `amber` (`src/bin/amber.rs`), which runs each script in its own process.
#[test]
fn other_scripts_pass_after_if_they_do_before() {
    let Some(directory) = std::env::var_os("SPV_AMBER") else {
        return println!("skipped: SPV_AMBER is not set");
    };
    if !peers() {
        return;
    }
    let exhaustive = std::env::var_os("SPV_EXHAUSTIVE").is_some_and(|value| value == "1");
    let pipelines = if exhaustive { everything() } else { vec!["O".to_owned()] };
    let outcomes = outcomes(Path::new(&directory), &pipelines);
    let failures: Vec<_> =
        outcomes.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Fails(_))).collect();
    let passed = outcomes.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Passes(_))).count();
    println!("{passed} of {} scripts pass", outcomes.len());
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(passed > 0, "none of {} scripts passes", outcomes.len());
}
