//! Declarations that modules share: capabilities, extensions, imported sets, and types with their constants. If only
//! some modules use a declaration, it depends on the conditions of these modules.

use super::super::classes::{classes, is_merged};
use super::super::input::{InputInstruction, Linked, Section};
use super::conditional;
use super::conditions::Conditions;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_asm::instructions::Instruction;
use spv_dialect::generated::opcodes as op;
use std::collections::{BTreeMap, BTreeSet};

/// The modules that use each shared declaration.
#[derive(Default)]
pub(super) struct Users {
    /// The users by the first id of equal types and constants.
    ids: FxHashMap<u32, BTreeSet<usize>>,
    /// The users by the words of a capability, extension or set, without the result id.
    preamble: FxHashMap<Vec<u32>, BTreeSet<usize>>,
    bool_type: u32,
}

impl Users {
    /// Collects the users. The conditions of all modules use `bool_type`.
    pub fn new(linked: &Linked, bool_type: u32) -> Users {
        let same = classes(linked, false);
        let shared = in_types(linked);
        let first = |id: u32| same.get(&id).copied().unwrap_or(id);
        let mut users = Users { bool_type: first(bool_type), ..Users::default() };
        for item in &linked.items {
            let id = item.instruction.result_id();
            match item.section {
                Section::Capabilities | Section::Extensions | Section::Imports => {
                    users.preamble.entry(key(item)).or_default().insert(item.module);
                }
                Section::Declarations => {
                    let shared = id.filter(|id| is_type(item.instruction.opcode) || shared.contains(id));
                    if let Some(id) = shared {
                        users.ids.entry(first(id)).or_default().insert(item.module);
                    }
                }
                _ => {}
            }
        }
        users
    }
}

/// Returns the words of an instruction without its result id.
fn key(item: &InputInstruction) -> Vec<u32> {
    let words = item.instruction.words.iter().enumerate();
    words.filter(|(at, _)| Some(*at) != item.instruction.result).map(|(_, word)| *word).collect()
}

fn is_type(opcode: u32) -> bool {
    spv_serialize::import::instruction_name(opcode).starts_with("spv.Type")
}

/// Returns whether the declarations of an opcode depend on the condition of their module. Specialization constants
/// do not, because conditions consist of them.
pub(super) fn is_conditional_value(opcode: u32) -> bool {
    let is_spec = spv_serialize::import::instruction_name(opcode).starts_with("spv.SpecConstant");
    let others = [op::LINE, op::NO_LINE, op::EXT_INST, op::EXT_INST_WITH_FORWARD_REFS_KHR];
    !is_spec && !is_type(opcode) && !others.contains(&opcode)
}

/// Returns the constants that types reference, directly or through other constants.
pub(super) fn in_types(linked: &Linked) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    let declarations: Vec<&InputInstruction> = linked.section(Section::Declarations).collect();
    // References point backwards, except those of pointers, whose targets are types.
    for item in declarations.into_iter().rev() {
        let instruction = &item.instruction;
        let is_found = instruction.result_id().is_some_and(|id| found.contains(&id));
        if is_type(instruction.opcode) || is_found && is_merged(instruction.opcode) {
            found.extend(instruction.ids.iter().map(|at| instruction.words[*at]));
        }
    }
    found
}

/// Makes declarations conditional that only some modules use.
pub(super) fn restrict(linked: &mut Linked, users: &Users, of_modules: &[u32]) {
    let mut groups: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    let mut changes: Vec<(usize, u32)> = Vec::new();
    let mut conditions = Conditions { bool_type: users.bool_type, constants: Vec::new(), linked };
    for at in 0..conditions.linked.items.len() {
        let item = &conditions.linked.items[at];
        let modules = match item.section {
            Section::Capabilities | Section::Extensions | Section::Imports => users.preamble.get(&key(item)),
            Section::Declarations => item.instruction.result_id().and_then(|id| users.ids.get(&id)),
            _ => None,
        };
        let is_bool = item.instruction.result_id() == Some(users.bool_type);
        let Some(modules) = modules.filter(|modules| !is_bool && modules.len() < of_modules.len()) else {
            continue;
        };
        let modules: Vec<usize> =
            modules.iter().copied().filter(|module| *module < of_modules.len()).collect();
        let ids: Vec<u32> = modules.iter().map(|module| of_modules[*module]).collect();
        let group = groups.get(&modules).copied().or_else(|| conditions.combined(op::LOGICAL_OR, ids));
        let Some(condition) = group else { continue };
        groups.insert(modules, condition);
        changes.push((at, condition));
    }
    let constants = conditions.constants;
    let mut decorations = Vec::new();
    for (at, condition) in changes {
        let instruction = &mut linked.items[at].instruction;
        let opcode = match instruction.opcode {
            op::CAPABILITY => op::CONDITIONAL_CAPABILITY_INTEL,
            op::EXTENSION => op::CONDITIONAL_EXTENSION_INTEL,
            _ => {
                decorations.extend(instruction.result_id().map(|id| conditional(id, condition)));
                continue;
            }
        };
        *instruction = Instruction::new(opcode, &[&[condition], &instruction.words[1..]].concat());
    }
    linked.insert(Section::Declarations, constants);
    linked.insert(Section::Annotations, decorations);
}
