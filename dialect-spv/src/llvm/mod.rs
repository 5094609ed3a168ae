//! Compatibility with LLVM's `spv` and `spirv` dialects: syntax, names and rules.
//!
//! All code specific to LLVM versions is in this module.

pub mod checks;
pub mod generic_form;
pub mod later_attributes;
pub mod lowering;
mod messages;
mod variables;

pub use checks::{check, check_later, reword_later};
pub use lowering::lower;
pub use variables::results_to_variables;

use spv_ir::TextForm;

/// The textual form of LLVM 14.
pub static LLVM14: TextForm = TextForm {
    name: "LLVM 14",
    typed_lists: true,
    merges_splats: false,
    properties: false,
    bracketed_enums: false,
    later_formats: false,
    enumerants: &[],
    messages: messages::LLVM14,
};

/// The textual form of LLVM 19.
pub static LLVM19: TextForm = TextForm {
    name: "LLVM 19",
    typed_lists: true,
    merges_splats: true,
    properties: true,
    bracketed_enums: true,
    later_formats: true,
    enumerants: &LATER_ENUMERANTS,
    messages: messages::LLVM19,
};

/// LLVM 19's names for cooperative matrix enumerants: enumeration, grammar name, LLVM name.
static LATER_ENUMERANTS: [(&str, &str, &str); 8] = [
    ("CooperativeMatrixLayout", "RowMajorKHR", "RowMajor"),
    ("CooperativeMatrixLayout", "ColumnMajorKHR", "ColumnMajor"),
    ("CooperativeMatrixOperands", "NoneKHR", "None"),
    ("CooperativeMatrixOperands", "MatrixASignedComponentsKHR", "ASigned"),
    ("CooperativeMatrixOperands", "MatrixBSignedComponentsKHR", "BSigned"),
    ("CooperativeMatrixOperands", "MatrixCSignedComponentsKHR", "CSigned"),
    ("CooperativeMatrixOperands", "MatrixResultSignedComponentsKHR", "ResultSigned"),
    ("CooperativeMatrixOperands", "SaturatingAccumulationKHR", "AccSat"),
];

/// Capabilities with another name in an LLVM version: form, LLVM name, grammar name.
pub static RENAMED_CAPABILITIES: [(&TextForm, &str, &str); 7] = [
    (&LLVM19, "DotProduct", "DotProductKHR"),
    (&LLVM19, "DotProductInputAll", "DotProductInputAllKHR"),
    (&LLVM19, "DotProductInput4x8Bit", "DotProductInput4x8BitKHR"),
    (&LLVM19, "DotProductInput4x8BitPacked", "DotProductInput4x8BitPackedKHR"),
    (&LLVM14, "LongConstantCompositeINTEL", "LongCompositesINTEL"),
    (&LLVM19, "LongConstantCompositeINTEL", "LongCompositesINTEL"),
    (&LLVM19, "Bfloat16ConversionINTEL", "BFloat16ConversionINTEL"),
];
