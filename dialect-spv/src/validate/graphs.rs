//! Graphs (SPV_ARM_graph): the indexes of inputs and outputs.

use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use super::typing::INT32;
use crate::generated::opcodes as op;

const INPUT: &[u32] = &[op::GRAPH_INPUT_ARM];
const OUTPUT: &[u32] = &[op::GRAPH_SET_OUTPUT_ARM];
const SECTION: &str = "SPV_ARM_graph";
const INTEGERS: &str = "the indexes must be 32-bit integers";
const CONSTANTS: &str = "the indexes must be constants";

/// The rules of the family.
pub const RULES: &[Rule] = &[
    rule("SPV-graph-input-index", SECTION, INTEGERS, Check::Op(INPUT, |x| is_no_integer(x, 0))),
    rule("SPV-graph-output-index", SECTION, INTEGERS, Check::Op(OUTPUT, |x| is_no_integer(x, 1))),
    vulkan("VUID-StandaloneSpirv-OpGraphInputARM-09931", "A", CONSTANTS, Check::Op(INPUT, |x| varies(x, 0))),
    vulkan(
        "VUID-StandaloneSpirv-OpGraphSetOutputARM-09932",
        "A",
        CONSTANTS,
        Check::Op(OUTPUT, |x| varies(x, 1)),
    ),
];

/// Whether an operand from a place on is no 32-bit integer.
fn is_no_integer(x: &OpSubject<'_>, from: usize) -> Option<bool> {
    let mut types = x.body.operands(x.op).skip(from).filter_map(|value| x.body.value_type_opt(value));
    Some(types.any(|ty| !INT32.has(x.ctx(), ty)))
}

/// Whether an operand from a place on is no constant.
fn varies(x: &OpSubject<'_>, from: usize) -> Option<bool> {
    Some(x.body.operands(x.op).skip(from).any(|value| !x.is_constant(value)))
}
