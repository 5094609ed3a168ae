//! Validation of group operations, and of instructions and storage classes limited to certain execution models

use super::models::Models;
use super::rule::{Check, Rule, joined, rule, vulkan};
use super::subject::OpSubject;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{execution_model as m, group_operation as g, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::spv::ExecutionModel;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::params::OpComponent;
use spv_ir::{Signedness, Type, TypeData};

const BALLOT_VALUES: &[u32] = &[
    op::GROUP_NON_UNIFORM_INVERSE_BALLOT,
    op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT,
    op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB,
];
const BOOL_RESULTS: &[u32] = &[
    op::GROUP_NON_UNIFORM_ELECT,
    op::GROUP_NON_UNIFORM_ALL,
    op::GROUP_NON_UNIFORM_ANY,
    op::GROUP_NON_UNIFORM_ALL_EQUAL,
    op::GROUP_NON_UNIFORM_INVERSE_BALLOT,
    op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT,
    op::GROUP_ALL,
    op::GROUP_ANY,
];
const PREDICATES: &[u32] = &[
    op::GROUP_NON_UNIFORM_ALL,
    op::GROUP_NON_UNIFORM_ANY,
    op::GROUP_NON_UNIFORM_BALLOT,
    op::GROUP_ALL,
    op::GROUP_ANY,
];
const UNSIGNED_RESULTS: &[u32] = &[
    op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB,
];
/// Instructions that move values between invocations, selected by index, mask or distance.
pub(super) const MOVES: &[u32] = &[
    op::GROUP_NON_UNIFORM_BROADCAST,
    op::GROUP_NON_UNIFORM_SHUFFLE,
    op::GROUP_NON_UNIFORM_SHUFFLE_XOR,
    op::GROUP_NON_UNIFORM_SHUFFLE_UP,
    op::GROUP_NON_UNIFORM_SHUFFLE_DOWN,
    op::GROUP_NON_UNIFORM_QUAD_BROADCAST,
    op::GROUP_NON_UNIFORM_QUAD_SWAP,
    op::GROUP_NON_UNIFORM_ROTATE_KHR,
];
/// Instructions whose result has the same type as the value operand.
const SAME: &[u32] =
    &joined::<{ MOVES.len() + 2 }>(&[MOVES, &[op::GROUP_NON_UNIFORM_BROADCAST_FIRST, op::GROUP_BROADCAST]]);
/// Instructions whose value operand is a scalar or vector of any type.
const OF_ANY_TYPE: &[u32] = &joined::<{ SAME.len() + 1 }>(&[SAME, &[op::GROUP_NON_UNIFORM_ALL_EQUAL]]);
const INTEGERS: &[u32] = &[
    op::GROUP_NON_UNIFORM_I_ADD,
    op::GROUP_NON_UNIFORM_I_MUL,
    op::GROUP_NON_UNIFORM_S_MIN,
    op::GROUP_NON_UNIFORM_S_MAX,
    op::GROUP_NON_UNIFORM_BITWISE_AND,
    op::GROUP_NON_UNIFORM_BITWISE_OR,
    op::GROUP_NON_UNIFORM_BITWISE_XOR,
    op::GROUP_NON_UNIFORM_U_MIN,
    op::GROUP_NON_UNIFORM_U_MAX,
    op::GROUP_I_ADD,
    op::GROUP_U_MIN,
    op::GROUP_S_MIN,
    op::GROUP_U_MAX,
    op::GROUP_S_MAX,
];
const FLOATS: &[u32] = &[
    op::GROUP_NON_UNIFORM_F_ADD,
    op::GROUP_NON_UNIFORM_F_MUL,
    op::GROUP_NON_UNIFORM_F_MIN,
    op::GROUP_NON_UNIFORM_F_MAX,
    op::GROUP_F_ADD,
    op::GROUP_F_MIN,
    op::GROUP_F_MAX,
];
const BOOLS: &[u32] =
    &[op::GROUP_NON_UNIFORM_LOGICAL_AND, op::GROUP_NON_UNIFORM_LOGICAL_OR, op::GROUP_NON_UNIFORM_LOGICAL_XOR];
/// Reductions and scans of non-uniform groups, with an optional cluster size or ballot operand.
pub(super) const CLUSTERED: &[u32] = &[
    op::GROUP_NON_UNIFORM_I_ADD,
    op::GROUP_NON_UNIFORM_F_ADD,
    op::GROUP_NON_UNIFORM_I_MUL,
    op::GROUP_NON_UNIFORM_F_MUL,
    op::GROUP_NON_UNIFORM_S_MIN,
    op::GROUP_NON_UNIFORM_U_MIN,
    op::GROUP_NON_UNIFORM_F_MIN,
    op::GROUP_NON_UNIFORM_S_MAX,
    op::GROUP_NON_UNIFORM_U_MAX,
    op::GROUP_NON_UNIFORM_F_MAX,
    op::GROUP_NON_UNIFORM_BITWISE_AND,
    op::GROUP_NON_UNIFORM_BITWISE_OR,
    op::GROUP_NON_UNIFORM_BITWISE_XOR,
    op::GROUP_NON_UNIFORM_LOGICAL_AND,
    op::GROUP_NON_UNIFORM_LOGICAL_OR,
    op::GROUP_NON_UNIFORM_LOGICAL_XOR,
];
const PARTITIONED: [u32; 3] =
    [g::PARTITIONED_REDUCE_EXT, g::PARTITIONED_INCLUSIVE_SCAN_EXT, g::PARTITIONED_EXCLUSIVE_SCAN_EXT];

/// Instructions that are only allowed in certain execution models.
pub const OF_MODELS: &[(Models, &[u32])] = &[
    (Models::of(&[m::RAY_GENERATION_KHR, m::CLOSEST_HIT_KHR, m::MISS_KHR]), &[op::TRACE_RAY_KHR]),
    (
        Models::of(&[m::RAY_GENERATION_KHR, m::CLOSEST_HIT_KHR, m::MISS_KHR, m::CALLABLE_KHR]),
        &[op::EXECUTE_CALLABLE_KHR],
    ),
    (Models::of(&[m::INTERSECTION_KHR]), &[op::REPORT_INTERSECTION_KHR]),
    (Models::of(&[m::ANY_HIT_KHR]), &[op::IGNORE_INTERSECTION_KHR, op::TERMINATE_RAY_KHR]),
    (
        Models::of(&[m::FRAGMENT]),
        &[
            op::KILL,
            op::TERMINATE_INVOCATION,
            op::DEMOTE_TO_HELPER_INVOCATION,
            op::IS_HELPER_INVOCATION_EXT,
            op::COLOR_ATTACHMENT_READ_EXT,
            op::DEPTH_ATTACHMENT_READ_EXT,
            op::STENCIL_ATTACHMENT_READ_EXT,
        ],
    ),
    (
        Models::of(&[m::GEOMETRY]),
        &[op::EMIT_VERTEX, op::END_PRIMITIVE, op::EMIT_STREAM_VERTEX, op::END_STREAM_PRIMITIVE],
    ),
    (Models::of(&[m::TASK_EXT]), &[op::EMIT_MESH_TASKS_EXT]),
    (Models::of(&[m::MESH_EXT]), &[op::SET_MESH_OUTPUTS_EXT]),
];
/// The opcodes in [`OF_MODELS`].
const LIMITED: &[u32] = &joined::<18>(&[
    OF_MODELS[0].1,
    OF_MODELS[1].1,
    OF_MODELS[2].1,
    OF_MODELS[3].1,
    OF_MODELS[4].1,
    OF_MODELS[5].1,
    OF_MODELS[6].1,
    OF_MODELS[7].1,
]);

/// Storage classes that are only allowed in certain execution models.
const CLASSES_OF_MODELS: &[(u32, Models)] = &[
    (
        s::CALLABLE_DATA_KHR,
        Models::of(&[m::RAY_GENERATION_KHR, m::CLOSEST_HIT_KHR, m::CALLABLE_KHR, m::MISS_KHR]),
    ),
    (s::INCOMING_CALLABLE_DATA_KHR, Models::of(&[m::CALLABLE_KHR])),
    (s::RAY_PAYLOAD_KHR, Models::of(&[m::RAY_GENERATION_KHR, m::CLOSEST_HIT_KHR, m::MISS_KHR])),
    (s::HIT_ATTRIBUTE_KHR, Models::of(&[m::INTERSECTION_KHR, m::ANY_HIT_KHR, m::CLOSEST_HIT_KHR])),
    (s::INCOMING_RAY_PAYLOAD_KHR, Models::of(&[m::ANY_HIT_KHR, m::CLOSEST_HIT_KHR, m::MISS_KHR])),
    (
        s::SHADER_RECORD_BUFFER_KHR,
        Models::of(&[
            m::RAY_GENERATION_KHR,
            m::INTERSECTION_KHR,
            m::ANY_HIT_KHR,
            m::CLOSEST_HIT_KHR,
            m::CALLABLE_KHR,
            m::MISS_KHR,
        ]),
    ),
    (s::TASK_PAYLOAD_WORKGROUP_EXT, Models::of(&[m::TASK_EXT, m::MESH_EXT])),
];
/// Storage classes that Vulkan only allows in certain execution models.
const VULKAN_CLASSES_OF_MODELS: &[(u32, Models)] = &[
    (
        s::OUTPUT,
        Models::of(&[
            m::VERTEX,
            m::TESSELLATION_CONTROL,
            m::TESSELLATION_EVALUATION,
            m::GEOMETRY,
            m::FRAGMENT,
            m::KERNEL,
            m::TASK_NV,
            m::MESH_NV,
            m::TASK_EXT,
            m::MESH_EXT,
        ]),
    ),
    (s::WORKGROUP, Models::of(&[m::GL_COMPUTE, m::TASK_NV, m::MESH_NV, m::TASK_EXT, m::MESH_EXT])),
    (s::TILE_IMAGE_EXT, Models::of(&[m::FRAGMENT])),
];

/// Lists the entry points that reach an op and have none of these execution models.
fn entries_without(x: &OpSubject<'_>, models: Models) -> String {
    let reaching = x.function().map_or(&[][..], |(_, function)| &function.entries);
    let wrong = reaching.iter().map(|&i| &x.facts.entries[i]).filter(|entry| !models.contains(entry.model));
    let described = wrong.map(|entry| {
        format!("{} entry point '@{}'", ExecutionModel(entry.model), x.ctx().str(entry.function))
    });
    described.collect::<Vec<_>>().join(", ")
}

/// Validation rules for group operations and execution models.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-class-model",
        "3.7",
        "the storage class is not allowed in the execution model",
        Check::EveryOp(|x| allows_class(x, CLASSES_OF_MODELS)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04644",
        "A",
        "the storage class is not allowed in the execution model",
        Check::EveryOp(|x| allows_class(x, VULKAN_CLASSES_OF_MODELS)),
    ),
    rule("SPV-operation-model", "3.42", "the operation is not allowed in the execution model", {
        Check::Finds(LIMITED, |x| {
            let (models, _) = OF_MODELS.iter().find(|(_, opcodes)| opcodes.contains(&x.opcode))?;
            (!x.models().is_subset(*models)).then(|| entries_without(x, *models))
        })
    }),
    rule("SPV-ray-query-pointer", "3.42.25", "the ray query must be a pointer to a ray query", {
        Check::BySignature(RAY_QUERIES, |x| {
            let name = x.row().params.first()?.name;
            let code = x
                .pointee(v::RayQueryInitializeKHR::RAY_QUERY)
                .and_then(|ty| spv_dialect::types::view(x.ctx(), ty))
                .map(|(code, _)| code);
            (name == "ray_query").then(|| code == Some(op::TYPE_RAY_QUERY_KHR))
        })
    }),
    rule("SPV-ray-query-intersection", "3.42.25", "the intersection must be a constant 32-bit integer", {
        Check::Op(RAY_QUERIES, |x| {
            if x.row().params.get(1)?.name != "intersection" {
                return None;
            }
            let value = item(x, 1)?;
            let shape = x.shape(x.value_type(value)?);
            Some(x.is_constant(value) && shape.kind == TypeKind::Int && shape.width == 32)
        })
    }),
    rule("SPV-group-bool-result", "3.42.24", "the result must be a bool", {
        Check::BySignature(BOOL_RESULTS, |x| Some(x.result_shape()?.kind == TypeKind::Bool))
    }),
    rule("SPV-group-predicate", "3.42.24", "the predicate must be a bool", {
        Check::BySignature(PREDICATES, |x| Some(value(x)?.kind == TypeKind::Bool))
    }),
    rule("SPV-group-ballot-result", "3.42.24", "the result must be a vector of four unsigned integers", {
        Check::BySignature(&[op::GROUP_NON_UNIFORM_BALLOT], |x| Some(is_ballot(x, x.result_type()?)))
    }),
    rule("SPV-group-ballot-value", "3.42.24", "the value must be a vector of four unsigned integers", {
        Check::BySignature(BALLOT_VALUES, |x| Some(is_ballot(x, value_type(x)?)))
    }),
    rule("SPV-group-unsigned-result", "3.42.24", "the result must be an unsigned integer", {
        Check::BySignature(UNSIGNED_RESULTS, |x| Some(is_unsigned(x, x.result_type()?)))
    }),
    rule(
        "SPV-group-value",
        "3.42.24",
        "the value must be a scalar or vector of integers, floats or bools",
        Check::BySignature(OF_ANY_TYPE, |x| {
            Some(value(x)?.is_scalar_or_vector_of(&[TypeKind::Int, TypeKind::Float, TypeKind::Bool]))
        }),
    ),
    rule("SPV-group-same-type", "3.42.24", "the value must have the type of the result", {
        Check::BySignature(SAME, |x| Some(value_type(x)? == x.result_type()?))
    }),
    rule("SPV-group-same-type-reduced", "3.42.24", "the value must have the type of the result", {
        Check::BySignature(REDUCED, |x| Some(value_type(x)? == x.result_type()?))
    }),
    rule("SPV-group-index", "3.42.24", "the index, mask or distance must be an unsigned integer", {
        Check::BySignature(MOVES, |x| Some(is_unsigned(x, x.value_type(item(x, 2)?)?)))
    }),
    rule("SPV-group-bit-index", "3.42.24", "the index must be an unsigned integer", {
        Check::BySignature(&[op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT], |x| {
            Some(is_unsigned(x, x.value_type(item(x, 2)?)?))
        })
    }),
    rule(
        "SPV-group-index-constant",
        "3.42.24",
        "the direction must be a constant, and before version 1.5 also the index",
        Check::Op(
            &[
                op::GROUP_NON_UNIFORM_QUAD_SWAP,
                op::GROUP_NON_UNIFORM_BROADCAST,
                op::GROUP_NON_UNIFORM_QUAD_BROADCAST,
            ],
            |x| {
                let swaps = x.opcode == op::GROUP_NON_UNIFORM_QUAD_SWAP;
                let value = item(x, 2)?;
                (swaps || x.facts.version < 0x0001_0500).then(|| x.is_constant(value))
            },
        ),
    ),
    rule("SPV-group-integers", "3.42.24", "the result must be of integers", {
        Check::BySignature(INTEGERS, |x| {
            let unsigned = [op::GROUP_NON_UNIFORM_U_MIN, op::GROUP_NON_UNIFORM_U_MAX].contains(&x.opcode);
            let shape = x.result_shape()?;
            let component = shape.inner.filter(|_| shape.is_vector()).or(x.result_type())?;
            Some(is_of(shape, TypeKind::Int) && (!unsigned || is_unsigned(x, component)))
        })
    }),
    rule("SPV-group-floats", "3.42.24", "the result must be of floats", {
        Check::BySignature(FLOATS, |x| Some(is_of(x.result_shape()?, TypeKind::Float)))
    }),
    rule("SPV-group-bools", "3.42.24", "the result must be of bools", {
        Check::BySignature(BOOLS, |x| Some(is_of(x.result_shape()?, TypeKind::Bool)))
    }),
    rule(
        "SPV-group-cluster",
        "3.42.24",
        "a clustered reduction requires a constant cluster size, a partitioned one a ballot",
        Check::Op(CLUSTERED, |x| {
            let operation = operation(x)?;
            let extra = item(x, 3);
            Some(match extra {
                None => operation != g::CLUSTERED_REDUCE && !PARTITIONED.contains(&operation),
                Some(extra) => {
                    let ty = x.value_type(extra)?;
                    let shape = x.shape(ty);
                    match PARTITIONED.contains(&operation) {
                        true => is_of(shape, TypeKind::Int) && shape.count == 4,
                        false => is_unsigned(x, ty) && x.is_constant(extra),
                    }
                }
            })
        }),
    ),
    rule(
        "SPV-group-rotate-cluster",
        "3.42.24",
        "the cluster size must be a constant unsigned power of two",
        Check::Op(&[op::GROUP_NON_UNIFORM_ROTATE_KHR], |x| {
            let extra = item(x, 3)?;
            let power = x.constant(extra).is_none_or(|size| size.is_power_of_two());
            Some(is_unsigned(x, x.value_type(extra)?) && x.is_constant(extra) && power)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpGroupNonUniformBallotBitCount-04685",
        "A",
        "the group operation must be Reduce, InclusiveScan or ExclusiveScan",
        Check::BySignature(&[op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT], |x| {
            Some(operation(x)? <= g::EXCLUSIVE_SCAN)
        }),
    ),
];

/// Instructions on ray queries.
const RAY_QUERIES: &[u32] = &[
    op::RAY_QUERY_INITIALIZE_KHR,
    op::RAY_QUERY_TERMINATE_KHR,
    op::RAY_QUERY_GENERATE_INTERSECTION_KHR,
    op::RAY_QUERY_CONFIRM_INTERSECTION_KHR,
    op::RAY_QUERY_PROCEED_KHR,
    op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR,
    op::RAY_QUERY_GET_RAY_T_MIN_KHR,
    op::RAY_QUERY_GET_RAY_FLAGS_KHR,
    op::RAY_QUERY_GET_INTERSECTION_T_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_CUSTOM_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_ID_KHR,
    op::RAY_QUERY_GET_INTERSECTION_INSTANCE_SHADER_BINDING_TABLE_RECORD_OFFSET_KHR,
    op::RAY_QUERY_GET_INTERSECTION_GEOMETRY_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_PRIMITIVE_INDEX_KHR,
    op::RAY_QUERY_GET_INTERSECTION_BARYCENTRICS_KHR,
    op::RAY_QUERY_GET_INTERSECTION_FRONT_FACE_KHR,
    op::RAY_QUERY_GET_INTERSECTION_CANDIDATE_AABB_OPAQUE_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_DIRECTION_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_RAY_ORIGIN_KHR,
    op::RAY_QUERY_GET_WORLD_RAY_DIRECTION_KHR,
    op::RAY_QUERY_GET_WORLD_RAY_ORIGIN_KHR,
    op::RAY_QUERY_GET_INTERSECTION_OBJECT_TO_WORLD_KHR,
    op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR,
    op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR,
];

/// All reductions and scans.
const REDUCED: &[u32] = &joined::<{ CLUSTERED.len() + 8 }>(&[
    CLUSTERED,
    &[
        op::GROUP_I_ADD,
        op::GROUP_F_ADD,
        op::GROUP_F_MIN,
        op::GROUP_U_MIN,
        op::GROUP_S_MIN,
        op::GROUP_F_MAX,
        op::GROUP_U_MAX,
        op::GROUP_S_MAX,
    ],
]);

/// Returns whether all execution models that reach an op allow the storage class of its result pointer. Returns `None`
/// if `classes` does not list the storage class.
fn allows_class(x: &OpSubject<'_>, classes: &[(u32, Models)]) -> Option<bool> {
    let (_, class) = spv_dialect::types::pointer(x.ctx(), x.result_type()?)?;
    let (_, models) = classes.iter().find(|(of, _)| *of == class)?;
    Some(x.models().is_subset(*models))
}

fn is_of(shape: Shape, element: TypeKind) -> bool {
    shape.is_scalar_or_vector_of(&[element])
}

fn is_unsigned(x: &OpSubject<'_>, ty: Type) -> bool {
    let signed = |signedness: &Signedness| *signedness == Signedness::Signed;
    let ctx = x.ctx();
    ty != ctx.common().i1
        && matches!(ctx.type_data(ty), TypeData::Integer { signedness, .. } if !signed(signedness))
}

fn is_ballot(x: &OpSubject<'_>, ty: Type) -> bool {
    let shape = x.shape(ty);
    shape.is_vector() && shape.count == 4 && shape.inner.is_some_and(|inner| is_unsigned(x, inner))
}

/// Returns the group operation parameter of an op, if it has one.
fn operation(x: &OpSubject<'_>) -> Option<u32> {
    match x.param(1)? {
        OpComponent::Enum(_, operation) => Some(operation),
        _ => None,
    }
}

/// Returns the parameter at `index` if it is an SSA value. Parameter 0 is the scope. The value operand is
/// parameter 1, or parameter 2 if a group operation precedes it.
fn item(x: &OpSubject<'_>, index: usize) -> Option<spv_ir::Value> {
    match x.param(index)? {
        OpComponent::Value(value) => Some(value),
        _ => None,
    }
}

fn value_type(x: &OpSubject<'_>) -> Option<Type> {
    let number = if operation(x).is_some() { 2 } else { 1 };
    x.value_type(item(x, number)?)
}

fn value(x: &OpSubject<'_>) -> Option<Shape> {
    Some(x.shape(value_type(x)?))
}
