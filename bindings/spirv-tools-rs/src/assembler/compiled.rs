//! Assembler and disassembler that call the spv-opt library

use super::{Assembler, AssemblerOptions, DisassembleOptions};
use crate::binary::{Binary, external::ExternalBinary};
use crate::{Error, SpirvResult, TargetEnv, calls};
use spv_opt::asm::{AssembleOptions, Style, list};
use spv_opt::compat::library::{self, Failure, in_host_order};
use spv_opt::ir::byte_string;
use std::io::Write;

/// An assembler that calls the spv-opt library.
#[derive(Default)]
pub struct CompiledAssembler {
    target_env: TargetEnv,
}

impl Assembler for CompiledAssembler {
    fn with_env(target_env: TargetEnv) -> CompiledAssembler {
        CompiledAssembler { target_env }
    }

    fn assemble(&self, text: &str, options: AssemblerOptions) -> Result<Binary, Error> {
        let version = calls::environment(self.target_env)?.version;
        let target = AssembleOptions { version, preserve_numeric_ids: options.preserve_numeric_ids };
        let words = library::assemble(text.as_bytes(), target)?;
        Ok(Binary::External(ExternalBinary::new(words)))
    }

    fn disassemble(
        &self,
        binary: impl AsRef<[u32]>,
        options: DisassembleOptions,
    ) -> Result<Option<String>, Error> {
        let style = Style {
            header: !options.no_header,
            indent: options.indent,
            names: options.use_friendly_names,
            offsets: options.show_byte_offset,
            comments: options.comment,
            color: options.color,
            nested_indent: false,
            reorder_blocks: false,
            unknown_opcodes: false,
        };
        let listing = list(&in_host_order(binary.as_ref()), &style);
        if let Some(error) = listing.error {
            return Err(Failure::from(error).into());
        }
        let text = byte_string::bytes_of(&listing.text);
        if options.print {
            // A closed standard output is not an error.
            _ = std::io::stdout().write_all(&text);
            return Ok(None);
        }
        let invalid = |error| Error::new(SpirvResult::InvalidText, format!("the text is not UTF-8: {error}"));
        String::from_utf8(text.to_vec()).map(Some).map_err(invalid)
    }
}
