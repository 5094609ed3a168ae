//! Subcommands that print a report about one module, as text or JSON

use super::{json, read, write_text};
use crate::driver::args::ReadArgs;
use crate::driver::failure::Failure;
use spv_opt::{Diagnostics, Module};
use std::path::PathBuf;

/// The arguments of report subcommands.
#[derive(clap::Args, Debug)]
pub struct ReportArgs {
    /// Input file; `-` reads standard input
    #[arg(default_value = "-", value_name = "INPUT")]
    input: PathBuf,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,

    /// Output file; `-` writes standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Options for reading the input.
    #[command(flatten)]
    reading: ReadArgs,
}

impl ReportArgs {
    /// Reads the module, and writes the report that `make` returns. Returns the exit status.
    pub fn run<T>(self, make: impl Fn(&Module) -> Result<T, Diagnostics>) -> Result<i32, Failure>
    where
        T: serde::Serialize + std::fmt::Display,
    {
        let module = read::module(&self.input, &spv_opt::registry(), &self.reading)?;
        let report = make(&module).map_err(|list| read::failed(&self.input, &module.ctx, &list))?;
        let text = if self.json { json(&report) } else { report.to_string() };
        write_text(self.output.as_deref(), &text)?;
        Ok(0)
    }
}
