//! Validation of conversions, multi-result arithmetic and copies
//!
//! The rules relate the types of operands and results.

use super::rule::{Check, Rule, opencl, rule, vulkan};
use super::subject::OpSubject;
use super::typing::{BOOL, BOOLS, INT, INT32, INTS, is_unsigned, scalar};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, scope};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::composite::logically_match;
use spv_dialect::verify::rule::{A, B, R};
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::Type;
use spv_ir::params::OpComponent;

/// Instructions that the specification reserves for future use.
const RESERVED: &[u32] = &[
    op::IMAGE_SPARSE_SAMPLE_PROJ_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_PROJ_EXPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_PROJ_DREF_IMPLICIT_LOD,
    op::IMAGE_SPARSE_SAMPLE_PROJ_DREF_EXPLICIT_LOD,
];
/// Instructions that return a struct with two members of the operand type.
const PAIRS: &[u32] = &[op::I_ADD_CARRY, op::I_SUB_BORROW, op::S_MUL_EXTENDED, op::U_MUL_EXTENDED];
const FIELDS: &[u32] =
    &[op::BIT_FIELD_INSERT, op::BIT_FIELD_S_EXTRACT, op::BIT_FIELD_U_EXTRACT, op::BIT_REVERSE];
/// Bit-field, bit-reversal and bit-count instructions, whose `Base` operand must be 32 bits wide in Vulkan.
const COUNTED: &[u32] =
    &[op::BIT_FIELD_INSERT, op::BIT_FIELD_S_EXTRACT, op::BIT_FIELD_U_EXTRACT, op::BIT_REVERSE, op::BIT_COUNT];
const STREAMS: &[u32] = &[op::EMIT_STREAM_VERTEX, op::END_STREAM_PRIMITIVE];

/// Validation rules for arithmetic, conversions and copies.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-op-reserved",
        "3.42",
        "the instruction is reserved",
        Check::BySignature(RESERVED, |_| Some(false)),
    ),
    rule(
        "SPV-bitcast-pointer",
        "3.42.11",
        "a pointer can only be cast to or from pointers, integers and 32-bit integer vectors",
        Check::BySignature(&[op::BITCAST], |x| {
            let (from, to) = (x.operand_shape(v::Bitcast::OPERAND)?, x.result_shape()?);
            let fits = |shape: Shape| match shape.kind {
                TypeKind::Pointer | TypeKind::UntypedPointer | TypeKind::Int => true,
                TypeKind::Vector | TypeKind::LongVector => {
                    let late = x.facts.version >= 0x0001_0500
                        || x.facts.has_extension("SPV_KHR_physical_storage_buffer");
                    late && shape.element == TypeKind::Int && shape.width == 32
                }
                _ => false,
            };
            let pointer = |shape: Shape| matches!(shape.kind, TypeKind::Pointer | TypeKind::UntypedPointer);
            Some((!pointer(from) || fits(to)) && (!pointer(to) || fits(from)))
        }),
    ),
    rule("SPV-copy-logical", "3.42.12", "the types must differ and match logically", {
        Check::BySignature(&[op::COPY_LOGICAL], |x| {
            let same = x.operand_type(v::CopyLogical::OPERAND) == x.result_type();
            Some(
                !same && logically_match(x.ctx(), x.operand_type(v::CopyLogical::OPERAND)?, x.result_type()?),
            )
        })
    })
    .note(
        "arrays of the same length, and structs with the same number of members, match if their elements \
           match",
    ),
    rule(
        "SPV-arithmetic-pair",
        "3.42.13",
        "the result must be a struct of two members of the operands' type",
        Check::BySignature(PAIRS, |x| {
            let parts = types::structure(x.ctx(), x.result_type()?)?;
            let members: Vec<Option<Type>> =
                parts.members.iter().map(|attr| x.ctx().attr_type(*attr)).collect();
            let alike =
                members.len() == 2 && members.iter().all(|ty| *ty == x.operand_type(v::IAddCarry::OPERAND1));
            let signed = |ty: &Option<Type>| ty.is_some_and(|ty| !is_unsigned(x.ctx(), scalar(x.ctx(), ty)));
            let carries = [op::I_ADD_CARRY, op::I_SUB_BORROW].contains(&x.opcode);
            let unsigned = !carries || !members.iter().any(signed);
            Some(
                alike
                    && unsigned
                    && x.operand_type(v::IAddCarry::OPERAND1) == x.operand_type(v::IAddCarry::OPERAND2),
            )
        }),
    ),
    rule(
        "SPV-bit-field-types",
        "3.42.14",
        "the base and the inserted bits must have the type of the result",
        Check::BySignature(FIELDS, |x| {
            let fits = x.opcode != op::BIT_FIELD_INSERT || x.same_type(B, R)?;
            Some(fits && x.same_type(A, R)?)
        }),
    ),
    vulkan("VUID-RuntimeSpirv-None-10824", "A", "the base must have 32 bits", {
        Check::BySignature(COUNTED, |x| {
            let relaxed = x.facts.env.options.allow_vulkan_32_bit_bitwise;
            Some(relaxed || x.shape_at(A)?.width == 32)
        })
    })
    .note("use the option allow-vulkan-32-bit-bitwise to accept other widths"),
    rule(
        "SPV-clock-result",
        "SPV_KHR_shader_clock",
        "the result must be an unsigned 64-bit integer, or a vector of two unsigned 32-bit integers",
        Check::BySignature(&[op::READ_CLOCK_KHR], |x| {
            Some(x.is_in(R, INT.width(64).unsigned())? || x.is_in(R, INT32.unsigned().vector(2))?)
        }),
    ),
    rule("SPV-clock-scope-value", "3.27", "the value is not a scope", {
        Check::Op(&[op::READ_CLOCK_KHR], |x| {
            Some(x.number(x.param_named("scope")?)? <= u64::from(scope::SHADER_CALL_KHR))
        })
    }),
    vulkan("VUID-StandaloneSpirv-OpReadClockKHR-04652", "A", "the scope must be Subgroup or Device", {
        Check::Op(&[op::READ_CLOCK_KHR], |x| is_scope(x, &[scope::SUBGROUP, scope::DEVICE]))
    }),
    opencl("SPV-clock-scope", "SPV_KHR_shader_clock", "the scope must be Subgroup, Workgroup or Device", {
        Check::Op(&[op::READ_CLOCK_KHR], |x| is_scope(x, &[scope::SUBGROUP, scope::WORKGROUP, scope::DEVICE]))
    }),
    rule(
        "SPV-abort-message",
        "SPV_KHR_abort",
        "the message must have the message type, or match it logically",
        {
            Check::BySignature(&[op::ABORT_KHR], |x| {
                let OpComponent::Attr(attr) = x.param_named("message_type")? else { return None };
                let (stated, own) = (x.ctx().attr_type(attr)?, x.operand_type(v::AbortKHR::MESSAGE)?);
                Some(stated == own || logically_match(x.ctx(), own, stated))
            })
        },
    ),
    rule("SPV-stream", "3.42.19", "the stream must be a constant integer", {
        Check::Op(STREAMS, |x| Some(x.is_in(A, INT)? && x.is_constant_at(0)?))
    }),
    rule("SPV-load-runtime-array", "3.42.8", "a runtime array must not be loaded", {
        Check::BySignature(&[op::LOAD], |x| {
            let holds = |ty: &Type| x.shape(*ty).kind == TypeKind::RuntimeArray;
            let relaxed = x.facts.env.options.before_hlsl_legalization;
            Some(relaxed || !x.facts.parts(x.result_type()?).iter().any(holds))
        })
    }),
    rule(
        "SPV-copy-memory-operands",
        "3.42.8",
        "before version 1.4 a copy must have at most one set of memory operands",
        Check::BySignature(&[op::COPY_MEMORY, op::COPY_MEMORY_SIZED], |x| {
            (x.facts.version < 0x0001_0400).then(|| x.param_named("memory_access_1").is_none())
        }),
    ),
    rule(
        "SPV-array-length",
        "3.42.8",
        "the operand must point to a struct whose last member, the one given, is a runtime array",
        Check::Op(&[op::ARRAY_LENGTH], |x| {
            let Some(parts) = types::structure(x.ctx(), x.pointee(v::ArrayLength::STRUCTURE)?) else {
                return Some(false);
            };
            let last = parts.members.last().and_then(|attr| x.ctx().attr_type(*attr))?;
            let member = x.number(x.param(1)?)?;
            Some(x.shape(last).kind == TypeKind::RuntimeArray && member + 1 == parts.members.len() as u64)
        }),
    ),
    rule("SPV-array-length-result", "3.42.8", "the result must be an unsigned 32-bit integer", {
        Check::BySignature(&[op::ARRAY_LENGTH, op::UNTYPED_ARRAY_LENGTH_KHR], |x| {
            let int64 = x.result_shape()?.width == 64 && x.facts.has_any(&[c::SHADER64_BIT_INDEXING_EXT]);
            Some(x.is_in(R, INT32.unsigned())? || int64)
        })
    }),
    rule(
        "SPV-select-condition",
        "3.42.16",
        "the condition must have the same number of components as the result",
        Check::BySignature(&[op::SELECT], |x| {
            let (condition, result) = (x.operand_shape(v::Select::CONDITION)?, x.result_shape()?);
            // Before version 1.4, a scalar condition can only select between scalars.
            let early = condition.kind == TypeKind::Bool && x.facts.version < 0x0001_0400;
            Some(
                (!condition.is_vector() || result.is_vector() && !condition.differs_in_count(&result))
                    && (!early || !result.is_vector()),
            )
        }),
    ),
    rule("SPV-composite-vector-count", "3.42.12", "a vector must have at least two constituents", {
        Check::Needs(&[op::COMPOSITE_CONSTRUCT], |x| {
            let few = x.operand_count() < 2;
            (x.result_shape()?.kind == TypeKind::Vector && few).then_some(&[c::LONG_VECTOR_EXT])
        })
    })
    .note("declare LongVectorEXT to allow a single constituent"),
    rule("SPV-helper-result", "3.42.24", "the result must be a bool", {
        Check::TypeIn(&[op::IS_HELPER_INVOCATION_EXT, op::IMAGE_SPARSE_TEXELS_RESIDENT], R, BOOL)
    }),
    rule("SPV-assume-condition", "SPV_KHR_expect_assume", "the condition must be a bool", {
        Check::TypeIn(&[op::ASSUME_TRUE_KHR], A, BOOL)
    }),
    rule(
        "SPV-expect-type",
        "SPV_KHR_expect_assume",
        "the result must be a scalar or vector of integers or bools",
        Check::TypeIn(&[op::EXPECT_KHR], R, INTS.with(BOOLS)),
    ),
    rule(
        "SPV-replicate-composite",
        "SPV_EXT_replicated_composites",
        "the result must be a composite",
        Check::BySignature(&[op::COMPOSITE_CONSTRUCT_REPLICATE_EXT], |x| {
            Some(!matches!(
                x.result_shape()?.kind,
                TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Pointer
            ))
        }),
    ),
    rule(
        "SPV-replicate-type",
        "SPV_EXT_replicated_composites",
        "the value must have the type of the components",
        Check::BySignature(&[op::COMPOSITE_CONSTRUCT_REPLICATE_EXT], |x| {
            let result = x.result_type()?;
            let tensor = types::view(x.ctx(), result).filter(|(code, _)| *code == op::TYPE_TENSOR_ARM);
            let element = match tensor {
                Some((_, params)) => x.ctx().attr_type(*params.get(1)?),
                None => types::element(x.ctx(), result, 0),
            };
            Some(element == x.operand_type(v::CompositeConstructReplicateEXT::VALUE))
        }),
    ),
];

/// Returns whether the `Scope` operand of an op is in `scopes`. Returns `None` if the operand is not a known constant.
fn is_scope(x: &OpSubject<'_>, scopes: &[u32]) -> Option<bool> {
    let own = x.number(x.param_named("scope")?)?;
    Some(scopes.iter().any(|scope| u64::from(*scope) == own))
}
