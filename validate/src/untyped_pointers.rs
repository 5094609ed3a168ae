//! Validation of untyped pointers: access chains and variables

use super::constants::type_of;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{built_in as b, capability as c, decoration as d, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::Type;
use spv_ir::params::OpComponent;

const CHAINS: &[u32] = &[
    op::UNTYPED_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
];
/// Access chains with an `Element` operand, which selects another object of the base type.
const ELEMENT_CHAINS: &[u32] =
    &[op::UNTYPED_PTR_ACCESS_CHAIN_KHR, op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR];
const VARIABLE: &[u32] = &[op::UNTYPED_VARIABLE_KHR];
const SECTION: &str = "SPV_KHR_untyped_pointers";

/// Validation rules for untyped pointers.
pub const RULES: &[Rule] = &[
    rule("SPV-untyped-base-type", SECTION, "the base type must not be a pointer", {
        Check::BySignature(CHAINS, |x| {
            let kind = x.shape(base_type(x)?).kind;
            Some(!matches!(kind, TypeKind::Pointer | TypeKind::UntypedPointer))
        })
    }),
    rule(
        "SPV-untyped-indices",
        SECTION,
        "the number of indices exceeds the nesting depth of the base type",
        Check::Op(CHAINS, |x| Some(steps(x)? != Steps::TooMany)),
    ),
    rule("SPV-untyped-element", SECTION, "the element must be an integer", {
        Check::BySignature(ELEMENT_CHAINS, |x| {
            Some(x.operand_shape(v::UntypedPtrAccessChainKHR::ELEMENT)?.kind == TypeKind::Int)
        })
    }),
    rule("SPV-untyped-element-block", SECTION, "the Element operand must be 0 for a block", {
        Check::Op(ELEMENT_CHAINS, |x| {
            let ty = base_type(x)?;
            let block = types::structure(x.ctx(), ty).is_some()
                && [d::BLOCK, d::BUFFER_BLOCK].iter().any(|wanted| x.facts.is_type_decorated(ty, *wanted));
            Some(
                !block
                    || !x.facts.has(c::SHADER)
                    || x.constant(x.operand(v::UntypedPtrAccessChainKHR::ELEMENT)?)? == 0,
            )
        })
    }),
    rule(
        "SPV-untyped-variable-type",
        SECTION,
        "the type must be an untyped pointer in the storage class of the variable",
        Check::BySignature(VARIABLE, |x| {
            let ty = match x.param_named("type") {
                Some(OpComponent::Attr(ty)) => x.ctx().attr_type(ty)?,
                _ => x.result_type()?,
            };
            let shape = x.shape(ty);
            Some(shape.kind == TypeKind::UntypedPointer && shape.storage == class(x)?)
        }),
    ),
    rule(
        "SPV-untyped-variable-data",
        SECTION,
        "a Function, Private or Workgroup variable must have a data type",
        Check::BySignature(VARIABLE, |x| {
            let needed = [s::FUNCTION, s::PRIVATE, s::WORKGROUP].contains(&class(x)?);
            needed.then(|| x.param_named("data_type").is_some())
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpUntypedVariableKHR-11167",
        "A",
        "a variable must have a data type, unless it is in UniformConstant",
        Check::BySignature(VARIABLE, |x| {
            Some(class(x)? == s::UNIFORM_CONSTANT || x.param_named("data_type").is_some())
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpUntypedVariableKHR-11347",
        "A",
        "a UniformConstant variable that is not a heap must have a data type",
        Check::Op(VARIABLE, |x| {
            let own = x.facts.decoration_word(x.dict(), d::BUILT_IN);
            let heap = own.is_some_and(|own| [b::RESOURCE_HEAP_EXT, b::SAMPLER_HEAP_EXT].contains(&own));
            (class(x)? == s::UNIFORM_CONSTANT).then(|| x.param_named("data_type").is_some() || heap)
        }),
    )
    .note("decorate it with BuiltIn ResourceHeapEXT or SamplerHeapEXT"),
    rule("SPV-untyped-variable-initializer", SECTION, "the initializer must have the data type", {
        Check::Op(VARIABLE, |x| {
            let OpComponent::Attr(data) = x.param_named("data_type")? else { return None };
            let own = match x.param_named("initializer")? {
                OpComponent::Attr(value) => type_of(x.facts, value)?,
                OpComponent::Value(value) => x.value_type(value)?,
                _ => return None,
            };
            Some(Some(own) == x.ctx().attr_type(data))
        })
    }),
    rule(
        "SPV-untyped-variable-block",
        SECTION,
        "in shaders the data type of a Workgroup variable in an interface must be a struct with Block",
        Check::Op(VARIABLE, |x| {
            let name = x.ctx().ident(spv_ir::symbols::name_of(x.ctx(), x.body(), x.op)?);
            if x.facts.models_listing(name).is_empty() {
                return None;
            }
            let OpComponent::Attr(data) = x.param_named("data_type")? else { return None };
            let ty = x.ctx().attr_type(data)?;
            let block = types::structure(x.ctx(), ty).is_some() && x.facts.is_type_decorated(ty, d::BLOCK);
            (x.facts.has(c::SHADER) && class(x)? == s::WORKGROUP).then_some(block)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeUntypedPointerKHR-11417",
        "A",
        "an untyped pointer must be in a storage class with an explicit layout",
        Check::Type(&[op::TYPE_UNTYPED_POINTER_KHR], |x| {
            let class = x.shape().storage;
            let laid_out = [s::STORAGE_BUFFER, s::UNIFORM, s::PUSH_CONSTANT, s::WORKGROUP];
            let heap =
                [s::UNIFORM_CONSTANT, s::IMAGE].contains(&class) && x.facts.has(c::DESCRIPTOR_HEAP_EXT);
            Some(laid_out.contains(&class) || heap || class == s::PHYSICAL_STORAGE_BUFFER)
        }),
    ),
    vulkan(
        "SPV-untyped-workgroup",
        "A",
        "untyped pointers in Workgroup require capability WorkgroupMemoryExplicitLayoutKHR",
        Check::Type(&[op::TYPE_UNTYPED_POINTER_KHR], |x| {
            let declared = x.facts.has(c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
            (x.shape().storage == s::WORKGROUP).then_some(declared)
        }),
    )
    .note("declare WorkgroupMemoryExplicitLayoutKHR"),
];

/// Returns the storage class operand of a variable, or `None` for other ops.
fn class(x: &OpSubject<'_>) -> Option<u32> {
    x.number(x.param_named("storage_class")?).and_then(|class| u32::try_from(class).ok())
}

/// Returns the base type operand of an access chain, or `None` for other ops.
fn base_type(x: &OpSubject<'_>) -> Option<Type> {
    match x.param(0)? {
        OpComponent::Attr(attr) => x.ctx().attr_type(attr),
        _ => None,
    }
}

#[derive(PartialEq, Eq)]
enum Steps {
    Fit,
    TooMany,
}

/// Follows the indices of an access chain through its base type. Returns `None` if the type cannot be determined.
fn steps(x: &OpSubject<'_>) -> Option<Steps> {
    let mut ty = base_type(x)?;
    let first = 1 + usize::from(ELEMENT_CHAINS.contains(&x.opcode));
    for number in first..x.operand_count() {
        let kind = x.facts.shape(ty).kind;
        if matches!(
            kind,
            TypeKind::Int | TypeKind::Float | TypeKind::Bool | TypeKind::Pointer | TypeKind::UntypedPointer
        ) {
            return Some(Steps::TooMany);
        }
        let index = x.constant(x.operand(number)?).unwrap_or(0);
        ty = types::element(x.ctx(), ty, index)?;
    }
    Some(Steps::Fit)
}
