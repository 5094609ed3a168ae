//! Type classes for type rules
//!
//! The names in messages are LLVM 14's if LLVM 14 has the class.

use super::rule::Class;
use super::shape::TypeKind;

const fn kinds(list: &[TypeKind]) -> u32 {
    let mut bits = 0;
    let mut i = 0;
    while i < list.len() {
        bits |= 1 << list[i] as u32;
        i += 1;
    }
    bits
}

const SCALARS: u32 = kinds(&[TypeKind::Bool, TypeKind::Int, TypeKind::Float]);
const VECTORS: u32 = kinds(&[TypeKind::Vector, TypeKind::LongVector]);
/// Kinds of types that have component-wise arithmetic and conversions.
const PER_COMPONENT: u32 = SCALARS | VECTORS | kinds(&[TypeKind::CoopMatrix]);
const POINTERS: u32 = kinds(&[TypeKind::Pointer, TypeKind::UntypedPointer]);

const fn class(kinds: u32, elements: u32, text: &'static str) -> Class {
    Class { kinds, elements, widths: &[], text }
}

const BOOLS: u32 = kinds(&[TypeKind::Bool]);
const INTS: u32 = kinds(&[TypeKind::Int]);
const FLOATS: u32 = kinds(&[TypeKind::Float]);

/// Bool or vector of bools.
pub static BOOL: Class =
    class(SCALARS | VECTORS, BOOLS, "bool or vector of bool values of length 2/3/4/8/16");
/// Bool scalar.
pub static BOOL_SCALAR: Class = class(SCALARS, BOOLS, "bool");
/// A vector of bools.
pub static BOOL_VECTOR: Class = class(VECTORS, BOOLS, "vector of bool values of length 2/3/4/8/16");

/// Integer or vector of integers.
pub static INT: Class = class(
    SCALARS | VECTORS,
    INTS,
    "8/16/32/64-bit integer or vector of 8/16/32/64-bit integer values of length 2/3/4/8/16",
);
/// Integer, vector of integers, or cooperative matrix of integers.
pub static INT_ELEMENTS: Class = class(
    PER_COMPONENT,
    INTS,
    "8/16/32/64-bit integer or vector of 8/16/32/64-bit integer values of length 2/3/4/8/16 or Cooperative \
     Matrix of 8/16/32/64-bit integer values",
);
/// Integer scalar.
pub static INT_SCALAR: Class = class(SCALARS, INTS, "8/16/32/64-bit integer");

/// Float or vector of floats.
pub static FLOAT: Class = class(
    SCALARS | VECTORS,
    FLOATS,
    "16/32/64-bit float or vector of 16/32/64-bit float values of length 2/3/4/8/16",
);
/// Float, vector of floats, or cooperative matrix of floats.
pub static FLOAT_ELEMENTS: Class = class(
    PER_COMPONENT,
    FLOATS,
    "16/32/64-bit float or vector of 16/32/64-bit float values of length 2/3/4/8/16 or Cooperative Matrix of \
     16/32/64-bit float values",
);
/// Float or vector of floats, excluding 64-bit floats.
pub static SMALL_FLOAT: Class = Class {
    kinds: SCALARS | VECTORS,
    elements: FLOATS,
    widths: &[8, 16, 32],
    text: "16/32-bit float or vector of 16/32-bit float values of length 2/3/4/8/16",
};
/// 32-bit float or vector of 32-bit floats.
pub static FLOAT32: Class = Class {
    kinds: SCALARS | VECTORS,
    elements: FLOATS,
    widths: &[32],
    text: "32-bit float or vector of 32-bit float values of length 2/3/4/8/16",
};
/// Float scalar.
pub static FLOAT_SCALAR: Class = class(SCALARS, FLOATS, "16/32/64-bit float");
/// Vector of floats.
pub static FLOAT_VECTOR: Class =
    class(VECTORS, FLOATS, "vector of 16/32/64-bit float values of length 2/3/4/8/16");
/// Vector of any component type.
pub static VECTOR: Class = class(VECTORS, u32::MAX, "vector of any type values of length 2/3/4/8/16");
/// Integer or float, or vector of integers or floats.
pub static NUMBER: Class = class(
    SCALARS | VECTORS,
    INTS | FLOATS,
    "8/16/32/64-bit integer or 16/32/64-bit float or vector of 8/16/32/64-bit integer or 16/32/64-bit float \
     values of length 2/3/4/8/16",
);
/// Any matrix type.
pub static MATRIX: Class = class(kinds(&[TypeKind::Matrix]), FLOATS, "any SPIR-V matrix type");

/// Pointer or vector of pointers.
pub static POINTER: Class =
    class(POINTERS | VECTORS, POINTERS | kinds(&[TypeKind::Other]), "any SPIR-V pointer type");
/// Any pointer type.
pub static SINGLE_POINTER: Class = class(POINTERS, POINTERS, "any SPIR-V pointer type");

/// Any image type.
pub static IMAGE: Class = class(kinds(&[TypeKind::Image]), u32::MAX, "any SPIR-V image type");
/// Any sampled image type.
pub static SAMPLED_IMAGE: Class =
    class(kinds(&[TypeKind::SampledImage]), u32::MAX, "any SPIR-V sampled image type");
/// Any sampler type.
pub static SAMPLER: Class = class(kinds(&[TypeKind::Sampler]), u32::MAX, "any SPIR-V sampler type");
