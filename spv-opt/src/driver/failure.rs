//! What can go wrong. The texts are what the user sees, and end with a newline.

use super::args::DiagnosticsFormat;
use std::io;
use std::path::PathBuf;

/// An error that ends the run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input is wrong: the diagnostics, as they are shown.
    #[error("{0}")]
    Diagnostics(String),
    /// The passes that are asked for cannot run: the message as it is shown.
    #[error("{0}")]
    Pipeline(String),
    /// Options that do not go together.
    #[error("spv-opt: error: {0}\n")]
    Usage(String),
    /// It cannot be read.
    #[error("spv-opt: error: cannot read {}: {error}\n", path.display())]
    Read {
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It cannot be written.
    #[error("spv-opt: error: cannot write {}: {error}\n", path.display())]
    Write {
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Binary would go to a terminal.
    #[error(
        "spv-opt: error: binary SPIR-V is not written to a terminal: name a file with -o, redirect the \
         output, or ask for text with --emit=text\n"
    )]
    Terminal,
    /// The validator is not there.
    #[error(
        "spv-opt: error: --validate needs the program spirv-val, which cannot be run: {0} (it is part of \
         SPIRV-Tools; Debian and Ubuntu: apt install spirv-tools)\n"
    )]
    NoValidator(io::Error),
    /// The validator refuses the module.
    #[error("{message}{}: error: spirv-val refuses this module\n", path.display())]
    Invalid {
        /// The module.
        path: PathBuf,
        /// What the validator wrote.
        message: String,
    },
}

impl Failure {
    /// What the user sees.
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
