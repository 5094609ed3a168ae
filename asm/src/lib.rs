#![forbid(unsafe_code)]
//! The assembly of SPIRV-Tools: what spirv-dis prints of a binary, and what spirv-as reads. There is no IR in between: words
//! become text and text words.
//!
//! [`generated`] has SPIR-V as tables: every instruction, enumeration and extended instruction set of the machine-readable
//! grammar. `generate` (see `dialect-spv/src/bin/generate`) writes it; the dialect builds on it.
//!
//! Both directions run over the rows of these tables: no instruction is known here by name but
//! those whose operands depend on types. What the tables do not know is written as `!123`, a word as it
//! is, which spirv-as reads, too.

mod assemble;
mod check;
mod disassemble;
mod errors;
pub mod generated;
mod generators;
mod graph;
pub mod instructions;
pub mod literal;
pub mod literal_string;
mod names;
mod numbers;
pub mod operands;
mod places;
pub mod sets;
mod spellings;
pub mod table;
mod tokens;

pub use assemble::{Target, assemble, assemble_for, assemble_or, stated_version};
pub use check::{BinaryError, Checker, ErrorCode};
pub use disassemble::{Disassembled, Listing, Style, disassemble, disassemble_at, list};
pub use errors::{SyntaxError, SyntaxErrors};
pub use graph::control_flow_graph;
pub use places::Places;

/// Whether a text is assembly: after comments that start with `;` comes an instruction.
pub fn is_assembly(text: impl AsRef<[u8]>) -> bool {
    let mut comment = false;
    for line in text.as_ref().split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        if line.starts_with(b";") {
            comment = true;
        } else if !line.is_empty() {
            let line = String::from_utf8_lossy(line);
            let line = line.trim();
            let after = line.strip_prefix('%').and_then(|line| line.split_once('='));
            return tokens::is_instruction(after.map_or(line, |(_, rest)| rest.trim()));
        }
    }
    comment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_either_kind() {
        assert!(is_assembly("; SPIR-V\n\n  OpCapability Shader"));
        assert!(is_assembly("%1 = OpTypeVoid"));
        assert!(!is_assembly("module {}"));
        assert!(!is_assembly("// x\nspv.module Logical GLSL450 {}"));
        assert!(!is_assembly("%1 = spv.Undef : f32"));
        assert!(!is_assembly(""));
    }
}
