//! Pipelines that do not change the results of a module

use spv_opt::passes::{OptionValues, Registry, Work};

/// Passes that change specialization constants, and therefore results.
const SPEC_VALUES: &[&str] = &["freeze-spec-const", "set-spec-const-default-value"];

/// Passes that require a target environment, which shaders lack.
const FOR_A_TARGET: &[&str] = &["spirv-update-vce"];

/// Passes that reduce precision, and therefore change results.
const LESS_PRECISE: &[&str] = &["convert-relaxed-to-half"];

/// Passes whose output needs an extension that installed validators and drivers lack.
pub const NEWER: &[&str] = &["convert-to-untyped"];

/// Pipelines with options, and pipelines of several passes.
const FURTHER: &[&str] = &[
    "spv-lower-to-cfg,spv-structurize-regions",
    "spv-lower-to-cfg,spv-structurize",
    "inline{all}",
    "inline{all},spv-lower-to-cfg",
    "loop-unroll{all}",
    "canonicalize,cse",
];

/// Passes to run before each function pass. Without them, function passes would see little but loads and stores.
const VALUES: &str = "inline{all},sroa,mem2reg,canonicalize";

/// Returns all pipelines that preserve results and need no options. They are:
/// - the empty pipeline (only import and export)
/// - every pass
/// - every function pass after `VALUES`
/// - both control-flow forms
/// - every registered pipeline
pub fn texts(registry: &Registry) -> Vec<String> {
    let apart =
        |name| [FOR_A_TARGET, LESS_PRECISE, SPEC_VALUES, NEWER].iter().any(|list| list.contains(&name));
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
    list.push(format!("{VALUES},loop-fission{{min-registers=0}}"));
    list.push(format!("{VALUES},loop-fusion{{max-registers=1000}}"));
    list.extend(registry.pipelines().iter().map(|pipeline| pipeline.name.to_owned()));
    list
}
