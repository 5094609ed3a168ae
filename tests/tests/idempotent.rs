//! Checks that passes declared as idempotent change nothing if they run twice at any position in the pipelines

use spv_opt::passes::{Executor, Pipeline, Registry, RunOptions, Threads, Verify, run};
use spv_tests::{rounds, tools};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Stride of the tested corpus modules.
const ONE_OF: usize = 4;

/// Runs a pipeline pass by pass, and each idempotent pass twice. Returns the names of the passes whose second run
/// changes the module.
fn unsettled(words: &[u32], pipeline: &str) -> Result<Vec<String>, String> {
    let error = |e: spv_opt::Diagnostics| e.list.first().map(|d| d.message.clone()).unwrap_or_default();
    let mut module = spv_opt::import(&spv_opt::context(), words).map_err(error)?;
    let pipeline = Pipeline::parse(&Registry::new(), pipeline).map_err(|e| e.to_string())?;
    let options = RunOptions { verify: Verify::Never, ..RunOptions::default() };
    let mut changing = Vec::new();
    for item in &pipeline.items {
        let single = Pipeline { items: vec![item.clone()], ..Pipeline::new() };
        let passes = single.passes();
        let Some(instance) = passes.first() else { continue };
        run(&single, &mut module, &options).map_err(|e| error(e.errors))?;
        if instance.info.idempotent {
            let before = spv_opt::print(&module);
            run(&single, &mut module, &options).map_err(|e| error(e.errors))?;
            if spv_opt::print(&module) != before {
                changing.push(instance.to_string());
            }
        }
    }
    Ok(changing)
}

#[test]
fn second_runs_change_nothing() {
    let cases: Vec<rounds::Case> = rounds::cases().into_iter().step_by(ONE_OF).collect();
    let failures: Mutex<BTreeMap<String, Vec<String>>> = Mutex::default();
    Threads::available().run(cases.len(), &|i| {
        for pipeline in ["O", "Os"] {
            let words = tools::read_words(&cases[i].path);
            for pass in unsettled(&words, pipeline).unwrap_or_else(|error| vec![error]) {
                let mut failures = failures.lock().expect("no test thread panicked");
                failures.entry(pass).or_default().push(cases[i].name());
            }
        }
    });
    let failures = failures.into_inner().expect("no test thread panicked");
    assert!(failures.is_empty(), "passes that change their own result: {failures:#?}");
}
