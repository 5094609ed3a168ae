//! Control-flow graphs of functions in Graphviz format, as spirv-cfg writes them

use crate::check::{BinaryError, Checker};
use crate::generated::opcodes as op;
use crate::names::Names;
use crate::operands::{self};
use std::fmt::Write;

const MERGE: &str = "style=dashed";
const CONTINUE: &str = "style=dotted";

/// A basic block and its edges. Contains ids instead of names, because names are known only at the end of the module.
struct BlockNode {
    block: u32,
    /// The function id if the block is an entry block.
    function: Option<u32>,
    successors: Vec<u32>,
    merge: Option<u32>,
    continue_target: Option<u32>,
}

/// Returns the control-flow graphs of all functions in a binary as Graphviz text. The words have the host's
/// endianness.
///
/// # Errors
///
/// The first malformed instruction.
pub fn control_flow_graph(words: &[u32]) -> Result<String, BinaryError> {
    let mut names = Names::default();
    let mut nodes = Vec::new();
    let (mut function, mut block, mut is_entry) = (0, 0, false);
    let (mut merge, mut continue_target) = (None, None);
    Checker::default().visit(words, |facts, at, split| {
        let own = &words[at..at + split.length];
        let opcode = own[0] & 0xFFFF;
        names.note(opcode, own, facts);
        let word = |index: usize| own.get(index).copied().unwrap_or(0);
        let successors = match opcode {
            op::FUNCTION => {
                (function, is_entry) = (word(2), true);
                return;
            }
            op::LABEL => {
                block = word(1);
                return;
            }
            op::LOOP_MERGE => {
                (merge, continue_target) = (Some(word(1)), Some(word(2)));
                return;
            }
            op::SELECTION_MERGE => {
                merge = Some(word(1));
                return;
            }
            op::BRANCH => vec![word(1)],
            op::BRANCH_CONDITIONAL => vec![word(2), word(3)],
            op::SWITCH => {
                let ids = operands::of_instruction(facts, opcode, own);
                ids.filter(|(_, kind)| kind.is_id()).skip(1).map(|(at, _)| word(at)).collect()
            }
            op::KILL | op::RETURN | op::RETURN_VALUE | op::UNREACHABLE => Vec::new(),
            _ => return,
        };
        let function = std::mem::take(&mut is_entry).then_some(function);
        let (merge, continue_target) = (merge.take(), continue_target.take());
        nodes.push(BlockNode { block, function, successors, merge, continue_target });
    })?;
    let mut out = String::from("digraph {\n");
    for (kind, style) in [("merge", MERGE), ("continue", CONTINUE)] {
        _ = write!(
            out,
            "legend_{kind}_src [shape=plaintext, label=\"\"];\nlegend_{kind}_dest [shape=plaintext, label=\"\"];\n\
             legend_{kind}_src -> legend_{kind}_dest [label=\" {kind}\",{style}];\n"
        );
    }
    for node in nodes {
        let block = node.block;
        let mut digits = itoa::Buffer::new();
        let label = names.get(block, &mut digits);
        _ = match node.function {
            Some(function) => {
                let mut digits = itoa::Buffer::new();
                let function = names.get(function, &mut digits);
                writeln!(out, "{block} [label=\"{label}\nFn {function} entry\", shape=box];")
            }
            None => writeln!(out, "{block} [label=\"{label}\"];"),
        };
        node.successors.iter().for_each(|to| _ = writeln!(out, "{block} -> {to};"));
        for (to, style) in [(node.merge, MERGE), (node.continue_target, CONTINUE)] {
            if let Some(to) = to.filter(|to| *to != 0) {
                _ = writeln!(out, "{block} -> {to} [{style}];");
            }
        }
    }
    out.push_str("}\n");
    Ok(out)
}
