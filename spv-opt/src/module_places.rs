//! Positions of messages about the whole module
//!
//! In the IR, the declarations of a module and its types are part of one op without a position. In a binary, they are
//! instructions.

use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::CORE;
use spv_dialect::spv::Capability;

/// Index of the header word that contains the version.
const VERSION: usize = 1;
/// Number of words in the SPIR-V header.
const HEADER: usize = 5;

/// Returns the word offset of the declaration that a message about the module or a constant names, or `None` if there is
/// none. For other messages about the module, returns the offset of OpMemoryModel. For a message about the type of a
/// constant, returns the offset of the first OpConstant of this type. `words` are in host byte order.
pub(crate) fn named_in(message: &str, words: &[u32]) -> Option<usize> {
    if let Some(message) = message.strip_prefix("'spv.Constant': ") {
        let ty = declaration(message, words)?;
        let has_type =
            |&at: &usize| words[at] & 0xFFFF == op::CONSTANT && words.get(at + 1) == words.get(ty + 1);
        return instructions(words).find(has_type);
    }
    let message = message.strip_prefix("'spv.module': ")?;
    declaration(message, words).or_else(|| find(words, op::MEMORY_MODEL, None))
}

/// Returns the word offset of the first instruction with the given opcode and operand. The operand consists of a word
/// index in the instruction and a value.
fn find(words: &[u32], opcode: u32, operand: Option<(usize, u32)>) -> Option<usize> {
    instructions(words).find(|&at| {
        let fits = |(number, value)| words.get(at + number) == Some(&value);
        words[at] & 0xFFFF == opcode && operand.is_none_or(fits)
    })
}

/// Returns the word offset of the capability, type, instruction or version that a message ends with.
fn declaration(message: &str, words: &[u32]) -> Option<usize> {
    let (_, named) = message.rsplit_once(": ").unwrap_or((message, ""));
    let last = named.split(' ').next_back().unwrap_or_default();
    let width = || named.split(' ').rev().nth(1)?.parse::<u32>().ok();
    if named.starts_with("capability ") {
        return find(words, op::CAPABILITY, Some((1, last.parse::<Capability>().ok()?.0)));
    }
    if named.starts_with("version ") {
        return Some(VERSION);
    }
    if named.starts_with("an integer of ") {
        return find(words, op::TYPE_INT, Some((2, width()?)));
    }
    if named.starts_with("a float of ") && named.ends_with(" bits") {
        return find(words, op::TYPE_FLOAT, Some((2, width()?)));
    }
    let name = named.strip_prefix("Op")?;
    let row = CORE.iter().find(|row| row.name.strip_prefix("spv.") == Some(name))?;
    find(words, row.opcode, None)
}

/// Returns the word offsets of the instructions in a binary.
pub(crate) fn instructions(words: &[u32]) -> impl Iterator<Item = usize> + '_ {
    let length = |at: usize| words.get(at).map(|word| (word >> 16) as usize).filter(|&length| length > 0);
    std::iter::successors(Some(HEADER), move |&at| Some(at + length(at)?)).take_while(|&at| at < words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_and_types() {
        let assembly = "
            OpCapability Shader
            OpCapability Linkage
            OpMemoryModel Logical GLSL450
            %1 = OpTypeInt 32 0
            %2 = OpTypeInt 16 0
            %3 = OpTypeFloat 64
            %4 = OpTypePipe ReadOnly
            %5 = OpConstant %1 3
            %6 = OpConstant %3 2";
        let words = spv_asm::assemble(assembly).expect("it is assembly");
        let word = |message: &str| named_in(&format!("'spv.module': {message}"), &words);
        assert_eq!(word("the environment does not support a capability: capability Linkage"), Some(7));
        assert_eq!(word("the environment does not support a capability: capability Kernel"), Some(9));
        assert_eq!(word("the memory model must be OpenCL"), Some(9));
        assert_eq!(word("the version is newer than the environment supports: version 1.6"), Some(1));
        assert_eq!(word("requires a capability: an integer of 16 bits"), Some(16));
        assert_eq!(word("requires a capability: a float of 64 bits"), Some(20));
        assert_eq!(word("requires a capability: OpTypePipe"), Some(23));
        assert_eq!(word("a module must have an entry point, or declare capability Linkage"), Some(9));
        assert_eq!(named_in("'spv.Constant': requires a capability: a float of 64 bits", &words), Some(30));
        assert_eq!(named_in("'spv.Load': the memory model must be OpenCL", &words), None);
    }
}
