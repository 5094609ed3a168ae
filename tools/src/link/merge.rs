//! Merges the declarations of modules: headers, capabilities, extensions, extended instruction sets, types and
//! constants

use super::classes::classes;
use super::input::{Linked, Section};
use super::{LinkOptions, one};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv::{AddressingModel, ExecutionModel, MemoryModel};
use spv_ir::Diagnostics;

/// Checks that versions, addressing models and memory models are the same.
pub(super) fn check_headers(linked: &Linked, options: &LinkOptions) -> Result<(), Diagnostics> {
    let of = |module: usize| linked.names[module].as_str();
    let differing = linked.versions.iter().position(|version| *version != linked.versions[0]);
    if let Some(other) = differing.filter(|_| !options.use_highest_version) {
        let version = |module: usize| {
            let word = linked.versions[module];
            format!("{}: SPIR-V {}.{}", of(module), word >> 16 & 0xFF, word >> 8 & 0xFF)
        };
        let message = "the modules have different versions: use --use-highest-version to select the highest";
        return Err(one(message, &[version(0), version(other)]));
    }
    let mut models = linked.section(Section::MemoryModel).filter_map(|item| {
        let &[_, addressing, memory] = &item.instruction.words[..] else { return None };
        Some((item.module, AddressingModel(addressing), MemoryModel(memory)))
    });
    if let Some((first, addressing, memory)) = models.next()
        && let Some(other) = models.find(|other| (other.1, other.2) != (addressing, memory))
    {
        let notes = [
            format!("{}: {addressing} {memory}", of(first)),
            format!("{}: {} {}", of(other.0), other.1, other.2),
        ];
        return Err(one("the modules have different addressing or memory models", &notes));
    }
    Ok(())
}

/// Checks that no two entry points have the same execution model and name.
pub(super) fn check_entry_points(linked: &Linked) -> Result<(), Diagnostics> {
    let of = |module: usize| linked.names[module].as_str();
    let mut entries: FxHashMap<(u32, String), usize> = FxHashMap::default();
    for item in linked.section(Section::EntryPoints).filter(|item| item.instruction.opcode == op::ENTRY_POINT)
    {
        let model = item.instruction.words.get(1).copied().unwrap_or(0);
        let name = item.instruction.string(3).unwrap_or_default();
        if let Some(first) = entries.insert((model, name.clone()), item.module) {
            let message = format!(
                "two entry points have the execution model {} and the name {name:?}",
                ExecutionModel(model)
            );
            return Err(one(&message, &[of(first).to_owned(), of(item.module).to_owned()]));
        }
    }
    Ok(())
}

/// Drops capabilities, extensions, extended instruction sets and memory models that duplicate those of an earlier
/// module.
pub(super) fn unite_preambles(linked: &mut Linked) -> Result<(), Diagnostics> {
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut sets: FxHashMap<String, u32> = FxHashMap::default();
    let mut same: FxHashMap<u32, u32> = FxHashMap::default();
    linked.items.retain(|item| match item.section {
        Section::Capabilities | Section::Extensions | Section::MemoryModel | Section::SamplerMode => {
            seen.insert(item.instruction.words.clone())
        }
        Section::Imports => {
            let id = item.instruction.result_id().unwrap_or(0);
            let first = *sets.entry(item.instruction.string(2).unwrap_or_default()).or_insert(id);
            same.insert(id, first);
            first == id
        }
        _ => true,
    });
    linked.replace_ids(&same);
    Ok(())
}

/// Merges identical types and constants. With `by_name`, their OpNames must match too.
pub(super) fn merge_declarations(linked: &mut Linked, by_name: bool) {
    let same = classes(linked, by_name);
    let is_dropped = |id: Option<&u32>| id.is_some_and(|id| same.get(id).is_some_and(|first| first != id));
    linked.items.retain(|item| match item.section {
        Section::Declarations => !is_dropped(item.instruction.result_id().as_ref()),
        // The target of a name or decoration is the first operand.
        Section::Names | Section::Annotations if item.instruction.result.is_none() => {
            is_group(item.instruction.opcode) || !is_dropped(item.instruction.words.get(1))
        }
        _ => true,
    });
    for item in &mut linked.items {
        drop_targets(&mut item.instruction, &|id| is_dropped(Some(&id)));
    }
    linked.replace_ids(&same);
    let mut announced = FxHashSet::default();
    linked.items.retain(|item| {
        let is_forward = item.instruction.opcode == op::TYPE_FORWARD_POINTER;
        !is_forward || announced.insert(item.instruction.words.clone())
    });
}

/// Returns whether an instruction applies a decoration group to targets.
fn is_group(opcode: u32) -> bool {
    matches!(opcode, op::GROUP_DECORATE | op::GROUP_MEMBER_DECORATE)
}

/// Removes targets from an instruction that applies a decoration group.
pub(super) fn drop_targets(
    instruction: &mut spv_asm::instructions::Instruction,
    is_dropped: &dyn Fn(u32) -> bool,
) {
    let step = match instruction.opcode {
        op::GROUP_DECORATE => 1,
        // Each target is a pair of struct id and member index.
        op::GROUP_MEMBER_DECORATE => 2,
        _ => return,
    };
    let (head, targets) = instruction.words.split_at(instruction.words.len().min(2));
    let kept = targets.chunks(step).filter(|target| !is_dropped(target[0]));
    let mut words: Vec<u32> = head.to_vec();
    words.extend(kept.flatten());
    words[0] = (words.len() as u32) << 16 | instruction.opcode;
    instruction.ids = std::iter::once(1).chain((2..words.len()).step_by(step)).collect();
    instruction.words = words;
}
