//! A pipeline on many modules: each input gives an output file and a line of results.
//!
//! A result is appended to the list of results once its output has its final name, and a list that is there is continued:
//! an interruption loses the work in flight alone. With a cache, an input that was worked on before, in any run, is
//! copied.

mod cache;
mod fossilize;
mod job;
mod results;
mod whole_file;

pub use cache::{Cache, CacheError, Key, Recipe};
pub use fossilize::{Database, DatabaseError};
pub use job::{Input, Job, JobError, jobs_of_database, jobs_of_folder, jobs_of_manifest, write_database};
pub use results::{Outcome, Record, Results, merge};

use rustc_hash::FxHashSet;
use spv_ir::Executor;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Mutex;

/// Works on one module: the bytes of its output, or what is wrong with it.
pub type Work<'a> = dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Sync + 'a;

/// A part of the jobs: every `count`-th, from number `index` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0, below the count.
    pub index: usize,
    /// The number of shards.
    pub count: usize,
}

impl Shard {
    /// Reads `1/8`: the first of eight.
    pub fn parse(text: &str) -> Option<Shard> {
        let (number, count) = text.split_once('/')?;
        let (number, count): (usize, usize) = (number.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&number).then(|| Shard { index: number - 1, count })
    }

    /// The jobs of this shard.
    pub fn of(self, jobs: Vec<Job>) -> Vec<Job> {
        let is_own = |(i, _): &(usize, Job)| i % self.count == self.index;
        jobs.into_iter().enumerate().filter(is_own).map(|(_, job)| job).collect()
    }
}

/// Where the output of a module comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was worked on.
    Work,
    /// The cache had it.
    Cache,
    /// An earlier run of the same batch wrote it.
    EarlierRun,
}

/// What is observed of a batch that runs.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A module is done, or failed.
    Result(&'a Record, Origin),
    /// The cache failed: the module is worked on without it.
    CacheFailure(&'a CacheError),
}

/// What a batch consists of.
pub struct Batch<'a> {
    /// What is done with each module: a part of the key of its result.
    pub recipe: &'a Recipe,
    /// Does it.
    pub work: &'a Work<'a>,
    /// Outputs of earlier runs.
    pub cache: Option<&'a Cache>,
    /// Who runs jobs at the same time.
    pub executor: &'a dyn Executor,
    /// Observes each result, and failures of the cache.
    pub observer: &'a (dyn Fn(Event<'_>) + Sync),
}

impl Batch<'_> {
    /// Works on all jobs that have no result yet, or one of another input or recipe, or that failed. Outputs and results
    /// are the same whatever the order of the work.
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
                let record = failed(Key::default(), message);
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
        let (made, origin) = self.output(&key, &bytes);
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

    /// The output of an input, from the cache if it is there.
    fn output(&self, key: &Key, input: &[u8]) -> (Result<Vec<u8>, String>, Origin) {
        let Some(cache) = self.cache else { return ((self.work)(input), Origin::Work) };
        let failed = |error: CacheError| (self.observer)(Event::CacheFailure(&error));
        if let Some(output) = cache.get(key).map_err(failed).ok().flatten() {
            return (Ok(output), Origin::Cache);
        }
        let made = (self.work)(input);
        if let Ok(output) = &made {
            _ = cache.put(key, output).map_err(failed);
        }
        (made, Origin::Work)
    }
}

/// Removes what killed runs of these jobs left.
fn remove_stale(jobs: &[Job]) {
    let outputs: FxHashSet<&Path> = jobs.iter().map(|job| job.output.as_path()).collect();
    let folders: FxHashSet<&Path> = outputs.iter().filter_map(|path| path.parent()).collect();
    for folder in folders {
        whole_file::remove_stale(folder, |path| outputs.contains(path));
    }
}
