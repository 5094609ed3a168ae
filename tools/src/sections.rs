//! The sections of a binary: "Logical Layout of a Module" in the specification.

use spv_dialect::generated::opcodes as op;

/// A section of a binary, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    SamplerMode,
    EntryPoints,
    Modes,
    Strings,
    Names,
    Processed,
    Annotations,
    Declarations,
    /// Functions without a body.
    Prototypes,
    Functions,
}

/// Opcodes by section; others are declarations, or in functions.
const SECTIONS: &[(Section, &[u32])] = &[
    (Section::Capabilities, &[op::CAPABILITY, op::CONDITIONAL_CAPABILITY_INTEL]),
    (Section::Extensions, &[op::EXTENSION, op::CONDITIONAL_EXTENSION_INTEL]),
    (Section::Imports, &[op::EXT_INST_IMPORT]),
    (Section::MemoryModel, &[op::MEMORY_MODEL]),
    (Section::SamplerMode, &[op::SAMPLER_IMAGE_ADDRESSING_MODE_NV]),
    (Section::EntryPoints, &[op::ENTRY_POINT, op::CONDITIONAL_ENTRY_POINT_INTEL]),
    (Section::Modes, &[op::EXECUTION_MODE, op::EXECUTION_MODE_ID]),
    (Section::Strings, &[op::STRING, op::SOURCE_EXTENSION, op::SOURCE, op::SOURCE_CONTINUED]),
    (Section::Names, &[op::NAME, op::MEMBER_NAME]),
    (Section::Processed, &[op::MODULE_PROCESSED]),
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
pub(crate) fn section(opcode: u32) -> Section {
    let found = SECTIONS.iter().find(|(_, opcodes)| opcodes.contains(&opcode));
    found.map_or(Section::Declarations, |(section, _)| *section)
}
