//! The texts in `transforms/` before and after the passes that their first line names (`// RUN: passes`):
//! whole outputs, verified, as snapshots.

use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use spv_tests::programs::passes::{self, optimize};
use spv_tests::tools::{self, Peer};
use std::path::Path;

fn transformed(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let first = text.lines().next().unwrap_or_default();
    let pipeline =
        first.strip_prefix("// RUN: ").unwrap_or_else(|| panic!("{}: no RUN line", path.display()));
    let ctx = spv_opt::context();
    let fail = |e: spv_opt::Diagnostics| -> String {
        panic!(
            "{}: {}",
            path.display(),
            spv_opt::render(&e, spv_opt::Source { file: "case", text: &text, ctx: None })
        )
    };
    let mut module = match spv_opt::parse(&ctx, &text) {
        Ok(module) => module,
        Err(e) => return fail(e),
    };
    if let Err(e) = spv_opt::verify(&module) {
        return fail(e);
    }
    let pipeline = Pipeline::parse(&Registry::new(), pipeline).expect("the pipeline is right");
    if let Err(e) = run(&pipeline, &mut module, &RunOptions::default()) {
        return fail(e.errors);
    }
    spv_opt::export(&module).expect("it can be exported");
    spv_opt::print(&module)
}

#[test]
fn texts_before_and_after() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transforms");
    let entries = std::fs::read_dir(&folder).expect("the folder can be listed");
    let mut paths: Vec<_> = entries.map(|e| e.expect("the folder can be listed").path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        insta::assert_snapshot!(format!("transforms_{name}"), transformed(&path));
    }
}

/// Passes and pipelines that go over the corpora and over random programs.
const PIPELINES: [&str; 22] = [
    "dce",
    "dse",
    "inline",
    "inline{all}",
    "licm",
    "loop-unroll{all}",
    "mem2reg",
    "private-to-local",
    "sccp",
    "simplify-cfg",
    "sink",
    "sroa,mem2reg",
    "store-forward",
    "strength-reduction",
    "freeze-spec-const",
    "remove-duplicates",
    "compact",
    "strip-debug",
    "strip-nonsemantic",
    "O1",
    "O",
    "Os",
];

/// What is wrong with a module after a pipeline.
fn problem(pipeline: &str, words: &[u32], env: Option<&str>) -> Option<String> {
    let module = match optimize(pipeline, words) {
        Ok(module) => module,
        Err(why) => return Some(why),
    };
    let output = match spv_opt::export(&module) {
        Ok(words) => words,
        Err(e) => return Some(format!("export: {}", e.list[0].message)),
    };
    let env = env.filter(|env| tools::spirv_val(words, env).is_ok())?;
    tools::spirv_val(&output, env).err()
}

#[test]
fn own_corpus() {
    let judge = Peer::SpirvVal.find().is_some();
    let mut failures = Vec::new();
    for module in tools::own_corpus() {
        let words = tools::read_words(&module.path);
        for pipeline in PIPELINES {
            let env = module.env.as_deref().filter(|_| judge);
            if let Some(why) = problem(pipeline, &words, env) {
                failures.push(format!("{}: {pipeline}: {why}", module.path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn shared_corpus() {
    let Some(paths) = tools::shared_corpus() else { return };
    let judge = Peer::SpirvVal.find().is_some();
    let mut failures = Vec::new();
    for path in paths {
        let words = tools::read_words(&path);
        for pipeline in ["O", "Os"] {
            if let Some(why) = problem(pipeline, &words, judge.then_some("spv1.6")) {
                failures.push(format!("{}: {pipeline}: {why}", path.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn random_programs() {
    let judge = Peer::SpirvVal.find().is_some();
    let mut failures = Vec::new();
    for pipeline in PIPELINES {
        for seed in 0..2 {
            failures.extend(
                passes::check(pipeline, 40, 900 + seed, judge).err().map(|e| format!("{pipeline}: {e}")),
            );
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
