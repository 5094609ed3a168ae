//! The sections of a binary: "Logical Layout of a Module" in the specification.

use spv_dialect::generated::opcodes as op;

/// A section of a binary, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Section {
    /// The five words of the header
    Header,
    /// Capabilities, extensions, imports, the memory model
    Preamble,
    /// Entry points and execution modes
    EntryPoints,
    /// Strings, sources and names
    Debug,
    /// Decorations
    Annotations,
    /// Types, constants, module-level variables, and non-semantic instructions among them
    Declarations,
    /// Functions
    Functions,
}

impl Section {
    /// Its name in lists.
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

/// The opcodes of sections before the declarations.
const OPCODES: &[(Section, &[u32])] = &[
    (
        Section::Preamble,
        &[
            op::CAPABILITY,
            op::CONDITIONAL_CAPABILITY_INTEL,
            op::EXTENSION,
            op::CONDITIONAL_EXTENSION_INTEL,
            op::EXT_INST_IMPORT,
            op::MEMORY_MODEL,
            op::SAMPLER_IMAGE_ADDRESSING_MODE_NV,
        ],
    ),
    (
        Section::EntryPoints,
        &[op::ENTRY_POINT, op::CONDITIONAL_ENTRY_POINT_INTEL, op::EXECUTION_MODE, op::EXECUTION_MODE_ID],
    ),
    (
        Section::Debug,
        &[
            op::STRING,
            op::SOURCE_EXTENSION,
            op::SOURCE,
            op::SOURCE_CONTINUED,
            op::NAME,
            op::MEMBER_NAME,
            op::MODULE_PROCESSED,
        ],
    ),
    (
        Section::Annotations,
        &[
            op::DECORATE,
            op::MEMBER_DECORATE,
            op::DECORATE_ID,
            op::MEMBER_DECORATE_ID_EXT,
            op::DECORATE_STRING,
            op::MEMBER_DECORATE_STRING,
            op::DECORATION_GROUP,
            op::GROUP_DECORATE,
            op::GROUP_MEMBER_DECORATE,
        ],
    ),
];

/// The section of an instruction outside of functions.
pub(super) fn section(opcode: u32) -> Section {
    let found = OPCODES.iter().find(|(_, opcodes)| opcodes.contains(&opcode));
    found.map_or(Section::Declarations, |(section, _)| *section)
}
