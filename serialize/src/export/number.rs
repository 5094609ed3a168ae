//! Ids in the order in which the binary references them, as assemblers give them: what spirv-as makes of our
//! assembly is the same binary.
//!
//! Export gives ids as it comes to things, and writes annotations and types while it is at functions; here
//! the whole binary is traversed once more. Which words are ids is looked up by opcode; where that
//! depends on the words themselves the operands are decoded one by one.

use super::Pieces;
use rustc_hash::FxHashMap;
use spv_asm::literal_string::string_words;
use spv_asm::operands::{self, Facts, Kind, Operands};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::table::core_index;
use spv_grammar::{RestOfWords, WordLayout, all_ids};

/// Words of the header.
const HEADER: usize = 5;
/// The word of the header that is above all ids.
const BOUND: usize = 3;

/// Which words of the instructions of an opcode are ids.
#[derive(Clone, Copy)]
struct Layout {
    words: WordLayout,
    special: Special,
}

/// What is after the fixed words, where the row does not say it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// The row says it.
    None,
    /// Operands of the instruction of a set.
    Extended,
    /// Literals and labels in turn.
    Cases,
}

impl Layout {
    /// See [`Lead`].
    fn lead(&self) -> Lead {
        let WordLayout { fixed, ids: mask, rest } = self.words;
        let ids = (!mask).trailing_zeros();
        let next = ids + (mask >> ids).trailing_zeros().min(fixed - ids);
        let most = match rest {
            RestOfWords::Ids if ids == fixed => return ALL,
            RestOfWords::Literals if next == fixed => ALL,
            _ => (next + 1) << 16,
        };
        most & !0xFFFF | ids
    }
}

/// What the words of the instructions of an opcode are. As many as the lower half says are ids, those after the first
/// word; up to the length that the upper half says there are no others. Longer instructions must be looked at. 0 where
/// that was not found out yet.
type Lead = u32;
/// All are ids, whatever the length.
const ALL: Lead = u32::MAX;

/// Gives all ids, which are below `bound`, new numbers, in order of first reference, and states the new bound. `selectors` has
/// the words of a literal by selector, where a switch has others than one. What is returned says of each old number the
/// new one, 0 where the binary does not reference it.
pub fn by_first_use(pieces: &mut Pieces, bound: u32, selectors: &FxHashMap<u32, usize>) -> Vec<u32> {
    let mut table = vec![0; bound as usize];
    let mut leads: Vec<Lead> = vec![0; CORE.last().map_or(0, |row| row.opcode as usize + 1)];
    let mut others = Others {
        layouts: vec![None; CORE.len()],
        facts: Facts::default(),
        extended: FxHashMap::default(),
        selectors,
    };
    let mut numbers = Numbers { table: &mut table, next: 1 };
    if let Some((header, front)) = pieces.front.split_at_mut_checked(HEADER) {
        for words in [front, &mut pieces.functions] {
            instructions(words, &mut numbers, &mut leads, &mut others);
        }
        header[BOUND] = numbers.next;
    }
    table
}

/// Places of ids that are collected before they get their numbers: how many ids an instruction has is unpredictable, so
/// that to go through those of each in a loop of its own is to guess wrong at the end of most.
struct Places {
    list: Vec<u32>,
    count: usize,
}

impl Places {
    /// Places that are written at once, of which as many count as there are.
    const STEP: usize = 8;

    fn new() -> Places {
        Places { list: vec![0; 1024], count: 0 }
    }

    /// Whether the places of another instruction do not fit.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.count + Self::STEP > self.list.len()
    }

    /// Adds so many places, at most [`Self::STEP`].
    #[inline(always)]
    fn add(&mut self, first: usize, count: usize) {
        if let Some(next) = self.list[self.count..].first_chunk_mut::<{ Self::STEP }>() {
            *next = std::array::from_fn(|i| (first + i) as u32);
            self.count += count;
        }
    }

    /// Gives the ids at the places new numbers, and forgets the places.
    #[inline(always)]
    fn renumber(&mut self, words: &mut [u32], numbers: &mut Numbers<'_>) {
        numbers.next = renumber_at(&self.list[..self.count], words, numbers.table, numbers.next);
        self.count = 0;
    }
}

/// Gives the ids at these places new numbers: see [`renumber`].
#[inline(never)]
fn renumber_at(places: &[u32], words: &mut [u32], table: &mut [u32], mut next: u32) -> u32 {
    for &place in places {
        if let Some(id) = words.get_mut(place as usize) {
            renumber(table, &mut next, id);
        }
    }
    next
}

/// Gives the ids of these instructions new numbers. `leads`: see [`Lead`], by opcode.
#[inline(never)]
fn instructions(words: &mut [u32], numbers: &mut Numbers<'_>, leads: &mut [Lead], others: &mut Others<'_>) {
    let mut places = Places::new();
    let mut at = 0;
    while let Some(&first) = words.get(at) {
        let (length, opcode) = ((first >> 16) as usize, first & 0xFFFF);
        let end = at + length;
        if length == 0 || end > words.len() {
            break;
        }
        let known = leads.get(opcode as usize).copied().unwrap_or(0);
        let ids = ((known & 0xFFFF) as usize).min(length - 1);
        let is_known = length <= (known >> 16) as usize;
        if !is_known || ids > Places::STEP || places.is_full() {
            places.renumber(words, numbers);
        }
        if !is_known {
            let lead = others.renumber(numbers, opcode, &mut words[at + 1..end]);
            if let (Some(lead), Some(known)) = (lead, leads.get_mut(opcode as usize)) {
                *known = lead;
            }
        } else if ids > Places::STEP {
            numbers.renumber(&mut words[at + 1..=at + ids]);
        } else {
            places.add(at + 1, ids);
        }
        at = end;
    }
    places.renumber(words, numbers);
}

/// Puts a new number in place of an id; what is no id of the module stays. `table` has the new number by the old one, 0
/// where the id was not met so far; `next` is the next that is given.
#[inline(always)]
fn renumber(table: &mut [u32], next: &mut u32, id: &mut u32) {
    let Some(entry) = table.get_mut(*id as usize) else { return };
    // Without a branch: which ids are new is unpredictable.
    let is_new = *entry == 0;
    let new = if is_new { *next } else { *entry };
    (*entry, *id) = (new, new);
    *next += u32::from(is_new);
}

/// The numbers so far.
struct Numbers<'t> {
    /// See [`renumber`].
    table: &'t mut [u32],
    next: u32,
}

impl Numbers<'_> {
    fn renumber(&mut self, ids: &mut [u32]) {
        ids.iter_mut().for_each(|id| renumber(self.table, &mut self.next, id));
    }
}

/// What instructions need of which not only leading words are ids.
struct Others<'a> {
    layouts: Vec<Option<Layout>>,
    /// The imported sets, by old number.
    facts: Facts,
    /// By set and number: whether the operands are all ids.
    extended: FxHashMap<(u32, u32), bool>,
    selectors: &'a FxHashMap<u32, usize>,
}

impl Others<'_> {
    /// Renumbers any instruction. What the opcode's leading words are. Sets and selectors are looked up by their old
    /// numbers.
    #[inline(never)]
    fn renumber(&mut self, numbers: &mut Numbers<'_>, opcode: u32, words: &mut [u32]) -> Option<Lead> {
        if opcode == op::EXT_INST && self.of_ids(words) {
            numbers.renumber(&mut words[..3]);
            numbers.renumber(&mut words[4..]);
            return None;
        }
        let row = core_index(opcode)?;
        if opcode == op::EXT_INST_IMPORT {
            self.facts.note(opcode, &[&[0], &*words].concat());
        }
        let layout = *self.layouts[row].get_or_insert_with(|| layout_of(row, opcode));
        // Imports are all to be looked at.
        let lead = (opcode != op::EXT_INST_IMPORT).then(|| layout.lead());
        let fixed = words.len().min(layout.words.fixed as usize);
        let rest = match (layout.special, layout.words.rest) {
            _ if words.len() == fixed => Some((false, 1)),
            (Special::Extended, _) => self.of_ids(words).then_some((true, 1)),
            (Special::Cases, _) => Some((true, 1 + self.selectors.get(&words[0]).unwrap_or(&1))),
            (_, RestOfWords::Literals) => Some((false, 1)),
            (_, RestOfWords::Ids) => Some((true, 1)),
            (_, RestOfWords::Enumerants(def)) => {
                let value = words[fixed - 1];
                let all = match def.bits {
                    true => all_ids(def.present(value).flat_map(|e| e.params)),
                    false => all_ids(def.by_value(value).into_iter().flat_map(|e| e.params)),
                };
                all.map(|all| (all, 1))
            }
            (_, RestOfWords::Other) => None,
        };
        let Some((ids, step)) = rest else {
            self.renumber_by_operand(numbers, row, opcode, words);
            return lead;
        };
        let (fixed, after) = words.split_at_mut(fixed);
        for (i, word) in fixed.iter_mut().enumerate() {
            if layout.words.ids >> i & 1 != 0 {
                numbers.renumber(std::slice::from_mut(word));
            }
        }
        if ids {
            after.chunks_exact_mut(step).for_each(|chunk| numbers.renumber(&mut chunk[step - 1..]));
        }
        lead
    }

    /// Whether the operands of an instruction of a set are all ids.
    fn of_ids(&mut self, words: &[u32]) -> bool {
        let &[_, _, set, number, ..] = words else { return false };
        *self.extended.entry((set, number)).or_insert_with(|| {
            let row = self.facts.set(set).and_then(|set| set.row(number));
            row.is_some_and(|row| all_ids(row.params.iter()) == Some(true))
        })
    }

    fn renumber_by_operand(&self, numbers: &mut Numbers<'_>, row: usize, opcode: u32, words: &mut [u32]) {
        let shape = &SHAPES[row];
        let ty = if shape.result_type { words.first().copied().unwrap_or(0) } else { 0 };
        let mut operands = Operands::new(&self.facts, opcode, ty, operands::plan(&CORE[row]));
        let head = usize::from(shape.result_type) + usize::from(shape.result_id);
        let mut at = words.len().min(head);
        numbers.renumber(&mut words[..at]);
        while at < words.len() {
            let Some(kind) = operands.next(false) else { return };
            operands.note(&self.facts, kind, words[at]);
            at += match kind {
                Kind::Id | Kind::ConstantId(_) => {
                    numbers.renumber(&mut words[at..=at]);
                    1
                }
                Kind::Number(number) => number.words(),
                Kind::String => string_words(&words[at..]).unwrap_or(words.len()),
                Kind::Integer | Kind::Enum(_) | Kind::Opcode | Kind::Extended(_) => 1,
            };
        }
    }
}

/// What the table says of the words of an instruction.
fn layout_of(row: usize, opcode: u32) -> Layout {
    let shape = &SHAPES[row];
    let head = u32::from(shape.result_type) + u32::from(shape.result_id);
    let of = |fixed, ids, rest| WordLayout { fixed, ids, rest };
    let (words, special) = match opcode {
        op::CONSTANT | op::SPEC_CONSTANT => (WordLayout::of_head(head), Special::None),
        op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
            (of(4, 0b0111, RestOfWords::Other), Special::Extended)
        }
        op::SWITCH => (of(2, 0b11, RestOfWords::Other), Special::Cases),
        op::GROUP_MEMBER_DECORATE | op::SPEC_CONSTANT_OP => {
            (WordLayout { rest: RestOfWords::Other, ..WordLayout::of_head(head) }, Special::None)
        }
        _ => (WordLayout::new(&CORE[row], head), Special::None),
    };
    Layout { words, special }
}
