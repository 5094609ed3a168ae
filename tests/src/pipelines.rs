//! Pipelines that do not change the results of a module

use spv_opt::compat::options::{PASSES, Runs};
use spv_opt::passes::{OptionValues, Registry, Work};
use std::collections::HashSet;

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

/// Values for the options of spirv-opt that have one and preserve results. The others change layouts, bindings or
/// specialization constants.
const OPTION_VALUES: &[(&str, &str)] = &[
    ("loop-fission", "1"),
    ("loop-fusion", "1000"),
    ("loop-unroll-partial", "3"),
    // Installed drivers do not know the execution mode that `add` adds.
    ("modify-maximal-reconvergence", "remove"),
    ("reduce-load-size", "0.5"),
    ("scalar-replacement", "0"),
];

/// Returns the pipelines of spirv-opt's options.
fn option_texts() -> impl Iterator<Item = String> {
    PASSES.iter().filter_map(|option| match option.runs {
        Runs::Pipeline(text) => Some(text.to_owned()),
        Runs::Argument(pipeline) => {
            let (_, value) = OPTION_VALUES.iter().find(|(name, _)| *name == option.name)?;
            Some(pipeline(value).expect("the option takes the value"))
        }
        Runs::Setting(..) => None,
    })
}

/// Returns all pipelines that preserve results and need no options. They are:
/// - the empty pipeline (only import and export)
/// - every pass
/// - every function pass after `VALUES`
/// - both control-flow forms
/// - every registered pipeline
/// - the pipelines of spirv-opt's options
pub fn texts(registry: &Registry) -> Vec<String> {
    let apart =
        |name: &str| [FOR_A_TARGET, LESS_PRECISE, SPEC_VALUES, NEWER].iter().any(|list| list.contains(&name));
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
    list.extend(option_texts().filter(|text| !apart(text)));
    let mut known = HashSet::new();
    list.retain(|text| known.insert(text.clone()));
    list
}
