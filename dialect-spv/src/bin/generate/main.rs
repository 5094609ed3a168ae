//! Generates the tables of the `spv` dialect from the machine-readable SPIR-V grammar.
//!
//! `generate FOLDER` reads the grammar's JSON files and writes `dialect-spv/src/generated`;
//! `generate FOLDER --check` compares instead, and fails where a table is stale.

mod generator;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut folder: Option<PathBuf> = None;
    let mut check = false;
    for argument in std::env::args_os().skip(1) {
        if argument == "--check" {
            check = true;
        } else if folder.replace(argument.into()).is_some() {
            folder = None;
            break;
        }
    }
    let Some(folder) = folder else {
        eprintln!("usage: generate GRAMMAR_FOLDER [--check]");
        return ExitCode::from(2);
    };
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated");
    let done = if check { generator::check(&folder, &target) } else { generator::write(&folder, &target) };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("generate: {message}");
            ExitCode::FAILURE
        }
    }
}
