//! Lines like lines before.
//!
//! Texts repeat themselves: most ops stand on lines that differ from lines before in the names of values and blocks
//! alone. The *shape* of a line is its text without those names. What an op is made of follows from the shape, the
//! types of its operands, and what begins the next line; so a line of a known shape is read by looking up the shape
//! and the names, without a look at its tokens. Whatever is not as it was leaves the line to be read in full.
//!
//! A shape is kept when it is met the second time, as those that occur once would only take memory.

use crate::parser::Parser;
use memchr::{memchr, memchr3};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use spv_ir::asm::{OpState, ParseFailed, Parsed};
use spv_ir::dialect::OpDefId;
use spv_ir::*;
use std::hash::Hasher;
use std::ops::Range;

/// Shapes that are kept at most.
const MOST: usize = 1 << 14;
/// Bytes of all their texts at most, about.
const MOST_TEXT: usize = 1 << 21;
/// Bytes of a line at most.
const LONGEST: usize = 512;
/// Values and blocks that a line mentions at most.
const MOST_HOLES: usize = 32;

/// No shape.
const NONE: u32 = u32::MAX;

/// What the ops on lines of a shape have in common. What there is of it in different numbers stands in [`Parts`].
struct Shape {
    hash: u32,
    /// What else the meaning of the text depends on.
    place: Place,
    def: OpDefId,
    /// Where its text begins: the line from the op's name on without names.
    text: u32,
    /// Where its words begin.
    words: u32,
    /// Number of pieces and operands.
    parts: u8,
    operands: u8,
    slots: u8,
    successors: u8,
    /// The next shape in the same place of [`Lines::by_hash`], or [`NONE`].
    next: u32,
    result: Option<Type>,
    /// Whether the type of the result is inferred.
    infer: bool,
    attrs: Option<Attribute>,
    /// What the op suggests as name of its result, if that follows from the shape; found when first needed.
    hint: Option<Option<Box<str>>>,
}

/// Texts and words of the shapes, those of a shape side by side: of many shapes the few bytes that matter stay in the
/// cache.
#[derive(Default)]
struct Parts {
    text: Vec<u8>,
    /// Of each shape: the lengths of the pieces of its text, each of which ends with the sigil of a name, the last with
    /// the end of the line, and behind each piece before a value the type of that; the slots; the number of arguments of
    /// each successor.
    words: Vec<u32>,
}

impl Parts {
    #[inline]
    fn line(&self, shape: &Shape) -> &[u32] {
        &self.words[shape.words as usize..][..shape.parts.into()]
    }

    #[inline]
    fn slots(&self, shape: &Shape) -> &[u32] {
        &self.words[shape.words as usize + usize::from(shape.parts)..][..shape.slots.into()]
    }

    fn successors(&self, shape: &Shape) -> &[u32] {
        let at = shape.words as usize + usize::from(shape.parts) + usize::from(shape.slots);
        &self.words[at..][..shape.successors.into()]
    }

    /// Whether the piece of so many bytes at `from` of the text stands at `at`.
    #[inline]
    fn stands(&self, from: usize, length: usize, bytes: &[u8], at: usize) -> Option<bool> {
        let same = |offset: usize| Some(word(bytes, at + offset)? == word(&self.text, from + offset)?);
        // Most pieces are short: words are compared faster than a slice.
        if length < 8 {
            let other = word(bytes, at)? ^ word(&self.text, from)?;
            return Some(other & ((1 << (8 * length)) - 1) == 0);
        }
        Some(match length {
            _ if !same(0)? || !same(length - 8)? => false,
            ..17 => true,
            17..25 => same(8)?,
            _ => bytes[at + 8..at + length - 8] == self.text[from + 8..from + length - 8],
        })
    }
}

/// Where an op stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Within a function some text has another meaning.
    owner: Option<OpDefId>,
    /// Whether a name for its result stands before it.
    result: bool,
}

/// A line that is read in full, to be kept then.
#[derive(Clone, Copy)]
struct Pending {
    /// Where it begins.
    start: usize,
    /// Where the op's name begins.
    op: usize,
    place: Place,
    hash: u64,
}

/// The shapes of a text.
#[derive(Default)]
pub(crate) struct Lines {
    shapes: Vec<Shape>,
    parts: Parts,
    /// The first shape whose hash ends with these bits. As many as a power of two, or none.
    by_hash: Vec<u32>,
    met: Twice,
    pending: Option<Pending>,
    /// The last line that was not known.
    unknown: Option<usize>,
    /// Of the line at hand: its operands, and the names of its successors with their places.
    values: Vec<Value>,
    labels: Vec<Range<usize>>,
}

/// What the names in the op at hand were found to be, with their places.
#[derive(Default)]
pub(crate) struct Reads {
    pub values: Vec<(usize, Value)>,
    pub blocks: Vec<(usize, Block)>,
    /// Whether what was read depends on more than the shape and the types of the operands.
    pub more: bool,
}

impl Reads {
    pub fn clear(&mut self) {
        self.values.clear();
        self.blocks.clear();
        self.more = false;
    }
}

impl Lines {
    /// Number of shapes.
    #[cfg(test)]
    pub fn kept(&self) -> usize {
        self.shapes.len()
    }

    /// Keeps a line when it was read, unless it is met the first time.
    fn unknown(&mut self, pending: Pending) {
        if self.met.meet(pending.hash) && self.shapes.len() < MOST {
            self.pending = Some(pending);
        }
    }

    /// Keeps a shape, whose parts are these, instead of an older one with the same text.
    fn keep(&mut self, shape: Shape, text: &[u8], words: impl IntoIterator<Item = u32>) {
        if self.parts.text.len() > MOST_TEXT {
            return;
        }
        let at = self.parts.words.len();
        let Parts { text: texts, words: all } = &mut self.parts;
        all.extend(words);
        let shape = Shape { text: texts.len() as u32, words: at as u32, ..shape };
        texts.extend_from_slice(text);
        // Whole words are read behind the end, too.
        texts.extend([0; 8]);
        let same = |old: &Shape| {
            let texts = &self.parts.text[old.text as usize..];
            old.place == shape.place && old.parts == shape.parts && texts.starts_with(text)
        };
        let mut number = self.first(shape.hash);
        while let Some(old) = self.shapes.get_mut(number as usize) {
            if old.hash == shape.hash && same(old) {
                *old = Shape { next: old.next, ..shape };
                return;
            }
            number = old.next;
        }
        if self.shapes.len() == self.by_hash.len() {
            self.by_hash = vec![NONE; (4 * self.shapes.len()).max(64)];
            let mask = self.by_hash.len() - 1;
            for (number, shape) in self.shapes.iter_mut().enumerate() {
                shape.next = std::mem::replace(&mut self.by_hash[shape.hash as usize & mask], number as u32);
            }
        }
        let place = shape.hash as usize & (self.by_hash.len() - 1);
        let next = std::mem::replace(&mut self.by_hash[place], self.shapes.len() as u32);
        self.shapes.push(Shape { next, ..shape });
    }

    /// The first shape that may have this hash.
    #[inline]
    fn first(&self, hash: u32) -> u32 {
        self.by_hash.get(hash as usize & self.by_hash.len().wrapping_sub(1)).copied().unwrap_or(NONE)
    }
}

impl<'s> Parser<'s> {
    /// Reads from the current token on ops and labels as long as they stand on lines of known shapes; whether there
    /// were any.
    pub fn known_lines(&mut self, region: Region) -> bool {
        let first = self.start;
        // Every mention counts in a map.
        if self.map.is_some() || self.lines.as_ref().is_some_and(|lines| lines.unknown == Some(first)) {
            return false;
        }
        let mut lines = self.lines.take().unwrap_or_default();
        let bytes = self.src.as_bytes();
        let (mut end, mut at) = (first, first);
        let mut failed = None;
        let mut head = head(bytes, at).filter(|head| !matches!(head, Head::Label));
        loop {
            let behind = match head {
                Some(Head::Op(line)) => self.known_line(&mut lines, line).map(|(behind, outcome)| {
                    failed = outcome.is_err().then_some(at);
                    behind
                }),
                Some(Head::Label) => self.known_label(at, region),
                Some(Head::Close) | None => None,
            };
            let Some(behind) = behind else { break };
            (end, at, head) = (behind.end, behind.next, behind.head);
            if failed.is_some() {
                break;
            }
        }
        lines.unknown = failed.is_none().then_some(at);
        self.lines = Some(lines);
        if end == first {
            return false;
        }
        self.skip_to(end);
        if let Some(line) = failed {
            self.recover(line);
        }
        true
    }

    /// Reads an op, if its line has a known shape.
    fn known_line(&mut self, lines: &mut Lines, line: OpLine) -> Option<(Behind, Parsed<()>)> {
        lines.pending = None;
        let bytes = self.src.as_bytes();
        let OpLine { start, op, result } = line;
        let place = Place { owner: self.scope.owner, result: result.is_some() };
        let (mut hasher, sigil) = hash(bytes, op, place)?;
        // The type of the first operand tells most of what follows.
        let mut first = None;
        if bytes[sigil] == b'%' {
            let name = name_at(bytes, sigil + 1)?;
            let value = self.scope.value_at(self.src, sigil + 1, name);
            let ty = value.and_then(|value| self.scope.body.value_type_opt(value));
            hasher.write_u32(ty.map_or(0, Type::raw));
            first = value.map(|value| (value, name.end));
        }
        let hash = hasher.finish();
        let mut number = lines.first(hash as u32);
        while let Some(shape) = lines.shapes.get_mut(number as usize) {
            lines.values.clear();
            lines.labels.clear();
            if shape.hash == hash as u32
                && shape.place == place
                && let Some(end) =
                    self.fits(&lines.parts, shape, op, first, &mut lines.values, &mut lines.labels)
            {
                let behind = Behind::op(bytes, end)?;
                let result = result.map(|name| (start, name));
                let outcome = self.put_line(&lines.parts, shape, op, result, &lines.values, &lines.labels);
                return Some((behind, outcome));
            }
            number = shape.next;
        }
        lines.unknown(Pending { start, op, place, hash });
        None
    }

    /// Whether an op is on a line of this shape, and its operands have the right types: gives its end. The first operand,
    /// and where its name ends, may be known.
    #[inline]
    fn fits(
        &self,
        parts: &Parts,
        shape: &Shape,
        op: usize,
        mut first: Option<(Value, usize)>,
        values: &mut Vec<Value>,
        labels: &mut Vec<Range<usize>>,
    ) -> Option<usize> {
        let bytes = self.src.as_bytes();
        let (mut at, mut text) = (op, shape.text as usize);
        let mut line = parts.line(shape).iter();
        while let Some(&length) = line.next() {
            let length = length as usize;
            parts.stands(text, length, bytes, at)?.then_some(())?;
            at += length;
            text += length;
            match parts.text[text - 1] {
                b'\n' => break,
                b'%' => {
                    let (value, end) = match first.take() {
                        Some(first) => first,
                        None => {
                            let name = name_at(bytes, at)?;
                            (self.scope.value_at(self.src, at, name)?, name.end)
                        }
                    };
                    if self.scope.body.value_type_opt(value)?.raw() != *line.next()? {
                        return None;
                    }
                    values.push(value);
                    at = end;
                }
                _ => {
                    let end = name_end(bytes, at)?;
                    labels.push(at..end);
                    at = end;
                }
            }
        }
        Some(at - 1)
    }

    /// Makes an op of a known shape.
    fn put_line(
        &mut self,
        parts: &Parts,
        shape: &mut Shape,
        op: usize,
        result: Option<(usize, NameAt)>,
        values: &[Value],
        labels: &[Range<usize>],
    ) -> Parsed<()> {
        let src = self.src;
        let mut operands = values;
        let mut successors = SmallVec::<[(Block, &[Value]); 4]>::new();
        if !labels.is_empty() {
            let counts = parts.successors(shape);
            let passed: u32 = counts.iter().sum();
            let mut rest;
            (operands, rest) = values.split_at(values.len() - passed as usize);
            for (label, &count) in labels.iter().zip(counts) {
                let (args, behind) = rest.split_at(count as usize);
                // Within a region blocks may be named.
                let block = self.block_named(&src[label.clone()], label.start - 1).ok_or(ParseFailed)?;
                successors.push((block, args));
                rest = behind;
            }
        }
        let place = self.scope.block.map_or(At::Detached, At::End);
        let op = Builder::at(&mut self.scope.body, place).create(NewOp {
            def: shape.def,
            loc: Location::text(op),
            operands,
            slots: parts.slots(shape),
            results: shape.result.as_slice(),
            attrs: shape.attrs,
            successors: &successors,
            regions: 0,
            isolated: false,
        });
        if shape.infer {
            let def = self.ctx.registry().op(shape.def);
            if let Err(failed) = self.infer_result(def, op) {
                result.into_iter().for_each(|(at, name)| self.define_poison(&src[at + 1..name.end], 1, at));
                return Err(failed);
            }
        }
        let Some((at, NameAt { end, number })) = result else { return Ok(()) };
        let (name, value) = (&src[at + 1..end], self.scope.body.result(op, 0));
        self.define_spelled(name, number, value, 1, at);
        if number.is_none() && !name.as_bytes()[0].is_ascii_digit() && !self.drop_names {
            self.name_known(shape, op, value, name);
        }
        Ok(())
    }

    /// Makes the spelling of a result its debug name, unless it is made up.
    fn name_known(&mut self, shape: &mut Shape, op: Op, value: Value, name: &str) {
        let def = self.ctx.registry().op(shape.def);
        if shape.slots != 1 || shape.operands > 0 {
            return self.name_result(def, op, value, name);
        }
        // That of a constant follows from its attribute and type.
        let (ctx, body) = (self.ctx, &self.scope.body);
        let make = || def.hint.and_then(|hint| hint(ctx, body, op)).map(|hint| names::sanitize(&hint).into());
        let hint = shape.hint.get_or_insert_with(make);
        if !names::is_made_up(name, hint.as_deref()) {
            self.set_value_name(value, names::base_name(name));
        }
    }

    /// Reads the label at `at`, if nothing but its name is there.
    fn known_label(&mut self, at: usize, region: Region) -> Option<Behind> {
        let src = self.src;
        let bytes = src.as_bytes();
        let name = name_end(bytes, at + 1)?;
        bytes[name..].starts_with(b":").then_some(())?;
        let end = name + 1;
        let behind = end + bytes[end..].iter().take_while(|byte| **byte == b' ').count();
        let line = match bytes.get(behind)? {
            b'\n' => behind,
            b'/' if bytes.get(behind + 1) == Some(&b'/') => behind + memchr(b'\n', &bytes[behind..])?,
            _ => return None,
        };
        let next = margin_end(bytes, line);
        bytes.get(next)?;
        let name = &src[at + 1..name];
        let block = self.define_block(name, at, region, None);
        self.scope.block = Some(block);
        self.name_block(block, name, Side::default());
        Some(Behind { end, next, head: head(bytes, next) })
    }

    /// Keeps the shape of the line at `start` that was just read, if it is to be kept, an op alone is on it, and what
    /// was read follows from the shape.
    pub fn keep_line(&mut self, start: usize, state: &OpState, infer: bool) {
        let Some(lines) = &mut self.lines else { return };
        let Some(line) = lines.pending.take().filter(|line| line.start == start) else { return };
        let (body, reads) = (&self.scope.body, &mut self.reads);
        let end = self.prev_end;
        let Some(op) = state.op.filter(|_| !reads.more && self.src.as_bytes().get(end) == Some(&b'\n'))
        else {
            return;
        };
        let named = state.attrs.iter().any(|(key, _)| *key == self.op_name_key);
        let apart = body.region_count(op) > 0 || body.is_isolated(op) || body.result_count(op) > 1;
        let placed = body.loc(op) == Location::text(line.op);
        if named || apart || !placed || state.def == builtin::UNREGISTERED_ID || !self.diags.list.is_empty() {
            return;
        }
        // The names must be the operands and successors, in their order.
        let Some((text, pieces, holes)) = pieces(&self.src.as_bytes()[line.op..=end]) else { return };
        reads.values.sort_unstable_by_key(|(at, _)| *at);
        reads.blocks.sort_unstable_by_key(|(at, _)| *at);
        let places = |sigil| holes.iter().filter(move |hole| hole.1 == sigil).map(|hole| line.op + hole.0);
        let fits = places(b'%').eq(reads.values.iter().map(|(at, _)| *at))
            && places(b'^').eq(reads.blocks.iter().map(|(at, _)| *at))
            && reads.values.iter().map(|(_, value)| *value).eq(body.operands(op))
            && reads.blocks.iter().map(|(_, block)| *block).eq(body.successors(op));
        // Where a name occurs twice, it is not known which is which.
        let twice = |i: usize| reads.values[..i].iter().any(|(_, value)| *value == reads.values[i].1);
        let block_twice = |i: usize| reads.blocks[..i].iter().any(|(_, block)| *block == reads.blocks[i].1);
        if !fits || (0..reads.values.len()).any(twice) || (0..reads.blocks.len()).any(block_twice) {
            return;
        }
        let defined = |value: &Value| body.value_def(*value) != ValueDef::Forward;
        let types = body.operands(op).filter(defined).filter_map(|value| body.value_type_opt(value));
        let operands: SmallVec<[u32; 8]> = types.map(Type::raw).collect();
        if operands.len() != body.operand_count(op) {
            return;
        }
        let (Ok(slots), Ok(successors)) =
            (u8::try_from(body.slots(op).len()), u8::try_from(body.successor_count(op)))
        else {
            return;
        };
        // Behind each piece before a value the type of that.
        let mut words: SmallVec<[u32; 16]> = SmallVec::new();
        let mut types = operands.iter();
        let sigils = holes.iter().map(|(_, sigil)| *sigil).chain([b'\n']);
        for (&length, sigil) in pieces.iter().zip(sigils) {
            words.push(length);
            if sigil == b'%' {
                words.extend(types.next().copied());
            }
        }
        let shape = Shape {
            hash: line.hash as u32,
            place: line.place,
            def: state.def,
            text: 0,
            words: 0,
            parts: words.len() as u8,
            operands: operands.len() as u8,
            slots,
            successors,
            next: NONE,
            result: (body.result_count(op) == 1).then(|| body.value_type(body.result(op, 0))),
            infer,
            attrs: body.attrs(op),
            hint: None,
        };
        words.extend_from_slice(body.slots(op));
        words.extend((0..successors).map(|i| body.successor_args(op, i.into()).len() as u32));
        lines.keep(shape, &text, words);
    }
}

/// The text of a line without names, lengths of the pieces of it, and each name between them: where it begins, and its
/// sigil.
type Pieces = (Vec<u8>, SmallVec<[u32; 8]>, SmallVec<[(usize, u8); 8]>);

/// The pieces of a line that is an op, and where the names between them begin: the offset of the sigil, and the sigil.
/// A name is for an operand or a successor: they are few.
fn pieces(line: &[u8]) -> Option<Pieces> {
    let (mut text, mut pieces, mut holes) = (Vec::new(), SmallVec::new(), SmallVec::new());
    let mut at = 0;
    loop {
        let sigil = at + memchr3(b'%', b'^', b'\n', &line[at..])?;
        text.extend_from_slice(&line[at..=sigil]);
        pieces.push((sigil + 1 - at) as u32);
        if line[sigil] == b'\n' {
            return (sigil + 1 == line.len()).then_some((text, pieces, holes));
        }
        holes.push((sigil, line[sigil]));
        at = name_end(line, sigil + 1)?;
        if holes.len() > MOST_HOLES {
            return None;
        }
    }
}

/// A hash of the first piece of the line with the op at `op`, and where the sigil at its end stands. `None` if it is
/// long.
#[inline]
fn hash(bytes: &[u8], op: usize, place: Place) -> Option<(FxHasher, usize)> {
    let owner = place.owner.map_or(u16::MAX, |owner| owner.0);
    let mut hasher = FxHasher::default();
    hasher.write_u32(u32::from(owner) << 1 | u32::from(place.result));
    // What most ops begin with, the name of the dialect, tells nothing.
    let mut at = op + 4;
    while at < op + LONGEST {
        let eight = word(bytes, at)?;
        let sigils = find(eight, b'%') | find(eight, b'^') | find(eight, b'\n');
        if sigils != 0 {
            let before = sigils.trailing_zeros() & !7;
            hasher.write_u64(eight & ((1 << before) - 1));
            return Some((hasher, at + before as usize / 8));
        }
        hasher.write_u64(eight);
        at += 8;
    }
    None
}

/// Eight bytes, the first of them lowest.
#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The highest bit of a byte of `word` for the first that is `wanted`; bits above mean nothing.
#[inline]
fn find(word: u64, wanted: u8) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let other = word ^ (u64::from(wanted) * ONES);
    other.wrapping_sub(ONES) & !other & (ONES << 7)
}

/// A name that stands somewhere: where it ends, and the number that it is, if it has few digits and is written as
/// numbers are.
#[derive(Clone, Copy)]
pub(crate) struct NameAt {
    pub end: usize,
    pub number: Option<usize>,
}

/// Digits of a [`NameAt::number`] at most.
const DIGITS: usize = 4;

/// The name that begins at `at`, as tokens have it. `None` at the very end of a text, too.
#[inline]
pub(crate) fn name_at(bytes: &[u8], at: usize) -> Option<NameAt> {
    const ONES: u64 = u64::MAX / 255;
    let digits = word(bytes, at)? ^ (u64::from(b'0') * ONES);
    // The highest bit of each byte that is more than 9; right up to the first of them.
    let others = (digits.wrapping_add(0x76 * ONES) | digits) & (0x80 * ONES);
    let count = others.trailing_zeros() as usize / 8;
    if !(1..=DIGITS).contains(&count) || (count > 1 && bytes[at] == b'0') {
        return Some(NameAt { end: name_end(bytes, at)?, number: None });
    }
    // Pairs of digits first, then pairs of these; missing ones in front are zeros.
    let digits = (digits as u32) << (32 - 8 * count);
    let pairs = (digits.wrapping_mul(10 << 8 | 1) >> 8) & 0x00FF_00FF;
    let number = pairs.wrapping_mul(100 << 16 | 1) >> 16;
    Some(NameAt { end: at + count, number: Some(number as usize) })
}

/// The number of a name that is one by itself: see [`NameAt::number`].
#[inline]
pub(crate) fn small_number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > DIGITS || !bytes[0].is_ascii_digit() || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    // A name that starts with a digit has nothing but digits.
    Some(bytes.iter().fold(0, |all, b| all * 10 + usize::from(b - b'0')))
}

/// End of the name that begins at `at`, as tokens have it.
#[inline]
pub(crate) fn name_end(bytes: &[u8], at: usize) -> Option<usize> {
    let first = *bytes.get(at)?;
    if first.is_ascii_digit() {
        return Some(at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count());
    }
    let letter = |byte: &u8| LETTERS[usize::from(*byte)];
    letter(&first).then(|| at + bytes[at..].iter().take_while(|byte| letter(byte)).count())
}

/// Bytes that names may have which are no numbers.
static LETTERS: [bool; 256] = {
    let mut letters = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        letters[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'$' | b'.' | b'_' | b'-');
        byte += 1;
    }
    letters
};

/// Behind the white space at `at`.
#[inline]
fn margin_end(bytes: &[u8], at: usize) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let mut at = at;
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        at += 1;
        while let Some(word) = word(bytes, at) {
            let spaces = ((word ^ SPACES).trailing_zeros() / 8) as usize;
            at += spaces;
            if spaces < 8 {
                break;
            }
        }
    }
    at
}

/// What a line begins with.
#[derive(Clone, Copy)]
enum Head {
    Op(OpLine),
    Label,
    /// The end of a region.
    Close,
}

/// A line with an op.
#[derive(Clone, Copy)]
struct OpLine {
    /// Where it begins.
    start: usize,
    /// Where the op's name begins.
    op: usize,
    result: Option<NameAt>,
}

/// What the line that begins at `at` begins with, if that is never a part of an op before it.
#[inline(always)]
fn head(bytes: &[u8], at: usize) -> Option<Head> {
    let (op, result) = match *bytes.get(at)? {
        b'%' => {
            let name = name_at(bytes, at + 1)?;
            bytes[name.end..].starts_with(b" = ").then_some(())?;
            (name.end + 3, Some(name))
        }
        b'^' => return Some(Head::Label),
        b'}' => return Some(Head::Close),
        // No word with a dot is a type, or a keyword of a format.
        first if first.is_ascii_alphabetic() => {
            let letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            let word = || bytes[at..].iter().position(|byte| !letter(byte));
            let dotted = bytes[at..].starts_with(b"spv.") || bytes.get(at + word()?) == Some(&b'.');
            dotted.then_some((at, None))?
        }
        _ => return None,
    };
    Some(Head::Op(OpLine { start: at, op, result }))
}

/// Where a line that was read ends, and how the next one begins.
struct Behind {
    end: usize,
    next: usize,
    head: Option<Head>,
}

impl Behind {
    /// What is behind the end of an op, if that is not a part of it.
    #[inline(always)]
    fn op(bytes: &[u8], end: usize) -> Option<Behind> {
        let next = margin_end(bytes, end);
        Some(Behind { end, next, head: Some(head(bytes, next)?) })
    }
}
