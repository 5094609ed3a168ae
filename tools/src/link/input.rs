//! Instructions of all input modules, with ids renumbered to be unique

use super::LinkOptions;
use rustc_hash::FxHashMap;
use spv_asm::instructions::{Instruction, instructions};
use spv_dialect::generated::opcodes as op;
pub(super) use spv_dialect::sections::Section;

/// Number of words in the SPIR-V header.
const HEADER: usize = 5;
const MAGIC: u32 = 0x0723_0203;

/// An instruction of an input module.
#[derive(Clone, Debug)]
pub(super) struct InputInstruction {
    pub instruction: Instruction,
    /// Index of the input module. Instructions that the linker adds use the number of modules as their index.
    pub module: usize,
    pub section: Section,
}

/// The combined instructions of all modules.
#[derive(Clone, Debug, Default)]
pub(super) struct Linked {
    /// Names of the input modules.
    pub names: Vec<String>,
    /// SPIR-V version of each input module, encoded as in the header.
    pub versions: Vec<u32>,
    pub items: Vec<InputInstruction>,
    /// The id bound of the combined module.
    pub bound: u32,
    /// Generator word of the first module.
    generator: u32,
    /// Whether the linked module still has imports.
    pub has_linkage: bool,
}

impl Linked {
    /// Appends a module in binary form, and renumbers its ids.
    pub fn add(&mut self, name: &str, words: &[u32]) {
        let &[_, version, generator, bound, ..] = words else { return };
        let (module, shift) = (self.names.len(), self.bound.saturating_sub(1));
        if module == 0 {
            self.generator = generator;
        }
        self.names.push(name.to_owned());
        self.versions.push(version);
        self.bound = bound.saturating_add(shift);
        let mut list = instructions(words);
        for instruction in &mut list {
            for &id in &instruction.ids {
                instruction.words[id] = instruction.words[id].saturating_add(shift);
            }
        }
        let mut in_function = None;
        let start = self.items.len();
        // Instructions between and after functions remain in the function section.
        let mut outside = None;
        for (i, instruction) in list.iter().enumerate() {
            if instruction.opcode == op::FUNCTION {
                let body = &list[i..];
                let first = body.iter().find(|i| [op::LABEL, op::FUNCTION_END].contains(&i.opcode));
                let has_body = first.is_some_and(|first| first.opcode == op::LABEL);
                let section = if has_body { Section::Functions } else { Section::Prototypes };
                in_function = Some(section);
                outside = Some(Section::Functions);
                // Moves a preceding OpLine into the section of the function.
                let lines = self.items[start..].iter_mut().rev();
                let is_line =
                    |item: &&mut InputInstruction| [op::LINE, op::NO_LINE].contains(&item.instruction.opcode);
                lines.take_while(is_line).for_each(|item| item.section = section);
            }
            let by_opcode = Section::of(instruction.opcode);
            let section = in_function.or(outside).unwrap_or(by_opcode);
            self.items.push(InputInstruction { instruction: instruction.clone(), module, section });
            if instruction.opcode == op::FUNCTION_END {
                in_function = None;
            }
        }
        self.items.sort_by_key(|item| item.section);
    }

    /// Returns an unused id.
    pub fn fresh(&mut self) -> u32 {
        self.bound = self.bound.saturating_add(1);
        self.bound - 1
    }

    /// Appends instructions to a layout section. Their module index is the number of modules.
    pub fn insert(&mut self, section: Section, instructions: impl IntoIterator<Item = Instruction>) {
        let module = self.names.len();
        let new =
            instructions.into_iter().map(|instruction| InputInstruction { instruction, module, section });
        self.items.extend(new);
        self.items.sort_by_key(|item| item.section);
    }

    /// Returns the instructions of a layout section.
    pub fn section(&self, section: Section) -> impl Iterator<Item = &InputInstruction> {
        self.items.iter().filter(move |item| item.section == section)
    }

    /// Replaces ids according to a map from old to new ids.
    pub fn replace_ids(&mut self, map: &FxHashMap<u32, u32>) {
        for InputInstruction { instruction, .. } in &mut self.items {
            for &id in &instruction.ids {
                if let Some(new) = map.get(&instruction.words[id]) {
                    instruction.words[id] = *new;
                }
            }
        }
    }

    /// Returns the words of the linked binary.
    pub fn words(&self, options: &LinkOptions) -> Vec<u32> {
        let version = self.versions.iter().copied().max().unwrap_or(0);
        let mut words = Vec::with_capacity(HEADER);
        words.extend([MAGIC, version, self.generator, self.bound, 0]);
        // A module without entry points is valid only with the Linkage capability.
        let is_library = options.create_library || self.section(Section::EntryPoints).next().is_none();
        let keeps_linkage = is_library || self.has_linkage;
        let has_lines = self.section(Section::Declarations).any(|item| item.instruction.opcode == op::LINE);
        let mut last = 0;
        for InputInstruction { instruction, module, section } in &self.items {
            // OpNoLine ends an OpLine of the previous module, which does not apply to this module.
            if has_lines && *section == Section::Declarations && *module != last {
                words.push(1 << 16 | op::NO_LINE);
                last = *module;
            }
            let capability = match instruction.opcode {
                op::CAPABILITY => instruction.words.get(1),
                op::CONDITIONAL_CAPABILITY_INTEL => instruction.words.get(2),
                _ => None,
            };
            let is_linkage = capability == Some(&spv_dialect::spv::Capability::Linkage.0);
            if keeps_linkage || !is_linkage {
                words.extend(&instruction.words);
            }
        }
        words
    }
}
