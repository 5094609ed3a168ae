//! Edits of type declarations

use super::annotations::ANNOTATIONS;
use super::binary::{self, Kind, number};
use super::code::{Code, any, inst, literal};
use super::draw::any_of;
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;

pub(super) const TYPES: &[u32] = &[
    op::TYPE_INT,
    op::TYPE_FLOAT,
    op::TYPE_VECTOR,
    op::TYPE_MATRIX,
    op::TYPE_IMAGE,
    op::TYPE_SAMPLED_IMAGE,
    op::TYPE_ARRAY,
    op::TYPE_RUNTIME_ARRAY,
    op::TYPE_STRUCT,
    op::TYPE_POINTER,
    op::TYPE_FUNCTION,
];

/// Returns a random id that is defined before position `at` and can replace `old`, or `None` if there is none. Both ids
/// are types, or both are values of the same type.
fn earlier(code: &Code, at: usize, old: u32, rng: &mut Rng) -> Option<u32> {
    let sort = |code: &Code, at: usize| {
        let opcode = code.op(at);
        if TYPES.contains(&opcode) || opcode == op::TYPE_BOOL { Some(0) } else { code.ty(at) }
    };
    let wanted = sort(code, code.def(old)?)?;
    let list: Vec<u32> =
        (0..at).filter(|&i| sort(code, i) == Some(wanted)).filter_map(|i| code.result(i)).collect();
    any(&list, rng)
}

/// Declares the capability that an integer or float type with this bit width requires.
fn require_width(code: &mut Code, opcode: u32, width: u32) {
    let capability = match (opcode, width) {
        (op::TYPE_INT, 8) => 39,
        (op::TYPE_INT, 16) => 22,
        (op::TYPE_INT, 64) => 11,
        (op::TYPE_FLOAT, 16) => 9,
        (op::TYPE_FLOAT, 64) => 10,
        _ => return,
    };
    code.require(capability);
}

/// Changes the width, signedness or count in a type declaration. Returns `None` if not applicable.
pub(super) fn change_type(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let chosen = rng.pick(TYPES);
    let at = any_of(code, &[chosen], rng).or_else(|| any_of(code, TYPES, rng))?;
    if code.list[at].len() < 3 {
        return None;
    }
    let word = rng.range(2, code.list[at].len() - 1);
    let old = code.list[at][word];
    code.list[at][word] = match (code.op(at), binary::kinds(&code.list[at])[word]) {
        (op::TYPE_INT, _) if word == 3 => old ^ 1,
        (opcode @ (op::TYPE_INT | op::TYPE_FLOAT), _) => {
            let width = rng.pick(&[8, 16, 16, 32, 64, 64, 24, 128]);
            require_width(code, opcode, width);
            width
        }
        (_, Kind::Enum(def)) => def.enumerants[rng.below(def.enumerants.len())].value,
        (_, Kind::Id) => earlier(code, at, old, rng)?,
        (op::TYPE_VECTOR | op::TYPE_MATRIX, _) => rng.pick(&[2, 3, 4, 1, 5, 8, 16]),
        _ => number(old, rng),
    };
    // The literal word count of a constant depends on its type, so constants must be adjusted.
    let (def, id) = (code.list[at].clone(), code.result(at));
    if matches!(def[0], op::TYPE_INT | op::TYPE_FLOAT) && rng.chance(90) {
        for at in 0..code.list.len() {
            if matches!(code.op(at), op::CONSTANT | op::SPEC_CONSTANT) && code.ty(at) == id {
                code.list[at].truncate(3);
                code.list[at].extend(literal(&def, rng));
            }
        }
    }
    Some(())
}

/// Adds, removes or reorders the members of a struct type. Returns `None` if not applicable.
pub(super) fn change_member(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::TYPE_STRUCT], rng)?;
    let len = code.list[at].len();
    match rng.below(3) {
        0 if len > 2 => _ = code.list[at].remove(rng.range(2, len - 1)),
        1 if len > 3 => code.list[at].swap(2, len - 1),
        _ => {
            let member = code.list[at].get(2).copied().or_else(|| code.result(any_of(code, TYPES, rng)?))?;
            let new = earlier(code, at, member, rng)?;
            code.list[at].insert(rng.range(2, len), new);
        }
    }
    Some(())
}

/// Duplicates a type declaration, and replaces some uses of the type with the duplicate. Returns `None` if not
/// applicable.
pub(super) fn duplicate_type(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let kinds = [op::TYPE_STRUCT, op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY, op::TYPE_POINTER];
    let at = any_of(code, &kinds, rng)?;
    let old = code.result(at)?;
    let new = code.fresh();
    let mut copy = code.list[at].clone();
    copy[1] = new;
    code.list.insert(at + 1, copy);
    if rng.chance(50) {
        let annotations: Vec<Vec<u32>> = code
            .list
            .iter()
            .filter(|inst| ANNOTATIONS.contains(&inst[0]) && inst[1] == old)
            .cloned()
            .collect();
        for mut annotation in annotations {
            annotation[1] = new;
            code.add(annotation);
        }
    }
    let users: Vec<usize> =
        (at + 2..code.list.len()).filter(|&i| code.list[i].iter().skip(1).any(|&word| word == old)).collect();
    if rng.chance(30)
        && let Some(user) = any(&users, rng)
    {
        code.list[user].iter_mut().skip(1).filter(|word| **word == old).for_each(|word| *word = new);
    }
    Some(())
}

pub(super) fn add_type(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let types: Vec<u32> = (0..code.list.len())
        .filter(|&at| TYPES[..9].contains(&code.op(at)) || code.op(at) == op::TYPE_BOOL)
        .filter_map(|at| code.result(at))
        .collect();
    let part = any(&types, rng)?;
    match rng.below(7) {
        0 => {
            let width = rng.pick(&[8, 16, 32, 64]);
            require_width(code, op::TYPE_INT, width);
            _ = code.type_id(op::TYPE_INT, &[width, rng.below(2) as u32]);
        }
        1 => {
            let width = rng.pick(&[16, 32, 64]);
            require_width(code, op::TYPE_FLOAT, width);
            _ = code.type_id(op::TYPE_FLOAT, &[width]);
        }
        2 => _ = code.type_id(op::TYPE_VECTOR, &[part, rng.range(2, 4) as u32]),
        3 => {
            let int = code.int(rng);
            let length = code.constant(int, rng)?;
            let id = code.fresh();
            code.add(inst(op::TYPE_ARRAY, &[id, part, length]));
        }
        4 => {
            let id = code.fresh();
            let mut words = inst(op::TYPE_STRUCT, &[id]);
            words.extend((0..rng.below(4)).filter_map(|_| any(&types, rng)));
            code.add(words);
        }
        5 => _ = code.type_id(op::TYPE_POINTER, &[rng.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12]), part]),
        _ => {
            let void = code.type_id(op::TYPE_VOID, &[]);
            _ = code.type_id(op::TYPE_FUNCTION, &[if rng.chance(50) { void } else { part }, part]);
        }
    }
    Some(())
}
