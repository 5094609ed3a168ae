//! Tests of passes and pipelines on the shared corpus, `tests/corpus` and random programs
//!
//! The lit tests in `tests/lit/passes` contain MLIR text before and after each pass.

use spv_tests::programs::passes::{self, optimize};
use spv_tests::tools::{self, Peer};

/// Passes and pipelines that are tested on the shared corpus, `tests/corpus` and random programs.
const PIPELINES: [&str; 25] = [
    "dce",
    "dse",
    "if-convert-predicated{always},expand-predicated-io",
    "infer-no-wrap",
    "inline",
    "inline{all}",
    "int-range-optimizations",
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

/// Describes the problem that a pipeline causes on a module. Returns `None` if there is none.
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
    let pipelines: Vec<String> = PIPELINES.iter().map(|&text| text.to_owned()).collect();
    let failures: Vec<String> =
        (900..902).flat_map(|seed| passes::check(&pipelines, 40, seed, judge)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Compares predicated accesses, and their expansion, with the selections that they replace. Debian's spirv-val does
/// not support predicated accesses.
#[test]
fn predicated_accesses() {
    let convert = "if-convert-predicated{always max-ops=64 max-loads=16 max-stores=16}";
    let pipelines = [
        convert.to_owned(),
        format!("{convert},canonicalize"),
        format!("{convert},store-forward,dse"),
        format!("{convert},canonicalize,mem2reg,dse"),
        format!("{convert},O"),
        format!("{convert},expand-predicated-io"),
    ];
    let failures: Vec<String> =
        (910..914).flat_map(|seed| passes::check(&pipelines, 40, seed, false)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Checks simplifications based on integer ranges, and inferred wrap flags. The interpreter reports violated flags.
#[test]
fn integer_ranges() {
    let pipelines: Vec<String> =
        ["int-range-optimizations", "mem2reg,infer-no-wrap", "O,int-range-optimizations,infer-no-wrap,O"]
            .map(str::to_owned)
            .into();
    let failures: Vec<String> =
        (920..928).flat_map(|seed| passes::check(&pipelines, 60, seed, false)).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Guards against an invalid branch: after inlining, an unreachable block with a return branched out of a switch to an
/// enclosing loop.
#[test]
fn returns_that_nothing_reaches() {
    let failures = passes::check(&["inline{all}".to_owned()], 40, 3064, Peer::SpirvVal.find().is_some());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
