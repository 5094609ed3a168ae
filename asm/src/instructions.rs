//! Instruction list of a binary, with the positions of ids
//!
//! The list serves tools that edit binaries without the IR.

use crate::generated::ops::SHAPES;
use crate::literal_string::string_bytes;
use crate::operands::{self, OperandContext};
use crate::table::core_index;
use spv_grammar::byte_string;

/// Length of the header in words.
const HEADER: usize = 5;

/// An instruction of a binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The opcode.
    pub opcode: u32,
    /// All words, including the word that holds the length and opcode.
    pub words: Vec<u32>,
    /// Indices in `words` of all ids, in order.
    pub ids: Vec<usize>,
    /// Index in `words` of the result id, if any.
    pub result: Option<usize>,
}

impl Instruction {
    /// Constructs an instruction from its opcode and the words after the first word. Finds the ids without knowing the
    /// types of other instructions.
    pub fn new(opcode: u32, operands: &[u32]) -> Instruction {
        let first = (operands.len() as u32 + 1) << 16 | opcode;
        instruction(&OperandContext::default(), opcode, &[&[first], operands].concat())
    }

    /// Returns the result id; `None` for instructions without a result.
    pub fn result_id(&self) -> Option<u32> {
        self.words.get(self.result?).copied()
    }

    /// Returns the literal string that begins at a word index; `None` if it has no terminator. Encodes invalid UTF-8
    /// as described in [`byte_string`].
    pub fn string(&self, index: usize) -> Option<String> {
        Some(byte_string::text_of(string_bytes(self.words.get(index..)?)?))
    }
}

/// Returns the instructions of a binary that import accepts, in order. Stops at an instruction with an invalid
/// length.
pub fn instructions(words: &[u32]) -> Vec<Instruction> {
    let mut facts = OperandContext::default();
    let mut list = Vec::new();
    let mut rest = words.get(HEADER..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let (length, opcode) = ((first >> 16) as usize, first & 0xFFFF);
        let Some((words, after)) = rest.split_at_checked(length).filter(|_| length > 0) else { break };
        list.push(instruction(&facts, opcode, words));
        facts.note(opcode, words);
        rest = after;
    }
    list
}

fn instruction(facts: &OperandContext, opcode: u32, words: &[u32]) -> Instruction {
    let mut instruction = Instruction { opcode, words: words.to_vec(), ids: Vec::new(), result: None };
    let Some(row) = core_index(opcode) else { return instruction };
    let shape = &SHAPES[row];
    let head = usize::from(shape.result_type) + usize::from(shape.result_id);
    instruction.ids.extend(1..words.len().min(1 + head));
    instruction.result = shape.result_id.then_some(head);
    let operands = operands::of_instruction(facts, opcode, words);
    instruction.ids.extend(operands.filter(|(_, kind)| kind.is_id()).map(|(at, _)| at));
    instruction
}
