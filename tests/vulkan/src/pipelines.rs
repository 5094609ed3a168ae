//! Pipelines to be tested on shaders

use crate::shaders::Shader;
use spv_opt::passes::Registry;
use spv_tests::pipelines::texts;

/// Specialization constants for two runs of a shader. The reference run executes the original module, the other run the
/// module that a pass pipeline has transformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// Both runs use the values that the shader requests.
    Given,
    /// Both runs use the default values.
    Defaults,
    /// The pass pipeline changes the default values to the values that the shader requests, and its module runs with
    /// these default values. The reference run receives the requested values at pipeline creation instead.
    Set,
}

/// A pipeline to be tested on a shader.
#[derive(Clone, Debug)]
pub struct Step {
    /// The pipeline string; empty for import and export alone.
    pub text: String,
    /// The choice of specialization constants.
    pub spec: Spec,
}

/// Passes that need options or intentionally change results: pass name, choice of specialization constants, and the
/// pipeline to run instead.
const APART: &[(&str, Spec, &str)] = &[
    // The pass freezes the default values, so results with the default values must be unchanged.
    ("freeze-spec-const", Spec::Defaults, "freeze-spec-const"),
    // `{}` stands for the values that the shader requests. Results with the requested values before the pass must equal
    // the results with the default values after it.
    ("set-spec-const-default-value", Spec::Set, "set-spec-const-default-value{values={}}"),
];

/// Returns all pipelines for a shader.
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
