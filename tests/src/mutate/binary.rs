//! Word-level mutations of binaries

use crate::r#gen::Rng;
use crate::tools::to_bytes;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::{CORE, SHAPES};
use spv_opt::dialect::table::core_index;
use spv_opt::ir::dialect::{Arity, EnumDef, Enumerant, OpRow, Param, ParamKind};
use std::mem::discriminant;

/// Number of words in the module header.
const HEADER: usize = 5;

/// The role of a word in an instruction.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Head,
    Result,
    Type,
    Id,
    Enum(&'static EnumDef),
    Literal,
}

/// Word offset and length of an instruction, and whether it is inside a function.
#[derive(Clone, Copy)]
pub(super) struct Inst {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) inside: bool,
}

pub(super) fn instructions(words: &[u32]) -> Vec<Inst> {
    let (mut list, mut at, mut inside) = (Vec::new(), HEADER, false);
    while at < words.len() {
        let len = (words[at] >> 16) as usize;
        if len == 0 || at + len > words.len() {
            break;
        }
        let code = words[at] & 0xFFFF;
        inside |= code == op::FUNCTION;
        list.push(Inst { at, len, inside });
        inside &= code != op::FUNCTION_END;
        at += len;
    }
    list
}

/// Returns the word ranges of the functions. A function without OpFunctionEnd extends to the end of the module.
pub(super) fn function_ranges(words: &[u32]) -> Vec<std::ops::Range<usize>> {
    let mut list: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut at, mut start) = (HEADER, None);
    while at < words.len() {
        let len = ((words[at] >> 16) as usize).max(1);
        match words[at] & 0xFFFF {
            op::FUNCTION => start = start.or(Some(at)),
            op::FUNCTION_END => list.extend(start.take().map(|s| s..at + len)),
            _ => {}
        }
        at += len;
    }
    list.extend(start.map(|s| s..words.len() + 1));
    list
}

/// Returns the role of each word of an instruction.
pub(super) fn kinds(words: &[u32]) -> Vec<Kind> {
    let mut list = vec![Kind::Head];
    let opcode = words[0] & 0xFFFF;
    let Some(index) = core_index(opcode) else {
        list.resize(words.len(), Kind::Literal);
        return list;
    };
    let (row, shape) = (&CORE[index], &SHAPES[index]);
    list.extend(shape.result_type.then_some(Kind::Type));
    list.extend(shape.result_id.then_some(Kind::Result));
    if opcode == op::SWITCH {
        // The operands of OpSwitch: selector, default target, and pairs of a literal and a target.
        list.extend([Kind::Id, Kind::Id]);
        while list.len() < words.len() {
            list.extend([Kind::Literal, Kind::Id]);
        }
        list.truncate(words.len());
        return list;
    }
    let hidden = if row.params.first().is_some_and(|p| p.name == "sym_name") { 2 } else { 0 };
    for param in row.params.get(hidden..).unwrap_or(&[]) {
        push_kind(param, words, &mut list);
        if param.arity == Arity::Variadic {
            break;
        }
    }
    let last = if opcode == op::CONSTANT || opcode == op::SPEC_CONSTANT { Kind::Literal } else { Kind::Id };
    list.resize(words.len(), last);
    list
}

/// Appends the roles of the words of one parameter, including the parameters of its enumerants.
fn push_kind(param: &Param, words: &[u32], list: &mut Vec<Kind>) {
    match param.kind {
        ParamKind::Word | ParamKind::FloatWord | ParamKind::Attr => list.push(Kind::Literal),
        ParamKind::String => {
            while list.len() < words.len() {
                list.push(Kind::Literal);
                if words[list.len() - 1].to_le_bytes().contains(&0) {
                    break;
                }
            }
        }
        ParamKind::Enum(def) => {
            let value = words.get(list.len()).copied();
            list.push(Kind::Enum(def));
            let present = |e: &&Enumerant| match (value, def.bits) {
                (Some(value), true) => e.value != 0 && value & e.value == e.value,
                (value, _) => value == Some(e.value),
            };
            for enumerant in def.enumerants.iter().filter(present) {
                enumerant.params.iter().for_each(|param| push_kind(param, words, list));
            }
        }
        _ => list.push(Kind::Id),
    }
}

/// Returns the id that an instruction defines, its equivalence key, and whether the instruction is inside a function.
/// Ids with the same key can replace each other: values of the same type, types, or labels.
fn class(words: &[u32], inst: Inst) -> Option<(u32, u32, bool)> {
    let code = words[inst.at] & 0xFFFF;
    let shape = &SHAPES[core_index(code)?];
    let id = *words.get(inst.at + 1 + usize::from(shape.result_type)).filter(|_| shape.result_id)?;
    let key = if shape.result_type { words[inst.at + 1] } else { code | 0x8000_0000 };
    Some((id, key, inst.inside))
}

/// Returns another id that can replace `id` according to [`class`]. Returns any id if there is none, and rarely anyway.
pub(super) fn other_id(words: &[u32], insts: &[Inst], id: u32, rng: &mut Rng) -> u32 {
    let classes: Vec<_> = insts.iter().filter_map(|&i| class(words, i)).collect();
    let key = classes.iter().find(|c| c.0 == id).map(|c| c.1);
    let same: Vec<u32> = classes.iter().filter(|c| Some(c.1) == key && c.0 != id).map(|c| c.0).collect();
    if same.is_empty() || rng.chance(6) {
        return 1 + rng.below(words[3].clamp(1, 1 << 20) as usize) as u32;
    }
    rng.pick(&same)
}

/// Returns another instruction whose parameters have the same kinds, or `None` if there is none.
fn other_row(opcode: u32, rng: &mut Rng) -> Option<&'static OpRow> {
    let index = core_index(opcode)?;
    let (row, shape) = (&CORE[index], &SHAPES[index]);
    for _ in 0..400 {
        let i = rng.below(CORE.len());
        let (other, other_shape) = (&CORE[i], &SHAPES[i]);
        let same_shape = (shape.result_type, shape.result_id)
            == (other_shape.result_type, other_shape.result_id)
            && row.params.len() == other.params.len();
        let mut params = row.params.iter().zip(other.params);
        if same_shape
            && other.opcode != opcode
            && params.all(|(a, b)| discriminant(&a.kind) == discriminant(&b.kind) && a.arity == b.arity)
        {
            return Some(other);
        }
    }
    None
}

pub(super) fn number(old: u32, rng: &mut Rng) -> u32 {
    match rng.below(8) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old ^ (1 << rng.below(32)),
        3 => rng.pick(&[0, 1, 2, 3, 4, 8, 16, 32, 64, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0xFFFF_FFFE]),
        4 => rng.bits(),
        _ => rng.below(6) as u32,
    }
}

pub(super) fn enumerant(def: &EnumDef, old: u32, rng: &mut Rng) -> u32 {
    let other = def.enumerants[rng.below(def.enumerants.len())].value;
    match rng.below(8) {
        0 => number(old, rng),
        1 | 2 if def.bits => old ^ other,
        _ => other,
    }
}

/// Applies one to three word-level changes, and rarely a byte-level change.
pub(super) fn mutate(words: &[u32], rng: &mut Rng) -> Vec<u8> {
    let mut words = words.to_vec();
    let changes = rng.pick(&[1, 1, 1, 1, 2, 2, 3]);
    for _ in 0..changes {
        change(&mut words, 18, rng);
    }
    let mut bytes = to_bytes(&words);
    if rng.chance(1) {
        bytes.truncate(rng.below(bytes.len() + 1));
    } else if rng.chance(1) {
        let at = rng.below(bytes.len().max(1));
        bytes.iter_mut().skip(at).take(1).for_each(|b| *b ^= 1 << rng.below(8));
    } else if rng.chance(1) {
        bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|w| w.reverse());
    }
    bytes
}

/// Applies changes that affect validation rules: another SPIR-V version, or one or two changes that are mostly outside
/// of functions.
pub(super) fn judged(words: &[u32], rng: &mut Rng) -> Vec<u32> {
    let mut words = words.to_vec();
    if rng.chance(4) {
        words[1] = 0x0001_0000 | (rng.below(7) as u32) << 8;
        return words;
    }
    for _ in 0..rng.pick(&[1, 1, 1, 2]) {
        change(&mut words, 65, rng);
    }
    words
}

/// Changes one instruction. With a probability of `outside` percent, the instruction is outside of functions.
fn change(words: &mut Vec<u32>, outside: usize, rng: &mut Rng) {
    if words.len() <= HEADER {
        return;
    }
    let insts = instructions(words);
    let inside: Vec<Inst> = insts.iter().copied().filter(|i| i.inside).collect();
    let others: Vec<Inst> = insts.iter().copied().filter(|i| !i.inside).collect();
    let pool = if inside.is_empty() || rng.chance(outside) { &others } else { &inside };
    if pool.is_empty() {
        return;
    }
    let i = rng.pick(pool);
    let range = i.at..i.at + i.len;
    match rng.below(100) {
        0..55 => change_word(words, &insts, i, rng),
        55..67 => {
            if let Some(row) = other_row(words[i.at] & 0xFFFF, rng) {
                words[i.at] = words[i.at] & 0xFFFF_0000 | row.opcode;
            }
        }
        67..75 => {
            let mut copy = words[range.clone()].to_vec();
            if class(words, i).is_some() && rng.chance(85) {
                let shape = &SHAPES[core_index(copy[0] & 0xFFFF).unwrap_or(0)];
                if let Some(id) = copy.get_mut(1 + usize::from(shape.result_type)) {
                    *id = words[3];
                    words[3] = words[3].saturating_add(1);
                }
            }
            let at = if rng.chance(60) { range.end } else { rng.pick(pool).at };
            words.splice(at..at, copy);
        }
        75..81 => drop(words.drain(range)),
        81..89 => {
            let copy: Vec<u32> = words.drain(range).collect();
            let to = rng.pick(pool).at.min(words.len());
            let to = if to > i.at { to.saturating_sub(i.len).max(HEADER) } else { to };
            words.splice(to..to, copy);
        }
        89..92 => {
            // Add a word to the instruction or remove one, and adjust its word count.
            let grow = rng.chance(50) || i.len == 1;
            let end = i.at + i.len;
            if grow {
                let word = rng.pick(&words[i.at..end]);
                words.insert(end, word);
            } else {
                words.remove(end - 1);
            }
            let len = if grow { i.len + 1 } else { i.len - 1 };
            words[i.at] = words[i.at] & 0xFFFF | (len as u32) << 16;
        }
        92..94 => words[i.at] = words[i.at] & 0xFFFF | (rng.below(i.len + 4) as u32) << 16,
        94..96 => {
            let at = i.at + rng.below(i.len);
            words[at] ^= 1 << rng.below(32);
        }
        96 => words[3] = number(words[3], rng),
        97 => words[rng.below(HEADER)] ^= 1 << rng.below(32),
        98 => words.truncate(if rng.chance(50) { i.at } else { i.at + rng.below(i.len) }),
        _ => {
            let other = rng.pick(pool);
            let (a, b) = if i.at < other.at { (i, other) } else { (other, i) };
            if a.at != b.at {
                let mut swapped = words[b.at..b.at + b.len].to_vec();
                swapped.extend_from_slice(&words[a.at + a.len..b.at]);
                swapped.extend_from_slice(&words[a.at..a.at + a.len]);
                words.splice(a.at..b.at + b.len, swapped);
            }
        }
    }
}

fn change_word(words: &mut [u32], insts: &[Inst], i: Inst, rng: &mut Rng) {
    let kinds = kinds(&words[i.at..i.at + i.len]);
    // Operands are chosen more often than the first word or the result id.
    let choices: Vec<usize> =
        (1..i.len).filter(|&w| !matches!(kinds[w], Kind::Result) || rng.chance(8)).collect();
    if choices.is_empty() {
        return;
    }
    let word = rng.pick(&choices);
    let old = words[i.at + word];
    words[i.at + word] = match kinds[word] {
        Kind::Head => old,
        Kind::Type | Kind::Id | Kind::Result => other_id(words, insts, old, rng),
        Kind::Enum(def) => enumerant(def, old, rng),
        Kind::Literal => number(old, rng),
    };
}
