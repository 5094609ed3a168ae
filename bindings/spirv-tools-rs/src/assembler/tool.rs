//! Assembler and disassembler that run the installed `spirv-as` and `spirv-dis`

use super::{Assembler, AssemblerOptions, DisassembleOptions};
use crate::binary::{Binary, from_binary};
use crate::{Error, SpirvResult, TargetEnv, cmd};
use std::process::Command;

/// An assembler that runs `spirv-as` and `spirv-dis`.
#[derive(Default)]
pub struct ToolAssembler {
    target_env: TargetEnv,
}

impl Assembler for ToolAssembler {
    fn with_env(target_env: TargetEnv) -> ToolAssembler {
        ToolAssembler { target_env }
    }

    fn assemble(&self, text: &str, options: AssemblerOptions) -> Result<Binary, Error> {
        let mut command = Command::new("spirv-as");
        command.arg("--target-env").arg(self.target_env.to_string());
        if options.preserve_numeric_ids {
            command.arg("--preserve-numeric-ids");
        }
        command.args(["-o", "-", "-"]);
        Binary::try_from(cmd::run(command, text.as_bytes())?)
    }

    /// Disassembles a binary. Ignores the option `print`, so it always returns the assembly.
    fn disassemble(
        &self,
        binary: impl AsRef<[u32]>,
        options: DisassembleOptions,
    ) -> Result<Option<String>, Error> {
        let flags = [
            ("--color", options.color),
            ("--no-indent", !options.indent),
            ("--offsets", options.show_byte_offset),
            ("--no-header", options.no_header),
            ("--raw-id", !options.use_friendly_names),
            ("--comment", options.comment),
        ];
        let mut command = Command::new("spirv-dis");
        command.args(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag)).arg("-");
        let text = cmd::run(command, from_binary(binary.as_ref()))?;
        let invalid = |error| Error::new(SpirvResult::InvalidText, format!("the text is not UTF-8: {error}"));
        let text = String::from_utf8(text).map_err(invalid)?;
        Ok(Some(text).filter(|text| !text.is_empty()))
    }
}
