//! Validation of `GLSL.std.450` and `OpenCL.std`, beyond the types that the verifier checks

use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::{FLOAT, FLOATS, INT, INT32, INTS, NUMBERS, Set, scalar};
use spv_dialect::generated::opcodes::{glsl as g, ocl as o, set};
use spv_dialect::generated::values::{addressing_model, capability as c, storage_class as s};
use spv_dialect::verify::rule::{A, B, C, OpValue, R};
use spv_dialect::verify::shape::TypeKind;
use spv_ir::Type;

const GLSL: u16 = set::GLSL;
const OCL: u16 = set::OCL;
const GLSL_STD: &str = "GLSL.std.450";
const OPENCL_STD: &str = "OpenCL.std";

const NORMS: &[u32] = &[g::LENGTH, g::DISTANCE];
const INTERPOLATE: &[u32] = &[g::INTERPOLATE_AT_CENTROID, g::INTERPOLATE_AT_SAMPLE, g::INTERPOLATE_AT_OFFSET];
const MSB: &[u32] = &[g::FIND_S_MSB, g::FIND_U_MSB];
/// Floating-point instructions of GLSL.std.450 whose first operand has the result type.
const FLOAT_RESULTS: &[u32] = &[g::MODF, g::FREXP, g::LDEXP, g::REFRACT];

/// OpenCL instructions that return a second result of the same type through a pointer.
const SECOND_FLOAT: &[u32] = &[o::FRACT, o::MODF, o::SINCOS];
const SECOND_INT: &[u32] = &[o::FREXP, o::LGAMMA_R, o::REMQUO];
const SECOND: &[u32] = &[o::FRACT, o::MODF, o::SINCOS, o::FREXP, o::LGAMMA_R, o::REMQUO];
const EXPONENTS: &[u32] = &[o::LDEXP, o::POWN, o::ROOTN];
const UPSAMPLE: &[u32] = &[o::U_UPSAMPLE, o::S_UPSAMPLE];
const BITS24: &[u32] = &[o::S_MAD24, o::U_MAD24, o::S_MUL24, o::U_MUL24];
const LENGTHS: &[u32] = &[o::DISTANCE, o::FAST_DISTANCE, o::LENGTH, o::FAST_LENGTH];
const DISTANCES: &[u32] = &[o::DISTANCE, o::FAST_DISTANCE];
const NORMALIZE: &[u32] = &[o::NORMALIZE, o::FAST_NORMALIZE];
const SELECTS: &[u32] = &[o::BITSELECT, o::SELECT];
const LOADS: &[u32] = &[o::VLOADN, o::VLOAD_HALF, o::VLOAD_HALFN, o::VLOADA_HALFN];
const VECTOR_LOADS: &[u32] = &[o::VLOADN, o::VLOAD_HALFN, o::VLOADA_HALFN];
const HALF_LOADS: &[u32] = &[o::VLOAD_HALF, o::VLOAD_HALFN, o::VLOADA_HALFN];
const HALF_VECTOR_LOADS: &[u32] = &[o::VLOAD_HALFN, o::VLOADA_HALFN];
const STORES: &[u32] = &[
    o::VSTOREN,
    o::VSTORE_HALF,
    o::VSTORE_HALF_R,
    o::VSTORE_HALFN,
    o::VSTORE_HALFN_R,
    o::VSTOREA_HALFN,
    o::VSTOREA_HALFN_R,
];
const HALF_STORES: &[u32] = &[
    o::VSTORE_HALF,
    o::VSTORE_HALF_R,
    o::VSTORE_HALFN,
    o::VSTORE_HALFN_R,
    o::VSTOREA_HALFN,
    o::VSTOREA_HALFN_R,
];
const SCALAR_HALF_STORES: &[u32] = &[o::VSTORE_HALF, o::VSTORE_HALF_R];
const VECTOR_HALF_STORES: &[u32] =
    &[o::VSTORE_HALFN, o::VSTORE_HALFN_R, o::VSTOREA_HALFN, o::VSTOREA_HALFN_R];
const SHUFFLES: &[u32] = &[o::SHUFFLE, o::SHUFFLE2];
const WRITABLE: &[u32] = &[s::GENERIC, s::CROSS_WORKGROUP, s::WORKGROUP, s::FUNCTION];
const READABLE: &[u32] = &[s::UNIFORM_CONSTANT, s::GENERIC, s::CROSS_WORKGROUP, s::WORKGROUP, s::FUNCTION];
const HALF: Set = FLOAT.width(16);

/// Validation rules for the standard extended instruction sets.
pub const RULES: &[Rule] = &[
    rule("SPV-glsl-length", GLSL_STD, "the result must have the type of the operand's components", {
        Check::ExtBySignature(GLSL, NORMS, |x| Some(x.is_in(A, FLOATS)? && x.is_component(R, A)?))
    }),
    rule("SPV-glsl-distance", GLSL_STD, "the operands must have the same type", {
        Check::ExtSameType(GLSL, &[g::DISTANCE], A, B)
    }),
    rule("SPV-glsl-cross", GLSL_STD, "the result and the operands must be vectors of three floats", {
        Check::ExtBySignature(GLSL, &[g::CROSS], |x| {
            Some(x.is_in(R, FLOAT.vector(3))? && x.operands_have_result_type()?)
        })
    }),
    rule("SPV-glsl-find-msb", GLSL_STD, "the result must have 32 bits", {
        Check::ExtTypeIn(GLSL, MSB, R, INTS.width(32))
    }),
    rule("SPV-glsl-square", GLSL_STD, "the matrix must be square", {
        Check::ExtBySignature(GLSL, &[g::DETERMINANT, g::MATRIX_INVERSE], |x| {
            let matrix = x.shape_at(A)?;
            let rows = matrix.inner.map_or(0, |column| x.shape(column).count);
            Some(matrix.kind == TypeKind::Matrix && rows == matrix.count)
        })
    }),
    rule("SPV-glsl-determinant", GLSL_STD, "the result must have the type of the matrix's components", {
        Check::ExtBySignature(GLSL, &[g::DETERMINANT], |x| x.is_component(R, A))
    }),
    rule("SPV-glsl-inverse", GLSL_STD, "the result must be a matrix of the operand's type", {
        Check::ExtBySignature(GLSL, &[g::MATRIX_INVERSE], |x| {
            Some(x.result_shape()?.kind == TypeKind::Matrix && x.same_type(R, A)?)
        })
    }),
    rule("SPV-glsl-float-result", GLSL_STD, "the result must be a float or a vector of floats", {
        Check::ExtTypeIn(GLSL, FLOAT_RESULTS, R, FLOATS)
    }),
    rule("SPV-glsl-float-operand", GLSL_STD, "the first operand must have the type of the result", {
        Check::ExtSameType(GLSL, FLOAT_RESULTS, A, R)
    }),
    rule("SPV-glsl-pointer", GLSL_STD, "the second operand must be a pointer", {
        Check::ExtBySignature(GLSL, &[g::MODF, g::FREXP], |x| x.is_pointer(B))
    }),
    rule("SPV-glsl-modf-pointee", GLSL_STD, "the pointer must point to the type of the result", {
        Check::ExtBySignature(GLSL, &[g::MODF], |x| Some(x.pointee_at(B) == Some(x.result_type()?)))
    }),
    rule(
        "SPV-glsl-frexp-pointee",
        GLSL_STD,
        "the pointer must point to integers with the same number of components as the result",
        Check::ExtBySignature(GLSL, &[g::FREXP], |x| {
            // Untyped pointers have no pointee type and are invalid here, as in the rules for vloadn, vstoren and
            // prefetch.
            let Some(pointee) = x.pointee_at(B) else { return Some(false) };
            Some(is_exponent(x, pointee) && x.shape(pointee).count == x.result_shape()?.count)
        }),
    ),
    rule(
        "SPV-glsl-ldexp-exponent",
        GLSL_STD,
        "the exponent must be integers with the same number of components as the result",
        Check::ExtBySignature(GLSL, &[g::LDEXP], |x| Some(x.is_in(B, INTS)? && x.same_count(B, R)?)),
    ),
    rule("SPV-glsl-refract-normal", GLSL_STD, "the normal must have the type of the result", {
        Check::ExtSameType(GLSL, &[g::REFRACT], B, R)
    }),
    rule("SPV-glsl-refract-eta", GLSL_STD, "the ratio must be a float", {
        Check::ExtTypeIn(GLSL, &[g::REFRACT], C, FLOAT)
    }),
    rule(
        "SPV-glsl-interpolate-capability",
        GLSL_STD,
        "interpolation requires capability InterpolationFunction",
        Check::ExtBySignature(GLSL, INTERPOLATE, |x| Some(x.facts.has(c::INTERPOLATION_FUNCTION))),
    ),
    rule("SPV-glsl-reserved", GLSL_STD, "the instruction is reserved", {
        Check::ExtBySignature(GLSL, &[g::I_MIX], |_| Some(false))
    }),
    rule(
        "SPV-opencl-second-pointer",
        OPENCL_STD,
        "the last operand must be a pointer in a writable storage class",
        Check::Ext(OCL, SECOND, |x| Some(x.is_pointer(last(x)?)? && x.points_into(last(x)?, WRITABLE)?)),
    ),
    rule("SPV-opencl-second-float", OPENCL_STD, "the pointer must point to the type of the result", {
        Check::Ext(OCL, SECOND_FLOAT, |x| Some(x.pointee_at(last(x)?)? == x.result_type()?))
    }),
    rule(
        "SPV-opencl-second-int",
        OPENCL_STD,
        "the pointer must point to 32-bit integers with the same number of components as the result",
        Check::Ext(OCL, SECOND_INT, |x| {
            let pointee = x.pointee_at(last(x)?)?;
            let count = x.shape(pointee).count;
            Some(INTS.width(32).has(x.ctx(), pointee) && count == x.result_shape()?.count)
        }),
    ),
    rule("SPV-opencl-second-result", OPENCL_STD, "the result must be a float or a vector of floats", {
        Check::ExtTypeIn(OCL, SECOND, R, FLOATS)
    }),
    rule("SPV-opencl-second-operand", OPENCL_STD, "the operands must have the type of the result", {
        Check::ExtBySignature(OCL, SECOND, |x| {
            Some(x.same_type(A, R)? && (x.row().opcode != o::REMQUO || x.same_type(B, R)?))
        })
    }),
    rule(
        "SPV-opencl-ilogb",
        OPENCL_STD,
        "the result must be 32-bit integers with the same number of components as the operand",
        Check::ExtBySignature(OCL, &[o::ILOGB], |x| {
            Some(x.is_in(R, INTS.width(32))? && x.is_in(A, FLOATS)? && x.same_count(A, R)?)
        }),
    ),
    rule(
        "SPV-opencl-exponent-result",
        OPENCL_STD,
        "the result must be floats of the type of the first operand",
        Check::ExtBySignature(OCL, EXPONENTS, |x| Some(x.is_in(R, FLOATS)? && x.same_type(A, R)?)),
    ),
    rule(
        "SPV-opencl-exponent",
        OPENCL_STD,
        "the exponent must be 32-bit integers with the same number of components as the result",
        Check::ExtBySignature(OCL, EXPONENTS, |x| Some(x.is_in(B, INTS.width(32))? && x.same_count(B, R)?)),
    ),
    rule(
        "SPV-opencl-nan",
        OPENCL_STD,
        "the code must be integers with the component number and width of the result",
        Check::ExtBySignature(OCL, &[o::NAN], |x| {
            let fits = x.is_in(R, FLOATS)? && x.is_in(A, INTS)?;
            Some(fits && x.same_count(A, R)? && x.same_width(A, R)?)
        }),
    ),
    rule(
        "SPV-opencl-upsample",
        OPENCL_STD,
        "the result must be integers with the number of components of the operands, and twice their width",
        Check::ExtBySignature(OCL, UPSAMPLE, |x| {
            let (result, operand) = (x.shape_at(R)?, x.shape_at(A)?);
            let fits = x.is_in(R, INTS)? && x.is_in(A, INTS)? && x.same_type(A, B)?;
            Some(fits && result.count == operand.count && result.width == 2 * operand.width)
        }),
    ),
    rule("SPV-opencl-24-bits", OPENCL_STD, "the result must be 32-bit integers", {
        Check::ExtTypeIn(OCL, BITS24, R, INTS.width(32))
    }),
    rule("SPV-opencl-cross", OPENCL_STD, "the result must be a vector of three or four floats", {
        Check::ExtBySignature(OCL, &[o::CROSS], |x| {
            Some(x.is_in(R, FLOAT.vector(3))? || x.is_in(R, FLOAT.vector(4))?)
        })
    }),
    rule(
        "SPV-opencl-length",
        OPENCL_STD,
        "the result must be a float with the type of the operand's components",
        Check::ExtBySignature(OCL, LENGTHS, |x| Some(x.is_in(A, FLOATS)? && x.is_component(R, A)?)),
    ),
    rule("SPV-opencl-length-count", OPENCL_STD, "the operand must have at most four components", {
        Check::ExtBySignature(OCL, LENGTHS, |x| Some(x.shape_at(A)?.count <= 4))
    }),
    rule("SPV-opencl-distance", OPENCL_STD, "the operands must have the same type", {
        Check::ExtSameType(OCL, DISTANCES, A, B)
    }),
    rule("SPV-opencl-normalize-count", OPENCL_STD, "the result must have at most four components", {
        Check::ExtBySignature(OCL, NORMALIZE, |x| Some(x.shape_at(R)?.count <= 4))
    }),
    rule("SPV-opencl-select-result", OPENCL_STD, "the result must be a number or a vector of numbers", {
        Check::ExtTypeIn(OCL, SELECTS, R, NUMBERS)
    }),
    rule(
        "SPV-opencl-select-operands",
        OPENCL_STD,
        "the first two operands must have the type of the result",
        Check::ExtBySignature(OCL, SELECTS, |x| Some(x.same_type(A, R)? && x.same_type(B, R)?)),
    ),
    rule("SPV-opencl-bitselect-mask", OPENCL_STD, "the mask must have the type of the result", {
        Check::ExtSameType(OCL, &[o::BITSELECT], C, R)
    }),
    rule(
        "SPV-opencl-select-condition",
        OPENCL_STD,
        "the condition must be integers with the component number and width of the result",
        Check::ExtBySignature(OCL, &[o::SELECT], |x| {
            Some(x.is_in(C, INTS)? && x.same_count(C, R)? && x.same_width(C, R)?)
        }),
    ),
    rule("SPV-opencl-load-offset", OPENCL_STD, "the offset must be an integer as wide as an address", {
        Check::ExtBySignature(OCL, LOADS, |x| is_size(x, A))
    }),
    rule(
        "SPV-opencl-load-pointer",
        OPENCL_STD,
        "the pointer's storage class must be readable",
        Check::ExtBySignature(OCL, LOADS, |x| Some(x.is_pointer(B)? && x.points_into(B, READABLE)?)),
    ),
    rule("SPV-opencl-load-half", OPENCL_STD, "the pointer must point to a 16-bit float", {
        Check::ExtBySignature(OCL, HALF_LOADS, |x| x.points_to(B, HALF))
    }),
    rule("SPV-opencl-load-half-result", OPENCL_STD, "the result must be a float", {
        Check::ExtTypeIn(OCL, &[o::VLOAD_HALF], R, FLOAT)
    }),
    rule("SPV-opencl-load-halves-result", OPENCL_STD, "the result must be a vector of floats", {
        Check::ExtTypeIn(OCL, HALF_VECTOR_LOADS, R, FLOAT.vector(0))
    }),
    rule("SPV-opencl-load-result", OPENCL_STD, "the result must be a vector of the pointee type", {
        Check::ExtBySignature(OCL, &[o::VLOADN], |x| {
            let component = scalar(x.ctx(), x.result_type()?);
            Some(x.is_in(R, NUMBERS.vector(0))? && x.pointee_at(B) == Some(component))
        })
    }),
    rule("SPV-opencl-load-count", OPENCL_STD, "the literal must be the number of the result's components", {
        Check::Ext(OCL, VECTOR_LOADS, |x| Some(x.number(x.param(2)?)? == u64::from(x.result_shape()?.count)))
    }),
    rule("SPV-opencl-store-result", OPENCL_STD, "the result must be void", {
        Check::ExtBySignature(OCL, STORES, |x| Some(x.result_shape()?.kind == TypeKind::Void))
    }),
    rule("SPV-opencl-store-offset", OPENCL_STD, "the offset must be an integer as wide as an address", {
        Check::ExtBySignature(OCL, STORES, |x| is_size(x, B))
    }),
    rule(
        "SPV-opencl-store-pointer",
        OPENCL_STD,
        "the pointer's storage class must be writable",
        Check::ExtBySignature(OCL, STORES, |x| Some(x.is_pointer(C)? && x.points_into(C, WRITABLE)?)),
    ),
    rule("SPV-opencl-store-data", OPENCL_STD, "the data must be a vector of the pointee type", {
        Check::ExtBySignature(OCL, &[o::VSTOREN], |x| {
            let component = scalar(x.ctx(), x.ty(A)?);
            Some(x.is_in(A, NUMBERS.vector(0))? && x.pointee_at(C) == Some(component))
        })
    }),
    rule("SPV-opencl-store-half", OPENCL_STD, "the pointer must point to a 16-bit float", {
        Check::ExtBySignature(OCL, HALF_STORES, |x| x.points_to(C, HALF))
    }),
    rule("SPV-opencl-store-half-data", OPENCL_STD, "the data must be a 32-bit or 64-bit float", {
        Check::ExtBySignature(OCL, SCALAR_HALF_STORES, |x| is_float_of_width(x, FLOAT))
    }),
    rule(
        "SPV-opencl-store-halves-data",
        OPENCL_STD,
        "the data must be a vector of 32-bit or 64-bit floats",
        Check::ExtBySignature(OCL, VECTOR_HALF_STORES, |x| is_float_of_width(x, FLOAT.vector(0))),
    ),
    rule(
        "SPV-opencl-shuffle-count",
        OPENCL_STD,
        "result and operand must be vectors of 2, 4, 8 or 16 components",
        Check::ExtBySignature(OCL, SHUFFLES, |x| {
            let vector = NUMBERS.vector(0);
            let counts = [x.shape_at(R)?.count, x.shape_at(A)?.count];
            let fits = counts.iter().all(|count| [2, 4, 8, 16].contains(count));
            Some(fits && x.is_in(R, vector)? && x.is_in(A, vector)?)
        }),
    ),
    rule("SPV-opencl-shuffle-type", OPENCL_STD, "result and operands must have the same component type", {
        Check::ExtBySignature(OCL, SHUFFLES, |x| {
            let same_operands = x.row().opcode != o::SHUFFLE2 || x.same_type(A, B)?;
            Some(same_operands && scalar(x.ctx(), x.ty(R)?) == scalar(x.ctx(), x.ty(A)?))
        })
    }),
    rule(
        "SPV-opencl-shuffle-mask",
        OPENCL_STD,
        "the mask must be a vector of integers with the component number and width of the result",
        Check::Ext(OCL, SHUFFLES, |x| {
            let mask = last(x)?;
            Some(x.is_in(mask, INT.vector(0))? && x.same_count(mask, R)? && x.same_width(mask, R)?)
        }),
    ),
    rule("SPV-opencl-printf-result", OPENCL_STD, "the result must be a 32-bit integer", {
        Check::ExtTypeIn(OCL, &[o::PRINTF], R, INT32)
    }),
    rule(
        "SPV-opencl-printf-format",
        OPENCL_STD,
        "the format must be a pointer in storage class UniformConstant",
        Check::ExtBySignature(OCL, &[o::PRINTF], |x| {
            let relaxed = x.facts.has_extension("SPV_EXT_relaxed_printf_string_address_space");
            let classes = if relaxed { READABLE } else { &[s::UNIFORM_CONSTANT] };
            Some(x.is_pointer(A)? && x.points_into(A, classes)?)
        }),
    ),
    rule("SPV-opencl-printf-type", OPENCL_STD, "the format must point to 8-bit integers", {
        Check::ExtBySignature(OCL, &[o::PRINTF], |x| {
            let pointee = x.pointee_at(A)?;
            let shape = x.shape(pointee);
            let inner = if shape.kind == TypeKind::Array { shape.inner? } else { pointee };
            Some(INT.width(8).has(x.ctx(), inner))
        })
    }),
    rule("SPV-opencl-prefetch-result", OPENCL_STD, "the result must be void", {
        Check::ExtBySignature(OCL, &[o::PREFETCH], |x| Some(x.result_type().is_none()))
    }),
    rule(
        "SPV-opencl-prefetch-pointer",
        OPENCL_STD,
        "the pointer must point to numbers in storage class CrossWorkgroup",
        Check::ExtBySignature(OCL, &[o::PREFETCH], |x| {
            let inside = x.points_into(A, &[s::CROSS_WORKGROUP])?;
            Some(x.is_pointer(A)? && inside && x.points_to(A, NUMBERS) == Some(true))
        }),
    ),
    rule("SPV-opencl-prefetch-count", OPENCL_STD, "the number of elements must be as wide as an address", {
        Check::ExtBySignature(OCL, &[o::PREFETCH], |x| is_size(x, B))
    }),
];

/// Returns the last SSA operand of an op as an [`OpValue`], or `None` if the op has no operands.
fn last(x: &OpSubject<'_>) -> Option<OpValue> {
    Some(OpValue::Operand(u8::try_from(x.operand_count().checked_sub(1)?).ok()?))
}

/// Returns whether a type is valid for the exponent of a float operand.
fn is_exponent(x: &OpSubject<'_>, ty: Type) -> bool {
    let narrow = x.facts.has_extension("SPV_AMD_gpu_shader_int16") && INTS.width(16).has(x.ctx(), ty);
    narrow || INTS.width(32).has(x.ctx(), ty)
}

/// Returns whether the type of an operand is `size_t`. Returns `None` if the operand has no type.
fn is_size(x: &OpSubject<'_>, place: OpValue) -> Option<bool> {
    match x.facts.addressing_model {
        addressing_model::PHYSICAL32 => x.is_in(place, INT32),
        addressing_model::PHYSICAL64 => x.is_in(place, INT.width(64)),
        _ => Some(false),
    }
}

fn is_float_of_width(x: &OpSubject<'_>, set: Set) -> Option<bool> {
    Some(x.is_in(A, set.width(32))? || x.is_in(A, set.width(64))?)
}
