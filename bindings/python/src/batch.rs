//! Batch processing of modules

use pyo3::exceptions::{PyOSError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use spv_opt::batch::{self as library, BatchError, Settings};
use spv_opt::tools::batch::{self as lists, Event, Outcome, Shard};
use std::ffi::CString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The result for one input of a batch.
#[pyclass(frozen, get_all, eq, module = "spv_opt")]
#[derive(Clone, PartialEq)]
pub struct Record {
    input: String,
    output: PathBuf,
    key: String,
    bytes: Option<u64>,
    message: Option<String>,
}

/// The results of a batch, with totals.
#[pyclass(frozen, get_all, module = "spv_opt")]
pub struct Summary {
    records: Vec<Record>,
    failed: usize,
    bytes: u64,
    cached: usize,
    earlier: usize,
    cache_failures: usize,
    text: String,
}

#[pymethods]
impl Summary {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<spv_opt.Summary: {}>", self.text)
    }
}

impl From<&lists::Record> for Record {
    fn from(record: &lists::Record) -> Record {
        let (bytes, message) = match &record.outcome {
            Outcome::Done { bytes } => (Some(*bytes), None),
            Outcome::Failed { message } => (None, Some(message.clone())),
        };
        let lists::Record { input, output, key, .. } = record;
        Record { input: input.clone(), output: output.clone(), key: key.as_str().to_owned(), bytes, message }
    }
}

impl From<library::Summary> for Summary {
    fn from(summary: library::Summary) -> Summary {
        let text = summary.to_string();
        let library::Summary { records, failed, bytes, cached, earlier, cache_failures } = summary;
        let records = records.iter().map(Record::from).collect();
        Summary { records, failed, bytes, cached, earlier, cache_failures, text }
    }
}

fn raised(error: BatchError) -> PyErr {
    match error {
        BatchError::Usage(text) => PyValueError::new_err(text),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// Runs `pipeline` on the modules in `inputs`, and returns the results. Writes the outputs to the directory `output`.
#[pyfunction]
#[pyo3(signature = (inputs, output, *, pipeline = "", target_env = "", cache = None, results = None, shard = None, threads = None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn batch(
    py: Python<'_>,
    inputs: Vec<PathBuf>,
    output: PathBuf,
    pipeline: &str,
    target_env: &str,
    cache: Option<String>,
    results: Option<PathBuf>,
    shard: Option<(i64, i64)>,
    threads: Option<i64>,
) -> PyResult<Summary> {
    let shard = shard.map(|(number, count)| {
        let shard = Shard::parse(&format!("{number}/{count}"));
        shard.ok_or_else(|| {
            PyValueError::new_err(format!(
                "({number}, {count}) is not a valid shard: expected a pair such as (1, 8)"
            ))
        })
    });
    let threads = threads.map(|count| {
        let threads = usize::try_from(count).ok().and_then(NonZeroUsize::new);
        threads.ok_or_else(|| {
            PyValueError::new_err(format!("the number of threads is {count}: expected at least 1"))
        })
    });
    let settings = Settings {
        inputs,
        output,
        pipeline: pipeline.to_owned(),
        target_env: target_env.to_owned(),
        cache,
        results,
        shard: shard.transpose()?,
        threads: threads.transpose()?,
    };
    let first = Mutex::new(None);
    let observer = |event: Event<'_>| {
        if let Event::CacheFailure(error) = event {
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
        }
    };
    let summary = py.detach(|| settings.prepare().and_then(|batch| batch.run(&observer))).map_err(raised)?;
    if let Some(error) = first.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let text = format!("the cache failed {} times; the first error was: {error}", summary.cache_failures);
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &CString::new(text)?, 1)?;
    }
    Ok(summary.into())
}

/// Merges the result lists of shards into the file `output`, and returns the merged results.
#[pyfunction]
pub fn merge(py: Python<'_>, lists: Vec<PathBuf>, output: PathBuf) -> PyResult<Summary> {
    let records = py.detach(|| lists::merge(&lists, &output))?;
    Ok(library::Summary::of(records).into())
}
