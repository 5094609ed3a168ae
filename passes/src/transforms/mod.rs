//! The passes, one a file, and the tables of them.

mod canonicalize;
mod control;
mod cse;
mod dce;
mod inline;
mod lower_to_cfg;
mod mem2reg;
mod params;
mod simplify_cfg;
mod sroa;
mod store_forward;
mod structurize;
mod structurize_regions;
mod symbol_dce;
mod values;

use crate::pass::PassInfo;
use crate::registry::NamedPipeline;

/// All passes, in the order in which lists show them.
pub(crate) const PASSES: &[&PassInfo] = &[
    &canonicalize::INFO,
    &cse::INFO,
    &dce::INFO,
    &mem2reg::INFO,
    &simplify_cfg::INFO,
    &lower_to_cfg::INFO,
    &structurize_regions::INFO,
    &structurize::INFO,
    &symbol_dce::INFO,
    &inline::INFO,
    &sroa::INFO,
    &store_forward::INFO,
];

/// All pipelines with names.
pub(crate) const PIPELINES: &[NamedPipeline] = &[];
