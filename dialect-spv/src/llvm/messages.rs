//! Translation of parser messages to those of LLVM versions; see [`spv_ir::TextForm::messages`]

use spv_ir::Messages;

/// Messages of LLVM 14. LLVM 14 parses any attribute where this parser requires a list of numbers.
pub(super) const LLVM14: Messages = &[("expected a list of numbers{}", &["expected non-function type"])];

/// Messages of LLVM 19.
pub(super) const LLVM19: Messages = &[
    ("expected a list of numbers{}", &["expected attribute value"]),
    ("expected non-function type: a storage class{}", &["expected attribute value"]),
    ("custom op 'spv.Store' invalid operand: expected SSA operand{}", &["expected operand"]),
    ("expected a {} as a string{}", &["expected '<'"]),
    (
        "unbalanced '{}' character in pretty dialect name: '{}' is open",
        &["unbalanced '{1}' character in pretty dialect name"],
    ),
    ("expected rows and columns size{}", &["expected row and column count"]),
    (
        "expected MatrixA or MatrixB or MatrixAccumulator, found `{}`",
        &["invalid use <id> attribute specification: {0}"],
    ),
    (
        "expected a workgroup size such as `[64, 1, 1]`",
        &[
            "expected '['",
            "failed to parse SPIRV_EntryPointABIAttr parameter 'workgroup_size' which is to be a `DenseI32ArrayAttr`",
        ],
    ),
    (
        "'spv.Constant' op cannot have value of type 'none'",
        &["'spv.Constant' op cannot have attribute: unit"],
    ),
    (
        "'spv.Constant' op has array element whose type ('{}') does not match the result element type ('{}')",
        &[
            "'spv.Constant' op result or element type ('{1}') does not match value type ('{0}'), must be the same or spv.array",
        ],
    ),
    (
        "'spv.GlobalVariable' op initializer must be result of a spv.SpecConstant or spv.GlobalVariable op",
        &[
            "'spv.GlobalVariable' op initializer must be result of a spv.SpecConstant or spv.GlobalVariable or spv.SpecConstantCompositeOp op",
        ],
    ),
    (
        "'spv.GlobalVariable' op expected spv.ptr type, but got '{}'",
        &["'spv.GlobalVariable' op result must be of a !spv.ptr type"],
    ),
    (
        "custom op '{}' unknown {} `{}`: expected {}",
        &[
            "custom op '{0}' expected ::mlir::spirv::{1} to be one of: {3}",
            "custom op '{0}' failed to parse SPIRV_{1}Attr parameter 'value' which is to be a `::mlir::spirv::{1}`",
        ],
    ),
];

/// Messages that LLVM 22 words differently from LLVM 19.
pub(super) const LLVM22: Messages = &[
    ("expected an integer type, but found '{}'", &["expected builtin.integer, but found '{0}'"]),
    ("expected `default` and its target", &["expected 'default'"]),
    ("expected integer value of a decoration", &["expected attribute value"]),
    // Messages about vectors. LLVM 19 has the same ones.
    ("{}must be a scalar or vector of {}", &["{0}must be a scalar or vector of {1}"]),
    ("{}values of length 4 or vector of {}", &["{0}values of length 4 or vector of {1}"]),
    ("expected ',' and the parameter `{}` of `Bias`", &["Bias operand requires 1 argument"]),
    ("expected ',' and the parameter `{}` of `Lod`", &["Lod operand requires 1 argument"]),
    (
        "expected ',' and the parameter `{}` of `Grad`",
        &["Grad operand requires 2 arguments (scalars or vectors)"],
    ),
    (
        "'spv.Dot' op operand #0 must be vector of 16/32/64-bit float values{}",
        &["'spv.Dot' op operand #0 must be fixed-length vector of 16/32/64-bit float or BFloat16 values{0}"],
    ),
    (
        "'spv.{}Add' op requires the same type for all operands and results",
        &["'spv.{0}Add' op failed to verify that all of {operand1, operand2, result} have same type"],
    ),
    (
        "'spv.CooperativeMatrix{}KHR' op {} operands do not match the op's parameters and attributes",
        &["'spv.KHR.CooperativeMatrix{0}' op missing value for the 'Aligned' memory operand"],
    ),
    (
        "'spv.GroupNonUniformQuadSwap' op execution scope must be 'Workgroup' or 'Subgroup'",
        &["'spv.GroupNonUniformQuadSwap' op execution_scope must be Scope of value Subgroup"],
    ),
    ("{}or vector of {}", &["{0}or fixed-length vector of {1}"]),
    (
        "{} op operand and result must have same number of elements",
        &["{0} op requires the same shape for all operands and results"],
    ),
    (
        "{} op vector and matrix must have the same component type",
        &["{0} op failed to verify that all of {vector, result} have same element type"],
    ),
    (
        "{} op expected parent op to be 'spv.mlir.selection' or 'spv.mlir.loop'",
        &["{0} op expects parent op to be one of 'spv.mlir.selection, spv.mlir.loop'"],
    ),
    ("operands and attributes do not fit `spv.func`", &["requires attribute 'function_type'"]),
    (
        "'spv.GroupNonUniformA{} op execution scope must be 'Workgroup' or 'Subgroup'",
        &["'spv.GroupNonUniformA{0} op execution_scope must be Scope of value Subgroup"],
    ),
];
