//! `spv-opt diff`: prints the differences between two modules

use super::{json, read, write_text};
use crate::driver::args::{DiagnosticsFormat, ReadArgs};
use crate::driver::color;
use crate::driver::failure::Failure;
use spv_opt::tools::diff::diff;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Compare two modules by name and structure. Exit status: 0 if they differ at most in generated names, 1 if they
/// differ, 2 on error
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt diff before.spv after.spv")]
pub struct Args {
    /// First file
    #[arg(value_name = "FIRST")]
    first: PathBuf,

    /// Second file
    #[arg(value_name = "SECOND")]
    second: PathBuf,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,

    /// Output file; `-` writes standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Options for reading the inputs.
    #[command(flatten)]
    reading: ReadArgs,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        // Errors return 2, because exit status 1 means a difference, as in `diff`.
        self.compare().or_else(|failure| match failure {
            // The caller handles a closed pipe.
            Failure::Write { ref error, .. } if error.kind() == io::ErrorKind::BrokenPipe => Err(failure),
            _ => {
                _ = io::stderr().write_all(failure.shown(DiagnosticsFormat::Text).as_bytes());
                Ok(2)
            }
        })
    }

    fn compare(self) -> Result<i32, Failure> {
        let registry = spv_opt::registry();
        let (first, second) = (
            read::module(&self.first, &registry, &self.reading)?,
            read::module(&self.second, &registry, &self.reading)?,
        );
        let difference = diff(&first, &second);
        let is_colored = color() && self.output.is_none() && io::stdout().is_terminal();
        let text = match (self.json, is_colored) {
            (true, _) => json(&difference),
            (false, true) => colored(&difference.to_string()),
            (false, false) => difference.to_string(),
        };
        write_text(self.output.as_deref(), &text)?;
        Ok(i32::from(!difference.is_empty()))
    }
}

/// Colors a diff: removed lines red, added lines green, titles cyan.
pub fn colored(text: &str) -> String {
    let line = |line: &str| {
        let color = match line.as_bytes().first() {
            Some(b'-') => "31",
            Some(b'+') => "32",
            Some(b'@') => "36",
            _ => return format!("{line}\n"),
        };
        format!("\u{1b}[{color}m{line}\u{1b}[0m\n")
    };
    text.lines().map(line).collect()
}
