//! Validation of scopes, memory semantics, barriers and atomic operations

use super::atomics::{FLAGS, FLOATS, INTEGERS};
use super::facts::Facts;
use super::groups::{CLUSTERED, MOVES};
use super::models::Models;
use super::rule::{Check, Rule, Scope, joined, opencl, rule, vulkan};
use super::subject::OpSubject;
use super::typing::INT32;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, execution_model as m, memory_model, memory_semantics as sem, scope, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::params::OpComponent;

const ATOMICS: &[u32] = &joined::<{ INTEGERS.len() + FLAGS.len() + FLOATS.len() + 3 }>(&[
    &[op::ATOMIC_LOAD, op::ATOMIC_STORE, op::ATOMIC_EXCHANGE],
    INTEGERS,
    FLAGS,
    FLOATS,
]);

/// Control barrier instructions.
const CONTROL_BARRIERS: &[u32] =
    &[op::CONTROL_BARRIER, op::CONTROL_BARRIER_ARRIVE_EXT, op::CONTROL_BARRIER_WAIT_EXT];
const BARRIERS: &[u32] = &joined::<{ CONTROL_BARRIERS.len() + 2 }>(&[
    CONTROL_BARRIERS,
    &[op::MEMORY_BARRIER, op::MEMORY_NAMED_BARRIER],
]);
/// Instructions with a memory semantics operand.
const SEMANTICS: &[u32] = &joined::<{ ATOMICS.len() + BARRIERS.len() }>(&[ATOMICS, BARRIERS]);
const COMPARE: &[u32] = &[op::ATOMIC_COMPARE_EXCHANGE, op::ATOMIC_COMPARE_EXCHANGE_WEAK];

/// Non-uniform group instructions whose first parameter is an execution scope.
const GROUPS: &[u32] = &joined::<{ CLUSTERED.len() + MOVES.len() + 11 }>(&[
    CLUSTERED,
    MOVES,
    &[
        op::GROUP_NON_UNIFORM_ELECT,
        op::GROUP_NON_UNIFORM_ALL,
        op::GROUP_NON_UNIFORM_ANY,
        op::GROUP_NON_UNIFORM_ALL_EQUAL,
        op::GROUP_NON_UNIFORM_BROADCAST_FIRST,
        op::GROUP_NON_UNIFORM_BALLOT,
        op::GROUP_NON_UNIFORM_INVERSE_BALLOT,
        op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT,
        op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT,
        op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB,
        op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB,
    ],
]);
/// Instructions whose first parameter is an execution scope.
const EXECUTION: &[u32] = &joined::<{ GROUPS.len() + CONTROL_BARRIERS.len() }>(&[GROUPS, CONTROL_BARRIERS]);
/// Instructions with a scope operand.
const ALL: &[u32] = &joined::<{ SEMANTICS.len() + GROUPS.len() }>(&[SEMANTICS, GROUPS]);

/// Storage classes in which atomic instructions are allowed.
const ATOMIC_CLASSES: &[u32] = &[
    s::UNIFORM,
    s::STORAGE_BUFFER,
    s::WORKGROUP,
    s::CROSS_WORKGROUP,
    s::GENERIC,
    s::ATOMIC_COUNTER,
    s::IMAGE,
    s::FUNCTION,
    s::PHYSICAL_STORAGE_BUFFER,
    s::TASK_PAYLOAD_WORKGROUP_EXT,
];
const VULKAN_ATOMIC_CLASSES: &[u32] = &[
    s::UNIFORM,
    s::STORAGE_BUFFER,
    s::WORKGROUP,
    s::IMAGE,
    s::PHYSICAL_STORAGE_BUFFER,
    s::TASK_PAYLOAD_WORKGROUP_EXT,
];
const OPENCL_ATOMIC_CLASSES: &[u32] = &[s::FUNCTION, s::WORKGROUP, s::CROSS_WORKGROUP, s::GENERIC];

const WORKGROUPS: Models =
    Models::of(&[m::TASK_NV, m::MESH_NV, m::TASK_EXT, m::MESH_EXT, m::TESSELLATION_CONTROL, m::GL_COMPUTE]);
const BARRIERS_BEFORE_1_3: Models =
    Models::of(&[m::TESSELLATION_CONTROL, m::GL_COMPUTE, m::KERNEL, m::TASK_NV, m::MESH_NV]);
const SUBGROUP_BARRIERS: Models = Models::of(&[
    m::FRAGMENT,
    m::VERTEX,
    m::GEOMETRY,
    m::TESSELLATION_EVALUATION,
    m::RAY_GENERATION_KHR,
    m::INTERSECTION_KHR,
    m::ANY_HIT_KHR,
    m::CLOSEST_HIT_KHR,
    m::MISS_KHR,
]);

const ORDERS: u32 = sem::ACQUIRE | sem::RELEASE | sem::ACQUIRE_RELEASE | sem::SEQUENTIALLY_CONSISTENT;
const CLASSES: u32 = sem::UNIFORM_MEMORY | sem::WORKGROUP_MEMORY | sem::IMAGE_MEMORY | sem::OUTPUT_MEMORY;

/// Defines a rule for memory semantics. The check receives the op and the memory semantics bits.
macro_rules! semantics {
    ($id:literal, $message:literal, $ops:expr, |$x:ident, $bits:ident| $check:expr) => {
        rule($id, "3.25", $message, Check::Op($ops, |$x| Some(bits_of($x).into_iter().all(|$bits| $check))))
    };
}

/// Validation rules for scopes and memory semantics.
pub const RULES: &[Rule] = &[
    rule("SPV-scope-type", "3.27", "scopes and memory semantics must be 32-bit integers", {
        Check::Op(ALL, |x| {
            let params = Params::of(x);
            let fits = |number: usize| match x.param(number) {
                Some(OpComponent::Value(value)) => {
                    x.value_type(value).is_none_or(|ty| INT32.has(x.ctx(), ty))
                }
                _ => true,
            };
            Some(params.scopes().chain(params.semantics.iter().copied()).all(fits))
        })
    }),
    rule(
        "SPV-scope-value",
        "3.27",
        "the value is not a scope",
        Check::Op(ALL, |x| Some(scopes(x).into_iter().all(|value| value <= scope::SHADER_CALL_KHR))),
    ),
    rule(
        "SPV-scope-constant",
        "2.16.2",
        "the scope must be a constant in shaders",
        Check::Op(ALL, |x| {
            x.facts.has(c::SHADER).then(|| scope_items(x).into_iter().all(|item| is_fixed(x, item)))
        }),
    ),
    rule("SPV-semantics-constant", "2.16.2", "the memory semantics must be constant in shaders", {
        Check::Op(SEMANTICS, |x| {
            let items = Params::of(x).semantics.iter().filter_map(|at| x.param(*at));
            x.facts.has(c::SHADER).then(|| items.into_iter().all(|item| is_fixed(x, item)))
        })
    }),
    vulkan("VUID-StandaloneSpirv-None-04636", "A", "the execution scope must be Workgroup or Subgroup", {
        Check::Op(EXECUTION, |x| Some([scope::WORKGROUP, scope::SUBGROUP].contains(&execution(x)?)))
    }),
    vulkan(
        "VUID-StandaloneSpirv-None-04642",
        "A",
        "the execution scope of a group operation must be Subgroup",
        Check::Op(GROUPS, |x| {
            let later = x.facts.env.vulkan()? > 0;
            Some(!later || execution(x)? == scope::SUBGROUP)
        }),
    ),
    rule(
        "SPV-scope-group",
        "3.42.24",
        "the execution scope of a non-uniform group operation must be Subgroup",
        Check::Op(GROUPS, |x| {
            let value = execution(x)?;
            let rotates = x.opcode == op::GROUP_NON_UNIFORM_ROTATE_KHR && value == scope::WORKGROUP;
            Some(value == scope::SUBGROUP || rotates)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpControlBarrier-04682",
        "A",
        "the execution scope must be Subgroup in this execution model",
        Check::Op(&[op::CONTROL_BARRIER], |x| {
            Some(execution(x)? == scope::SUBGROUP || !x.models().intersects(SUBGROUP_BARRIERS))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04637",
        "A",
        "the execution scope Workgroup is not allowed in the execution model",
        Check::Op(EXECUTION, |x| {
            (execution(x)? == scope::WORKGROUP).then(|| x.models().is_subset(WORKGROUPS))
        }),
    ),
    rule(
        "SPV-barrier-model",
        "3.42.20",
        "before version 1.3 barriers are allowed only in tessellation control, compute, kernel and mesh \
         entry points",
        Check::BySignature(&[op::CONTROL_BARRIER], |x| {
            (x.facts.version < 0x0001_0300).then(|| x.models().is_subset(BARRIERS_BEFORE_1_3))
        }),
    ),
    rule(
        "SPV-scope-queue-family",
        "3.27",
        "memory scope QueueFamily requires capability VulkanMemoryModel",
        Check::Needs(SEMANTICS, |x| (memory(x)? == scope::QUEUE_FAMILY).then_some(&[c::VULKAN_MEMORY_MODEL])),
    )
    .note("declare VulkanMemoryModel"),
    rule(
        "SPV-scope-device",
        "3.27",
        "memory scope Device requires capability VulkanMemoryModelDeviceScope in the Vulkan memory model",
        Check::Op(SEMANTICS, |x| (memory(x)? == scope::DEVICE).then(|| allows_device_scope(x.facts))),
    )
    .note("declare VulkanMemoryModelDeviceScope"),
    rule(
        "SPV-scope-device-access",
        "3.27",
        "scope Device of an access requires capability VulkanMemoryModelDeviceScope",
        Check::BySignature(
            &[
                op::LOAD,
                op::STORE,
                op::COPY_MEMORY,
                op::COPY_MEMORY_SIZED,
                op::IMAGE_READ,
                op::IMAGE_WRITE,
                op::IMAGE_SPARSE_READ,
            ],
            |x| {
                if allows_device_scope(x.facts) {
                    return None;
                }
                let device = |item: &OpComponent| matches!(item, OpComponent::Const(def, scope::DEVICE) if std::ptr::eq(*def, &spv_dialect::generated::enums::SCOPE));
                let count = x.row().params.len();
                Some(!(0..count).flat_map(|at| x.params(at)).any(|item| device(&item)))
            },
        ),
    ),
    vulkan("VUID-StandaloneSpirv-None-04638", "A", "the memory scope must not be CrossDevice", {
        Check::Op(SEMANTICS, |x| Some(memory(x)? != scope::CROSS_DEVICE))
    }),
    vulkan(
        "VUID-StandaloneSpirv-SubgroupVoteKHR-07951",
        "A",
        "memory scope Subgroup requires SubgroupBallotKHR or SubgroupVoteKHR",
        Check::Op(SEMANTICS, |x| {
            let first = x.facts.env.vulkan()? == 0;
            let has = x.facts.has_any(&[c::SUBGROUP_BALLOT_KHR, c::SUBGROUP_VOTE_KHR]);
            (first && memory(x)? == scope::SUBGROUP).then_some(has)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04640",
        "A",
        "memory scope ShaderCallKHR is allowed only in ray tracing execution models",
        Check::Op(SEMANTICS, |x| {
            (memory(x)? == scope::SHADER_CALL_KHR).then(|| x.models().is_subset(Models::RAY_TRACING))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-07321",
        "A",
        "memory scope Workgroup is not allowed in the execution model",
        Check::Op(SEMANTICS, |x| (memory(x)? == scope::WORKGROUP).then(|| x.models().is_subset(WORKGROUPS))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-TessellationControl-07320",
        "A",
        "memory scope Workgroup is not allowed in tessellation control shaders with the memory model \
         GLSL450",
        Check::Op(SEMANTICS, |x| {
            let first = x.facts.memory_model == memory_model::GLSL450;
            (first && memory(x)? == scope::WORKGROUP).then(|| !x.models().contains(m::TESSELLATION_CONTROL))
        }),
    ),
    semantics!(
        "SPV-semantics-uniform-memory",
        "UniformMemory requires capability Shader",
        SEMANTICS,
        |x, bits| bits & sem::UNIFORM_MEMORY == 0 || x.facts.has(c::SHADER)
    ),
    semantics!(
        "SPV-semantics-vulkan-memory-model",
        "OutputMemory, MakeAvailable, MakeVisible and Volatile require capability VulkanMemoryModel",
        SEMANTICS,
        |x, bits| bits & (sem::OUTPUT_MEMORY | sem::MAKE_AVAILABLE | sem::MAKE_VISIBLE | sem::VOLATILE) == 0
            || x.facts.has(c::VULKAN_MEMORY_MODEL)
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-10865",
        "the memory semantics must have at most one memory order",
        SEMANTICS,
        |_x, bits| (bits & ORDERS).count_ones() <= 1
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-10866",
        "memory order SequentiallyConsistent is not allowed in Vulkan",
        SEMANTICS,
        |x, bits| !like_vulkan(x) || bits & sem::SEQUENTIALLY_CONSISTENT == 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-OpAtomicStore-10867",
        "the memory order of a store must not be Acquire or AcquireRelease",
        &[op::ATOMIC_STORE, op::ATOMIC_FLAG_CLEAR],
        |_x, bits| bits & (sem::ACQUIRE | sem::ACQUIRE_RELEASE) == 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-OpAtomicLoad-10868",
        "the memory order of a load must not be Release or AcquireRelease",
        &[op::ATOMIC_LOAD],
        |_x, bits| bits & (sem::RELEASE | sem::ACQUIRE_RELEASE) == 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-OpMemoryBarrier-10869",
        "a memory barrier must have a memory order",
        &[op::MEMORY_BARRIER],
        |x, bits| !like_vulkan(x) || bits & ORDERS != 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-10870",
        "memory semantics with a memory order must name a storage class",
        SEMANTICS,
        |x, bits| !like_vulkan(x) || bits & ORDERS == 0 || bits & CLASSES != 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-10871",
        "memory semantics that name a storage class must have a memory order",
        SEMANTICS,
        |x, bits| !like_vulkan(x) || bits & ORDERS != 0 || bits & CLASSES == 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-10872",
        "MakeAvailable requires memory order Release or AcquireRelease",
        SEMANTICS,
        |_x, bits| bits & sem::MAKE_AVAILABLE == 0 || bits & (sem::RELEASE | sem::ACQUIRE_RELEASE) != 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-10873",
        "MakeVisible requires memory order Acquire or AcquireRelease",
        SEMANTICS,
        |_x, bits| bits & sem::MAKE_VISIBLE == 0 || bits & (sem::ACQUIRE | sem::ACQUIRE_RELEASE) != 0
    ),
    semantics!(
        "VUID-StandaloneSpirv-MemorySemantics-13551",
        "the memory semantics of a barrier must not be Volatile",
        BARRIERS,
        |_x, bits| bits & sem::VOLATILE == 0
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpControlBarrierArriveEXT-13553",
        "A",
        "the execution scope of a split barrier must be Workgroup or Subgroup",
        Check::Op(&[op::CONTROL_BARRIER_ARRIVE_EXT, op::CONTROL_BARRIER_WAIT_EXT], |x| {
            Some([scope::WORKGROUP, scope::SUBGROUP].contains(&execution(x)?))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-MemorySemantics-13556",
        "A",
        "the memory order of an arrival must be Release or relaxed",
        Check::Op(&[op::CONTROL_BARRIER_ARRIVE_EXT], |x| has_only(x, sem::RELEASE)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-MemorySemantics-13557",
        "A",
        "the memory order of a wait must be Acquire or relaxed",
        Check::Op(&[op::CONTROL_BARRIER_WAIT_EXT], |x| has_only(x, sem::ACQUIRE)),
    ),
    rule(
        "VUID-StandaloneSpirv-MemorySemantics-04641",
        "A",
        "memory scope Invocation requires relaxed memory semantics",
        Check::Op(SEMANTICS, |x| {
            let ordered = bits_of(x).into_iter().any(|bits| bits & ORDERS != 0);
            Some(!like_vulkan(x) || !ordered || memory(x)? != scope::INVOCATION)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-UnequalMemorySemantics-10875",
        "A",
        "the memory order for unequal must not be Release or AcquireRelease",
        Check::Op(COMPARE, |x| {
            Some(CompareSemantics::of(x)?.unequal & (sem::RELEASE | sem::ACQUIRE_RELEASE) == 0)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-UnequalMemorySemantics-10876",
        "A",
        "the memory order for unequal must not be stronger than that for equal",
        Check::Op(COMPARE, |x| {
            let CompareSemantics { equal, unequal } = CompareSemantics::of(x)?;
            let seq =
                unequal & sem::SEQUENTIALLY_CONSISTENT != 0 && equal & sem::SEQUENTIALLY_CONSISTENT == 0;
            Some(!seq && (unequal & sem::ACQUIRE == 0 || equal & ORDERS != 0))
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-UnequalMemorySemantics-10877",
        "A",
        "the semantics for unequal must only name storage classes that the semantics for equal name",
        Check::Op(COMPARE, |x| {
            let CompareSemantics { equal, unequal } = CompareSemantics::of(x)?;
            like_vulkan(x).then_some(unequal & !equal & (CLASSES | sem::MAKE_VISIBLE) == 0)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-UnequalMemorySemantics-10879",
        "A",
        "the semantics for equal and unequal must both be Volatile, or neither",
        Check::Op(COMPARE, |x| {
            let CompareSemantics { equal, unequal } = CompareSemantics::of(x)?;
            like_vulkan(x).then_some((equal ^ unequal) & sem::VOLATILE == 0)
        }),
    ),
    rule(
        "SPV-atomic-class",
        "2.16.1",
        "the storage class does not allow atomic operations",
        Check::BySignature(ATOMICS, |x| {
            Some(ATOMIC_CLASSES.contains(&x.storage_class(v::AtomicLoad::POINTER)?))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04686",
        "A",
        "Vulkan does not allow atomic operations in the storage class",
        Check::BySignature(ATOMICS, |x| {
            Some(
                !x.facts.has(c::SHADER)
                    || VULKAN_ATOMIC_CLASSES.contains(&x.storage_class(v::AtomicLoad::POINTER)?),
            )
        }),
    ),
    rule(
        "SPV-atomic-function",
        "2.16.2",
        "shaders do not allow atomic operations on Function variables",
        Check::BySignature(ATOMICS, |x| {
            Some(!x.facts.has(c::SHADER) || x.storage_class(v::AtomicLoad::POINTER)? != s::FUNCTION)
        }),
    ),
    opencl(
        "SPV-atomic-opencl-class",
        "OpenCL 2.2",
        "the storage class must be Function, Workgroup, CrossWorkgroup or Generic",
        Check::BySignature(ATOMICS, |x| {
            Some(OPENCL_ATOMIC_CLASSES.contains(&x.storage_class(v::AtomicLoad::POINTER)?))
        }),
    ),
    opencl(
        "SPV-atomic-opencl-generic",
        "OpenCL 1.2",
        "storage class Generic is not allowed in OpenCL 1.2",
        Check::BySignature(ATOMICS, |x| {
            let first = x.facts.env.environment.name == "opencl1.2";
            Some(!first || x.storage_class(v::AtomicLoad::POINTER)? != s::GENERIC)
        }),
    ),
    rule("SPV-atomic-int64", "3.31", "64-bit atomic operations require capability Int64Atomics", {
        Check::Needs(ATOMICS, |x| {
            let ty = x.pointee(v::AtomicLoad::POINTER).or_else(|| x.result_type())?;
            let shape = x.shape(ty);
            (shape.kind == TypeKind::Int && shape.width == 64).then_some(&[c::INT64_ATOMICS])
        })
    }),
    rule("SPV-atomic-float", "3.31", "the width of the float requires another capability", {
        Check::ShaderNeeds(&[op::ATOMIC_F_ADD_EXT, op::ATOMIC_F_MIN_EXT, op::ATOMIC_F_MAX_EXT], |x| {
            let shape = x.result_shape()?;
            let add = x.opcode == op::ATOMIC_F_ADD_EXT;
            Some(match (shape.kind, shape.width, add) {
                (TypeKind::Vector, 16, _) => &[c::ATOMIC_FLOAT16_VECTOR_NV],
                (TypeKind::Float, 16, true) => &[c::ATOMIC_FLOAT16_ADD_EXT],
                (TypeKind::Float, 32, true) => &[c::ATOMIC_FLOAT32_ADD_EXT],
                (TypeKind::Float, 64, true) => &[c::ATOMIC_FLOAT64_ADD_EXT],
                (TypeKind::Float, 16, false) => &[c::ATOMIC_FLOAT16_MIN_MAX_EXT],
                (TypeKind::Float, 32, false) => &[c::ATOMIC_FLOAT32_MIN_MAX_EXT],
                (TypeKind::Float, 64, false) => &[c::ATOMIC_FLOAT64_MIN_MAX_EXT],
                _ => return None,
            })
        })
    }),
    Rule {
        scope: Scope::Any,
        ..rule("SPV-atomic-flag", "3.42.18", "the pointer must point to a 32-bit integer", {
            Check::BySignature(&[op::ATOMIC_FLAG_TEST_AND_SET, op::ATOMIC_FLAG_CLEAR], |x| {
                let shape = x.shape(x.pointee(v::AtomicLoad::POINTER)?);
                Some(shape.kind == TypeKind::Int && shape.width == 32)
            })
        })
    },
];

/// Returns whether the memory model and the declared capabilities allow the scope Device.
fn allows_device_scope(facts: &Facts<'_>) -> bool {
    !facts.has(c::VULKAN_MEMORY_MODEL) || facts.has(c::VULKAN_MEMORY_MODEL_DEVICE_SCOPE)
}

/// Returns whether the Vulkan rules for memory semantics apply to an op.
fn like_vulkan(x: &OpSubject<'_>) -> bool {
    x.facts.is_vulkan() || x.facts.memory_model == memory_model::VULKAN
}

/// The parameter indices of an instruction's scopes and memory semantics.
struct Params {
    execution: Option<usize>,
    memory: Option<usize>,
    semantics: &'static [usize],
}

impl Params {
    const fn new(execution: Option<usize>, memory: Option<usize>, semantics: &'static [usize]) -> Params {
        Params { execution, memory, semantics }
    }

    fn of(x: &OpSubject<'_>) -> Params {
        match x.opcode {
            opcode if CONTROL_BARRIERS.contains(&opcode) => Params::new(Some(0), Some(1), &[2]),
            op::MEMORY_BARRIER => Params::new(None, Some(0), &[1]),
            op::MEMORY_NAMED_BARRIER => Params::new(None, Some(1), &[2]),
            opcode if COMPARE.contains(&opcode) => Params::new(None, Some(1), &[2, 3]),
            opcode if ATOMICS.contains(&opcode) => Params::new(None, Some(1), &[2]),
            _ => Params::new(Some(0), None, &[]),
        }
    }

    fn scopes(&self) -> impl Iterator<Item = usize> + use<> {
        self.execution.into_iter().chain(self.memory)
    }
}

fn scope_items(x: &OpSubject<'_>) -> Vec<OpComponent> {
    Params::of(x).scopes().filter_map(|number| x.param(number)).collect()
}

fn word(x: &OpSubject<'_>, index: usize) -> Option<u32> {
    u32::try_from(x.number(x.param(index)?)?).ok()
}

fn scopes(x: &OpSubject<'_>) -> Vec<u32> {
    Params::of(x).scopes().filter_map(|number| word(x, number)).collect()
}

fn execution(x: &OpSubject<'_>) -> Option<u32> {
    word(x, Params::of(x).execution?)
}

fn memory(x: &OpSubject<'_>) -> Option<u32> {
    word(x, Params::of(x).memory?)
}

/// Returns the bits of all memory semantics operands of an op that are constant.
fn bits_of(x: &OpSubject<'_>) -> Vec<u32> {
    Params::of(x).semantics.iter().filter_map(|number| word(x, *number)).collect()
}

/// Returns whether the constant memory semantics of an op have no memory order other than `order`.
fn has_only(x: &OpSubject<'_>, order: u32) -> Option<bool> {
    Some(bits_of(x).into_iter().all(|bits| bits & (ORDERS & !order) == 0))
}

/// The memory semantics operands of a compare-exchange instruction.
struct CompareSemantics {
    equal: u32,
    unequal: u32,
}

impl CompareSemantics {
    fn of(x: &OpSubject<'_>) -> Option<CompareSemantics> {
        Some(CompareSemantics { equal: word(x, 2)?, unequal: word(x, 3)? })
    }
}

/// Returns whether a scope or memory semantics operand is constant, or a specialization constant if allowed.
pub(super) fn is_fixed(x: &OpSubject<'_>, item: OpComponent) -> bool {
    match item {
        OpComponent::Value(value) if x.number(item).is_none() => {
            x.facts.has(c::COOPERATIVE_MATRIX_NV) && x.is_constant(value)
        }
        _ => true,
    }
}
