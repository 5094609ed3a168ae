//! Validation of derivatives: execution models, derivative groups and widths

use super::image::IMPLICIT;
use super::models::Models;
use super::rule::{Check, Rule, joined, rule};
use spv_dialect::effects::DERIVATIVES;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{execution_mode as e, execution_model as m};
use spv_dialect::verify::shape::TypeKind;

const DERIVING: Models = Models::of(&[m::FRAGMENT, m::GL_COMPUTE, m::MESH_EXT, m::TASK_EXT]);
const GROUPED: Models = Models::of(&[m::GL_COMPUTE, m::MESH_EXT, m::TASK_EXT]);
/// All instructions that compute derivatives, including image instructions that compute them implicitly.
const DERIVING_OPS: &[u32] =
    &joined::<{ IMPLICIT.len() + DERIVATIVES.len() + 1 }>(&[IMPLICIT, &[op::IMAGE_QUERY_LOD], DERIVATIVES]);

/// Validation rules for derivatives.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-derivative-model",
        "3.42.16",
        "derivatives are allowed only in fragment, compute, mesh and task shaders",
        Check::BySignature(DERIVING_OPS, |x| Some(x.models().is_subset(DERIVING))),
    ),
    rule(
        "SPV-derivative-group",
        "3.42.16",
        "outside of fragment shaders, derivatives require a derivative group execution mode",
        Check::Op(DERIVING_OPS, |x| {
            if !x.models().intersects(GROUPED) {
                return None;
            }
            let (_, function) = x.function()?;
            let has_group = |number: &usize| {
                let entry = &x.facts.entries[*number];
                let modes = [e::DERIVATIVE_GROUP_LINEAR_KHR, e::DERIVATIVE_GROUP_QUADS_KHR];
                let declares = modes.iter().any(|mode| x.facts.has_mode(entry.function, *mode));
                !GROUPED.contains(entry.model) || declares
            };
            Some(function.entries.iter().all(has_group))
        }),
    )
    .note("declare a derivative group, or sample with an explicit Lod (OpImageSampleExplicitLod)"),
    rule(
        "SPV-derivative-width",
        "3.42.16",
        "the operand of a derivative must be a 32-bit float or a vector of these",
        Check::BySignature(DERIVATIVES, |x| {
            let shape = x.result_shape()?;
            let half = shape.width == 16 && x.facts.has_extension("SPV_AMD_gpu_shader_half_float");
            Some(shape.element == TypeKind::Float && (shape.width == 32 || half))
        }),
    ),
];
