//! What the checks make of the definitions of ops, once for all modules.

use super::ops;
use super::rule::Rule;
use crate::generated::views as spv;
use crate::overlay;
use smallvec::SmallVec;
use spv_ir::builtin::UNREGISTERED_ID;
use spv_ir::dialect::{OpRow, ParamKind, Registry};

/// What the checks ask of definitions.
pub struct Definitions {
    /// By number.
    pub rules: Vec<DefRules>,
}

/// What is checked of ops of a definition.
pub struct DefRules {
    pub rules: &'static [Rule],
    /// Whether the ops are of the dialect.
    pub is_own: bool,
    /// Slots that may hold types.
    pub type_slots: Box<[usize]>,
}

impl Definitions {
    /// Looks at all definitions of a registry.
    pub fn new(registry: &Registry) -> Definitions {
        let rules_of = |row: &OpRow| {
            let is_own = row.name.starts_with("spv.");
            DefRules { rules: if is_own { &[] } else { ops::FOREIGN }, is_own, type_slots: type_slots(row) }
        };
        let mut rules: Vec<DefRules> = registry.ops().iter().map(|def| rules_of(def.row)).collect();
        for (set, first, last, list) in overlay::type_rules() {
            for number in first..=last {
                if let Some(id) = registry.op_by_code(set, number) {
                    rules[usize::from(id.0)].rules = list;
                }
            }
        }
        for (row, list) in ops::STRUCTURE {
            if let Some(id) = registry.op_by_name(row.name) {
                rules[usize::from(id.0)].rules = list;
            }
        }
        // Whoever allows unregistered dialects has them anywhere.
        rules[usize::from(UNREGISTERED_ID.0)].rules = &[];
        // Its type is that of its result.
        rules[usize::from(spv::Constant::ID.0)].type_slots = Box::default();
        Definitions { rules }
    }
}

/// The slots of an op that may hold types.
fn type_slots(row: &OpRow) -> Box<[usize]> {
    let mut slots: SmallVec<[usize; 8]> = SmallVec::new();
    for p in row.layout() {
        if matches!(p.param.kind, ParamKind::Type | ParamKind::Attr | ParamKind::Mixed) {
            p.slots().for_each(|slot| slots.push(slot));
        }
    }
    slots[..].into()
}
