//! Errors that end a run
//!
//! Messages are printed unchanged and end with a newline.

use super::args::DiagnosticsFormat;
use std::io;
use std::path::PathBuf;

/// An error that ends the run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Rendered diagnostics about the input.
    #[error("{0}")]
    Diagnostics(String),
    /// A rendered error about the pass pipeline.
    #[error("{0}")]
    Pipeline(String),
    /// An invalid combination of options.
    #[error("spv-opt: error: {0}\n")]
    Usage(String),
    /// A file cannot be read.
    #[error("spv-opt: error: cannot read {}: {error}{}\n", path.display(), directory_advice(error))]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("spv-opt: error: cannot write {}: {error}\n", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// The I/O error.
        error: io::Error,
    },
    /// A binary would be written to a terminal.
    #[error(
        "spv-opt: error: refusing to write binary SPIR-V to a terminal: use -o FILE, redirect the output, \
         or use --emit=text\n"
    )]
    Terminal,
    /// The installed spirv-val cannot be run.
    #[error(
        "spv-opt: error: --validate requires spirv-val, which cannot be run: {0} (install SPIRV-Tools; \
         Debian and Ubuntu: apt install spirv-tools)\n"
    )]
    NoValidator(io::Error),
    /// The installed spirv-val rejects a module.
    #[error("{message}{}: error: spirv-val rejects this module\n", path.display())]
    Invalid {
        /// Path of the module.
        path: PathBuf,
        /// Output of spirv-val, one prefixed line per line.
        message: String,
    },
}

/// Returns advice for the error that a directory was given as a file. Returns an empty string for other errors.
fn directory_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::IsADirectory => ": for the modules in a directory use 'spv-opt batch DIR -o DIR'",
        _ => "",
    }
}

impl Failure {
    /// Returns the error message in the given output format.
    pub fn shown(&self, format: DiagnosticsFormat) -> String {
        let text = self.to_string();
        match (format, self) {
            (DiagnosticsFormat::Text, _) | (_, Failure::Diagnostics(_)) => text,
            (DiagnosticsFormat::Json, _) => {
                let text = text.trim_end();
                spv_opt::message_json(text.strip_prefix("spv-opt: error: ").unwrap_or(text))
            }
        }
    }
}
