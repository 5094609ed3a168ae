//! Tests of every pass on every corpus module
//!
//! The output must be valid and must not be larger than the input. It must be the same if the input is MLIR text
//! instead of a binary. It must not change when the pass runs again.

use spv_opt::passes::{Executor, Pipeline, Registry, Threads};
use spv_opt::passes::{RunOptions, run};
use spv_tests::pipelines::NEWER;
use spv_tests::rounds;
use spv_tests::tools::{self, Peer};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// A module, with a target environment for spirv-val.
struct Case {
    path: PathBuf,
    env: Option<String>,
}

fn cases() -> Vec<Case> {
    let own = tools::own_corpus().into_iter().map(|module| Case { path: module.path, env: module.env });
    let shared = tools::shared_corpus().unwrap_or_default();
    let shared = shared.into_iter().map(|path| Case { path, env: Some("spv1.6".into()) });
    own.chain(shared).collect()
}

/// Runs a pipeline on a binary, and returns the exported result.
fn through(words: &[u32], pipeline: &Pipeline) -> Result<Vec<u32>, String> {
    let module = spv_opt::import(&spv_opt::context(), words);
    exported(module.map_err(|e| format!("import: {}", e.list[0].message))?, pipeline)
}

/// Runs a pipeline on a module given as MLIR text, and returns the exported result.
fn text_through(text: &str, pipeline: &Pipeline) -> Result<Vec<u32>, String> {
    let module = spv_opt::parse(&spv_opt::context(), text);
    exported(module.map_err(|e| format!("parse: {}", e.list[0].message))?, pipeline)
}

fn exported(mut module: spv_opt::Module, pipeline: &Pipeline) -> Result<Vec<u32>, String> {
    run(pipeline, &mut module, &RunOptions::default())
        .map_err(|e| format!("{}: {}", e.pass, e.errors.list[0].message))?;
    spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))
}

/// Returns descriptions of the problems that pipelines cause on one module. If `judge` is set, spirv-val checks the
/// results.
fn problems(case: &Case, pipelines: &[(String, Pipeline)], judge: bool) -> Vec<String> {
    let input = tools::read_words(&case.path);
    let plain = match through(&input, &Pipeline::new()) {
        Ok(words) => words,
        Err(why) => return vec![why],
    };
    let text = match spv_opt::import(&spv_opt::context(), &input) {
        Ok(module) => spv_opt::print(&module),
        Err(e) => return vec![format!("import: {}", e.list[0].message)],
    };
    // Outputs that were already validated, so that identical outputs are validated only once.
    let mut judged = vec![plain.clone()];
    let mut list = Vec::new();
    let valid_input = case.env.as_ref().filter(|env| judge && tools::spirv_val(&input, env).is_ok());
    let mut sizes = HashMap::new();
    for (name, pipeline) in pipelines {
        let output = match through(&input, pipeline) {
            Ok(words) => words,
            Err(why) => {
                list.push(format!("{name}: {why}"));
                continue;
            }
        };
        let file = case.path.file_name().unwrap_or_default().to_string_lossy();
        let known = GROWS.iter().find(|(module, pass, _)| *module == file && *pass == name);
        sizes.insert(name.as_str(), output.len());
        let grows = MAY_GROW.contains(&name.as_str());
        if !grows && output.len() > plain.len() + known.map_or(0, |(.., words)| *words) {
            list.push(format!("{name}: grew from {} to {} words", plain.len(), output.len()));
        }
        // The parser creates use lists and handles in a different order than import.
        match text_through(&text, pipeline) {
            Ok(of_text) if of_text == output => {}
            Ok(_) => list.push(format!("{name}: the module read from text gives another one")),
            Err(why) => list.push(format!("{name}, from text: {why}")),
        }
        match (through(&output, &Pipeline::new()), through(&output, pipeline)) {
            (Ok(read), Ok(again)) if again == read || MORE_LATER.contains(&name.as_str()) => {}
            (Ok(read), Ok(again)) => list.push(format!(
                "{name}: a second run changes the module, {} to {} words",
                read.len(),
                again.len()
            )),
            (Err(why), _) | (_, Err(why)) => list.push(format!("{name}, second run: {why}")),
        }
        if let Some(env) = valid_input
            && !judged.contains(&output)
            && !NEWER.contains(&name.as_str())
        {
            let env = if RAISES_VERSION.contains(&name.as_str()) { "spv1.6" } else { env };
            if let Err(why) = tools::spirv_val(&output, env) {
                list.push(format!("{name}: {why}"));
            }
            judged.push(output);
        }
    }
    if let (Some(small), Some(fast)) = (sizes.get("Os"), sizes.get("O"))
        && small > fast
    {
        list.push(format!("-Os gives {small} words, -O {fast}"));
    }
    list
}

/// Allowed growth: module, pass, and size in words. LLVM 14's `canonicalize` also grows these modules. It merges access
/// chains with a base access chain that has other uses, and negations with comparisons.
const GROWS: &[(&str, &str, usize)] = &[
    ("images.spv", "canonicalize", 1),
    ("images.g.spv", "canonicalize", 1),
    ("images.gVS.spv", "canonicalize", 1),
    ("layouts.spv", "canonicalize", 32),
    ("layouts.g.spv", "canonicalize", 32),
    ("layouts.gVS.spv", "canonicalize", 32),
];

/// Passes that may enlarge a module, because other passes are meant to reduce it later.
const MAY_GROW: &[&str] = &[
    "O",
    "amd-ext-to-khr",
    // Adds conversions of operands and results.
    "convert-relaxed-to-half",
    // Adds the base type to access chains.
    "convert-to-untyped",
    // Adds a load and a copy if the value has a different type.
    "copy-propagate-arrays",
    // Splits one variable into several.
    "descriptor-scalar-replacement",
    "expand-predicated-io",
    "fix-func-call-param",
    // Declares an extension.
    "fix-opextinst-opcodes",
    // Copies the decorations of a group to each target.
    "flatten-decorations",
    // Copies named constants into functions. The pass symbol-dce erases the unused originals.
    "fold-spec-const-op-composite",
    "freeze-spec-const",
    "graphics-robust-access",
    // Adds a decoration for each flag.
    "infer-no-wrap",
    "inline",
    // Replaces operands with constants. The pass dce removes the resulting dead code.
    "int-range-optimizations",
    "lower-blocking-pipes",
    // Moves an op together with its OpLine, so that the next op needs a separate OpLine.
    "licm",
    "loop-fission",
    "loop-peeling",
    "loop-unroll",
    "loop-unswitch",
    "mem2reg",
    // Adds constructs, and phis that forward the return value.
    "merge-return",
    "private-to-local",
    // Adds a RelaxedPrecision decoration to each operation.
    "relax-float-ops",
    // Splits one load into several, each of which needs an access chain.
    "reduce-load-size",
    // Adds a case for each array element.
    "replace-desc-array-access-using-var-index",
    "sccp",
    "simplify-cfg",
    // Expands operations that WebGPU lacks into sequences of several operations.
    "spirv-webgpu-prepare",
    // Adds loads of an image and a sampler, and an op that combines them.
    "split-combined-image-sampler",
    // Adds merge instructions, and the blocks and selector variables that they need.
    "spv-structurize",
    "sroa",
    "strength-reduction",
    // Adds memory operands in place of the decorations of variables.
    "upgrade-memory-model",
    // Replaces OpUnreachable in loops with exits that forward undefined values to phis.
    "workaround-1209",
    "wrap-opkill",
];

/// Passes whose second run may change the output again, because the first run enables further changes.
const MORE_LATER: &[&str] = &[
    // The pipeline needs more than two runs to converge.
    "O",
    // A binary does not record that its ids are already canonical.
    "canonicalize-ids",
    // A memory copy whose scope is not constant is not converted, but the scope may be constant after a round trip.
    "convert-to-untyped",
    "dce",
    "dse",
    "inline",
    "mem2reg",
    "sccp",
    // A single-block loop becomes a loop of two blocks, which export orders differently.
    "simplify-cfg",
    // The blocks are in a different order than in region form.
    "spv-lower-to-cfg",
    "sroa",
    "store-forward",
];

/// Passes that raise the SPIR-V version. Their output is validated for the newest version.
const RAISES_VERSION: &[&str] = &["upgrade-memory-model"];

/// Passes that fail without a target environment. `tests/tests/update_vce.rs` tests them.
const FOR_A_TARGET: &[&str] = &["spirv-update-vce"];

/// Pipelines of several passes, or registered pipelines.
const TOGETHER: &[&str] = &["canonicalize,cse", "O"];

#[test]
fn every_pass_on_every_module() {
    let registry = Registry::new();
    let alone = registry.passes().iter().map(|info| info.name).filter(|name| !FOR_A_TARGET.contains(name));
    let names = alone.chain(TOGETHER.iter().copied());
    let pipelines: Vec<(String, Pipeline)> = names
        .map(|name| {
            let pipeline = Pipeline::parse(&registry, name).unwrap_or_else(|e| panic!("{name}: {e}"));
            (name.to_owned(), pipeline)
        })
        .collect();
    let judge = Peer::SpirvVal.find().is_some();
    let cases = cases();
    let failures = Mutex::new(Vec::new());
    Threads::available().run(cases.len(), &|i| {
        let list = problems(&cases[i], &pipelines, judge);
        let name = cases[i].path.file_name().unwrap_or_default().to_string_lossy();
        let list = list.into_iter().map(|problem| format!("{name}: {problem}"));
        failures.lock().expect("no test thread panicked").extend(list);
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    let count = failures.len();
    assert!(failures.is_empty(), "{count} problems with {} modules:\n{}", cases.len(), failures.join("\n"));
}

/// Stride of the modules that are used for repeated runs. The program `rounds` uses all modules.
const ONE_OF: usize = 8;

#[test]
fn pipelines_come_to_rest() {
    let judge = Peer::SpirvVal.find().is_some();
    let cases: Vec<rounds::Case> = rounds::cases().into_iter().step_by(ONE_OF).collect();
    let failures = Mutex::new(Vec::new());
    Threads::available().run(cases.len(), &|i| {
        for pipeline in ["O1", "O", "Os"] {
            let list = rounds::problems(&cases[i], pipeline, judge).into_iter();
            let list = list.map(|problem| format!("{}: {pipeline}: {problem}", cases[i].name()));
            failures.lock().expect("no test thread panicked").extend(list);
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} problems:\n{}", failures.len(), failures.join("\n"));
}
