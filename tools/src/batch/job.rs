//! The inputs of a batch: a folder, or a list of files.

use super::fossilize::{Database, DatabaseError};
use super::whole_file;
use serde::Deserialize;
use spv_ir::Executor;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a module is read from.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// A shader module of a database, by its hash.
    Entry(Arc<Database>, String),
}

impl Input {
    /// The bytes of the binary.
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        match self {
            Input::File(path) => fs::read(path).map_err(|error| format!("cannot read it: {error}")),
            Input::Entry(database, hash) => {
                let module = database.module(hash).unwrap_or(Err(DatabaseError::Payload));
                module.map_err(|error| format!("cannot read it: {error}"))
            }
        }
    }
}

/// A module of a batch.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its name in the results: the path of the input as it was given.
    pub name: String,
    /// What to read.
    pub input: Input,
    /// The file to write.
    pub output: PathBuf,
}

/// Why there are no jobs.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A folder or list cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A database cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Database {
        /// What.
        path: PathBuf,
        /// Why.
        error: DatabaseError,
    },
    /// A line of a list is wrong.
    #[error("{}:{line}: {error}", path.display())]
    Line {
        /// The list.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// The binaries in a folder and those in it, by name; outputs have the same place in another folder.
///
/// # Errors
/// A folder cannot be read.
pub fn jobs_of_folder(folder: &Path, outputs: &Path) -> Result<Vec<Job>, JobError> {
    let mut jobs = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        let path = folder.join(&inside);
        let failed = |error| JobError::Read { path: path.clone(), error };
        for entry in fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = inside.join(entry.file_name());
            if entry.file_type().map_err(failed)?.is_dir() {
                open.push(name);
            } else if name.extension().is_some_and(|extension| extension == "spv") {
                let (input, output) = (Input::File(folder.join(&name)), outputs.join(&name));
                jobs.push(Job { name: name.display().to_string(), input, output });
            }
        }
    }
    jobs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(jobs)
}

/// A line of a list of modules.
#[derive(Deserialize)]
struct Line {
    input: PathBuf,
    output: Option<PathBuf>,
}

/// The modules of a list: JSON lines with `input` and, if it is not to be called like the input, `output`. Inputs are
/// relative to the list, outputs to the folder of outputs. Empty lines are skipped.
///
/// # Errors
/// The list cannot be read, or has a line of another form.
pub fn jobs_of_manifest(list: &Path, outputs: &Path) -> Result<Vec<Job>, JobError> {
    let text = fs::read_to_string(list).map_err(|error| JobError::Read { path: list.to_owned(), error })?;
    let folder = list.parent().unwrap_or(Path::new(""));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let job = |(i, line): (usize, &str)| {
        let failed = |error| JobError::Line { path: list.to_owned(), line: i + 1, error };
        let Line { input, output } = serde_json::from_str(line).map_err(failed)?;
        let own = input.file_name().map(PathBuf::from).unwrap_or_default();
        Ok(Job {
            name: input.display().to_string(),
            input: Input::File(folder.join(&input)),
            output: outputs.join(output.unwrap_or(own)),
        })
    };
    lines.map(job).collect()
}

/// The shader modules of a Fossilize database, called `NAME:HASH`, with the database itself. Their outputs are
/// `NAME.d/HASH.spv` in the folder of outputs.
///
/// # Errors
/// The database cannot be read.
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

/// Writes a database with the outputs of its jobs that are done in the place of their modules; the others stay.
///
/// # Errors
/// It cannot be written.
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
