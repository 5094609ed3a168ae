//! Batch processing: runs a pipeline on many modules and records a result for each
//!
//! A result is appended to the list of results only after its output file is complete. A second run with the same list
//! skips finished modules, so an interruption loses only work in flight. With a cache, outputs of any earlier run are
//! reused.

mod cache;
mod fossilize;
mod job;
mod results;
mod whole_file;

pub use cache::{Cache, CacheError, Key, Recipe};
pub use fossilize::{Database, DatabaseError};
pub use job::{
    Input, Job, JobError, check_outputs, jobs_of_database, jobs_of_directory, jobs_of_manifest,
    write_database,
};
pub use results::{Outcome, Record, Results, merge};

use rustc_hash::FxHashSet;
use spv_ir::Executor;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;

/// Transformation of one module: maps the job and its input binary to the output binary, or to an error message that
/// names the input.
pub type Work<'a> = dyn Fn(&Job, &[u8]) -> Result<Vec<u8>, String> + Sync + 'a;

/// A fraction of a batch: every `count`-th job, starting with the job at `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of this shard, counted from 0.
    pub index: usize,
    /// Total number of shards.
    pub count: usize,
}

impl Shard {
    /// Parses a shard such as `1/8`, the first of eight. Returns `None` if the syntax is wrong.
    pub fn parse(text: &str) -> Option<Shard> {
        let (number, count) = text.split_once('/')?;
        let (number, count): (usize, usize) = (number.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&number).then(|| Shard { index: number - 1, count })
    }

    /// Returns the jobs of this shard.
    pub fn of(self, jobs: Vec<Job>) -> Vec<Job> {
        let is_own = |(i, _): &(usize, Job)| i % self.count == self.index;
        jobs.into_iter().enumerate().filter(is_own).map(|(_, job)| job).collect()
    }
}

/// The source of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The output was computed by this run.
    Work,
    /// The output was in the cache.
    Cache,
    /// An earlier run of the same batch produced the output.
    EarlierRun,
}

/// An event that is reported while a batch runs.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A module was processed, successfully or not. The origin is the source of its output.
    Result(&'a Record, Origin),
    /// A cache operation failed; the module is processed without the cache.
    CacheFailure(&'a CacheError),
}

/// The configuration of a batch.
pub struct Batch<'a> {
    /// Tool, pipeline and target environment, which are part of each cache key.
    pub recipe: &'a Recipe,
    /// Transformation that is applied to each module.
    pub work: &'a Work<'a>,
    /// Cache with outputs of earlier runs; `None` to run without a cache.
    pub cache: Option<&'a Cache>,
    /// The executor that runs jobs concurrently.
    pub executor: &'a dyn Executor,
    /// Callback for events; called by several threads concurrently.
    pub observer: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Batch<'_> {
    /// Runs the jobs, except those for which `results` already has an up-to-date success. Outputs and results do not
    /// depend on the order of execution. Returns the results in the order of `jobs`.
    ///
    /// # Errors
    /// The list of results, or an output, cannot be written.
    pub fn run(&self, jobs: &[Job], results: &Results) -> io::Result<Vec<Record>> {
        remove_stale(jobs);
        let records: Mutex<Vec<Option<Record>>> = Mutex::new(vec![None; jobs.len()]);
        let failure: Mutex<Option<io::Error>> = Mutex::new(None);
        self.executor.run(jobs.len(), &|i| {
            if failure.lock().is_ok_and(|failure| failure.is_some()) {
                return;
            }
            match self.job(&jobs[i], results) {
                Ok((record, origin)) => {
                    (self.observer)(Event::Result(&record, origin));
                    if let Ok(mut records) = records.lock() {
                        records[i] = Some(record);
                    }
                }
                Err(error) => {
                    if let Ok(mut first) = failure.lock() {
                        first.get_or_insert(error);
                    }
                }
            }
        });
        if let Ok(Some(error)) = failure.into_inner() {
            return Err(error);
        }
        let records = records.into_inner().unwrap_or_default();
        let records: Vec<Record> = records.into_iter().flatten().collect();
        results.finish(&records)?;
        Ok(records)
    }

    fn job(&self, job: &Job, results: &Results) -> io::Result<(Record, Origin)> {
        let failed = |key, message: String| Record::new(job, key, Outcome::Failed { message });
        let bytes = match job.input.read() {
            Ok(bytes) => bytes,
            Err(message) => {
                let record = failed(Key::default(), format!("{}: error: {message}", job.name));
                results.add(&record)?;
                return Ok((record, Origin::Work));
            }
        };
        let key = self.recipe.key(&bytes);
        if let Some(record) = results.earlier(job, &key)
            && fs::metadata(&job.output).is_ok_and(|file| record.bytes() == Some(file.len()))
        {
            return Ok((record, Origin::EarlierRun));
        }
        let (made, origin) = self.output(job, &key, &bytes);
        let record = match made {
            Ok(output) => {
                whole_file::write(&job.output, &output)?;
                Record::new(job, key, Outcome::Done { bytes: output.len() as u64 })
            }
            Err(message) => failed(key, message),
        };
        results.add(&record)?;
        Ok((record, origin))
    }

    /// Returns the output for an input and its origin. Uses the cache if possible.
    fn output(&self, job: &Job, key: &Key, input: &[u8]) -> (Result<Vec<u8>, String>, Origin) {
        let Some(cache) = self.cache else { return ((self.work)(job, input), Origin::Work) };
        let failed = |error: CacheError| (self.observer)(Event::CacheFailure(&error));
        if let Some(output) = cache.get(key).map_err(failed).ok().flatten() {
            return (Ok(output), Origin::Cache);
        }
        let made = (self.work)(job, input);
        if let Ok(output) = &made {
            _ = cache.put(key, output).map_err(failed);
        }
        (made, Origin::Work)
    }
}

/// Removes temporary files that killed runs of these jobs left behind.
fn remove_stale(jobs: &[Job]) {
    let outputs: FxHashSet<&Path> = jobs.iter().map(|job| job.output.as_path()).collect();
    let directories: FxHashSet<&Path> = outputs.iter().filter_map(|path| path.parent()).collect();
    for directory in directories {
        whole_file::remove_stale(directory, |path| outputs.contains(path));
    }
}
