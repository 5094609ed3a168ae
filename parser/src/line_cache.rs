//! The shapes of lines: see [`crate::lines`].

use crate::bytes::word;
use spv_ir::dialect::OpDefId;
use spv_ir::*;
use std::ops::Range;

/// Shapes that are kept at most.
pub(crate) const MOST: usize = 1 << 14;
/// Bytes of all their texts at most, about.
pub(crate) const MOST_TEXT: usize = 1 << 21;
/// Bytes of a line at most.
pub(crate) const LONGEST: usize = 512;
/// Maximum number of shapes with the same hash: they are tried one after another.
const MOST_ALIKE: usize = 64;
/// Maximum number of values and blocks that a line references.
pub(crate) const MOST_HOLES: usize = 32;

/// No shape.
pub(crate) const NONE: u32 = u32::MAX;

/// What the ops on lines of a shape have in common. Its parts of variable length are in [`Parts`].
pub(crate) struct Shape {
    pub hash: u32,
    /// What else the meaning of the text depends on.
    pub place: LineContext,
    pub def: OpDefId,
    /// Where its text begins: the line from the op's name on without names.
    pub text: u32,
    /// Where its words begin.
    pub words: u32,
    /// Number of pieces and operands.
    pub parts: u8,
    pub operands: u8,
    pub slots: u8,
    pub successors: u8,
    /// The next shape in the same place of [`Lines::by_hash`], or [`NONE`].
    pub next: u32,
    pub result: Option<Type>,
    /// Whether the type of the result is inferred.
    pub infer: bool,
    pub attrs: Option<Attribute>,
    /// What the op suggests as name of its result, if that follows from the shape; found when first needed.
    pub hint: Option<Option<Box<str>>>,
}

/// Texts and words of the shapes, those of a shape side by side: of many shapes the few bytes that matter stay in the
/// cache.
#[derive(Default)]
pub(crate) struct Parts {
    pub text: Vec<u8>,
    /// Of each shape: the lengths of the pieces of its text, each of which ends with the sigil of a name, the last with
    /// the end of the line, and after each piece before a value the type of that; the slots; the number of arguments
    /// of each successor.
    pub words: Vec<u32>,
}

impl Parts {
    #[inline]
    pub fn line(&self, shape: &Shape) -> &[u32] {
        &self.words[shape.words as usize..][..shape.parts.into()]
    }

    #[inline]
    pub fn slots(&self, shape: &Shape) -> &[u32] {
        &self.words[shape.words as usize + usize::from(shape.parts)..][..shape.slots.into()]
    }

    pub fn successors(&self, shape: &Shape) -> &[u32] {
        let at = shape.words as usize + usize::from(shape.parts) + usize::from(shape.slots);
        &self.words[at..][..shape.successors.into()]
    }

    /// Whether the piece of `length` bytes at `from` of the text is found at `at` of `bytes`.
    #[inline]
    pub fn stands(&self, from: usize, length: usize, bytes: &[u8], at: usize) -> Option<bool> {
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

/// The context of an op that affects the meaning of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineContext {
    /// Within a function some text has another meaning.
    pub owner: Option<OpDefId>,
    /// Whether a name for its result precedes it.
    pub result: bool,
}

/// A line that is read in full, to be kept then.
#[derive(Clone, Copy)]
pub(crate) struct Pending {
    /// Where it begins.
    pub start: usize,
    /// Where the op's name begins.
    pub op: usize,
    pub place: LineContext,
    pub hash: u64,
}

/// The shapes of a text.
#[derive(Default)]
pub(crate) struct Lines {
    pub shapes: Vec<Shape>,
    pub parts: Parts,
    /// The first shape whose hash ends with these bits. As many as a power of two, or none.
    pub by_hash: Vec<u32>,
    pub met: SeenOnceFilter,
    pub pending: Option<Pending>,
    /// The last line that was not known.
    pub unknown: Option<usize>,
    /// Of the current line: its operands, and the names of its successors with their places.
    pub values: Vec<Value>,
    pub labels: Vec<Range<usize>>,
}

/// The values and blocks that the names in the current op denote, with their places.
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

    /// Keeps a line when it was read, unless it is its first occurrence.
    pub fn unknown(&mut self, pending: Pending) {
        if self.met.meet(pending.hash) && self.shapes.len() < MOST {
            self.pending = Some(pending);
        }
    }

    /// Keeps a shape, whose parts are these, instead of an older one with the same text.
    pub fn keep(&mut self, shape: Shape, text: &[u8], words: impl IntoIterator<Item = u32>) {
        if self.parts.text.len() > MOST_TEXT {
            return;
        }
        let same = |old: &Shape| {
            let texts = &self.parts.text[old.text as usize..];
            old.place == shape.place && old.parts == shape.parts && texts.starts_with(text)
        };
        let mut number = self.first(shape.hash);
        let mut alike = 0;
        while let Some(old) = self.shapes.get(number as usize) {
            if old.hash == shape.hash {
                if same(old) {
                    break;
                }
                alike += 1;
            }
            number = old.next;
        }
        if alike >= MOST_ALIKE {
            return;
        }
        let at = self.parts.words.len();
        let Parts { text: texts, words: all } = &mut self.parts;
        all.extend(words);
        let shape = Shape { text: texts.len() as u32, words: at as u32, ..shape };
        texts.extend_from_slice(text);
        // Whole words are read past the end, too.
        texts.extend([0; 8]);
        if let Some(old) = self.shapes.get_mut(number as usize) {
            *old = Shape { next: old.next, ..shape };
            return;
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
    pub fn first(&self, hash: u32) -> u32 {
        self.by_hash.get(hash as usize & self.by_hash.len().wrapping_sub(1)).copied().unwrap_or(NONE)
    }
}
