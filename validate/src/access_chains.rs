//! Validation of access chains: result and base types

use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::{INT, INT32};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, raw_access_chain_operands as a, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::rule::{A, B, C, D, R};
use spv_dialect::verify::shape::TypeKind;
use spv_ir::params::OpComponent;

const TYPED: &[u32] =
    &[op::ACCESS_CHAIN, op::IN_BOUNDS_ACCESS_CHAIN, op::PTR_ACCESS_CHAIN, op::IN_BOUNDS_PTR_ACCESS_CHAIN];
const UNTYPED: &[u32] = &[
    op::UNTYPED_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
];
const ELEMENTS: &[u32] = &[op::PTR_ACCESS_CHAIN];
const RAW: &[u32] = &[op::RAW_ACCESS_CHAIN_NV];
const SECTION: &str = "3.42.8";
const UNTYPED_POINTERS: &str = "SPV_KHR_untyped_pointers";
const NV: &str = "SPV_NV_raw_access_chains";

/// Validation rules for access chains.
pub const RULES: &[Rule] = &[
    rule("SPV-access-chain-result", SECTION, "the result must be a pointer of OpTypePointer", {
        Check::BySignature(TYPED, |x| Some(x.shape_at(R)?.kind == TypeKind::Pointer))
    }),
    rule("SPV-access-chain-base", SECTION, "the base must be a pointer of OpTypePointer", {
        Check::BySignature(TYPED, |x| Some(x.operand_shape(v::AccessChain::BASE)?.kind == TypeKind::Pointer))
    })
    .note("use OpUntypedAccessChainKHR for an untyped pointer"),
    rule(
        "SPV-access-chain-element",
        SECTION,
        "the Element operand of an access chain must be an integer",
        Check::BySignature(ELEMENTS, |x| {
            Some(x.operand_shape(v::PtrAccessChain::ELEMENT)?.kind == TypeKind::Int)
        }),
    ),
    rule("SPV-access-chain-element-block", SECTION, "the Element operand must be 0 for a block", {
        Check::Op(ELEMENTS, |x| {
            let ty = x.pointee(v::PtrAccessChain::BASE)?;
            let block = types::structure(x.ctx(), ty).is_some()
                && [d::BLOCK, d::BUFFER_BLOCK].iter().any(|wanted| x.facts.is_type_decorated(ty, *wanted));
            Some(!block || x.constant(x.operand(v::PtrAccessChain::ELEMENT)?)? == 0)
        })
    }),
    rule("SPV-untyped-chain-result", UNTYPED_POINTERS, "the result must be an untyped pointer", {
        Check::BySignature(UNTYPED, |x| Some(x.shape_at(R)?.kind == TypeKind::UntypedPointer))
    }),
    rule(
        "SPV-untyped-chain-class",
        UNTYPED_POINTERS,
        "the result must have the storage class of the base",
        Check::BySignature(UNTYPED, |x| {
            Some(x.result_shape()?.storage == x.storage_class(v::UntypedAccessChainKHR::BASE)?)
        }),
    ),
    rule(
        "SPV-access-chain-stride",
        SECTION,
        "the type of a base that Element indexes must have the decoration ArrayStride",
        Check::BySignature(
            &[
                op::PTR_ACCESS_CHAIN,
                op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
                op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
            ],
            |x| {
                let class = x.storage_class(v::PtrAccessChain::BASE)?;
                let laid_out = [s::UNIFORM, s::STORAGE_BUFFER, s::PHYSICAL_STORAGE_BUFFER, s::PUSH_CONSTANT];
                let workgroup = class == s::WORKGROUP && x.facts.has(c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
                let ty = x.operand_type(v::PtrAccessChain::BASE)?;
                let strides = [d::ARRAY_STRIDE, d::ARRAY_STRIDE_ID_EXT];
                let has_stride = strides.iter().any(|stride| x.facts.is_type_decorated(ty, *stride));
                (x.facts.has(c::SHADER) && (laid_out.contains(&class) || workgroup)).then_some(has_stride)
            },
        ),
    ),
    rule(
        "SPV-untyped-chain-block-array",
        UNTYPED_POINTERS,
        "an array of blocks must not be accessed as another type, nor another type as an array of blocks",
        Check::Op(UNTYPED, |x| {
            let OpComponent::Attr(base) = x.param(0)? else { return None };
            let (base, data) = (x.ctx().attr_type(base)?, variable_type(x)?);
            let is_array = |ty| {
                let shape = x.shape(ty);
                let block =
                    |ty| [d::BLOCK, d::BUFFER_BLOCK].iter().any(|one| x.facts.is_type_decorated(ty, *one));
                shape.kind == TypeKind::Array
                    && x.facts
                        .parts(ty)
                        .iter()
                        .any(|part| types::structure(x.ctx(), *part).is_some() && block(*part))
            };
            Some(base == data || !is_array(base) && !is_array(data))
        }),
    ),
    rule("SPV-untyped-array-length-pointer", UNTYPED_POINTERS, "the pointer must be untyped", {
        Check::BySignature(&[op::UNTYPED_ARRAY_LENGTH_KHR], |x| {
            Some(x.operand_shape(v::UntypedArrayLengthKHR::POINTER)?.kind == TypeKind::UntypedPointer)
        })
    }),
    rule(
        "SPV-untyped-array-length",
        UNTYPED_POINTERS,
        "the type must be a struct whose last member, the one given, is a runtime array",
        Check::BySignature(&[op::UNTYPED_ARRAY_LENGTH_KHR], |x| {
            let OpComponent::Attr(ty) = x.param(0)? else { return None };
            let Some(parts) = types::structure(x.ctx(), x.ctx().attr_type(ty)?) else { return Some(false) };
            let last = parts.members.last().and_then(|attr| x.ctx().attr_type(*attr))?;
            let member = x.number(x.param(2)?)?;
            Some(x.shape(last).kind == TypeKind::RuntimeArray && member + 1 == parts.members.len() as u64)
        }),
    ),
    rule("SPV-raw-chain-result", NV, "the result must be a pointer of OpTypePointer", {
        Check::BySignature(RAW, |x| Some(x.shape_at(R)?.kind == TypeKind::Pointer))
    }),
    rule(
        "SPV-raw-chain-class",
        NV,
        "the result must be in storage class StorageBuffer, PhysicalStorageBuffer or Uniform",
        Check::BySignature(RAW, |x| {
            x.points_into(R, &[s::STORAGE_BUFFER, s::PHYSICAL_STORAGE_BUFFER, s::UNIFORM])
        }),
    ),
    rule("SPV-raw-chain-pointee", NV, "the result must not point to an array, matrix or struct", {
        Check::BySignature(RAW, |x| {
            let kind = x.shape(x.pointee_at(R)?).kind;
            Some(!matches!(kind, TypeKind::Array | TypeKind::Matrix | TypeKind::Struct))
        })
    }),
    rule("SPV-raw-chain-stride", NV, "the stride must be OpConstant of an integer", {
        Check::Op(RAW, |x| Some(x.is_in(B, INT)? && x.constant_attr(x.value_at(1)?).is_some()))
    }),
    rule("SPV-raw-chain-index", NV, "index and offset must be 32-bit integers", {
        Check::BySignature(RAW, |x| Some(x.is_in(C, INT32)? && x.is_in(D, INT32)?))
    }),
    rule("SPV-raw-chain-stride-zero", NV, "with RobustnessPerElementNV the stride must not be 0", {
        Check::Op(RAW, |x| {
            let wanted = raw_operands(x)? & a::ROBUSTNESS_PER_ELEMENT_NV != 0;
            Some(!wanted || x.constant(x.value_at(1)?) != Some(0))
        })
    }),
    rule(
        "SPV-raw-chain-robustness",
        NV,
        "at most one kind of robustness is allowed, and none for PhysicalStorageBuffer",
        Check::BySignature(RAW, |x| {
            let both = a::ROBUSTNESS_PER_ELEMENT_NV | a::ROBUSTNESS_PER_COMPONENT_NV;
            let asked = raw_operands(x)? & both;
            let physical = x.shape_at(R)?.storage == s::PHYSICAL_STORAGE_BUFFER;
            Some(asked != both && (asked == 0 || !physical))
        }),
    ),
    rule("SPV-raw-chain-base", NV, "the base must be a pointer", {
        Check::BySignature(RAW, |x| x.is_pointer(A))
    }),
];

/// Returns the data type of the variable at the base of an untyped access chain. Looks through copies of pointers.
/// Returns `None` if the base is not a variable.
fn variable_type(x: &OpSubject<'_>) -> Option<spv_ir::Type> {
    let (mut x, mut pointer) = (*x, x.operand(v::UntypedAccessChainKHR::BASE)?);
    while x.symbol(pointer).is_none() {
        x = x.defining(pointer).filter(|op| op.opcode == op::COPY_OBJECT)?;
        pointer = x.operand(v::CopyObject::OPERAND)?;
    }
    let symbol = x.symbol(pointer)?;
    if let Some(variable) = x.facts.variable(symbol) {
        return Some(types::pointer(x.ctx(), variable.ty(x.ctx())?)?.0);
    }
    let op = x.facts.symbols.get(symbol)?;
    v::UntypedVariableKHR::cast(x.facts.body, op)?.data_type(x.ctx())
}

fn raw_operands(x: &OpSubject<'_>) -> Option<u32> {
    match x.param_named("raw_access_chain_operands")? {
        OpComponent::Enum(_, bits) => Some(bits),
        _ => None,
    }
}
