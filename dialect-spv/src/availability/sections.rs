//! Sections of a binary module (specification, "Logical Layout of a Module")

use crate::generated::opcodes as op;

/// A section of a binary module; variants are in module order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The header words before the first instruction.
    #[default]
    Header,
    /// Capabilities.
    Capabilities,
    /// Extensions.
    Extensions,
    /// Imports of extended instruction sets.
    Imports,
    /// The memory model.
    MemoryModel,
    /// The addressing mode of samplers (OpSamplerImageAddressingModeNV).
    SamplerMode,
    /// Entry points.
    EntryPoints,
    /// Execution modes.
    Modes,
    /// Debug strings and sources.
    Strings,
    /// Debug names.
    Names,
    /// The OpModuleProcessed instructions.
    Processed,
    /// Decorations and alias scopes.
    Annotations,
    /// Types, constants and global variables.
    Declarations,
    /// Function declarations, without a body.
    Prototypes,
    /// Function definitions and graphs.
    Functions,
}

/// Sections before the declarations: section, its name for messages, and its opcodes.
const SECTIONS: &[(Section, &str, &[u32])] = &[
    (Section::Capabilities, "capabilities", &[op::CAPABILITY, op::CONDITIONAL_CAPABILITY_INTEL]),
    (Section::Extensions, "extensions", &[op::EXTENSION, op::CONDITIONAL_EXTENSION_INTEL]),
    (Section::Imports, "imports", &[op::EXT_INST_IMPORT]),
    (Section::MemoryModel, "memory model", &[op::MEMORY_MODEL]),
    (Section::SamplerMode, "addressing mode of samplers", &[op::SAMPLER_IMAGE_ADDRESSING_MODE_NV]),
    (Section::EntryPoints, "entry points", &[op::ENTRY_POINT, op::CONDITIONAL_ENTRY_POINT_INTEL]),
    (Section::Modes, "execution modes", &[op::EXECUTION_MODE, op::EXECUTION_MODE_ID]),
    (Section::Strings, "sources", &[op::STRING, op::SOURCE_EXTENSION, op::SOURCE, op::SOURCE_CONTINUED]),
    (Section::Names, "names", &[op::NAME, op::MEMBER_NAME]),
    (Section::Processed, "processes", &[op::MODULE_PROCESSED]),
    (
        Section::Annotations,
        "decorations",
        &[
            op::DECORATE,
            op::MEMBER_DECORATE,
            op::GROUP_DECORATE,
            op::GROUP_MEMBER_DECORATE,
            op::DECORATION_GROUP,
            op::DECORATE_ID,
            op::DECORATE_STRING,
            op::MEMBER_DECORATE_STRING,
            op::MEMBER_DECORATE_ID_EXT,
            op::ALIAS_DOMAIN_DECL_INTEL,
            op::ALIAS_SCOPE_DECL_INTEL,
            op::ALIAS_SCOPE_LIST_DECL_INTEL,
        ],
    ),
];

/// Section of each opcode, indexed by opcode, for instructions outside functions and graphs.
static OF: [Section; 8192] = {
    let (mut all, mut row) = ([Section::Declarations; 8192], 0);
    while row < SECTIONS.len() {
        let (section, _, opcodes) = SECTIONS[row];
        let mut at = 0;
        while at < opcodes.len() {
            all[opcodes[at] as usize] = section;
            at += 1;
        }
        row += 1;
    }
    all
};

impl Section {
    /// Number of sections.
    pub const COUNT: usize = Section::Functions as usize + 1;

    /// Returns the section of an instruction outside functions and graphs.
    pub const fn of(opcode: u32) -> Section {
        if (opcode as usize) < OF.len() { OF[opcode as usize] } else { Section::Declarations }
    }

    /// Returns the plural noun for the section's instructions, for messages.
    pub fn contents(self) -> &'static str {
        SECTIONS.iter().find(|(section, ..)| *section == self).map_or("types", |(_, name, _)| name)
    }
}
