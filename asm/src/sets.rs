//! Extended instruction sets, by index and by import name

use crate::generated::extinst::SETS;
use spv_grammar::{EnumDef, OpRow};

/// An extended instruction set.
#[derive(Debug)]
pub struct ExtSet {
    /// Index of the set, starting at 1; 0 denotes the core instructions.
    pub number: u16,
    /// Import name, with the version of the set that the tables describe.
    pub import_name: &'static str,
    /// Prefix of the set's op names, for example `spv.GLSL.`.
    pub prefix: &'static str,
    /// Whether the set is non-semantic, so that its instructions can be removed.
    pub non_semantic: bool,
    /// Whether the set contains debug information.
    pub debug_info: bool,
    /// Grammar entries of the instructions, sorted by opcode.
    pub rows: &'static [OpRow],
    /// Enumerations that the set defines.
    pub enums: &'static [&'static EnumDef],
}

impl ExtSet {
    /// Returns the grammar entry of the instruction with this opcode; `None` if the set has no such instruction.
    pub fn row(&self, number: u32) -> Option<&'static OpRow> {
        Some(&self.rows[self.position(number)?])
    }

    /// Returns the index in [`Self::rows`] of the instruction with this opcode; `None` if the set has no such
    /// instruction.
    pub fn position(&self, number: u32) -> Option<usize> {
        // Most sets have consecutive opcodes.
        let near = number.wrapping_sub(self.rows.first()?.opcode) as usize;
        match self.rows.get(near) {
            Some(row) if row.opcode == number => Some(near),
            _ => self.rows.binary_search_by_key(&number, |r| r.opcode).ok(),
        }
    }
}

/// Returns the extended instruction set with this index; `None` for 0 and for unknown indices.
pub fn set(number: u16) -> Option<&'static ExtSet> {
    SETS.get(usize::from(number).checked_sub(1)?)
}

/// Returns the extended instruction set that a module imports as `import_name`; `None` for unknown sets.
///
/// A name may end in a version (`NonSemantic.ClspvReflection.5`). If no set matches exactly, the newest set whose
/// name differs only in the version is used. Newer versions only add instructions, and instructions missing from the
/// tables are handled as unknown. The caller must preserve the original import name.
pub fn find_set(import_name: &str) -> Option<&'static ExtSet> {
    let exact = SETS.iter().find(|s| s.import_name == import_name);
    exact.or_else(|| {
        let base = without_version(import_name)?;
        SETS.iter().rfind(|s| without_version(s.import_name) == Some(base))
    })
}

/// Returns a set name without its version suffix. Returns `None` if there is no version suffix, or if the set is not
/// versioned in this way.
fn without_version(name: &str) -> Option<&str> {
    let (base, version) = name.rsplit_once('.')?;
    let versioned = base.starts_with("NonSemantic.") || base == "Arm.ExperimentalMLOperations";
    (versioned && !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit())).then_some(base)
}
