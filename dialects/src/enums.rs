//! Enumerations of the source dialects

use spv_ir::dialect::{Availability, EnumDef, Enumerant};
use spv_ir::{Context, Type, TypeData};

const ALWAYS: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

macro_rules! enumeration {
    ($(#[$doc:meta])* $id:ident = $name:ident, $bits:literal, [$($text:literal $constant:ident = $value:literal),* $(,)?]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            $(#[doc = concat!("`", $text, "`")]
            pub const $constant: u32 = $value;)*
        }

        $(#[$doc])*
        pub static $id: EnumDef = EnumDef {
            name: stringify!($name),
            bits: $bits,
            has_params: false,
            open: false,
            enumerants: &[$(Enumerant { name: $text, value: $value, params: &[], availability: ALWAYS }),*],
            names: &sorted([$(($text, $value)),*]),
        };
    };
}

/// Sorts enumerants by name, because the lookup uses binary search.
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
    OVERFLOW = IntegerOverflowFlags, true, ["none" NONE = 0, "nsw" NSW = 1, "nuw" NUW = 2]
}
enumeration! {
    /// Fast-math flags.
    FASTMATH = FastMathFlags, true, [
        "none" NONE = 0, "reassoc" REASSOC = 1, "nnan" NNAN = 2, "ninf" NINF = 4, "nsz" NSZ = 8, "arcp" ARCP = 16, "contract" CONTRACT = 32, "afn" AFN = 64,
        "fast" FAST = 127,
    ]
}
enumeration! {
    /// Integer comparison predicates.
    CMPI = CmpIPredicate, false, [
        "eq" EQ = 0, "ne" NE = 1, "slt" SLT = 2, "sle" SLE = 3, "sgt" SGT = 4, "sge" SGE = 5, "ult" ULT = 6, "ule" ULE = 7, "ugt" UGT = 8, "uge" UGE = 9,
    ]
}
enumeration! {
    /// Float comparison predicates.
    CMPF = CmpFPredicate, false, [
        "false" FALSE = 0, "oeq" OEQ = 1, "ogt" OGT = 2, "oge" OGE = 3, "olt" OLT = 4, "ole" OLE = 5, "one" ONE = 6, "ord" ORD = 7, "ueq" UEQ = 8,
        "ugt" UGT = 9, "uge" UGE = 10, "ult" ULT = 11, "ule" ULE = 12, "une" UNE = 13, "uno" UNO = 14, "true" TRUE = 15,
    ]
}
enumeration! {
    /// Comparison predicates of the `index` dialect.
    INDEX_CMP = IndexCmpPredicate, false, [
        "eq" EQ = 0, "ne" NE = 1, "slt" SLT = 2, "sle" SLE = 3, "sgt" SGT = 4, "sge" SGE = 5, "ult" ULT = 6, "ule" ULE = 7, "ugt" UGT = 8, "uge" UGE = 9,
    ]
}
enumeration! {
    /// Rounding modes of float conversions.
    ROUNDING = RoundingMode, false, [
        "to_nearest_even" TO_NEAREST_EVEN = 0, "downward" DOWNWARD = 1, "upward" UPWARD = 2, "toward_zero" TOWARD_ZERO = 3, "to_nearest_away" TO_NEAREST_AWAY = 4,
    ]
}
enumeration! {
    /// Operations of atomic read-modify-write ops.
    ATOMIC = AtomicRMWKind, false, [
        "addf" ADDF = 0, "addi" ADDI = 1, "assign" ASSIGN = 2, "maximumf" MAXIMUMF = 3, "maxs" MAXS = 4, "maxu" MAXU = 5, "minimumf" MINIMUMF = 6, "mins" MINS = 7,
        "minu" MINU = 8, "mulf" MULF = 9, "muli" MULI = 10, "ori" ORI = 11, "andi" ANDI = 12, "maxnumf" MAXNUMF = 13, "minnumf" MINNUMF = 14,
    ]
}
enumeration! {
    /// Dimensions of a launch.
    DIMENSION = Dimension, false, ["x" X = 0, "y" Y = 1, "z" Z = 2]
}
enumeration! {
    /// Shuffle modes, which select the lane that a shuffle reads from.
    SHUFFLE = ShuffleMode, false, ["xor" XOR = 0, "down" DOWN = 1, "up" UP = 2, "idx" IDX = 3]
}
enumeration! {
    /// Scopes of a barrier.
    BARRIER_SCOPE = BarrierScope, false, ["workgroup" WORKGROUP = 0, "subgroup" SUBGROUP = 1, "cluster" CLUSTER = 2]
}
enumeration! {
    /// Subgroup lanes whose value a broadcast can return.
    BROADCAST = BroadcastType, false, ["first_active_lane" FIRST_ACTIVE_LANE = 0, "specific_lane" SPECIFIC_LANE = 1]
}
enumeration! {
    /// Reductions over a workgroup or subgroup.
    ALL_REDUCE = AllReduceOperation, false, [
        "add" ADD = 0, "mul" MUL = 1, "minui" MINUI = 2, "minsi" MINSI = 3, "minnumf" MINNUMF = 4, "maxui" MAXUI = 5, "maxsi" MAXSI = 6, "maxnumf" MAXNUMF = 7,
        "and" AND = 8, "or" OR = 9, "xor" XOR = 10, "minimumf" MINIMUMF = 11, "maximumf" MAXIMUMF = 12,
    ]
}
enumeration! {
    /// Element-wise operations on subgroup matrices.
    MMA_ELEMENTWISE = MMAElementwise, false, [
        "addf" ADDF = 0, "mulf" MULF = 1, "subf" SUBF = 2, "maxf" MAXF = 3, "minf" MINF = 4, "divf" DIVF = 5, "addi" ADDI = 6, "muli" MULI = 7, "subi" SUBI = 8,
        "divs" DIVS = 9, "divu" DIVU = 10, "negatef" NEGATEF = 11, "negates" NEGATES = 12, "extf" EXTF = 13,
    ]
}
enumeration! {
    /// Operations that combine elements.
    COMBINING = CombiningKind, false, [
        "add" ADD = 0, "mul" MUL = 1, "minui" MINUI = 2, "minsi" MINSI = 3, "minnumf" MINNUMF = 4, "maxui" MAXUI = 5, "maxsi" MAXSI = 6, "maxnumf" MAXNUMF = 7,
        "and" AND = 8, "or" OR = 9, "xor" XOR = 10, "minimumf" MINIMUMF = 11, "maximumf" MAXIMUMF = 12,
    ]
}
/// Returns whether the reduction called `kind` combines values of a type. `add` and `mul` combine all numbers, reductions
/// whose names end in `f` combine floats, and all others combine integers and `index`.
pub(crate) fn combines(kind: &str, ctx: &Context, element: Type) -> bool {
    match ctx.type_data(element) {
        TypeData::Float(_) => matches!(kind, "add" | "mul") || kind.ends_with('f'),
        TypeData::Integer { .. } | TypeData::Index => !kind.ends_with('f'),
        _ => false,
    }
}

enumeration! {
    /// Iterator types of the dimensions of a contraction.
    ITERATOR = IteratorType, false, ["parallel" PARALLEL = 0, "reduction" REDUCTION = 1]
}
enumeration! {
    /// Pruning modes of a sparse matrix.
    PRUNE = Prune2To4SpMatFlag, false, ["NONE" NONE = 0, "PRUNE_ONLY" PRUNE_ONLY = 1, "PRUNE_AND_CHECK" PRUNE_AND_CHECK = 2]
}
enumeration! {
    /// Transposition of a matrix.
    TRANSPOSE = TransposeMode, false, ["NON_TRANSPOSE" NON_TRANSPOSE = 0, "TRANSPOSE" TRANSPOSE = 1, "CONJUGATE_TRANSPOSE" CONJUGATE_TRANSPOSE = 2]
}
enumeration! {
    /// Steps of a sparse matrix product.
    SPGEMM = SpGEMMWorkEstimationOrComputeKind, false, ["WORK_ESTIMATION" WORK_ESTIMATION = 0, "COMPUTE" COMPUTE = 1]
}
enumeration! {
    /// Punctuation printed after a value.
    PUNCTUATION = Punctuation, false, ["no_punctuation" NO_PUNCTUATION = 0, "newline" NEWLINE = 1, "comma" COMMA = 2, "open" OPEN = 3, "close" CLOSE = 4]
}
