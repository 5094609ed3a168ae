//! The passes, one a file, and the tables of them.

mod canonicalize;
mod cse;
mod dce;
mod mem2reg;
mod params;
mod simplify_cfg;
mod symbol_dce;
mod values;

use crate::pass::PassInfo;
use crate::registry::NamedPipeline;

/// All passes, in the order in which lists show them.
pub(crate) const PASSES: &[&PassInfo] = &[&canonicalize::INFO, &cse::INFO, &dce::INFO, &mem2reg::INFO, &simplify_cfg::INFO, &symbol_dce::INFO];

/// All pipelines with names.
pub(crate) const PIPELINES: &[NamedPipeline] = &[];
