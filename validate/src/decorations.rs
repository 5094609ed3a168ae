//! Validation of decorations: their targets and combinations

use super::constants::{constant_type, value_of};
use super::dispatch::opcode_of;
use super::facts::EntryPoint;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::{DecorationSubject, DecorationTarget};
use super::typing::INT32;
use spv_dialect::attributes;
use spv_dialect::decorations::Operand;
use spv_dialect::generated::opcodes::{self as op, glsl, ocl, set};
use spv_dialect::generated::values::{
    built_in, capability as c, decoration as d, execution_mode as mode, fp_fast_math_mode as fast,
    fp_rounding_mode, memory_model, scope, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::{Type, symbols};

/// Decorations for memory object declarations: variables and pointer parameters.
pub(crate) const OF_MEMORY_OBJECTS: &[u32] = &[
    d::NO_PERSPECTIVE,
    d::FLAT,
    d::PATCH,
    d::CENTROID,
    d::SAMPLE,
    d::RESTRICT,
    d::ALIASED,
    d::VOLATILE,
    d::COHERENT,
    d::NON_WRITABLE,
    d::NON_READABLE,
    d::XFB_BUFFER,
    d::XFB_STRIDE,
    d::COMPONENT,
    d::STREAM,
    d::RESTRICT_POINTER,
    d::ALIASED_POINTER,
    d::PER_PRIMITIVE_EXT,
];
/// Decorations for variables.
pub(crate) const OF_VARIABLES: &[u32] = &[
    d::INVARIANT,
    d::CONSTANT,
    d::LOCATION,
    d::INDEX,
    d::BINDING,
    d::DESCRIPTOR_SET,
    d::INPUT_ATTACHMENT_INDEX,
];
/// Decorations for structs.
pub(crate) const OF_STRUCTS: &[u32] = &[d::GLSL_SHARED, d::GLSL_PACKED, d::C_PACKED];
const HEAPS: &[u32] = &[built_in::RESOURCE_HEAP_EXT, built_in::SAMPLER_HEAP_EXT];
/// Subgroup built-ins that struct members must not have in Vulkan.
const OF_SUBGROUPS: &[u32] = &[
    built_in::NUM_SUBGROUPS,
    built_in::SUBGROUP_ID,
    built_in::SUBGROUP_SIZE,
    built_in::SUBGROUP_LOCAL_INVOCATION_ID,
    built_in::SUBGROUP_EQ_MASK,
    built_in::SUBGROUP_GE_MASK,
    built_in::SUBGROUP_GT_MASK,
    built_in::SUBGROUP_LE_MASK,
    built_in::SUBGROUP_LT_MASK,
];
const BLOCKS: &[u32] = &[d::BLOCK, d::BUFFER_BLOCK];
/// Decorations that are only valid on struct members.
const OF_MEMBERS: &[u32] = &[d::ROW_MAJOR, d::COL_MAJOR, d::MATRIX_STRIDE];
/// Decorations that are not valid on struct members.
const NOT_OF_MEMBERS: &[u32] = &[
    d::SPEC_ID,
    d::BLOCK,
    d::BUFFER_BLOCK,
    d::ARRAY_STRIDE,
    d::ARRAY_STRIDE_ID_EXT,
    d::GLSL_SHARED,
    d::GLSL_PACKED,
    d::C_PACKED,
    d::ALIASED,
    d::CONSTANT,
    d::UNIFORM,
    d::UNIFORM_ID,
    d::SATURATED_CONVERSION,
    d::INDEX,
    d::BINDING,
    d::DESCRIPTOR_SET,
    d::FUNC_PARAM_ATTR,
    d::FP_ROUNDING_MODE,
    d::FP_FAST_MATH_MODE,
    d::LINKAGE_ATTRIBUTES,
    d::NO_CONTRACTION,
    d::INPUT_ATTACHMENT_INDEX,
    d::ALIGNMENT,
    d::MAX_BYTE_OFFSET,
    d::ALIGNMENT_ID,
    d::MAX_BYTE_OFFSET_ID,
    d::NO_SIGNED_WRAP,
    d::NO_UNSIGNED_WRAP,
    d::NON_UNIFORM,
    d::RESTRICT_POINTER,
    d::ALIASED_POINTER,
    d::COUNTER_BUFFER,
];
/// Interpolation decorations.
const INTERPOLATION: &[u32] = &[d::FLAT, d::NO_PERSPECTIVE, d::CENTROID, d::SAMPLE];
/// Storage classes whose variables may have locations.
const LOCATED: &[u32] = &[
    s::INPUT,
    s::OUTPUT,
    s::RAY_PAYLOAD_KHR,
    s::INCOMING_RAY_PAYLOAD_KHR,
    s::HIT_ATTRIBUTE_KHR,
    s::CALLABLE_DATA_KHR,
    s::INCOMING_CALLABLE_DATA_KHR,
    s::SHADER_RECORD_BUFFER_KHR,
    s::HIT_OBJECT_ATTRIBUTE_NV,
    s::HIT_OBJECT_ATTRIBUTE_EXT,
    s::TILE_IMAGE_EXT,
];
/// Storage classes of resources that are bound through descriptors.
const BOUND: &[u32] = &[s::STORAGE_BUFFER, s::UNIFORM, s::UNIFORM_CONSTANT, s::TILE_ATTACHMENT_QCOM];
/// Storage classes in which the result of a conversion with FPRoundingMode may be stored.
const ROUNDED: &[u32] =
    &[s::STORAGE_BUFFER, s::UNIFORM, s::PUSH_CONSTANT, s::INPUT, s::OUTPUT, s::PHYSICAL_STORAGE_BUFFER];

/// Validation rules for decorations.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-decoration-memory-object",
        "3.20",
        "only a variable or a pointer parameter may have the decoration",
        Check::Decoration(OF_MEMORY_OBJECTS, |x| Some(is_member(x) || is_memory_object(x))),
    ),
    rule(
        "SPV-decoration-variable",
        "3.20",
        "only a variable, or a member, may have the decoration",
        Check::Decoration(OF_VARIABLES, |x| Some(is_member(x) || is_variable(x))),
    ),
    rule(
        "SPV-decoration-struct",
        "3.20",
        "only a struct may have the decoration",
        Check::Decoration(OF_STRUCTS, is_of_struct),
    ),
    rule("SPV-decoration-block", "3.20", "only a struct may be a block", {
        Check::Decoration(BLOCKS, is_of_struct)
    })
    .in_groups(),
    rule(
        "SPV-decoration-array-stride",
        "3.20",
        "only an array or a pointer type may have the decoration",
        Check::Decoration(&[d::ARRAY_STRIDE], |x| {
            let code = type_code(x);
            Some(
                is_member(x)
                    || [
                        Some(op::TYPE_ARRAY),
                        Some(op::TYPE_RUNTIME_ARRAY),
                        Some(op::TYPE_POINTER),
                        Some(op::TYPE_UNTYPED_POINTER_KHR),
                    ]
                    .contains(&code),
            )
        }),
    ),
    rule(
        "SPV-decoration-member",
        "3.20",
        "only a member of a struct may have the decoration",
        Check::Decoration(OF_MEMBERS, |x| Some(is_member(x))),
    ),
    rule(
        "SPV-decoration-no-member",
        "3.20",
        "the decoration is not allowed on a struct member",
        Check::Decoration(NOT_OF_MEMBERS, |x| Some(!is_member(x))),
    ),
    rule(
        "SPV-decoration-spec-id",
        "3.20",
        "only a scalar spec constant may have the decoration",
        Check::Decoration(&[d::SPEC_ID], |x| {
            let scalar = x.owner.opcode == op::SPEC_CONSTANT || x.owner.opcode == op::SPEC_CONSTANT_DATA_KHR;
            Some(is_member(x) || x.target == DecorationTarget::Op && scalar)
        }),
    ),
    rule(
        "SPV-decoration-built-in-members",
        "3.21",
        "either all members of a struct are built-ins, or none",
        Check::Type(&[op::TYPE_STRUCT], |x| {
            let dicts = types::structure(x.ctx(), x.ty)?.member_decorations;
            let count = dicts.iter().filter(|dict| x.facts.is_decorated(Some(**dict), d::BUILT_IN)).count();
            Some(count == 0 || count == types::structure(x.ctx(), x.ty)?.members.len())
        }),
    ),
    rule(
        "SPV-decoration-built-in",
        "3.21",
        "only a variable or a member may be a built-in; only a constant may be WorkgroupSize",
        Check::Decoration(&[d::BUILT_IN], |x| {
            let is_size = x.word(0) == Some(built_in::WORKGROUP_SIZE) && x.facts().has(c::SHADER);
            let fits = if is_size { is_constant(x) } else { is_variable(x) };
            Some(is_member(x) || fits)
        }),
    ),
    vulkan(
        "SPV-decoration-built-in-member",
        "A",
        "a member must not be this built-in",
        Check::Decoration(&[d::BUILT_IN], |x| Some(!is_member(x) || !OF_SUBGROUPS.contains(&x.word(0)?))),
    ),
    vulkan(
        "SPV-decoration-heap-member",
        "SPV_EXT_descriptor_heap",
        "a member must not be a descriptor heap",
        Check::Decoration(&[d::BUILT_IN], |x| Some(!is_member(x) || !HEAPS.contains(&x.word(0)?))),
    ),
    rule(
        "SPV-decoration-relaxed-precision",
        "3.20",
        "the decoration is not allowed on a type",
        Check::Decoration(&[d::RELAXED_PRECISION], |x| Some(!matches!(x.target, DecorationTarget::Type(_)))),
    )
    .in_groups(),
    rule(
        "SPV-decoration-wrap",
        "3.20",
        "only OpIAdd, OpISub, OpIMul, OpShiftLeftLogical and OpSNegate may have the decoration",
        Check::Decoration(&[d::NO_SIGNED_WRAP, d::NO_UNSIGNED_WRAP], |x| {
            let list = [op::I_ADD, op::I_SUB, op::I_MUL, op::SHIFT_LEFT_LOGICAL, op::S_NEGATE];
            let extended = x.owner.opcode == super::dispatch::NONE;
            Some(
                is_member(x)
                    || x.target == DecorationTarget::Op && (extended || list.contains(&x.owner.opcode)),
            )
        }),
    )
    .in_groups(),
    rule(
        "SPV-decoration-wrap-extended",
        "3.20",
        "among extended instructions only SAbs and s_abs may have NoSignedWrap; these and OpSNegate must \
         not have NoUnsignedWrap",
        // spirv-val does not check this rule.
        Check::Decoration(&[d::NO_SIGNED_WRAP, d::NO_UNSIGNED_WRAP], |x| {
            let row = x.owner.row();
            let is_extended = is_op(x) && row.set != 0;
            let may_be_signed = !is_extended
                || [(set::GLSL, glsl::S_ABS), (set::OCL, ocl::S_ABS)].contains(&(row.set, row.opcode));
            let may_be_unsigned = !is_extended && x.owner.opcode != op::S_NEGATE;
            let holds = if x.decoration.decoration.value == d::NO_SIGNED_WRAP {
                may_be_signed
            } else {
                may_be_unsigned
            };
            x.facts().env.options.strict.then_some(holds)
        }),
    ),
    rule(
        "SPV-decoration-uniform",
        "3.20",
        "only a value may have the decoration",
        Check::Decoration(&[d::UNIFORM, d::UNIFORM_ID], |x| {
            let of_void = x.target == DecorationTarget::Op
                && x.owner.opcode == op::FUNCTION_CALL
                && x.owner.result_type().is_none_or(|ty| x.owner.shape(ty).kind == TypeKind::Void);
            Some(
                !matches!(x.target, DecorationTarget::Type(_))
                    && (x.owner.opcode != op::FUNCTION || !is_op(x))
                    && !of_void,
            )
        }),
    )
    .in_groups(),
    rule("SPV-decoration-uniform-scope", "3.20", "the scope must be a 32-bit integer, and a known scope", {
        Check::Decoration(&[d::UNIFORM_ID], |x| {
            let Operand::Id(attr) = *x.decoration.operands.first()? else { return None };
            let ty = constant_type(x.facts(), attr);
            let known = uniform_scope(x).is_none_or(|scope| scope <= u64::from(scope::SHADER_CALL_KHR));
            Some(ty.is_none_or(|ty| INT32.has(x.owner.ctx(), ty)) && known)
        })
    }),
    vulkan(
        "SPV-decoration-uniform-scope-vulkan",
        "A",
        "the scope must be Workgroup or Subgroup",
        Check::Decoration(&[d::UNIFORM_ID], |x| {
            let scope = uniform_scope(x)?;
            Some([scope::WORKGROUP, scope::SUBGROUP].iter().any(|one| u64::from(*one) == scope))
        }),
    ),
    rule(
        "SPV-decoration-fast-math-default",
        "SPV_KHR_float_controls2",
        "with the execution mode FPFastMathDefault, NoContraction and the bit Fast are not allowed",
        Check::Decoration(&[d::NO_CONTRACTION, d::FP_FAST_MATH_MODE], |x| {
            let forbidden =
                x.decoration.decoration.value == d::NO_CONTRACTION || x.word(0)? & fast::FAST != 0;
            let facts = x.facts();
            let reaches = |entry: &EntryPoint| match x.owner.function() {
                Some((function, _)) => entry.reaches.contains(&function),
                None => {
                    let name = symbols::name_of(facts.ctx, facts.body, x.owner.op);
                    let symbol = name.map(|name| facts.ctx.ident(name));
                    facts
                        .reached(entry)
                        .any(|function| symbol.is_some_and(|own| function.uses.contains(&own)))
                }
            };
            let has_default = |entry: &EntryPoint| {
                facts.has_mode(entry.function, mode::FP_FAST_MATH_DEFAULT) && reaches(entry)
            };
            Some(!forbidden || !facts.entries.iter().any(has_default))
        }),
    ),
    rule(
        "SPV-decoration-fast-math-contraction",
        "3.20",
        "FPFastMathMode and NoContraction must not decorate the same target",
        Check::Decoration(&[d::FP_FAST_MATH_MODE], |x| Some(!x.has(d::NO_CONTRACTION))),
    ),
    rule(
        "SPV-decoration-fast-math-transform",
        "3.15",
        "AllowTransform requires AllowReassoc and AllowContract",
        Check::Decoration(&[d::FP_FAST_MATH_MODE], |x| {
            use spv_dialect::generated::values::fp_fast_math_mode as f;
            let (mode, needed) = (x.word(0)?, f::ALLOW_CONTRACT | f::ALLOW_REASSOC);
            Some(mode & f::ALLOW_TRANSFORM == 0 || mode & needed == needed)
        }),
    ),
    rule(
        "SPV-decoration-block-buffer-block",
        "3.20",
        "Block and BufferBlock are mutually exclusive",
        Check::Decoration(&[d::BLOCK], |x| Some(!x.has(d::BUFFER_BLOCK))),
    ),
    rule(
        "SPV-decoration-restrict-aliased",
        "3.20",
        "Restrict and Aliased are mutually exclusive",
        Check::Decoration(&[d::RESTRICT], |x| Some(is_member(x) || !x.has(d::ALIASED))),
    ),
    rule(
        "SPV-decoration-restrict-pointer-aliased-pointer",
        "3.20",
        "RestrictPointer and AliasedPointer are mutually exclusive",
        Check::Decoration(&[d::RESTRICT_POINTER], |x| Some(is_member(x) || !x.has(d::ALIASED_POINTER))),
    ),
    rule(
        "SPV-decoration-row-col-major",
        "3.20",
        "RowMajor and ColMajor are mutually exclusive",
        Check::Decoration(&[d::ROW_MAJOR], |x| Some(!x.has(d::COL_MAJOR))),
    ),
    rule(
        "SPV-decoration-repeated",
        "3.20",
        "a target may have the decoration only once",
        Check::Decoration(EVERY, |x| {
            let own = x.decoration.decoration.value;
            let mut others = x.all.iter().filter(|other| other.decoration.value == own);
            let strict = x.facts().env.options.strict;
            (others.clone().count() > 1).then(|| !strict && others.any(|other| x.facts().is_grouped(other)))
        }),
    ),
    rule(
        "SPV-decoration-vulkan-memory-model",
        "3.20",
        "the decoration is not allowed in the Vulkan memory model",
        Check::Decoration(&[d::COHERENT, d::VOLATILE], |x| {
            Some(x.facts().memory_model != memory_model::VULKAN)
        }),
    )
    .note("use memory operands and semantics"),
    rule(
        "SPV-decoration-non-writable",
        "3.20",
        "only storage images, uniform blocks and storage buffers may have the decoration",
        Check::Decoration(&[d::NON_WRITABLE, d::NON_READABLE], |x| {
            if is_member(x) {
                return None;
            }
            may_be_restricted(x)
        }),
    )
    .in_groups(),
    rule(
        "SPV-decoration-rounding-conversion",
        "3.20",
        "only OpFConvert may have a rounding mode in shaders",
        Check::Decoration(&[d::FP_ROUNDING_MODE], |x| {
            x.facts().has(c::SHADER).then(|| x.facts().has(c::KERNEL) || x.owner.opcode == op::F_CONVERT)
        }),
    ),
    rule(
        "SPV-decoration-rounding-kernel",
        "3.20",
        "in kernels only conversions from or to floats may have a rounding mode; with \
         RoundedDivideSqrtINTEL, also OpFDiv and sqrt",
        Check::Decoration(&[d::FP_ROUNDING_MODE], |x| {
            let conversions = [
                op::CONVERT_F_TO_U,
                op::CONVERT_F_TO_S,
                op::CONVERT_S_TO_F,
                op::CONVERT_U_TO_F,
                op::F_CONVERT,
            ];
            let row = x.owner.row();
            let rounded = x.owner.opcode == op::F_DIV || (row.set, row.opcode) == (set::OCL, ocl::SQRT);
            let rounded = rounded && x.facts().has(c::ROUNDED_DIVIDE_SQRT_INTEL);
            x.facts().has(c::KERNEL).then(|| is_op(x) && (rounded || conversions.contains(&x.owner.opcode)))
        }),
    ),
    rule(
        "SPV-decoration-rounding-store",
        "3.20",
        "the result must only be stored, through a pointer to 16-bit floats in interface memory",
        Check::Decoration(&[d::FP_ROUNDING_MODE], is_stored_as_half),
    ),
    vulkan(
        "VUID-StandaloneSpirv-FPRoundingMode-04675",
        "A",
        "the rounding mode must be RTE or RTZ",
        Check::Decoration(&[d::FP_ROUNDING_MODE], |x| {
            Some(
                !x.facts().has(c::SHADER)
                    || [fp_rounding_mode::RTE, fp_rounding_mode::RTZ].contains(&x.word(0)?),
            )
        }),
    )
    .note("use RTE or RTZ"),
    vulkan(
        "VUID-StandaloneSpirv-GLSLShared-04669",
        "A",
        "the decoration is not allowed in Vulkan",
        Check::Decoration(&[d::GLSL_SHARED, d::GLSL_PACKED], |x| Some(is_member(x))),
    )
    .note("decorate members with Offset, arrays with ArrayStride"),
    vulkan(
        "VUID-StandaloneSpirv-Location-06672",
        "A",
        "the decoration is not allowed on a variable of this storage class",
        Check::Decoration(&[d::LOCATION, d::COMPONENT], |x| Some(LOCATED.contains(&class(x)?))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-DescriptorSet-06491",
        "A",
        "only a StorageBuffer, Uniform or UniformConstant variable may have the decoration",
        Check::Decoration(&[d::BINDING, d::DESCRIPTOR_SET], |x| Some(BOUND.contains(&class(x)?))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-InputAttachmentIndex-06678",
        "A",
        "only a UniformConstant variable may have the decoration",
        Check::Decoration(&[d::INPUT_ATTACHMENT_INDEX], |x| Some(class(x)? == s::UNIFORM_CONSTANT)),
    ),
    vulkan(
        "SPV-decoration-index-output",
        "3.20",
        "only an Output variable may have the decoration",
        Check::Decoration(&[d::INDEX], |x| Some(class(x)? == s::OUTPUT)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-04670",
        "A",
        "only an Input or Output variable may have the decoration",
        Check::Decoration(INTERPOLATION, |x| Some([s::INPUT, s::OUTPUT].contains(&class(x)?))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-PerVertexKHR-06777",
        "A",
        "only an Input variable may have the decoration",
        Check::Decoration(&[d::PER_VERTEX_KHR], |x| Some(class(x)? == s::INPUT)),
    ),
    rule(
        "SPV-decoration-component-class",
        "3.20",
        "only an Input or Output variable may have the decoration",
        Check::Decoration(&[d::COMPONENT], |x| {
            Some(x.target != DecorationTarget::Op || [s::INPUT, s::OUTPUT].contains(&class(x)?))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Component-10583",
        "A",
        "only scalars and vectors of numbers have components",
        Check::Decoration(&[d::COMPONENT], |x| {
            let shape = component_shape(x)?;
            Some(is_numbers(shape))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Component-04920",
        "A",
        "the component must be at most 3",
        Check::Decoration(&[d::COMPONENT], |x| Some(x.word(0)? <= 3)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Component-04921",
        "A",
        "the components must be at most 3",
        Check::Decoration(&[d::COMPONENT], |x| {
            let shape = component_shape(x).filter(|shape| is_numbers(*shape))?;
            Some(![16, 32].contains(&shape.width) || x.word(0)?.saturating_add(shape.count) <= 4)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Component-04923",
        "A",
        "the component of a 64-bit number must be 0 or 2",
        Check::Decoration(&[d::COMPONENT], |x| {
            let shape = component_shape(x).filter(|shape| is_numbers(*shape))?;
            Some(shape.width != 64 || ![1, 3].contains(&x.word(0)?))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Component-04922",
        "A",
        "64-bit numbers must not extend beyond component 3",
        Check::Decoration(&[d::COMPONENT], |x| {
            let shape = component_shape(x).filter(|shape| is_numbers(*shape))?;
            Some(shape.width != 64 || x.word(0)?.saturating_add(2 * shape.count) <= 4)
        }),
    ),
];

/// All decorations that may occur at most once on a target, which excludes UserSemantic and FuncParamAttr.
const EVERY: &[u32] = &{
    let mut list = [0; spv_dialect::generated::enums::DECORATION.enumerants.len() - 2];
    let (mut i, mut n) = (0, 0);
    while i < spv_dialect::generated::enums::DECORATION.enumerants.len() {
        let value = spv_dialect::generated::enums::DECORATION.enumerants[i].value;
        if value != d::USER_SEMANTIC && value != d::FUNC_PARAM_ATTR {
            list[n] = value;
            n += 1;
        }
        i += 1;
    }
    list
};

/// Returns the scope operand of a UniformId decoration, or `None` if it is not a known constant.
fn uniform_scope(x: &DecorationSubject<'_>) -> Option<u64> {
    let Operand::Id(attr) = *x.decoration.operands.first()? else { return None };
    attributes::integer(x.owner.ctx(), value_of(x.facts(), attr)?)
}

fn is_of_struct(x: &DecorationSubject<'_>) -> Option<bool> {
    Some(is_member(x) || type_code(x) == Some(op::TYPE_STRUCT))
}

fn is_member(x: &DecorationSubject<'_>) -> bool {
    matches!(x.target, DecorationTarget::Member(..))
}

fn is_op(x: &DecorationSubject<'_>) -> bool {
    x.target == DecorationTarget::Op
}

fn type_code(x: &DecorationSubject<'_>) -> Option<u32> {
    match x.target {
        DecorationTarget::Type(ty) => types::view(x.owner.ctx(), ty).map(|(code, _)| code),
        _ => None,
    }
}

fn is_variable(x: &DecorationSubject<'_>) -> bool {
    is_op(x) && [op::VARIABLE, op::UNTYPED_VARIABLE_KHR].contains(&x.owner.opcode)
}

fn is_constant(x: &DecorationSubject<'_>) -> bool {
    const CONSTANTS: [u32; 6] = [
        op::CONSTANT,
        op::SPEC_CONSTANT,
        op::SPEC_CONSTANT_COMPOSITE,
        op::SPEC_CONSTANT_OP,
        op::UNDEF,
        op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT,
    ];
    is_op(x) && CONSTANTS.contains(&x.owner.opcode)
}

fn is_memory_object(x: &DecorationSubject<'_>) -> bool {
    match x.target {
        DecorationTarget::Op => {
            is_variable(x) || [op::RAW_ACCESS_CHAIN_NV, op::BUFFER_POINTER_EXT].contains(&x.owner.opcode)
        }
        DecorationTarget::Argument(ty) => ty
            .is_some_and(|ty| matches!(x.owner.shape(ty).kind, TypeKind::Pointer | TypeKind::UntypedPointer)),
        _ => false,
    }
}

/// Returns the storage class of the decorated variable, or `None` for other targets.
fn class(x: &DecorationSubject<'_>) -> Option<u32> {
    x.variable().map(|(_, class)| class)
}

/// Returns the shape of the type of a variable, parameter or member. For arrays, returns the shape of the innermost
/// element. Returns `None` for other targets.
fn component_shape(x: &DecorationSubject<'_>) -> Option<Shape> {
    let ctx = x.owner.ctx();
    let mut ty: Type = match x.target {
        DecorationTarget::Member(ty, member) => types::element(ctx, ty, member as u64)?,
        DecorationTarget::Argument(ty) => {
            let ty = ty?;
            types::pointer(ctx, ty).map_or(ty, |(pointee, _)| pointee)
        }
        _ => x.variable()?.0,
    };
    loop {
        let shape = x.owner.shape(ty);
        match shape.inner {
            Some(inner) if shape.kind == TypeKind::Array => ty = inner,
            _ => return Some(shape),
        }
    }
}

fn is_numbers(shape: Shape) -> bool {
    matches!(shape.kind, TypeKind::Int | TypeKind::Float)
        || shape.kind == TypeKind::Vector && matches!(shape.element, TypeKind::Int | TypeKind::Float)
}

/// Returns whether the target may be decorated with NonWritable or NonReadable. Returns `None` for targets other than
/// variables and parameters.
fn may_be_restricted(x: &DecorationSubject<'_>) -> Option<bool> {
    let (facts, ctx) = (x.facts(), x.owner.ctx());
    let (pointee, class) = match x.target {
        DecorationTarget::Argument(ty) => types::pointer(ctx, ty?)?,
        DecorationTarget::Op if x.owner.opcode == op::VARIABLE => x.variable()?,
        // Untyped variables and raw access chains are not checked, because their base types are not determined here.
        _ => return None,
    };
    let is_writable = x.decoration.decoration.value == d::NON_WRITABLE;
    // spirv-val applies this rule only to variables, not to parameters.
    let own = x.target == DecorationTarget::Op && [s::FUNCTION, s::PRIVATE].contains(&class);
    if own && is_writable && facts.version >= 0x0001_0400 || class == s::TILE_ATTACHMENT_QCOM {
        return Some(true);
    }
    let mut ty = pointee;
    loop {
        let shape = x.owner.shape(ty);
        match shape.inner {
            Some(inner) if matches!(shape.kind, TypeKind::Array | TypeKind::RuntimeArray) => ty = inner,
            _ => break,
        }
    }
    let decorated = |decoration| facts.is_type_decorated(ty, decoration);
    Some(match types::view(ctx, ty) {
        Some((op::TYPE_IMAGE, params)) => {
            let sampled = params.get(6).and_then(|attr| ctx.attr_u64(*attr));
            class == s::UNIFORM_CONSTANT && sampled != Some(1)
        }
        Some((op::TYPE_TENSOR_ARM, _)) => class == s::UNIFORM_CONSTANT,
        Some((op::TYPE_STRUCT, _)) => match class {
            s::UNIFORM => decorated(d::BLOCK) || decorated(d::BUFFER_BLOCK),
            s::STORAGE_BUFFER | s::PHYSICAL_STORAGE_BUFFER => decorated(d::BLOCK),
            _ => false,
        },
        // A pointer parameter may point into a buffer.
        _ => matches!(x.target, DecorationTarget::Argument(_)) && class == s::PHYSICAL_STORAGE_BUFFER,
    })
}

/// Returns whether all uses of the result of a conversion with FPRoundingMode store it as 16-bit floats. Returns `None`
/// for other targets and outside of shaders.
fn is_stored_as_half(x: &DecorationSubject<'_>) -> Option<bool> {
    if !x.facts().has(c::SHADER) || x.owner.opcode != op::F_CONVERT || !is_op(x) {
        return None;
    }
    let body = x.owner.body();
    let result = body.result(x.owner.op, 0);
    for (user, at) in body.uses(result) {
        let opcode = opcode_of(body.def(user));
        if opcode == op::F_CONVERT || opcode == super::dispatch::NONE {
            continue;
        }
        if body.def(user) != v::Store::ID || at != v::Store::OBJECT {
            return Some(false);
        }
        let ty = body.value_type_opt(body.operand(user, v::Store::POINTER))?;
        let (pointee, class) = types::pointer(x.owner.ctx(), ty)?;
        let shape = x.owner.shape(pointee);
        let is_half = shape.element == TypeKind::Float && shape.width == 16;
        let fits =
            is_half && matches!(shape.kind, TypeKind::Float | TypeKind::Vector) && ROUNDED.contains(&class);
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}
