//! Cache of valid op signatures
//!
//! Ops with the same definition, slots, and types of operands and results are either all valid or all invalid. A module
//! has few signatures but large numbers of ops, so most checks are lookups in a small hash table. Only ops with few
//! operands and slots, at most one result, and no regions, successors or nested body have a signature.

use crate::body::op_storage::FLAG_ATTRS;
use crate::body::{Body, OpData};
use crate::dialect::ABSENT;
use crate::entity::{Op, Value};
use crate::handles::OpDefId;
use crate::types::Type;

/// Maximum number of operands of an op with a signature.
const OPERANDS: usize = 4;
/// Maximum number of slots of an op with a signature.
const SLOTS: usize = 2;
/// Number of 64-bit words of a signature. Each word packs two items: first the definition with counts and the result
/// type, then the operand types, then the slots.
const WORDS: usize = 1 + (OPERANDS + SLOTS) / 2;
/// Number of 64-bit words in the signature of a leaf. A leaf is an op without operands and with a single slot, such
/// as a constant or a symbol reference. Leaves are very common.
const LEAF_WORDS: usize = 2;

/// The signature of an op. It is built and compared in whole words, because a wide load of words that were stored in
/// parts would stall on store forwarding.
#[derive(Clone, Copy)]
pub enum Signature {
    /// The signature of an op without operands and with a single slot.
    Leaf([u64; LEAF_WORDS]),
    /// The signature of any op that is not a leaf.
    Inner([u64; WORDS]),
}

impl Signature {
    /// Returns the signature of an op; `None` if the op is too complex to have one.
    #[inline]
    pub fn of_op(body: &Body, op: Op) -> Option<Signature> {
        let data = &body.ops[op];
        Self::has(data).then(|| Self::new(body, data, |_| {}))
    }

    /// Returns whether an op is simple enough to have a signature.
    #[inline]
    pub(super) fn has(data: &OpData) -> bool {
        data.flags & !FLAG_ATTRS == 0
            && data.results <= 1
            && data.operand_len as usize <= OPERANDS
            && usize::from(data.slots) <= SLOTS
    }

    /// Builds the signature of an op for which [`Self::has`] returns true. Calls `meet` with each operand.
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

    /// Builds a signature from its components. `types` has the operand types, padded with 0.
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

/// Maximum number of elements in a hash table of signatures that are not leaves.
const INNER: usize = 1 << 12;

/// A set of signatures of valid ops. It may forget signatures.
#[derive(Default)]
pub struct Signatures {
    /// Hash tables for signatures whose first slot is empty, and for signatures whose first slot is set. In the second
    /// table, signatures may all differ (for example in component indices), and must not evict those in the first
    /// table.
    inner: [Table<WORDS, INNER>; 2],
    leaves: Table<LEAF_WORDS, 8192>,
}

/// A lossy hash table, in which a new key replaces a colliding key. Evicted signatures are simply checked again.
struct Table<const WORDS: usize, const MOST: usize> {
    /// Keys by hash. The length is 0, or a power of two up to `MOST`.
    entries: Vec<[u64; WORDS]>,
    /// Number of insertions since the hash table grew.
    noted: usize,
}

impl<const WORDS: usize, const MOST: usize> Default for Table<WORDS, MOST> {
    fn default() -> Self {
        Table { entries: Vec::new(), noted: 0 }
    }
}

impl<const WORDS: usize, const MOST: usize> Table<WORDS, MOST> {
    /// Returns whether the hash table contains `key`, whose hash is `hash`.
    #[inline(always)]
    fn contains(&self, hash: u32, key: &[u64; WORDS]) -> bool {
        let entry = self.entries.get(hash as usize & self.entries.len().wrapping_sub(1));
        entry.is_some_and(|entry| (0..WORDS).fold(0, |other, i| other | (entry[i] ^ key[i])) == 0)
    }

    fn insert(&mut self, hash: u32, key: [u64; WORDS]) {
        if self.noted == self.entries.len() && self.noted < MOST {
            let size = (4 * self.noted).clamp(64, MOST);
            self.entries.clear();
            // Marker for free elements. It matches no signature, because the result count has one bit in the first word
            // and is at most one.
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
    // Only the highest bits depend on all input bits. The largest hash table needs exactly this number of bits.
    (mixed.wrapping_mul(0x517C_C1B7_2722_0A95) >> (u64::BITS - INNER.ilog2())) as u32
}

/// Returns the index in [`Signatures::inner`] of the hash table for a signature.
#[inline]
fn table(words: &[u64; WORDS]) -> usize {
    let slot = (words[WORDS - 1] >> 32) as u32;
    usize::from(slot != 0 && slot != ABSENT)
}

impl Signatures {
    /// Returns whether a signature is known to be valid.
    #[inline(always)]
    pub fn contains(&self, signature: &Signature) -> bool {
        match signature {
            Signature::Leaf(words) => self.leaves.contains(words[1] as u32, words),
            Signature::Inner(words) => self.inner[table(words)].contains(hash(words), words),
        }
    }

    /// Records that ops with this signature are valid.
    pub fn insert(&mut self, signature: &Signature) {
        match signature {
            Signature::Leaf(words) => self.leaves.insert(words[1] as u32, *words),
            Signature::Inner(words) => self.inner[table(words)].insert(hash(words), *words),
        }
    }

    /// Removes all signatures.
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
