//! Function variants (SPV_INTEL_function_variants): combines modules that define the same functions for different
//! devices
//!
//! The first module is the base. The name of a function is the name of its entry point or export. A function of another
//! module is a variant of the base function with the same name.
//!
//! Each module has a condition. This specialization constant, which the device sets, is true if the device uses the
//! module. A device uses the base if it uses no other module.
//!
//! [`Variants::declare`] runs before identical declarations are merged, and [`Variants::restrict`] afterwards.

mod calls;
mod conditions;
mod devices;
mod shared;

pub use devices::{Architecture, Devices, Target, read_devices};

use super::input::{InputInstruction, Linked, Section};
use super::names::place;
use super::one;
use rustc_hash::{FxHashMap, FxHashSet};
use shared::Users;
use spv_asm::instructions::Instruction;
use spv_asm::literal_string::push_string;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability, decoration, linkage_type};
use spv_ir::Diagnostics;

const EXTENSION: &str = "SPV_INTEL_function_variants";

/// Options for linking function variants.
#[derive(Clone, Copy, Debug)]
pub struct VariantOptions<'a> {
    /// Devices of each module, in the order of the inputs.
    pub devices: &'a [Devices],
    /// Whether a device must also support the capabilities of a module to use the module.
    pub check_capabilities: bool,
}

/// The conditions and functions of the modules.
pub(super) struct Variants {
    /// Id of each module's condition. Empty if there is only one module.
    conditions: Vec<u32>,
    /// Name of each function, by function id.
    functions: FxHashMap<u32, String>,
    users: Users,
}

impl Variants {
    /// Adds the conditions of the modules. Makes functions, entry points, constants and variables conditional.
    ///
    /// # Errors
    /// - A module already has function variants.
    /// - A function has neither an entry point nor an export.
    pub fn declare(linked: &mut Linked, options: &VariantOptions<'_>) -> Result<Variants, Diagnostics> {
        reject_nested(linked)?;
        let functions = function_names(linked)?;
        let mut variants = Variants { conditions: Vec::new(), functions, users: Users::default() };
        if linked.names.len() > 1 {
            let bool_type = conditions::bool_type(linked);
            variants.conditions = conditions::add(linked, options, bool_type);
            variants.decorate_values(linked);
            variants.restrict_functions(linked);
            variants.users = Users::new(linked, bool_type);
        }
        for value in [capability::SPEC_CONDITIONAL_INTEL, capability::FUNCTION_VARIANTS_INTEL] {
            linked.insert(Section::Capabilities, [Instruction::new(op::CAPABILITY, &[value])]);
        }
        let mut extension = Vec::new();
        push_string(&mut extension, EXTENSION);
        linked.insert(Section::Extensions, [Instruction::new(op::EXTENSION, &extension)]);
        let mut registry = Vec::new();
        push_string(&mut registry, &format!("{EXTENSION} registry version 0"));
        linked.insert(Section::Processed, [Instruction::new(op::MODULE_PROCESSED, &registry)]);
        Ok(variants)
    }

    /// Makes declarations conditional if only some modules use them. Duplicates calls in the base for all variants of
    /// the callees.
    ///
    /// # Errors
    /// A variant of a called function has a type different from the base function.
    pub fn restrict(&self, linked: &mut Linked) -> Result<(), Diagnostics> {
        if !self.conditions.is_empty() {
            shared::restrict(linked, &self.users, &self.conditions);
            calls::call_variants(linked, &self.functions, &self.conditions)?;
        }
        Ok(())
    }

    /// Decorates constants and variables with the condition of their module. Does not decorate constants that types
    /// reference, because modules share them.
    fn decorate_values(&self, linked: &mut Linked) {
        let shared = shared::in_types(linked);
        let is_own = |item: &&InputInstruction| {
            let opcode = item.instruction.opcode;
            item.module < self.conditions.len() && shared::is_conditional_value(opcode)
        };
        let own = linked.section(Section::Declarations).filter(is_own);
        let own = own.filter_map(|item| Some((item.module, item.instruction.result_id()?)));
        let own = own.filter(|(_, id)| !shared.contains(id));
        let decorations: Vec<_> = own.map(|(module, id)| conditional(id, self.conditions[module])).collect();
        linked.insert(Section::Annotations, decorations);
    }

    /// Makes functions and their entry points conditional, except for base functions without variants.
    fn restrict_functions(&self, linked: &mut Linked) {
        let is_function = |item: &&InputInstruction| item.instruction.opcode == op::FUNCTION;
        let functions = || {
            let all = linked.items.iter().filter(is_function);
            all.filter_map(|item| {
                let id = item.instruction.result_id()?;
                Some((item.module, id, self.functions.get(&id)?))
            })
        };
        let varied: FxHashSet<&String> =
            functions().filter(|(module, ..)| *module > 0).map(|(.., name)| name).collect();
        let restricted: FxHashMap<u32, u32> = functions()
            .filter(|(module, _, name)| *module > 0 || varied.contains(name))
            .map(|(module, id, _)| (id, self.conditions[module]))
            .collect();
        let mut decorations: Vec<(u32, u32)> =
            restricted.iter().map(|(id, condition)| (*id, *condition)).collect();
        decorations.sort_unstable();
        linked.insert(
            Section::Annotations,
            decorations.into_iter().map(|(id, condition)| conditional(id, condition)),
        );
        for item in linked.items.iter_mut().filter(|item| item.instruction.opcode == op::ENTRY_POINT) {
            if let Some(condition) = item.instruction.words.get(2).and_then(|id| restricted.get(id)) {
                let operands = [&[*condition], &item.instruction.words[1..]].concat();
                item.instruction = Instruction::new(op::CONDITIONAL_ENTRY_POINT_INTEL, &operands);
            }
        }
    }
}

/// Constructs the decoration that makes `id` conditional on the constant `condition` (ConditionalINTEL).
fn conditional(id: u32, condition: u32) -> Instruction {
    Instruction::new(op::DECORATE, &[id, decoration::CONDITIONAL_INTEL, condition])
}

/// Reports an error if a module already has function variants, whose conditions would have to be combined with the new
/// conditions.
fn reject_nested(linked: &Linked) -> Result<(), Diagnostics> {
    let capabilities = [capability::SPEC_CONDITIONAL_INTEL, capability::FUNCTION_VARIANTS_INTEL];
    let has_variants = |item: &&InputInstruction| match item.instruction.opcode {
        op::CAPABILITY => capabilities.contains(&item.instruction.words[1]),
        op::EXTENSION => item.instruction.string(1).as_deref() == Some(EXTENSION),
        _ => false,
    };
    match linked.items.iter().find(has_variants) {
        Some(item) => {
            let message = "a module with function variants cannot be a variant itself";
            Err(one(message, &[linked.names[item.module].clone()]))
        }
        None => Ok(()),
    }
}

/// Returns the name of each function, by id: the name of its first entry point, or otherwise of its export. Fails if
/// there are several modules and a function has neither.
fn function_names(linked: &Linked) -> Result<FxHashMap<u32, String>, Diagnostics> {
    let mut names: FxHashMap<u32, String> = FxHashMap::default();
    for InputInstruction { instruction, .. } in linked.section(Section::EntryPoints) {
        if let (op::ENTRY_POINT, Some(&id), Some(name)) =
            (instruction.opcode, instruction.words.get(2), instruction.string(3))
        {
            names.entry(id).or_insert(name);
        }
    }
    for InputInstruction { instruction, .. } in linked.section(Section::Annotations) {
        if let (op::DECORATE, [_, id, decoration::LINKAGE_ATTRIBUTES, .., linkage_type::EXPORT], Some(name)) =
            (instruction.opcode, &instruction.words[..], instruction.string(3))
        {
            names.entry(*id).or_insert(name);
        }
    }
    let functions = linked.items.iter().filter(|item| item.instruction.opcode == op::FUNCTION);
    let mut unnamed = functions.filter_map(|item| {
        let id = item.instruction.result_id().filter(|id| !names.contains_key(id))?;
        Some(place(linked, item.module, "function", id))
    });
    // A single module has no variants, so its functions need no names.
    match unnamed.next().filter(|_| linked.names.len() > 1) {
        Some(place) => Err(one("a function needs an entry point or an export to have variants", &[place])),
        None => Ok(names),
    }
}
