//! Canonical ids derived from hashes of definitions, so that similar modules have similar binaries
//!
//! Three kinds of definitions have a range of ids each: types and constants, named ids, and results in functions. A
//! hash selects an id in the range; if it is taken, the next free id is used. All other ids fill the gaps.

use super::Pieces;
use super::number::{self, Layout};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{CORE, SHAPES};
use spv_dialect::table::core_index;
use spv_grammar::RestOfWords;

/// A range of ids for hashed definitions: the first id and the number of ids.
type Range = (u32, u32);

const CONSTANTS: Range = (8, 3011);
const NAMES: Range = (3019, 3011);
const FUNCTIONS: Range = (6203, 19_071);

/// Number of neighboring instructions on each side that the hash of an instruction includes.
const WINDOW: usize = 2;

/// Renumbers a binary with canonical ids and returns the final id for each original id. `ids` maps original ids to
/// the ids that [`number::by_first_use`] assigned; the keys of `selectors` are original ids.
pub fn renumber(pieces: &mut Pieces, ids: &[u32], selectors: &FxHashMap<u32, usize>) -> Vec<u32> {
    let new = |id: u32| ids.get(id as usize).copied().unwrap_or(0);
    let selectors = selectors.iter().map(|(&id, &words)| (new(id), words)).collect();
    let count = ids.iter().max().map_or(1, |last| last + 1);
    let table = Canonical::new(count as usize).numbers(pieces);
    number::by_table(pieces, table.clone(), &selectors);
    ids.iter().map(|&id| table.get(id as usize).copied().unwrap_or(0)).collect()
}

/// The set of free ids, as a union-find forest whose roots are free.
#[derive(Default)]
struct Free {
    next: Vec<u32>,
}

impl Free {
    /// Allocates the first free id that is at least `id`.
    fn take(&mut self, id: u32) -> u32 {
        let mut at = id;
        loop {
            if self.next.len() <= at as usize + 1 {
                self.next.extend(self.next.len() as u32..=at + 1);
            }
            let next = self.next[at as usize];
            if next == at {
                break;
            }
            self.next[at as usize] = self.next[next as usize];
            at = next;
        }
        self.next[at as usize] = at + 1;
        at
    }
}

struct Canonical {
    /// The new id for each current id; 0 if not yet assigned.
    table: Vec<u32>,
    /// The hash of each type and constant, indexed by current id.
    hashes: Vec<u32>,
    free: Free,
}

impl Canonical {
    fn new(count: usize) -> Canonical {
        Canonical { table: vec![0; count], hashes: vec![0; count], free: Free::default() }
    }

    fn numbers(mut self, pieces: &Pieces) -> Vec<u32> {
        for words in pieces.lists().into_iter().flat_map(instructions) {
            self.define(words);
        }
        let names = instructions(&pieces.front).filter(|words| opcode(words) == op::NAME);
        for words in names {
            if let [_, id, name @ ..] = words {
                self.take(*id, NAMES, name.iter().fold(op::NAME, |hash, &word| mix(hash, word)));
            }
        }
        let mut function: Vec<&[u32]> = Vec::new();
        for words in instructions(&pieces.functions) {
            // Line instructions must not influence the hashes.
            if ![op::LINE, op::NO_LINE].contains(&opcode(words)) {
                function.push(words);
            }
            if opcode(words) == op::FUNCTION_END {
                self.function(&function);
                function.clear();
            }
        }
        for id in 1..self.table.len() {
            if self.table[id] == 0 {
                self.table[id] = self.free.take(1);
            }
        }
        self.table
    }

    /// Assigns a new id derived from `hash` within the given range, unless `id` already has one.
    fn take(&mut self, id: u32, (first, count): Range, hash: u32) {
        if let Some(0) = self.table.get(id as usize) {
            self.table[id as usize] = self.free.take(first + hash % count);
        }
    }

    /// Assigns a canonical id to the result of a type or constant instruction. Ignores other instructions.
    fn define(&mut self, words: &[u32]) {
        let Some(row) = core_index(opcode(words)) else { return };
        let name = CORE[row].name;
        let is_constant =
            [op::CONSTANT, op::CONSTANT_TRUE, op::CONSTANT_FALSE, op::CONSTANT_NULL, op::CONSTANT_COMPOSITE];
        let is_type = SHAPES[row].result_id && name.starts_with("spv.Type");
        if !is_type && !is_constant.contains(&opcode(words)) {
            return;
        }
        let Layout { words: layout, .. } = number::layout_of(row, opcode(words));
        let result = usize::from(SHAPES[row].result_type);
        let mut hash = opcode(words);
        for (at, &word) in words[1..].iter().enumerate().filter(|(at, _)| *at != result) {
            let is_id = match at < layout.fixed as usize {
                true => layout.ids >> at & 1 != 0,
                false => matches!(layout.rest, RestOfWords::Ids),
            };
            hash = mix(hash, if is_id { self.hashes.get(word as usize).copied().unwrap_or(0) } else { word });
        }
        let Some(&id) = words.get(1 + result) else { return };
        if let Some(own) = self.hashes.get_mut(id as usize) {
            *own = hash;
        }
        self.take(id, CONSTANTS, hash);
    }

    /// Assigns canonical ids to the results in a function, derived from hashes of the neighboring instructions.
    fn function(&mut self, function: &[&[u32]]) {
        let kinds: Vec<u32> = function.iter().map(|words| kind(words)).collect();
        let ty = function.first().and_then(|words| self.hashes.get(*words.get(4)? as usize)).copied();
        let mut seed = ty.unwrap_or(0);
        for (at, words) in function.iter().enumerate() {
            let Some(row) = core_index(opcode(words)) else { continue };
            let result = 1 + usize::from(SHAPES[row].result_type);
            let Some(&id) = words.get(result).filter(|_| SHAPES[row].result_id) else { continue };
            let window = &kinds[at.saturating_sub(WINDOW)..kinds.len().min(at + WINDOW + 1)];
            self.take(id, FUNCTIONS, window.iter().fold(seed, |hash, &kind| mix(hash, kind)));
            if at == 0 {
                seed = self.table.get(id as usize).copied().unwrap_or(0);
            }
        }
    }
}

/// Splits words into instructions. Skips the module header if present.
fn instructions(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = match words.first() {
        Some(&number::MAGIC) => words.get(number::HEADER..).unwrap_or(&[]),
        _ => words,
    };
    std::iter::from_fn(move || {
        let length = (rest.first()? >> 16) as usize;
        let (words, after) = rest.split_at_checked(length.max(1))?;
        rest = after;
        Some(words)
    })
}

fn opcode(words: &[u32]) -> u32 {
    words.first().map_or(0, |first| first & 0xFFFF)
}

/// Returns the opcode of an instruction. For OpExtInst, mixes in the number of the extended instruction.
fn kind(words: &[u32]) -> u32 {
    match (opcode(words), words) {
        (op::EXT_INST, [_, _, _, _, number, ..]) => mix(op::EXT_INST, *number),
        (opcode, _) => opcode,
    }
}

/// Mixes a word into a hash.
fn mix(hash: u32, word: u32) -> u32 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B1)
}
