//! A binary as assembly.

use crate::generated::ops::{CORE, OPCODE, SHAPES};
use crate::generators;
use crate::literal::Number;
use crate::literal_string::{string_bytes, string_words};
use crate::names::Names;
use crate::numbers;
use crate::operands::{self, Facts, Kind, Operands, Plan};
use crate::sets::ExtSet;
use crate::spellings;
use crate::table::core_index;
use spv_grammar::EnumDef;
use spv_grammar::byte_string;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// Columns before an instruction.
const INDENT: usize = 15;

/// A binary as spirv-dis prints it. What cannot be read as instructions is left out: export makes no
/// such binaries, and import refuses them.
pub fn disassemble(words: &[u32]) -> String {
    let mut out = String::new();
    let [_, version, generator, bound, schema, instructions @ ..] = words else { return out };
    _ = write!(
        out,
        "; SPIR-V\n; Version: {}.{}\n; Generator: {}\n; Bound: {bound}\n; Schema: {schema}\n",
        version >> 16 & 0xFF,
        version >> 8 & 0xFF,
        generators::describe(*generator),
    );
    let mut names = Names::default();
    let mut facts = Facts::default();
    for words in split(instructions) {
        let opcode = words[0] & 0xFFFF;
        facts.note(opcode, words);
        names.note(opcode, words, &facts);
    }
    let start = out.len();
    let has_raw = write_all(instructions, &names, &mut out);
    if has_raw {
        // Raw words hold ids as numbers, so that is what all are called: a name could be given the number of one that
        // only raw words have.
        out.truncate(start);
        write_all(instructions, &Names::default(), &mut out);
    }
    out
}

/// An instruction of a binary, as spirv-dis prints it with `--raw-id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// Without indentation.
    pub text: String,
    /// The bytes of the operand at the offset that was asked for; `None` where that is the first word.
    pub operand: Option<Range<usize>>,
}

/// The instructions at these offsets of a binary, or with an operand there.
pub fn disassemble_at(words: &[u32], offsets: &BTreeSet<usize>) -> BTreeMap<usize, Disassembled> {
    const HEADER: usize = 5;
    let (mut found, mut facts, names) = (BTreeMap::new(), Facts::default(), Names::default());
    let (Some(last), Some(instructions)) = (offsets.last(), words.get(HEADER..)) else { return found };
    let mut at = HEADER;
    for words in split(instructions) {
        if at > *last {
            break;
        }
        for &offset in offsets.range(at..at + words.len()) {
            let mut out = String::new();
            let mut writer = Writer::new(&mut out, &names, &facts);
            writer.wanted = offset - at;
            writer.instruction(words[0] & 0xFFFF, words);
            let operand = writer.operand.take();
            let text = out.trim();
            let indent = out.len() - out.trim_start().len();
            let operand = operand.map(|bytes| bytes.start - indent..bytes.end - indent);
            found.insert(offset, Disassembled { text: text.to_owned(), operand });
        }
        facts.note(words[0] & 0xFFFF, words);
        at += words.len();
    }
    found
}

/// Writes all instructions; whether there are any that are written as raw words.
fn write_all(instructions: &[u32], names: &Names, out: &mut String) -> bool {
    let mut facts = Facts::default();
    let mut has_raw = false;
    for words in split(instructions) {
        let opcode = words[0] & 0xFFFF;
        if Writer::new(out, names, &facts).instruction(opcode, words) {
            facts.note(opcode, words);
        } else {
            // Readers do not know what raw words define.
            has_raw = true;
        }
    }
    has_raw
}

/// The instructions, each with its first word.
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

struct Writer<'a> {
    out: &'a mut String,
    names: &'a Names,
    facts: &'a Facts,
    /// A word of the instruction, counted from its first.
    wanted: usize,
    /// The bytes of the operand that has that word.
    operand: Option<Range<usize>>,
}

impl<'a> Writer<'a> {
    fn new(out: &'a mut String, names: &'a Names, facts: &'a Facts) -> Writer<'a> {
        Writer { out, names, facts, wanted: 0, operand: None }
    }

    /// Notes what was written from byte `start` on, after a space, for some words.
    fn written(&mut self, words: Range<usize>, start: usize) {
        if words.contains(&self.wanted) && self.wanted > 0 {
            self.operand = Some(start + 1..self.out.len());
        }
    }

    /// Writes an instruction; false where it is written as raw words.
    fn instruction(&mut self, opcode: u32, words: &[u32]) -> bool {
        let Some(row) = core_index(opcode) else {
            return self.raw_instruction(words);
        };
        let (row, shape) = (&CORE[row], &SHAPES[row]);
        let head = 1 + usize::from(shape.result_type) + usize::from(shape.result_id);
        let Some(operands) = words.get(head..) else { return self.raw_instruction(words) };
        let ty = if shape.result_type { words[1] } else { 0 };
        let start = self.out.len();
        if shape.result_id {
            let name = self.names.get(words[head - 1]);
            _ = write!(self.out, "{:>width$}{name}", '%', width = INDENT.saturating_sub(3 + name.len()));
            let start = self.out.len() - name.len() - 2;
            self.written(head - 1..head, start);
            self.out.push_str(" = ");
        } else {
            _ = write!(self.out, "{:INDENT$}", "");
        }
        self.out.push_str("Op");
        self.out.push_str(spellings::name(&OPCODE, opcode).unwrap_or(row.name));
        if shape.result_type {
            let start = self.out.len();
            self.id(ty);
            self.written(1..2, start);
        }
        if self.operands(opcode, ty, (head, operands), operands::plan(row)) {
            self.out.push('\n');
            true
        } else {
            // After a raw operand spirv-as knows no names.
            self.out.truncate(start);
            self.raw_instruction(words)
        }
    }

    /// Writes the operands, from word `head` on; false where the tables do not know them all, or some lack.
    fn operands(&mut self, opcode: u32, ty: u32, (head, words): (usize, &[u32]), plan: Plan) -> bool {
        let mut operands = Operands::new(self.facts, opcode, ty, plan);
        let mut at = 0;
        while at < words.len() {
            let Some(kind) = operands.next(false) else { return false };
            let start = self.out.len();
            let Some(count) = self.operand(kind, &words[at..]) else { return false };
            self.written(head + at..head + at + count, start);
            operands.note(self.facts, kind, words[at]);
            at += count;
        }
        operands.next(true).is_none()
    }

    /// Writes an operand; gives the number of its words. `None` where the tables do not know it.
    fn operand(&mut self, kind: Kind, words: &[u32]) -> Option<usize> {
        let word = *words.first()?;
        match kind {
            Kind::Id => self.id(word),
            Kind::Integer => self.number(Number::Int(32, false), &[word]),
            Kind::Number(number) => {
                let words = words.get(..number.words())?;
                self.number(number, words);
                return Some(words.len());
            }
            Kind::String => return self.string(words),
            Kind::Enum(def) => self.enumerants(def, word)?,
            Kind::Opcode => self.word(spellings::name(&OPCODE, word)?),
            Kind::Extended(set) => self.extended(set, word),
        }
        Some(1)
    }

    fn id(&mut self, id: u32) {
        self.out.push_str(" %");
        self.out.push_str(&self.names.get(id));
    }

    fn word(&mut self, text: &str) {
        self.out.push(' ');
        self.out.push_str(text);
    }

    /// A word as it is.
    fn raw(&mut self, word: u32) {
        _ = write!(self.out, " !{word}");
    }

    fn raw_instruction(&mut self, words: &[u32]) -> bool {
        _ = write!(self.out, "{:width$}", "", width = INDENT - 1);
        for (at, word) in words.iter().enumerate() {
            let start = self.out.len();
            self.raw(*word);
            self.written(at..at + 1, start);
        }
        self.out.push('\n');
        false
    }

    fn number(&mut self, number: Number, words: &[u32]) {
        self.out.push(' ');
        numbers::print(self.out, number, words);
    }

    fn string(&mut self, words: &[u32]) -> Option<usize> {
        let bytes = string_bytes(words)?;
        self.out.push_str(" \"");
        for c in byte_string::text_of(bytes).chars() {
            if matches!(c, '"' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
        self.out.push('"');
        string_words(words)
    }

    fn enumerants(&mut self, def: &EnumDef, value: u32) -> Option<()> {
        if !def.is_known(value) {
            return None;
        }
        if value == 0 || !def.bits {
            self.word(spellings::name(def, value)?);
            return Some(());
        }
        let bits = (0..32).map(|bit| 1 << bit).filter(|bit| value & bit != 0);
        let names: Vec<_> = bits.filter_map(|bit| spellings::name(def, bit)).collect();
        self.word(&names.join("|"));
        Some(())
    }

    fn extended(&mut self, set: Option<&ExtSet>, number: u32) {
        match set.filter(|set| has_names(set)).and_then(|set| Some((set, set.row(number)?))) {
            Some((set, row)) => self.word(row.name.strip_prefix(set.prefix).unwrap_or(row.name)),
            None => _ = write!(self.out, " {number}"),
        }
    }
}

/// Whether SPIRV-Tools knows the instructions of a set: of the non-semantic ones it knows two.
fn has_names(set: &ExtSet) -> bool {
    const KNOWN: [&str; 2] = ["NonSemantic.Shader.DebugInfo.100", "NonSemantic.ClspvReflection"];
    !set.non_semantic || KNOWN.iter().any(|name| set.import_name.starts_with(name))
}
