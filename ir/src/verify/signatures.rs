//! Signatures of ops that are known to be valid, independent of context: ops of one definition, with the same
//! types of results and operands and the same slots, are all valid or none is.
//!
//! A module has few signatures and many ops, so most checks of an op are one look into a small table.
//! Only ops without regions, successors or a body of their own, with at most one result, and not too many
//! operands and slots, have a signature here.

use crate::body::{Body, OpData};
use crate::dialect::ABSENT;
use crate::entity::{Op, Value};
use crate::handles::OpDefId;
use crate::op_storage::FLAG_ATTRS;
use crate::types::Type;

/// Operands that an op with a signature has at most.
const OPERANDS: usize = 4;
/// Slots that an op with a signature has at most.
const SLOTS: usize = 2;
/// Words of a signature, which hold two things each: definition with counts, and type of the result; types of operands;
/// slots.
const WORDS: usize = 1 + (OPERANDS + SLOTS) / 2;
/// Words of the signature of an op without operands and with one slot: a constant, or a reference to a
/// symbol. Of these there are many.
const LEAF_WORDS: usize = 2;

/// The signature of an op. It is composed of whole words, and compared word by word: a wide load of words that were
/// just stored in parts would stall on store forwarding.
#[derive(Clone, Copy)]
pub enum Signature {
    /// Of an op without operands and with one slot.
    Leaf([u64; LEAF_WORDS]),
    /// Of any other.
    Inner([u64; WORDS]),
}

impl Signature {
    /// That of an op, if it has one.
    #[inline]
    pub fn of_op(body: &Body, op: Op) -> Option<Signature> {
        let data = &body.ops[op];
        Self::has(data).then(|| Self::new(body, data, |_| {}))
    }

    /// Whether an op has a signature.
    #[inline]
    pub(super) fn has(data: &OpData) -> bool {
        data.flags & !FLAG_ATTRS == 0
            && data.results <= 1
            && data.operand_len as usize <= OPERANDS
            && usize::from(data.slots) <= SLOTS
    }

    /// That of an op that has one. Of each operand `meet` hears.
    #[inline(always)]
    pub(super) fn new(body: &Body, data: &OpData, mut meet: impl FnMut(Value)) -> Signature {
        let ty = |value: Value| body.values[value].ty.map_or(0, Type::raw);
        let slots = &body.slots[data.slot_start as usize..][..usize::from(data.slots)];
        let operands = &body.operands[data.operand_start as usize..][..data.operand_len as usize];
        let counts = (operands.len() as u32, u32::from(data.results));
        let types: [u32; OPERANDS] = std::array::from_fn(|i| {
            let Some(&operand) = operands.get(i) else { return 0 };
            meet(operand);
            ty(operand)
        });
        Self::of(data.def, counts, data.first_result.map_or(0, ty), types, slots)
    }

    /// That of an op with so many operands and results, of which it has one at most; `types` are those of the operands,
    /// and 0 after the last.
    #[inline(always)]
    fn of(
        def: OpDefId,
        (operands, results): (u32, u32),
        result: u32,
        types: [u32; OPERANDS],
        slots: &[u32],
    ) -> Signature {
        let counts = operands << 4 | (slots.len() as u32) << 1 | results;
        let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let head = pair(u32::from(def.0) << 8 | counts, result);
        if let (0, [slot]) = (operands, slots) {
            return Signature::Leaf([head, u64::from(*slot)]);
        }
        let [first, second]: [u32; SLOTS] = std::array::from_fn(|i| slots.get(i).copied().unwrap_or(0));
        let [a, b, c, d] = types;
        Signature::Inner([head, pair(a, b), pair(c, d), pair(first, second)])
    }
}

/// Signatures of ops that are no leaves that a table holds at most.
const INNER: usize = 1 << 12;

/// Signatures of valid ops.
#[derive(Default)]
pub struct Signatures {
    /// Those with nothing in their first slot, and the others: these may all differ (in numbers of components), and are not
    /// to take the places of the former.
    inner: [Table<WORDS, INNER>; 2],
    leaves: Table<LEAF_WORDS, 8192>,
}

/// A table in which a key takes the place of another: what is forgotten is checked again.
struct Table<const WORDS: usize, const MOST: usize> {
    /// Empty, or a power of two up to `MOST`.
    entries: Vec<[u64; WORDS]>,
    /// Times that a key was noted since the table grew.
    noted: usize,
}

impl<const WORDS: usize, const MOST: usize> Default for Table<WORDS, MOST> {
    fn default() -> Self {
        Table { entries: Vec::new(), noted: 0 }
    }
}

impl<const WORDS: usize, const MOST: usize> Table<WORDS, MOST> {
    /// Whether a key with this hash is there.
    #[inline(always)]
    fn contains(&self, hash: u32, key: &[u64; WORDS]) -> bool {
        let entry = self.entries.get(hash as usize & self.entries.len().wrapping_sub(1));
        entry.is_some_and(|entry| (0..WORDS).fold(0, |other, i| other | (entry[i] ^ key[i])) == 0)
    }

    fn insert(&mut self, hash: u32, key: [u64; WORDS]) {
        if self.noted == self.entries.len() && self.noted < MOST {
            let size = (4 * self.noted).clamp(64, MOST);
            self.entries.clear();
            // Not the head of any op, as it counts results in one bit, and they are one at most.
            self.entries.resize(size, [u64::MAX; WORDS]);
            self.noted = 0;
        }
        let place = hash as usize & (self.entries.len() - 1);
        self.entries[place] = key;
        self.noted += usize::from(self.noted < self.entries.len());
    }
}

#[inline]
fn hash(&[a, b, c, d]: &[u64; WORDS]) -> u32 {
    let mixed = a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b ^ c.rotate_left(8) ^ d.rotate_left(16);
    // The uppermost bits alone follow from all of the others: as many as the largest table needs.
    (mixed.wrapping_mul(0x517C_C1B7_2722_0A95) >> (u64::BITS - INNER.ilog2())) as u32
}

/// Number of the table for the signature of these words.
#[inline]
fn table(words: &[u64; WORDS]) -> usize {
    let slot = (words[WORDS - 1] >> 32) as u32;
    usize::from(slot != 0 && slot != ABSENT)
}

impl Signatures {
    /// Whether a signature is known to be valid.
    #[inline(always)]
    pub fn contains(&self, signature: &Signature) -> bool {
        match signature {
            Signature::Leaf(words) => self.leaves.contains(words[1] as u32, words),
            Signature::Inner(words) => self.inner[table(words)].contains(hash(words), words),
        }
    }

    /// Records that a signature is valid.
    pub fn insert(&mut self, signature: &Signature) {
        match signature {
            Signature::Leaf(words) => self.leaves.insert(words[1] as u32, *words),
            Signature::Inner(words) => self.inner[table(words)].insert(hash(words), *words),
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Signatures::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_part_of_a_signature_tells_its_place() {
        let place = |at: usize, part: u32| {
            let mut parts = [7; 2 * WORDS];
            parts[at] = part;
            let word = |i: usize| u64::from(parts[2 * i]) << 32 | u64::from(parts[2 * i + 1]);
            hash(&std::array::from_fn(word)) as usize % INNER
        };
        for at in 0..2 * WORDS {
            let places: HashSet<usize> = (1..=256).map(|part| place(at, part)).collect();
            assert!(places.len() > 200, "part {at}: {} places for 256 signatures", places.len());
        }
    }
}
