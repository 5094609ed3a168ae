//! Validation of variables and memory accesses
//!
//! Covers storage classes, initializers, memory operands, and 8-bit and 16-bit scalars in memory.

use super::constants::is_undefined;
use super::describe;
use super::facts::Facts;
use super::rule::{Check, Rule, joined, rule, vulkan};
use super::scopes::is_fixed;
use super::subject::OpSubject;
use crate::requirements;
use rustc_hash::FxHashSet;
use spv_dialect::attributes;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, memory_access as a, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::dialect::ABSENT;
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Context, Type, TypeData};

const VARIABLES: &[u32] = &[op::VARIABLE, op::UNTYPED_VARIABLE_KHR];
const LOADS: &[u32] = &[
    op::LOAD,
    op::COOPERATIVE_MATRIX_LOAD_KHR,
    op::COOPERATIVE_MATRIX_LOAD_NV,
    op::COOPERATIVE_MATRIX_LOAD_TENSOR_NV,
    op::COOPERATIVE_VECTOR_LOAD_NV,
    op::PREDICATED_LOAD_INTEL,
];
const STORES: &[u32] = &[
    op::STORE,
    op::COOPERATIVE_MATRIX_STORE_KHR,
    op::COOPERATIVE_MATRIX_STORE_NV,
    op::COOPERATIVE_MATRIX_STORE_TENSOR_NV,
    op::COOPERATIVE_VECTOR_STORE_NV,
    op::PREDICATED_STORE_INTEL,
];

const COPIES: &[u32] = &[op::COPY_MEMORY, op::COPY_MEMORY_SIZED];
/// All instructions with memory operands.
const ACCESSES: &[u32] = &joined::<{ LOADS.len() + STORES.len() + COPIES.len() }>(&[LOADS, STORES, COPIES]);

/// Storage classes that Vulkan supports.
const VULKAN_CLASSES: &[u32] = &[
    s::UNIFORM_CONSTANT,
    s::UNIFORM,
    s::STORAGE_BUFFER,
    s::INPUT,
    s::OUTPUT,
    s::IMAGE,
    s::WORKGROUP,
    s::PRIVATE,
    s::FUNCTION,
    s::PUSH_CONSTANT,
    s::PHYSICAL_STORAGE_BUFFER,
    s::RAY_PAYLOAD_KHR,
    s::INCOMING_RAY_PAYLOAD_KHR,
    s::HIT_ATTRIBUTE_KHR,
    s::CALLABLE_DATA_KHR,
    s::INCOMING_CALLABLE_DATA_KHR,
    s::SHADER_RECORD_BUFFER_KHR,
    s::TASK_PAYLOAD_WORKGROUP_EXT,
    s::HIT_OBJECT_ATTRIBUTE_NV,
    s::HIT_OBJECT_ATTRIBUTE_EXT,
    s::TILE_IMAGE_EXT,
    s::NODE_PAYLOAD_AMDX,
    s::TILE_ATTACHMENT_QCOM,
];
/// Storage classes whose variables may contain bools.
const BOOLS: &[u32] = &[
    s::WORKGROUP,
    s::CROSS_WORKGROUP,
    s::PRIVATE,
    s::FUNCTION,
    s::UNIFORM_CONSTANT,
    s::RAY_PAYLOAD_KHR,
    s::INCOMING_RAY_PAYLOAD_KHR,
    s::HIT_ATTRIBUTE_KHR,
    s::CALLABLE_DATA_KHR,
    s::INCOMING_CALLABLE_DATA_KHR,
    s::TASK_PAYLOAD_WORKGROUP_EXT,
    s::HIT_OBJECT_ATTRIBUTE_NV,
    s::HIT_OBJECT_ATTRIBUTE_EXT,
    s::NODE_PAYLOAD_AMDX,
];
/// Storage classes of memory that invocations share.
const SHARED: &[u32] = &[
    s::UNIFORM,
    s::WORKGROUP,
    s::CROSS_WORKGROUP,
    s::GENERIC,
    s::IMAGE,
    s::STORAGE_BUFFER,
    s::PHYSICAL_STORAGE_BUFFER,
];
/// Instructions that accept 8-bit or 16-bit scalars even if the declared capability only covers memory.
const MOVES: &[u32] = &[op::COPY_OBJECT, op::STORE, op::F_CONVERT, op::U_CONVERT, op::S_CONVERT];

/// Returns whether a parameter of type `parameter` accepts an argument of type `argument`. HLSL before legalization may
/// pass pointers of a different type; the verifier compares their pointee types. Such an argument must have the
/// decorations of the parameter's type.
fn accepts_argument(facts: &Facts<'_>, parameter: Type, argument: Type) -> bool {
    let (ctx, relaxed) = (facts.ctx, facts.env.options.before_hlsl_legalization);
    let decorations = |ty: Type| match types::view(ctx, ty) {
        Some((op::TYPE_POINTER, params)) => params.first().map(|dict| ctx.dict(Some(*dict))),
        _ => None,
    };
    let is_decorated = || {
        let (own, required) = (decorations(argument)?, decorations(parameter)?);
        Some(required.iter().all(|decoration| own.contains(decoration)))
    };
    parameter == argument || relaxed && is_decorated() == Some(true)
}

/// Instructions that define constants and undefined values.
const SMALL_CONSTANTS: &[u32] =
    &[op::CONSTANT, op::UNDEF, op::SPEC_CONSTANT, op::SPEC_CONSTANT_COMPOSITE, op::SPEC_CONSTANT_OP];

/// Validation rules for variables and memory accesses.
pub const RULES: &[Rule] = &[
    vulkan(
        "VUID-StandaloneSpirv-None-04643",
        "A",
        "the storage class is not allowed in Vulkan",
        Check::BySignature(VARIABLES, |x| Some(VULKAN_CLASSES.contains(&contents(x)?.1))),
    ),
    rule(
        "SPV-variable-class",
        "3.42.8",
        "a variable must not be in storage class Generic or PhysicalStorageBuffer",
        Check::BySignature(VARIABLES, |x| {
            Some(![s::GENERIC, s::PHYSICAL_STORAGE_BUFFER].contains(&contents(x)?.1))
        }),
    ),
    rule(
        "SPV-variable-scope",
        "3.42.8",
        "function-local variables, and no others, must be in storage class Function",
        Check::BySignature(VARIABLES, |x| Some((contents(x)?.1 == s::FUNCTION) == x.function().is_some())),
    ),
    rule(
        "SPV-variable-initializer",
        "3.42.8",
        "the initializer must be a constant or a module-level variable",
        Check::Op(VARIABLES, |x| match x.global_variable() {
            Some(variable) => Some(!is_undefined(x.facts, variable.initializer()?)),
            None if x.opcode == op::VARIABLE => Some(!x.is_undefined(x.operand(v::Variable::INITIALIZER)?)?),
            None => None,
        }),
    )
    .note("use OpConstantNull, or no initializer"),
    rule(
        "SPV-variable-initializer-class",
        "3.42.8",
        "a variable of this storage class must not have an initializer",
        Check::BySignature(VARIABLES, |x| {
            const UNINITIALIZED: [u32; 4] = [
                s::TASK_PAYLOAD_WORKGROUP_EXT,
                s::INPUT,
                s::HIT_OBJECT_ATTRIBUTE_NV,
                s::HIT_OBJECT_ATTRIBUTE_EXT,
            ];
            Some(!has_initializer(x) || !UNINITIALIZED.contains(&contents(x)?.1))
        }),
    )
    .note("store the value at the beginning of the entry point"),
    vulkan(
        "VUID-StandaloneSpirv-OpVariable-04651",
        "A",
        "only Output, Private, Function and Workgroup variables may have an initializer",
        Check::BySignature(VARIABLES, |x| {
            let allowed = [s::OUTPUT, s::PRIVATE, s::FUNCTION, s::WORKGROUP];
            Some(!has_initializer(x) || allowed.contains(&contents(x)?.1))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpVariable-04734",
        "A",
        "the initializer of a Workgroup variable must be OpConstantNull",
        Check::BySignature(VARIABLES, |x| {
            let variable = x.global_variable()?;
            let initializer = variable.initializer()?;
            let value = match x.ctx().attr_symbol(initializer) {
                Some(symbol) => v::GlobalConstant::cast(x.body(), x.facts.symbols.get(symbol)?)
                    .and_then(|constant| constant.value()),
                None => attributes::typed_constant(x.ctx(), initializer).map(|(value, _)| value),
            };
            let null = value.and_then(|value| attributes::view(x.ctx(), value));
            let null = matches!(null, Some((attributes::AttrKind::Null, _)));
            (contents(x)?.1 == s::WORKGROUP).then_some(null)
        }),
    )
    .note("use OpConstantNull, or no initializer"),
    rule(
        "SPV-variable-bool",
        "2.16.1",
        "memory that others see may not hold bools, except built-ins",
        Check::Finds(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let interface = [s::INPUT, s::OUTPUT].contains(&class);
            let built_in = interface && x.facts.is_decorated(x.dict(), d::BUILT_IN);
            let allowed = BOOLS.contains(&class) || built_in;
            (!allowed).then(|| first_bool(x.facts, ty, interface)).flatten()
        }),
    )
    .note("use a 32-bit integer there, and OpINotEqual and OpSelect to convert"),
    rule(
        "SPV-variable-pointer",
        "2.16.1",
        "with logical addressing, only Function and Private variables may contain pointers, to StorageBuffer or Workgroup",
        Check::BySignature(VARIABLES, |x| {
            let facts = x.facts;
            if !facts.has_logical_pointers() {
                return None;
            }
            let (ty, class) = contents(x)?;
            let pointer = facts.parts(ty).iter().copied().find_map(|ty| {
                let shape = x.shape(ty);
                let is_pointer = matches!(shape.kind, TypeKind::Pointer | TypeKind::UntypedPointer);
                (is_pointer && shape.storage != s::PHYSICAL_STORAGE_BUFFER).then_some(shape.storage)
            })?;
            let allowed = match pointer {
                s::STORAGE_BUFFER => facts.has(c::VARIABLE_POINTERS_STORAGE_BUFFER),
                s::WORKGROUP => facts.has(c::VARIABLE_POINTERS),
                _ => false,
            };
            Some(allowed && [s::FUNCTION, s::PRIVATE].contains(&class))
        }),
    )
    .note("declare capability VariablePointersStorageBuffer for StorageBuffer, or VariablePointers for Workgroup"),
    vulkan(
        "VUID-StandaloneSpirv-PushConstant-06808",
        "A",
        "a PushConstant variable must be a struct",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let banked = x.facts.has(c::PUSH_CONSTANT_BANKS_NV);
            (class == s::PUSH_CONSTANT).then(|| banked || x.shape(ty).kind == TypeKind::Struct)
        }),
    )
    .note("wrap the type in a struct with Block"),
    vulkan(
        "VUID-StandaloneSpirv-Uniform-06807",
        "A",
        "a Uniform or StorageBuffer variable must be a struct, or an array of structs",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let element = x.shape(x.facts.array_element(ty)).kind;
            [s::UNIFORM, s::STORAGE_BUFFER].contains(&class).then_some(element == TypeKind::Struct)
        }),
    )
    .note("wrap the type in a struct with Block"),
    vulkan(
        "VUID-StandaloneSpirv-UniformConstant-04655",
        "A",
        "a UniformConstant variable must be an image, sampler, sampled image, tensor or acceleration \
         structure, or an array of these",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let code = types::view(x.ctx(), x.facts.array_element(ty)).map(|(code, _)| code);
            let handles = [
                op::TYPE_IMAGE,
                op::TYPE_SAMPLER,
                op::TYPE_SAMPLED_IMAGE,
                op::TYPE_TENSOR_ARM,
                op::TYPE_ACCELERATION_STRUCTURE_KHR,
            ];
            (class == s::UNIFORM_CONSTANT).then(|| code.is_some_and(|code| handles.contains(&code)))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Invariant-04677",
        "A",
        "only Input and Output variables may be Invariant",
        Check::Op(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let members = types::structure(x.ctx(), ty).map_or(&[][..], |parts| parts.member_decorations);
            let of_member = members.iter().any(|dict| x.facts.is_decorated(Some(*dict), d::INVARIANT));
            let own = x.facts.is_decorated(x.dict(), d::INVARIANT);
            Some([s::INPUT, s::OUTPUT].contains(&class) || !own && !of_member)
        }),
    ),
    rule(
        "SPV-variable-cooperative-matrix",
        "2.16.1",
        "a cooperative matrix must be in a Function or Private variable",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let holds = x.facts.parts(ty).iter().copied().any(|ty| x.shape(ty).kind == TypeKind::CoopMatrix);
            holds.then(|| [s::FUNCTION, s::PRIVATE].contains(&class))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeRuntimeArray-04680",
        "A",
        "a runtime array must be the last member of a block, or with RuntimeDescriptorArray an array of \
         descriptors",
        Check::BySignature(VARIABLES, |x| {
            let facts = x.facts;
            let (ty, class) = contents(x)?;
            let shape = x.shape(ty);
            if shape.kind == TypeKind::RuntimeArray {
                let bound = [s::STORAGE_BUFFER, s::UNIFORM, s::UNIFORM_CONSTANT].contains(&class);
                return Some(facts.has(c::RUNTIME_DESCRIPTOR_ARRAY) && bound);
            }
            let members = types::structure(x.ctx(), ty)?.members;
            let runtime = |attr: &spv_ir::Attribute| {
                x.ctx().attr_type(*attr).is_some_and(|ty| x.shape(ty).kind == TypeKind::RuntimeArray)
            };
            let block = facts.is_type_decorated(ty, d::BLOCK);
            members.iter().any(runtime).then_some(match class {
                s::STORAGE_BUFFER | s::PHYSICAL_STORAGE_BUFFER => block,
                s::UNIFORM => true,
                _ => false,
            })
        }),
    ),
    rule(
        "SPV-variable-small-numbers",
        "2.16.1",
        "8-bit and 16-bit numbers in this storage class require a capability",
        Check::BySignature(VARIABLES, allows_small_numbers),
    )
    .note("declare the capability for 8-bit or 16-bit storage in this class, or Int8, Int16, Float16"),
    rule(
        "SPV-small-number-use",
        "2.16.1",
        "with storage capabilities only, an 8-bit or 16-bit number must only be stored, copied or converted",
        Check::EveryOp(|x| {
            if !x.facts.limits_numbers || x.opcode == super::dispatch::NONE || MOVES.contains(&x.opcode) {
                return None;
            }
            Some(
                !x.body()
                    .own_operands(x.op)
                    .any(|value| x.value_type(value).is_some_and(|ty| is_limited(x.facts, ty))),
            )
        }),
    )
    .note("declare Int8, Int16 or Float16, or convert to 32 bits first"),
    rule(
        "SPV-small-number-phi",
        "2.16.1",
        "with storage capabilities only, OpPhi must not select 8-bit or 16-bit numbers",
        Check::Phi(|x| Some(!is_limited(x.facts, x.ty))),
    )
    .note("declare Int8, Int16 or Float16"),
    rule(
        "SPV-small-number-constant",
        "2.16.1",
        "with storage capabilities only, a constant must not be an 8-bit or 16-bit number",
        Check::BySignature(SMALL_CONSTANTS, |x| {
            let ty = match (x.param_named("type"), v::GlobalConstant::cast(x.body(), x.op)) {
                (_, Some(constant)) => constant.ty(x.ctx())?,
                (Some(OpComponent::Attr(ty)), _) => x.ctx().attr_type(ty)?,
                _ => x.result_type()?,
            };
            Some(!is_limited(x.facts, ty))
        }),
    )
    .note("declare Int8, Int16 or Float16"),
    rule(
        "SPV-small-number-load",
        "2.16.1",
        "with storage capabilities only, 8-bit and 16-bit numbers must be loaded as scalars, vectors or \
         matrices",
        Check::BySignature(&[op::LOAD], |x| {
            let ty = x.result_type()?;
            let composite = matches!(x.shape(ty).kind, TypeKind::Struct | TypeKind::Array);
            composite.then(|| !is_limited(x.facts, ty))
        }),
    ),
    rule(
        "SPV-small-number-copy",
        "2.16.1",
        "with storage capabilities only, an object with 8-bit or 16-bit numbers must not be copied",
        Check::BySignature(&[op::COPY_MEMORY], |x| {
            Some(!is_limited(x.facts, x.pointee(v::CopyMemory::TARGET)?))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeImage-06924",
        "A",
        "images, samplers and acceleration structures must not be stored",
        Check::BySignature(&[op::STORE], |x| {
            const OPAQUE: [u32; 4] = [
                op::TYPE_IMAGE,
                op::TYPE_SAMPLER,
                op::TYPE_SAMPLED_IMAGE,
                op::TYPE_ACCELERATION_STRUCTURE_KHR,
            ];
            let opaque =
                |ty: &Type| types::view(x.ctx(), *ty).is_some_and(|(code, _)| OPAQUE.contains(&code));
            let relaxed = x.facts.env.options.before_hlsl_legalization;
            Some(relaxed || !x.facts.parts(x.operand_type(v::Store::OBJECT)?).iter().any(opaque))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Uniform-06925",
        "A",
        "a store to a uniform block is not allowed",
        Check::Op(&[op::STORE], |x| {
            if x.storage_class(v::Store::POINTER)? != s::UNIFORM {
                return None;
            }
            let (mut at, mut pointer) = (*x, x.operand(v::Store::POINTER)?);
            while x.symbol(pointer).is_none() {
                at = at.defining(pointer)?;
                pointer = at.operand(v::AccessChain::BASE)?;
            }
            let (ty, _) = types::pointer(x.ctx(), x.facts.variable(x.symbol(pointer)?)?.ty(x.ctx())?)?;
            let ty = x.facts.array_element(ty);
            types::structure(x.ctx(), ty).is_some().then(|| !x.facts.is_type_decorated(ty, d::BLOCK))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Input-09557",
        "A",
        "an input or output must not contain a PhysicalStorageBuffer pointer",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let physical = |ty: Type| {
                let shape = x.shape(ty);
                shape.kind == TypeKind::Pointer && shape.storage == s::PHYSICAL_STORAGE_BUFFER
            };
            [s::INPUT, s::OUTPUT].contains(&class).then(|| !x.facts.parts(ty).iter().copied().any(physical))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeFloat-10823",
        "A",
        "an input or output must not contain floats of 8 bits or less",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            [s::INPUT, s::OUTPUT]
                .contains(&class)
                .then(|| !x.facts.parts(ty).iter().copied().any(|ty| is_tiny(x, ty)))
        }),
    ),
    rule(
        "SPV-variable-workgroup-encoding",
        "SPV_EXT_ocp_microscaling_types",
        "a Workgroup variable must not contain floats of less than 8 bits",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let narrow = |ty: Type| is_tiny(x, ty) && x.shape(ty).width < 8;
            (class == s::WORKGROUP).then(|| !x.facts.parts(ty).iter().copied().any(narrow))
        }),
    ),
    rule(
        "SPV-select-type",
        "3.42.16",
        "before version 1.4 only scalars, vectors and pointers may be selected",
        Check::BySignature(&[op::SELECT], |x| {
            let kind = x.result_shape()?.kind;
            let composite =
                matches!(kind, TypeKind::Struct | TypeKind::Array | TypeKind::Matrix | TypeKind::CoopMatrix);
            (x.facts.version < 0x0001_0400).then_some(!composite)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-PhysicalStorageBuffer64-04708",
        "A",
        "an access to physical storage requires the memory operand Aligned",
        Check::BySignature(ACCESSES, |x| {
            let masks = masks(x);
            let aligned = !masks.is_empty() && masks.iter().all(|mask| mask & a::ALIGNED != 0);
            let physical = pointers(x).contains(&Some(s::PHYSICAL_STORAGE_BUFFER));
            physical.then_some(aligned)
        }),
    )
    .note("add Aligned with the alignment in bytes"),
    rule("SPV-memory-aligned", "3.26", "the alignment must be a power of two", {
        Check::BySignature(ACCESSES, |x| Some(alignments(x).iter().all(|value| value.is_power_of_two())))
    }),
    rule("SPV-memory-scope-constant", "2.16.2", "the scope of an access must be a constant in shaders", {
        Check::Op(ACCESSES, |x| {
            operands(x).into_iter().any(|item| !is_fixed(x, item)).then(|| !x.facts.has(c::SHADER))
        })
    }),
    rule(
        "VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314",
        "A",
        "the alignment must be at least the size of the largest scalar",
        Check::BySignature(ACCESSES, |x| {
            let largest = |index: usize| {
                let physical = x.storage_class(index)? == s::PHYSICAL_STORAGE_BUFFER;
                // For a load through an untyped pointer, the result type is the loaded type.
                let pointee = x.pointee(index).or_else(|| x.result_type())?;
                physical.then(|| largest_scalar(x.facts, pointee))
            };
            let copies = COPIES.contains(&x.opcode);
            let least = largest(0).max(if copies { largest(1) } else { None })?;
            Some(!alignments(x).iter().any(|value| *value < least))
        }),
    )
    .note("use at least the size in bytes of the largest scalar"),
    rule(
        "SPV-memory-available",
        "3.26",
        "MakePointerAvailable is allowed only on stores, MakePointerVisible only on loads",
        Check::BySignature(ACCESSES, |x| {
            let masks = masks(x);
            let (first, last) = (*masks.first()?, *masks.last()?);
            // With two memory operands, the first applies to the target and the second to the source.
            let two = masks.len() > 1;
            let available = last & a::MAKE_POINTER_AVAILABLE != 0 && (LOADS.contains(&x.opcode) || two);
            let visible = first & a::MAKE_POINTER_VISIBLE != 0 && (STORES.contains(&x.opcode) || two);
            Some(!available && !visible)
        }),
    ),
    rule(
        "SPV-memory-non-private",
        "3.26",
        "MakePointerAvailable and MakePointerVisible require NonPrivatePointer",
        Check::BySignature(ACCESSES, |x| {
            let fits = |mask: &u32| {
                mask & (a::MAKE_POINTER_AVAILABLE | a::MAKE_POINTER_VISIBLE) == 0
                    || mask & a::NON_PRIVATE_POINTER != 0
            };
            Some(masks(x).iter().all(fits))
        }),
    )
    .note("add NonPrivatePointer"),
    rule(
        "SPV-memory-non-private-class",
        "3.26",
        "NonPrivatePointer requires a storage class shared between invocations",
        Check::BySignature(ACCESSES, |x| {
            let non_private = masks(x).iter().any(|mask| mask & a::NON_PRIVATE_POINTER != 0);
            let is_shared = |class: &Option<u32>| class.is_none_or(|class| SHARED.contains(&class));
            non_private.then(|| pointers(x).iter().all(is_shared))
        }),
    ),
    rule(
        "SPV-store-read-only",
        "3.42.8",
        "the storage class is read-only",
        Check::BySignature(&[op::STORE], |x| {
            let read_only = [s::UNIFORM_CONSTANT, s::INPUT, s::PUSH_CONSTANT, s::SHADER_RECORD_BUFFER_KHR];
            Some(!read_only.contains(&x.storage_class(v::Store::POINTER)?))
        }),
    ),
    rule(
        "SPV-small-number-conversion",
        "2.16.1",
        "with storage capabilities only, an 8-bit or 16-bit number must be converted to another width",
        Check::BySignature(
            &[op::CONVERT_F_TO_U, op::CONVERT_F_TO_S, op::CONVERT_S_TO_F, op::CONVERT_U_TO_F, op::BITCAST],
            |x| Some(!is_limited(x.facts, x.result_type()?)),
        ),
    ),
    rule(
        "SPV-call-pointer",
        "2.16.1",
        "with logical addressing, a pointer of this storage class must not be passed to a function",
        Check::BySignature(&[op::FUNCTION_CALL], |x| {
            let allowed = |class: &u32| match *class {
                s::UNIFORM_CONSTANT
                | s::FUNCTION
                | s::PRIVATE
                | s::WORKGROUP
                | s::ATOMIC_COUNTER
                | s::TILE_IMAGE_EXT
                | s::SHADER_RECORD_BUFFER_KHR
                | s::PHYSICAL_STORAGE_BUFFER => true,
                s::STORAGE_BUFFER => {
                    x.facts.has_any(&[c::VARIABLE_POINTERS, c::VARIABLE_POINTERS_STORAGE_BUFFER])
                }
                _ => false,
            };
            let count = x.operand_count();
            let mut classes = (0..count).filter_map(|index| x.storage_class(index));
            x.facts.has_logical_pointers().then(|| classes.all(|class| allowed(&class)))
        }),
    ),
    rule(
        "SPV-call-memory-object",
        "2.16.1",
        "with logical addressing, a pointer passed to a function must be a variable or a parameter",
        Check::Op(&[op::FUNCTION_CALL], |x| {
            let facts = x.facts;
            if !facts.has_logical_pointers() || facts.env.options.before_hlsl_legalization {
                return None;
            }
            let fits = |index: usize| {
                let class = x.storage_class(index)?;
                let free = match class {
                    s::STORAGE_BUFFER => facts.has(c::VARIABLE_POINTERS_STORAGE_BUFFER),
                    s::WORKGROUP => facts.has(c::VARIABLE_POINTERS),
                    s::UNIFORM_CONSTANT | s::PHYSICAL_STORAGE_BUFFER => true,
                    _ => false,
                };
                let value = x.operand(index)?;
                let defined = x.defining(value).map(|op| op.def());
                let object = match defined {
                    Some(def) => {
                        def == v::Variable::ID || def == v::AddressOf::ID || def == v::UntypedVariableKHR::ID
                    }
                    None => true,
                };
                Some(free || object)
            };
            Some((0..x.operand_count()).all(|index| fits(index) != Some(false)))
        }),
    )
    .note("copy the value to a variable, or declare VariablePointers"),
    rule(
        "SPV-call-argument-type",
        "3.42.9",
        "the type of an argument must be the type of the parameter",
        Check::Op(&[op::FUNCTION_CALL], |x| {
            let callee = x.body().slot_attr(x.op, v::FunctionCall::FUNCTION);
            let callee = x.facts.symbols.get(x.ctx().attr_symbol(callee?)?)?;
            let function = v::Func::cast(x.facts.body, callee)?.ty(x.ctx())?;
            let TypeData::Function { inputs, .. } = x.ctx().type_data(function) else { return None };
            let mut pairs = inputs.iter().enumerate();
            Some(pairs.all(|(index, parameter)| {
                x.operand_type(index).is_none_or(|argument| accepts_argument(x.facts, *parameter, argument))
            }))
        }),
    ),
    rule(
        "SPV-copy-size",
        "3.42.8",
        "the size must not be the constant 0",
        Check::Op(&[op::COPY_MEMORY_SIZED], |x| Some(x.constant(x.operand(v::CopyMemorySized::SIZE)?)? != 0)),
    ),
    rule("SPV-copy-size-type", "3.42.8", "the size must be a non-negative integer", {
        Check::Op(&[op::COPY_MEMORY_SIZED], |x| {
            let shape = x.operand_shape(v::CopyMemorySized::SIZE)?;
            let bit = types::sign_bit(x.ctx(), x.operand_type(v::CopyMemorySized::SIZE)?);
            let sign = |value: u64| bit.is_some_and(|bit| value >> bit & 1 != 0);
            Some(
                shape.kind == TypeKind::Int
                    && !x.constant(x.operand(v::CopyMemorySized::SIZE)?).is_some_and(sign),
            )
        })
    }),
    rule("SPV-store-type", "3.42.8", "the object must have the type that the pointer points to", {
        Check::BySignature(&[op::STORE], |x| {
            let relaxed = x.facts.env.options.relax_struct_store;
            Some(relaxed || x.pointee(v::Store::POINTER)? == x.operand_type(v::Store::OBJECT)?)
        })
    })
    .note("use the option relax-struct-store to accept structs with the same layout"),
    rule(
        "SPV-lifetime-pointer",
        "3.42.17",
        "the pointer must be of OpTypePointer in storage class Function",
        Check::BySignature(&[op::LIFETIME_START, op::LIFETIME_STOP], |x| {
            let shape = x.operand_shape(v::LifetimeStart::POINTER)?;
            Some(shape.kind == TypeKind::Pointer && shape.storage == s::FUNCTION)
        }),
    ),
    rule(
        "SPV-copy-untyped",
        "SPV_KHR_untyped_pointers",
        "the target or the source must be a typed pointer",
        Check::BySignature(&[op::COPY_MEMORY], |x| {
            let untyped = |index| Some(x.operand_shape(index)?.kind == TypeKind::UntypedPointer);
            Some(!untyped(v::CopyMemory::TARGET)? || !untyped(v::CopyMemory::SOURCE)?)
        }),
    ),
    rule(
        "VUID-RuntimeSpirv-Size-11165",
        "A",
        "a size that is not a multiple of 4 requires 16-bit support in both storage classes, an odd size \
         8-bit support",
        Check::Op(&[op::COPY_MEMORY_SIZED], |x| {
            let size = x.constant(x.operand(v::CopyMemorySized::SIZE)?)?;
            if !x.facts.has(c::SHADER) || size.is_multiple_of(4) || x.facts.has(c::INT8) {
                return None;
            }
            // The capability for Uniform implies the capability for StorageBuffer. An 8-bit capability suffices if a
            // 16-bit capability is required.
            let fits = |index, bytes: bool| {
                let class = x.storage_class(index)?;
                let row = requirements::stored_in(class)?;
                let buffer = class == s::STORAGE_BUFFER;
                let (bytes_too, halves_too) =
                    (c::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS, c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS);
                let narrow = x.facts.has_any(row.narrow) || buffer && x.facts.has(bytes_too);
                let half = x.facts.has_any(row.half) || buffer && x.facts.has(halves_too);
                Some(narrow || !bytes && half)
            };
            let both = |bytes| fits(0, bytes) == Some(true) && fits(1, bytes) == Some(true);
            let halves = x.facts.has(c::INT16) || both(false);
            Some(halves && (size.is_multiple_of(2) || both(true)))
        }),
    )
    .note("declare Int8 or Int16, or the capabilities of both storage classes"),
    rule(
        "SPV-variable-cooperative-vector",
        "SPV_NV_cooperative_vector",
        "a cooperative vector must be in a Function or Private variable",
        Check::BySignature(VARIABLES, |x| {
            let (ty, class) = contents(x)?;
            let local = [s::FUNCTION, s::PRIVATE].contains(&class) || x.facts.has(c::LONG_VECTOR_EXT);
            let holds = |ty: &Type| x.shape(*ty).kind == TypeKind::LongVector;
            x.facts.is_vulkan().then(|| local || !x.facts.parts(ty).iter().any(holds))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Type-12297",
        "A",
        "a vector of more than 4 components is not allowed in the storage class",
        Check::BySignature(VARIABLES, |x| {
            const CLASSES: [u32; 8] = [
                s::FUNCTION,
                s::PRIVATE,
                s::STORAGE_BUFFER,
                s::PHYSICAL_STORAGE_BUFFER,
                s::WORKGROUP,
                s::UNIFORM,
                s::PUSH_CONSTANT,
                s::SHADER_RECORD_BUFFER_KHR,
            ];
            if !x.facts.has(c::LONG_VECTOR_EXT) {
                return None;
            }
            let (ty, class) = contents(x)?;
            let is_long = |ty: &Type| {
                let count = long_vector_count(x.ctx(), *ty).and_then(|count| x.ctx().attr_u64(count));
                x.shape(*ty).kind == TypeKind::Vector && x.shape(*ty).count > 4
                    || count.is_some_and(|count| count > 4)
            };
            Some(CLASSES.contains(&class) || !x.facts.parts(ty).iter().any(is_long))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Function-12294",
        "A",
        "the number of components of a vector with explicit layout must not be a specialization constant",
        Check::BySignature(VARIABLES, |x| {
            const LAID_OUT: [u32; 5] = [
                s::STORAGE_BUFFER,
                s::PHYSICAL_STORAGE_BUFFER,
                s::UNIFORM,
                s::PUSH_CONSTANT,
                s::SHADER_RECORD_BUFFER_KHR,
            ];
            if !x.facts.has(c::LONG_VECTOR_EXT) {
                return None;
            }
            let (ty, class) = contents(x)?;
            let is_specialized = |ty: &Type| {
                long_vector_count(x.ctx(), *ty).is_some_and(|count| x.ctx().attr_symbol(count).is_some())
            };
            let block = class == s::WORKGROUP && x.facts.is_type_decorated(ty, d::BLOCK);
            let laid_out = block || LAID_OUT.contains(&class);
            laid_out.then(|| !x.facts.parts(ty).iter().any(is_specialized))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpArrayLength-11805",
        "A",
        "the array length of a uniform block must not be queried",
        Check::BySignature(&[op::ARRAY_LENGTH], |x| {
            let block = x.facts.is_type_decorated(x.pointee(v::ArrayLength::STRUCTURE)?, d::BLOCK);
            (x.storage_class(v::ArrayLength::STRUCTURE)? == s::UNIFORM).then_some(!block)
        }),
    ),
    rule("SPV-copy-pointers", "3.42.8", "the target and the source must be pointers", {
        Check::BySignature(&[op::COPY_MEMORY_SIZED], |x| {
            let pointer = |index| {
                let kind = x.operand_shape(index).map(|shape| shape.kind);
                matches!(kind, Some(TypeKind::Pointer | TypeKind::UntypedPointer))
            };
            Some(pointer(0) && pointer(1))
        })
    }),
];

/// Returns the pointee type and storage class of a variable, which may be untyped. Returns `None` if they are unknown.
fn contents(x: &OpSubject<'_>) -> Option<(Type, u32)> {
    if x.opcode != op::UNTYPED_VARIABLE_KHR {
        return x.contents();
    }
    let OpComponent::Attr(data) = x.param_named("data_type")? else { return None };
    Some((x.ctx().attr_type(data)?, x.number(x.param_named("storage_class")?)? as u32))
}

fn has_initializer(x: &OpSubject<'_>) -> bool {
    match x.global_variable() {
        Some(variable) => variable.initializer().is_some(),
        None => x.operand_count() > 0 || x.param_named("initializer").is_some(),
    }
}

/// Returns a description of the first bool in a type, or `None` if it contains no bool. If `interface` is set, ignores
/// structs with built-in members.
fn first_bool(facts: &Facts<'_>, ty: Type, interface: bool) -> Option<String> {
    let mut open = vec![(ty, None)];
    let mut seen = FxHashSet::default();
    while let Some((ty, member)) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        if let Some(parts) = types::structure(facts.ctx, ty) {
            let built_in = |dict: &spv_ir::Attribute| facts.is_decorated(Some(*dict), d::BUILT_IN);
            if interface && parts.member_decorations.iter().any(built_in) {
                continue;
            }
            let inner = parts.members.iter().enumerate().rev();
            open.extend(inner.filter_map(|(i, inner)| Some((facts.ctx.attr_type(*inner)?, Some((ty, i))))));
            continue;
        }
        let shape = facts.shape(ty);
        if shape.kind == TypeKind::Bool || ty == facts.ctx.common().i1 {
            let of = member.map(|(of, index)| describe::member(facts.ctx, of, index));
            return Some(of.unwrap_or_else(|| describe::ty(facts.ctx, ty)));
        }
        let through = matches!(
            shape.kind,
            TypeKind::Vector | TypeKind::Matrix | TypeKind::Array | TypeKind::RuntimeArray
        );
        open.extend(shape.inner.filter(|_| through).map(|inner| (inner, member)));
    }
    None
}

/// Returns whether a type contains an integer or IEEE 754 float with the given width in bits.
fn holds(facts: &Facts<'_>, ty: Type, kind: TypeKind, width: u32) -> bool {
    facts.parts(ty).iter().copied().any(|ty| {
        let shape = facts.shape(ty);
        let encoded = !matches!(facts.ctx.type_data(ty), TypeData::Float(spv_ir::FloatKind::F16));
        shape.kind == kind && shape.width == width && (kind == TypeKind::Int || !encoded)
    })
}

/// Returns whether a type contains scalars for which the declared capabilities only cover memory.
fn is_limited(facts: &Facts<'_>, ty: Type) -> bool {
    if !facts.limits_numbers || types::pointer(facts.ctx, ty).is_some() {
        return false;
    }
    !facts.has(c::INT16) && holds(facts, ty, TypeKind::Int, 16)
        || !facts.has(c::INT8) && holds(facts, ty, TypeKind::Int, 8)
        || !facts.has(c::FLOAT16) && holds(facts, ty, TypeKind::Float, 16)
}

fn allows_small_numbers(x: &OpSubject<'_>) -> Option<bool> {
    let facts = x.facts;
    if !facts.has(c::SHADER) {
        return None;
    }
    let (ty, class) = contents(x)?;
    let narrow = !facts.has(c::INT8) && holds(facts, ty, TypeKind::Int, 8);
    let half = !facts.has(c::INT16) && holds(facts, ty, TypeKind::Int, 16)
        || !facts.has(c::FLOAT16) && holds(facts, ty, TypeKind::Float, 16);
    if !narrow && !half {
        return None;
    }
    let Some(row) = requirements::stored_in(class) else { return Some(false) };
    let buffer_block =
        facts.is_type_decorated(facts.array_element(ty), d::BUFFER_BLOCK) && class == s::UNIFORM;
    let allowed =
        |needed: &[u32], of_block: u32| facts.has_any(needed) || buffer_block && facts.has(of_block);
    Some(
        (!narrow || allowed(row.narrow, c::STORAGE_BUFFER8_BIT_ACCESS))
            && (!half || allowed(row.half, c::STORAGE_BUFFER16_BIT_ACCESS)),
    )
}

/// Returns whether a type is a float with at most 8 bits.
fn is_tiny(x: &OpSubject<'_>, ty: Type) -> bool {
    let shape = x.shape(ty);
    shape.kind == TypeKind::Float && shape.width <= 8
}

/// Returns the storage class of each pointer operand of a memory access; `None` for pointers whose storage class is
/// unknown.
fn pointers(x: &OpSubject<'_>) -> Vec<Option<u32>> {
    let copies = COPIES.contains(&x.opcode);
    let count = if copies { 2 } else { 1 };
    (0..count).map(|index| x.storage_class(index)).collect()
}

/// Returns the components of all memory operands of an access.
fn operands(x: &OpSubject<'_>) -> Vec<OpComponent> {
    // Fast path: most accesses have no memory operands.
    let slot = match x.opcode {
        op::LOAD => Some(v::Load::MEMORY_ACCESS),
        op::STORE => Some(v::Store::MEMORY_ACCESS),
        _ => None,
    };
    if slot.is_some_and(|slot| x.slot(slot) == ABSENT) {
        return Vec::new();
    }
    let row = x.row();
    let places = row
        .params
        .iter()
        .enumerate()
        .filter(|(_, param)| param.name.starts_with("memory_access") || param.name == "memory_operand");
    places.flat_map(|(at, _)| x.params(at)).collect()
}

/// Returns the masks of the memory operands. A copy may have one mask for each of its two accesses.
fn masks(x: &OpSubject<'_>) -> Vec<u32> {
    let bits = |item: OpComponent| match item {
        OpComponent::Enum(_, bits) => Some(bits),
        _ => None,
    };
    operands(x).into_iter().filter_map(bits).collect()
}

/// Returns the alignments in bytes that the memory operands specify.
fn alignments(x: &OpSubject<'_>) -> Vec<u32> {
    let words = |item: OpComponent| match item {
        OpComponent::Word(word) => Some(word),
        _ => None,
    };
    operands(x).into_iter().filter_map(words).collect()
}

/// Returns the component number of an OpTypeVectorIdEXT.
fn long_vector_count(ctx: &Context, ty: Type) -> Option<Attribute> {
    let (op::TYPE_VECTOR_ID_EXT, params) = types::view(ctx, ty)? else { return None };
    params.get(2).copied()
}

/// Returns the size in bytes of the largest scalar in a type.
fn largest_scalar(facts: &Facts<'_>, ty: Type) -> u32 {
    let size = |ty: Type| {
        let shape = facts.shape(ty);
        match shape.kind {
            TypeKind::Int | TypeKind::Float => shape.width / 8,
            TypeKind::Pointer | TypeKind::UntypedPointer => 8,
            _ => 0,
        }
    };
    facts.parts(ty).iter().copied().map(size).max().unwrap_or(0)
}
