//! `spv-opt link`: links several modules into one

use super::read;
use crate::driver::args::ReadArgs;
use crate::driver::failure::Failure;
use crate::driver::output::{Output, write_words};
use crate::driver::progress;
use spv_opt::Module;
use spv_opt::tools::link::{Input, LinkOptions, link};
use std::path::PathBuf;

/// Link modules: bind imports to exports and merge identical declarations
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt link main.spv library.spv -o linked.spv")]
pub struct Args {
    /// Input files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Output binary; `-` writes standard output (the default)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Keep imports that no module exports
    #[arg(long)]
    allow_partial_linkage: bool,

    /// Create a library: keep the export linkage of functions and variables
    #[arg(long)]
    create_library: bool,

    /// Allow modules of different versions; the linked module has the highest
    #[arg(long)]
    use_highest_version: bool,

    /// Options for reading the inputs.
    #[command(flatten)]
    reading: ReadArgs,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        let output = Output::create(self.output.as_deref(), true)?;
        let registry = spv_opt::registry();
        let names: Vec<String> = self.inputs.iter().map(|path| path.display().to_string()).collect();
        let bar = progress::bar(self.inputs.len());
        let read = |path| read::module(path, &registry, &self.reading);
        let modules = bar.wrap_iter(self.inputs.iter()).map(|path| read(path));
        let modules = modules.collect::<Result<Vec<Module>, Failure>>()?;
        bar.finish_and_clear();
        let inputs: Vec<Input<'_>> =
            names.iter().zip(&modules).map(|(name, module)| Input { name, module }).collect();
        let options = LinkOptions {
            allow_partial_linkage: self.allow_partial_linkage,
            create_library: self.create_library,
            use_highest_version: self.use_highest_version,
        };
        let failed = |list| Failure::Diagnostics(spv_opt::render(&list, read::without_source("spv-opt")));
        let linked = link(&registry, &inputs, &options).map_err(failed)?;
        spv_opt::verify(&linked).map_err(failed)?;
        let words = spv_opt::export(&linked).map_err(failed)?;
        output.write(|w| write_words(&[&words], w))?.commit()?;
        Ok(0)
    }
}
