//! Commands that say something of one module, as text or JSON.

use super::{json, read, write_text};
use crate::driver::args::TolerateArgs;
use crate::driver::failure::Failure;
use spv_opt::{Diagnostics, Module};
use std::path::PathBuf;

/// What these commands are given.
#[derive(clap::Args, Debug)]
pub struct ReportArgs {
    /// File to read, `-` for standard input
    #[arg(default_value = "-", value_name = "INPUT")]
    input: PathBuf,

    /// Writes JSON in place of text
    #[arg(long)]
    json: bool,

    /// File to write, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The faults of producers that are repaired.
    #[command(flatten)]
    tolerate: TolerateArgs,
}

impl ReportArgs {
    /// Reads the module and writes what `make` makes of it.
    pub fn run<T>(self, make: fn(&Module) -> Result<T, Diagnostics>) -> Result<i32, Failure>
    where
        T: serde::Serialize + std::fmt::Display,
    {
        let module = read::module(&self.input, &spv_opt::registry(), &self.tolerate)?;
        let report = make(&module).map_err(|list| read::failed(&self.input, &module.ctx, &list))?;
        let text = if self.json { json(&report) } else { report.to_string() };
        write_text(self.output.as_deref(), &text)?;
        Ok(0)
    }
}
