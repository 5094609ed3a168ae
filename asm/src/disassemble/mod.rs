//! Disassembler: converts a SPIR-V binary to assembly text

mod blocks;
mod listing;
mod style;
mod writer;

pub use listing::{Listing, list};
pub use style::Style;

use crate::generators;
use crate::names::Names;
use crate::operands::OperandContext;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use writer::{INDENT, Writer};

/// Disassembles a binary like spirv-dis. Omits trailing words that cannot be split into instructions. Export never
/// produces such words, and import rejects them.
pub fn disassemble(words: &[u32]) -> String {
    let mut out = String::new();
    let [_, version, generator, bound, schema, instructions @ ..] = words else { return out };
    header(&mut out, [*version, *generator, *bound, *schema]);
    let names = names_of(instructions);
    let start = out.len();
    let has_raw = write_all(instructions, &names, &mut out);
    if has_raw {
        // Raw words contain numeric ids, so all ids are printed as numbers. Otherwise a name could be assigned an id
        // that occurs in raw words only.
        out.truncate(start);
        write_all(instructions, &Names::default(), &mut out);
    }
    out
}

/// The text that spirv-dis prints for an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// Position of the instruction in the module, starting at 1.
    pub number: usize,
    /// Assembly text without indentation.
    pub text: String,
    /// Byte range in `text` of the operand at the requested word offset; `None` if the offset is that of the
    /// instruction's first word.
    pub operand: Option<Range<usize>>,
}

/// Returns the instructions that contain the given word offsets, keyed by offset. Prints ids by name if `has_names`
/// is set, or else as numbers.
pub fn disassemble_at(
    words: &[u32],
    offsets: &BTreeSet<usize>,
    has_names: bool,
) -> BTreeMap<usize, Disassembled> {
    const HEADER: usize = 5;
    let (mut found, mut facts) = (BTreeMap::new(), OperandContext::default());
    let (Some(last), Some(instructions)) = (offsets.last(), words.get(HEADER..)) else { return found };
    let names = if has_names { names_of(instructions) } else { Names::default() };
    let mut at = HEADER;
    for (words, number) in split(instructions).zip(1..) {
        if at > *last {
            break;
        }
        for &offset in offsets.range(at..at + words.len()) {
            let mut out = String::new();
            let mut writer = Writer::new(&mut out, &names, &facts);
            writer.wanted = offset - at;
            let is_known = writer.instruction(words[0] & 0xFFFF, words);
            let operand = writer.operand.take();
            let operand = if is_known { operand } else { raw(&mut out, words, offset - at) };
            let text = out.trim();
            let indent = out.len() - out.trim_start().len();
            let operand = operand.map(|bytes| bytes.start - indent..bytes.end - indent);
            found.insert(offset, Disassembled { number, text: text.to_owned(), operand });
        }
        facts.note(words[0] & 0xFFFF, words);
        at += words.len();
    }
    found
}

fn names_of(instructions: &[u32]) -> Names {
    let mut names = Names::default();
    let mut facts = OperandContext::default();
    for words in split(instructions) {
        let opcode = words[0] & 0xFFFF;
        facts.note(opcode, words);
        names.note(opcode, words, &facts);
    }
    names
}

/// Writes version, generator, bound and schema of a module header as comments.
fn header(out: &mut String, [version, generator, bound, schema]: [u32; 4]) {
    _ = write!(
        out,
        "; SPIR-V\n; Version: {}.{}\n; Generator: {}\n; Bound: {bound}\n; Schema: {schema}\n",
        version >> 16 & 0xFF,
        version >> 8 & 0xFF,
        generators::describe(generator),
    );
}

/// Writes all instructions. Returns whether any of them is written as raw words.
fn write_all(instructions: &[u32], names: &Names, out: &mut String) -> bool {
    let mut facts = OperandContext::default();
    let mut has_raw = false;
    for words in split(instructions) {
        let opcode = words[0] & 0xFFFF;
        if Writer::new(out, names, &facts).instruction(opcode, words) {
            facts.note(opcode, words);
        } else {
            // Writes the whole instruction as raw words: spirv-as accepts no names after a raw operand, and the
            // definitions in raw words are unknown.
            raw(out, words, 0);
            has_raw = true;
        }
        out.push('\n');
    }
    has_raw
}

/// Writes an instruction as raw words. Returns the byte range of word `wanted` in `out`, unless it is the first word.
fn raw(out: &mut String, words: &[u32], wanted: usize) -> Option<Range<usize>> {
    _ = write!(out, "{:width$}", "", width = INDENT - 1);
    let mut found = None;
    for (at, word) in words.iter().enumerate() {
        let start = out.len() + 1;
        _ = write!(out, " !{word}");
        found = found.or((at == wanted && at > 0).then_some(start..out.len()));
    }
    found
}

/// Yields the instructions as word slices.
fn split(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let length = (*rest.first()? >> 16) as usize;
        if length == 0 || length > rest.len() {
            return None;
        }
        let (one, after) = rest.split_at(length);
        rest = after;
        Some(one)
    })
}
