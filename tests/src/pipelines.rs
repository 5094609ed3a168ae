//! Pipelines that must not change what a module computes.

use spv_opt::passes::{OptionValues, Registry, Work};

/// Passes that change the values of specialization constants.
const SPEC_VALUES: &[&str] = &["freeze-spec-const", "set-spec-const-default-value"];

/// Passes that fail without a target environment, which shaders have not.
const FOR_A_TARGET: &[&str] = &["spirv-update-vce"];

/// Passes that compute with less precision, which changes results.
const LESS_PRECISE: &[&str] = &["convert-relaxed-to-half"];

/// Pipelines of several passes, or with options.
const FURTHER: &[&str] = &[
    "spv-lower-to-cfg,spv-structurize-regions",
    "spv-lower-to-cfg,spv-structurize",
    "inline{all}",
    "inline{all},spv-lower-to-cfg",
    "loop-unroll{all}",
    "canonicalize,cse",
];

/// What comes before function passes when they are tried once more: without it they see loads and stores only.
const VALUES: &str = "inline{all},sroa,mem2reg,canonicalize";

/// Import and export alone, every pass, every function pass after those that make values, both forms of control flow and every
/// pipeline: what changes no results and needs no options.
pub fn texts(registry: &Registry) -> Vec<String> {
    let apart =
        |name| FOR_A_TARGET.contains(&name) || LESS_PRECISE.contains(&name) || SPEC_VALUES.contains(&name);
    let mut list = vec![String::new()];
    for info in registry.passes().iter().filter(|info| !apart(info.name)) {
        list.push(info.name.to_owned());
        let options = OptionValues::new(info.name, info.options, &[]).unwrap_or_default();
        if matches!((info.make)(&options), Ok(Work::Function(_))) {
            list.push(format!("{VALUES},{}", info.name));
        }
    }
    list.extend(FURTHER.iter().map(|text| (*text).to_owned()));
    list.push(format!("{VALUES},loop-unroll{{all}},canonicalize"));
    list.push(format!("{VALUES},loop-unroll{{all}},sccp,simplify-cfg"));
    list.push(format!("{VALUES},loop-unroll{{all factor=2}}"));
    list.extend(registry.pipelines().iter().map(|pipeline| pipeline.name.to_owned()));
    list
}
