//! Checks that debug information does not affect code
//!
//! For each pass and pipeline, debug information must not change the instructions: the results for a module and for its
//! stripped copy are compared. `tests/bench/debug_info.py` makes the same comparison for GLSL shaders.

use spv_opt::asm::generated::opcodes;
use spv_opt::asm::instructions::instructions;
use spv_opt::asm::sets::find_set;
use spv_opt::passes::{Executor, Registry, Threads};
use spv_tests::programs::passes::optimize;
use spv_tests::{pipelines, tools};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// Pipeline that erases debug information and definitions that only debug information uses.
const STRIP: &str = "strip-debug,dce";

fn has_debug_info(words: &[u32]) -> bool {
    instructions(words).iter().filter(|instruction| instruction.opcode == opcodes::EXT_INST_IMPORT).any(
        |import| {
            let name = import.string(2).unwrap_or_default();
            find_set(&name).is_some_and(|set| set.debug_info)
        },
    )
}

/// Returns the number of instructions inside functions for each opcode in the output of a pipeline.
fn counts(words: &[u32], pipeline: &str) -> Result<BTreeMap<u32, usize>, String> {
    let words = spv_opt::export(&optimize(pipeline, words)?).map_err(|errors| errors.to_string())?;
    let mut counts = BTreeMap::new();
    let all = instructions(&words);
    for instruction in all.iter().skip_while(|instruction| instruction.opcode != opcodes::FUNCTION) {
        *counts.entry(instruction.opcode).or_default() += 1;
    }
    Ok(counts)
}

/// Returns descriptions of the differences that debug information causes, at most one per pipeline.
fn differences(words: &[u32], pipelines: &[String]) -> Vec<String> {
    let mut list = Vec::new();
    for pipeline in pipelines {
        let with = counts(words, &format!("{pipeline},{STRIP}"));
        let without = counts(words, &format!("{STRIP},{pipeline},{STRIP}"));
        if with != without {
            list.push(format!("{pipeline}:\n  with: {with:?}\n  without: {without:?}"));
        }
    }
    list
}

#[test]
fn every_pipeline_gives_the_same_instructions() {
    let pipelines: Vec<String> =
        pipelines::texts(&Registry::new()).into_iter().filter(|text| !text.is_empty()).collect();
    let own = tools::own_corpus().into_iter().map(|module| module.path);
    let all = own.chain(tools::shared_corpus().unwrap_or_default());
    let paths: Vec<PathBuf> = all.filter(|path| has_debug_info(&tools::read_words(path))).collect();
    assert!(!paths.is_empty(), "no module has debug information");
    let failures = Mutex::new(Vec::new());
    Threads::available().run(paths.len(), &|i| {
        let list = differences(&tools::read_words(&paths[i]), &pipelines);
        let name = paths[i].file_name().unwrap_or_default().to_string_lossy();
        let list = list.into_iter().map(|difference| format!("{name}: {difference}"));
        failures.lock().expect("no test thread panicked").extend(list);
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} differences\n{}", failures.len(), failures.join("\n"));
}
