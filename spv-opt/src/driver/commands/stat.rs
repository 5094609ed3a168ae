//! `spv-opt stat`: prints statistics of a module.

use super::report::ReportArgs;
use crate::driver::failure::Failure;
use spv_opt::tools::stat::{Order, stat};

/// Count instructions, types, constants, blocks and control-flow nesting, and print the size of each section in bytes
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt stat shader.spv")]
pub struct Args {
    /// Sort functions and instruction names; without it, functions are in order of the module and names by count
    #[arg(long, value_enum, value_name = "ORDER")]
    sort: Option<Sort>,

    #[command(flatten)]
    report: ReportArgs,
}

/// The values of `--sort`.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Sort {
    /// Largest number of instructions first
    Count,
    /// Alphabetical order
    Name,
}

impl Args {
    /// Runs the command.
    pub fn run(self) -> Result<i32, Failure> {
        let order = self.sort.map(|sort| match sort {
            Sort::Count => Order::Count,
            Sort::Name => Order::Name,
        });
        self.report.run(|module| {
            let mut statistics = stat(module)?;
            if let Some(order) = order {
                statistics.sort(order);
            }
            Ok(statistics)
        })
    }
}
