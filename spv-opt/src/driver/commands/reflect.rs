//! `spv-opt reflect`: the interface of a module.

use super::{json, read, write_text};
use crate::driver::failure::Failure;
use spv_opt::tools::reflect::reflect;
use std::path::PathBuf;

/// Lists the interface of a module: entry points, resources with the layout of their types, push constants,
/// specialization constants, inputs and outputs
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
        let reflection = reflect(&module).map_err(|list| read::failed(&self.input, &module.ctx, &list))?;
        let text = if self.json { json(&reflection) } else { reflection.to_string() };
        write_text(self.output.as_deref(), &text)?;
        Ok(0)
    }
}
