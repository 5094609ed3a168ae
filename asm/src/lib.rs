#![forbid(unsafe_code)]
//! Assembler and disassembler for the assembly format of SPIRV-Tools (spirv-as, spirv-dis)
//!
//! The conversion is direct, without an IR. [`generated`] has the tables of SPIR-V: all instructions, enumerations
//! and extended instruction sets of the machine-readable grammar. The program `generate` (see
//! `dialect-spv/src/bin/generate`) writes these tables. The SPIR-V dialect uses them, too.
//!
//! The tables drive both directions. Only instructions whose operands depend on types are special-cased. Unknown
//! instructions are written as raw words (`!123`), which spirv-as also accepts.

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
mod wide_integers;

pub use assemble::{
    AssembleOptions, MAGIC, NEWEST_VERSION, OLDEST_VERSION, assemble, assemble_for, assemble_or,
    stated_version,
};
pub use check::{BinaryError, Checker, ErrorCode, Split};
pub use disassemble::{Disassembled, Listing, Style, disassemble, disassemble_at, list};
pub use errors::{SyntaxError, SyntaxErrors};
pub use graph::control_flow_graph;
pub use places::Places;
pub use spellings::opcode_name;

/// Returns whether `text` looks like SPIR-V assembly: optional `;` comments, then an instruction.
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
