//! `spv-opt stat`: statistics of a module.

use super::report::ReportArgs;
use crate::driver::failure::Failure;
use spv_opt::tools::stat::stat;

/// Counts instructions, types, constants, blocks and the nesting of control flow, and lists bytes by section
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt stat shader.spv")]
pub struct Args {
    #[command(flatten)]
    report: ReportArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(self) -> Result<i32, Failure> {
        self.report.run(stat)
    }
}
