//! Ops like ops before.
//!
//! The text of an op is pieces with the names of its operands between them. For most ops the pieces follow from the
//! definition, the slots, the attributes, and the types of operands and results: they are kept under those, and
//! copied for the next op that has the same. They are kept when they are met the second time, as those that occur
//! once would only take memory.

use crate::printer::Printer;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use spv_ir::builtin::UNREGISTERED_ID;
use spv_ir::dialect::{OpDef, OpDefId, Traits};
use spv_ir::{Body, Context, Op, Twice, Value};
use std::hash::Hasher;

/// Ops whose pieces are kept, at most.
const MOST: usize = 1 << 14;
/// Slots and operands of such an op, at most.
const LARGEST: usize = 32;
/// Bytes of its text, at most.
const LONGEST: usize = 1 << 10;

/// Pieces of ops.
#[derive(Default)]
pub(crate) struct Known {
    /// Hashes, and where keys and pieces are.
    index: HashTable<(u64, Entry)>,
    count: usize,
    keys: Vec<u32>,
    text: Vec<u8>,
    /// Ends of the pieces.
    ends: Vec<u32>,
    met: Twice,
    /// Whether names of values are noted.
    pub noting: bool,
    /// Names of values in the op at hand: start, end, and the value.
    pub noted: Vec<(usize, usize, Value)>,
}

/// Where key and pieces of an op are.
#[derive(Clone, Copy)]
struct Entry {
    key: u32,
    key_len: u32,
    text: u32,
    /// The first of its ends.
    end: u32,
}

impl Known {
    #[inline]
    fn find(&self, key: &Key) -> Option<Entry> {
        let words = key.words();
        let found = self.index.find(key.hash, |(hash, entry)| {
            *hash == key.hash && self.keys[entry.key as usize..][..entry.key_len as usize] == *words
        });
        found.map(|(_, entry)| *entry)
    }

    /// Whether the pieces of an op that was not found are worth keeping.
    fn is_wanted(&mut self, key: &Key) -> bool {
        self.met.meet(key.hash) && self.count < MOST
    }

    /// Keeps the pieces of the op at hand: `text` begins at `start` of the output.
    fn keep(&mut self, key: &Key, text: &[u8], start: usize) {
        let entry = Entry {
            key: self.keys.len() as u32,
            key_len: key.len as u32,
            text: self.text.len() as u32,
            end: self.ends.len() as u32,
        };
        let mut at = 0;
        let noted = self.noted.iter().map(|(from, to, _)| (from - start, to - start));
        for (from, to) in noted.chain([(text.len(), text.len())]) {
            self.text.extend_from_slice(&text[at..from]);
            self.ends.push(self.text.len() as u32);
            at = to;
        }
        self.keys.extend_from_slice(key.words());
        self.count += 1;
        self.index.insert_unique(key.hash, (key.hash, entry), |(hash, _)| *hash);
    }
}

/// What the pieces of an op follow from.
struct Key {
    words: [u32; LARGEST + HEAD],
    len: usize,
    hash: u64,
}

/// Words of a key that are neither slots nor operands.
const HEAD: usize = 3;

impl Key {
    /// The key of an op, if its pieces follow from one.
    #[inline]
    fn new(ctx: &Context, body: &Body, op: Op, (id, def): (OpDefId, &OpDef)) -> Option<Key> {
        let (slots, operands) = (body.slots(op), body.operands(op));
        let apart = body.region_count(op) > 0 || body.is_isolated(op) || body.successor_count(op) > 0;
        let written = def.custom.is_some() && operands.len() > 0;
        let large = slots.len() + operands.len() > LARGEST || body.result_count(op) > 1;
        if apart || written || large || def.traits.contains(Traits::SYMBOLIC) || id == UNREGISTERED_ID {
            return None;
        }
        let mut key = Key { words: [0; LARGEST + HEAD], len: HEAD, hash: 0 };
        // A result type that is not the one to expect is written.
        let mut expected = false;
        if body.result_count(op) == 1 {
            let ty = body.value_type(body.result(op, 0));
            expected = def.infer.is_some_and(|infer| infer(ctx, body, op) == Some(ty));
            key.words[1] = ty.raw();
        }
        key.words[0] = u32::from(id.0) << 1 | u32::from(expected);
        key.words[2] = body.attrs(op).map_or(0, |attrs| attrs.raw());
        for &slot in slots {
            key.words[key.len] = slot;
            key.len += 1;
        }
        for value in operands {
            key.words[key.len] = body.value_type_opt(value)?.raw();
            key.len += 1;
        }
        let mut hasher = FxHasher::default();
        key.words().iter().for_each(|word| hasher.write_u32(*word));
        key.hash = hasher.finish();
        Some(key)
    }

    #[inline]
    fn words(&self) -> &[u32] {
        &self.words[..self.len]
    }
}

impl Printer<'_> {
    /// Writes an op behind the names of its results, by the pieces of one like it if there are any; else as `print`
    /// does.
    #[inline]
    pub(crate) fn print_like_before(
        &mut self,
        body: &Body,
        op: Op,
        (id, def): (OpDefId, &OpDef),
        print: impl FnOnce(&mut Self),
    ) {
        let plain = self.pending.unspelled.is_none() && !self.options.generic;
        let key = if plain { Key::new(self.ctx, body, op, (id, def)) } else { None };
        let Some(key) = key else { return print(self) };
        if let Some(entry) = self.known.find(&key) {
            return self.print_pieces(entry, body, op);
        }
        if !self.known.is_wanted(&key) {
            return print(self);
        }
        let start = self.out.len();
        self.known.noted.clear();
        self.known.noting = true;
        print(self);
        self.known.noting = false;
        let text = &self.out[start..];
        let noted = &self.known.noted;
        // Where a value occurs twice, it is not known which is which.
        let twice = |i: usize| noted[..i].iter().any(|(_, _, value)| *value == noted[i].2);
        let fits = noted.iter().map(|(_, _, value)| *value).eq(body.operands(op))
            && noted.is_sorted_by(|a, b| a.1 <= b.0)
            && !(0..noted.len()).any(twice);
        if fits && text.len() <= LONGEST {
            self.known.keep(&key, text, start);
        }
    }

    #[inline]
    fn print_pieces(&mut self, entry: Entry, body: &Body, op: Op) {
        let mut at = entry.text as usize;
        let mut number = entry.end as usize;
        for value in body.operands(op) {
            let end = self.known.ends[number] as usize;
            self.out.extend_from_slice(&self.known.text[at..end]);
            self.print_value(body, value);
            at = end;
            number += 1;
        }
        let end = self.known.ends[number] as usize;
        self.out.extend_from_slice(&self.known.text[at..end]);
    }
}
