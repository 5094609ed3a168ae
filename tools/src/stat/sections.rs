//! Sections for size statistics, each of which combines several sections of the module layout

use spv_dialect::sections::Section as Layout;

/// A section of a SPIR-V binary, in layout order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Section {
    /// The five header words
    Header,
    /// Capabilities, extensions, extended instruction sets and the memory model
    Preamble,
    /// Entry points and execution modes
    EntryPoints,
    /// Strings, sources and names
    Debug,
    /// Decorations
    Annotations,
    /// Types, constants and module-level variables, and interspersed non-semantic instructions
    Declarations,
    /// Functions
    Functions,
}

impl Section {
    /// Returns the name of the section in reports.
    pub fn name(self) -> &'static str {
        match self {
            Section::Header => "header",
            Section::Preamble => "preamble",
            Section::EntryPoints => "entry points",
            Section::Debug => "debug",
            Section::Annotations => "annotations",
            Section::Declarations => "declarations",
            Section::Functions => "functions",
        }
    }
}

/// Returns the section of a module-level instruction.
pub(super) fn section(opcode: u32) -> Section {
    match Layout::of(opcode) {
        Layout::Header => Section::Header,
        Layout::Capabilities
        | Layout::Extensions
        | Layout::Imports
        | Layout::MemoryModel
        | Layout::SamplerMode => Section::Preamble,
        Layout::EntryPoints | Layout::Modes => Section::EntryPoints,
        Layout::Strings | Layout::Names | Layout::Processed => Section::Debug,
        Layout::Annotations => Section::Annotations,
        Layout::Declarations => Section::Declarations,
        Layout::Prototypes | Layout::Functions => Section::Functions,
    }
}
