//! Assembly formats and op names of LLVM 24 that differ from LLVM 22's

use super::llvm22::CHAIN;
use spv_ir::{Formats, OpNames};

/// Assembly formats by op name. TOSA ops with attributes are in [`super::tosa`].
pub(super) static FORMATS: Formats = &[
    (
        "spv.ArmExperimentalML.CALL",
        "`opcode` `=` $opcode `,` ($parameters^)? attr-dict `:` functional-type($parameters, results)",
    ),
    ("spv.InBoundsAccessChain", CHAIN),
    ("spv.MemoryNamedBarrier", "$0 `,` bracketed($1) `,` bracketed($2) attr-dict `:` common-type($0)"),
];

/// Op names that do not follow the general prefix rule: name in this dialect, name in LLVM.
pub(super) static OP_NAMES: OpNames = &[("spv.ArmExperimentalML.CALL", "spv.ExperimentalML.Call")];
