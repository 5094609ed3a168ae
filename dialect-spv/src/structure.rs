//! Op definitions for module structure and control flow. Their IR form differs from a single instruction.

use crate::generated::enums;
use crate::generated::ops::OPCODE;
use crate::generated::values::capability;
use spv_ir::dialect::*;

/// Module attribute key: marks a module whose binary has canonical ids, which are hashes of the definitions.
pub const CANONICAL_IDS: &str = "spv.canonical_ids";

/// Function attribute key: marks a function that had no merge instructions before it was structurized.
pub const PLAIN_BLOCKS: &str = "spv.plain_blocks";

const fn param(name: &'static str, kind: ParamKind, arity: Arity) -> Param {
    Param { name, kind, arity }
}

const ALWAYS: Availability =
    Availability { min_version: Some(0x0001_0000), max_version: None, capabilities: &[], extensions: &[] };

/// Availability of graphs in LLVM's form.
const GRAPHS: Availability = Availability {
    min_version: None,
    max_version: None,
    capabilities: &[capability::GRAPH_ARM],
    extensions: &["SPV_ARM_graph", "SPV_ARM_tensors"],
};

macro_rules! row {
    ($(#[$doc:meta])* $id:ident = $name:literal, $opcode:expr, $result:ident, [$($params:tt)*]) => {
        row! { $(#[$doc])* $id = $name, $opcode, $result, [$($params)*] ALWAYS }
    };
    ($(#[$doc:meta])* $id:ident = $name:literal, $opcode:expr, $result:ident, [$($pname:literal: $kind:expr, $arity:ident;)*] $available:ident) => {
        $(#[$doc])*
        pub static $id: OpRow = OpRow {
            name: concat!("spv.", $name),
            set: 0,
            opcode: $opcode,
            params: &[$(param($pname, $kind, Arity::$arity)),*],
            result: ResultKind::$result,
            availability: $available,
        };
    };
}

row! {
    /// A SPIR-V module with a body of one block without terminator. Discardable attributes: `generator` and `schema`
    /// (header words, 32-bit integers), and `ext_inst_imports` (names of the imported extended sets, in order).
    MODULE = "module", NO_OPCODE, None, [
        "sym_name": ParamKind::String, Optional;
        "addressing_model": ParamKind::Enum(&enums::ADDRESSING_MODEL), One;
        "memory_model": ParamKind::Enum(&enums::MEMORY_MODEL), One;
        "vce_triple": ParamKind::Attr, Optional;
    ]
}
row! {
    /// A function with a body. A function whose entry block is empty is a declaration. The function type has no
    /// result if the SPIR-V function returns void.
    FUNC = "func", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "type": ParamKind::Type, One;
        "function_control": ParamKind::Enum(&enums::FUNCTION_CONTROL), One;
    ]
}
row! {
    /// OpGraphARM, with a body of one block that ends with OpGraphEndARM.
    GRAPH = "GraphARM", 4183, None, [
        "sym_name": ParamKind::String, One;
        "graph_type": ParamKind::Type, One;
    ]
}
row! {
    /// A module-level OpVariable. The pointer type determines the storage class. The initializer is a symbol
    /// reference or a typed constant.
    GLOBAL_VARIABLE = "GlobalVariable", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "type": ParamKind::Type, One;
        "initializer": ParamKind::Attr, Optional;
    ]
}
row! {
    /// A plain constant with a name or decorations, and therefore an identity.
    GLOBAL_CONSTANT = "GlobalConstant", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "value": ParamKind::Attr, One;
        "type": ParamKind::Type, One;
    ]
}
row! {
    /// OpSpecConstant, OpSpecConstantTrue and OpSpecConstantFalse. The SpecId is the discardable attribute `spec_id`.
    /// `type` is the type of the constant.
    SPEC_CONSTANT = "SpecConstant", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "default_value": ParamKind::Attr, One;
        "type": ParamKind::Type, One;
    ]
}
row! {
    /// OpEntryPoint. `name` is present only if it differs from the function's symbol.
    ENTRY_POINT = "EntryPoint", NO_OPCODE, None, [
        "execution_model": ParamKind::Enum(&enums::EXECUTION_MODEL), One;
        "fn": ParamKind::Symbol, One;
        "interface": ParamKind::Symbol, Variadic;
        "name": ParamKind::String, Optional;
    ]
}
row! {
    /// OpExecutionMode.
    EXECUTION_MODE = "ExecutionMode", NO_OPCODE, None, [
        "fn": ParamKind::Symbol, One;
        "execution_mode": ParamKind::Enum(&enums::EXECUTION_MODE), One;
    ]
}
row! {
    /// OpExecutionModeId. The ids are symbol references, types or typed constants.
    EXECUTION_MODE_ID = "ExecutionModeId", NO_OPCODE, None, [
        "fn": ParamKind::Symbol, One;
        "execution_mode": ParamKind::Enum(&enums::EXECUTION_MODE), One;
    ]
}
row! {
    /// A plain constant. See [`crate::attributes`] for the possible values.
    CONSTANT = "Constant", NO_OPCODE, One, ["value": ParamKind::Attr, One;]
}
row! {
    /// A function-level OpVariable.
    VARIABLE = "Variable", NO_OPCODE, One, ["initializer": ParamKind::Value, Optional;]
}
row! {
    /// The address of a global variable or function.
    ADDRESS_OF = "mlir.addressof", NO_OPCODE, One, ["variable": ParamKind::Symbol, One;]
}
row! {
    /// The value of a spec constant or other module-level definition.
    REFERENCE_OF = "mlir.referenceof", NO_OPCODE, One, ["spec_const": ParamKind::Symbol, One;]
}
row! {
    /// LLVM 14's OpSpecConstantOp inside a function. The operands are constants or other spec constant operations.
    /// Literals of the wrapped instruction are `i32` integers.
    SPEC_CONSTANT_OPERATION = "SpecConstantOperation", NO_OPCODE, One, [
        "opcode": ParamKind::Enum(&OPCODE), One;
        "operands": ParamKind::Mixed, Variadic;
    ]
}
row! {
    /// Terminator of the region of [`SPEC_CONSTANT_OPERATION`] in LLVM 14's generic form. Does not occur elsewhere.
    YIELD = "mlir.yield", NO_OPCODE, None, ["operand": ParamKind::Value, One;]
}
row! {
    /// An instruction of an extended set that the tables do not know, for non-semantic sets only. `set` is the name
    /// of the import.
    EXT_INST = "ExtInst", 12, Optional, [
        "sym_name": ParamKind::String, Optional;
        "type": ParamKind::Type, Optional;
        "set": ParamKind::String, One;
        "instruction": ParamKind::Word, One;
        "operands": ParamKind::Mixed, Variadic;
    ]
}
row! {
    /// OpBranch. In CFG form, the terminator of a header block holds the merge instruction: `merge` 1 is
    /// OpSelectionMerge, 2 is OpLoopMerge. OpSelectionMerge adds one successor (merge block), OpLoopMerge two (merge
    /// block, continue target). These successors come last, carry no arguments and are not CFG edges.
    BRANCH = "Branch", 249, None, [
        "target": ParamKind::Block, One;
        "merge": ParamKind::Word, One;
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), Optional;
        "loop_control": ParamKind::Enum(&enums::LOOP_CONTROL), Optional;
    ]
}
row! {
    /// OpBranchConditional. The merge parameters are as in [`BRANCH`].
    BRANCH_CONDITIONAL = "BranchConditional", 250, None, [
        "condition": ParamKind::Value, One;
        "branch_weights": ParamKind::Word, Variadic;
        "true_target": ParamKind::Block, One;
        "false_target": ParamKind::Block, One;
        "merge": ParamKind::Word, One;
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), Optional;
        "loop_control": ParamKind::Enum(&enums::LOOP_CONTROL), Optional;
    ]
}
row! {
    /// OpSwitch. The first successor is the default target; the others match `literals`. `literals` is a dense vector
    /// attribute of the selector's type, 0 if there are no cases. The merge parameters are as in [`BRANCH`].
    SWITCH = "Switch", 251, None, [
        "selector": ParamKind::Value, One;
        "literals": ParamKind::Attr, Optional;
        "default_target": ParamKind::Block, One;
        "targets": ParamKind::Block, Variadic;
        "merge": ParamKind::Word, One;
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), Optional;
        "loop_control": ParamKind::Enum(&enums::LOOP_CONTROL), Optional;
    ]
}
row! {
    /// A selection construct in region form, with one region. The first block is the header (only its terminator).
    /// The last block is the merge block: a single [`MERGE`], whose operands become the results.
    ///
    /// Parameters:
    ///
    /// - `phis` lists the merge block arguments that are an OpPhi although all incoming values are equal. Other
    ///   arguments with equal incoming values are not an OpPhi.
    /// - `continue_target` 1 says that the merge block is also the continue target of the enclosing loop. Only the
    ///   branch to the continue target follows the construct.
    SELECTION = "mlir.selection", NO_OPCODE, Any, [
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), One;
        "phis": ParamKind::Word, Variadic;
        "continue_target": ParamKind::Word, One;
    ]
}
row! {
    /// A loop construct in region form, with one region: entry block, header, ..., blocks of the continue construct,
    /// merge block. The continue construct is the tail of the region. The continue target is its first block, or the
    /// header if the continue construct is empty.
    ///
    /// Parameters:
    ///
    /// - `continue_blocks` (text only) is the number of blocks in the continue construct. The default is 1; 0 means
    ///   that the header is the continue target.
    /// - `fused` 1 says that the binary merges the header with the preceding block. This is the block with the op, or
    ///   the merge block of the construct right before the op.
    /// - `phis` and `continue_phis` are as `phis` in [`SELECTION`], for the merge block and the continue target.
    /// - `continue_target` is as in [`SELECTION`].
    LOOP = "mlir.loop", NO_OPCODE, Any, [
        "loop_control": ParamKind::Enum(&enums::LOOP_CONTROL), One;
        "continue_blocks": ParamKind::Tail, Optional;
        "fused": ParamKind::Word, One;
        "phis": ParamKind::Word, Variadic;
        "continue_phis": ParamKind::Word, Variadic;
        "continue_target": ParamKind::Word, One;
    ]
}
row! {
    /// Terminator of a construct's merge block. The operands are the construct's results.
    MERGE = "mlir.merge", NO_OPCODE, None, ["values": ParamKind::Value, Variadic;]
}
row! {
    /// Exits the innermost loop from a nested construct: branches to the loop's merge block with these arguments.
    /// `trampoline` 1 says that the block exists for this exit only and represents an edge from its single
    /// predecessor.
    BREAK = "mlir.break", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}
row! {
    /// Branches to the continue target of the innermost loop from a nested construct. The parameters are as in
    /// [`BREAK`].
    CONTINUE = "mlir.continue", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}
row! {
    /// Branches to the merge block of the innermost selection that ends in a Switch, from a nested construct. The
    /// parameters are as in [`BREAK`].
    SWITCH_BREAK = "mlir.switch_break", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}

row! {
    /// A graph in LLVM's form, with arguments and results like a function. [`crate::llvm::graphs`] converts it.
    LLVM_GRAPH = "ARM.Graph", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "function_type": ParamKind::Type, One;
    ] GRAPHS
}
row! {
    /// A graph constant in LLVM's form: an op of the graph. The attribute `graph_constant_id` holds the id.
    LLVM_GRAPH_CONSTANT = "ARM.GraphConstant", NO_OPCODE, One, [] GRAPHS
}
row! {
    /// A graph entry point in LLVM's form, with the name of the graph.
    LLVM_GRAPH_ENTRY_POINT = "ARM.GraphEntryPoint", NO_OPCODE, None, [
        "fn": ParamKind::Symbol, One;
        "interface": ParamKind::Symbol, Variadic;
    ] GRAPHS
}
row! {
    /// Terminator of a graph in LLVM's form, with the values of all outputs.
    LLVM_GRAPH_OUTPUTS = "ARM.GraphOutputs", NO_OPCODE, None, ["values": ParamKind::Value, Variadic;] GRAPHS
}

/// Returns the index of a branch's `merge` parameter. `selection_control` and `loop_control` follow it.
pub fn merge_param(row: &OpRow) -> Option<usize> {
    row.params.iter().position(|p| p.name == "merge")
}

/// `merge` value of a branch without merge instruction.
pub const MERGE_NONE: u32 = 0;
/// `merge` value for OpSelectionMerge.
pub const MERGE_SELECTION: u32 = 1;
/// `merge` value for OpLoopMerge.
pub const MERGE_LOOP: u32 = 2;

/// Slots of a branch without merge instruction, from the slot of `merge` on.
pub const NO_MERGE: [u32; 4] = [MERGE_NONE, ABSENT, ABSENT, 0];
