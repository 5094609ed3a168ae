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
use spv_ir::{Body, Op, Value};
use std::hash::Hasher;

/// Ops whose pieces are kept, at most.
const MOST: usize = 1 << 14;
/// Slots and operands of such an op, at most.
const LARGEST: usize = 32;
/// Bytes of its text, at most.
const LONGEST: usize = 1 << 10;
/// Hashes of keys that were met are remembered in so many places.
const MET: usize = 1 << 12;

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
    met: Vec<u32>,
    /// The key of the op at hand.
    key: Vec<u32>,
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
    /// Puts together what the pieces of an op follow from, if they follow from that: with this hash.
    #[inline]
    fn make_key(&mut self, printer: &Facts<'_>) -> Option<u64> {
        let Facts { body, op, id, def, .. } = *printer;
        let (slots, operands) = (body.slots(op), body.operands(op));
        let apart = body.region_count(op) > 0 || body.is_isolated(op) || body.successor_count(op) > 0;
        let written = def.custom.is_some() && operands.len() > 0;
        let large = slots.len() + operands.len() > LARGEST || body.result_count(op) > 1;
        if apart || written || large || def.traits.contains(Traits::SYMBOLIC) || id == UNREGISTERED_ID {
            return None;
        }
        let key = &mut self.key;
        key.clear();
        // A result type that is not the one to expect is written.
        let mut expected = false;
        let mut result = 0;
        if body.result_count(op) == 1 {
            let ty = body.value_type(body.result(op, 0));
            expected = def.infer.is_some_and(|infer| infer(printer.ctx, body, op) == Some(ty));
            result = ty.raw();
        }
        key.push(u32::from(id.0) << 1 | u32::from(expected));
        key.push(result);
        key.push(body.attrs(op).map_or(0, |attrs| attrs.raw()));
        key.extend_from_slice(slots);
        for value in operands {
            key.push(body.value_type_opt(value)?.raw());
        }
        let mut hasher = FxHasher::default();
        key.iter().for_each(|word| hasher.write_u32(*word));
        Some(hasher.finish())
    }

    #[inline]
    fn find(&self, hash: u64) -> Option<Entry> {
        let found = self.index.find(hash, |(h, entry)| {
            *h == hash && self.keys[entry.key as usize..][..entry.key_len as usize] == self.key[..]
        });
        found.map(|(_, entry)| *entry)
    }

    /// Whether the pieces of an op that was not found are worth keeping.
    fn is_wanted(&mut self, hash: u64) -> bool {
        if self.met.is_empty() {
            self.met.resize(MET, 0);
        }
        let (place, mark) = (hash as usize % MET, (hash >> 32) as u32);
        std::mem::replace(&mut self.met[place], mark) == mark && self.count < MOST
    }

    /// Keeps the pieces of the op at hand: `text` begins at `start` of the output.
    fn keep(&mut self, hash: u64, text: &[u8], start: usize) {
        let entry = Entry {
            key: self.keys.len() as u32,
            key_len: self.key.len() as u32,
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
        self.keys.extend_from_slice(&self.key);
        self.count += 1;
        self.index.insert_unique(hash, (hash, entry), |(hash, _)| *hash);
    }
}

/// An op, and what it is looked at with.
struct Facts<'f> {
    ctx: &'f spv_ir::Context,
    body: &'f Body,
    op: Op,
    id: OpDefId,
    def: &'f OpDef,
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
        let facts = Facts { ctx: self.ctx, body, op, id, def };
        let plain = self.pending.unspelled.is_none() && !self.options.generic;
        let hash = if plain { self.known.make_key(&facts) } else { None };
        let Some(hash) = hash else { return print(self) };
        if let Some(entry) = self.known.find(hash) {
            return self.print_pieces(entry, body, op);
        }
        if !self.known.is_wanted(hash) {
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
            self.known.keep(hash, text, start);
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
