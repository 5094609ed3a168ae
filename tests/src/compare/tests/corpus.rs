//! Tests with real-world modules: renumbering by spirv-opt is accepted, and changes by its optimizations are detected

use super::super::report;
use super::show;
use crate::tools::{Peer, own_corpus, read_words, shared_corpus, spirv_opt};

#[test]
fn every_module_is_itself() {
    let own = own_corpus().into_iter().map(|module| module.path);
    for path in own.chain(shared_corpus().into_iter().flatten()) {
        let words = read_words(&path);
        let report = report(&words, &words, true);
        assert!(report.is_same(), "{}: {}", path.display(), show(&report.differences));
        assert_eq!(report.opaque.len(), 0, "{}: {:?}", path.display(), report.opaque);
    }
}

/// Stride of the corpus modules in tests that start a process for each module.
const STEP: usize = 10;

#[test]
fn renumbering_passes() {
    if Peer::SpirvOpt.find().is_none() {
        return;
    }
    for path in shared_corpus().into_iter().flatten().step_by(STEP) {
        let words = read_words(&path);
        let flags = ["--skip-validation", "--compact-ids"];
        let renumbered = spirv_opt(&words, &flags).expect("spirv-opt renumbers");
        let report = report(&words, &renumbered, true);
        assert!(report.is_same(), "{}: {}", path.display(), show(&report.differences));
    }
}

#[test]
fn losses_are_found() {
    if Peer::SpirvOpt.find().is_none() {
        return;
    }
    let passes =
        ["--strip-debug", "--eliminate-dead-functions", "--eliminate-dead-variables", "--ssa-rewrite"];
    for path in shared_corpus().into_iter().flatten().step_by(STEP) {
        let words = read_words(&path);
        for pass in passes {
            let changed = spirv_opt(&words, &["--skip-validation", pass]).expect("spirv-opt runs");
            let found = report(&words, &changed, false);
            let unchanged = words[5..] == changed[5..];
            // A spirv-opt pass may renumber ids even if it changes nothing else.
            if !unchanged && words.len() == changed.len() {
                continue;
            }
            assert_eq!(found.is_same(), unchanged, "{} {pass}: {}", path.display(), show(&found.differences));
        }
    }
}
