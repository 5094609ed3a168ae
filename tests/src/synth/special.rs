//! Hand-written test cases for instructions whose form does not follow from their grammar entries, with reasons

use super::check::Case;
use super::{constants, debug, flow};
use spv_opt::dialect::generated::opcodes as op;

/// An instruction with hand-written test cases.
pub struct Special {
    /// Opcode of the instruction.
    pub opcode: u32,
    /// The reason why the test cases are hand-written. Failure messages include it.
    pub reason: &'static str,
    cases: fn() -> Vec<Case>,
}

const fn row(opcode: u32, reason: &'static str, cases: fn() -> Vec<Case>) -> Special {
    Special { opcode, reason, cases }
}

const BUILTIN: &str = "a type that MLIR has: its literals choose among spellings";
const CONSTANT: &str = "the type says what its operands are; in the text it is an attribute";
const CONTINUES: &str = "is joined with the preceding instruction";
const LOCATION: &str = "becomes the location of other ops";
const NAME: &str = "becomes the name of something else";
const DECORATION: &str = "becomes an entry of what it decorates";
const GROUP: &str = "the decorations go to the targets, the module knows the group";
const HEADER: &str = "becomes part of `spv.module`";
const OWN: &str = "an op written by hand, with parameters of its own";
const FLOW: &str = "shows only among blocks";
const FUNCTION: &str = "a part of a function";
const GRAPH: &str = "a part of a graph";
const SET: &str = "what its operands are is for its set to say";
const BOTH: &str = "is allowed in functions and at module scope";

/// All instructions with hand-written test cases.
pub const SPECIAL: &[Special] = &[
    row(op::NOP, BOTH, flow::nop),
    row(op::UNDEF, BOTH, constants::undef),
    row(op::SOURCE_CONTINUED, CONTINUES, debug::source_continued),
    row(op::NAME, NAME, debug::name),
    row(op::MEMBER_NAME, NAME, debug::member_name),
    row(op::LINE, LOCATION, debug::line),
    row(op::NO_LINE, LOCATION, debug::no_line),
    row(op::EXTENSION, HEADER, debug::extension),
    row(op::EXT_INST_IMPORT, HEADER, debug::import),
    row(op::EXT_INST, SET, debug::ext_inst),
    row(op::MEMORY_MODEL, HEADER, debug::memory_model),
    row(op::ENTRY_POINT, OWN, debug::entry_point),
    row(op::EXECUTION_MODE, OWN, debug::execution_mode),
    row(op::CAPABILITY, HEADER, debug::capability),
    row(op::TYPE_VOID, BUILTIN, constants::void),
    row(op::TYPE_BOOL, BUILTIN, constants::bool),
    row(op::TYPE_INT, BUILTIN, constants::int),
    row(op::TYPE_FLOAT, BUILTIN, constants::float),
    row(op::TYPE_VECTOR, BUILTIN, constants::vector),
    row(op::TYPE_FUNCTION, BUILTIN, constants::function),
    row(op::TYPE_FORWARD_POINTER, "only tells of a type that comes later", constants::forward_pointer),
    row(op::CONSTANT_TRUE, CONSTANT, constants::constant_true),
    row(op::CONSTANT_FALSE, CONSTANT, constants::constant_false),
    row(op::CONSTANT, CONSTANT, constants::constant),
    row(op::CONSTANT_COMPOSITE, CONSTANT, constants::composite),
    row(op::CONSTANT_NULL, CONSTANT, constants::null),
    row(op::SPEC_CONSTANT_TRUE, CONSTANT, constants::spec_true),
    row(op::SPEC_CONSTANT_FALSE, CONSTANT, constants::spec_false),
    row(op::SPEC_CONSTANT, CONSTANT, constants::spec_constant),
    row(op::SPEC_CONSTANT_COMPOSITE, CONSTANT, constants::spec_composite),
    row(op::SPEC_CONSTANT_OP, "its operands are those of another instruction", constants::spec_op),
    row(op::FUNCTION, FUNCTION, flow::function),
    row(op::FUNCTION_PARAMETER, FUNCTION, flow::function),
    row(op::FUNCTION_END, FUNCTION, flow::function),
    row(op::VARIABLE, BOTH, constants::variable),
    row(op::DECORATE, DECORATION, debug::decorate),
    row(op::MEMBER_DECORATE, DECORATION, debug::member_decorate),
    row(op::DECORATION_GROUP, GROUP, debug::group),
    row(op::GROUP_DECORATE, GROUP, debug::group),
    row(op::GROUP_MEMBER_DECORATE, GROUP, debug::group),
    row(op::PHI, FLOW, flow::phi),
    row(op::LOOP_MERGE, FLOW, flow::loop_merge),
    row(op::SELECTION_MERGE, FLOW, flow::selection_merge),
    row(op::LABEL, FLOW, flow::unstructured),
    row(op::BRANCH, FLOW, flow::unstructured),
    row(op::BRANCH_CONDITIONAL, FLOW, flow::branch_conditional),
    row(op::SWITCH, FLOW, flow::switch),
    row(op::EXECUTION_MODE_ID, OWN, debug::execution_mode_id),
    row(op::DECORATE_ID, DECORATION, debug::decorate_id),
    row(op::GRAPH_ARM, GRAPH, flow::graph),
    row(op::GRAPH_INPUT_ARM, GRAPH, flow::graph),
    row(op::GRAPH_SET_OUTPUT_ARM, GRAPH, flow::graph),
    row(op::GRAPH_END_ARM, GRAPH, flow::graph),
    row(op::EXT_INST_WITH_FORWARD_REFS_KHR, SET, debug::forward_refs),
    row(op::CONSTANT_COMPOSITE_REPLICATE_EXT, CONSTANT, constants::replicate),
    row(op::MEMBER_DECORATE_ID_EXT, DECORATION, debug::member_decorate_id),
    row(op::CONSTANT_DATA_KHR, CONSTANT, constants::data),
    row(op::DECORATE_STRING, DECORATION, debug::decorate_string),
    row(op::MEMBER_DECORATE_STRING, DECORATION, debug::member_decorate_string),
    row(op::TYPE_STRUCT_CONTINUED_INTEL, CONTINUES, constants::struct_continued),
    row(op::CONSTANT_COMPOSITE_CONTINUED_INTEL, CONTINUES, constants::composite_continued),
    row(op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL, CONTINUES, constants::spec_composite_continued),
    row(op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL, CONTINUES, constants::construct_continued),
];

/// Returns the hand-written test cases for an opcode, or `None` if there are none.
pub fn special(opcode: u32) -> Option<Vec<Case>> {
    let special = SPECIAL.iter().find(|s| s.opcode == opcode)?;
    let mut cases = (special.cases)();
    cases.iter_mut().for_each(|case| case.variant += &format!("; {}", special.reason));
    Some(cases)
}
