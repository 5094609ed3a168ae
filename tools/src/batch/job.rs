//! The inputs of a batch: a folder, or a list of files.

use serde::Deserialize;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A module of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its name in the results: the path of the input as it was given.
    pub name: String,
    /// The file to read.
    pub input: PathBuf,
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
                let (input, output) = (folder.join(&name), outputs.join(&name));
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
            input: folder.join(&input),
            output: outputs.join(output.unwrap_or(own)),
        })
    };
    lines.map(job).collect()
}
