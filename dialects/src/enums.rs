//! Enumerations of the source dialects.

use spv_ir::dialect::{Availability, EnumDef, Enumerant};

const ALWAYS: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

macro_rules! enumeration {
    ($(#[$doc:meta])* $id:ident = $name:literal, $bits:literal, [$($text:literal = $value:expr),* $(,)?]) => {
        $(#[$doc])*
        pub static $id: EnumDef = EnumDef {
            name: $name,
            bits: $bits,
            has_params: false,
            open: false,
            enumerants: &[$(Enumerant { name: $text, value: $value, params: &[], availability: ALWAYS }),*],
            names: &sorted([$(($text, $value)),*]),
        };
    };
}

/// Names in the order of their text, as look-up wants them.
const fn sorted<const N: usize>(mut list: [(&'static str, u32); N]) -> [(&'static str, u32); N] {
    let mut i = 1;
    while i < N {
        let mut j = i;
        while j > 0 && is_less(list[j].0.as_bytes(), list[j - 1].0.as_bytes()) {
            let entry = list[j];
            list[j] = list[j - 1];
            list[j - 1] = entry;
            j -= 1;
        }
        i += 1;
    }
    list
}

const fn is_less(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

enumeration! {
    /// Wrap flags of integer arithmetic.
    OVERFLOW = "IntegerOverflowFlags", true, ["none" = 0, "nsw" = 1, "nuw" = 2]
}
enumeration! {
    /// What may be assumed of floats.
    FASTMATH = "FastMathFlags", true, [
        "none" = 0, "reassoc" = 1, "nnan" = 2, "ninf" = 4, "nsz" = 8, "arcp" = 16, "contract" = 32, "afn" = 64,
        "fast" = 127,
    ]
}
enumeration! {
    /// Comparisons of integers.
    CMPI = "CmpIPredicate", false, [
        "eq" = 0, "ne" = 1, "slt" = 2, "sle" = 3, "sgt" = 4, "sge" = 5, "ult" = 6, "ule" = 7, "ugt" = 8, "uge" = 9,
    ]
}
enumeration! {
    /// Comparisons of floats.
    CMPF = "CmpFPredicate", false, [
        "false" = 0, "oeq" = 1, "ogt" = 2, "oge" = 3, "olt" = 4, "ole" = 5, "one" = 6, "ord" = 7, "ueq" = 8,
        "ugt" = 9, "uge" = 10, "ult" = 11, "ule" = 12, "une" = 13, "uno" = 14, "true" = 15,
    ]
}
enumeration! {
    /// Comparisons of the index dialect.
    INDEX_CMP = "IndexCmpPredicate", false, [
        "eq" = 0, "ne" = 1, "slt" = 2, "sle" = 3, "sgt" = 4, "sge" = 5, "ult" = 6, "ule" = 7, "ugt" = 8, "uge" = 9,
    ]
}
enumeration! {
    /// Rounding of float conversions.
    ROUNDING = "RoundingMode", false, [
        "to_nearest_even" = 0, "downward" = 1, "upward" = 2, "toward_zero" = 3, "to_nearest_away" = 4,
    ]
}
enumeration! {
    /// What an atomic read-modify-write does.
    ATOMIC = "AtomicRMWKind", false, [
        "addf" = 0, "addi" = 1, "assign" = 2, "maximumf" = 3, "maxs" = 4, "maxu" = 5, "minimumf" = 6, "mins" = 7,
        "minu" = 8, "mulf" = 9, "muli" = 10, "ori" = 11, "andi" = 12, "maxnumf" = 13, "minnumf" = 14,
    ]
}
enumeration! {
    /// Dimensions of a launch.
    DIMENSION = "Dimension", false, ["x" = 0, "y" = 1, "z" = 2]
}
enumeration! {
    /// Which lane a shuffle reads.
    SHUFFLE = "ShuffleMode", false, ["xor" = 0, "down" = 1, "up" = 2, "idx" = 3]
}
enumeration! {
    /// Reductions over a workgroup or subgroup.
    ALL_REDUCE = "AllReduceOperation", false, [
        "add" = 0, "mul" = 1, "minui" = 2, "minsi" = 3, "minnumf" = 4, "maxui" = 5, "maxsi" = 6, "maxnumf" = 7,
        "and" = 8, "or" = 9, "xor" = 10, "minimumf" = 11, "maximumf" = 12,
    ]
}
enumeration! {
    /// Element-wise ops on matrices of a subgroup.
    MMA_ELEMENTWISE = "MMAElementwise", false, [
        "addf" = 0, "mulf" = 1, "subf" = 2, "maxf" = 3, "minf" = 4, "divf" = 5, "addi" = 6, "muli" = 7, "subi" = 8,
        "divs" = 9, "divu" = 10, "negatef" = 11, "negates" = 12, "extf" = 13,
    ]
}
enumeration! {
    /// How elements are combined.
    COMBINING = "CombiningKind", false, [
        "add" = 0, "mul" = 1, "minui" = 2, "minsi" = 3, "minnumf" = 4, "maxui" = 5, "maxsi" = 6, "maxnumf" = 7,
        "and" = 8, "or" = 9, "xor" = 10, "minimumf" = 11, "maximumf" = 12,
    ]
}
