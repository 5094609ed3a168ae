//! Disassembly with the formatting options of spirv-dis

use super::blocks::{Block, arrange};
use super::style::{Palette, Style};
use super::writer::{INDENT, Writer};
use crate::check::{BinaryError, Checker, Split, is_type};
use crate::generated::opcodes as op;
use crate::generated::ops::{Class, SHAPES};
use crate::names::Names;
use crate::operands::OperandContext;
use crate::table::core_index;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_grammar::byte_string;
use std::fmt::Write;
use std::ops::Range;

/// Number of columns by which each nesting level is indented.
const NESTING: usize = 2;
/// Minimum column of a comment.
const COMMENT: usize = 50;
/// Maximum column to which the next line's comment is aligned.
const LAST_COMMENT: usize = 256;

/// The result of a disassembly, which stops at the first error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The assembly text.
    pub text: String,
    /// The error at which disassembly stopped, if any.
    pub error: Option<BinaryError>,
}

/// Disassembles a binary, whose words have the host's endianness, in the given style.
pub fn list(words: &[u32], style: &Style) -> Listing {
    let mut names = Names::default();
    let mut instructions = Vec::new();
    let mut checker = Checker::new(style.unknown_opcodes);
    let result = checker.visit(words, |facts, at, split| {
        let own = &words[at..at + split.length];
        if style.names && split.has_operands {
            names.note(own[0] & 0xFFFF, own, facts);
        }
        instructions.push((at, split));
    });
    let mut lister = Lister::new(words, &names, &checker.facts, style);
    if let [_, version, generator, bound, schema, ..] = words
        && style.header
        && result.as_ref().err().is_none_or(|error| error.instruction > 0)
    {
        super::header(&mut lister.out, [*version, *generator, *bound, *schema]);
    }
    instructions.into_iter().for_each(|(at, split)| lister.add(at, split));
    Listing { text: lister.out, error: result.err() }
}

/// Section comments that have already been written.
#[derive(Default)]
struct Sections {
    annotations: bool,
    debug: bool,
    types: bool,
}

struct Lister<'a> {
    words: &'a [u32],
    names: &'a Names,
    facts: &'a OperandContext,
    style: &'a Style,
    palette: Palette,
    indent: usize,
    out: String,
    sections: Sections,
    /// Text of the decorations of each id, which becomes a comment.
    decorations: FxHashMap<u32, String>,
    /// Column of the previous line's comment; 0 if it has none.
    comment_column: usize,
    /// Blocks of the current function. Empty unless blocks are indented or reordered.
    blocks: Vec<Block>,
    /// Word offsets of unknown instructions.
    unknown_at: FxHashSet<usize>,
}

impl<'a> Lister<'a> {
    fn new(words: &'a [u32], names: &'a Names, facts: &'a OperandContext, style: &'a Style) -> Lister<'a> {
        Lister {
            words,
            names,
            facts,
            style,
            palette: if style.color { Palette::COLORS } else { Palette::default() },
            indent: if style.indent { INDENT } else { 0 },
            out: String::with_capacity(words.len() * 16),
            sections: Sections::default(),
            decorations: FxHashMap::default(),
            comment_column: 0,
            blocks: Vec::new(),
            unknown_at: FxHashSet::default(),
        }
    }

    /// Adds the instruction at word offset `at` of the module to the listing.
    fn add(&mut self, at: usize, split: Split) {
        let opcode = self.words[at] & 0xFFFF;
        let range = at..at + split.length;
        if !split.is_known {
            self.unknown_at.insert(at);
        }
        if self.style.comments {
            self.section(opcode, range.clone());
        }
        let is_arranged = self.style.nested_indent || self.style.reorder_blocks;
        if opcode == op::LABEL && is_arranged {
            self.blocks.push(Block::new(range));
            return;
        }
        if opcode == op::FUNCTION_END {
            self.finish_blocks();
        }
        match self.blocks.last_mut() {
            Some(block) => block.instructions.push(range),
            None => self.instruction(range, None),
        }
    }

    /// Writes the collected blocks at the end of their function.
    fn finish_blocks(&mut self) {
        let mut blocks = std::mem::take(&mut self.blocks);
        let order = arrange(&mut blocks, self.words, self.facts);
        for (index, from_order) in order.into_iter().enumerate() {
            let block = &blocks[if self.style.reorder_blocks { from_order } else { index }];
            block.instructions.iter().for_each(|range| self.instruction(range.clone(), Some(block.depth)));
        }
    }

    /// Writes the comment that introduces a section or function, if the instruction begins one.
    fn section(&mut self, opcode: u32, range: Range<usize>) {
        let shape = core_index(opcode).map(|row| SHAPES[row]);
        if opcode == op::FUNCTION {
            let id = self.words[range].get(2).copied().unwrap_or(0);
            self.out.push_str(if self.style.nested_indent { "\n\n" } else { "\n" });
            let mut digits = itoa::Buffer::new();
            let name = self.names.get(id, &mut digits);
            self.line(&format!("; Function {name}"));
        }
        let is_annotation = shape.is_some_and(|shape| shape.class == Class::Annotation);
        if is_annotation && opcode != op::DECORATION_GROUP && !self.sections.annotations {
            self.sections.annotations = true;
            self.out.push('\n');
            self.line("; Annotations");
        }
        if shape.is_some_and(|shape| shape.class == Class::Debug) && !self.sections.debug {
            self.sections.debug = true;
            self.out.push('\n');
            self.line("; Debug Information");
        }
        if shape.is_some_and(|shape| is_type(shape, opcode)) && !self.sections.types {
            self.sections.types = true;
            self.out.push('\n');
            self.line("; Types, variables and constants");
        }
    }

    fn line(&mut self, text: &str) {
        _ = writeln!(self.out, "{:1$}{text}", "", self.indent);
    }

    /// Writes the instruction in a word range. `depth` is the nesting depth of its block, if known.
    fn instruction(&mut self, range: Range<usize>, depth: Option<usize>) {
        let is_known = !self.unknown_at.contains(&range.start);
        let (offset, words) = (range.start * 4, &self.words[range]);
        let opcode = words[0] & 0xFFFF;
        if !is_known {
            return self.unknown(opcode, words);
        }
        let start = self.out.len();
        let nesting = depth.filter(|_| self.style.nested_indent);
        let mut writer = Writer::new(&mut self.out, self.names, self.facts);
        (writer.indent, writer.palette) = (self.indent, self.palette);
        writer.nesting = nesting.map_or(0, |depth| NESTING * (depth + usize::from(opcode != op::LABEL)));
        writer.instruction(opcode, words);
        let start = match opcode == op::LABEL && self.style.nested_indent {
            true => {
                self.out.insert(start, '\n');
                start + 1
            }
            false => start,
        };
        let comment = self.comment(opcode, words, offset);
        if comment.is_empty() {
            self.comment_column = 0;
        } else {
            let length = visible_length(&self.out[start..]);
            let column = (length + 2).max(self.comment_column).max(COMMENT).next_multiple_of(4);
            self.comment_column = column.min(LAST_COMMENT);
            _ = write!(self.out, "{:1$}; {comment}", "", column - length);
        }
        self.out.push('\n');
    }

    fn unknown(&mut self, opcode: u32, words: &[u32]) {
        _ = write!(self.out, "{:1$}OpUnknown({opcode}, {2})", "", self.indent, words.len());
        words[1..].iter().for_each(|word| _ = write!(self.out, " {word}"));
        self.out.push_str("  ; note: ID bound may be incorrect after reassembly\n");
        self.comment_column = 0;
    }

    /// Returns the comment of an instruction. The comment is empty if the style requests none.
    fn comment(&mut self, opcode: u32, words: &[u32], offset: usize) -> String {
        let mut parts = Vec::new();
        if self.style.offsets {
            parts.push(format!("{}0x{offset:08x}{}", self.palette.offset, self.palette.reset));
        }
        if !self.style.comments {
            return parts.concat();
        }
        match (opcode, words) {
            (op::NAME, [_, id, ..]) => parts.push(format!("id %{id}")),
            (op::DECORATE, [_, id, ..]) => self.note_decoration(*id, words),
            _ => {}
        }
        let result = core_index(opcode).map(|row| SHAPES[row]).filter(|shape| shape.result_id);
        let result = result.and_then(|shape| words.get(1 + usize::from(shape.result_type)));
        parts.extend(result.and_then(|id| self.decorations.get(id)).cloned());
        parts.join(", ")
    }

    /// Records the text of an OpDecorate for `id`, which becomes a comment at the definition of `id`.
    fn note_decoration(&mut self, id: u32, words: &[u32]) {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text, self.names, self.facts);
        (writer.palette, writer.wanted) = (self.palette, 2);
        writer.instruction(op::DECORATE, words);
        let Some(first) = writer.operand.take() else { return };
        let own = self.decorations.entry(id).or_default();
        if !own.is_empty() {
            own.push_str(", ");
        }
        own.push_str(&text[first.start..]);
    }
}

/// Returns the length of a line in bytes, excluding terminal escape sequences.
fn visible_length(line: &str) -> usize {
    let bytes = byte_string::bytes_of(line);
    let mut in_escape = false;
    let visible = bytes.iter().filter(|byte| {
        let was_in_escape = in_escape;
        in_escape = if in_escape { **byte != b'm' } else { **byte == 0x1b };
        !was_in_escape && !in_escape
    });
    visible.count()
}
