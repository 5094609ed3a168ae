//! `spv-opt batch`: runs a pipeline on many modules

use super::write_text;
use crate::driver::failure::Failure;
use crate::driver::progress;
use spv_opt::batch::{BatchError, Settings, Summary};
use spv_opt::tools::batch::{Event, Outcome, Shard, merge};
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of cache failures to print. All failures are counted.
const SHOWN_FAILURES: usize = 5;

/// Run a pipeline on many modules concurrently. To continue an interrupted run, repeat the command
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt batch -O shaders -o out --target-env vulkan1.3")]
pub struct Args {
    /// Directory of binaries, binary (NAME.spv), JSON lines file of inputs ({"input": "a.spv", "output": "b.spv"}), or
    /// Fossilize database (NAME.foz); with --merge, lists of results
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Output directory; with --merge, the merged list
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Pass pipeline in the syntax of `--pass-pipeline`, for example `O` or `dce,cse`
    #[arg(long, value_name = "PIPELINE", default_value = "")]
    pipeline: String,

    /// Optimize; short for `--pipeline O`
    #[arg(short = 'O', conflicts_with = "pipeline")]
    optimize: bool,

    /// Validate each result for an environment, for example vulkan1.3
    #[arg(long, value_name = "ENV", default_value = "", hide_default_value = true)]
    target_env: String,

    /// Cache of outputs, keyed by content and shared between processes: a directory, or the address
    /// http://HOST:PORT/PATH of a Bazel remote cache server
    #[arg(long, value_name = "DIR|ADDRESS")]
    cache: Option<String>,

    /// List of results [default: `results.jsonl` in the output directory]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Process only one shard of the inputs, for example `3/8`; the list of results is then `results-3-of-8.jsonl`
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,

    /// Merge the lists of results of shards
    #[arg(long)]
    merge: bool,

    /// Number of modules to process concurrently [default: number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        if self.merge {
            for path in &self.inputs {
                File::open(path).map_err(|error| Failure::Read { path: path.clone(), error })?;
            }
            let merged = merge(&self.inputs, &self.output);
            let records = merged.map_err(|error| Failure::Write { path: self.output, error })?;
            return report(&Summary::of(records));
        }
        let shard = self.shard.as_deref().map(|text| {
            Shard::parse(text).ok_or_else(|| {
                Failure::Usage(format!(
                    "'{text}' is not a valid shard: expected NUMBER/COUNT, for example 1/8"
                ))
            })
        });
        let settings = Settings {
            inputs: self.inputs,
            output: self.output,
            pipeline: if self.optimize { "O".to_owned() } else { self.pipeline },
            target_env: self.target_env,
            cache: self.cache,
            results: self.results,
            shard: shard.transpose()?,
            threads: self.jobs,
        };
        let batch = settings.prepare().map_err(failure)?;
        let bar = progress::bar(batch.count());
        let failures = AtomicUsize::new(0);
        let observer = |event: Event<'_>| match event {
            Event::Result(..) => bar.inc(1),
            Event::CacheFailure(error) => {
                if failures.fetch_add(1, Ordering::Relaxed) < SHOWN_FAILURES {
                    // A failure to write to standard error cannot be reported.
                    bar.suspend(|| _ = writeln!(io::stderr(), "spv-opt: warning: cache: {error}"));
                }
            }
        };
        let summary = batch.run(&observer).map_err(failure);
        bar.finish_and_clear();
        report(&summary?)
    }
}

fn failure(error: BatchError) -> Failure {
    match error {
        BatchError::Write { path, error } => Failure::Write { path, error },
        BatchError::Usage(_) | BatchError::Inputs(_) | BatchError::Cache(_) => {
            Failure::Usage(error.to_string())
        }
    }
}

/// Prints the failed inputs and a summary. Returns the exit status.
fn report(summary: &Summary) -> Result<i32, Failure> {
    for record in &summary.records {
        if let Outcome::Failed { message } = &record.outcome {
            _ = writeln!(io::stderr(), "{}", message.trim_end());
        }
    }
    if summary.cache_failures > 0 {
        _ = writeln!(io::stderr(), "spv-opt: warning: the cache failed {} times", summary.cache_failures);
    }
    write_text(None, &format!("{summary}\n"))?;
    Ok(i32::from(summary.failed > 0))
}
