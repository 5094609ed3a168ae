//! Op definitions for module structure and control flow

use crate::generated::enums;
use crate::generated::ops::OPCODE;
use crate::generated::values::capability;
use spv_ir::dialect::*;

/// Key of the module attribute for a module whose binary has canonical ids. A canonical id is a hash of the definition.
pub const CANONICAL_IDS: &str = "spv.canonical_ids";

/// Key of the function attribute for a function that had no merge instructions before it was structurized.
pub const PLAIN_BLOCKS: &str = "spv.plain_blocks";

const fn param(name: &'static str, kind: ParamKind, arity: Arity) -> Param {
    Param { name, kind, arity }
}

const ALWAYS: Availability =
    Availability { min_version: Some(0x0001_0000), max_version: None, capabilities: &[], extensions: &[] };

/// Availability of the graph ops in LLVM's form.
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
    /// A SPIR-V module. The body is one block without a terminator. Discardable attributes: `generator` and `schema`
    /// (header words, 32-bit integers), and `ext_inst_imports` (names of the imported extended instruction sets, in
    /// order).
    MODULE = "module", NO_OPCODE, None, [
        "sym_name": ParamKind::String, Optional;
        "addressing_model": ParamKind::Enum(&enums::ADDRESSING_MODEL), One;
        "memory_model": ParamKind::Enum(&enums::MEMORY_MODEL), One;
        "vce_triple": ParamKind::Attr, Optional;
    ]
}
row! {
    /// A function. If its entry block is empty, the function is a declaration. The function type has no result if the
    /// SPIR-V function returns void.
    FUNC = "func", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "type": ParamKind::Type, One;
        "function_control": ParamKind::Enum(&enums::FUNCTION_CONTROL), One;
    ]
}
row! {
    /// OpGraphARM. The body is one block that ends with OpGraphEndARM.
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
    /// A plain constant that has a name or decorations, so that it cannot be merged with other constants.
    GLOBAL_CONSTANT = "GlobalConstant", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "value": ParamKind::Attr, One;
        "type": ParamKind::Type, One;
    ]
}
row! {
    /// OpSpecConstant, OpSpecConstantTrue or OpSpecConstantFalse. The discardable attribute `spec_id` holds the SpecId.
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
    /// OpExecutionModeId. The ids are represented as symbol references, types or typed constants.
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
    /// The value of a specialization constant or another module-level definition.
    REFERENCE_OF = "mlir.referenceof", NO_OPCODE, One, ["spec_const": ParamKind::Symbol, One;]
}
row! {
    /// LLVM 14's OpSpecConstantOp inside a function. The operands are constants or other specialization-constant
    /// operations. Literals of the wrapped instruction are `i32` integers.
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
    /// An instruction of a non-semantic extended instruction set that the grammar does not contain. `set` is the name
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
    /// OpBranch. In CFG form, the terminator of a header block holds the merge instruction in `merge`: 1 is
    /// OpSelectionMerge, 2 is OpLoopMerge. OpSelectionMerge adds one successor (merge block). OpLoopMerge adds two
    /// successors (merge block, continue target). The added successors come last, carry no arguments and are not CFG
    /// edges.
    BRANCH = "Branch", 249, None, [
        "target": ParamKind::Block, One;
        "merge": ParamKind::Word, One;
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), Optional;
        "loop_control": ParamKind::Enum(&enums::LOOP_CONTROL), Optional;
    ]
}
row! {
    /// OpBranchConditional. The parameters for the merge instruction are the same as for [`BRANCH`].
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
    /// OpSwitch. The first successor is the default target; the other targets correspond to `literals`. `literals` is a
    /// dense vector attribute of the selector's type, 0 if there are no cases. The parameters for the merge instruction
    /// are the same as for [`BRANCH`].
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
    /// A selection construct in region form, with one region. The first block is the header block, which contains only
    /// the header's terminator. The last block is the merge block, which contains a single [`MERGE`], whose operands
    /// become the results.
    ///
    /// Parameters:
    ///
    /// - `phis` lists the merge block arguments that are an OpPhi in the binary although all incoming values are the
    ///   same. An argument that is not in the list is an OpPhi only if its incoming values differ.
    /// - `continue_target` is 1 if the merge block is also the continue target of the enclosing loop. The code after
    ///   the construct is then only the branch to the continue target.
    SELECTION = "mlir.selection", NO_OPCODE, Any, [
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), One;
        "phis": ParamKind::Word, Variadic;
        "continue_target": ParamKind::Word, One;
    ]
}
row! {
    /// A loop construct in region form, with one region. The order of blocks is: entry block, header, further blocks,
    /// continue construct, merge block. The continue target is the first block of the continue construct, or the header
    /// if the continue construct is empty.
    ///
    /// Parameters:
    ///
    /// - `continue_blocks` (only in assembly) is the number of blocks in the continue construct. The default is 1; 0
    ///   means that the header is the continue target.
    /// - `fused` is 1 if the header and the preceding block are one block in the binary. The preceding block contains
    ///   this op, or is the merge block of the construct right before this op.
    /// - `phis` and `continue_phis` have the meaning of `phis` in [`SELECTION`], for the merge block and the continue
    ///   target.
    /// - `continue_target` has the same meaning as in [`SELECTION`].
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
    /// Exits the innermost loop from a nested construct by a branch to the loop's merge block with these arguments.
    /// `trampoline` is 1 if the block exists only for this exit. The block then represents an edge from its single
    /// predecessor.
    BREAK = "mlir.break", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}
row! {
    /// Branches to the continue target of the innermost loop from a nested construct. The parameters are the same as
    /// for [`BREAK`].
    CONTINUE = "mlir.continue", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}
row! {
    /// Branches to the merge block of the innermost selection with a Switch from a nested construct. The parameters are
    /// the same as for [`BREAK`].
    SWITCH_BREAK = "mlir.switch_break", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}

row! {
    /// A graph in LLVM's form, with arguments and results like a function. See the conversion in
    /// [`crate::llvm::graphs`].
    LLVM_GRAPH = "ARM.Graph", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "function_type": ParamKind::Type, One;
    ] GRAPHS
}
row! {
    /// A graph constant in LLVM's form, which is an op inside the graph. The attribute `graph_constant_id` holds the
    /// id.
    LLVM_GRAPH_CONSTANT = "ARM.GraphConstant", NO_OPCODE, One, [] GRAPHS
}
row! {
    /// A graph entry point in LLVM's form, which refers to the graph by name.
    LLVM_GRAPH_ENTRY_POINT = "ARM.GraphEntryPoint", NO_OPCODE, None, [
        "fn": ParamKind::Symbol, One;
        "interface": ParamKind::Symbol, Variadic;
    ] GRAPHS
}
row! {
    /// The terminator of a graph in LLVM's form. The operands are the graph's outputs.
    LLVM_GRAPH_OUTPUTS = "ARM.GraphOutputs", NO_OPCODE, None, ["values": ParamKind::Value, Variadic;] GRAPHS
}

/// Returns the index of a branch op's `merge` parameter, or `None` for other ops. The parameters `selection_control`
/// and `loop_control` follow it.
pub fn merge_param(row: &OpRow) -> Option<usize> {
    row.params.iter().position(|p| p.name == "merge")
}

/// Value of the `merge` attribute of a branch without a merge instruction.
pub const MERGE_NONE: u32 = 0;
/// Value of the `merge` attribute for OpSelectionMerge.
pub const MERGE_SELECTION: u32 = 1;
/// Value of the `merge` attribute for OpLoopMerge.
pub const MERGE_LOOP: u32 = 2;

/// The merge attributes of a branch without a merge instruction: `merge` and the attributes after it.
pub const NO_MERGE: [u32; 4] = [MERGE_NONE, ABSENT, ABSENT, 0];
