//! Finds identical declarations of different modules by partition refinement
//!
//! Two types or constants are identical if their instructions are the same and all declarations that they reference are
//! identical in turn. Recursive types are supported.

use super::input::{Linked, Section};
use rustc_hash::FxHashMap;
use spv_asm::instructions::Instruction;
use spv_dialect::generated::opcodes as op;

/// Returns whether the linker merges declarations with this opcode. It does not merge specialization constants or
/// variables, because each is distinct.
pub(super) fn is_merged(opcode: u32) -> bool {
    let name = spv_serialize::import::instruction_name(opcode);
    name.starts_with("spv.Type") || name.starts_with("spv.Constant") || opcode == op::UNDEF
}

/// The literal words of an instruction, and its ids.
type Parts = (Vec<u32>, Vec<u32>);

/// Splits an instruction into literal words and ids, omitting the word indices in `skip`.
fn parts(instruction: &Instruction, skip: &[usize]) -> Parts {
    let mut words = Vec::with_capacity(instruction.words.len());
    let mut ids = Vec::new();
    for (i, &word) in instruction.words.iter().enumerate() {
        if skip.contains(&i) {
            continue;
        }
        if instruction.ids.contains(&i) {
            ids.push(word);
        } else {
            words.push(word);
        }
    }
    (words, ids)
}

/// Returns a map from each type and constant to the first identical declaration. With `by_name`, OpNames must match
/// too.
pub(super) fn classes(linked: &Linked, by_name: bool) -> FxHashMap<u32, u32> {
    let mut declared: Vec<u32> = Vec::new();
    let mut of: FxHashMap<u32, Vec<Parts>> = FxHashMap::default();
    for item in linked.section(Section::Declarations).filter(|item| is_merged(item.instruction.opcode)) {
        let (Some(id), Some(at)) = (item.instruction.result_id(), item.instruction.result) else { continue };
        declared.push(id);
        of.insert(id, vec![parts(&item.instruction, &[at])]);
    }
    for item in linked.section(Section::Annotations).chain(linked.section(Section::Names)) {
        let is_name = item.section == Section::Names;
        let Some(target) = item.instruction.words.get(1) else { continue };
        if let (Some(list), true) = (of.get_mut(target), by_name || !is_name) {
            list.push(parts(&item.instruction, &[1]));
        }
    }
    add_groups(linked, &mut of);
    // Declarations may differ in the order of decorations, so decorations are sorted.
    of.values_mut().for_each(|list| list[1..].sort());

    let initial = declared.iter().map(|id| (*id, 0)).collect();
    let mut colors = refined(&declared, &of, initial);
    // Identical structs and arrays within one module are distinct types. The n-th such type of a module is merged with
    // the n-th such type of other modules.
    let mut ordinals: FxHashMap<(usize, u64), u64> = FxHashMap::default();
    for item in linked.section(Section::Declarations).filter(|item| is_aggregate(item.instruction.opcode)) {
        let Some(color) = item.instruction.result_id().and_then(|id| colors.get_mut(&id)) else { continue };
        let ordinal = ordinals.entry((item.module, *color)).or_insert(0);
        // The ordinal is stored in the high bits. Colors do not reach these bits, because there are less than twice as
        // many colors as ids.
        *color += *ordinal << 40;
        *ordinal += 1;
    }
    let colors = refined(&declared, &of, colors);
    let mut first: FxHashMap<u64, u32> = FxHashMap::default();
    declared.iter().map(|id| (*id, *first.entry(colors[id]).or_insert(*id))).collect()
}

/// Returns whether a module may declare several identical types with this opcode.
fn is_aggregate(opcode: u32) -> bool {
    matches!(opcode, op::TYPE_STRUCT | op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY)
}

/// Splits equivalence classes until all members of a class reference the same classes. Each color represents a class.
fn refined(
    declared: &[u32],
    parts: &FxHashMap<u32, Vec<Parts>>,
    mut colors: FxHashMap<u32, u64>,
) -> FxHashMap<u32, u64> {
    let mut count = 0;
    loop {
        let mut numbers: FxHashMap<Vec<u64>, u64> = FxHashMap::default();
        let mut refined = FxHashMap::default();
        for id in declared {
            let mut key = vec![colors[id]];
            for (words, ids) in &parts[id] {
                key.extend([words.len() as u64, ids.len() as u64]);
                key.extend(words.iter().map(|&word| u64::from(word)));
                // A declaration that is never merged is its own equivalence class.
                key.extend(ids.iter().map(|id| colors.get(id).copied().unwrap_or(u64::from(*id))));
            }
            let fresh = u64::from(u32::MAX) + 1 + numbers.len() as u64;
            refined.insert(*id, *numbers.entry(key).or_insert(fresh));
        }
        colors = refined;
        if numbers.len() == count {
            return colors;
        }
        count = numbers.len();
    }
}

/// Adds the decorations of each decoration group to the targets of the group.
fn add_groups(linked: &Linked, declarations: &mut FxHashMap<u32, Vec<Parts>>) {
    let mut groups: FxHashMap<u32, Vec<Parts>> = FxHashMap::default();
    for item in linked.section(Section::Annotations) {
        if let (op::DECORATION_GROUP, Some(id)) = (item.instruction.opcode, item.instruction.result_id()) {
            groups.insert(id, Vec::new());
        }
    }
    for item in linked.section(Section::Annotations) {
        if let Some(list) = item.instruction.words.get(1).and_then(|target| groups.get_mut(target))
            && !matches!(item.instruction.opcode, op::GROUP_DECORATE | op::GROUP_MEMBER_DECORATE)
        {
            list.push(parts(&item.instruction, &[1]));
        }
    }
    for item in linked.section(Section::Annotations) {
        let words = &item.instruction.words;
        let Some(list) = words.get(1).and_then(|group| groups.get(group)) else { continue };
        match item.instruction.opcode {
            op::GROUP_DECORATE => words[2..].iter().for_each(|target| {
                if let Some(declarations) = declarations.get_mut(target) {
                    declarations.extend(list.iter().cloned());
                }
            }),
            op::GROUP_MEMBER_DECORATE => words[2..].chunks_exact(2).for_each(|target| {
                if let Some(declarations) = declarations.get_mut(&target[0]) {
                    let of_member = |(words, ids): &Parts| ([words, &target[1..]].concat(), ids.clone());
                    declarations.extend(list.iter().map(of_member));
                }
            }),
            _ => {}
        }
    }
}
