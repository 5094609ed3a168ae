//! Validation of constants and of the types that values may have

use super::facts::Facts;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use crate::requirements;
use rustc_hash::FxHashSet;
use spv_dialect::attributes;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, fp_encoding as f, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::dialect::OpDefId;
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Signedness, Type, TypeData};

/// OpType opcodes of types with a null value. Excludes scalars and composites, which the caller handles.
const NULLABLE: [u32; 6] = [
    op::TYPE_POINTER,
    op::TYPE_UNTYPED_POINTER_KHR,
    op::TYPE_EVENT,
    op::TYPE_DEVICE_EVENT,
    op::TYPE_RESERVE_ID,
    op::TYPE_QUEUE,
];
/// Floating-point encodings other than IEEE 754, with their widths in bits.
const ENCODINGS: [(u32, u64); 8] = [
    (f::B_FLOAT16_KHR, 16),
    (f::FLOAT8E4M3_EXT, 8),
    (f::FLOAT8E5M2_EXT, 8),
    (f::FLOAT6E2M3_EXT, 6),
    (f::FLOAT6E3M2_EXT, 6),
    (f::FLOAT4E2M1_EXT, 4),
    (f::FLOAT8_UNSIGNED_E8M0_EXT, 8),
    (f::MX_INT8_EXT, 8),
];

/// Validation rules for constants and types.
pub const RULES: &[Rule] = &[
    rule("SPV-constant-null", "3.42.7", "the type has no null value", {
        Check::BySignature(&[op::CONSTANT, op::VARIABLE], |x| {
            let (ty, value) = constant(x)?;
            let null = matches!(attributes::view(x.ctx(), value), Some((attributes::AttrKind::Null, _)));
            null.then(|| is_nullable(x.facts, ty))
        })
    }),
    rule(
        "SPV-spec-composite",
        "3.42.7",
        "the constituents must match the number and types of the elements",
        Check::BySignature(&[op::SPEC_CONSTANT_COMPOSITE], |x| {
            let OpComponent::Attr(ty) = x.param_named("type")? else { return None };
            let ty = x.ctx().attr_type(ty)?;
            let number = x.row().params.iter().position(|param| param.name == "constituents")?;
            let items = x.params(number);
            let (kind, count) = (x.shape(ty).kind, x.shape(ty).count as usize);
            if !matches!(kind, TypeKind::Vector | TypeKind::Matrix | TypeKind::Array | TypeKind::Struct) {
                return None;
            }
            let fits = |(index, item): (usize, &OpComponent)| {
                let OpComponent::Attr(attr) = item else { return true };
                let element = types::element(x.ctx(), ty, index as u64);
                type_of(x.facts, *attr).is_none_or(|own| element.is_none_or(|element| element == own))
            };
            Some((count == 0 || items.len() == count) && items.iter().enumerate().all(fits))
        }),
    ),
    rule(
        "SPV-type-vector-length",
        "2.16.1",
        "a vector must have 2, 3 or 4 components, with Vector16 also 8 or 16, with LongVectorEXT any number",
        Check::TypeNeeds(&[op::TYPE_VECTOR], |x| {
            Some(requirements::vector(x.shape().count.into())).filter(|any| !any.is_empty())
        }),
    ),
    rule(
        "SPV-type-function-pointer",
        "SPV_INTEL_function_pointers",
        "a pointer to a function requires capability FunctionPointersINTEL",
        Check::TypeNeeds(&[op::TYPE_POINTER], |x| {
            let pointee = types::pointer(x.ctx(), x.ty)?.0;
            let of_function = matches!(x.ctx().type_data(pointee), TypeData::Function { .. });
            of_function.then_some(&[c::FUNCTION_POINTERS_INTEL])
        }),
    )
    .note("declare FunctionPointersINTEL"),
    rule("SPV-type-vector-component", "3.42.6", "the components of a vector must be scalars", {
        Check::Type(&[op::TYPE_VECTOR, op::TYPE_VECTOR_ID_EXT], |x| {
            let pointers = x.facts.has(c::MASKED_GATHER_SCATTER_INTEL);
            let element = x.inner(0).map_or(x.shape().element, |ty| x.facts.shape(ty).kind);
            Some(match element {
                TypeKind::Int | TypeKind::Float => true,
                TypeKind::Bool => x.opcode == op::TYPE_VECTOR || x.facts.has(c::LONG_VECTOR_EXT),
                TypeKind::Pointer => pointers,
                _ => false,
            })
        })
    }),
    rule("SPV-constant-sampler-type", "3.42.7", "the type must be OpTypeSampler", {
        Check::Op(&[op::CONSTANT_SAMPLER], |x| {
            let ty = v::ConstantSampler::cast(x.body(), x.op)?.ty(x.ctx())?;
            Some(types::view(x.ctx(), ty).is_some_and(|(opcode, _)| opcode == op::TYPE_SAMPLER))
        })
    }),
    rule("SPV-type-int-kernel", "2.16.3", "integer types of kernels must be unsigned", {
        Check::Type(&[op::TYPE_INT], |x| {
            let TypeData::Integer { width, signedness: Signedness::Signed } = *x.ctx().type_data(x.ty) else {
                return None;
            };
            // spirv-val rejects only 32-bit integers; the option `strict` rejects all widths.
            x.facts.has(c::KERNEL).then_some(width != 32 && !x.facts.env.options.strict)
        })
    })
    .note("the signedness is determined by operations, not by types"),
    vulkan(
        "VUID-StandaloneSpirv-None-04667",
        "A",
        "a struct must not contain opaque types such as images, samplers, events and pipes",
        Check::Type(&[op::TYPE_STRUCT], |x| {
            const OPAQUE: [u32; 11] = [
                op::TYPE_IMAGE,
                op::TYPE_SAMPLER,
                op::TYPE_SAMPLED_IMAGE,
                op::TYPE_OPAQUE,
                op::TYPE_EVENT,
                op::TYPE_DEVICE_EVENT,
                op::TYPE_RESERVE_ID,
                op::TYPE_QUEUE,
                op::TYPE_PIPE,
                op::TYPE_PIPE_STORAGE,
                op::TYPE_NAMED_BARRIER,
            ];
            let allowed: &[u32] = match x.facts.has_any(&[c::DESCRIPTOR_HEAP_EXT, c::BINDLESS_TEXTURE_NV]) {
                true => &OPAQUE[..3],
                false => &[],
            };
            let relaxed = x.facts.env.options.before_hlsl_legalization;
            let opaque = |ty: &Type| {
                let code = types::view(x.ctx(), *ty).map(|(code, _)| code);
                code.is_some_and(|code| OPAQUE.contains(&code) && !allowed.contains(&code))
            };
            Some(relaxed || !x.facts.parts(x.ty).iter().any(opaque))
        }),
    ),
    rule("SPV-type-block-array-stride", "3.20", "an array of blocks must not have ArrayStride", {
        Check::Type(&[op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY], |x| {
            let decorated = |ty, list: [u32; 2]| list.iter().any(|one| x.facts.is_type_decorated(ty, *one));
            let inner = x.inner(0)?;
            let block =
                types::structure(x.ctx(), inner).is_some() && decorated(inner, [d::BLOCK, d::BUFFER_BLOCK]);
            let stride = decorated(x.ty, [d::ARRAY_STRIDE, d::ARRAY_STRIDE_ID_EXT]);
            (x.facts.has(c::SHADER) && block).then_some(!stride)
        })
    }),
    rule("SPV-type-array-length", "3.42.6", "the length of an array must be a constant integer", {
        Check::Type(&[op::TYPE_ARRAY], |x| {
            let length = x.param(1)?;
            let is_integer = |ty: Type| x.facts.shape(ty).kind == TypeKind::Int;
            Some(type_of(x.facts, length).is_none_or(is_integer) && !is_undefined(x.facts, length))
        })
    }),
    rule("SPV-type-array-length-negative", "3.42.6", "the length of an array must be at least 1", {
        Check::Type(&[op::TYPE_ARRAY], |x| {
            let length = x.param(1)?;
            let spec = x.ctx().attr_symbol(length).and_then(|symbol| x.facts.symbols.get(symbol));
            let spec = spec.and_then(|op| v::SpecConstant::cast(x.facts.body, op));
            let (value, ty) = match spec {
                Some(spec) => (spec.default_value()?, spec.ty(x.ctx())?),
                None => attributes::typed_constant(x.ctx(), length)?,
            };
            let value = x.ctx().attr_u64(value)?;
            Some(value != 0 && value >> types::sign_bit(x.ctx(), ty)? & 1 == 0)
        })
    }),
    vulkan(
        "SPV-type-runtime-array",
        "A",
        "a runtime array must be the last member of a block",
        Check::Type(&[op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY, op::TYPE_STRUCT], |x| {
            let runtime = |ty: Type| x.facts.shape(ty).kind == TypeKind::RuntimeArray;
            let Some(parts) = types::structure(x.ctx(), x.ty) else { return Some(!runtime(x.inner(0)?)) };
            let mut members = parts.members.iter().rev().filter_map(|member| x.ctx().attr_type(*member));
            let last = members.next().is_some_and(runtime);
            let block = [d::BLOCK, d::BUFFER_BLOCK].iter().any(|one| x.facts.is_type_decorated(x.ty, *one));
            Some(!members.any(runtime) && (!last || block))
        }),
    ),
    rule("SPV-undef-void", "3.42.1", "a value must not have type void", {
        Check::BySignature(&[op::UNDEF], |x| Some(x.result_shape()?.kind != TypeKind::Void))
    }),
    rule(
        "SPV-function-pointer-type",
        "SPV_INTEL_function_pointers",
        "the type must be a pointer to the type of the function",
        Check::Op(&[op::CONSTANT_FUNCTION_POINTER_INTEL], |x| {
            let constant = v::ConstantFunctionPointerINTEL::cast(x.body(), x.op)?;
            let function = x.facts.symbols.get(constant.function(x.ctx())?)?;
            let of_function = v::Func::cast(x.facts.body, function)?.ty(x.ctx());
            let pointee = types::pointer(x.ctx(), constant.ty(x.ctx())?).map(|(pointee, _)| pointee);
            Some(pointee == of_function)
        }),
    ),
    rule("SPV-size-of-function", "3.42.1", "a function type has no size", {
        Check::Op(&[op::SIZE_OF], |x| {
            let OpComponent::Attr(attr) = x.param(0)? else { return None };
            let named = x.facts.symbols.get(x.ctx().attr_symbol(attr)?)?;
            Some(x.facts.body.def(named) != v::Func::ID)
        })
    }),
    rule("SPV-type-float-encoding", "3.42.6", "no such floating-point type exists", {
        Check::Type(&[op::TYPE_FLOAT], |x| {
            let TypeData::Param { .. } = x.ctx().type_data(x.ty) else { return None };
            let (width, encoding) = (x.number(0)?, x.number(1));
            let fits = |(value, bits): &(u32, u64)| Some(u64::from(*value)) == encoding && *bits == width;
            Some(ENCODINGS.iter().any(fits))
        })
    }),
];

/// Returns the type and value of a constant op, or of the initializer of a global variable. Returns `None` for other
/// ops.
fn constant(x: &OpSubject<'_>) -> Option<(Type, Attribute)> {
    if let Some(variable) = x.global_variable() {
        return attributes::typed_constant(x.ctx(), variable.initializer()?).map(|(value, ty)| (ty, value));
    }
    match v::GlobalConstant::cast(x.body(), x.op) {
        Some(constant) => Some((constant.ty(x.ctx())?, constant.value()?)),
        None => Some((x.result_type()?, v::Constant::cast(x.body(), x.op)?.value()?)),
    }
}

/// Returns the type of `attr`, which is a typed constant, or a symbol reference to a constant, specialization constant
/// or variable. Returns `None` for other attributes and symbols.
pub(super) fn type_of(facts: &Facts<'_>, attr: Attribute) -> Option<Type> {
    let Some(symbol) = facts.ctx.attr_symbol(attr) else {
        return Some(attributes::typed_constant(facts.ctx, attr)?.1);
    };
    let (body, op) = (facts.body, facts.symbols.get(symbol)?);
    let def = facts.ctx.registry().op(body.def(op));
    facts.ctx.attr_type(body.slot_attr(op, def.slot_of(def.param("type")?))?)
}

/// Returns the type of `attr`, which is a typed constant, or a symbol reference to a constant or specialization
/// constant. Returns `None` for undefined values, and for other attributes and symbols.
pub(super) fn constant_type(facts: &Facts<'_>, attr: Attribute) -> Option<Type> {
    const CONSTANTS: [OpDefId; 4] =
        [v::GlobalConstant::ID, v::SpecConstant::ID, v::SpecConstantComposite::ID, v::SpecConstantOp::ID];
    let is_constant = match facts.ctx.attr_symbol(attr) {
        Some(symbol) => facts.symbols.get(symbol).is_some_and(|op| CONSTANTS.contains(&facts.body.def(op))),
        None => true,
    };
    type_of(facts, attr).filter(|_| is_constant && !is_undefined(facts, attr))
}

/// Returns the value of a constant, given by attribute: either directly or as a symbol. Returns `None` for other
/// entities.
pub(super) fn value_of(facts: &Facts<'_>, attr: Attribute) -> Option<Attribute> {
    match facts.ctx.attr_symbol(attr) {
        Some(symbol) => v::GlobalConstant::cast(facts.body, facts.symbols.get(symbol)?)?.value(),
        None => Some(attributes::typed_constant(facts.ctx, attr)?.0),
    }
}

/// Returns whether an attribute represents a module-scope OpUndef.
pub(super) fn is_undefined(facts: &Facts<'_>, attr: Attribute) -> bool {
    let value = value_of(facts, attr).and_then(|value| attributes::view(facts.ctx, value));
    matches!(value, Some((attributes::AttrKind::Undef, _)))
}

fn is_nullable(facts: &Facts<'_>, ty: Type) -> bool {
    let (mut open, mut seen) = (vec![ty], FxHashSet::default());
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let shape = facts.shape(ty);
        match (shape.kind, types::view(facts.ctx, ty)) {
            (TypeKind::Struct, _) => {
                let members = types::structure(facts.ctx, ty).map_or(&[][..], |parts| parts.members);
                open.extend(members.iter().filter_map(|member| facts.ctx.attr_type(*member)));
            }
            (TypeKind::Pointer, _) if shape.storage == s::PHYSICAL_STORAGE_BUFFER => return false,
            (
                TypeKind::Bool
                | TypeKind::Int
                | TypeKind::Float
                | TypeKind::Pointer
                | TypeKind::UntypedPointer,
                _,
            ) => {}
            (
                TypeKind::Array
                | TypeKind::Vector
                | TypeKind::LongVector
                | TypeKind::Matrix
                | TypeKind::CoopMatrix,
                _,
            ) => {
                open.extend(shape.inner);
            }
            // A tensor type with a shape has a null value.
            (_, Some((op::TYPE_TENSOR_ARM, params))) if params.len() > 3 => {}
            (_, Some((code, _))) if NULLABLE.contains(&code) => {}
            _ => return false,
        }
    }
    true
}
