//! Conditions of modules
//!
//! A condition is a boolean specialization constant.

use super::super::input::{InputInstruction, Linked, Section};
use super::{Devices, VariantOptions};
use spv_asm::instructions::Instruction;
use spv_asm::literal_string::push_string;
use spv_dialect::generated::opcodes as op;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the id of the first boolean type. Adds the type if no module has it.
pub(super) fn bool_type(linked: &mut Linked) -> u32 {
    let is_bool = |item: &&InputInstruction| item.instruction.opcode == op::TYPE_BOOL;
    let found =
        linked.section(Section::Declarations).find(is_bool).and_then(|item| item.instruction.result_id());
    if let Some(id) = found {
        return id;
    }
    let id = linked.fresh();
    linked.insert(Section::Declarations, [Instruction::new(op::TYPE_BOOL, &[id])]);
    id
}

/// A builder for conditions.
pub(super) struct Conditions<'a> {
    pub linked: &'a mut Linked,
    pub bool_type: u32,
    pub constants: Vec<Instruction>,
}

impl Conditions<'_> {
    /// Adds a boolean constant and returns its id.
    fn constant(&mut self, opcode: u32, operands: &[u32]) -> u32 {
        let id = self.linked.fresh();
        self.constants.push(Instruction::new(opcode, &[&[self.bool_type, id], operands].concat()));
        id
    }

    /// Combines the constants `ids` with the binary operation `operation`, and returns the id of the result. Returns
    /// `None` if there are no constants.
    pub fn combined(&mut self, operation: u32, ids: impl IntoIterator<Item = u32>) -> Option<u32> {
        ids.into_iter().reduce(|all, id| self.constant(op::SPEC_CONSTANT_OP, &[operation, all, id]))
    }

    /// Adds the condition that the device is one of `devices` and supports all `capabilities`. Returns its id.
    fn of_module(&mut self, devices: &Devices, capabilities: &BTreeSet<u32>) -> u32 {
        let mut families: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for of in &devices.architectures {
            let operands = [of.category, of.family, of.comparison, of.architecture];
            let id = self.constant(op::SPEC_CONSTANT_ARCHITECTURE_INTEL, &operands);
            families.entry((of.category, of.family)).or_default().push(id);
        }
        let mut targets = Vec::new();
        for of in &devices.targets {
            let operands = [&[of.target], &of.features[..]].concat();
            targets.push(self.constant(op::SPEC_CONSTANT_TARGET_INTEL, &operands));
        }
        let mut all = Vec::new();
        if !capabilities.is_empty() {
            let operands: Vec<u32> = capabilities.iter().copied().collect();
            all.push(self.constant(op::SPEC_CONSTANT_CAPABILITIES_INTEL, &operands));
        }
        let mut alternatives = Vec::new();
        for family in families.into_values() {
            alternatives.extend(self.combined(op::LOGICAL_AND, family));
        }
        all.extend(self.combined(op::LOGICAL_OR, alternatives));
        all.extend(self.combined(op::LOGICAL_OR, targets));
        match self.combined(op::LOGICAL_AND, all) {
            Some(id) => id,
            None => self.constant(op::SPEC_CONSTANT_TRUE, &[]),
        }
    }
}

/// Adds the condition of each module, named after the module. Returns the condition ids. The condition of the base is
/// false if the condition of another module is true.
pub(super) fn add(linked: &mut Linked, options: &VariantOptions<'_>, bool_type: u32) -> Vec<u32> {
    let names = linked.names.clone();
    let mut capabilities = vec![BTreeSet::new(); names.len()];
    let is_capability = |item: &&InputInstruction| item.instruction.opcode == op::CAPABILITY;
    for item in
        linked.section(Section::Capabilities).filter(is_capability).filter(|_| options.check_capabilities)
    {
        capabilities[item.module].insert(item.instruction.words[1]);
    }
    let none = Devices::default();
    let mut conditions = Conditions { linked, bool_type, constants: Vec::new() };
    let mut of = Vec::new();
    for (module, capabilities) in capabilities.iter().enumerate() {
        of.push(conditions.of_module(options.devices.get(module).unwrap_or(&none), capabilities));
    }
    if let Some(others) = conditions.combined(op::LOGICAL_OR, of[1..].iter().copied()) {
        let no_other = conditions.constant(op::SPEC_CONSTANT_OP, &[op::LOGICAL_NOT, others]);
        of[0] = conditions.constant(op::SPEC_CONSTANT_OP, &[op::LOGICAL_AND, of[0], no_other]);
    }
    let constants = conditions.constants;
    linked.insert(Section::Declarations, constants);
    let name = |(id, name): (&u32, &String)| {
        let mut operands = vec![*id];
        push_string(&mut operands, name);
        Instruction::new(op::NAME, &operands)
    };
    linked.insert(Section::Names, of.iter().zip(&names).map(name));
    of
}
