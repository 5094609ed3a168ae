//! What is known to be sound of an op, whatever it stands among: ops of one definition, with the same
//! types of results and operands and the same slots, are all sound or none is.
//!
//! A module has few signatures and many ops, so most checks of an op are one look into a small table.
//! Only ops without regions, successors or a body of their own, with at most one result, and not too many
//! operands and slots, have a signature here.

use crate::body::{Body, OpData, OperandData};
use crate::types::Type;

/// Operands that an op with a signature has at most.
const OPERANDS: usize = 4;
/// Slots that an op with a signature has at most.
const SLOTS: usize = 2;
/// Words of a signature: [`head`], type of the result, types of operands, slots.
const WORDS: usize = 2 + OPERANDS + SLOTS;
/// Words of the signature of an op without operands and with one slot: a constant, or a reference to a
/// symbol. Of these there are many.
const LEAF_WORDS: usize = 3;

/// Signatures of sound ops.
#[derive(Default)]
pub(super) struct Signatures {
    inner: Table<WORDS, 4096>,
    leaves: Table<LEAF_WORDS, 8192>,
}

/// A table in which a key takes the place of another: what is forgotten is checked again.
struct Table<const WORDS: usize, const MOST: usize> {
    /// Empty, or a power of two up to `MOST`.
    entries: Vec<[u32; WORDS]>,
    /// Times that a key was noted since the table grew.
    noted: usize,
}

impl<const WORDS: usize, const MOST: usize> Default for Table<WORDS, MOST> {
    fn default() -> Self {
        Table { entries: Vec::new(), noted: 0 }
    }
}

impl<const WORDS: usize, const MOST: usize> Table<WORDS, MOST> {
    /// What may be the entry of a key with this hash.
    #[inline]
    fn entry(&self, hash: u32) -> Option<&[u32; WORDS]> {
        self.entries.get(hash as usize & self.entries.len().wrapping_sub(1))
    }

    fn insert(&mut self, hash: u32, key: [u32; WORDS]) {
        if self.noted == self.entries.len() && self.noted < MOST {
            let size = (4 * self.noted).clamp(64, MOST);
            self.entries.clear();
            // Not the head of any op, as it counts results in one bit, and they are one at most.
            self.entries.resize(size, [u32::MAX; WORDS]);
            self.noted = 0;
        }
        let place = hash as usize & (self.entries.len() - 1);
        self.entries[place] = key;
        self.noted += usize::from(self.noted < self.entries.len());
    }
}

#[inline]
fn raw(ty: Option<Type>) -> u32 {
    ty.map_or(0, Type::raw)
}

/// Definition and counts.
#[inline]
fn head(data: &OpData) -> u32 {
    u32::from(data.def.0) << 8 | data.operand_len << 4 | u32::from(data.slots) << 1 | u32::from(data.results)
}

#[inline]
fn result(body: &Body, data: &OpData) -> u32 {
    data.first_result.map_or(0, |value| raw(body.values[value].ty))
}

#[inline]
fn hash(parts: [u32; 4]) -> u32 {
    let [a, b, c, d] = parts.map(u64::from);
    let mixed = (a << 32 | b).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (c << 32 | d);
    (mixed.wrapping_mul(0x517C_C1B7_2722_0A95) >> 32) as u32
}

impl Signatures {
    /// Whether an op has a signature.
    #[inline]
    pub fn has(data: &OpData) -> bool {
        data.successors == 0
            && data.flags | data.regions == 0
            && data.results <= 1
            && data.operand_len as usize <= OPERANDS
            && usize::from(data.slots) <= SLOTS
    }

    /// Whether an op that has a signature is known to be sound.
    #[inline]
    pub fn contains(&self, body: &Body, data: &OpData, operands: &[OperandData], slots: &[u32]) -> bool {
        let (head, result) = (head(data), result(body, data));
        let slot = slots.first().copied().unwrap_or(0);
        let (Some(first), Some(last)) = (operands.first(), operands.last()) else {
            return match slots {
                [slot] => self.leaves.entry(*slot) == Some(&[head, result, *slot]),
                _ => {
                    let entry = self.inner.entry(hash([head, result, 0, slot]));
                    entry.is_some_and(|e| e[..2] == [head, result] && e[2 + OPERANDS..].starts_with(slots))
                }
            };
        };
        let ty = |operand: &OperandData| raw(body.values[operand.value].ty);
        let Some(entry) = self.inner.entry(hash([head, result, ty(first), ty(last) ^ slot])) else {
            return false;
        };
        entry[0] == head
            && entry[1] == result
            && operands.iter().zip(&entry[2..]).all(|(operand, word)| ty(operand) == *word)
            && slots.iter().zip(&entry[2 + OPERANDS..]).all(|(slot, word)| slot == word)
    }

    /// Notes that an op that has a signature is sound.
    pub fn insert(&mut self, body: &Body, data: &OpData, operands: &[OperandData], slots: &[u32]) {
        let (head, result) = (head(data), result(body, data));
        if let ([], [slot]) = (operands, slots) {
            return self.leaves.insert(*slot, [head, result, *slot]);
        }
        let mut key = [0; WORDS];
        (key[0], key[1]) = (head, result);
        for (word, operand) in key[2..].iter_mut().zip(operands) {
            *word = raw(body.values[operand.value].ty);
        }
        key[2 + OPERANDS..][..slots.len()].copy_from_slice(slots);
        let last = operands.len().checked_sub(1).map_or(0, |last| key[2 + last]);
        self.inner.insert(hash([head, result, key[2], last ^ key[2 + OPERANDS]]), key);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Signatures::default();
    }
}
