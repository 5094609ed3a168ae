//! Untyped pointers: their access chains and variables.

use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use crate::generated::opcodes as op;
use crate::generated::values::{capability as c, decoration as d, storage_class as s};
use crate::types;
use crate::verify::shape::Kind;
use spv_ir::Type;
use spv_ir::params::Item;

const CHAINS: &[u32] = &[
    op::UNTYPED_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
];
/// Those with an operand that steps over whole objects.
const ELEMENT_CHAINS: &[u32] =
    &[op::UNTYPED_PTR_ACCESS_CHAIN_KHR, op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR];
const SECTION: &str = "SPV_KHR_untyped_pointers";

/// The rules of the family.
pub const RULES: &[Rule] = &[
    rule("SPV-untyped-base-type", SECTION, "the base type may not be a pointer", {
        Check::BySignature(CHAINS, |x| {
            let kind = x.shape(base_type(x)?).kind;
            Some(matches!(kind, Kind::Pointer | Kind::UntypedPointer))
        })
    }),
    rule("SPV-untyped-indices", SECTION, "there are more indices than the base type has levels", {
        Check::Op(CHAINS, |x| Some(steps(x)? == Steps::TooMany))
    }),
    rule("SPV-untyped-element", SECTION, "the element must be an integer", {
        Check::BySignature(ELEMENT_CHAINS, |x| Some(x.operand_shape(1)?.kind != Kind::Int))
    }),
    rule("SPV-untyped-element-block", SECTION, "the element of a block must be 0", {
        Check::Op(ELEMENT_CHAINS, |x| {
            let ty = base_type(x)?;
            let block = types::structure(x.ctx(), ty).is_some()
                && [d::BLOCK, d::BUFFER_BLOCK].iter().any(|wanted| x.facts.is_type_decorated(ty, *wanted));
            Some(block && x.facts.has(c::SHADER) && x.constant(x.operand(1)?)? != 0)
        })
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeUntypedPointerKHR-11417",
        "A",
        "untyped pointers are only to storage classes with an explicit layout",
        Check::Value(&[op::TYPE_UNTYPED_POINTER_KHR], |x| {
            let class = x.shape().storage;
            let laid_out = [s::STORAGE_BUFFER, s::UNIFORM, s::PUSH_CONSTANT, s::WORKGROUP];
            let heap = class == s::UNIFORM_CONSTANT && x.facts.has(c::DESCRIPTOR_HEAP_EXT);
            Some(
                !laid_out.contains(&class)
                    && !heap
                    && ![s::PHYSICAL_STORAGE_BUFFER, s::IMAGE].contains(&class),
            )
        }),
    ),
    vulkan(
        "SPV-untyped-workgroup",
        "A",
        "untyped pointers to Workgroup need capability WorkgroupMemoryExplicitLayoutKHR",
        Check::Value(&[op::TYPE_UNTYPED_POINTER_KHR], |x| {
            let declared = x.facts.has(c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
            Some(x.shape().storage == s::WORKGROUP && !declared)
        }),
    )
    .note("declare WorkgroupMemoryExplicitLayoutKHR"),
];

/// The type that an access chain steps through.
fn base_type(x: &OpSubject<'_>) -> Option<Type> {
    match x.param(0)? {
        Item::Attr(attr) => x.ctx().attr_type(attr),
        _ => None,
    }
}

#[derive(PartialEq, Eq)]
enum Steps {
    Fit,
    TooMany,
}

/// Steps through the base type.
fn steps(x: &OpSubject<'_>) -> Option<Steps> {
    let mut ty = base_type(x)?;
    let first = 1 + usize::from(ELEMENT_CHAINS.contains(&x.opcode));
    for number in first..x.body.operand_count(x.op) {
        let kind = x.facts.shape(ty).kind;
        if matches!(kind, Kind::Int | Kind::Float | Kind::Bool | Kind::Pointer | Kind::UntypedPointer) {
            return Some(Steps::TooMany);
        }
        let index = x.constant(x.operand(number)?).unwrap_or(0);
        ty = types::element(x.ctx(), ty, index)?;
    }
    Some(Steps::Fit)
}
