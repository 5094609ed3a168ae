//! Tests of `--mlir-compat-lower` over the shared corpus, `tests/corpus` and random programs
//!
//! Constructs that LLVM 14 lacks become plain blocks. mlir-opt-14 checks the MLIR text, and the interpreter checks the
//! results.

use spv_opt::dialect::llvm::{self, LLVM14};
use spv_opt::printer::{self, Options};
use spv_tests::programs;
use spv_tests::tools::{self, Peer};
use std::path::{Path, PathBuf};

/// The result of mlir-opt-14 for a lowered module.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// mlir-opt-14 parses the MLIR text and prints it unchanged.
    Same,
    /// The module contains ops, types or attributes that LLVM 14 lacks.
    Lacking,
    /// mlir-opt-14 rejects the MLIR text or prints it differently. The string describes the problem.
    Wrong(String),
}

fn outcome(path: &Path) -> Outcome {
    let mut module = spv_opt::import(&spv_opt::context(), &tools::read_words(path)).expect("it is imported");
    llvm::lower(&mut module);
    if let Err(errors) = spv_opt::verify(&module) {
        return Outcome::Wrong(format!("{errors:?}"));
    }
    if let Err(errors) = llvm::check(&module) {
        // Error messages about control flow, which must not occur after lowering.
        let control = [
            "op has results",
            "declares a merge",
            "a continue construct",
            "function-like",
            "'spv.mlir.break'",
            "'spv.mlir.continue'",
            "'spv.mlir.switch_break'",
            "'spv.Switch'",
        ];
        let left =
            errors.list.iter().map(|e| &e.message).find(|m| control.iter().any(|part| m.contains(part)));
        return left.map_or(Outcome::Lacking, |message| Outcome::Wrong(message.clone()));
    }
    let text = printer::print(&module, &Options { compat: Some(&LLVM14), ..Options::default() });
    match Peer::MlirOpt.run(&[], text.as_bytes()) {
        Ok(theirs) if theirs == text.as_bytes() => Outcome::Same,
        Ok(theirs) => {
            let theirs = String::from_utf8_lossy(&theirs).into_owned();
            let line = theirs.lines().zip(text.lines()).find(|(a, b)| a != b);
            Outcome::Wrong(format!("printed otherwise: {line:?}"))
        }
        Err(error) => Outcome::Wrong(error),
    }
}

fn check(modules: &[PathBuf], least: usize) {
    if Peer::MlirOpt.find().is_none() {
        return;
    }
    let outcomes: Vec<Outcome> = modules.iter().map(|path| outcome(path)).collect();
    let count = |outcome: &Outcome| outcomes.iter().filter(|o| *o == outcome).count();
    let (same, lacking) = (count(&Outcome::Same), count(&Outcome::Lacking));
    println!("{same} of the {} modules without what LLVM 14 lacks", modules.len() - lacking);
    let wrong = modules.iter().zip(&outcomes).filter(|(_, o)| matches!(o, Outcome::Wrong(_)));
    let wrong: Vec<String> = wrong.map(|(path, o)| format!("{}: {o:?}", path.display())).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same >= least, "only {same}");
}

#[test]
fn own_corpus() {
    let modules: Vec<PathBuf> = tools::own_corpus().into_iter().map(|module| module.path).collect();
    check(&modules, 10);
}

#[test]
fn shared_corpus() {
    if let Some(modules) = tools::shared_corpus() {
        check(&modules, 10);
    }
}

#[test]
fn what_is_computed_stays() {
    for seed in 900..904 {
        programs::passes::check_change(100, seed, &llvm::lower).expect("the programs compute the same");
    }
}
