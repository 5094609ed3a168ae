//! List of a batch's results, as JSON lines

use super::cache::Key;
use super::job::Job;
use super::whole_file;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The outcome of processing a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// The output was written.
    Done {
        /// Size of the output in bytes.
        bytes: u64,
    },
    /// There is no output.
    Failed {
        /// The error message.
        message: String,
    },
}

/// The result for one module: a line in the list of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Name of the input, see [`Job::name`].
    pub input: String,
    /// Path of the output file.
    pub output: PathBuf,
    /// Cache key of the output.
    pub key: Key,
    /// Whether the output was written, or why not.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Record {
    pub(super) fn new(job: &Job, key: Key, outcome: Outcome) -> Record {
        Record { input: job.name.clone(), output: job.output.clone(), key, outcome }
    }

    /// Returns the size of the output in bytes, or `None` if processing failed.
    pub fn bytes(&self) -> Option<u64> {
        match self.outcome {
            Outcome::Done { bytes } => Some(bytes),
            Outcome::Failed { .. } => None,
        }
    }
}

/// The list of results of a batch, including those of earlier runs.
pub struct Results {
    path: PathBuf,
    file: Mutex<File>,
    /// Results of earlier runs, by name of the input.
    earlier: FxHashMap<String, Record>,
}

impl Results {
    /// Opens a list of results, creating the file if needed.
    ///
    /// # Errors
    /// The list cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Results> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
            whole_file::remove_stale(directory, |file| file == path);
        }
        let (records, is_whole) = if path.exists() { read(path)? } else { (Vec::new(), true) };
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !is_whole {
            // Terminates the last line, which an interrupted run left incomplete.
            file.write_all(b"\n")?;
        }
        let earlier = records.into_iter().map(|record| (record.input.clone(), record)).collect();
        Ok(Results { path: path.to_owned(), file: Mutex::new(file), earlier })
    }

    /// Returns the result of an earlier run for this job and key, if that run succeeded.
    pub(super) fn earlier(&self, job: &Job, key: &Key) -> Option<Record> {
        let record = self.earlier.get(&job.name)?;
        let is_same = record.key == *key && record.output == job.output && record.bytes().is_some();
        is_same.then(|| record.clone())
    }

    /// Appends a result to the file with a single write.
    pub(super) fn add(&self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_string(record)?;
        line.push('\n');
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
    }

    /// Rewrites the whole file with these results, in order.
    pub(super) fn finish(&self, records: &[Record]) -> io::Result<()> {
        whole_file::write(&self.path, &lines(records)?)
    }
}

fn lines(records: &[Record]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    for record in records {
        serde_json::to_writer(&mut text, record)?;
        text.push(b'\n');
    }
    Ok(text)
}

/// Returns the results in a file, and whether the last line is complete. Skips malformed lines.
fn read(path: &Path) -> io::Result<(Vec<Record>, bool)> {
    let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    let records = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((records, text.is_empty() || text.ends_with('\n')))
}

/// Merges the result lists of shards, sorted by input name. If an input occurs several times, the last result is used.
///
/// # Errors
/// A list cannot be read, or the merged list cannot be written.
pub fn merge(lists: &[PathBuf], to: &Path) -> io::Result<Vec<Record>> {
    let mut all = std::collections::BTreeMap::new();
    for list in lists {
        let records = read(list).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot read {}: {error}", list.display()))
        })?;
        all.extend(records.0.into_iter().map(|record| (record.input.clone(), record)));
    }
    let records: Vec<Record> = all.into_values().collect();
    whole_file::write(to, &lines(&records)?)?;
    Ok(records)
}
