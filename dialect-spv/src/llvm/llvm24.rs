//! Text of LLVM 24 where it differs from LLVM 22's: formats and names of ops.

use super::llvm22::CHAIN;
use spv_ir::{Formats, OpNames};

/// Assembly formats, by the op's name. TOSA ops with attributes are in [`super::tosa`].
pub(super) static FORMATS: Formats = &[
    (
        "spv.ArmExperimentalML.CALL",
        "`opcode` `=` $opcode `,` $parameters attr-dict `:` functional($parameters)",
    ),
    ("spv.InBoundsAccessChain", CHAIN),
    ("spv.MemoryNamedBarrier", "$0 `,` bracketed($1) `,` bracketed($2) attr-dict `:` type($0)"),
];

/// Names of ops that prefixes do not give.
pub(super) static OP_NAMES: OpNames = &[("spv.ArmExperimentalML.CALL", "spv.ExperimentalML.Call")];
