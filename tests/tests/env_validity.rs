//! Checks that passes preserve validity in target environments
//!
//! Every pass runs on a sample of the shared corpus and `tests/corpus`, for each target environment in which the module
//! is valid. `SPV_EXHAUSTIVE=1` uses all modules.

use spv_opt::dialect::validate::{TargetEnv, binary};
use spv_opt::passes::{Executor, Pipeline, Registry, RunOptions, Threads, run};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Context, Module};
use spv_tests::tools;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Stride of the tested corpus modules.
const STEP: usize = 24;
const ENVS: [&str; 7] =
    ["spv1.6", "vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4", "opencl2.2"];
/// Pipelines that are tested in addition to single passes.
const TOGETHER: [&str; 4] = ["canonicalize,cse", "O1", "O", "Os"];
/// Passes that require a target environment or change the SPIR-V version.
const FOR_A_TARGET: [&str; 2] = ["spirv-update-vce", "upgrade-memory-model"];

fn read(words: &[u32]) -> Module {
    let ctx: Arc<Context> = spv_opt::context();
    let options = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    import_with(&ctx, words, &options).expect("an environment accepts it")
}

/// Returns the names of the pipelines whose output is invalid, with the error messages.
fn problems(words: &[u32], pipelines: &[(&str, Pipeline)]) -> Vec<String> {
    let strict = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    let Ok(module) = import_with(&spv_opt::context(), words, &strict) else { return Vec::new() };
    let envs = ENVS.map(|name| TargetEnv::new(name).expect("it is known"));
    let accepting: Vec<&TargetEnv> =
        envs.iter().filter(|env| spv_opt::verify_for(&module, env).is_ok()).collect();
    let mut list = Vec::new();
    if accepting.is_empty() {
        return list;
    }
    for (name, pipeline) in pipelines {
        let mut module = read(words);
        if let Err(failure) = run(pipeline, &mut module, &RunOptions::default()) {
            list.push(format!("{name}: {}: {}", failure.pass, failure.errors));
            continue;
        }
        for env in &accepting {
            if let Err(errors) = spv_opt::verify_for(&module, env) {
                list.push(format!("{name}, {}: {errors}", env.environment.name));
                break;
            }
        }
    }
    list
}

#[test]
fn every_pass_keeps_what_an_environment_accepts() {
    let registry = Registry::new();
    let alone = registry.passes().iter().map(|info| info.name).filter(|name| !FOR_A_TARGET.contains(name));
    let pipelines: Vec<(&str, Pipeline)> = alone
        .chain(TOGETHER)
        .map(|name| (name, Pipeline::parse(&registry, name).unwrap_or_else(|e| panic!("{name}: {e}"))))
        .collect();
    let step = if std::env::var("SPV_EXHAUSTIVE").is_ok_and(|value| value == "1") { 1 } else { STEP };
    let own = tools::own_corpus().into_iter().map(|module| module.path);
    let paths: Vec<PathBuf> = own.chain(tools::shared_corpus().unwrap_or_default()).step_by(step).collect();
    let failures = Mutex::new(Vec::new());
    Threads::available().run(paths.len(), &|i| {
        let list = problems(&tools::read_words(&paths[i]), &pipelines);
        let name = paths[i].file_name().unwrap_or_default().to_string_lossy();
        let list = list.into_iter().map(|problem| format!("{name}: {problem}"));
        failures.lock().expect("no test thread panicked").extend(list);
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    let count = failures.len();
    assert!(failures.is_empty(), "{count} problems with {} modules:\n{}", paths.len(), failures.join("\n"));
}
