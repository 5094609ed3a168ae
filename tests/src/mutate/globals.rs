//! Edits outside functions: variables and arbitrary module-level instructions

use super::binary::{self, Kind};
use super::body::Edit;
use super::code::{Code, Section, any, inst};
use super::draw::{any_id, any_of};
use super::extended::insert_extended_outside;
use super::types::TYPES;
use super::{annotations, constants, preamble, types};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;

/// Edits at module level. Edits that are listed repeatedly are chosen more often.
pub(super) const EDITS: &[Edit] = &[
    annotations::name,
    annotations::name,
    annotations::name_member,
    annotations::duplicate_annotation,
    annotations::move_annotation,
    annotations::reorder_annotations,
    annotations::decorate,
    annotations::decorate,
    annotations::decorate_member,
    annotations::decorate,
    annotations::decorate_member,
    annotations::group_decorations,
    annotations::change_decoration,
    constants::change_constant,
    constants::change_constant,
    constants::specialize,
    constants::specialize,
    constants::add_specialization,
    constants::specialize_composite,
    constants::compute_constant,
    constants::compute_constant,
    types::change_type,
    types::change_type,
    types::change_member,
    types::duplicate_type,
    types::add_type,
    constants::add_constant,
    change_variable,
    add_variable,
    move_global,
    preamble::sources,
    preamble::sources,
    preamble::processed,
    preamble::capability,
    preamble::extension,
    preamble::import,
    insert_extended_outside,
    misplace,
    preamble::entry_point,
    preamble::execution_mode,
    preamble::interface,
    preamble::memory_model,
    preamble::header,
    swap_ids,
    duplicate_global,
    delete_global,
];

/// Changes the storage class or initializer of a variable. Returns `None` if not applicable.
fn change_variable(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::VARIABLE], rng)?;
    let ty = code.ty(at)?;
    let def = code.list[code.def(ty)?].clone();
    if rng.chance(40) {
        let inner = *def.get(3)?;
        if code.list[at].len() > 4 {
            code.list[at].truncate(4);
        } else {
            let value = code.initializer(inner, rng)?;
            let declared = code.def(value);
            // A new initializer is declared after the variable, so the variable must be moved after it, unless the
            // variable is in a function.
            if declared.is_some_and(|d| d < at) || at > code.end_of(Section::Global) {
                code.list[at].push(value);
            } else {
                let words = code.list.remove(at);
                let words = [words, vec![value]].concat();
                code.flush();
                let end = code.end_of(Section::Global);
                code.list.insert(end, words);
            }
        }
        return Some(());
    }
    let class = rng.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12]);
    let pointer = code.def(ty)?;
    *code.list[at].get_mut(3)? = class;
    if rng.chance(70) {
        *code.list[pointer].get_mut(2)? = class;
    }
    Some(())
}

fn add_variable(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let types: Vec<u32> = (0..code.list.len())
        .filter(|&at| TYPES[..9].contains(&code.op(at)))
        .filter_map(|at| code.result(at))
        .collect();
    let inner = any(&types, rng)?;
    let class = rng.pick(&[6, 6, 6, 4, 5, 1, 12]);
    let ty = code.type_id(op::TYPE_POINTER, &[class, inner]);
    let initializer = if rng.chance(40) { code.initializer(inner, rng) } else { None };
    let id = code.fresh();
    let mut words = inst(op::VARIABLE, &[ty, id, class]);
    words.extend(initializer);
    code.add(words);
    // Since SPIR-V 1.4, entry point interfaces list all global variables.
    for at in 0..code.list.len() {
        if code.op(at) == op::ENTRY_POINT && code.header[1] >= 0x0001_0400 && rng.chance(80) {
            code.list[at].push(id);
        }
    }
    Some(())
}

/// Moves a module-level declaration. Usually returns `None` if it would pass one of its operands or uses.
fn move_global(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let list = code.section(Section::Global);
    let at = any(&list, rng)?;
    let to = any(&list, rng)?;
    let id = code.result(at);
    let between = if to < at { to..at } else { at + 1..to + 1 };
    let blocked = between.clone().any(|other| {
        let (first, second) = if to < at { (other, at) } else { (at, other) };
        let id = if to < at { code.result(first) } else { id };
        id.is_some_and(|id| code.list[second][1..].contains(&id))
    });
    if blocked && rng.chance(95) {
        return None;
    }
    let words = code.list.remove(at);
    code.list.insert(to, words);
    Some(())
}

/// Moves an instruction to another section of the module. Returns `None` if not applicable.
fn misplace(code: &mut Code, rng: &mut Rng) -> Option<()> {
    // Extended instructions are chosen more often, because some are allowed outside functions.
    let extended = if rng.chance(40) { any_of(code, &[op::EXT_INST], rng) } else { None };
    let at = extended.or_else(|| any(&(0..code.list.len()).collect::<Vec<_>>(), rng))?;
    misplace_at(code, at, rng)
}

pub(super) fn misplace_at(code: &mut Code, at: usize, rng: &mut Rng) -> Option<()> {
    let sections = [
        Section::Capability,
        Section::EntryPoint,
        Section::Source,
        Section::Name,
        Section::Annotation,
        Section::Global,
    ];
    let words = code.list.remove(at);
    let to = code.section(rng.pick(&sections));
    let to = any(&to, rng).unwrap_or(code.list.len());
    code.list.insert(to, words);
    Some(())
}

/// Swaps two ids everywhere, which preserves the module's semantics. Returns `None` if not applicable.
fn swap_ids(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (a, b) = (any_id(code, rng)?, if rng.chance(70) { any_id(code, rng)? } else { code.fresh() });
    let swap = |id: &mut u32| {
        *id = match *id {
            id if id == a => b,
            id if id == b => a,
            id => id,
        };
    };
    for at in 0..code.list.len() {
        let kinds = binary::kinds(&code.list[at]);
        for (word, kind) in code.list[at].iter_mut().zip(kinds) {
            if matches!(kind, Kind::Id | Kind::Type | Kind::Result) {
                swap(word);
            }
        }
    }
    Some(())
}

/// Duplicates a constant or variable, and replaces one use with the duplicate. Returns `None` if not applicable.
fn duplicate_global(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any(&code.section(Section::Global), rng)?;
    let (old, _) = (code.result(at)?, code.ty(at)?);
    let new = code.fresh();
    let mut copy = code.list[at].clone();
    copy[2] = new;
    code.list.insert(at + 1, copy);
    let users: Vec<usize> =
        (at + 2..code.list.len()).filter(|&i| code.list[i].iter().skip(3).any(|&word| word == old)).collect();
    if let Some(user) = any(&users, rng) {
        code.replace_uses(user..user + 1, old, new);
    }
    Some(())
}

fn delete_global(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any(&code.section(Section::Global), rng)?;
    if code.result(at).is_some_and(|id| code.is_used(id)) {
        return None;
    }
    let id = code.result(at);
    code.list.remove(at);
    code.forget(id.as_slice());
    Some(())
}
