//! Debug names (OpName) in error messages, and unique debug names for kernel functions

use super::input::{InputInstruction, Linked, Section};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_asm::instructions::Instruction;
use spv_asm::literal_string::push_string;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{decoration, memory_model};

/// Describes a linker input for error messages: the module, the kind of entity such as `imported function`, and its
/// debug name.
pub(super) fn place(linked: &Linked, module: usize, kind: &str, id: u32) -> String {
    let named = linked
        .section(Section::Names)
        .find(|item| item.instruction.opcode == op::NAME && item.instruction.words.get(1) == Some(&id));
    let name = named.and_then(|item| item.instruction.string(2)).filter(|name| !name.is_empty());
    let file = &linked.names[module];
    match name {
        Some(name) => format!("{file}: {kind} '{name}'"),
        None => format!("{file}: {kind} without a name"),
    }
}

/// Makes the debug names of OpenCL functions unique, except for the names in `public`. OpenCL runtimes look up
/// functions by OpName and fail on duplicates.
pub(super) fn distinguish_functions(linked: &mut Linked, public: &FxHashMap<u32, FxHashSet<String>>) {
    let is_opencl = |item: &InputInstruction| item.instruction.words.get(2) == Some(&memory_model::OPEN_CL);
    if !linked.section(Section::MemoryModel).any(is_opencl) {
        return;
    }
    let is_function = |item: &&InputInstruction| item.instruction.opcode == op::FUNCTION;
    let functions: FxHashSet<u32> =
        linked.items.iter().filter(is_function).filter_map(|item| item.instruction.result_id()).collect();
    let named = |item: &InputInstruction| {
        let id = *item.instruction.words.get(1).filter(|_| item.instruction.opcode == op::NAME)?;
        Some((id, item.instruction.string(2)?))
            .filter(|(id, name)| functions.contains(id) && !name.is_empty())
    };
    let names: Vec<(usize, u32, String)> = linked
        .items
        .iter()
        .enumerate()
        .filter_map(|(place, item)| named(item).map(|(id, name)| (place, id, name)))
        .collect();
    let is_public = |id: &u32, name: &String| public.get(id).is_some_and(|names| names.contains(name));
    let mut taken: FxHashSet<String> = names.iter().map(|(_, _, name)| name.clone()).collect();
    let mut owners: FxHashSet<String> =
        names.iter().filter(|(_, id, name)| is_public(id, name)).map(|(_, _, name)| name.clone()).collect();
    for (place, id, name) in names {
        if is_public(&id, &name) || owners.insert(name.clone()) {
            continue;
        }
        let mut free = (1..).map(|number: u32| format!("{name}.{number}"));
        if let Some(new) = free.find(|new| taken.insert(new.clone())) {
            let mut operands = vec![id];
            push_string(&mut operands, &new);
            linked.items[place].instruction = Instruction::new(op::NAME, &operands);
        }
    }
}

/// Returns, for each function id, the names by which hosts and other modules find it: those of entry points and
/// exports.
pub(super) fn public_names(linked: &Linked) -> FxHashMap<u32, FxHashSet<String>> {
    let mut names: FxHashMap<u32, FxHashSet<String>> = FxHashMap::default();
    for InputInstruction { instruction, .. } in &linked.items {
        let words = &instruction.words;
        let found = match instruction.opcode {
            op::ENTRY_POINT => words.get(2).zip(instruction.string(3)),
            op::DECORATE if words.get(2) == Some(&decoration::LINKAGE_ATTRIBUTES) => {
                words.get(1).zip(instruction.string(3))
            }
            _ => None,
        };
        if let Some((&id, name)) = found {
            names.entry(id).or_default().insert(name);
        }
    }
    names
}
