//! Warnings about numeric types whose capabilities an exported binary does not declare

use crate::module_places::instructions;
use rustc_hash::FxHashSet;
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability as c;
use spv_ir::{Diagnostic, Diagnostics, Place, Severity};

/// Returns warnings about integer widths and vector lengths that the capabilities of an exported binary do not permit.
/// Validation for a target environment reports such types as errors.
pub fn type_warnings(words: &[u32]) -> Diagnostics {
    let declarations = || instructions(words).take_while(|&at| words[at] & 0xFFFF != op::FUNCTION);
    let capabilities: FxHashSet<u32> = declarations()
        .filter(|&at| words[at] & 0xFFFF == op::CAPABILITY)
        .filter_map(|at| words.get(at + 1).copied())
        .collect();
    let mut found = Diagnostics::default();
    for at in declarations() {
        let word = |number: usize| words.get(at + number).copied().unwrap_or_default();
        let (what, needed) = match (words[at] & 0xFFFF, word(2), word(3)) {
            (op::TYPE_INT, 8 | 16 | 32 | 64, _) | (op::TYPE_VECTOR, _, 2..=4) => continue,
            (op::TYPE_INT, width, _) => {
                (format!("an integer of {width} bits"), c::ARBITRARY_PRECISION_INTEGERS_ALTERA)
            }
            (op::TYPE_VECTOR, _, 8 | 16) if capabilities.contains(&c::VECTOR16) => continue,
            (op::TYPE_VECTOR, _, length) => (format!("a vector of {length} components"), c::LONG_VECTOR_EXT),
            _ => continue,
        };
        if !capabilities.contains(&needed) {
            let name = CAPABILITY.by_value(needed).map_or("", |row| row.name);
            let message = format!("{what} requires capability {name}, which the module does not declare");
            let warning = Diagnostic::new(Severity::Warning, Place::None, message);
            found.push(warning.note(Place::None, "--target-env=ENV validates the module"));
        }
    }
    found
}
