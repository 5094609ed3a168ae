//! Calls of base functions that have variants
//!
//! Each call is duplicated for each variant of the callee. All of these calls are conditional, and a conditional copy
//! selects the result.

use super::super::input::{InputInstruction, Linked};
use super::super::names::place;
use super::super::one;
use super::conditional;
use rustc_hash::FxHashMap;
use spv_asm::instructions::Instruction;
use spv_dialect::generated::opcodes as op;
use spv_ir::Diagnostics;

/// Index of the callee in the words of OpFunctionCall.
const CALLEE: usize = 3;
/// Index of the result id in the words of OpFunctionCall.
const RESULT: usize = 2;

/// A function of an input module other than the base.
struct Variant {
    module: usize,
    id: u32,
    ty: u32,
}

/// Duplicates the calls in the base for all variants of the callees. `names` maps function ids to names, and
/// `conditions` holds the condition id of each module.
///
/// # Errors
/// A variant of a called function has a type different from the base function.
pub(super) fn call_variants(
    linked: &mut Linked,
    names: &FxHashMap<u32, String>,
    conditions: &[u32],
) -> Result<(), Diagnostics> {
    let mut types: FxHashMap<u32, u32> = FxHashMap::default();
    let mut variants: FxHashMap<&String, Vec<Variant>> = FxHashMap::default();
    let mut is_void: FxHashMap<u32, bool> = FxHashMap::default();
    for InputInstruction { instruction, module, .. } in &linked.items {
        match instruction.words[..] {
            [_, _, id, _, ty, ..] if instruction.opcode == op::FUNCTION => {
                types.insert(id, ty);
                if let Some(name) = names.get(&id).filter(|_| *module > 0) {
                    variants.entry(name).or_default().push(Variant { module: *module, id, ty });
                }
            }
            [_, id] if instruction.opcode == op::TYPE_VOID => _ = is_void.insert(id, true),
            _ => {}
        }
    }
    let mut selected: FxHashMap<u32, u32> = FxHashMap::default();
    let (mut items, mut decorations) = (Vec::with_capacity(linked.items.len()), Vec::new());
    for item in std::mem::take(&mut linked.items) {
        let called =
            item.instruction.words.get(CALLEE).filter(|_| item.instruction.opcode == op::FUNCTION_CALL);
        let callee = called.copied().filter(|_| item.module == 0);
        let Some((callee, variants)) = callee.and_then(|id| Some((id, variants.get(names.get(&id)?)?)))
        else {
            items.push(item);
            continue;
        };
        let call = item.instruction.clone();
        let copied = |instruction| InputInstruction { instruction, ..item };
        let mut alternatives = vec![conditions[0], call.words[RESULT]];
        items.push(item.clone());
        decorations.push(conditional(call.words[RESULT], conditions[0]));
        for variant in variants {
            if types.get(&callee) != Some(&variant.ty) {
                linked.items = items;
                let notes = [(0, callee), (variant.module, variant.id)]
                    .map(|(module, id)| place(linked, module, "function", id));
                return Err(one("the variants of a called function have different types", &notes));
            }
            let mut other = call.clone();
            (other.words[CALLEE], other.words[RESULT]) = (variant.id, linked.fresh());
            alternatives.extend([conditions[variant.module], other.words[RESULT]]);
            decorations.push(conditional(other.words[RESULT], conditions[variant.module]));
            items.push(copied(other));
        }
        if !is_void.contains_key(&call.words[1]) {
            let copy = linked.fresh();
            let operands = [&[call.words[1], copy], &alternatives[..]].concat();
            items.push(copied(Instruction::new(op::CONDITIONAL_COPY_OBJECT_INTEL, &operands)));
            selected.insert(call.words[RESULT], copy);
        }
    }
    linked.items = items;
    replace_results(linked, &selected);
    linked.insert(super::Section::Annotations, decorations);
    Ok(())
}

/// Replaces call results with conditional copies in all function instructions except the copies themselves. `selected`
/// maps the id of each result to the id of its copy.
fn replace_results(linked: &mut Linked, selected: &FxHashMap<u32, u32>) {
    let is_copy = |item: &&mut InputInstruction| item.instruction.opcode == op::CONDITIONAL_COPY_OBJECT_INTEL;
    for InputInstruction { instruction, section, .. } in linked.items.iter_mut().filter(|item| !is_copy(item))
    {
        if *section != super::Section::Functions {
            continue;
        }
        for &at in instruction.ids.iter().filter(|at| Some(**at) != instruction.result) {
            if let Some(new) = selected.get(&instruction.words[at]) {
                instruction.words[at] = *new;
            }
        }
    }
}
