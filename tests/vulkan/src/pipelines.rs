//! What shaders are taken through.

use crate::shaders::Shader;
use spv_opt::passes::Registry;
use spv_tests::pipelines::texts;

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
