//! Shared assembly formats and op name aliases
//!
//! The overlay ([`crate::overlay`]) assigns a format to each op. The formats are those of LLVM 14 if LLVM 14 has the
//! op.

use super::infer;
use crate::generated::opcodes::set;
use crate::generated::ops::ALIASES as GRAMMAR_ALIASES;
use crate::llvm::tosa::NAMES as TOSA_NAMES;
use spv_ir::dialect::{Arity, InferFn, OpRow, ParamKind, Traits};

// Formats shared by several ops. `$0` is the first parameter.

pub(crate) const UNARY: &str = "$0 attr-dict `:` common-type($0, $result)";
pub(crate) const BINARY: &str = "$0 `,` $1 attr-dict `:` common-type($0, $1, $result)";
pub(crate) const TERNARY: &str = "$0 `,` $1 `,` $2 attr-dict `:` common-type($0, $1, $2, $result)";
pub(crate) const TEST: &str = "$0 attr-dict `:` common-type($0)";
pub(crate) const COMPARE: &str = "$0 `,` $1 attr-dict `:` common-type($0, $1)";
// LLVM 19's formats for ops whose attribute dictionary comes last in LLVM 19.
pub(crate) const UNARY_TRAILING: &str = "$0 `:` common-type($0, $result) attr-dict";
pub(crate) const BINARY_TRAILING: &str = "$0 `,` $1 `:` common-type($0, $1, $result) attr-dict";
const TEST_TRAILING: &str = "$0 `:` common-type($0) attr-dict";
const COMPARE_TRAILING: &str = "$0 `,` $1 `:` common-type($0, $1) attr-dict";
pub(crate) const CONVERT: &str = "$0 attr-dict `:` common-type($0) `to` common-type($result)";
/// Format for two operands of the same type and a result of another type.
pub(crate) const REDUCE: &str = "$0 `,` $1 attr-dict `:` common-type($0, $1) `->` common-type($result)";
/// Format for two operands of different types.
pub(crate) const MIXED: &str = "$0 `,` $1 attr-dict `:` types($0, $1)";
/// Format for two operands. Only the result type is printed.
pub(crate) const MAKE: &str = "$0 `,` $1 attr-dict `:` common-type($result)";
/// LLVM 19's version of [`MAKE`]. The result type is a struct with two members.
pub(crate) const MAKE_PAIR: &str = "attr-dict $0 `,` $1 `:` custom<ResultPair>($1, type($result))";
pub(crate) const DOT_PACKED: &str =
    "$0 `,` $1 (`,` $2^)? attr-dict `:` common-type($0, $1) `->` common-type($result)";
pub(crate) const DOT_BRACKETED: &str =
    "$0 `,` $1 (`,` bracketed($2)^)? attr-dict `:` common-type($0, $1) `->` common-type($result)";
pub(crate) const DOT_ADD_BRACKETED: &str =
    "$0 `,` $1 `,` $2 (`,` bracketed($3)^)? attr-dict `:` common-type($0, $1) `->` common-type($2, $result)";
pub(crate) const MULTIPLY_ADD: &str =
    "$0 `,` $1 `,` $2 (`,` $3^)? attr-dict `:` types($0, $1) `->` common-type($2, $result)";

pub(crate) const CHAIN: &str = "$base `[` $indexes `]` attr-dict `:` types($base, $indexes)";
pub(crate) const POINTER_CHAIN: &str =
    "$base `[` $element (`,` $indexes^)? `]` attr-dict `:` types($base, $element, $indexes)";

/// Format for two operands and optional image operands.
pub(crate) const SAMPLE: &str = "$0 `,` $1 ($2^)? attr-dict `:` types($0, $1, $2) `->` common-type($result)";
pub(crate) const SAMPLE_LOD: &str = "$0 `,` $1 $2 attr-dict `:` types($0, $1, $2) `->` common-type($result)";
/// Format for three operands and optional image operands.
pub(crate) const SAMPLE_DREF: &str =
    "$0 `,` $1 `,` $2 ($3^)? attr-dict `:` types($0, $1, $2, $3) `->` common-type($result)";
pub(crate) const SAMPLE_DREF_LOD: &str =
    "$0 `,` $1 `,` $2 $3 attr-dict `:` types($0, $1, $2, $3) `->` common-type($result)";
pub(crate) const GATHER_DREF: &str = "$0 `:` common-type($0) `,` $1 `:` common-type($1) `,` $2 `:` common-type($2) custom<Gap>($3) ($3^)? attr-dict `->` common-type($result)";

/// Format for scope, memory semantics and pointer.
pub(crate) const ATOMIC: &str = "bracketed($1) bracketed($2) $0 attr-dict `:` common-type($0)";
pub(crate) const ATOMIC_VALUE: &str = "bracketed($1) bracketed($2) $0 `,` $3 attr-dict `:` common-type($0)";
pub(crate) const ATOMIC_COMPARE: &str =
    "bracketed($1) bracketed($2) bracketed($3) $0 `,` $4 `,` $5 attr-dict `:` common-type($0)";

/// Format for scope and predicate.
pub(crate) const GROUP_TEST: &str = "bare($0) $1 attr-dict `:` common-type($1)";
pub(crate) const GROUP_VALUE: &str = "bare($0) $1 attr-dict `:` common-type($1, $result)";
pub(crate) const GROUP_COUNT: &str = "bare($0) $1 attr-dict `:` common-type($1) `->` common-type($result)";
/// Format for scope, value and source invocation.
pub(crate) const GROUP_SHUFFLE: &str = "bare($0) $1 `,` $2 attr-dict `:` types($1, $2)";
pub(crate) const GROUP_ARITHMETIC: &str = "$0 $1 $2 attr-dict `:` common-type($2, $result)";
/// LLVM 19's format for group operations other than non-uniform operations.
pub(crate) const GROUP_BRACKETED: &str =
    "bracketed($0) bracketed($1) $2 attr-dict `:` common-type($2, $result)";
pub(crate) const GROUP_CLUSTER: &str =
    "$0 $1 $2 (`cluster_size` `(` $cluster_size^ `)`)? attr-dict `:` common-type($2, $result)";

/// Op names of older dialect versions, the dialect's documentation and newer versions, each with the current name.
const OLD_NAMES: [(&str, &str); 13] = [
    ("spv.ExperimentalML.Call", "spv.ArmExperimentalML.CALL"),
    ("spv.ConstantCompositeReplicateEXT", "spv.Constant"),
    ("spv._address_of", "spv.mlir.addressof"),
    ("spv._reference_of", "spv.mlir.referenceof"),
    ("spv._merge", "spv.mlir.merge"),
    ("spv.undef", "spv.Undef"),
    ("spv.mlir.undef", "spv.Undef"),
    ("spv.constant", "spv.Constant"),
    ("spv.globalVariable", "spv.GlobalVariable"),
    ("spv.specConstant", "spv.SpecConstant"),
    ("spv.specConstantComposite", "spv.SpecConstantComposite"),
    ("spv.selection", "spv.mlir.selection"),
    ("spv.loop", "spv.mlir.loop"),
];

/// Op name prefixes that newer versions use for extended instruction sets and vendors, each with its replacement. The
/// replacement is another prefix, such as `spv.GLSL.`, or `spv.` followed by the vendor suffix of the op name.
pub(crate) const LATER_PREFIXES: &[(&str, &str)] = &[
    ("spv.ARM.", "spv.ARM"),
    ("spv.GL.", "spv.GLSL."),
    ("spv.CL.", "spv.OCL."),
    ("spv.EXT.", "spv.EXT"),
    ("spv.INTEL.", "spv.INTEL"),
    ("spv.KHR.", "spv.KHR"),
    ("spv.NV.", "spv.NV"),
];

/// All aliases of op names, each with the current name: aliases in the grammar, older and newer names, and LLVM's TOSA
/// names.
pub(crate) static ALIASES: [(&str, &str); GRAMMAR_ALIASES.len() + OLD_NAMES.len() + TOSA_NAMES.len()] = {
    let mut all = [("", ""); GRAMMAR_ALIASES.len() + OLD_NAMES.len() + TOSA_NAMES.len()];
    let (first, rest) = (OLD_NAMES.len(), OLD_NAMES.len() + GRAMMAR_ALIASES.len());
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < first {
            OLD_NAMES[i]
        } else if i < rest {
            GRAMMAR_ALIASES[i - first]
        } else {
            let (ours, theirs) = TOSA_NAMES[i - rest];
            (theirs, ours)
        };
        i += 1;
    }
    all
};

/// The assembly format and type inference that an op's traits select.
pub(crate) struct Selected {
    /// The assembly format; empty for the uniform form.
    pub format: &'static str,
    /// The assembly format of LLVM 19 if it differs; otherwise empty.
    pub later: &'static str,
    /// The function that infers the result type, if the format omits that type.
    pub infer: Option<InferFn>,
}

/// Selects the format and type inference of an op whose overlay entry has no format. Only ops whose operands are all
/// plain values have a short form.
pub(crate) const fn by_traits(row: &OpRow, traits: Traits) -> Selected {
    let none = Selected { format: "", later: "", infer: None };
    let params = row.params;
    let mut i = 0;
    while i < params.len() {
        if !matches!((params[i].kind, params[i].arity), (ParamKind::Value, Arity::One)) {
            return none;
        }
        i += 1;
    }
    if traits.contains(Traits::COMPARISON) {
        let (format, later) = match params.len() {
            1 => (TEST, TEST_TRAILING),
            2 => (COMPARE, COMPARE_TRAILING),
            _ => ("", ""),
        };
        Selected { format, later, infer: Some(infer::comparison as InferFn) }
    } else if traits.contains(Traits::SAME_TYPE) {
        let (format, later) = match params.len() {
            1 if row.set == set::GLSL || row.set == set::OCL => (UNARY, UNARY_TRAILING),
            1 => (UNARY, ""),
            2 => (BINARY, ""),
            3 => (TERNARY, ""),
            _ => ("", ""),
        };
        Selected { format, later, infer: None }
    } else {
        none
    }
}
