//! Pipelines that shaders run through.

use crate::shaders::Shader;
use spv_opt::passes::Registry;
use spv_tests::pipelines::texts;

/// Values of spec constants before and after a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// The values that the shader requests, before and after.
    Given,
    /// The defaults, before and after.
    Defaults,
    /// The requested values before. The pipeline turns them into defaults, which are used after.
    Set,
}

/// A pipeline for a shader.
#[derive(Clone, Debug)]
pub struct Step {
    /// The pipeline text; empty for import and export alone.
    pub text: String,
    /// Values of spec constants for the comparison.
    pub spec: Spec,
}

/// Passes that need options or change results on purpose, each with the pipeline that replaces it.
const APART: &[(&str, Spec, &str)] = &[
    // The pass freezes the defaults, so results with the defaults must be equal.
    ("freeze-spec-const", Spec::Defaults, "freeze-spec-const"),
    // The pass needs values: `{}` stands for the values that the shader requests. Results with the requested values
    // before must equal results with the defaults after.
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
