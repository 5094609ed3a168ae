//! Validation of conversions between scalars, vectors, pointers and handles

use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use super::typing::{INT, INTS, NUMBERS, UINT32, declared_by, is_unsigned, scalar};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{addressing_model, capability as c, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::verify::rule::{A, B, OpValue, R};
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::params::OpComponent;
use spv_ir::{Context, Type};

const GENERIC_CASTS: &[u32] =
    &[op::PTR_CAST_TO_GENERIC, op::GENERIC_CAST_TO_PTR, op::GENERIC_CAST_TO_PTR_EXPLICIT];
/// Storage classes to which a Generic pointer may point.
const SPECIFIC: [u32; 4] = [s::WORKGROUP, s::CROSS_WORKGROUP, s::FUNCTION, s::CODE_SECTION_INTEL];
const POINTERS: &[u32] = &[op::CONVERT_PTR_TO_U, op::CONVERT_U_TO_PTR];
const SATURATING: &[u32] = &[op::SAT_CONVERT_S_TO_U, op::SAT_CONVERT_U_TO_S];
const EXTRACT: &[u32] = &[op::BITCAST_EXTRACT_EXT];
/// Instructions with unsigned results.
pub(super) const UNSIGNED: &[u32] = &[op::CONVERT_F_TO_U, op::U_CONVERT, op::U_DIV, op::U_MOD];
const HANDLES: &[u32] = &[op::CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR];
const SECTION: &str = "3.42.11";
const EXTRACTION: &str = "SPV_EXT_ocp_microscaling_types";
const RAYS: &str = "SPV_KHR_ray_tracing";

/// Validation rules for conversions.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-cast-generic",
        SECTION,
        "one pointer must be in storage class Generic, the other in Workgroup, CrossWorkgroup or Function",
        Check::BySignature(GENERIC_CASTS, |x| {
            let (from, to) = (x.storage_class(v::PtrCastToGeneric::POINTER)?, x.shape_at(R)?.storage);
            let (specific, generic) =
                if x.opcode == op::PTR_CAST_TO_GENERIC { (from, to) } else { (to, from) };
            Some(generic == s::GENERIC && SPECIFIC.contains(&specific))
        }),
    ),
    rule("SPV-cast-generic-type", SECTION, "both pointers must point to the same type", {
        Check::BySignature(GENERIC_CASTS, |x| Some(x.pointee_at(A)? == x.pointee_at(R)?))
    }),
    rule(
        "SPV-cast-generic-class",
        SECTION,
        "the result must be a pointer in the storage class given by the operand",
        Check::BySignature(&[op::GENERIC_CAST_TO_PTR_EXPLICIT], |x| match x.param_named("storage")? {
            OpComponent::Enum(_, class) => Some(class == x.shape_at(R)?.storage),
            _ => None,
        }),
    ),
    rule(
        "SPV-convert-pointer-count",
        SECTION,
        "vectors of pointers and integers must have the same number of components",
        Check::BySignature(POINTERS, |x| {
            let (from, to) = (x.shape_at(A)?, x.shape_at(R)?);
            Some(from.is_vector() == to.is_vector() && !from.differs_in_count(&to))
        }),
    ),
    rule("SPV-convert-integer", SECTION, "the operand must be an integer", {
        Check::BySignature(&[op::CONVERT_U_TO_PTR], |x| match x.facts.has(c::MASKED_GATHER_SCATTER_INTEL) {
            true => x.is_in(A, INTS),
            false => x.is_in(A, INT),
        })
    }),
    vulkan("VUID-StandaloneSpirv-PhysicalStorageBuffer64-04710", "A", "the integer must have 64 bits", {
        Check::BySignature(POINTERS, |x| {
            let place = if x.opcode == op::CONVERT_PTR_TO_U { R } else { A };
            let physical = x.facts.addressing_model == addressing_model::PHYSICAL_STORAGE_BUFFER64;
            Some(!physical || x.shape_at(place)?.width == 64)
        })
    }),
    rule(
        "SPV-convert-saturating-count",
        SECTION,
        "operand and result must have the same number of components",
        Check::BySignature(SATURATING, |x| x.same_count(A, R)),
    ),
    rule("SPV-copy-object", "3.42.12", "the operand must have exactly the type of the result", {
        Check::BySignature(&[op::COPY_OBJECT], |x| {
            Some(x.operand_type(v::CopyObject::OPERAND)? == x.result_type()?)
        })
    }),
    rule("SPV-divide-unsigned", SECTION, "the operands must have exactly the type of the result", {
        Check::BySignature(&[op::U_DIV, op::U_MOD], |x| {
            let result = x.result_type()?;
            Some(!(0..2).any(|index| x.operand_type(index).is_some_and(|ty| ty != result)))
        })
    }),
    rule("SPV-convert-unsigned", SECTION, "the result must be unsigned", {
        Check::BySignature(UNSIGNED, |x| Some(!is_signed(x.ctx(), x.ty(R)?)))
    }),
    rule("SPV-extract-count", EXTRACTION, "base and result must have the same number of components", {
        Check::BySignature(EXTRACT, |x| x.same_count(A, R))
    }),
    rule(
        "SPV-extract-width",
        EXTRACTION,
        "the components of the base must have more bits than those of the result",
        Check::BySignature(EXTRACT, |x| Some(width(x, A)? > width(x, R)?)),
    ),
    rule("SPV-extract-offset", EXTRACTION, "the offset must be an integer", Check::TypeIn(EXTRACT, B, INT)),
    vulkan("VUID-StandaloneSpirv-Base-12469", "A", "the base must be an integer or a vector of integers", {
        Check::TypeIn(EXTRACT, A, INTS)
    }),
    rule("SPV-extract-number", EXTRACTION, "base and result must be numbers or vectors of numbers", {
        Check::BySignature(EXTRACT, |x| Some(x.is_in(A, NUMBERS)? && x.is_in(R, NUMBERS)?))
    }),
    rule("SPV-acceleration-result", RAYS, "the result must be an acceleration structure", {
        Check::TypeIn(HANDLES, R, declared_by(op::TYPE_ACCELERATION_STRUCTURE_KHR))
    }),
    rule(
        "SPV-acceleration-operand",
        RAYS,
        "the operand must be an unsigned 64-bit integer, or a vector of two unsigned 32-bit integers",
        Check::BySignature(HANDLES, |x| {
            Some(x.is_in(A, INT.width(64).unsigned())? || x.is_in(A, UINT32.vector(2))?)
        }),
    ),
];

fn width(x: &OpSubject<'_>, place: OpValue) -> Option<u32> {
    x.shape_at(place).map(|shape| shape.width)
}

/// Returns whether a type is a signed integer or a vector of signed integers.
pub(super) fn is_signed(ctx: &Context, ty: Type) -> bool {
    let component = scalar(ctx, ty);
    Shape::new(ctx, component).kind == TypeKind::Int && !is_unsigned(ctx, component)
}
