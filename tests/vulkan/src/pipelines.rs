//! What shaders are taken through.

use crate::shaders::Shader;
use spv_opt::passes::{OptionValues, Registry, Work};

/// Which values of spec constants a run is compared with, and which ones it is given itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// Those that the shader asks for, in both.
    Given,
    /// The defaults, in both.
    Defaults,
    /// Those that the shader asks for; the pipeline has made defaults of them.
    Set,
}

/// A pipeline that a shader is taken through.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its text; empty for import and export alone.
    pub text: String,
    /// See there.
    pub spec: Spec,
}

/// Passes that need options, or change on purpose what a shader computes, and what is done instead of running them
/// like the others.
const APART: &[(&str, Spec, &str)] = &[
    // Gives up that the values can be set: what is computed with the defaults must be the same.
    ("freeze-spec-const", Spec::Defaults, "freeze-spec-const"),
    // Does nothing without values. With those that the shader asks for, it must compute without them what it
    // computed with them; they are substituted for `{}`.
    ("set-spec-const-default-value", Spec::Set, "set-spec-const-default-value{values={}}"),
];

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
    let is_apart = |name| APART.iter().any(|(other, ..)| *other == name);
    let apart = |name| FOR_A_TARGET.contains(&name) || LESS_PRECISE.contains(&name) || is_apart(name);
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

/// Everything that a shader is taken through.
pub fn steps(registry: &Registry, shader: &Shader) -> Vec<Step> {
    let given = |text: String| Step { text, spec: Spec::Given };
    let mut list: Vec<_> = texts(registry).into_iter().map(given).collect();
    let values: Vec<String> = shader.spec.iter().map(|s| format!("{}:{}", s.id, s.value)).collect();
    if !values.is_empty() {
        let apart = APART
            .iter()
            .map(|(_, spec, text)| Step { text: text.replace("{}", &values.join(",")), spec: *spec });
        list.extend(apart);
    }
    list.extend(shader.also.iter().map(|text| given(text.clone())));
    list
}
