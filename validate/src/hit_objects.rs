//! Validation of hit objects in ray tracing
//!
//! Covers operand types, result types and execution models.

use super::models::Models;
use super::rays::is_variable;
use super::rule::{Check, Rule, joined, rule};
use super::subject::OpSubject;
use super::typing::{BOOL, FLOAT32, INT32, Set, UINT32};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{execution_model as m, storage_class as s};
use spv_dialect::types;
use spv_dialect::verify::rule::{A, R};
use spv_dialect::verify::shape::TypeKind;
use spv_ir::params::OpComponent;

/// Instructions whose first operand is a hit object.
const OBJECTS: &[u32] = &[
    op::HIT_OBJECT_RECORD_HIT_MOTION_NV,
    op::HIT_OBJECT_RECORD_HIT_WITH_INDEX_MOTION_NV,
    op::HIT_OBJECT_RECORD_MISS_MOTION_NV,
    op::HIT_OBJECT_GET_WORLD_TO_OBJECT_NV,
    op::HIT_OBJECT_GET_OBJECT_TO_WORLD_NV,
    op::HIT_OBJECT_GET_OBJECT_RAY_DIRECTION_NV,
    op::HIT_OBJECT_GET_OBJECT_RAY_ORIGIN_NV,
    op::HIT_OBJECT_TRACE_RAY_MOTION_NV,
    op::HIT_OBJECT_GET_SHADER_RECORD_BUFFER_HANDLE_NV,
    op::HIT_OBJECT_GET_SHADER_BINDING_TABLE_RECORD_INDEX_NV,
    op::HIT_OBJECT_RECORD_EMPTY_NV,
    op::HIT_OBJECT_TRACE_RAY_NV,
    op::HIT_OBJECT_RECORD_HIT_NV,
    op::HIT_OBJECT_RECORD_HIT_WITH_INDEX_NV,
    op::HIT_OBJECT_RECORD_MISS_NV,
    op::HIT_OBJECT_EXECUTE_SHADER_NV,
    op::HIT_OBJECT_GET_CURRENT_TIME_NV,
    op::HIT_OBJECT_GET_ATTRIBUTES_NV,
    op::HIT_OBJECT_GET_HIT_KIND_NV,
    op::HIT_OBJECT_GET_PRIMITIVE_INDEX_NV,
    op::HIT_OBJECT_GET_GEOMETRY_INDEX_NV,
    op::HIT_OBJECT_GET_INSTANCE_ID_NV,
    op::HIT_OBJECT_GET_INSTANCE_CUSTOM_INDEX_NV,
    op::HIT_OBJECT_GET_WORLD_RAY_DIRECTION_NV,
    op::HIT_OBJECT_GET_WORLD_RAY_ORIGIN_NV,
    op::HIT_OBJECT_GET_RAY_T_MAX_NV,
    op::HIT_OBJECT_GET_RAY_T_MIN_NV,
    op::HIT_OBJECT_IS_EMPTY_NV,
    op::HIT_OBJECT_IS_HIT_NV,
    op::HIT_OBJECT_IS_MISS_NV,
    op::HIT_OBJECT_RECORD_FROM_QUERY_EXT,
    op::HIT_OBJECT_RECORD_MISS_EXT,
    op::HIT_OBJECT_RECORD_MISS_MOTION_EXT,
    op::HIT_OBJECT_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_EXT,
    op::HIT_OBJECT_GET_RAY_FLAGS_EXT,
    op::HIT_OBJECT_SET_SHADER_BINDING_TABLE_RECORD_INDEX_EXT,
    op::HIT_OBJECT_REORDER_EXECUTE_SHADER_EXT,
    op::HIT_OBJECT_TRACE_REORDER_EXECUTE_EXT,
    op::HIT_OBJECT_TRACE_MOTION_REORDER_EXECUTE_EXT,
    op::HIT_OBJECT_TRACE_RAY_EXT,
    op::HIT_OBJECT_TRACE_RAY_MOTION_EXT,
    op::HIT_OBJECT_RECORD_EMPTY_EXT,
    op::HIT_OBJECT_EXECUTE_SHADER_EXT,
    op::HIT_OBJECT_GET_CURRENT_TIME_EXT,
    op::HIT_OBJECT_GET_ATTRIBUTES_EXT,
    op::HIT_OBJECT_GET_HIT_KIND_EXT,
    op::HIT_OBJECT_GET_PRIMITIVE_INDEX_EXT,
    op::HIT_OBJECT_GET_GEOMETRY_INDEX_EXT,
    op::HIT_OBJECT_GET_INSTANCE_ID_EXT,
    op::HIT_OBJECT_GET_INSTANCE_CUSTOM_INDEX_EXT,
    op::HIT_OBJECT_GET_OBJECT_RAY_ORIGIN_EXT,
    op::HIT_OBJECT_GET_OBJECT_RAY_DIRECTION_EXT,
    op::HIT_OBJECT_GET_WORLD_RAY_DIRECTION_EXT,
    op::HIT_OBJECT_GET_WORLD_RAY_ORIGIN_EXT,
    op::HIT_OBJECT_GET_OBJECT_TO_WORLD_EXT,
    op::HIT_OBJECT_GET_WORLD_TO_OBJECT_EXT,
    op::HIT_OBJECT_GET_RAY_T_MAX_EXT,
    op::HIT_OBJECT_GET_CLUSTER_ID_NV,
    op::HIT_OBJECT_GET_RAY_T_MIN_EXT,
    op::HIT_OBJECT_GET_SHADER_BINDING_TABLE_RECORD_INDEX_EXT,
    op::HIT_OBJECT_GET_SHADER_RECORD_BUFFER_HANDLE_EXT,
    op::HIT_OBJECT_IS_EMPTY_EXT,
    op::HIT_OBJECT_IS_HIT_EXT,
    op::HIT_OBJECT_IS_MISS_EXT,
    op::HIT_OBJECT_GET_SPHERE_POSITION_NV,
    op::HIT_OBJECT_GET_SPHERE_RADIUS_NV,
    op::HIT_OBJECT_GET_LSS_POSITIONS_NV,
    op::HIT_OBJECT_GET_LSS_RADII_NV,
    op::HIT_OBJECT_IS_SPHERE_HIT_NV,
    op::HIT_OBJECT_IS_LSS_HIT_NV,
    op::REORDER_THREAD_WITH_HIT_OBJECT_NV,
    op::REORDER_THREAD_WITH_HIT_OBJECT_EXT,
];
/// Instructions with a hint and its bit count as operands.
const HINTS: &[u32] = &[
    op::REORDER_THREAD_WITH_HIT_OBJECT_NV,
    op::REORDER_THREAD_WITH_HINT_NV,
    op::REORDER_THREAD_WITH_HINT_EXT,
    op::REORDER_THREAD_WITH_HIT_OBJECT_EXT,
];
/// Instructions whose result is a bool.
const BOOLS: &[u32] = &[
    op::HIT_OBJECT_IS_EMPTY_NV,
    op::HIT_OBJECT_IS_HIT_NV,
    op::HIT_OBJECT_IS_MISS_NV,
    op::HIT_OBJECT_IS_EMPTY_EXT,
    op::HIT_OBJECT_IS_HIT_EXT,
    op::HIT_OBJECT_IS_MISS_EXT,
    op::HIT_OBJECT_IS_SPHERE_HIT_NV,
    op::HIT_OBJECT_IS_LSS_HIT_NV,
];
/// Instructions whose result is a 32-bit integer.
const INTEGERS: &[u32] = &[
    op::HIT_OBJECT_GET_SHADER_BINDING_TABLE_RECORD_INDEX_NV,
    op::HIT_OBJECT_GET_HIT_KIND_NV,
    op::HIT_OBJECT_GET_PRIMITIVE_INDEX_NV,
    op::HIT_OBJECT_GET_GEOMETRY_INDEX_NV,
    op::HIT_OBJECT_GET_INSTANCE_ID_NV,
    op::HIT_OBJECT_GET_INSTANCE_CUSTOM_INDEX_NV,
    op::HIT_OBJECT_GET_RAY_FLAGS_EXT,
    op::HIT_OBJECT_GET_HIT_KIND_EXT,
    op::HIT_OBJECT_GET_PRIMITIVE_INDEX_EXT,
    op::HIT_OBJECT_GET_GEOMETRY_INDEX_EXT,
    op::HIT_OBJECT_GET_INSTANCE_ID_EXT,
    op::HIT_OBJECT_GET_INSTANCE_CUSTOM_INDEX_EXT,
    op::HIT_OBJECT_GET_CLUSTER_ID_NV,
    op::HIT_OBJECT_GET_SHADER_BINDING_TABLE_RECORD_INDEX_EXT,
];
/// Instructions whose result is a 32-bit float.
const FLOATS: &[u32] = &[
    op::HIT_OBJECT_GET_CURRENT_TIME_NV,
    op::HIT_OBJECT_GET_RAY_T_MAX_NV,
    op::HIT_OBJECT_GET_RAY_T_MIN_NV,
    op::HIT_OBJECT_GET_CURRENT_TIME_EXT,
    op::HIT_OBJECT_GET_RAY_T_MAX_EXT,
    op::HIT_OBJECT_GET_RAY_T_MIN_EXT,
    op::HIT_OBJECT_GET_SPHERE_RADIUS_NV,
];
/// Instructions whose result is a vector of three 32-bit floats.
const VECTORS: &[u32] = &[
    op::HIT_OBJECT_GET_OBJECT_RAY_DIRECTION_NV,
    op::HIT_OBJECT_GET_OBJECT_RAY_ORIGIN_NV,
    op::HIT_OBJECT_GET_WORLD_RAY_DIRECTION_NV,
    op::HIT_OBJECT_GET_WORLD_RAY_ORIGIN_NV,
    op::HIT_OBJECT_GET_OBJECT_RAY_ORIGIN_EXT,
    op::HIT_OBJECT_GET_OBJECT_RAY_DIRECTION_EXT,
    op::HIT_OBJECT_GET_WORLD_RAY_DIRECTION_EXT,
    op::HIT_OBJECT_GET_WORLD_RAY_ORIGIN_EXT,
];
/// Instructions whose result is a matrix of four columns of three 32-bit floats.
const MATRICES: &[u32] = &[
    op::HIT_OBJECT_GET_WORLD_TO_OBJECT_NV,
    op::HIT_OBJECT_GET_OBJECT_TO_WORLD_NV,
    op::HIT_OBJECT_GET_OBJECT_TO_WORLD_EXT,
    op::HIT_OBJECT_GET_WORLD_TO_OBJECT_EXT,
];
/// Instructions whose result is a vector of two integers.
const HANDLES: &[u32] =
    &[op::HIT_OBJECT_GET_SHADER_RECORD_BUFFER_HANDLE_NV, op::HIT_OBJECT_GET_SHADER_RECORD_BUFFER_HANDLE_EXT];
/// Instructions whose result is an array of positions or radii.
const ARRAYS: &[u32] = &[
    op::HIT_OBJECT_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_EXT,
    op::HIT_OBJECT_GET_LSS_POSITIONS_NV,
    op::HIT_OBJECT_GET_LSS_RADII_NV,
];
/// Instructions that have a hit attribute variable as an operand.
const ATTRIBUTES: &[u32] = &[
    op::HIT_OBJECT_RECORD_HIT_MOTION_NV,
    op::HIT_OBJECT_RECORD_HIT_WITH_INDEX_MOTION_NV,
    op::HIT_OBJECT_RECORD_HIT_NV,
    op::HIT_OBJECT_RECORD_HIT_WITH_INDEX_NV,
    op::HIT_OBJECT_GET_ATTRIBUTES_NV,
    op::HIT_OBJECT_RECORD_FROM_QUERY_EXT,
    op::HIT_OBJECT_GET_ATTRIBUTES_EXT,
];
/// Instructions that have a payload variable as an operand.
const PAYLOADS: &[u32] = &[
    op::HIT_OBJECT_TRACE_RAY_MOTION_NV,
    op::HIT_OBJECT_TRACE_RAY_NV,
    op::HIT_OBJECT_EXECUTE_SHADER_NV,
    op::HIT_OBJECT_REORDER_EXECUTE_SHADER_EXT,
    op::HIT_OBJECT_TRACE_REORDER_EXECUTE_EXT,
    op::HIT_OBJECT_TRACE_MOTION_REORDER_EXECUTE_EXT,
    op::HIT_OBJECT_TRACE_RAY_EXT,
    op::HIT_OBJECT_TRACE_RAY_MOTION_EXT,
    op::HIT_OBJECT_EXECUTE_SHADER_EXT,
];
const NV: &str = "SPV_NV_shader_invocation_reorder";
/// Names of parameters that are 32-bit integers.
const INTEGER_NAMES: &[&str] =
    &["instance_id", "primitive_id", "geometry_index", "ray_flags", "hint", "bits"];
/// Names of parameters that are unsigned 32-bit integers.
const UNSIGNED_NAMES: &[&str] = &[
    "cullmask",
    "cull_mask",
    "miss_index",
    "sbt_index",
    "hit_kind",
    "sbt_record_offset",
    "sbt_record_stride",
    "sbt_offset",
    "sbt_stride",
];
/// Names of parameters that are 32-bit floats.
const FLOAT_NAMES: &[&str] = &["t_min", "t_max", "ray_tmin", "ray_tmax", "current_time", "time"];
/// Names of parameters that are vectors of three 32-bit floats.
const VECTOR_NAMES: &[&str] = &["origin", "direction", "ray_origin", "ray_direction"];
const MODELS: Models = Models::of(&[m::RAY_GENERATION_KHR, m::CLOSEST_HIT_KHR, m::MISS_KHR]);

/// Validation rules for hit objects.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-hit-object-pointer",
        NV,
        "the hit object must be a pointer to a hit object of the instruction's extension",
        Check::BySignature(OBJECTS, |x| {
            let wanted = match x.row().name.ends_with("EXT") {
                true => op::TYPE_HIT_OBJECT_EXT,
                false => op::TYPE_HIT_OBJECT_NV,
            };
            let pointee = x.pointee_at(A).and_then(|ty| types::view(x.ctx(), ty));
            Some(pointee.is_some_and(|(code, _)| code == wanted))
        }),
    ),
    rule(
        "SPV-hit-object-model",
        NV,
        "hit objects are allowed only in ray generation, closest hit and miss shaders",
        Check::BySignature(OBJECTS, |x| x.reached_only_by(MODELS)),
    ),
    rule(
        "SPV-hit-object-reorder-model",
        NV,
        "reordering threads is allowed only in ray generation shaders",
        Check::BySignature(HINTS, |x| x.reached_only_by(Models::of(&[m::RAY_GENERATION_KHR]))),
    ),
    rule("SPV-hit-object-structure", NV, "the operand must be an acceleration structure", {
        Check::BySignature(OBJECTS, |x| {
            let OpComponent::Value(value) = x.param_named("acceleration_structure")? else { return None };
            let view = types::view(x.ctx(), x.value_type(value)?);
            Some(view.is_some_and(|(code, _)| code == op::TYPE_ACCELERATION_STRUCTURE_KHR))
        })
    }),
    rule(
        "SPV-hit-object-integers",
        NV,
        "ids, primitive and geometry indexes, flags and hints must be 32-bit integers",
        Check::BySignature(&joined::<{ OBJECTS.len() + HINTS.len() }>(&[OBJECTS, HINTS]), |x| {
            params_are(x, INTEGER_NAMES, INT32)
        }),
    ),
    rule(
        "SPV-hit-object-unsigned",
        NV,
        "masks, hit kinds, and offsets and strides in binding tables must be unsigned 32-bit integers",
        Check::BySignature(OBJECTS, |x| params_are(x, UNSIGNED_NAMES, UINT32)),
    ),
    rule("SPV-hit-object-record-index", NV, "the record index must be a 32-bit integer", {
        Check::BySignature(OBJECTS, |x| params_are(x, &["sbt_record_index"], INT32))
    }),
    rule("SPV-hit-object-floats", NV, "distances and times must be 32-bit floats", {
        Check::BySignature(OBJECTS, |x| params_are(x, FLOAT_NAMES, FLOAT32))
    }),
    rule("SPV-hit-object-vectors", NV, "origins and directions must be vectors of three 32-bit floats", {
        Check::BySignature(OBJECTS, |x| params_are(x, VECTOR_NAMES, FLOAT32.vector(3)))
    }),
    rule("SPV-hit-object-attributes", NV, "the attributes must be a HitObjectAttribute variable", {
        Check::Op(ATTRIBUTES, |x| {
            let named = |param: &spv_ir::dialect::Param| param.name.starts_with("hit_object_attribute");
            let number = x.row().params.iter().position(named)?;
            is_variable(x, number, &[s::HIT_OBJECT_ATTRIBUTE_NV, s::HIT_OBJECT_ATTRIBUTE_EXT])
        })
    }),
    rule(
        "SPV-hit-object-payload",
        NV,
        "the payload must be a RayPayloadKHR or IncomingRayPayloadKHR variable",
        Check::Op(PAYLOADS, |x| {
            let number = x.row().params.iter().position(|param| param.name == "payload")?;
            is_variable(x, number, &[s::RAY_PAYLOAD_KHR, s::INCOMING_RAY_PAYLOAD_KHR])
        }),
    ),
    rule("SPV-hit-object-bool", NV, "the result must be a bool", Check::TypeIn(BOOLS, R, BOOL)),
    rule("SPV-hit-object-integer", NV, "the result must be a 32-bit integer", {
        Check::TypeIn(INTEGERS, R, INT32)
    }),
    rule("SPV-hit-object-float", NV, "the result must be a 32-bit float", Check::TypeIn(FLOATS, R, FLOAT32)),
    rule("SPV-hit-object-vector", NV, "the result must be a vector of three 32-bit floats", {
        Check::TypeIn(VECTORS, R, FLOAT32.vector(3))
    }),
    rule("SPV-hit-object-handle", NV, "the result must be a vector of two 32-bit integers", {
        Check::TypeIn(HANDLES, R, INT32.vector(2))
    }),
    rule(
        "SPV-hit-object-matrix",
        NV,
        "the result must be a matrix of four vectors of three 32-bit floats",
        Check::BySignature(MATRICES, |x| {
            let shape = x.result_shape()?;
            let column = shape.inner.is_some_and(|ty| FLOAT32.vector(3).has(x.ctx(), ty));
            Some(shape.kind == TypeKind::Matrix && shape.count == 4 && column)
        }),
    ),
    rule(
        "SPV-hit-object-array",
        NV,
        "the result must be an array with the right number of positions or radii",
        Check::BySignature(ARRAYS, |x| {
            let (element, count) = match x.opcode {
                op::HIT_OBJECT_GET_LSS_RADII_NV => (FLOAT32, 2),
                op::HIT_OBJECT_GET_LSS_POSITIONS_NV => (FLOAT32.vector(3), 2),
                _ => (FLOAT32.vector(3), 3),
            };
            let shape = x.result_shape()?;
            let fits = shape.inner.is_some_and(|ty| element.has(x.ctx(), ty));
            Some(shape.kind == TypeKind::Array && [0, count].contains(&shape.count) && fits)
        }),
    ),
];

/// Returns whether the operands for all parameters in `names` have types in `set`.
fn params_are(x: &OpSubject<'_>, names: &[&str], set: Set) -> Option<bool> {
    let params = x.row().params.iter().enumerate().filter(|(_, param)| names.contains(&param.name));
    let values = params.flat_map(|(index, _)| x.params(index)).filter_map(|item| match item {
        OpComponent::Value(value) => x.value_type(value),
        _ => None,
    });
    Some(values.collect::<Vec<_>>().iter().all(|ty| set.has(x.ctx(), *ty)))
}
