//! Validation of execution modes and the memory model

use super::constants::{constant_type, value_of};
use super::facts::Mode;
use super::models::Models;
use super::rule::{Check, Rule, opencl, rule, vulkan};
use super::subject::{EntrySubject, OpSubject};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    addressing_model, capability as c, execution_mode as e, execution_model as m, fp_fast_math_mode as f,
    memory_model,
};
use spv_dialect::generated::views as v;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::{AttrData, Attribute};

const MODES: &[u32] = &[op::EXECUTION_MODE, op::EXECUTION_MODE_ID];

/// Execution modes that are only allowed for certain execution models.
const OF_MODELS: &[(Models, &[u32])] = &[
    (
        Models::of(&[m::GEOMETRY]),
        &[
            e::INVOCATIONS,
            e::INPUT_POINTS,
            e::INPUT_LINES,
            e::INPUT_LINES_ADJACENCY,
            e::INPUT_TRIANGLES_ADJACENCY,
            e::OUTPUT_LINE_STRIP,
            e::OUTPUT_TRIANGLE_STRIP,
        ],
    ),
    (Models::of(&[m::GEOMETRY, m::MESH_NV, m::MESH_EXT]), &[e::OUTPUT_POINTS]),
    (
        Models::of(&[m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION]),
        &[
            e::SPACING_EQUAL,
            e::SPACING_FRACTIONAL_EVEN,
            e::SPACING_FRACTIONAL_ODD,
            e::VERTEX_ORDER_CW,
            e::VERTEX_ORDER_CCW,
            e::POINT_MODE,
            e::QUADS,
            e::ISOLINES,
        ],
    ),
    (Models::of(&[m::GEOMETRY, m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION]), &[e::TRIANGLES]),
    (
        Models::of(&[
            m::GEOMETRY,
            m::TESSELLATION_CONTROL,
            m::TESSELLATION_EVALUATION,
            m::MESH_NV,
            m::MESH_EXT,
        ]),
        &[e::OUTPUT_VERTICES],
    ),
    (
        Models::of(&[m::MESH_NV, m::MESH_EXT]),
        &[e::OUTPUT_LINES_EXT, e::OUTPUT_TRIANGLES_EXT, e::OUTPUT_PRIMITIVES_EXT],
    ),
    (Models::of(&[m::FRAGMENT, m::GL_COMPUTE]), &[e::QUAD_DERIVATIVES_KHR]),
    (
        Models::of(&[m::FRAGMENT]),
        &[
            e::PIXEL_CENTER_INTEGER,
            e::ORIGIN_UPPER_LEFT,
            e::ORIGIN_LOWER_LEFT,
            e::EARLY_FRAGMENT_TESTS,
            e::DEPTH_REPLACING,
            e::DEPTH_GREATER,
            e::DEPTH_LESS,
            e::DEPTH_UNCHANGED,
            e::STENCIL_REF_REPLACING_EXT,
            e::NON_COHERENT_COLOR_ATTACHMENT_READ_EXT,
            e::NON_COHERENT_DEPTH_ATTACHMENT_READ_EXT,
            e::NON_COHERENT_STENCIL_ATTACHMENT_READ_EXT,
            e::PIXEL_INTERLOCK_ORDERED_EXT,
            e::PIXEL_INTERLOCK_UNORDERED_EXT,
            e::SAMPLE_INTERLOCK_ORDERED_EXT,
            e::SAMPLE_INTERLOCK_UNORDERED_EXT,
            e::SHADING_RATE_INTERLOCK_ORDERED_EXT,
            e::SHADING_RATE_INTERLOCK_UNORDERED_EXT,
            e::POST_DEPTH_COVERAGE,
            e::EARLY_AND_LATE_FRAGMENT_TESTS_AMD,
            e::STENCIL_REF_UNCHANGED_FRONT_AMD,
            e::STENCIL_REF_GREATER_FRONT_AMD,
            e::STENCIL_REF_LESS_FRONT_AMD,
            e::STENCIL_REF_UNCHANGED_BACK_AMD,
            e::STENCIL_REF_GREATER_BACK_AMD,
            e::STENCIL_REF_LESS_BACK_AMD,
            e::REQUIRE_FULL_QUADS_KHR,
        ],
    ),
    (
        Models::of(&[m::KERNEL]),
        &[e::LOCAL_SIZE_HINT, e::VEC_TYPE_HINT, e::CONTRACTION_OFF, e::LOCAL_SIZE_HINT_ID],
    ),
    (
        Models::of(&[m::KERNEL, m::GL_COMPUTE, m::TASK_NV, m::MESH_NV, m::TASK_EXT, m::MESH_EXT]),
        &[e::LOCAL_SIZE, e::LOCAL_SIZE_ID],
    ),
];

/// Groups of execution modes. An entry point with one of the execution models may have at most one mode of the group.
const EXCLUSIVE: &[(Models, &[u32])] = &[
    (Models::of(&[m::FRAGMENT]), &[e::ORIGIN_UPPER_LEFT, e::ORIGIN_LOWER_LEFT]),
    (Models::of(&[m::FRAGMENT]), &[e::DEPTH_GREATER, e::DEPTH_LESS, e::DEPTH_UNCHANGED]),
    (
        Models::of(&[m::FRAGMENT]),
        &[
            e::PIXEL_INTERLOCK_ORDERED_EXT,
            e::PIXEL_INTERLOCK_UNORDERED_EXT,
            e::SAMPLE_INTERLOCK_ORDERED_EXT,
            e::SAMPLE_INTERLOCK_UNORDERED_EXT,
            e::SHADING_RATE_INTERLOCK_ORDERED_EXT,
            e::SHADING_RATE_INTERLOCK_UNORDERED_EXT,
        ],
    ),
    (
        Models::of(&[m::FRAGMENT]),
        &[
            e::STENCIL_REF_UNCHANGED_FRONT_AMD,
            e::STENCIL_REF_LESS_FRONT_AMD,
            e::STENCIL_REF_GREATER_FRONT_AMD,
        ],
    ),
    (
        Models::of(&[m::FRAGMENT]),
        &[e::STENCIL_REF_UNCHANGED_BACK_AMD, e::STENCIL_REF_LESS_BACK_AMD, e::STENCIL_REF_GREATER_BACK_AMD],
    ),
    (TESSELLATION, &[e::SPACING_EQUAL, e::SPACING_FRACTIONAL_EVEN, e::SPACING_FRACTIONAL_ODD]),
    (TESSELLATION, &[e::TRIANGLES, e::QUADS, e::ISOLINES]),
    (TESSELLATION, &[e::VERTEX_ORDER_CW, e::VERTEX_ORDER_CCW]),
];

/// Groups of execution modes. An entry point with one of the execution models must have exactly one mode of the
/// group.
const NEEDED: &[(Models, &[u32])] = &[
    (Models::of(&[m::FRAGMENT]), &[e::ORIGIN_UPPER_LEFT, e::ORIGIN_LOWER_LEFT]),
    (
        Models::of(&[m::GEOMETRY]),
        &[
            e::INPUT_POINTS,
            e::INPUT_LINES,
            e::INPUT_LINES_ADJACENCY,
            e::TRIANGLES,
            e::INPUT_TRIANGLES_ADJACENCY,
        ],
    ),
    (Models::of(&[m::GEOMETRY]), &[e::OUTPUT_POINTS, e::OUTPUT_LINE_STRIP, e::OUTPUT_TRIANGLE_STRIP]),
    (Models::of(&[m::MESH_EXT]), &[e::OUTPUT_POINTS, e::OUTPUT_LINES_EXT, e::OUTPUT_TRIANGLES_EXT]),
    (Models::of(&[m::MESH_EXT]), &[e::OUTPUT_PRIMITIVES_EXT]),
    (Models::of(&[m::MESH_EXT]), &[e::OUTPUT_VERTICES]),
];

const TESSELLATION: Models = Models::of(&[m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION]);
const WORKGROUPS: Models = Models::of(&[m::GL_COMPUTE, m::TASK_NV, m::MESH_NV, m::TASK_EXT, m::MESH_EXT]);

/// Execution modes that OpExecutionModeId must declare.
const BY_ID: &[u32] = &[
    e::SUBGROUPS_PER_WORKGROUP_ID,
    e::LOCAL_SIZE_HINT_ID,
    e::LOCAL_SIZE_ID,
    e::FP_FAST_MATH_DEFAULT,
    e::IS_API_ENTRY_AMDX,
    e::MAX_NODE_RECURSION_AMDX,
    e::MAX_NUM_WORKGROUPS_AMDX,
    e::SHADER_INDEX_AMDX,
    e::SHARES_INPUT_WITH_AMDX,
    e::STATIC_NUM_WORKGROUPS_AMDX,
];
/// Execution modes whose operands are all constants.
const CONSTANT: &[u32] = &[
    e::SUBGROUPS_PER_WORKGROUP_ID,
    e::LOCAL_SIZE_HINT_ID,
    e::LOCAL_SIZE_ID,
    e::IS_API_ENTRY_AMDX,
    e::MAX_NODE_RECURSION_AMDX,
    e::MAX_NUM_WORKGROUPS_AMDX,
    e::SHADER_INDEX_AMDX,
    e::SHARES_INPUT_WITH_AMDX,
    e::STATIC_NUM_WORKGROUPS_AMDX,
];
/// Execution modes that OpExecutionMode and OpExecutionModeId may both declare.
const BY_EITHER: &[u32] = &[e::OPACITY_MICROMAP_ID_KHR, e::MAXIMUM_REGISTERS_ID_INTEL];

/// Execution modes that may occur several times for an entry point, with different float widths.
const REPEATABLE: &[u32] = &[
    e::DENORM_PRESERVE,
    e::DENORM_FLUSH_TO_ZERO,
    e::SIGNED_ZERO_INF_NAN_PRESERVE,
    e::ROUNDING_MODE_RTE,
    e::ROUNDING_MODE_RTZ,
    e::FP_FAST_MATH_DEFAULT,
    e::ROUNDING_MODE_RTP_INTEL,
    e::ROUNDING_MODE_RTN_INTEL,
    e::FLOATING_POINT_MODE_ALT_INTEL,
    e::FLOATING_POINT_MODE_IEEE_INTEL,
];

/// Validation rules for execution modes and the memory model.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-mode-entry-point",
        "3.42.5",
        "the function is not an entry point",
        Check::Op(MODES, |x| {
            let mode = own(x)?;
            Some(x.facts.entries_of(mode.function).next().is_some())
        }),
    ),
    rule(
        "SPV-mode-model",
        "3.6",
        "the execution mode is not allowed in the execution model",
        Check::Op(MODES, |x| {
            let mode = own(x)?;
            let (models, _) = OF_MODELS.iter().find(|(_, modes)| modes.contains(&mode.mode))?;
            Some(x.facts.entries_of(mode.function).all(|entry| models.contains(entry.model)))
        }),
    ),
    rule(
        "SPV-mode-by-id",
        "3.42.5",
        "OpExecutionModeId must be used for exactly the modes with id operands",
        Check::Op(MODES, |x| {
            let mode = own(x)?.mode;
            let by_id = x.opcode == op::EXECUTION_MODE_ID;
            Some(BY_ID.contains(&mode) == by_id || by_id && BY_EITHER.contains(&mode))
        }),
    ),
    rule("SPV-mode-constant", "3.6", "the operands of the execution mode must be constants", {
        Check::Op(&[op::EXECUTION_MODE_ID], |x| {
            let mode = own(x).filter(|mode| CONSTANT.contains(&mode.mode))?;
            let is_string = |operand: &Attribute| {
                let op = x.ctx().attr_symbol(*operand).and_then(|symbol| x.facts.symbols.get(symbol));
                let strings = [v::ConstantStringAMDX::ID, v::SpecConstantStringAMDX::ID];
                op.is_some_and(|op| strings.contains(&x.facts.body.def(op)))
            };
            let is_constant =
                |operand: &Attribute| constant_type(x.facts, *operand).is_some() || is_string(operand);
            Some(mode.operands.iter().all(is_constant))
        })
    }),
    rule("SPV-mode-micromap", "SPV_KHR_opacity_micromap", "the operand must be a constant bool", {
        Check::Op(&[op::EXECUTION_MODE_ID], |x| {
            let mode = own(x).filter(|mode| mode.mode == e::OPACITY_MICROMAP_ID_KHR)?;
            Some(constant_type(x.facts, *mode.operands.first()?) == Some(x.ctx().common().i1))
        })
    }),
    rule(
        "SPV-mode-repeated",
        "2.16.1",
        "an entry point must have the execution mode at most once",
        Check::Op(MODES, |x| {
            let mode = own(x)?;
            let same = |other: &&Mode| {
                let operand =
                    !REPEATABLE.contains(&mode.mode) || mode.operands.first() == other.operands.first();
                other.mode == mode.mode && operand
            };
            Some(x.facts.modes_of(mode.function).filter(same).count() <= 1)
        }),
    ),
    rule(
        "SPV-mode-exclusive",
        "3.6",
        "two execution modes of the entry point are mutually exclusive",
        Check::Entry(|x| {
            let fits = |(models, modes): &(Models, &[u32])| {
                !models.contains(x.entry.model) || modes.iter().filter(|mode| x.has_mode(**mode)).count() <= 1
            };
            x.facts.has(c::SHADER).then(|| EXCLUSIVE.iter().all(fits))
        }),
    ),
    rule(
        "SPV-mode-needed",
        "3.6",
        "the execution model requires exactly one execution mode of a set",
        Check::Entry(|x| {
            let fits = |(models, modes): &(Models, &[u32])| {
                !models.contains(x.entry.model) || modes.iter().filter(|mode| x.has_mode(**mode)).count() == 1
            };
            x.facts.has(c::SHADER).then(|| NEEDED.iter().all(fits))
        }),
    )
    .note(
        "Fragment requires an origin, Geometry an input and an output primitive, MeshEXT an output \
           primitive and the numbers of primitives and vertices",
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-10685",
        "A",
        "the entry point requires LocalSize, LocalSizeId or a constant decorated with WorkgroupSize",
        Check::Entry(|x| {
            let sized = x.has_mode(e::LOCAL_SIZE)
                || x.has_mode(e::TILE_SHADING_RATE_QCOM)
                || x.facts.modes.iter().any(|mode| mode.mode == e::LOCAL_SIZE_ID)
                || x.facts.has_workgroup_size;
            WORKGROUPS.contains(x.entry.model).then_some(sized)
        }),
    )
    .note("add LocalSize, LocalSizeId, or a constant decorated with WorkgroupSize"),
    rule(
        "SPV-mode-local-size-zero",
        "3.6",
        "the product of the workgroup size must not be zero",
        Check::Entry(|x| Some(!local_size(x)?.contains(&0))),
    ),
    rule(
        "VUID-StandaloneSpirv-DerivativeGroupQuadsKHR-10151",
        "A",
        "with DerivativeGroupQuadsKHR the first two dimensions must be even",
        Check::Entry(|x| {
            let [a, b, _] = local_size(x)?;
            x.has_mode(e::DERIVATIVE_GROUP_QUADS_KHR).then_some(a % 2 == 0 && b % 2 == 0)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-DerivativeGroupLinearKHR-10152",
        "A",
        "with DerivativeGroupLinearKHR the size must be a multiple of 4",
        Check::Entry(|x| {
            let [a, b, c] = local_size(x)?;
            let product = a.wrapping_mul(b).wrapping_mul(c);
            x.has_mode(e::DERIVATIVE_GROUP_LINEAR_KHR).then_some(product % 4 == 0)
        }),
    ),
    rule(
        "SPV-mode-local-size-id",
        "3.6",
        "the execution mode LocalSizeId is not allowed in the environment",
        Check::Op(MODES, |x| {
            (own(x)?.mode == e::LOCAL_SIZE_ID).then_some(x.facts.env.options.allow_localsizeid)
        }),
    )
    .note("use the option allow-localsizeid if the feature maintenance4 is enabled"),
    rule(
        "SPV-mode-fast-math",
        "3.6",
        "FPFastMathDefault must not be combined with ContractionOff or SignedZeroInfNanPreserve",
        Check::Op(MODES, |x| {
            let mode = own(x)?;
            let has = |other| x.facts.has_mode(mode.function, other);
            let other = has(e::CONTRACTION_OFF) || has(e::SIGNED_ZERO_INF_NAN_PRESERVE);
            (mode.mode == e::FP_FAST_MATH_DEFAULT).then_some(!other)
        }),
    ),
    rule("SPV-mode-fast-math-type", "3.6", "the target type of FPFastMathDefault must be a float", {
        Check::Op(MODES, |x| {
            let mode = own(x).filter(|mode| mode.mode == e::FP_FAST_MATH_DEFAULT)?;
            let ty = x.ctx().attr_type(*mode.operands.first()?);
            Some(ty.is_some_and(|ty| x.shape(ty).kind == TypeKind::Float))
        })
    }),
    rule(
        "SPV-mode-fast-math-bits",
        "3.6",
        "the fast-math bits must be a non-specialization constant without Fast",
        Check::Op(MODES, |x| {
            let mode = own(x).filter(|mode| mode.mode == e::FP_FAST_MATH_DEFAULT)?;
            let Some(value) = value_of(x.facts, *mode.operands.get(1)?) else { return Some(false) };
            let bits = x.ctx().attr_u64(value)? as u32;
            let known = (f::ALLOW_TRANSFORM << 1) - 1;
            Some(bits & !known == 0 && bits & f::FAST == 0)
        }),
    ),
    rule("SPV-mode-fast-math-transform", "3.6", "AllowTransform requires AllowContract and AllowReassoc", {
        Check::Op(MODES, |x| {
            let mode = own(x).filter(|mode| mode.mode == e::FP_FAST_MATH_DEFAULT)?;
            let value = value_of(x.facts, *mode.operands.get(1)?)?;
            let bits = x.ctx().attr_u64(value)? as u32;
            let needed = f::ALLOW_CONTRACT | f::ALLOW_REASSOC;
            Some(bits & f::ALLOW_TRANSFORM == 0 || bits & needed == needed)
        })
    }),
    vulkan(
        "VUID-StandaloneSpirv-OriginLowerLeft-04653",
        "A",
        "the execution mode OriginLowerLeft is not allowed in Vulkan",
        Check::Op(MODES, |x| Some(own(x)?.mode != e::ORIGIN_LOWER_LEFT)),
    )
    .note("use OriginUpperLeft"),
    vulkan(
        "VUID-StandaloneSpirv-PixelCenterInteger-04654",
        "A",
        "the execution mode PixelCenterInteger is not allowed in Vulkan",
        Check::Op(MODES, |x| Some(own(x)?.mode != e::PIXEL_CENTER_INTEGER)),
    )
    .note("remove it"),
    vulkan(
        "VUID-StandaloneSpirv-MeshEXT-07330",
        "A",
        "OutputVertices must be greater than 0",
        Check::Op(MODES, |x| is_nonzero_for_mesh(x, e::OUTPUT_VERTICES)),
    )
    .note("set it to the maximum number of vertices that a workgroup emits"),
    vulkan(
        "VUID-StandaloneSpirv-MeshEXT-07331",
        "A",
        "OutputPrimitivesEXT must be greater than 0",
        Check::Op(MODES, |x| is_nonzero_for_mesh(x, e::OUTPUT_PRIMITIVES_EXT)),
    )
    .note("set it to the maximum number of primitives that a workgroup emits"),
    vulkan(
        "SPV-mode-tile-shading-rate",
        "3.6",
        "the dimensions of the tile shading rate must be powers of two",
        Check::Op(MODES, |x| {
            let mode = own(x)?;
            let is_power = |n: u64| n & n.wrapping_sub(1) == 0;
            let mut dimensions = mode.operands.iter().take(2).filter_map(|attr| x.ctx().attr_u64(*attr));
            (mode.mode == e::TILE_SHADING_RATE_QCOM).then(|| dimensions.all(is_power))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-TileShadingRateQCOM-10688",
        "A",
        "the tile shading modes must match the capability and the shader stage, compute or fragment",
        Check::Entry(|x| {
            let (rate, read) = (
                x.has_mode(e::TILE_SHADING_RATE_QCOM),
                x.has_mode(e::NON_COHERENT_TILE_ATTACHMENT_READ_QCOM),
            );
            let capable = x.facts.has(c::TILE_SHADING_QCOM);
            let sized = x.has_mode(e::LOCAL_SIZE) || x.has_mode(e::LOCAL_SIZE_ID);
            Some(match x.entry.model {
                m::GL_COMPUTE => (!rate || capable && !sized) && (!read || !capable),
                m::FRAGMENT => !rate && (!read || capable),
                _ => !rate && !read && !capable,
            })
        }),
    ),
    rule(
        "SPV-memory-model-vulkan",
        "3.31",
        "capability VulkanMemoryModel requires the Vulkan memory model",
        Check::Module(|facts| {
            facts.has(c::VULKAN_MEMORY_MODEL).then_some(facts.memory_model == memory_model::VULKAN)
        }),
    ),
    opencl(
        "SPV-addressing-model-opencl",
        "OpenCL",
        "the addressing model must be Physical32 or Physical64",
        Check::Module(|facts| {
            let physical = [addressing_model::PHYSICAL32, addressing_model::PHYSICAL64];
            Some(physical.contains(&facts.addressing_model))
        }),
    ),
    opencl(
        "SPV-memory-model-opencl",
        "OpenCL",
        "the memory model must be OpenCL",
        Check::Module(|facts| Some(facts.memory_model == memory_model::OPEN_CL)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04635",
        "A",
        "the addressing model must be Logical or PhysicalStorageBuffer64",
        Check::Module(|facts| {
            let allowed = [addressing_model::LOGICAL, addressing_model::PHYSICAL_STORAGE_BUFFER64];
            Some(allowed.contains(&facts.addressing_model))
        }),
    )
    .note("use Logical, or PhysicalStorageBuffer64 with its capability"),
    rule(
        "SPV-capability-cooperative-matrix",
        "3.31",
        "in shaders CooperativeMatrixKHR requires capability VulkanMemoryModel",
        Check::Module(|facts| {
            let declared = facts.declared.contains(&c::COOPERATIVE_MATRIX_KHR);
            (declared && facts.has(c::SHADER)).then(|| facts.has(c::VULKAN_MEMORY_MODEL))
        }),
    ),
];

/// Returns whether the operand of the execution mode `number` is nonzero. Returns `None` if the op declares another
/// mode, or if the module lacks MeshShadingEXT.
fn is_nonzero_for_mesh(x: &OpSubject<'_>, number: u32) -> Option<bool> {
    let mode = own(x)?;
    let nonzero = x.ctx().attr_u64(*mode.operands.first()?) != Some(0);
    (mode.mode == number && x.facts.has(c::MESH_SHADING_EXT)).then_some(nonzero)
}

/// Returns the execution mode that an op declares, or `None` if the op does not declare one.
fn own<'a>(x: &OpSubject<'a>) -> Option<&'a Mode> {
    let function = x.facts.ctx.attr_symbol(x.body().slot_attr(x.op, v::ExecutionModeOp::FN)?)?;
    x.facts.modes_of(function).find(|mode| mode.op == x.op)
}

/// Returns the workgroup size of an entry point. Returns `None` if it is not constant or if a WorkgroupSize constant
/// overrides it.
fn local_size(x: &EntrySubject<'_>) -> Option<[u64; 3]> {
    if x.facts.has_workgroup_size {
        return None;
    }
    let ctx = x.facts.ctx;
    let sized = |mode: &&Mode| [e::LOCAL_SIZE, e::LOCAL_SIZE_ID].contains(&mode.mode);
    let mode = x.facts.modes_of(x.entry.function).find(sized)?;
    let number = |at: usize| {
        let attr = *mode.operands.get(at)?;
        match ctx.attr_data(attr) {
            AttrData::Integer { value, .. } => Some(*value),
            _ => None,
        }
    };
    Some([number(0)?, number(1)?, number(2)?])
}
