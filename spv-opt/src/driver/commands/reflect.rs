//! `spv-opt reflect`: prints the interface of a module

use super::report::ReportArgs;
use crate::driver::failure::Failure;
use spv_opt::tools::reflect::reflect;

/// List the interface of a module: entry points, resources with their type layouts, push constants, specialization
/// constants, inputs and outputs
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt reflect shader.spv")]
pub struct Args {
    #[command(flatten)]
    report: ReportArgs,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        self.report.run(reflect)
    }
}
