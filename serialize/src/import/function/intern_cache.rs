//! Caches of interned names and literal lists, keyed by words of the binary

use crate::import::reader::{ImportResult, Inst};
use spv_ir::{AttrData, Context, Ident};

/// A cache of interned lists of literal words, mostly component indices.
#[derive(Default)]
pub struct WordLists {
    /// Keys and interned lists, in a direct-mapped hash table.
    known: Vec<(u64, u32)>,
}

/// Capacity of the cache in lists.
const LISTS: usize = 1 << 10;

impl WordLists {
    /// Returns the attribute slot that holds a nonempty list of literal words.
    pub fn slot(&mut self, ctx: &Context, words: &[u32]) -> u32 {
        let make = || ctx.attr(AttrData::Words(words.into())).raw();
        let Some(key) = key(words) else { return make() };
        if self.known.is_empty() {
            self.known.resize(LISTS, (0, 0));
        }
        let place = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - LISTS.ilog2());
        let known = &mut self.known[place as usize];
        if known.0 != key {
            *known = (key, make());
        }
        known.1
    }
}

/// Packs up to seven words below 256 and their count into a key. Returns `None` for other lists.
#[inline]
fn key(words: &[u32]) -> Option<u64> {
    if words.len() > 7 || words.iter().any(|word| *word > 0xFF) {
        return None;
    }
    Some(words.iter().fold(words.len() as u64, |key, word| key << 8 | u64::from(*word)))
}

/// A cache of interned names.
#[derive(Default)]
pub struct Names {
    /// Words and identifiers of names, in a direct-mapped hash table.
    known: Vec<([u32; NAME], Option<Ident>)>,
}

/// Maximum length of a cached name, in words.
const NAME: usize = 4;
/// Capacity of the cache in names.
const NAMES: usize = 1 << 10;

impl Names {
    /// Returns the identifier for the string of an OpName. The string must extend to the end of the instruction.
    pub fn ident(&mut self, ctx: &Context, i: &Inst<'_>) -> ImportResult<Ident> {
        let make = || i.text(2, |text| ctx.ident(text));
        let words = i.words.get(2..).unwrap_or(&[]);
        if words.len() > NAME {
            return make();
        }
        if self.known.is_empty() {
            self.known.resize(NAMES, ([0; NAME], None));
        }
        // Pads the name with zero words, which is consistent with the padding of the string itself.
        let key: [u32; NAME] = std::array::from_fn(|at| words.get(at).copied().unwrap_or(0));
        let [a, b] = [0, 2].map(|at| u64::from(key[at]) | u64::from(key[at + 1]) << 32);
        let mixed = a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0x517C_C1B7_2722_0A95);
        let place = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - NAMES.ilog2());
        let known = &mut self.known[place as usize];
        match known {
            (words, Some(ident)) if *words == key => Ok(*ident),
            _ => {
                let ident = make()?;
                *known = (key, Some(ident));
                Ok(ident)
            }
        }
    }
}
