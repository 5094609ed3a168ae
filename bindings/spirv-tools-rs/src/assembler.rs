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
    /// Whether numeric ids in the assembly, such as `%7`, are preserved.
    pub preserve_numeric_ids: bool,
}

impl From<AssemblerOptions> for u32 {
    /// Returns the corresponding flags of the C interface (`spv_text_to_binary_options_t`).
    fn from(options: AssemblerOptions) -> u32 {
        u32::from(options.preserve_numeric_ids) << 1
    }
}

/// Options of the disassembler.
#[derive(Clone, Copy)]
pub struct DisassembleOptions {
    /// Whether the assembly is printed to standard output instead of returned.
    pub print: bool,
    /// Whether the assembly contains color codes.
    pub color: bool,
    /// Whether instructions are indented.
    pub indent: bool,
    /// Whether comments contain byte offsets.
    pub show_byte_offset: bool,
    /// Whether the header comment is omitted.
    pub no_header: bool,
    /// Whether ids have friendly names instead of numeric ids.
    pub use_friendly_names: bool,
    /// Whether comments describe sections, decorations and ids.
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
    /// Returns the corresponding flags of the C interface (`spv_binary_to_text_options_t`).
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
    /// Creates an assembler for a target environment.
    fn with_env(target_env: TargetEnv) -> Self;

    /// Assembles SPIR-V assembly to a binary.
    ///
    /// # Errors
    /// The first error in the assembly.
    fn assemble(&self, text: &str, options: AssemblerOptions) -> Result<Binary, Error>;

    /// Disassembles a binary. Returns `None` if `options` request printing to standard output.
    ///
    /// # Errors
    /// The first malformed instruction.
    fn disassemble(
        &self,
        binary: impl AsRef<[u32]>,
        options: DisassembleOptions,
    ) -> Result<Option<String>, Error>;
}

/// Creates an assembler. With the feature `use-compiled-tools`, the assembler calls the spv-opt library. Otherwise, it
/// runs the installed programs.
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
