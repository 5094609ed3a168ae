//! Compares module sizes after a pipeline with those after SPIRV-Tools' spirv-opt: `sizes [--validate] [--list]
//! PIPELINE PEER-FLAG PATH...`
//!
//! For example `sizes --validate O -O $SPV_CORPUS`. The peer flag `none` omits spirv-opt. The exit code is 1 if a
//! module fails in import, a pass, the verifier, or export. With `--validate`, spirv-val must accept the output if it
//! accepts the input.

use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use spv_tests::tools;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Sizes of one module: initially, after the pipeline, and after SPIRV-Tools' spirv-opt.
struct Row {
    path: PathBuf,
    input: usize,
    ours: Result<usize, String>,
    theirs: Option<usize>,
}

fn optimize(pipeline: &str, words: &[u32]) -> Result<Vec<u32>, String> {
    let first = |list: spv_opt::Diagnostics| list.list.first().map(|d| d.message.clone()).unwrap_or_default();
    let mut module =
        spv_opt::import(&spv_opt::context(), words).map_err(|e| format!("import: {}", first(e)))?;
    let registry = Registry::new();
    let pipeline = Pipeline::parse(&registry, pipeline).map_err(|e| e.to_string())?;
    run(&pipeline, &mut module, &RunOptions::default())
        .map_err(|e| format!("{}: {}", e.pass, first(e.errors)))?;
    spv_opt::export(&module).map_err(|e| format!("export: {}", first(e)))
}

fn environments(validate: bool) -> &'static [&'static str] {
    if validate { &["spv1.6"] } else { &[] }
}

fn row(path: &Path, pipeline: &str, peer: &str, validate: bool) -> Row {
    let input = tools::read_words(path);
    let ours = optimize(pipeline, &input).and_then(|output| {
        for env in environments(validate) {
            if tools::spirv_val(&input, env).is_ok() {
                tools::spirv_val(&output, env)?;
            }
        }
        Ok(output.len() * 4)
    });
    let theirs = match peer {
        "none" => None,
        _ => tools::spirv_opt(&input, &[peer]).ok().map(|words| words.len() * 4),
    };
    Row { path: path.to_owned(), input: input.len() * 4, ours, theirs }
}

fn files(paths: &[String]) -> Vec<PathBuf> {
    let mut list = Vec::new();
    for path in paths.iter().map(PathBuf::from) {
        match std::fs::read_dir(&path) {
            Ok(entries) => list.extend(entries.filter_map(|e| Some(e.ok()?.path()))),
            Err(_) => list.push(path),
        }
    }
    list.retain(|path| path.extension().is_some_and(|e| e == "spv"));
    list.sort();
    list
}

fn main() -> ExitCode {
    let (flags, rest): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|f| f == flag);
    let [pipeline, peer, paths @ ..] = &rest[..] else {
        eprintln!("usage: sizes [--validate] [--list] PIPELINE PEER-FLAG PATH...");
        return ExitCode::FAILURE;
    };
    let rows: Vec<Row> =
        files(paths).iter().map(|path| row(path, pipeline, peer, has("--validate"))).collect();
    let mut failed = 0;
    let (mut ours, mut theirs, mut larger, mut input) = (0, 0, 0, 0);
    for row in &rows {
        let name = row.path.file_name().unwrap_or_default().to_string_lossy();
        match (&row.ours, row.theirs) {
            (Err(why), _) => {
                failed += 1;
                println!("{name}: {}", why.replace('\n', " "));
            }
            (Ok(size), Some(peer)) => {
                if has("--list") {
                    println!("{:+7} {size:8} {peer:8} {name}", *size as i64 - peer as i64);
                }
                larger += usize::from(*size > peer);
                (input, ours, theirs) = (input + row.input, ours + size, theirs + peer);
            }
            (Ok(size), None) => (input, ours) = (input + row.input, ours + size),
        }
    }
    println!(
        "{} modules, {failed} failed; bytes: input {input}, ours {ours}, spirv-opt {theirs}; ours larger: {larger}",
        rows.len()
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
