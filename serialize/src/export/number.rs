//! Ids in the order in which the binary mentions them, as assemblers give them: what spirv-as makes of our
//! assembly is the same binary.
//!
//! Export gives ids as it comes to things, and writes annotations and types while it is at functions; here
//! the whole binary is gone through once more. Which words are ids is looked up by opcode; where that
//! depends on the words themselves the operands are gone through one by one.

use crate::asm::operands::{self, Facts, Kind, Operands};
use crate::literal::string_words;
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::table::core_index;
use spv_ir::dialect::{Arity, EnumDef, Param};

/// Words of the header.
const HEADER: usize = 5;
/// The word of the header that is above all ids.
const BOUND: usize = 3;
/// Bits of the masks of [`Layout`].
const FIXED: u32 = u32::BITS - 1;

/// Which words behind the first of an instruction are ids.
#[derive(Clone, Copy)]
struct Layout {
    /// Words that have the same meaning in each instruction of the opcode.
    fixed: u32,
    /// Which of them are ids, by bit.
    ids: u32,
    /// What is behind them.
    rest: Rest,
}

#[derive(Clone, Copy)]
enum Rest {
    /// No ids.
    Literals,
    Ids,
    /// Parameters of the enumerants that the last fixed word is.
    Enumerants(&'static EnumDef),
    /// Operands of the instruction of a set.
    Extended,
    /// Literals and labels in turn.
    Cases,
    /// One must look.
    Open,
}

impl Layout {
    /// See [`Lead`].
    fn lead(&self) -> Lead {
        let ids = (!self.ids).trailing_zeros();
        match self.rest {
            Rest::Ids if ids == self.fixed => u16::MAX.into(),
            Rest::Literals if self.ids >> ids == 0 => (ids + 1) | LITERALS,
            _ => ids + 1,
        }
    }
}

/// How many words of the instructions of an opcode, first word included, are alike: ids. 0 where that was not
/// looked up yet.
type Lead = u32;
/// Set where all words behind those are literals.
const LITERALS: Lead = 1 << 16;

/// Gives all ids new numbers, in order of mention. `selectors` has the words of a literal by selector, where a switch
/// has others than one. What is returned says of each old number the new one, 0 where the binary does not mention
/// it.
#[inline(never)]
pub fn by_mention(words: &mut [u32], selectors: &FxHashMap<u32, usize>) -> Vec<u32> {
    let bound = words.get(BOUND).copied().unwrap_or(0);
    let mut numbers = Numbers { new: vec![0; bound as usize], next: 1 };
    let mut leads: Vec<Lead> = vec![0; CORE.last().map_or(0, |row| row.opcode as usize + 1)];
    let mut others = Others { layouts: vec![None; CORE.len()], facts: Facts::default(), selectors };
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let length = (first >> 16) as usize;
        let known = leads.get((first & 0xFFFF) as usize).copied().unwrap_or(LITERALS | 1);
        let lead = (known & 0xFFFF) as usize;
        if length <= lead || known & LITERALS != 0 {
            let Some(ids) = words.get_mut(at + 1..at + lead.min(length)) else { break };
            numbers.renumber(ids);
        } else {
            let Some(instruction) = words.get_mut(at..at + length) else { break };
            if let Some(lead) = others.instruction(&mut numbers, instruction) {
                leads[(first & 0xFFFF) as usize] = lead;
            }
        }
        at += length.max(1);
    }
    if let Some(bound) = words.get_mut(BOUND) {
        *bound = numbers.next;
    }
    numbers.new
}

/// The numbers so far.
struct Numbers {
    /// By old number; 0 where the id was not met so far.
    new: Vec<u32>,
    next: u32,
}

impl Numbers {
    #[inline]
    fn renumber(&mut self, ids: &mut [u32]) {
        let (table, mut next) = (&mut self.new[..], self.next);
        for id in ids {
            let Some(new) = table.get_mut(*id as usize) else { continue };
            if *new == 0 {
                *new = next;
                next += 1;
            }
            *id = *new;
        }
        self.next = next;
    }
}

/// What instructions need of which not only leading words are ids.
struct Others<'a> {
    layouts: Vec<Option<Layout>>,
    /// The imported sets, by old number.
    facts: Facts,
    selectors: &'a FxHashMap<u32, usize>,
}

impl Others<'_> {
    /// Renumbers any instruction, and says what its opcode's leading words are. Sets and selectors are looked up
    /// by their old numbers.
    fn instruction(&mut self, numbers: &mut Numbers, instruction: &mut [u32]) -> Option<Lead> {
        let opcode = instruction[0] & 0xFFFF;
        let row = core_index(opcode)?;
        if opcode == op::EXT_INST_IMPORT {
            self.facts.note(opcode, instruction);
        }
        let layout = *self.layouts[row].get_or_insert_with(|| layout_of(row, opcode));
        // Imports are all to be looked at.
        let lead = (opcode != op::EXT_INST_IMPORT).then(|| layout.lead());
        let words = &mut instruction[1..];
        let fixed = words.len().min(layout.fixed as usize);
        let rest = match layout.rest {
            _ if words.len() == fixed => Some((false, 1)),
            Rest::Literals => Some((false, 1)),
            Rest::Ids => Some((true, 1)),
            Rest::Enumerants(def) => {
                let value = words[fixed - 1];
                let all = match def.bits {
                    true => all_ids(def.present(value).flat_map(|e| e.params)),
                    false => all_ids(def.by_value(value).into_iter().flat_map(|e| e.params)),
                };
                all.map(|all| (all, 1))
            }
            Rest::Extended => self.of_ids(words).then_some((true, 1)),
            Rest::Cases => Some((true, 1 + self.selectors.get(&words[0]).unwrap_or(&1))),
            Rest::Open => None,
        };
        let Some((ids, step)) = rest else {
            self.one_by_one(numbers, row, opcode, words);
            return lead;
        };
        let (fixed, behind) = words.split_at_mut(fixed);
        for (i, word) in fixed.iter_mut().enumerate() {
            if layout.ids >> i & 1 != 0 {
                numbers.renumber(std::slice::from_mut(word));
            }
        }
        if ids {
            behind.chunks_exact_mut(step).for_each(|chunk| numbers.renumber(&mut chunk[step - 1..]));
        }
        lead
    }

    /// Whether the operands of an instruction of a set are all ids.
    fn of_ids(&self, words: &[u32]) -> bool {
        let [_, _, set, number, ..] = words else { return false };
        let row = self.facts.set(*set).and_then(|set| set.row(*number));
        row.is_some_and(|row| all_ids(row.params.iter()) == Some(true))
    }

    fn one_by_one(&self, numbers: &mut Numbers, row: usize, opcode: u32, words: &mut [u32]) {
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
                Kind::Id => {
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
    let mut layout = Layout { fixed: head, ids: (1 << head) - 1, rest: Rest::Literals };
    match opcode {
        op::CONSTANT | op::SPEC_CONSTANT => return layout,
        op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
            return Layout { fixed: 4, ids: 0b0111, rest: Rest::Extended };
        }
        op::SWITCH => return Layout { fixed: 2, ids: 0b11, rest: Rest::Cases },
        op::GROUP_MEMBER_DECORATE => return Layout { rest: Rest::Open, ..layout },
        _ => {}
    }
    let mut plan = operands::plan(&CORE[row]);
    while let Some((kind, arity)) = plan.pop() {
        let last = plan.is_empty();
        let single = arity != Arity::Variadic && layout.fixed < FIXED;
        layout.rest = match kind {
            Kind::Id | Kind::Integer if single => {
                layout.ids |= u32::from(matches!(kind, Kind::Id)) << layout.fixed;
                layout.fixed += 1;
                continue;
            }
            Kind::Enum(def) if single => {
                layout.fixed += 1;
                match (def.has_params, last) {
                    (false, _) => continue,
                    (true, true) => Rest::Enumerants(def),
                    (true, false) => Rest::Open,
                }
            }
            Kind::Id if last => Rest::Ids,
            Kind::Integer | Kind::String if last => Rest::Literals,
            _ => Rest::Open,
        };
        return layout;
    }
    layout
}

/// Whether parameters are all ids (true) or none is (false).
fn all_ids<'a>(params: impl Iterator<Item = &'a Param>) -> Option<bool> {
    let mut all = None;
    for param in params {
        let is_id = matches!(operands::of(param), Kind::Id);
        if *all.get_or_insert(is_id) != is_id {
            return None;
        }
    }
    Some(all.unwrap_or(false))
}
