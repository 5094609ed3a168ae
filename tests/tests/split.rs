//! Tests of `split` over the shared corpus and `tests/corpus`: each output is a valid module with a single entry point

use spv_opt::passes::{Executor, Threads};
use spv_opt::tools::reflect::reflect;
use spv_opt::tools::split::split;
use spv_tests::tools::{self, Peer};
use std::sync::Mutex;

/// Returns descriptions of the problems with the modules into which a module is split. `env` is the target environment
/// for spirv-val; `None` skips spirv-val.
fn problems(words: &[u32], env: Option<&str>) -> Vec<String> {
    let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    let whole = reflect(&module).expect("there is one module");
    let parts = match split(&module) {
        Ok(parts) => parts,
        Err(errors) => return vec![errors.to_string()],
    };
    let mut problems = Vec::new();
    let (graphs, parts): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|part| part.execution_model == "Graph");
    for graph in &graphs {
        spv_opt::verify(&graph.module).expect("a graph alone is valid");
        spv_opt::export(&graph.module).expect("the verifier accepts it");
    }
    if parts.len() != whole.entry_points.len() {
        problems.push(format!("{} parts of {} entry points", parts.len(), whole.entry_points.len()));
    }
    for (number, part) in parts.iter().enumerate() {
        let name = format!("{} {:?}", part.execution_model, part.name);
        let mut problem = |text: String| problems.push(format!("{name}: {text}"));
        if let Err(errors) = spv_opt::verify(&part.module) {
            problem(errors.to_string());
            continue;
        }
        let words = spv_opt::export(&part.module).expect("the verifier accepts it");
        let reflected = reflect(&part.module).expect("there is one module");
        let of_whole = &whole.entry_points[number];
        let entries: Vec<_> = reflected.entry_points.iter().map(|e| (&e.name, &e.execution_model)).collect();
        if entries != [(&of_whole.name, &of_whole.execution_model)] {
            problem(format!("has the entry points {entries:?}"));
        }
        let resources = whole.bindings.iter().filter(|binding| binding.variable.used_by.contains(&number));
        let resources: Vec<_> = resources.map(|binding| &binding.variable.symbol).collect();
        let left: Vec<_> = reflected.bindings.iter().map(|binding| &binding.variable.symbol).collect();
        if left != resources {
            problem(format!("has {left:?}, uses {resources:?}"));
        }
        if let Some(wrong) = env.and_then(|env| tools::spirv_val(&words, env).err()) {
            problem(wrong);
        }
    }
    problems
}

#[test]
fn every_part_is_valid_and_minimal() {
    let judge = Peer::SpirvVal.find().is_some();
    let own = tools::own_corpus().into_iter().map(|module| (module.path, module.env));
    let shared = tools::shared_corpus().unwrap_or_default().into_iter();
    let cases: Vec<_> = own.chain(shared.map(|path| (path, Some("spv1.6".to_owned())))).collect();
    let failures = Mutex::new(Vec::new());
    Threads::available().run(cases.len(), &|i| {
        let (path, env) = &cases[i];
        let words = tools::read_words(path);
        // The resulting modules are validated only if the installed spirv-val accepts the original module.
        let env = env.as_deref().filter(|env| judge && tools::spirv_val(&words, env).is_ok());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let found = problems(&words, env).into_iter().map(|problem| format!("{name}, {problem}"));
        failures.lock().expect("no test thread panicked").extend(found);
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} problems:\n{}", failures.len(), failures.join("\n"));
}
