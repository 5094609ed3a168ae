//! Inputs of a batch: files in a directory, files in a list, or shader modules in a database

use super::fossilize::{Database, DatabaseError};
use super::whole_file;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use spv_ir::Executor;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The source of a module.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// A shader module in a Fossilize database, identified by its hash.
    Entry(Arc<Database>, String),
}

impl Input {
    /// Reads the bytes of the SPIR-V binary.
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match self {
            Input::File(path) => fs::read(path).map_err(|error| format!("cannot read the file: {error}")),
            Input::Entry(database, hash) => {
                let module = database.module(hash).unwrap_or(Err(DatabaseError::Payload));
                module.map_err(|error| format!("cannot read the file: {error}"))
            }
        }
    }
}

/// One module to process in a batch.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the module in the list of results: the input path as given.
    pub name: String,
    /// The source of the module.
    pub input: Input,
    /// Path of the output file.
    pub output: PathBuf,
}

impl Job {
    /// Returns the job for one input file. Its output has the same file name in the directory `outputs`.
    pub fn of_file(input: &Path, outputs: &Path) -> Job {
        Job {
            name: input.display().to_string(),
            input: Input::File(input.to_owned()),
            output: outputs.join(input.file_name().unwrap_or_default()),
        }
    }
}

/// The reason why the jobs of a batch cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A directory or list cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// Path of the directory or list.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// A database is malformed.
    #[error("cannot read {}: {error}", path.display())]
    Database {
        /// Path of the database.
        path: PathBuf,
        /// The parse error.
        error: DatabaseError,
    },
    /// A list of modules is not UTF-8 text. It may be a SPIR-V binary without the extension `.spv`.
    #[error("cannot read {}: expected a directory, NAME.spv, NAME.foz, or a list of JSON lines", path.display())]
    NotAList {
        /// Path of the list.
        path: PathBuf,
    },
    /// Two jobs have the same output file.
    #[error(
        "{} and {} would be written to {}: process them in separate runs, or list them with 'output'",
        first.display(), second.display(), output.display()
    )]
    SharedOutput {
        /// Input of the first job.
        first: PathBuf,
        /// Input of the second job.
        second: PathBuf,
        /// Output file of both jobs.
        output: PathBuf,
    },
    /// The output file of a job is an input of the batch.
    #[error("{} is an input, and would be overwritten: use another output directory", path.display())]
    OverwrittenInput {
        /// Path of the file that is both input and output.
        path: PathBuf,
    },
    /// A line in a list of modules is malformed.
    #[error("{}:{line}: {error}", path.display())]
    Line {
        /// Path of the list.
        path: PathBuf,
        /// The line number, counted from 1.
        line: usize,
        /// The syntax error.
        error: serde_json::Error,
    },
}

/// Lists the `.spv` files in a directory and its subdirectories, sorted by name. Outputs have the same relative paths
/// in the directory `outputs`.
///
/// # Errors
/// A directory cannot be read.
pub fn jobs_of_directory(directory: &Path, outputs: &Path) -> Result<Vec<Job>, JobError> {
    let mut jobs = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        let path = directory.join(&inside);
        let failed = |error| JobError::Read { path: path.clone(), error };
        for entry in fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = inside.join(entry.file_name());
            if entry.file_type().map_err(failed)?.is_dir() {
                open.push(name);
            } else if name.extension().is_some_and(|extension| extension == "spv") {
                let (input, output) = (Input::File(directory.join(&name)), outputs.join(&name));
                jobs.push(Job { name: name.display().to_string(), input, output });
            }
        }
    }
    jobs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(jobs)
}

/// A line in a list of modules, in JSON.
#[derive(Deserialize)]
struct Line {
    input: PathBuf,
    output: Option<PathBuf>,
}

/// Lists the modules in a file of JSON lines. Each line has an `input` path, relative to the list, and optionally an
/// `output` path, relative to `outputs`. The default output has the file name of the input. Empty lines are skipped.
///
/// # Errors
/// The list cannot be read, or a line is malformed.
pub fn jobs_of_manifest(list: &Path, outputs: &Path) -> Result<Vec<Job>, JobError> {
    let text = fs::read_to_string(list).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => JobError::NotAList { path: list.to_owned() },
        _ => JobError::Read { path: list.to_owned(), error },
    })?;
    let directory = list.parent().unwrap_or(Path::new(""));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let job = |(i, line): (usize, &str)| {
        let failed = |error| JobError::Line { path: list.to_owned(), line: i + 1, error };
        let Line { input, output } = serde_json::from_str(line).map_err(failed)?;
        let own = input.file_name().map(PathBuf::from).unwrap_or_default();
        Ok(Job {
            name: input.display().to_string(),
            input: Input::File(directory.join(&input)),
            output: outputs.join(output.unwrap_or(own)),
        })
    };
    lines.map(job).collect()
}

/// Lists the shader modules of a Fossilize database as jobs named `NAME:HASH`, and also returns the database. Outputs
/// are `NAME.d/HASH.spv` in the directory `outputs`.
///
/// # Errors
/// The database cannot be read or is malformed.
pub fn jobs_of_database(path: &Path, outputs: &Path) -> Result<(Vec<Job>, Arc<Database>), JobError> {
    let bytes = fs::read(path).map_err(|error| JobError::Read { path: path.to_owned(), error })?;
    let failed = |error| JobError::Database { path: path.to_owned(), error };
    let database = Arc::new(Database::read(bytes).map_err(failed)?);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let job = |hash: &str| Job {
        name: format!("{name}:{hash}"),
        input: Input::Entry(database.clone(), hash.to_owned()),
        output: outputs.join(format!("{name}.d")).join(format!("{hash}.spv")),
    };
    Ok((database.modules().map(job).collect(), database))
}

/// Checks that no two jobs write the same file, and that no job overwrites an input.
///
/// # Errors
/// Two jobs have the same output file, or an output file is an input.
pub fn check_outputs(jobs: &[Job]) -> Result<(), JobError> {
    let path_of = |input: &Input| match input {
        Input::File(path) => Some(path.clone()),
        Input::Entry(..) => None,
    };
    // Directories of files, each with its path after resolving symbolic links and `..`.
    let mut directories: FxHashMap<PathBuf, PathBuf> = FxHashMap::default();
    let mut resolved = |path: &Path| {
        let directory =
            path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let real = directories
            .entry(directory.to_owned())
            .or_insert_with(|| fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned()));
        real.join(path.file_name().unwrap_or_default())
    };
    let inputs: FxHashSet<PathBuf> =
        jobs.iter().filter_map(|job| path_of(&job.input)).map(|path| resolved(&path)).collect();
    let mut writers: FxHashMap<&Path, &Job> = FxHashMap::default();
    for job in jobs {
        if let Some(first) = writers.insert(&job.output, job) {
            let name = |job: &Job| path_of(&job.input).unwrap_or_else(|| PathBuf::from(&job.name));
            let (first, second) = (name(first), name(job));
            return Err(JobError::SharedOutput { first, second, output: job.output.clone() });
        }
        if inputs.contains(&resolved(&job.output)) {
            return Err(JobError::OverwrittenInput { path: job.output.clone() });
        }
    }
    Ok(())
}

/// Writes a copy of a database in which each shader module with a completed job is replaced with the output of that
/// job.
///
/// # Errors
/// The file cannot be written.
pub fn write_database(
    database: &Database,
    jobs: &[Job],
    to: &Path,
    executor: &dyn Executor,
) -> io::Result<()> {
    let output = |job: &Job| match &job.input {
        Input::Entry(_, hash) => Some((hash.clone(), fs::read(&job.output).ok()?)),
        Input::File(_) => None,
    };
    whole_file::write(to, &database.with_modules(&jobs.iter().filter_map(output).collect(), executor))
}
