//! Rows of the ops that model the structure of a module and of control flow: those whose form in the
//! IR is not that of one instruction.

use crate::generated::enums;
use crate::generated::ops::OPCODE;
use spv_ir::dialect::*;

const fn param(name: &'static str, kind: ParamKind, arity: Arity) -> Param {
    Param { name, kind, arity }
}

const ALWAYS: Availability =
    Availability { min_version: Some(0x0001_0000), max_version: None, capabilities: &[], extensions: &[] };

macro_rules! row {
    ($(#[$doc:meta])* $id:ident = $name:literal, $opcode:expr, $result:ident, [$($pname:literal: $kind:expr, $arity:ident;)*]) => {
        $(#[$doc])*
        pub static $id: OpRow = OpRow {
            name: concat!("spv.", $name),
            set: 0,
            opcode: $opcode,
            params: &[$(param($pname, $kind, Arity::$arity)),*],
            result: ResultKind::$result,
            availability: ALWAYS,
        };
    };
}

row! {
    /// A SPIR-V module. Owns a body of one block without terminator. Discardable attributes:
    /// `generator`, `schema` (header words, 32-bit integers) and `ext_inst_imports` (names of the
    /// imported extended sets in order).
    MODULE = "module", NO_OPCODE, None, [
        "sym_name": ParamKind::String, Optional;
        "addressing_model": ParamKind::Enum(&enums::ADDRESSING_MODEL), One;
        "memory_model": ParamKind::Enum(&enums::MEMORY_MODEL), One;
        "vce_triple": ParamKind::Attr, Optional;
    ]
}
row! {
    /// A function. Owns a body; one whose entry block holds no op is a declaration. The function type
    /// has no result where SPIR-V's returns void.
    FUNC = "func", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "type": ParamKind::Type, One;
        "function_control": ParamKind::Enum(&enums::FUNCTION_CONTROL), One;
    ]
}
row! {
    /// OpGraphARM: owns a body of one block that OpGraphEndARM ends.
    GRAPH = "GraphARM", 4183, None, [
        "sym_name": ParamKind::String, One;
        "graph_type": ParamKind::Type, One;
    ]
}
row! {
    /// A module-level OpVariable. The storage class is that of the pointer type; the initializer a
    /// symbol reference or a typed constant.
    GLOBAL_VARIABLE = "GlobalVariable", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "type": ParamKind::Type, One;
        "initializer": ParamKind::Attr, Optional;
    ]
}
row! {
    /// A plain constant that has a name or decorations, and so an identity.
    GLOBAL_CONSTANT = "GlobalConstant", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "value": ParamKind::Attr, One;
        "type": ParamKind::Type, One;
    ]
}
row! {
    /// OpSpecConstant, OpSpecConstantTrue and OpSpecConstantFalse; the SpecId is the discardable
    /// attribute `spec_id`. `type` is the type of the constant.
    SPEC_CONSTANT = "SpecConstant", NO_OPCODE, None, [
        "sym_name": ParamKind::String, One;
        "default_value": ParamKind::Attr, One;
        "type": ParamKind::Type, One;
    ]
}
row! {
    /// OpEntryPoint; `name` only where it differs from the function's symbol.
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
    /// OpExecutionModeId: the ids are symbol references, types or typed constants.
    EXECUTION_MODE_ID = "ExecutionModeId", NO_OPCODE, None, [
        "fn": ParamKind::Symbol, One;
        "execution_mode": ParamKind::Enum(&enums::EXECUTION_MODE), One;
    ]
}
row! {
    /// A plain constant: see [`crate::attributes`] for the attributes that it may hold.
    CONSTANT = "Constant", NO_OPCODE, One, ["value": ParamKind::Attr, One;]
}
row! {
    /// A function-level OpVariable.
    VARIABLE = "Variable", NO_OPCODE, One, ["initializer": ParamKind::Value, Optional;]
}
row! {
    /// Pointer to a global variable or function.
    ADDRESS_OF = "mlir.addressof", NO_OPCODE, One, ["variable": ParamKind::Symbol, One;]
}
row! {
    /// Value of a spec constant or other module-level definition.
    REFERENCE_OF = "mlir.referenceof", NO_OPCODE, One, ["spec_const": ParamKind::Symbol, One;]
}
row! {
    /// LLVM 14's OpSpecConstantOp in a function: its operands are constants or other such ops. Literals
    /// of the wrapped instruction are `i32` integers.
    SPEC_CONSTANT_OPERATION = "SpecConstantOperation", NO_OPCODE, One, [
        "opcode": ParamKind::Enum(&OPCODE), One;
        "operands": ParamKind::Mixed, Variadic;
    ]
}
row! {
    /// What ends the region that [`SPEC_CONSTANT_OPERATION`] has in LLVM 14's generic form; is
    /// nowhere else.
    YIELD = "mlir.yield", NO_OPCODE, None, ["operand": ParamKind::Value, One;]
}
row! {
    /// An instruction of an extended set that the tables don't know (non-semantic sets only): `set`
    /// is the import's name.
    EXT_INST = "ExtInst", 12, Optional, [
        "sym_name": ParamKind::String, Optional;
        "type": ParamKind::Type, Optional;
        "set": ParamKind::String, One;
        "instruction": ParamKind::Word, One;
        "operands": ParamKind::Mixed, Variadic;
    ]
}
row! {
    /// OpBranch. In CFG form a header's terminator declares its construct: `merge` 1 is
    /// OpSelectionMerge (one more successor: the merge block), 2 OpLoopMerge (two more: merge
    /// block, continue target); these successors are last, carry no arguments and are no edges.
    BRANCH = "Branch", 249, None, [
        "target": ParamKind::Block, One;
        "merge": ParamKind::Word, One;
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), Optional;
        "loop_control": ParamKind::Enum(&enums::LOOP_CONTROL), Optional;
    ]
}
row! {
    /// OpBranchConditional; merge declarations as [`BRANCH`].
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
    /// OpSwitch: the first successor is the default, the others belong to `literals`, a dense
    /// attribute of a vector of the selector's type (0 where there is no case). Merge declarations
    /// as [`BRANCH`].
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
    /// A selection construct in region form: one region; first block the header (only its
    /// terminator), last block the merge block with [`MERGE`] alone, whose operands become the
    /// results. `phis` lists the arguments of the merge block that are an OpPhi although all incoming
    /// values are equal; other arguments whose incoming values are equal are no OpPhi. `continue_target` 1 says
    /// that the merge block is the continue target of the loop around it, too: after the construct there
    /// is only the way there.
    SELECTION = "mlir.selection", NO_OPCODE, Any, [
        "selection_control": ParamKind::Enum(&enums::SELECTION_CONTROL), One;
        "phis": ParamKind::Word, Variadic;
        "continue_target": ParamKind::Word, One;
    ]
}
row! {
    /// A loop construct in region form: one region; entry block, header, ..., the blocks of the
    /// continue construct, merge block. The continue construct is the tail of the region; the continue
    /// target is its first block, or else the header itself. In text `continue_blocks` is the number of its
    /// blocks, 1 where it is not given, 0 where the header is the continue target. `fused` 1 says that the
    /// block in which the op is, or the merge block of the construct right before it, is the header.
    /// `phis` and `continue_phis` as [`SELECTION`], for the merge block and the continue target;
    /// `continue_target` as there.
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
    /// Ends the merge block of a construct; its operands are the construct's results.
    MERGE = "mlir.merge", NO_OPCODE, None, ["values": ParamKind::Value, Variadic;]
}
row! {
    /// Leaves the innermost loop from a construct nested in it: goes to the loop's merge block with
    /// these arguments. `trampoline` 1 says that the block was made for the exit alone: it represents
    /// an edge from its one predecessor.
    BREAK = "mlir.break", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}
row! {
    /// Goes to the continue target of the innermost loop from a construct nested in it; as [`BREAK`].
    CONTINUE = "mlir.continue", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}
row! {
    /// Goes to the merge block of the innermost selection that ends in a Switch, from a construct
    /// nested in it; as [`BREAK`].
    SWITCH_BREAK = "mlir.switch_break", NO_OPCODE, None, [
        "values": ParamKind::Value, Variadic;
        "trampoline": ParamKind::Word, One;
    ]
}

/// The parameter numbers of the merge declaration of a branch: `merge`, `selection_control`,
/// `loop_control`, all in a row from `merge`.
pub fn merge_param(row: &OpRow) -> Option<usize> {
    row.params.iter().position(|p| p.name == "merge")
}

/// No construct is declared here.
pub const MERGE_NONE: u32 = 0;
/// OpSelectionMerge.
pub const MERGE_SELECTION: u32 = 1;
/// OpLoopMerge.
pub const MERGE_LOOP: u32 = 2;

/// The slots of a branch that declares nothing, from that of `merge` on.
pub const NO_MERGE: [u32; 4] = [MERGE_NONE, ABSENT, ABSENT, 0];
