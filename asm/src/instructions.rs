//! The instructions of a binary as words, and which of the words are ids: for tools that work on binaries.

use crate::generated::ops::SHAPES;
use crate::literal_string::string_bytes;
use crate::operands::{self, Facts};
use crate::table::core_index;
use spv_grammar::byte_string;

/// Words of the header.
const HEADER: usize = 5;

/// An instruction of a binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Its opcode.
    pub opcode: u32,
    /// All its words, the first included.
    pub words: Vec<u32>,
    /// The indices of the words that are ids, in order.
    pub ids: Vec<usize>,
    /// The index of its result id.
    pub result: Option<usize>,
}

impl Instruction {
    /// Its result id.
    pub fn result_id(&self) -> Option<u32> {
        self.words.get(self.result?).copied()
    }

    /// The literal string that begins at a word, see [`byte_string`]; `None` where there is none.
    pub fn string(&self, index: usize) -> Option<String> {
        Some(byte_string::text_of(string_bytes(self.words.get(index..)?)?))
    }
}

/// The instructions of a module that import accepts, in order; what follows an instruction without a valid length is left
/// out.
pub fn instructions(words: &[u32]) -> Vec<Instruction> {
    let mut facts = Facts::default();
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

fn instruction(facts: &Facts, opcode: u32, words: &[u32]) -> Instruction {
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
