//! Validation of ray tracing and ray queries

use super::models::Models;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use super::typing::{BOOL, FLOAT, FLOAT32, INT32, Set, UINT32, declared_by};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, execution_model as m, ray_flags, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::verify::rule::{A, B, C, D, OpValue, R};
use spv_dialect::verify::shape::TypeKind;

const TRACE: &[u32] = &[op::TRACE_RAY_KHR];
const REPORT: &[u32] = &[op::REPORT_INTERSECTION_KHR];
const CALL: &[u32] = &[op::EXECUTE_CALLABLE_KHR];
const START: &[u32] = &[op::RAY_QUERY_INITIALIZE_KHR];
/// Instructions whose first operand is a pointer to a ray query.
const QUERIES: &[u32] = &[
    op::RAY_QUERY_INITIALIZE_KHR,
    op::RAY_QUERY_TERMINATE_KHR,
    op::RAY_QUERY_CONFIRM_INTERSECTION_KHR,
    op::RAY_QUERY_GENERATE_INTERSECTION_KHR,
    op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR,
    op::RAY_QUERY_PROCEED_KHR,
    op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR,
    op::RAY_QUERY_GET_INTERSECTION_T_KHR,
    op::RAY_QUERY_GET_RAY_T_MIN_KHR,
    op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR,
    op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR,
    op::RAY_QUERY_GET_RAY_FLAGS_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR,
    op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR,
    op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR,
    op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR,
    op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR,
    op::RAY_QUERY_GET_INTERSECTION_CLUSTER_ID_NV,
    op::RAY_QUERY_GET_INTERSECTION_SPHERE_POSITION_NV,
    op::RAY_QUERY_GET_INTERSECTION_LSS_POSITIONS_NV,
    op::RAY_QUERY_GET_INTERSECTION_LSS_RADII_NV,
    op::RAY_QUERY_GET_INTERSECTION_SPHERE_RADIUS_NV,
    op::RAY_QUERY_GET_INTERSECTION_LSS_HIT_VALUE_NV,
    op::RAY_QUERY_IS_SPHERE_HIT_NV,
    op::RAY_QUERY_IS_LSS_HIT_NV,
    op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR,
];
const BOOL_RESULTS: &[u32] = &[
    op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR,
    op::RAY_QUERY_PROCEED_KHR,
    op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR,
    op::RAY_QUERY_IS_SPHERE_HIT_NV,
    op::RAY_QUERY_IS_LSS_HIT_NV,
    op::REPORT_INTERSECTION_KHR,
];
const FLOAT_RESULTS: &[u32] = &[
    op::RAY_QUERY_GET_INTERSECTION_T_KHR,
    op::RAY_QUERY_GET_RAY_T_MIN_KHR,
    op::RAY_QUERY_GET_INTERSECTION_SPHERE_RADIUS_NV,
    op::RAY_QUERY_GET_INTERSECTION_LSS_HIT_VALUE_NV,
];
const INT_RESULTS: &[u32] = &[
    op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR,
    op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR,
    op::RAY_QUERY_GET_RAY_FLAGS_KHR,
    op::RAY_QUERY_GET_INTERSECTION_CLUSTER_ID_NV,
];
const VECTOR_RESULTS: &[u32] = &[
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR,
    op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR,
    op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR,
    op::RAY_QUERY_GET_INTERSECTION_SPHERE_POSITION_NV,
];
const MATRIX_RESULTS: &[u32] =
    &[op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR, op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR];

const FLOAT3: Set = FLOAT32.vector(3);
const FIRST: &[OpValue] =
    &[A, B, C, D, OpValue::Operand(4), OpValue::Operand(5), OpValue::Operand(6), OpValue::Operand(7)];
const TRACE_ORIGIN: OpValue = OpValue::Operand(6);
const TRACE_MIN: OpValue = OpValue::Operand(7);
const TRACE_DIRECTION: OpValue = OpValue::Operand(8);
const TRACE_MAX: OpValue = OpValue::Operand(9);

const RAYS: &str = "3.42.25";

/// Validation rules for ray tracing and ray queries.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-ray-opacity-micromap",
        "SPV_KHR_opacity_micromap",
        "the flag ForceOpacityMicromap2StateKHR requires capability RayTracingOpacityMicromapKHR",
        Check::Needs(&[op::TRACE_RAY_KHR, op::RAY_QUERY_INITIALIZE_KHR], |x| {
            let flags = x.number(x.param_named("ray_flags")?)?;
            let forced = flags & u64::from(ray_flags::FORCE_OPACITY_MICROMAP2_STATE_KHR) != 0;
            forced.then_some(&[c::RAY_TRACING_OPACITY_MICROMAP_KHR])
        }),
    )
    .note("declare RayTracingOpacityMicromapKHR"),
    vulkan(
        "VUID-StandaloneSpirv-HitAttributeKHR-04703",
        "A",
        "only intersection shaders may write hit attributes",
        Check::BySignature(&[op::STORE], |x| {
            let readers = Models::of(&[m::ANY_HIT_KHR, m::CLOSEST_HIT_KHR]);
            (x.storage_class(v::Store::POINTER)? == s::HIT_ATTRIBUTE_KHR)
                .then(|| !x.models().intersects(readers))
        }),
    ),
    rule("SPV-ray-acceleration-structure", RAYS, "the first operand must be an acceleration structure", {
        Check::TypeIn(TRACE, A, declared_by(op::TYPE_ACCELERATION_STRUCTURE_KHR))
    }),
    rule("SPV-ray-integers", RAYS, "flags, mask, offset, stride and index must be 32-bit integers", {
        Check::BySignature(TRACE, |x| x.all_in(&FIRST[1..6], INT32))
    }),
    rule("SPV-ray-vectors", RAYS, "origin and direction must be vectors of three 32-bit floats", {
        Check::BySignature(TRACE, |x| x.all_in(&[TRACE_ORIGIN, TRACE_DIRECTION], FLOAT3))
    }),
    rule("SPV-ray-limits", RAYS, "the limits of the ray must be 32-bit floats", {
        Check::BySignature(TRACE, |x| x.all_in(&[TRACE_MIN, TRACE_MAX], FLOAT32))
    }),
    rule(
        "SPV-ray-payload",
        RAYS,
        "the payload must be a RayPayloadKHR or IncomingRayPayloadKHR variable",
        Check::Op(TRACE, |x| is_variable(x, 10, &[s::RAY_PAYLOAD_KHR, s::INCOMING_RAY_PAYLOAD_KHR])),
    ),
    rule("SPV-ray-report-hit", RAYS, "the hit must be a 32-bit float", Check::TypeIn(REPORT, A, FLOAT32)),
    rule("SPV-ray-report-kind", RAYS, "the hit kind must be an unsigned 32-bit integer", {
        Check::TypeIn(REPORT, B, UINT32)
    }),
    rule("SPV-ray-call-index", RAYS, "the index must be an unsigned 32-bit integer", {
        Check::TypeIn(CALL, A, UINT32)
    }),
    rule(
        "SPV-ray-call-data",
        RAYS,
        "the data must be a CallableDataKHR or IncomingCallableDataKHR variable",
        Check::Op(CALL, |x| is_variable(x, 1, &[s::CALLABLE_DATA_KHR, s::INCOMING_CALLABLE_DATA_KHR])),
    ),
    rule(
        "SPV-ray-query-variable",
        RAYS,
        "the ray query must be a variable, a parameter, or a part of these",
        Check::Op(QUERIES, |x| {
            let Some(definition) = x.defining(x.value_at(0)?) else { return Some(true) };
            const OBJECTS: [u32; 3] = [op::VARIABLE, op::ACCESS_CHAIN, op::IN_BOUNDS_ACCESS_CHAIN];
            let is_global = x.symbol(x.value_at(0)?).is_some_and(|name| x.facts.variable(name).is_some());
            Some(is_global || OBJECTS.contains(&definition.opcode))
        }),
    ),
    rule("SPV-ray-query-structure", RAYS, "the second operand must be an acceleration structure", {
        Check::TypeIn(START, B, declared_by(op::TYPE_ACCELERATION_STRUCTURE_KHR))
    }),
    rule("SPV-ray-query-integers", RAYS, "flags and mask must be 32-bit integers", {
        Check::BySignature(START, |x| x.all_in(&FIRST[2..4], INT32))
    }),
    rule("SPV-ray-query-vectors", RAYS, "origin and direction must be vectors of three 32-bit floats", {
        Check::BySignature(START, |x| x.all_in(&[FIRST[4], FIRST[6]], FLOAT3))
    }),
    rule("SPV-ray-query-limits", RAYS, "the limits of the ray must be 32-bit floats", {
        Check::BySignature(START, |x| x.all_in(&[FIRST[5], FIRST[7]], FLOAT32))
    }),
    rule("SPV-ray-query-generate", RAYS, "the hit distance must be a 32-bit float", {
        Check::TypeIn(&[op::RAY_QUERY_GENERATE_INTERSECTION_KHR], B, FLOAT32)
    }),
    rule("SPV-ray-bool-result", RAYS, "the result must be a bool", Check::TypeIn(BOOL_RESULTS, R, BOOL)),
    rule("SPV-ray-float-result", RAYS, "the result must be a 32-bit float", {
        Check::TypeIn(FLOAT_RESULTS, R, FLOAT32)
    }),
    rule("SPV-ray-int-result", RAYS, "the result must be a 32-bit integer", {
        Check::TypeIn(INT_RESULTS, R, INT32)
    }),
    rule("SPV-ray-vector-result", RAYS, "the result must be a vector of three 32-bit floats", {
        Check::TypeIn(VECTOR_RESULTS, R, FLOAT3)
    }),
    rule("SPV-ray-barycentrics-result", RAYS, "the result must be a vector of two 32-bit floats", {
        Check::TypeIn(&[op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR], R, FLOAT32.vector(2))
    }),
    rule("SPV-ray-matrix-result", RAYS, "the result must be four columns of three 32-bit floats", {
        Check::BySignature(MATRIX_RESULTS, |x| {
            let matrix = x.result_shape()?;
            Some(matrix.kind == TypeKind::Matrix && matrix.count == 4 && FLOAT3.has(x.ctx(), matrix.inner?))
        })
    }),
    rule(
        "SPV-ray-positions-result",
        RAYS,
        "the result must be an array of three vectors of 32-bit floats",
        Check::BySignature(&[op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR], |x| {
            is_array(x, 3, FLOAT3)
        }),
    ),
    rule("SPV-ray-segment-result", RAYS, "the result must be an array of two vectors of floats", {
        Check::BySignature(&[op::RAY_QUERY_GET_INTERSECTION_LSS_POSITIONS_NV], |x| {
            is_array(x, 2, FLOAT.vector(3))
        })
    }),
    rule("SPV-ray-radii-result", RAYS, "the result must be an array of two floats", {
        Check::BySignature(&[op::RAY_QUERY_GET_INTERSECTION_LSS_RADII_NV], |x| is_array(x, 2, FLOAT))
    }),
];

/// Returns whether the result is an array of `count` elements with a type in `set`. Returns `None` if the result has no
/// type.
fn is_array(x: &OpSubject<'_>, count: u32, set: Set) -> Option<bool> {
    let array = x.result_shape()?;
    Some(array.kind == TypeKind::Array && array.count == count && set.has(x.ctx(), array.inner?))
}

/// Returns whether the operand at `index` is a variable in one of the storage classes. Returns `None` if it is
/// not an SSA value.
pub(super) fn is_variable(x: &OpSubject<'_>, index: usize, classes: &[u32]) -> Option<bool> {
    let value = x.value_at(index)?;
    let is_global = x.symbol(value).is_some_and(|name| x.facts.variable(name).is_some());
    let is_local = x.defining(value).is_some_and(|found| found.opcode == op::VARIABLE);
    Some((is_global || is_local) && x.points_into(OpValue::Operand(index as u8), classes)?)
}
