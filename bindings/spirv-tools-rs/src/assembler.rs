//! Assembler and disassembler

use crate::binary::Binary;
use crate::{Error, TargetEnv};

#[cfg(feature = "use-compiled-tools")]
pub mod compiled;
#[cfg(feature = "use-installed-tools")]
pub mod tool;

/// Options of the assembler.
#[derive(Clone, Copy, Default)]
pub struct AssemblerOptions {
    /// Whether ids that are numbers in the text keep their numbers.
    pub preserve_numeric_ids: bool,
}

impl From<AssemblerOptions> for u32 {
    /// Returns the flags of the C interface.
    fn from(options: AssemblerOptions) -> u32 {
        u32::from(options.preserve_numeric_ids) << 1
    }
}

/// Options of the disassembler.
#[derive(Clone, Copy)]
pub struct DisassembleOptions {
    /// Whether the text is printed to standard output instead of returned.
    pub print: bool,
    /// Whether the text has color codes.
    pub color: bool,
    /// Whether instructions are indented.
    pub indent: bool,
    /// Whether comments give byte offsets.
    pub show_byte_offset: bool,
    /// Whether the header is left out.
    pub no_header: bool,
    /// Whether ids have names instead of numbers.
    pub use_friendly_names: bool,
    /// Whether comments name sections, decorations and ids.
    pub comment: bool,
}

impl Default for DisassembleOptions {
    fn default() -> DisassembleOptions {
        DisassembleOptions {
            print: false,
            color: false,
            indent: true,
            show_byte_offset: false,
            no_header: false,
            use_friendly_names: true,
            comment: true,
        }
    }
}

impl From<DisassembleOptions> for u32 {
    /// Returns the flags of the C interface.
    fn from(options: DisassembleOptions) -> u32 {
        let flags = [
            options.print,
            options.color,
            options.indent,
            options.show_byte_offset,
            options.no_header,
            options.use_friendly_names,
            options.comment,
        ];
        flags.iter().enumerate().map(|(bit, flag)| u32::from(*flag) << (bit + 1)).sum()
    }
}

/// An assembler and disassembler.
pub trait Assembler: Default {
    /// Creates an assembler for an environment.
    fn with_env(target_env: TargetEnv) -> Self;

    /// Assembles a text.
    ///
    /// # Errors
    /// The first error of the text.
    fn assemble(&self, text: &str, options: AssemblerOptions) -> Result<Binary, Error>;

    /// Disassembles a binary. Returns no text if the options ask for printing.
    ///
    /// # Errors
    /// The first malformed instruction.
    fn disassemble(
        &self,
        binary: impl AsRef<[u32]>,
        options: DisassembleOptions,
    ) -> Result<Option<String>, Error>;
}

/// Creates an assembler: the library if it is enabled, the programs otherwise.
pub fn create(te: Option<TargetEnv>) -> impl Assembler {
    let target_env = te.unwrap_or_default();
    #[cfg(feature = "use-compiled-tools")]
    {
        compiled::CompiledAssembler::with_env(target_env)
    }
    #[cfg(all(feature = "use-installed-tools", not(feature = "use-compiled-tools")))]
    {
        tool::ToolAssembler::with_env(target_env)
    }
}
