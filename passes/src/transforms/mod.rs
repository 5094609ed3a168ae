//! The passes, one a file, and the tables of them.

mod canonicalize;
mod control;
mod cse;
mod dce;
mod dse;
mod duplicates;
mod inline;
mod licm;
mod loop_unroll;
mod lower_to_cfg;
mod mem2reg;
mod params;
mod private_to_local;
mod sccp;
mod simplify_cfg;
mod spec_constants;
mod sroa;
mod store_forward;
mod strength_reduction;
mod strip;
mod structurize;
mod structurize_regions;
mod symbol_dce;
mod values;

use crate::pass::PassInfo;
use crate::registry::NamedPipeline;

/// All passes, in the order in which lists show them.
pub(crate) const PASSES: &[&PassInfo] = &[
    &canonicalize::INFO,
    &duplicates::COMPACT,
    &cse::INFO,
    &dce::INFO,
    &mem2reg::INFO,
    &dse::INFO,
    &spec_constants::FREEZE,
    &inline::INFO,
    &licm::INFO,
    &loop_unroll::INFO,
    &private_to_local::INFO,
    &duplicates::REMOVE,
    &sccp::INFO,
    &spec_constants::SET,
    &simplify_cfg::INFO,
    &lower_to_cfg::INFO,
    &structurize_regions::INFO,
    &structurize::INFO,
    &symbol_dce::INFO,
    &sroa::INFO,
    &store_forward::INFO,
    &strength_reduction::INFO,
    &strip::DEBUG,
    &strip::NON_SEMANTIC,
];

/// All pipelines with names.
pub(crate) const PIPELINES: &[NamedPipeline] = &[];
