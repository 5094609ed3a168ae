//! Parser messages of LLVM versions; see [`spv_ir::TextForm::messages`].

/// Pairs of our message pattern and LLVM's messages.
type Messages = &'static [(&'static str, &'static [&'static str])];

/// Messages of LLVM 14, which parses any attribute in place of a number list.
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
