//! Extended instruction sets by number and by the name that a module imports.

use crate::generated::extinst::SETS;
use spv_grammar::{EnumDef, OpRow};

/// An extended instruction set.
#[derive(Debug)]
pub struct ExtSet {
    /// Number of the set; the core is 0.
    pub number: u16,
    /// The name that a module imports, with the version that the tables are of.
    pub import_name: &'static str,
    /// What its ops' names begin with, e.g. `spv.GLSL.`.
    pub prefix: &'static str,
    /// Whether its instructions may be stripped without a change of meaning.
    pub non_semantic: bool,
    /// Whether it describes source code for debuggers.
    pub debug_info: bool,
    /// Instructions sorted by number.
    pub rows: &'static [OpRow],
    /// Enumerations of its own.
    pub enums: &'static [&'static EnumDef],
}

impl ExtSet {
    /// The row of an instruction of the set.
    pub fn row(&self, number: u32) -> Option<&'static OpRow> {
        Some(&self.rows[self.position(number)?])
    }

    /// The position of an instruction of the set among its rows.
    pub fn position(&self, number: u32) -> Option<usize> {
        // Most sets have no gaps.
        let near = number.wrapping_sub(self.rows.first()?.opcode) as usize;
        match self.rows.get(near) {
            Some(row) if row.opcode == number => Some(near),
            _ => self.rows.binary_search_by_key(&number, |r| r.opcode).ok(),
        }
    }
}

/// The set of a number.
pub fn set(number: u16) -> Option<&'static ExtSet> {
    SETS.get(usize::from(number).checked_sub(1)?)
}

/// The set that a module imports under `import_name`.
///
/// A name may end in a version (`NonSemantic.ClspvReflection.5`). Where no set has the very name,
/// the newest set of that name with another version is meant: later versions only add
/// instructions, and what the tables lack is an unknown instruction of the set. The import's own
/// name must be kept by the caller.
pub fn find_set(import_name: &str) -> Option<&'static ExtSet> {
    let exact = SETS.iter().find(|s| s.import_name == import_name);
    exact.or_else(|| {
        let base = without_version(import_name)?;
        SETS.iter().rfind(|s| without_version(s.import_name) == Some(base))
    })
}

/// `name` without its version, where it ends in one and versions of the set differ in it alone.
fn without_version(name: &str) -> Option<&str> {
    let (base, version) = name.rsplit_once('.')?;
    let versioned = base.starts_with("NonSemantic.") || base == "Arm.ExperimentalMLOperations";
    (versioned && !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit())).then_some(base)
}
