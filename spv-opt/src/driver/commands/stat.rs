//! `spv-opt stat`: prints statistics of a module

use super::report::ReportArgs;
use crate::driver::failure::Failure;
use spv_opt::tools::stat::stat;

/// Count instructions, types, constants, blocks and control-flow nesting, and print the size of each section in bytes
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt stat shader.spv")]
pub struct Args {
    #[command(flatten)]
    report: ReportArgs,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        self.report.run(stat)
    }
}
