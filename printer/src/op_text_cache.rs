//! Text-template cache of ops.
//!
//! The text of an op is pieces with the names of its operands between them. For most ops the pieces follow from the
//! definition, the slots, the attributes, and the types of operands and results: they are cached under these as key,
//! and copied for the next op with the same key. A key is cached at its second occurrence, as those that occur
//! once would only take memory.

use crate::printer::{MAX_MARGIN, Printer, scope_of};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use spv_ir::builtin::UNREGISTERED_ID;
use spv_ir::dialect::{OpDef, OpDefId, Traits};
use spv_ir::{Body, Context, Op, SeenOnceFilter, Type, Value};
use std::hash::Hasher;

/// Ops whose pieces are kept, at most.
const MOST: usize = 1 << 14;
/// Slots and operands of such an op, at most.
const LARGEST: usize = 32;
/// Bytes of its text, at most.
const LONGEST: usize = 1 << 10;

/// Pieces of ops.
#[derive(Default)]
pub(crate) struct OpTextCache {
    /// Hashes, and where keys and pieces are.
    index: HashTable<(u64, Entry)>,
    count: usize,
    keys: Vec<u32>,
    text: Vec<u8>,
    /// Ends of the pieces.
    ends: Vec<u32>,
    met: SeenOnceFilter,
    /// Whether names of values are noted.
    pub noting: bool,
    /// Names of values in the current op: start, end, and the value.
    pub noted: Vec<(usize, usize, Value)>,
    /// The current key.
    key: Key,
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

impl OpTextCache {
    /// Looks up the current key.
    #[inline]
    fn find(&self) -> Option<Entry> {
        let key = &self.key;
        let found = self.index.find(key.hash, |(hash, entry)| {
            // Words by word: what was just written in parts is read in the same parts.
            let known = self.keys[entry.key as usize..][..entry.key_len as usize].iter();
            *hash == key.hash
                && entry.key_len as usize == key.len
                && known.zip(&key.words).all(|(a, b)| a == b)
        });
        found.map(|(_, entry)| *entry)
    }

    /// Whether the pieces of an op whose key was not found are worth keeping.
    fn is_wanted(&mut self) -> bool {
        self.met.meet(self.key.hash) && self.count < MOST
    }

    /// Caches the pieces of the current op: `text` begins at `start` of the output.
    fn keep(&mut self, text: &[u8], start: usize) {
        let entry = Entry {
            key: self.keys.len() as u32,
            key_len: self.key.len as u32,
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
        self.keys.extend_from_slice(&self.key.words[..self.key.len]);
        self.count += 1;
        self.index.insert_unique(self.key.hash, (self.key.hash, entry), |(hash, _)| *hash);
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

impl Default for Key {
    fn default() -> Self {
        Key { words: [0; LARGEST + HEAD], len: 0, hash: 0 }
    }
}

impl Key {
    /// Makes this the key of an op; false if its pieces follow from none.
    #[inline]
    fn set(&mut self, ctx: &Context, body: &Body, op: Op, (id, def): (OpDefId, &OpDef)) -> bool {
        let (slots, operands) = (body.slots(op), body.operands(op));
        let apart = body.region_count(op) > 0 || body.is_isolated(op) || body.successor_count(op) > 0;
        let by_signature = def.traits.contains(Traits::TEXT_BY_SIGNATURE);
        let written = def.custom.is_some() && operands.len() > 0 && !by_signature;
        let large = slots.len() + operands.len() > LARGEST || body.result_count(op) > 1;
        if apart || written || large || def.traits.contains(Traits::SYMBOLIC) || id == UNREGISTERED_ID {
            return false;
        }
        let (mut hasher, mut len) = (FxHasher::default(), 0);
        let mut push = |word: u32| {
            hasher.write_u32(word);
            self.words[len] = word;
            len += 1;
        };
        let result = (body.result_count(op) == 1).then(|| body.value_type(body.result(op, 0)));
        // A result type that is not the one to expect is written.
        let infer = def.infer.filter(|_| result.is_some());
        let expected = infer.is_some_and(|infer| infer(ctx, body, op) == result);
        // Slots and operands follow each other: how many there are of the first tells where the others start.
        push((slots.len() as u32) << 17 | u32::from(id.0) << 1 | u32::from(expected));
        push(result.map_or(0, Type::raw));
        push(body.attrs(op).map_or(0, |attrs| attrs.raw()));
        slots.iter().for_each(|&slot| push(slot));
        for value in operands {
            let Some(ty) = body.value_type_opt(value) else { return false };
            push(ty.raw());
        }
        self.hash = hasher.finish();
        self.len = len;
        true
    }
}

impl Printer<'_> {
    /// Whether the pieces of an op follow from a key, which becomes the current key.
    #[inline]
    pub(crate) fn find_key(&mut self, body: &Body, op: Op) -> bool {
        let id = body.def(op);
        !self.options.generic
            && !self.options.anonymous
            && !self.options.uncached
            // The name depends on where the op is.
            && self.scoped_name(body, op, self.registry.op(id)).is_none()
            && self.known.key.set(self.ctx, body, op, (id, self.registry.op(id)))
    }

    /// Writes a line that is an op like one before, and nothing else; false if it is not, or more belongs to it.
    #[inline]
    pub(crate) fn print_known_line(&mut self, body: &Body, op: Op) -> bool {
        let options = self.options;
        if options.ids.is_some() || options.debug_info || body.loc(op).is_explicit() {
            return false;
        }
        let Some(Entry { text, end: number, .. }) = self.known.find() else { return false };
        let Some(names) = scope_of(&self.scopes, body).map(|scope| &scope.names) else { return false };
        if !names.all_spelled() {
            return false;
        }
        let Printer { out, known: OpTextCache { text: pieces, ends, .. }, .. } = self;
        let start = out.len();
        out.push_spaces(self.indent.min(MAX_MARGIN));
        let mut named = true;
        if body.result_count(op) > 0 {
            named &= names.push(out, body.result(op, 0));
            out.push_some(b" = ", 3);
        }
        let mut at = text as usize;
        let mut operands = body.operands(op);
        for &end in &ends[number as usize..] {
            out.push_part(pieces, at, end as usize);
            at = end as usize;
            let Some(value) = operands.next() else { break };
            named &= names.push(out, value);
        }
        if !named {
            out.truncate(start);
            return false;
        }
        self.newline();
        true
    }

    /// Writes an op after the names of its results, from cached pieces on a cache hit; otherwise as `print`
    /// does. If `keyed`, its key is the current key.
    #[inline]
    pub(crate) fn print_like_before(
        &mut self,
        body: &Body,
        op: Op,
        keyed: bool,
        print: impl FnOnce(&mut Self),
    ) {
        if !keyed || self.pending.unspelled.is_some() {
            return print(self);
        }
        if let Some(entry) = self.known.find() {
            return self.print_pieces(entry, body, op);
        }
        if !self.known.is_wanted() {
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
        let fits = !self.pending.incomplete
            && noted.iter().map(|(_, _, value)| *value).eq(body.operands(op))
            && noted.is_sorted_by(|a, b| a.1 <= b.0)
            && !(0..noted.len()).any(twice);
        if fits && text.len() <= LONGEST {
            self.known.keep(text, start);
        }
    }

    fn print_pieces(&mut self, entry: Entry, body: &Body, op: Op) {
        let mut at = entry.text as usize;
        let mut number = entry.end as usize;
        for value in body.operands(op) {
            let end = self.known.ends[number] as usize;
            self.out.push_part(&self.known.text, at, end);
            self.print_value(body, value);
            at = end;
            number += 1;
        }
        let end = self.known.ends[number] as usize;
        self.out.push_part(&self.known.text, at, end);
    }
}
