//! Type rules of each op definition

use super::ops;
use super::rule::Rule;
use crate::overlay;
use spv_ir::builtin::{FIRST_DIALECT_OP, UNREGISTERED_ID};
use spv_ir::dialect::OpDefId;

/// Returns the type rules of an op in this dialect, or `None` for ops of other dialects.
pub(super) fn own_rules(def: OpDefId) -> Option<&'static [Rule]> {
    let number = usize::from(def.0).checked_sub(usize::from(FIRST_DIALECT_OP.0))?;
    match number.checked_sub(overlay::INSTRUCTIONS) {
        None => Some(overlay::RULES[number]),
        Some(structure) => ops::STRUCTURE_RULES.get(structure).copied(),
    }
}

/// Returns the type rules of an op in any dialect.
pub(crate) fn rules(def: OpDefId) -> &'static [Rule] {
    // If the user allows unregistered ops, they are allowed anywhere.
    let foreign = if def == UNREGISTERED_ID { &[] } else { ops::FOREIGN };
    own_rules(def).unwrap_or(foreign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spv_ir::dialect::Traits;

    /// Checks that each definition has the trait for rules that depend only on the signature if and only if all its
    /// rules do.
    #[test]
    fn rules_by_signature() {
        for (number, def) in (FIRST_DIALECT_OP.0..).zip(&overlay::OPS) {
            let by_signature = !rules(OpDefId(number)).iter().any(|rule| matches!(rule, Rule::By(_)));
            let stated = def.traits.contains(Traits::DIALECT_CHECK_BY_SIGNATURE);
            assert_eq!(stated, by_signature, "{}", def.row.name);
        }
    }
}
