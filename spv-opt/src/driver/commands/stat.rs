//! `spv-opt stat`: statistics of a module.

use super::{json, read, write_text};
use crate::driver::failure::Failure;
use spv_opt::tools::stat::stat;
use std::path::PathBuf;

/// Counts instructions, types, constants, blocks and the nesting of control flow, and lists bytes by section
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File to read, `-` for standard input
    #[arg(default_value = "-", value_name = "INPUT")]
    input: PathBuf,

    /// Writes JSON in place of text
    #[arg(long)]
    json: bool,

    /// File to write, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Args {
    /// Runs the command.
    pub fn run(self) -> Result<i32, Failure> {
        let module = read::module(&self.input, &spv_opt::registry())?;
        let statistics = stat(&module).map_err(|list| read::failed(&self.input, &module.ctx, &list))?;
        let text = if self.json { json(&statistics) } else { statistics.to_string() };
        write_text(self.output.as_deref(), &text)?;
        Ok(0)
    }
}
