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
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use spv_ir::asm::{OpState, Parsed};
use spv_ir::dialect::OpDefId;
use spv_ir::*;
use std::hash::BuildHasher;

/// Shapes that are kept at most.
const MOST: usize = 1 << 14;
/// Bytes of a shape at most.
const LONGEST: usize = 512;
/// Values and blocks that a line mentions at most.
const MOST_HOLES: usize = 32;
/// Hashes of shapes that were met are remembered in so many places.
const MET: usize = 1 << 12;

/// A name within a line.
#[derive(Clone, Copy)]
struct Hole {
    /// Whether it names a block.
    label: bool,
    /// Place of the name without its sigil.
    start: usize,
    end: usize,
}

/// What the ops on lines of a shape have in common.
struct Shape {
    text: Box<[u8]>,
    def: OpDefId,
    /// Types of the operands, those of successors included.
    operands: SmallVec<[Type; 4]>,
    /// Number of arguments of each successor.
    successors: SmallVec<[u16; 4]>,
    slots: SmallVec<[u32; 4]>,
    result: Option<Type>,
    /// Whether the type of the result is inferred.
    infer: bool,
    attrs: Option<Attribute>,
    /// What the op suggests as name of its result, if that follows from the shape; found when first needed.
    hint: Option<Option<Box<str>>>,
}

/// A line that is read in full, to be kept then.
#[derive(Clone, Copy)]
struct Pending {
    start: usize,
    end: usize,
    hash: u64,
}

/// The shapes of a text.
#[derive(Default)]
pub(crate) struct Lines {
    shapes: Vec<Shape>,
    by_text: HashTable<u32>,
    met: Vec<u32>,
    /// Of the line at hand.
    text: Vec<u8>,
    holes: SmallVec<[Hole; 8]>,
    pending: Option<Pending>,
    /// The last line that was not known.
    unknown: Option<usize>,
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

/// A line whose names were found.
struct Scanned {
    /// Name of the result, as byte offsets.
    result: Option<(usize, usize)>,
    /// Where the op's name begins.
    op: usize,
    end: usize,
}

impl Lines {
    /// Finds the names in the line at `start`, which begins an op, and makes the shape.
    fn scan(&mut self, bytes: &[u8], start: usize, owner: Option<OpDefId>) -> Option<Scanned> {
        self.text.clear();
        self.holes.clear();
        // Within a function some text has another meaning.
        self.text.extend_from_slice(&owner.map_or(u16::MAX, |def| def.0).to_le_bytes());
        let mut op = start;
        let mut result = None;
        if bytes[start] == b'%' {
            let end = name_end(bytes, start + 1)?;
            bytes[end..].starts_with(b" = ").then_some(())?;
            op = end + 3;
            result = Some((start + 1, end));
            self.text.push(b'=');
        }
        bytes.get(op).filter(|byte| byte.is_ascii_alphabetic())?;
        let mut at = op;
        loop {
            let sigil = at + memchr3(b'%', b'^', b'\n', &bytes[at..])?;
            if self.text.len() + (sigil - at) > LONGEST || self.holes.len() > MOST_HOLES {
                return None;
            }
            self.text.extend_from_slice(&bytes[at..=sigil]);
            if bytes[sigil] == b'\n' {
                return Some(Scanned { result, op, end: sigil });
            }
            at = name_end(bytes, sigil + 1)?;
            self.holes.push(Hole { label: bytes[sigil] == b'^', start: sigil + 1, end: at });
        }
    }

    /// Number of the shape of the line at hand. If there is none, the line is kept when it was read; unless it is met
    /// the first time.
    fn find(&mut self, start: usize, end: usize) -> Option<usize> {
        let hash = FxBuildHasher.hash_one(&self.text[..]);
        let Lines { shapes, by_text, text, met, .. } = self;
        if let Some(&number) = by_text.find(hash, |&n| *shapes[n as usize].text == text[..]) {
            return Some(number as usize);
        }
        if met.is_empty() {
            met.resize(MET, 0);
        }
        let (place, mark) = (hash as usize % MET, (hash >> 32) as u32);
        if std::mem::replace(&mut met[place], mark) == mark && shapes.len() < MOST {
            self.pending = Some(Pending { start, end, hash });
        }
        None
    }

    fn keep(&mut self, hash: u64, shape: Shape) {
        let number = self.shapes.len() as u32;
        let old = self.by_text.find(hash, |&n| self.shapes[n as usize].text == shape.text);
        if let Some(&old) = old {
            self.shapes[old as usize] = shape;
            return;
        }
        self.shapes.push(shape);
        let shapes = &self.shapes;
        self.by_text.insert_unique(hash, number, |&n| FxBuildHasher.hash_one(&shapes[n as usize].text[..]));
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
        let scanned = lines.scan(bytes, at, self.scope.owner)?;
        let number = lines.find(at, scanned.end)?;
        let next = next_line(bytes, scanned.end)?;
        let shape = &mut lines.shapes[number];
        let mut values = SmallVec::<[Value; 8]>::new();
        for hole in lines.holes.iter().filter(|hole| !hole.label) {
            let value = self.scope.definition(&src[hole.start..hole.end])?.value;
            if self.scope.body.value_type_opt(value) != shape.operands.get(values.len()).copied() {
                let hash = FxBuildHasher.hash_one(&lines.text[..]);
                lines.pending = Some(Pending { start: at, end: scanned.end, hash });
                return None;
            }
            values.push(value);
        }
        let mut blocks = SmallVec::<[Block; 4]>::new();
        for hole in lines.holes.iter().filter(|hole| hole.label) {
            blocks.push(self.block_named(&src[hole.start..hole.end], hole.start - 1)?);
        }
        let outcome = self.put_line(shape, &scanned, &values, &blocks);
        Some((scanned.end, next, outcome))
    }

    /// Makes an op of a known shape.
    fn put_line(
        &mut self,
        shape: &mut Shape,
        line: &Scanned,
        values: &[Value],
        blocks: &[Block],
    ) -> Parsed<()> {
        let passed: usize = shape.successors.iter().map(|count| usize::from(*count)).sum();
        let (own, mut rest) = values.split_at(values.len() - passed);
        let mut successors = SmallVec::<[(Block, &[Value]); 4]>::new();
        for (&block, &count) in blocks.iter().zip(&shape.successors) {
            let (args, behind) = rest.split_at(count.into());
            successors.push((block, args));
            rest = behind;
        }
        let place = self.scope.block.map_or(At::Detached, At::End);
        let op = Builder::at(&mut self.scope.body, place).create(NewOp {
            def: shape.def,
            loc: Location::text(line.op),
            operands: own,
            slots: &shape.slots,
            results: shape.result.as_slice(),
            attrs: shape.attrs,
            successors: &successors,
            regions: 0,
            isolated: false,
        });
        let src = self.src;
        let result = line.result.map(|(start, end)| (&src[start..end], start - 1));
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

    /// Keeps the shape of the line that was read to its end, if an op alone is on it and follows from the shape.
    pub fn keep_line(&mut self, start: usize, state: &OpState, infer: bool, at: usize) {
        let Some(lines) = &mut self.lines else { return };
        let Some(Pending { end, hash, .. }) = lines.pending.take().filter(|line| line.start == start) else {
            return;
        };
        let (body, reads) = (&self.scope.body, &mut self.reads);
        let Some(op) = state.op.filter(|_| self.prev_end == end && !reads.more) else { return };
        let named = state.attrs.iter().any(|(key, _)| *key == self.op_name_key);
        let apart = body.region_count(op) > 0 || body.is_isolated(op) || body.result_count(op) > 1;
        let placed = body.loc(op) == Location::text(at);
        if named || apart || !placed || state.def == builtin::UNREGISTERED_ID || !self.diags.list.is_empty() {
            return;
        }
        // The names must be the operands and successors, in their order.
        reads.values.sort_unstable_by_key(|(at, _)| *at);
        reads.blocks.sort_unstable_by_key(|(at, _)| *at);
        let holes =
            |label| lines.holes.iter().filter(move |hole| hole.label == label).map(|hole| hole.start - 1);
        let values = reads.values.iter().map(|(_, value)| *value);
        let blocks = reads.blocks.iter().map(|(_, block)| *block);
        let fits = holes(false).eq(reads.values.iter().map(|(at, _)| *at))
            && holes(true).eq(reads.blocks.iter().map(|(at, _)| *at))
            && values.eq(body.operands(op))
            && blocks.eq(body.successors(op));
        // Where a name occurs twice, it is not known which is which.
        let twice = |i: usize| reads.values[..i].iter().any(|(_, value)| *value == reads.values[i].1);
        let block_twice = |i: usize| reads.blocks[..i].iter().any(|(_, block)| *block == reads.blocks[i].1);
        if !fits || (0..reads.values.len()).any(twice) || (0..reads.blocks.len()).any(block_twice) {
            return;
        }
        let defined = |value: &Value| body.value_def(*value) != ValueDef::Forward;
        let types = body.operands(op).filter(defined).filter_map(|value| body.value_type_opt(value));
        let operands: SmallVec<[Type; 4]> = types.collect();
        if operands.len() != body.operand_count(op) {
            return;
        }
        let successors = (0..body.successor_count(op)).map(|i| body.successor_args(op, i).len() as u16);
        let shape = Shape {
            text: lines.text.as_slice().into(),
            def: state.def,
            operands,
            successors: successors.collect(),
            slots: body.slots(op).into(),
            result: (body.result_count(op) == 1).then(|| body.value_type(body.result(op, 0))),
            infer,
            attrs: body.attrs(op),
            hint: None,
        };
        lines.keep(hash, shape);
    }
}

/// End of the name that begins at `at`, as tokens have it.
#[inline]
fn name_end(bytes: &[u8], at: usize) -> Option<usize> {
    let first = *bytes.get(at)?;
    if first.is_ascii_digit() {
        return Some(at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count());
    }
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'_' | b'-');
    letter(&first).then(|| at + bytes[at..].iter().take_while(|byte| letter(byte)).count())
}

/// Behind the white space at `at`.
#[inline]
fn margin_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r')).count()
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
