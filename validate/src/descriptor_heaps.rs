//! Validation of descriptor heaps (SPV_EXT_descriptor_heap)
//!
//! Covers heap variables, loads from heaps, and decorations that give layouts by id.

use super::constants::{type_of, value_of};
use super::facts::Facts;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::{DecorationSubject, DecorationTarget, OpSubject};
use super::typing::INT32;
use super::{Report, Site};
use spv_dialect::attributes;
use spv_dialect::decorations::Operand;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    built_in as b, capability as c, decoration as d, image_format as f, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Op, Type, Value, walk};

const SECTION: &str = "SPV_EXT_descriptor_heap";
/// Decorations whose operand is the id of an offset or stride constant.
const BY_ID: &[u32] = &[d::OFFSET_ID_EXT, d::ARRAY_STRIDE_ID_EXT];

/// Validation rules for descriptor heaps.
pub const RULES: &[Rule] = &[
    vulkan(
        "VUID-ResourceHeapEXT-ResourceHeapEXT-11241",
        "A",
        "a resource heap must be in UniformConstant",
        Check::Op(&[op::UNTYPED_VARIABLE_KHR], |x| is_in_uniform_constant(x, b::RESOURCE_HEAP_EXT)),
    ),
    vulkan("VUID-SamplerHeapEXT-SamplerHeapEXT-11239", "A", "a sampler heap must be in UniformConstant", {
        Check::Op(&[op::UNTYPED_VARIABLE_KHR], |x| is_in_uniform_constant(x, b::SAMPLER_HEAP_EXT))
    }),
    vulkan("VUID-StandaloneSpirv-Result-11336", "A", "a sampler must be loaded from a sampler heap", {
        Check::Report(|rule, facts, report| loads(rule, facts, report, op::TYPE_SAMPLER, b::SAMPLER_HEAP_EXT))
    }),
    vulkan("VUID-StandaloneSpirv-Result-11337", "A", "an image must be loaded from a resource heap", {
        Check::Report(|rule, facts, report| loads(rule, facts, report, op::TYPE_IMAGE, b::RESOURCE_HEAP_EXT))
    }),
    vulkan(
        "VUID-StandaloneSpirv-Result-11339",
        "A",
        "an acceleration structure must be loaded from a resource heap",
        Check::Report(|rule, facts, report| {
            loads(rule, facts, report, op::TYPE_ACCELERATION_STRUCTURE_KHR, b::RESOURCE_HEAP_EXT)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpUntypedImageTexelPointerEXT-11416",
        "A",
        "the image format must be R64i, R64ui, R32f, R32i or R32ui",
        Check::Op(&[op::UNTYPED_IMAGE_TEXEL_POINTER_EXT], |x| {
            let OpComponent::Attr(attr) = x.param_named("image_type")? else { return None };
            let (_, params) = types::view(x.ctx(), x.ctx().attr_type(attr)?)?;
            let format = x.ctx().attr_u64(*params.get(7)?)?;
            Some([f::R64I, f::R64UI, f::R32F, f::R32I, f::R32UI].iter().any(|one| u64::from(*one) == format))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-DescriptorHeapEXT-11482",
        "A",
        "a struct must not contain sampled images, unless BindlessTextureNV is declared",
        Check::Type(&[op::TYPE_STRUCT], |x| {
            let relaxed = x.facts.env.options.before_hlsl_legalization || x.facts.has(c::BINDLESS_TEXTURE_NV);
            let is_sampled_image = |ty: &Type| code(x.facts.ctx, *ty) == Some(op::TYPE_SAMPLED_IMAGE);
            let contains = || x.facts.parts(x.ty).iter().any(is_sampled_image);
            (x.facts.has(c::DESCRIPTOR_HEAP_EXT) && !relaxed).then(|| !contains())
        }),
    ),
    rule("SPV-heap-non-writable", SECTION, "a pointer to a buffer in Uniform must not be NonWritable", {
        Check::Decoration(&[d::NON_WRITABLE], |x| {
            let is_pointer = x.target == DecorationTarget::Op && x.owner.opcode == op::BUFFER_POINTER_EXT;
            is_pointer.then(|| Some(x.owner.result_shape()?.storage != s::UNIFORM))?
        })
    }),
    rule(
        "SPV-heap-offset-target",
        SECTION,
        "only a member of a struct with descriptors may have OffsetIdEXT",
        {
            Check::Decoration(&[d::OFFSET_ID_EXT], |x| match x.target {
                DecorationTarget::Member(ty, _) => Some(holds_descriptor(x, ty)),
                _ => Some(false),
            })
        },
    ),
    rule("SPV-heap-stride-target", SECTION, "only an array of descriptors may have ArrayStrideIdEXT", {
        Check::Decoration(&[d::ARRAY_STRIDE_ID_EXT], |x| {
            let DecorationTarget::Type(ty) = x.target else { return None };
            let is_array = [op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY].contains(&code(x.owner.ctx(), ty)?);
            Some(is_array && holds_descriptor(x, x.facts().shape(ty).inner?))
        })
    }),
    rule("SPV-heap-layout-type", SECTION, "the operand must be a 32-bit integer constant", {
        Check::Decoration(BY_ID, |x| {
            let ty = type_of(x.facts(), operand(x)?);
            Some(ty.is_some_and(|ty| INT32.has(x.owner.ctx(), ty)))
        })
    }),
    rule("SPV-heap-stride-zero", SECTION, "the stride must not be zero", {
        Check::Decoration(&[d::ARRAY_STRIDE_ID_EXT], |x| {
            Some(attributes::integer(x.owner.ctx(), value_of(x.facts(), operand(x)?)?)? != 0)
        })
    }),
    rule("SPV-heap-offset-repeated", SECTION, "Offset and OffsetIdEXT are mutually exclusive", {
        Check::Decoration(&[d::OFFSET_ID_EXT], |x| Some(!x.has(d::OFFSET)))
    }),
];

fn code(ctx: &spv_ir::Context, ty: Type) -> Option<u32> {
    types::view(ctx, ty).map(|(code, _)| code)
}

/// Returns the first operand of a decoration if it is an id, otherwise `None`.
fn operand(x: &DecorationSubject<'_>) -> Option<Attribute> {
    match x.decoration.operands.first()? {
        Operand::Id(attr) => Some(*attr),
        _ => None,
    }
}

/// Returns whether a type is or contains a descriptor.
fn holds_descriptor(x: &DecorationSubject<'_>, ty: Type) -> bool {
    const DESCRIPTORS: [u32; 5] = [
        op::TYPE_BUFFER_EXT,
        op::TYPE_IMAGE,
        op::TYPE_TENSOR_ARM,
        op::TYPE_SAMPLER,
        op::TYPE_ACCELERATION_STRUCTURE_KHR,
    ];
    let is_one = |ty: &Type| code(x.owner.ctx(), *ty).is_some_and(|code| DESCRIPTORS.contains(&code));
    is_one(&ty) || x.facts().parts(ty).iter().any(is_one)
}

fn is_in_uniform_constant(x: &OpSubject<'_>, heap: u32) -> Option<bool> {
    let is_heap = x.facts.decoration_word(x.dict(), d::BUILT_IN) == Some(heap);
    let class = v::UntypedVariableKHR::cast(x.body(), x.op)?.storage_class().0;
    is_heap.then_some(class == s::UNIFORM_CONSTANT)
}

/// Reports loads of types with OpType opcode `of` from a heap other than the built-in `heap`.
fn loads(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>, of: u32, heap: u32) {
    if !facts.has(c::DESCRIPTOR_HEAP_EXT) {
        return;
    }
    for (function, body) in facts.bodies() {
        for op in walk::ops(body).filter(|op| body.def(*op) == v::Load::ID) {
            if is_loaded_from(&OpSubject::new(facts, body, op, op::LOAD, None), of, heap) == Some(false) {
                report.add(rule, Site { body, op, holder: Some((facts.body, function)) }, "");
            }
        }
    }
}

/// Returns whether a load is from the built-in `heap`. Returns `None` unless the loaded type has opcode `of` and the
/// variable is an unbound heap variable.
fn is_loaded_from(x: &OpSubject<'_>, of: u32, heap: u32) -> Option<bool> {
    if code(x.ctx(), x.result_type()?)? != of {
        return None;
    }
    let dict = x.facts.body.attrs(heap_variable(x, x.operand(v::Load::POINTER)?)?);
    let own = x.facts.decoration_word(dict, d::BUILT_IN)?;
    let is_bound = [d::DESCRIPTOR_SET, d::BINDING].iter().any(|one| x.facts.is_decorated(dict, *one));
    let is_heap = [b::RESOURCE_HEAP_EXT, b::SAMPLER_HEAP_EXT].contains(&own);
    (is_heap && !is_bound).then_some(own == heap)
}

/// Returns the module-level variable into which an untyped pointer points, if it can be determined.
pub(super) fn heap_variable(x: &OpSubject<'_>, pointer: Value) -> Option<Op> {
    let (mut x, mut pointer) = (*x, pointer);
    loop {
        if let Some(symbol) = x.symbol(pointer) {
            return x.facts.symbols.get(symbol);
        }
        let op = x.defining(pointer)?;
        if op.operand_shape(v::AccessChain::BASE)?.kind != TypeKind::UntypedPointer {
            return None;
        }
        (x, pointer) = (op, op.operand(v::AccessChain::BASE)?);
    }
}
