//! Overlay of ray tracing: ray queries, hit objects, and calls of other shaders
//!
//! Ray queries and hit objects are state in memory. A trace or call instruction runs other shaders with arbitrary
//! effects and may regroup invocations.

use super::{Overlay, family, row};
use crate::generated::opcodes::*;

/// Ray tracing instructions.
pub(super) const TRACING: &[Overlay] = &[
    row(TRACE_RAY_KHR).reads().writes().convergent(),
    row(TRACE_RAY_MOTION_NV).reads().writes().convergent(),
    row(TRACE_NV).reads().writes().convergent(),
    row(TRACE_MOTION_NV).reads().writes().convergent(),
    row(EXECUTE_CALLABLE_KHR).reads().writes().convergent(),
    row(EXECUTE_CALLABLE_NV).reads().writes().convergent(),
    row(REPORT_INTERSECTION_KHR).reads().writes().convergent(),
    row(RAY_QUERY_INITIALIZE_KHR).reads().writes(),
    row(RAY_QUERY_TERMINATE_KHR).reads().writes(),
    row(RAY_QUERY_GENERATE_INTERSECTION_KHR).reads().writes(),
    row(RAY_QUERY_CONFIRM_INTERSECTION_KHR).reads().writes(),
    row(RAY_QUERY_PROCEED_KHR).reads().writes(),
    row(RAY_QUERY_GET_INTERSECTION_TYPE_KHR).reads(),
    family(RAY_QUERY_GET_RAY_T_MIN_KHR, RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR, 17).reads(),
    row(RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR).reads(),
    row(RAY_QUERY_GET_INTERSECTION_CLUSTER_ID_NV).reads(),
    family(RAY_QUERY_GET_INTERSECTION_SPHERE_POSITION_NV, RAY_QUERY_GET_INTERSECTION_LSS_HIT_VALUE_NV, 5)
        .reads(),
    row(RAY_QUERY_IS_SPHERE_HIT_NV).reads(),
    row(RAY_QUERY_IS_LSS_HIT_NV).reads(),
    row(FETCH_MICRO_TRIANGLE_VERTEX_POSITION_NV).reads(),
    row(FETCH_MICRO_TRIANGLE_VERTEX_BARYCENTRIC_NV).reads(),
    // Hit objects of the NV extensions.
    family(HIT_OBJECT_RECORD_HIT_MOTION_NV, HIT_OBJECT_RECORD_MISS_MOTION_NV, 3).reads().writes(),
    family(HIT_OBJECT_GET_WORLD_TO_OBJECT_NV, HIT_OBJECT_GET_OBJECT_RAY_ORIGIN_NV, 4).reads(),
    row(HIT_OBJECT_TRACE_RAY_MOTION_NV).reads().writes().convergent(),
    row(HIT_OBJECT_GET_SHADER_RECORD_BUFFER_HANDLE_NV).reads(),
    row(HIT_OBJECT_GET_SHADER_BINDING_TABLE_RECORD_INDEX_NV).reads(),
    row(HIT_OBJECT_RECORD_EMPTY_NV).writes(),
    row(HIT_OBJECT_TRACE_RAY_NV).reads().writes().convergent(),
    family(HIT_OBJECT_RECORD_HIT_NV, HIT_OBJECT_RECORD_MISS_NV, 3).reads().writes(),
    row(HIT_OBJECT_EXECUTE_SHADER_NV).reads().writes().convergent(),
    row(HIT_OBJECT_GET_CURRENT_TIME_NV).reads(),
    row(HIT_OBJECT_GET_ATTRIBUTES_NV).reads().writes(),
    family(HIT_OBJECT_GET_HIT_KIND_NV, HIT_OBJECT_IS_MISS_NV, 12).reads(),
    row(HIT_OBJECT_GET_CLUSTER_ID_NV).reads(),
    family(HIT_OBJECT_GET_SPHERE_POSITION_NV, HIT_OBJECT_IS_LSS_HIT_NV, 6).reads(),
    row(REORDER_THREAD_WITH_HIT_OBJECT_NV).reads().writes().convergent(),
    row(REORDER_THREAD_WITH_HINT_NV).reads().writes().convergent(),
    // Hit objects of the EXT extension.
    family(HIT_OBJECT_RECORD_FROM_QUERY_EXT, HIT_OBJECT_RECORD_MISS_MOTION_EXT, 3).reads().writes(),
    row(HIT_OBJECT_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_EXT).reads(),
    row(HIT_OBJECT_GET_RAY_FLAGS_EXT).reads(),
    row(HIT_OBJECT_SET_SHADER_BINDING_TABLE_RECORD_INDEX_EXT).reads().writes(),
    row(HIT_OBJECT_REORDER_EXECUTE_SHADER_EXT).reads().writes().convergent(),
    row(HIT_OBJECT_TRACE_REORDER_EXECUTE_EXT).reads().writes().convergent(),
    row(HIT_OBJECT_TRACE_MOTION_REORDER_EXECUTE_EXT).reads().writes().convergent(),
    row(REORDER_THREAD_WITH_HINT_EXT).reads().writes().convergent(),
    row(REORDER_THREAD_WITH_HIT_OBJECT_EXT).reads().writes().convergent(),
    row(HIT_OBJECT_TRACE_RAY_EXT).reads().writes().convergent(),
    row(HIT_OBJECT_TRACE_RAY_MOTION_EXT).reads().writes().convergent(),
    row(HIT_OBJECT_RECORD_EMPTY_EXT).writes(),
    row(HIT_OBJECT_EXECUTE_SHADER_EXT).reads().writes().convergent(),
    row(HIT_OBJECT_GET_CURRENT_TIME_EXT).reads(),
    row(HIT_OBJECT_GET_ATTRIBUTES_EXT).reads().writes(),
    family(HIT_OBJECT_GET_HIT_KIND_EXT, HIT_OBJECT_GET_RAY_T_MAX_EXT, 12).reads(),
    family(HIT_OBJECT_GET_RAY_T_MIN_EXT, HIT_OBJECT_IS_MISS_EXT, 6).reads(),
    // Node payloads of the AMDX extension.
    row(NODE_PAYLOAD_ARRAY_LENGTH_AMDX).reads(),
    row(IS_NODE_PAYLOAD_VALID_AMDX).reads(),
];
