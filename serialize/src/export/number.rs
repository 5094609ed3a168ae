//! Renumbers ids in the order of their first reference in the binary
//!
//! Assemblers number ids in the same order, so spirv-as assembles our disassembly to the same binary. Export itself
//! assigns ids in traversal order, because it writes annotations and types while it visits functions. This pass
//! therefore traverses the whole binary again. A per-opcode table specifies which operand words are ids. If that
//! depends on the operands, they are decoded individually.

use super::Pieces;
use rustc_hash::FxHashMap;
use spv_asm::literal_string::string_words;
use spv_asm::operands::{self, OperandContext, OperandKind, Operands};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::table::core_index;
use spv_grammar::{RestOfWords, WordLayout, all_ids};

/// Length of the module header in words.
pub(super) const HEADER: usize = 5;
/// The first word of a module.
pub(super) const MAGIC: u32 = 0x0723_0203;
/// Index of the header's id bound.
const BOUND: usize = 3;

/// The word positions of ids in the instructions with a given opcode.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub words: WordLayout,
    special: Special,
}

/// The rule that tells ids from literals among an opcode's variable operand words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// The grammar entry specifies which words are ids.
    None,
    /// Operands of an extended instruction. The instruction set specifies which words are ids.
    Extended,
    /// Operands of an OpSwitch: alternating case literals and labels.
    Cases,
}

impl Layout {
    /// Returns the compact summary of the id positions.
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

/// Compact summary of the id positions in the instructions with a given opcode.
///
/// The lower half is the number of consecutive ids that follow the opcode word. The upper half is the maximum
/// instruction length without any further ids. Longer instructions require a full decode. 0 means not yet computed.
type Lead = u32;
/// All operand words are ids, regardless of the instruction length.
const ALL: Lead = u32::MAX;

/// Renumbers all ids in the order of their first reference and updates the bound. Returns the new id for each old id;
/// 0 for unreferenced ids.
///
/// All ids must be below `bound`. `selectors` maps the selector of an OpSwitch to the length of its literals in
/// words, if it is not 1.
pub fn by_first_use(pieces: &mut Pieces, bound: u32, selectors: &FxHashMap<u32, usize>) -> Vec<u32> {
    let mut table = vec![0; bound as usize];
    renumber_all(pieces, &mut table, selectors);
    table
}

/// Replaces all ids using a table that maps each id to its new id, and updates the bound.
pub(super) fn by_table(pieces: &mut Pieces, mut table: Vec<u32>, selectors: &FxHashMap<u32, usize>) {
    let bound = table.iter().max().map_or(1, |last| last + 1);
    renumber_all(pieces, &mut table, selectors);
    if let Some(word) = pieces.front.get_mut(BOUND) {
        *word = bound;
    }
}

/// Renumbers all ids and updates the bound. Ids without a table entry receive the next free ids.
fn renumber_all(pieces: &mut Pieces, table: &mut [u32], selectors: &FxHashMap<u32, usize>) {
    let mut leads: Vec<Lead> = vec![0; CORE.last().map_or(0, |row| row.opcode as usize + 1)];
    let mut others = Others {
        layouts: vec![None; CORE.len()],
        facts: OperandContext::default(),
        extended: FxHashMap::default(),
        selectors,
    };
    let mut numbers = Numbers { table, next: 1 };
    if let Some((header, front)) = pieces.front.split_at_mut_checked(HEADER) {
        for words in [front, &mut pieces.functions] {
            instructions(words, &mut numbers, &mut leads, &mut others);
        }
        header[BOUND] = numbers.next;
    }
}

/// A batch of word offsets of ids to renumber. The number of ids per instruction is unpredictable, so an inner loop
/// over them would often mispredict its exit.
struct Places {
    list: Vec<u32>,
    count: usize,
}

impl Places {
    /// Number of offsets stored in each step, regardless of how many are valid.
    const STEP: usize = 8;

    fn new() -> Places {
        Places { list: vec![0; 1024], count: 0 }
    }

    /// Returns whether the batch has no capacity for another instruction.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.count + Self::STEP > self.list.len()
    }

    /// Adds `count` consecutive offsets that begin with `first`. `count` is at most [`Self::STEP`].
    #[inline(always)]
    fn add(&mut self, first: usize, count: usize) {
        if let Some(next) = self.list[self.count..].first_chunk_mut::<{ Self::STEP }>() {
            *next = std::array::from_fn(|i| (first + i) as u32);
            self.count += count;
        }
    }

    /// Renumbers the ids at all offsets and clears the batch.
    #[inline(always)]
    fn renumber(&mut self, words: &mut [u32], numbers: &mut Numbers<'_>) {
        numbers.next = renumber_at(&self.list[..self.count], words, numbers.table, numbers.next);
        self.count = 0;
    }
}

/// Renumbers the ids at the given word offsets with [`renumber`]. Returns the next free id.
#[inline(never)]
fn renumber_at(places: &[u32], words: &mut [u32], table: &mut [u32], mut next: u32) -> u32 {
    for &place in places {
        if let Some(id) = words.get_mut(place as usize) {
            renumber(table, &mut next, id);
        }
    }
    next
}

/// Renumbers the ids of all instructions. `leads` caches a summary for each opcode.
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

/// Replaces an id with its new id. Ids beyond the end of the table are left unchanged.
///
/// `table` maps old ids to new ids, with 0 for unseen ids; `next` is the next free id.
#[inline(always)]
fn renumber(table: &mut [u32], next: &mut u32, id: &mut u32) {
    let Some(entry) = table.get_mut(*id as usize) else { return };
    // Branch-free, because it is unpredictable whether an id is new.
    let is_new = *entry == 0;
    let new = if is_new { *next } else { *entry };
    (*entry, *id) = (new, new);
    *next += u32::from(is_new);
}

/// The id assignment so far.
struct Numbers<'t> {
    /// Maps old ids to new ids; see [`renumber`].
    table: &'t mut [u32],
    next: u32,
}

impl Numbers<'_> {
    fn renumber(&mut self, ids: &mut [u32]) {
        ids.iter_mut().for_each(|id| renumber(self.table, &mut self.next, id));
    }
}

/// State for decoding instructions whose ids are not all covered by a [`Lead`].
struct Others<'a> {
    layouts: Vec<Option<Layout>>,
    /// The imported extended instruction sets, keyed by old id.
    facts: OperandContext,
    /// Whether all operands of an extended instruction are ids, keyed by the import's old id and the instruction
    /// number.
    extended: FxHashMap<(u32, u32), bool>,
    selectors: &'a FxHashMap<u32, usize>,
}

impl Others<'_> {
    /// Renumbers an arbitrary instruction and returns the summary of its opcode, if it may be cached. Uses old ids to
    /// look up instruction sets and selectors.
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
        // OpExtInstImport is never cached, because each one must be recorded.
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

    /// Returns whether all operands of an extended instruction are ids.
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
                OperandKind::Id | OperandKind::ConstantId(_) => {
                    numbers.renumber(&mut words[at..=at]);
                    1
                }
                OperandKind::Number(number) => number.words(),
                OperandKind::String => string_words(&words[at..]).unwrap_or(words.len()),
                OperandKind::Integer
                | OperandKind::Enum(_)
                | OperandKind::Opcode
                | OperandKind::Extended(_) => 1,
            };
        }
    }
}

/// Returns the word layout of an opcode. `row` is the index of its grammar entry.
pub(super) fn layout_of(row: usize, opcode: u32) -> Layout {
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
