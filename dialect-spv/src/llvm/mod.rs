//! What LLVM's `spv` and `spirv` dialects have other than ours: text, names, rules. All that exists for the text of
//! versions of LLVM is here.

pub mod checks;
pub mod generic_form;
pub mod later_attributes;
pub mod lowering;

pub use checks::{check, check_later, reword_later};
pub use lowering::lower;

use spv_ir::TextForm;

/// The text of LLVM 14.
pub static LLVM14: TextForm = TextForm {
    name: "LLVM 14",
    typed_lists: true,
    properties: false,
    bracketed_enums: false,
    later_formats: false,
    enumerants: &[],
};

/// The text of LLVM 19.
pub static LLVM19: TextForm = TextForm {
    name: "LLVM 19",
    typed_lists: false,
    properties: true,
    bracketed_enums: true,
    later_formats: true,
    enumerants: &LATER_ENUMERANTS,
};

/// Enumerants of cooperative matrices in LLVM 19.
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

/// Capabilities that a version of LLVM calls otherwise than the grammar.
pub(crate) static RENAMED_CAPABILITIES: [(&TextForm, &str, &str); 3] = [
    (&LLVM14, "LongConstantCompositeINTEL", "LongCompositesINTEL"),
    (&LLVM19, "LongConstantCompositeINTEL", "LongCompositesINTEL"),
    (&LLVM19, "Bfloat16ConversionINTEL", "BFloat16ConversionINTEL"),
];
