//! Pipelines to be tested on shaders

use crate::shaders::Shader;
use spv_opt::passes::Registry;
use spv_tests::pipelines::texts;

/// The choice of specialization constants for the runs before and after a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// The shader's requested values, before and after.
    Given,
    /// The default values, before and after.
    Defaults,
    /// The shader's requested values before, and the default values after. The pipeline makes the requested values the
    /// defaults.
    Set,
}

/// A pipeline to be tested on a shader.
#[derive(Clone, Debug)]
pub struct Step {
    /// The pipeline as text; empty for import and export alone.
    pub text: String,
    /// The choice of specialization constants.
    pub spec: Spec,
}

/// Passes that need options or change results on purpose: pass name, choice of specialization constants, and the
/// pipeline to run in its place.
const APART: &[(&str, Spec, &str)] = &[
    // The pass freezes the default values, so results with the default values must be the same.
    ("freeze-spec-const", Spec::Defaults, "freeze-spec-const"),
    // The pass needs values: `{}` stands for the values that the shader requests. Results with the requested values
    // before must be the results with the default values after.
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
