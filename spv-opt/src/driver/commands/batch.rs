//! `spv-opt batch`: a pipeline on many modules.

use super::write_text;
use crate::driver::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use spv_opt::dialect::validate::TargetEnv;
use spv_opt::ir::Threads;
use spv_opt::passes::{Pipeline, RunOptions, run};
use spv_opt::tools::batch::{
    Batch, Cache, Outcome, Recipe, Record, Results, Shard, jobs_of_database, jobs_of_folder,
    jobs_of_manifest, merge, write_database,
};
use spv_opt::{Context, Source};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// The tool, and what its outputs depend on.
const TOOL: &str = concat!("spv-opt ", env!("CARGO_PKG_VERSION"), ", SPIR-V 1.6 revision 7");

/// Runs a pipeline on many modules, at the same time. An interrupted run is continued by the same command
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folder of binaries, list of them as JSON lines ({"input": "a.spv", "output": "b.spv"}), or Fossilize database
    /// (NAME.foz); with --merge lists of results
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Folder for what is written; with --merge the merged list
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// Pipeline, as `--pass-pipeline` takes it, e.g. `O` or `dce,cse`
    #[arg(long, value_name = "PIPELINE", default_value = "")]
    pipeline: String,

    /// Validates each result for an environment, e.g. vulkan1.3
    #[arg(long, value_name = "ENV")]
    target_env: Option<String>,

    /// Folder of earlier outputs by content, which several processes may share
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,

    /// List of results; `results.jsonl` in the folder for what is written by default
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Works on one part of several alone, e.g. `3/8`; the list of results is then `results-3-of-8.jsonl`
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,

    /// Merges the lists of results of shards
    #[arg(long)]
    merge: bool,

    /// Number of modules that are worked on at the same time; as many as the machine has processors by default
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Args {
    /// Runs the command.
    pub fn run(self) -> Result<i32, Failure> {
        let failed = |error| Failure::Write { path: self.output.clone(), error };
        if self.merge {
            return report(&merge(&self.inputs, &self.output).map_err(failed)?);
        }
        let usage = |what: String| Failure::Usage(what);
        let shard = self.shard.as_deref().map(|text| {
            Shard::parse(text).ok_or_else(|| usage(format!("'{text}' is no shard, such as 1/8")))
        });
        let shard = shard.transpose()?;
        let target = self.target_env.as_deref().map(|name| {
            TargetEnv::new(name).ok_or_else(|| usage(format!("there is no environment '{name}'")))
        });
        let target = target.transpose()?;
        let pipeline = Pipeline::parse(&spv_opt::pass_registry(), &self.pipeline)
            .map_err(|error| usage(format!("--pipeline: {error}")))?;
        let mut jobs = Vec::new();
        let mut databases = Vec::new();
        for input in &self.inputs {
            let list = if input.is_dir() {
                jobs_of_folder(input, &self.output)
            } else if input.extension().is_some_and(|extension| extension == "foz") {
                jobs_of_database(input, &self.output).map(|(list, database)| {
                    databases.push((input.file_name().unwrap_or_default(), database, list.clone()));
                    list
                })
            } else {
                jobs_of_manifest(input, &self.output)
            };
            jobs.extend(list.map_err(|error| usage(error.to_string()))?);
        }
        let mut name = "results.jsonl".to_owned();
        if let Some(shard) = shard {
            jobs = shard.of(jobs);
            name = format!("results-{}-of-{}.jsonl", shard.index + 1, shard.count);
        }
        let results = self.results.clone().unwrap_or_else(|| self.output.join(name));
        let results = Results::open(&results).map_err(|error| Failure::Write { path: results, error })?;
        let open = |path: &PathBuf| {
            Cache::new(path.clone()).map_err(|error| Failure::Write { path: path.clone(), error })
        };
        let cache = self.cache.as_ref().map(open).transpose()?;

        let registry = spv_opt::registry();
        let work = |bytes: &[u8]| {
            let ctx = Arc::new(Context::new(registry.clone()));
            let source = Source { file: "module", text: "", ctx: Some(&ctx) };
            let text = |list| spv_opt::render(&list, source);
            let mut module = spv_opt::import_bytes(&ctx, bytes).map_err(text)?;
            spv_opt::verify(&module).map_err(text)?;
            run(&pipeline, &mut module, &RunOptions::default()).map_err(|failure| text(failure.errors))?;
            if let Some(env) = &target {
                spv_opt::verify_for(&module, env).map_err(text)?;
            }
            let words = spv_opt::export(&module).map_err(text)?;
            Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
        };
        let recipe = Recipe {
            tool: TOOL.to_owned(),
            pipeline: self.pipeline.clone(),
            target: self.target_env.clone().unwrap_or_default(),
        };
        let bar = ProgressBar::new(jobs.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        let threads = self.jobs.map_or_else(Threads::available, Threads);
        let batch = Batch {
            recipe: &recipe,
            work: &work,
            cache: cache.as_ref(),
            executor: &threads,
            observer: &|_| bar.inc(1),
        };
        let records = batch.run(&jobs, &results).map_err(failed);
        bar.finish_and_clear();
        let records = records?;
        for (name, database, jobs) in databases {
            write_database(&database, &jobs, &self.output.join(name)).map_err(failed)?;
        }
        report(&records)
    }
}

/// Lists what failed, and sums up; returns the exit status.
fn report(records: &[Record]) -> Result<i32, Failure> {
    let mut failed = 0;
    for record in records {
        if let Outcome::Failed { message } = &record.outcome {
            failed += 1;
            _ = writeln!(io::stderr(), "{}: {}", record.input, message.trim_end());
        }
    }
    let bytes: u64 = records.iter().filter_map(Record::bytes).sum();
    write_text(None, &format!("{} modules, {failed} failed, {bytes} bytes\n", records.len()))?;
    Ok(i32::from(failed > 0))
}
