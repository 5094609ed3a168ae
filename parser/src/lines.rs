//! Lines like lines before.
//!
//! Texts repeat themselves: most ops stand on lines that differ from lines before in the names of values and blocks
//! alone. The *shape* of a line is its text without those names. What an op is made of follows from the shape, the
//! types of its operands, and what begins the next line; so a line of a known shape is read by looking up the shape
//! and the names, without a look at its tokens. Whatever is not as it was leaves the line to be read in full.
//!
//! A shape is kept when it is met the second time, as those that occur once would only take memory.

use crate::parser::Parser;
use hashbrown::HashTable;
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
/// Bytes of a line at most.
const LONGEST: usize = 512;
/// Values and blocks that a line mentions at most.
const MOST_HOLES: usize = 32;

/// What the ops on lines of a shape have in common.
struct Shape {
    /// The line from the op's name on without names: each piece ends with the sigil of a name, the last with the end
    /// of the line.
    pieces: Box<[Piece]>,
    /// What else the meaning of the text depends on.
    place: Place,
    def: OpDefId,
    /// Types of the operands, those of successors included.
    operands: Box<[Type]>,
    /// Number of arguments of each successor.
    successors: Box<[usize]>,
    slots: Box<[u32]>,
    result: Option<Type>,
    /// Whether the type of the result is inferred.
    infer: bool,
    attrs: Option<Attribute>,
    /// What the op suggests as name of its result, if that follows from the shape; found when first needed.
    hint: Option<Option<Box<str>>>,
}

/// Text that is the same in all lines of a shape.
#[derive(PartialEq, Eq)]
struct Piece {
    text: Box<[u8]>,
    /// Its last byte.
    sigil: u8,
    /// The first bytes, and a mask for as many as there are.
    first: u64,
    mask: u64,
    /// The last eight bytes, if there are so many.
    last: u64,
}

impl Piece {
    fn new(text: &[u8]) -> Piece {
        let mut first = [0; 8];
        let length = text.len().min(8);
        first[..length].copy_from_slice(&text[..length]);
        Piece {
            text: text.into(),
            sigil: text.last().copied().unwrap_or(b'\n'),
            first: u64::from_le_bytes(first),
            mask: u64::MAX.checked_shr(64 - 8 * length as u32).unwrap_or(0),
            last: text.last_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk)),
        }
    }

    /// Where the piece ends, if it stands at `at`.
    #[inline]
    fn end(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let length = self.text.len();
        let end = at + length;
        // Most pieces are short: two words are compared faster than a slice.
        let same = word(bytes, at)? & self.mask == self.first
            && (length <= 8 || word(bytes, end - 8)? == self.last)
            && (length <= 16 || bytes[at + 8..end - 8] == self.text[8..length - 8]);
        same.then_some(end)
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
    by_hash: HashTable<(u64, u32)>,
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

    fn keep(&mut self, hash: u64, shape: Shape) {
        let same = |old: &Shape| old.pieces == shape.pieces && old.place == shape.place;
        let old = self.by_hash.find(hash, |(h, n)| *h == hash && same(&self.shapes[*n as usize]));
        if let Some(&(_, old)) = old {
            self.shapes[old as usize] = shape;
            return;
        }
        self.by_hash.insert_unique(hash, (hash, self.shapes.len() as u32), |(hash, _)| *hash);
        self.shapes.push(shape);
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
        let (mut end, mut at) = (first, first);
        let mut failed = None;
        loop {
            let behind = match self.src.as_bytes().get(at) {
                Some(b'^') if at > first => self.known_label(at, region),
                Some(b'}') | None => None,
                _ => self.known_line(&mut lines, at).map(|(end, next, outcome)| {
                    failed = outcome.is_err().then_some(at);
                    (end, next)
                }),
            };
            let Some((line, next)) = behind else { break };
            (end, at) = (line, next);
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

    /// Reads the op at `at`, if its line has a known shape: gives its end, and where the next line begins.
    fn known_line(&mut self, lines: &mut Lines, at: usize) -> Option<(usize, usize, Parsed<()>)> {
        lines.pending = None;
        let src = self.src;
        let bytes = src.as_bytes();
        let mut op = at;
        let mut result = None;
        if bytes[at] == b'%' {
            let end = name_end(bytes, at + 1)?;
            bytes[end..].starts_with(b" = ").then_some(())?;
            op = end + 3;
            result = Some((&src[at + 1..end], at));
        }
        bytes.get(op).filter(|byte| byte.is_ascii_alphabetic())?;
        let place = Place { owner: self.scope.owner, result: result.is_some() };
        let hash = hash(bytes, op, place)?;
        for &(_, number) in lines.by_hash.iter_hash(hash).filter(|(h, _)| *h == hash) {
            let shape = &mut lines.shapes[number as usize];
            lines.values.clear();
            lines.labels.clear();
            if shape.place == place
                && let Some(end) = self.fits(shape, op, &mut lines.values, &mut lines.labels)
            {
                let next = next_line(bytes, end)?;
                let outcome = self.put_line(shape, op, result, &lines.values, &lines.labels);
                return Some((end, next, outcome));
            }
        }
        lines.unknown(Pending { start: at, op, place, hash });
        None
    }

    /// Whether an op is on a line of this shape, and its operands have the right types: gives its end.
    #[inline]
    fn fits(
        &self,
        shape: &Shape,
        op: usize,
        values: &mut Vec<Value>,
        labels: &mut Vec<Range<usize>>,
    ) -> Option<usize> {
        let bytes = self.src.as_bytes();
        let mut at = op;
        for piece in &shape.pieces {
            at = piece.end(bytes, at)?;
            match piece.sigil {
                b'\n' => break,
                b'%' => {
                    let (end, value) = self.scope.value_at(self.src, at)?;
                    if self.scope.body.value_type_opt(value) != shape.operands.get(values.len()).copied() {
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
        shape: &mut Shape,
        op: usize,
        result: Option<(&'s str, usize)>,
        values: &[Value],
        labels: &[Range<usize>],
    ) -> Parsed<()> {
        let src = self.src;
        let mut operands = values;
        let mut successors = SmallVec::<[(Block, &[Value]); 4]>::new();
        if !labels.is_empty() {
            let passed: usize = shape.successors.iter().sum();
            let mut rest;
            (operands, rest) = values.split_at(values.len() - passed);
            for (label, &count) in labels.iter().zip(&shape.successors) {
                let (args, behind) = rest.split_at(count);
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
            slots: &shape.slots,
            results: shape.result.as_slice(),
            attrs: shape.attrs,
            successors: &successors,
            regions: 0,
            isolated: false,
        });
        if shape.infer {
            let def = self.ctx.registry().op(shape.def);
            if let Err(failed) = self.infer_result(def, op) {
                result.into_iter().for_each(|(name, at)| self.define_poison(name, 1, at));
                return Err(failed);
            }
        }
        let Some((name, at)) = result else { return Ok(()) };
        let value = self.scope.body.result(op, 0);
        self.define(name, value, 1, at);
        if !name.as_bytes()[0].is_ascii_digit() && !self.drop_names {
            self.name_known(shape, op, value, name);
        }
        Ok(())
    }

    /// Makes the spelling of a result its debug name, unless it is made up.
    fn name_known(&mut self, shape: &mut Shape, op: Op, value: Value, name: &str) {
        let def = self.ctx.registry().op(shape.def);
        if shape.slots.len() != 1 || !shape.operands.is_empty() {
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

    /// Reads the label at `at`, if nothing but its name is there: gives its end, and where the next line begins.
    fn known_label(&mut self, at: usize, region: Region) -> Option<(usize, usize)> {
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
        Some((end, next))
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
        let Some((pieces, holes)) = pieces(&self.src.as_bytes()[line.op..=end]) else { return };
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
        let operands: Box<[Type]> = types.collect();
        if operands.len() != body.operand_count(op) {
            return;
        }
        let shape = Shape {
            pieces,
            place: line.place,
            def: state.def,
            operands,
            successors: (0..body.successor_count(op)).map(|i| body.successor_args(op, i).len()).collect(),
            slots: body.slots(op).into(),
            result: (body.result_count(op) == 1).then(|| body.value_type(body.result(op, 0))),
            infer,
            attrs: body.attrs(op),
            hint: None,
        };
        lines.keep(line.hash, shape);
    }
}

/// Pieces of a line, and each name between them: where it begins, and its sigil.
type Pieces = (Box<[Piece]>, Vec<(usize, u8)>);

/// The pieces of a line that is an op, and where the names between them begin: the offset of the sigil, and the sigil.
fn pieces(line: &[u8]) -> Option<Pieces> {
    let (mut pieces, mut holes) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        let sigil = at + memchr3(b'%', b'^', b'\n', &line[at..])?;
        pieces.push(Piece::new(&line[at..=sigil]));
        if line[sigil] == b'\n' {
            return (sigil + 1 == line.len()).then(|| (pieces.into(), holes));
        }
        holes.push((sigil, line[sigil]));
        at = name_end(line, sigil + 1)?;
        if holes.len() > MOST_HOLES {
            return None;
        }
    }
}

/// A hash of the shape of the line with the op at `op`: of its first piece, and of the last bytes of the line.
#[inline]
fn hash(bytes: &[u8], op: usize, place: Place) -> Option<u64> {
    let owner = place.owner.map_or(u16::MAX, |owner| owner.0);
    let mut hasher = FxHasher::default();
    hasher.write_u32(u32::from(owner) << 1 | u32::from(place.result));
    let bytes = &bytes[..bytes.len().min(op + LONGEST)];
    let mut at = op;
    let sigil = loop {
        let word = word(bytes, at)?;
        let sigils = find(word, b'%') | find(word, b'^') | find(word, b'\n');
        if sigils != 0 {
            let before = sigils.trailing_zeros() & !7;
            hasher.write_u64(word & ((1 << before) - 1));
            break at + before as usize / 8;
        }
        hasher.write_u64(word);
        at += 8;
    };
    let end = if bytes[sigil] == b'\n' { sigil } else { sigil + memchr(b'\n', &bytes[sigil..])? };
    hasher.write_u64(word(bytes, end.checked_sub(8)?)?);
    Some(hasher.finish())
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

/// Where the line behind the end of an op begins, if with something that is never a part of the op before.
#[inline]
fn next_line(bytes: &[u8], end: usize) -> Option<usize> {
    let next = margin_end(bytes, end);
    let apart = match *bytes.get(next)? {
        b'}' | b'^' => true,
        b'%' => bytes[name_end(bytes, next + 1)?..].starts_with(b" = "),
        // No word with a dot is a type, or a keyword of a format.
        first if first.is_ascii_alphabetic() => {
            let word = bytes[next..].iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            bytes.get(next + word?) == Some(&b'.')
        }
        _ => false,
    };
    apart.then_some(next)
}
