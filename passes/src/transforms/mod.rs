//! The passes, one a file, and the tables of them.

mod canonicalize;
mod cse;
mod mem2reg;
mod params;
mod symbol_dce;
mod values;

use crate::pass::PassInfo;
use crate::registry::NamedPipeline;

/// All passes, in the order in which lists show them.
pub(crate) const PASSES: &[&PassInfo] = &[&canonicalize::INFO, &cse::INFO, &mem2reg::INFO, &symbol_dce::INFO];

/// All pipelines with names.
pub(crate) const PIPELINES: &[NamedPipeline] = &[];
