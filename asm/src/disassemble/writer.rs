//! Instruction writer for assembly text

use super::style::Palette;
use crate::generated::ops::{CORE, OPCODE, SHAPES};
use crate::literal::Number;
use crate::literal_string::{string_bytes, string_words};
use crate::names::Names;
use crate::numbers;
use crate::operands::{self, ExpectedOperands, OperandContext, OperandKind, Operands};
use crate::sets::ExtSet;
use crate::spellings;
use crate::table::core_index;
use spv_grammar::EnumDef;
use spv_grammar::byte_string;
use std::fmt::Write;
use std::ops::Range;

/// Default column of the opcode names. Result ids and equals signs precede this column.
pub(super) const INDENT: usize = 15;

pub(super) struct Writer<'a> {
    out: &'a mut String,
    names: &'a Names,
    facts: &'a OperandContext,
    /// Column of the opcode name in blocks without nesting.
    pub(super) indent: usize,
    /// Additional columns between the equals sign and the opcode name.
    pub(super) nesting: usize,
    pub(super) palette: Palette,
    /// Index of the instruction word whose operand is to be located; 0 for none.
    pub(super) wanted: usize,
    /// Byte range in `out` of the operand that contains the word `wanted`, once it has been written.
    pub(super) operand: Option<Range<usize>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut String, names: &'a Names, facts: &'a OperandContext) -> Writer<'a> {
        let palette = Palette::default();
        Writer { out, names, facts, indent: INDENT, nesting: 0, palette, wanted: 0, operand: None }
    }

    /// Records the byte range of an operand if the word range `words` contains `wanted`. The operand's text begins at
    /// byte `start`.
    fn written(&mut self, words: Range<usize>, start: usize) {
        if words.contains(&self.wanted) && self.wanted > 0 {
            self.operand = Some(start..self.out.len());
        }
    }

    /// Writes an instruction without a line break. Writes nothing and returns false if the grammar does not cover it
    /// completely.
    pub(super) fn instruction(&mut self, opcode: u32, words: &[u32]) -> bool {
        let Some(row) = core_index(opcode) else { return false };
        let (row, shape) = (&CORE[row], &SHAPES[row]);
        let head = 1 + usize::from(shape.result_type) + usize::from(shape.result_id);
        let Some(operands) = words.get(head..) else { return false };
        let ty = if shape.result_type { words[1] } else { 0 };
        let start = self.out.len();
        let Palette { result, reset, .. } = self.palette;
        if shape.result_id {
            let mut digits = itoa::Buffer::new();
            let name = self.names.get(words[head - 1], &mut digits);
            self.out.push_str(result);
            self.spaces(self.indent.saturating_sub(4 + name.len()));
            self.out.push('%');
            self.out.push_str(name);
            let start = self.out.len() - name.len() - 1;
            self.written(head - 1..head, start);
            self.out.push_str(reset);
            self.out.push_str(" = ");
        } else {
            self.spaces(self.indent);
        }
        self.spaces(self.nesting);
        self.out.push_str("Op");
        self.out.push_str(spellings::name(&OPCODE, opcode).unwrap_or(row.name));
        if shape.result_type {
            let start = self.out.len() + 1;
            self.id(ty);
            self.written(1..2, start);
        }
        let is_known = self.operands(opcode, ty, (head, operands), operands::plan(row));
        if !is_known {
            self.out.truncate(start);
        }
        is_known
    }

    fn spaces(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    /// Writes the operands in `words`, the first of which is word `head` of the instruction. Returns false if any of
    /// them is unknown or missing.
    fn operands(
        &mut self,
        opcode: u32,
        ty: u32,
        (head, words): (usize, &[u32]),
        plan: ExpectedOperands,
    ) -> bool {
        let mut operands = Operands::new(self.facts, opcode, ty, plan);
        let mut at = 0;
        while at < words.len() {
            let Some(kind) = operands.next(false) else { return false };
            let start = self.out.len() + 1;
            let Some(count) = self.operand(kind, &words[at..]) else { return false };
            self.written(head + at..head + at + count, start);
            operands.note(self.facts, kind, words[at]);
            at += count;
        }
        operands.next(true).is_none()
    }

    /// Writes an operand and returns its length in words. Returns `None` if the grammar does not contain its value.
    fn operand(&mut self, kind: OperandKind, words: &[u32]) -> Option<usize> {
        let word = *words.first()?;
        let Palette { literal, reset, .. } = self.palette;
        match kind {
            OperandKind::Id | OperandKind::ConstantId(_) => self.id(word),
            OperandKind::Integer => self.number(Number::Int(32, false), &[word]),
            OperandKind::Number(number) => {
                let words = words.get(..number.words())?;
                self.number(number, words);
                return Some(words.len());
            }
            OperandKind::String => return self.string(words),
            OperandKind::Enum(def) => self.enumerants(def, word)?,
            OperandKind::Opcode => self.parts([literal, spellings::name(&OPCODE, word)?, reset]),
            OperandKind::Extended(set) => self.extended(set, word),
        }
        Some(1)
    }

    /// Writes a space and the concatenation of `parts`, which form one operand.
    fn parts<const N: usize>(&mut self, parts: [&str; N]) {
        self.out.push(' ');
        parts.into_iter().for_each(|part| self.out.push_str(part));
    }

    fn id(&mut self, id: u32) {
        let Palette { id: color, reset, .. } = self.palette;
        self.parts([color, "%", self.names.get(id, &mut itoa::Buffer::new()), reset]);
    }

    fn number(&mut self, number: Number, words: &[u32]) {
        let Palette { literal, reset, .. } = self.palette;
        self.parts([literal]);
        numbers::print(self.out, number, words);
        self.out.push_str(reset);
        self.out.push_str(reset);
    }

    fn string(&mut self, words: &[u32]) -> Option<usize> {
        let bytes = string_bytes(words)?;
        let Palette { string, reset, .. } = self.palette;
        self.parts(["\"", string]);
        for c in byte_string::text_of(bytes).chars() {
            if matches!(c, '"' | '\\') {
                self.out.push('\\');
            }
            self.out.push(c);
        }
        [reset, "\"", reset].into_iter().for_each(|part| self.out.push_str(part));
        string_words(words)
    }

    fn enumerants(&mut self, def: &EnumDef, value: u32) -> Option<()> {
        if def.bits && !def.is_known(value) {
            return None;
        }
        if value == 0 || !def.bits {
            // A bit set without bits is valid even if the grammar has no name for 0.
            let name = spellings::name(def, value).or((def.bits && value == 0).then_some(""))?;
            self.parts([name, self.palette.reset]);
            return Some(());
        }
        let bits = (0..32).map(|bit| 1 << bit).filter(|bit| value & bit != 0);
        for (at, name) in bits.filter_map(|bit| spellings::name(def, bit)).enumerate() {
            self.out.push(if at == 0 { ' ' } else { '|' });
            self.out.push_str(name);
        }
        self.out.push_str(self.palette.reset);
        Some(())
    }

    fn extended(&mut self, set: Option<&ExtSet>, number: u32) {
        let Palette { literal, reset, .. } = self.palette;
        match set.filter(|set| has_names(set)).and_then(|set| Some((set, set.row(number)?))) {
            Some((set, row)) => {
                self.parts([literal, row.name.strip_prefix(set.prefix).unwrap_or(row.name), reset]);
            }
            None => _ = write!(self.out, " {literal}{number}{reset}"),
        }
    }
}

/// Returns whether SPIRV-Tools knows the instructions of an extended instruction set. It knows all semantic sets and
/// the listed non-semantic sets.
fn has_names(set: &ExtSet) -> bool {
    const KNOWN: [&str; 4] = [
        "NonSemantic.Shader.DebugInfo.",
        "NonSemantic.Graph.DebugInfo.",
        "NonSemantic.ClspvReflection.",
        "NonSemantic.VkspReflection.",
    ];
    !set.non_semantic || KNOWN.iter().any(|name| set.import_name.starts_with(name))
}
