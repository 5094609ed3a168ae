//! Line-template cache.
//!
//! Texts repeat themselves: most ops are on lines that differ from an earlier line only in the names of values and
//! blocks. The *shape* of a line is its text without those names. The components of an op follow from the shape, the
//! types of its operands, and the start of the next line; so a line of a cached shape is read by looking up the shape
//! and the names, without tokenizing it. If any of these differs, the line is read in full.
//!
//! A shape is cached at its second occurrence, as those that occur once would only take memory.

use crate::bytes::{NameAt, find, margin_end, name_at, name_end, word};
use crate::line_cache::{LONGEST, LineContext, Lines, MOST_HOLES, NONE, Parts, Pending, Shape};
use crate::parser::Parser;
use memchr::{memchr, memchr3};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use spv_ir::asm::{OpState, ParseFailed, Parsed};
use spv_ir::*;
use std::hash::Hasher;
use std::ops::Range;

impl<'s> Parser<'s> {
    /// Reads ops and labels from the current token on as long as they are on lines of cached shapes; returns whether
    /// there were any.
    pub fn known_lines(&mut self, region: Region) -> bool {
        let first = self.start;
        // A source map records every reference.
        if self.map.is_some()
            || self.uncached
            || self.lines.as_ref().is_some_and(|lines| lines.unknown == Some(first))
        {
            return false;
        }
        let mut lines = self.lines.take().unwrap_or_default();
        let bytes = self.src.as_bytes();
        let (mut end, mut at) = (first, first);
        let mut failed = None;
        let mut head = head(bytes, at).filter(|head| !matches!(head, Head::Label));
        loop {
            let after = match head {
                Some(Head::Op(line)) => self.known_line(&mut lines, line).map(|(after, outcome)| {
                    failed = outcome.is_err().then_some(at);
                    after
                }),
                Some(Head::Label) => self.known_label(at, region),
                Some(Head::Close) | None => None,
            };
            let Some(after) = after else { break };
            (end, at, head) = (after.end, after.next, after.head);
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
    fn known_line(&mut self, lines: &mut Lines, line: OpLine) -> Option<(LineEnd, Parsed<()>)> {
        lines.pending = None;
        let bytes = self.src.as_bytes();
        let OpLine { start, op, result } = line;
        let place = LineContext { owner: self.scope.owner, result: result.is_some() };
        let (mut hasher, sigil) = hash(bytes, op, place)?;
        // The type of the first operand predicts most of what follows.
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
                let after = LineEnd::op(bytes, end)?;
                let result = result.map(|name| (start, name));
                let outcome = self.put_line(&lines.parts, shape, op, result, &lines.values, &lines.labels);
                return Some((after, outcome));
            }
            number = shape.next;
        }
        lines.unknown(Pending { start, op, place, hash });
        None
    }

    /// Whether an op is on a line of this shape, and its operands have the right types: returns its end. The first operand,
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
                let (args, after) = rest.split_at(count as usize);
                // Within a region blocks may be named.
                let block = self.block_named(&src[label.clone()], label.start - 1).ok_or(ParseFailed)?;
                successors.push((block, args));
                rest = after;
            }
        }
        let place = self.scope.block.map_or(InsertPoint::Detached, InsertPoint::End);
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
        if number.is_none() && !name.as_bytes()[0].is_ascii_digit() && self.compat.is_none() {
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
    fn known_label(&mut self, at: usize, region: Region) -> Option<LineEnd> {
        let src = self.src;
        let bytes = src.as_bytes();
        let name = name_end(bytes, at + 1)?;
        bytes[name..].starts_with(b":").then_some(())?;
        let end = name + 1;
        let after = end + bytes[end..].iter().take_while(|byte| **byte == b' ').count();
        let line = match bytes.get(after)? {
            b'\n' => after,
            b'/' if bytes.get(after + 1) == Some(&b'/') => after + memchr(b'\n', &bytes[after..])?,
            _ => return None,
        };
        let next = margin_end(bytes, line);
        bytes.get(next)?;
        let name = &src[at + 1..name];
        let block = self.define_block(name, at, region, None);
        self.scope.block = Some(block);
        self.name_block(block, name, Annotations::default());
        Some(LineEnd { end, next, head: head(bytes, next) })
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
        // An op may look at the type of an operand before it gives it one.
        reads.values.dedup();
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
        // After each piece before a value, the type of that value.
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

/// A hash of the first piece of the line with the op at `op`, and the position of the sigil at its end. `None` if
/// it is long.
#[inline]
fn hash(bytes: &[u8], op: usize, place: LineContext) -> Option<(FxHasher, usize)> {
    let owner = place.owner.map_or(u16::MAX, |owner| owner.0);
    let mut hasher = FxHasher::default();
    hasher.write_u32(u32::from(owner) << 1 | u32::from(place.result));
    // What most ops begin with, the name of the dialect, does not discriminate.
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
            let word = bytes[at..].iter().position(|byte| !letter(byte))?;
            (bytes[at + word] == b'.').then_some((at, None))?
        }
        _ => return None,
    };
    Some(Head::Op(OpLine { start: at, op, result }))
}

/// Where a line that was read ends, and how the next one begins.
struct LineEnd {
    end: usize,
    next: usize,
    head: Option<Head>,
}

impl LineEnd {
    /// The position after an op, if what follows is not a part of it.
    #[inline(always)]
    fn op(bytes: &[u8], end: usize) -> Option<LineEnd> {
        let next = margin_end(bytes, end);
        Some(LineEnd { end, next, head: Some(head(bytes, next)?) })
    }
}
