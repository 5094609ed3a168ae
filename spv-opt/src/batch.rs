//! Batch processing for `spv-opt batch`: runs one pipeline on directories, lists and databases, with shards and a cache

use crate::{Context, Source, export, pass_registry, registry, render, verify_for};
use spv_ir::dialect::Registry;
use spv_ir::{Diagnostic, Diagnostics, Threads};
use spv_passes::{Pipeline, RunOptions, Verify, run};
use spv_serialize::import::{ImportOptions, import_with, words_of_bytes};
use spv_tools::batch::{
    Batch, Cache, CacheError, Database, Event, Job, JobError, Origin, Outcome, Recipe, Record, Results,
    Shard, check_outputs, jobs_of_database, jobs_of_directory, jobs_of_manifest, write_database,
};
use spv_validate::TargetEnv;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Name and version of this tool, which are part of each cache key.
const TOOL: &str = concat!("spv-opt ", env!("CARGO_PKG_VERSION"), ", SPIR-V 1.6 revision 7");

/// A pass pipeline with an optional target environment, applied to modules independently of each other.
pub struct Transform {
    recipe: Recipe,
    registry: Arc<Registry>,
    pipeline: Pipeline,
    target: Option<TargetEnv>,
}

impl Transform {
    /// Constructs a transform from `pipeline`, in the syntax of `--pass-pipeline`. Validates results for `target_env`
    /// unless it is empty.
    ///
    /// # Errors
    /// The pipeline is malformed, or the environment is unknown.
    pub fn new(pipeline: &str, target_env: &str) -> Result<Transform, BatchError> {
        let target = match target_env {
            "" => None,
            name => {
                let target = TargetEnv::new(name);
                Some(
                    target
                        .ok_or_else(|| BatchError::Usage(format!("unknown target environment '{name}'")))?,
                )
            }
        };
        let parsed = Pipeline::parse(&pass_registry(), pipeline);
        let recipe =
            Recipe { tool: TOOL.to_owned(), pipeline: pipeline.to_owned(), target: target_env.to_owned() };
        Ok(Transform {
            recipe,
            registry: registry(),
            pipeline: parsed.map_err(|error| BatchError::Usage(format!("pipeline: {error}")))?,
            target,
        })
    }

    /// Returns the recipe, which is everything besides the input that determines the output.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Transforms a binary module into another. Messages contain `name`, the name of the input.
    ///
    /// # Errors
    /// Diagnostics about the input or output module, rendered by [`render()`].
    pub fn apply(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let ctx = Arc::new(Context::new(self.registry.clone()));
        let text = |list: Diagnostics| render(&list, Source { file: name, text: "", ctx: Some(&ctx) });
        let one = |diagnostic: Box<Diagnostic>| text(Diagnostics { list: vec![*diagnostic] });
        let words = words_of_bytes(bytes).map_err(one)?;
        let verified = ImportOptions { verify: true, ..ImportOptions::default() };
        let mut module = import_with(&ctx, &words, &verified).map_err(text)?;
        let options = RunOptions { verify: Verify::TOOL_DEFAULT, ..RunOptions::default() };
        run(&self.pipeline, &mut module, &options).map_err(|failure| text(failure.errors))?;
        if let Some(target) = &self.target {
            verify_for(&module, target).map_err(text)?;
        }
        let words = export(&module).map_err(text)?;
        Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
    }
}

/// The reason why a batch cannot start or cannot finish.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The settings are invalid.
    #[error("{0}")]
    Usage(String),
    /// The inputs cannot be listed.
    #[error(transparent)]
    Inputs(#[from] JobError),
    /// The cache cannot be opened.
    #[error("cache: {0}")]
    Cache(#[from] CacheError),
    /// An output or the list of results cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// Path of the file or directory.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
}

/// The settings of a batch.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Input binaries (`NAME.spv`), directories of binaries, lists of them as JSON lines, or Fossilize databases
    /// (`NAME.foz`).
    pub inputs: Vec<PathBuf>,
    /// Output directory.
    pub output: PathBuf,
    /// Pass pipeline, in the syntax of `--pass-pipeline`.
    pub pipeline: String,
    /// Target environment for validating the results; empty to skip validation.
    pub target_env: String,
    /// Cache: a directory, or the URL `http://HOST:PORT/PATH` of a server. `None` disables caching.
    pub cache: Option<String>,
    /// File for the list of results. The default is `results.jsonl` in the output directory, or `results-I-of-N.jsonl`
    /// for a shard.
    pub results: Option<PathBuf>,
    /// Shard of the inputs to process, or `None` for all inputs.
    pub shard: Option<Shard>,
    /// Number of modules to process concurrently. The default is the number of processors.
    pub threads: Option<NonZeroUsize>,
}

/// A batch that is ready to run: its inputs are listed and its cache is open.
pub struct Prepared {
    settings: Settings,
    transform: Transform,
    cache: Option<Cache>,
    jobs: Vec<Job>,
    databases: Vec<(PathBuf, Arc<Database>, Vec<Job>)>,
    list: PathBuf,
}

impl Settings {
    /// Lists the inputs and opens the cache.
    ///
    /// # Errors
    /// The settings are invalid, the inputs cannot be listed, or the cache cannot be opened.
    pub fn prepare(self) -> Result<Prepared, BatchError> {
        let transform = Transform::new(&self.pipeline, &self.target_env)?;
        let (mut jobs, mut databases) = (Vec::new(), Vec::new());
        for input in &self.inputs {
            let is = |extension| input.extension().is_some_and(|own| own == extension);
            if input.is_dir() {
                jobs.extend(jobs_of_directory(input, &self.output)?);
            } else if is("spv") {
                jobs.push(Job::of_file(input, &self.output));
            } else if is("foz") {
                let (list, database) = jobs_of_database(input, &self.output)?;
                let path = self.output.join(input.file_name().unwrap_or_default());
                jobs.extend_from_slice(&list);
                databases.push((path, database, list));
            } else {
                jobs.extend(jobs_of_manifest(input, &self.output)?);
            }
        }
        // Jobs are sorted, so that the merged lists of all shards are identical to the list of an unsharded run.
        jobs.sort_by(|a, b| a.name.cmp(&b.name));
        check_outputs(&jobs)?;
        let mut name = "results.jsonl".to_owned();
        if let Some(shard) = self.shard {
            jobs = shard.of(jobs);
            name = format!("results-{}-of-{}.jsonl", shard.index + 1, shard.count);
        }
        let list = self.results.clone().unwrap_or_else(|| self.output.join(name));
        let cache = self.cache.as_deref().map(Cache::open).transpose()?;
        Ok(Prepared { settings: self, transform, cache, jobs, databases, list })
    }
}

impl Prepared {
    /// Returns the number of modules in the batch.
    pub fn count(&self) -> usize {
        self.jobs.len()
    }

    /// Processes all modules in the batch. Calls `observer` for each result.
    pub fn run(&self, observer: &(dyn Fn(Event<'_>) + Sync)) -> Result<Summary, BatchError> {
        let (cached, earlier, cache_failures) =
            (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let observe = |event: Event<'_>| {
            let counter = match event {
                Event::Result(_, Origin::Work) => None,
                Event::Result(_, Origin::Cache) => Some(&cached),
                Event::Result(_, Origin::EarlierRun) => Some(&earlier),
                Event::CacheFailure(_) => Some(&cache_failures),
            };
            counter.map(|counter| counter.fetch_add(1, Ordering::Relaxed));
            observer(event);
        };
        let failed = |path: &PathBuf, error| BatchError::Write { path: path.clone(), error };
        let results = Results::open(&self.list).map_err(|error| failed(&self.list, error))?;
        let threads = self.settings.threads.map_or_else(Threads::available, Threads);
        let batch = Batch {
            recipe: &self.transform.recipe,
            work: &|job, bytes| self.transform.apply(&job.name, bytes),
            cache: self.cache.as_ref(),
            executor: &threads,
            observer: &observe,
        };
        let records =
            batch.run(&self.jobs, &results).map_err(|error| failed(&self.settings.output, error))?;
        // A shard sees only the outputs that other shards have written so far, so it writes no database.
        if self.settings.shard.is_none() {
            for (path, database, jobs) in &self.databases {
                write_database(database, jobs, path, &threads).map_err(|error| failed(path, error))?;
            }
        }
        Ok(Summary {
            cached: cached.into_inner(),
            earlier: earlier.into_inner(),
            cache_failures: cache_failures.into_inner(),
            ..Summary::of(records)
        })
    }
}

/// The outcome of a batch. `Display` formats it as one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Results, one per input, sorted by input name.
    pub records: Vec<Record>,
    /// Number of inputs that failed and therefore have no output.
    pub failed: usize,
    /// Total size of the outputs in bytes.
    pub bytes: u64,
    /// Number of outputs that came from the cache.
    pub cached: usize,
    /// Number of outputs that an earlier run had already written.
    pub earlier: usize,
    /// Number of cache operations that failed.
    pub cache_failures: usize,
}

impl Summary {
    /// Summarizes results of other runs, for example from [`spv_tools::batch::merge`].
    pub fn of(records: Vec<Record>) -> Summary {
        let is_failure = |record: &&Record| matches!(record.outcome, Outcome::Failed { .. });
        Summary {
            failed: records.iter().filter(is_failure).count(),
            bytes: records.iter().filter_map(Record::bytes).sum(),
            records,
            ..Summary::default()
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} modules, {} failed, {} bytes", self.records.len(), self.failed, self.bytes)?;
        for (number, what) in [(self.cached, "from the cache"), (self.earlier, "from an earlier run")] {
            if number > 0 {
                write!(f, ", {number} {what}")?;
            }
        }
        Ok(())
    }
}
