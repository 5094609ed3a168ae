//! Generator of the `spv` dialect's tables from the machine-readable SPIR-V grammar
//!
//! `generate DIR` reads the grammar's JSON files and writes the tables in `asm/src/generated`. `generate --typed`
//! writes the names and views in `dialect-spv/src/generated` and the builders in `build/src`, from the registered ops.
//! `--check` only compares and fails if a file is stale.

mod generator;
mod typed;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut directory: Option<PathBuf> = None;
    let (mut check, mut typed) = (false, false);
    for argument in std::env::args_os().skip(1) {
        if argument == "--check" {
            check = true;
        } else if argument == "--typed" {
            typed = true;
        } else if directory.replace(argument.into()).is_some() {
            directory = None;
            break;
        }
    }
    let (files, target) = match directory {
        Some(directory) if !typed => (generator::generate(&directory), "../asm/src/generated"),
        None if typed => (typed::generate(), "src/generated"),
        _ => {
            eprintln!("usage: generate (GRAMMAR_DIR | --typed) [--check]");
            return ExitCode::from(2);
        }
    };
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(target);
    let done = files.and_then(|files| match check {
        true => generator::check(files, &target),
        false => generator::write(files, &target),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("generate: {message}");
            ExitCode::FAILURE
        }
    }
}
