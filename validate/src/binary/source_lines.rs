//! Validation of scopes, lines and columns in debug information
//!
//! Covers NonSemantic.Shader.DebugInfo and OpenCL.DebugInfo.100. Lines and columns are checked against the source
//! text, which import does not examine.

use rustc_hash::FxHashMap;
use spv_asm::literal_string::string_bytes;
use spv_dialect::generated::opcodes::{self as op, debug_info as d};
use spv_serialize::import::binary::{ImportResult, Inst};

/// Debug-info instructions with a source position: the instruction number, and the index of the word with the source.
/// The line and column follow the source.
const PLACES: [(u32, usize); 10] = [
    (d::DEBUG_TYPEDEF, 7),
    (d::DEBUG_TYPE_ENUM, 7),
    (d::DEBUG_TYPE_COMPOSITE, 7),
    (d::DEBUG_TYPE_MEMBER, 7),
    (d::DEBUG_FUNCTION, 7),
    (d::DEBUG_FUNCTION_DECLARATION, 7),
    (d::DEBUG_LEXICAL_BLOCK, 5),
    (d::DEBUG_LOCAL_VARIABLE, 7),
    (d::DEBUG_TYPE_TEMPLATE_PARAMETER, 8),
    (d::DEBUG_GLOBAL_VARIABLE, 7),
];

/// Instructions that define lexical scopes.
const SCOPES: &[u32] =
    &[d::DEBUG_COMPILATION_UNIT, d::DEBUG_FUNCTION, d::DEBUG_LEXICAL_BLOCK, d::DEBUG_TYPE_COMPOSITE];

/// The debug-info instruction set, which determines the encoding of integers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    /// NonSemantic.Shader.DebugInfo.100, in which integers are ids of constants.
    Shader,
    /// OpenCL.DebugInfo.100, in which integers are literals.
    OpenCl,
}

/// The sources and constants seen so far.
#[derive(Default)]
pub(super) struct SourceLines {
    sets: Vec<(u32, Set)>,
    strings: FxHashMap<u32, Vec<u8>>,
    /// Ids of 32-bit integer types, each with a flag for signed types.
    integers: Vec<(u32, bool)>,
    /// Values of 32-bit integer constants, keyed by id, each with a flag for signed types.
    numbers: FxHashMap<u32, (u32, bool)>,
    /// Source text of each DebugSource, keyed by id.
    texts: FxHashMap<u32, Vec<u8>>,
    /// The last valid column of each source line, keyed by DebugSource and computed on demand.
    columns: FxHashMap<u32, Vec<u32>>,
    /// Instruction numbers of debug-info instructions, keyed by result id.
    results: FxHashMap<u32, u32>,
    /// Id of the most recent DebugSource.
    last: u32,
}

impl SourceLines {
    /// Checks the next instruction.
    ///
    /// # Errors
    ///
    /// The source position does not exist in the source text.
    pub fn check(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let word = |index: usize| i.words.get(index).copied().unwrap_or(0);
        if i.opcode == op::EXT_INST_IMPORT {
            let name = i.string(2).map(|(name, _)| name).unwrap_or_default();
            let set =
                if name.starts_with("NonSemantic.Shader.DebugInfo") { Set::Shader } else { Set::OpenCl };
            if set == Set::Shader || name == "OpenCL.DebugInfo.100" {
                self.sets.push((word(1), set));
            }
        }
        if self.sets.is_empty() {
            return Ok(());
        }
        match i.opcode {
            op::STRING => {
                _ = self
                    .strings
                    .insert(word(1), string_bytes(&i.words[2.min(i.words.len())..]).unwrap_or_default())
            }
            op::TYPE_INT if word(2) == 32 => self.integers.push((word(1), word(3) != 0)),
            op::CONSTANT => {
                if let Some((_, signed)) = self.integers.iter().find(|(ty, _)| *ty == word(1)) {
                    self.numbers.insert(word(2), (word(3), *signed));
                }
            }
            op::EXT_INST => {
                let set = self.sets.iter().find(|(id, _)| *id == word(3)).map(|(_, set)| *set);
                return set.map_or(Ok(()), |set| self.instruction(i, set));
            }
            _ => {}
        }
        Ok(())
    }

    fn instruction(&mut self, i: &Inst<'_>, set: Set) -> ImportResult<()> {
        let word = |index: usize| i.words.get(index).copied().unwrap_or(0);
        self.results.insert(word(2), word(4));
        match word(4) {
            d::DEBUG_SCOPE => return self.scope(i),
            d::DEBUG_SOURCE => {
                self.last = word(2);
                if let Some(text) = i.words.get(6).and_then(|text| self.strings.get(text)) {
                    self.texts.insert(word(2), text.clone());
                }
            }
            d::DEBUG_SOURCE_CONTINUED if set == Set::Shader => {
                if let (Some(text), Some(more)) = (self.texts.get_mut(&self.last), self.strings.get(&word(5)))
                {
                    text.extend(more);
                }
            }
            d::DEBUG_LINE if set == Set::Shader => return self.line(i),
            number => {
                if let Some((_, at)) = PLACES.iter().find(|(place, _)| *place == number) {
                    return self.place(
                        i,
                        word(*at),
                        self.number(word(at + 1), set),
                        self.number(word(at + 2), set),
                    );
                }
            }
        }
        Ok(())
    }

    /// Checks the operands of a DebugScope, which import converts to locations.
    fn scope(&self, i: &Inst<'_>) -> ImportResult<()> {
        let is = |word: usize, numbers: &[u32]| {
            let number = i.words.get(word).map(|id| self.results.get(id));
            number.is_none_or(|number| number.is_some_and(|number| numbers.contains(number)))
        };
        match (is(5, SCOPES), is(6, &[d::DEBUG_INLINED_AT])) {
            (false, _) => Err(i.error_at(5, "the scope is not a lexical scope")),
            (_, false) => Err(i.error_at(6, "the inlined-at operand is not a DebugInlinedAt")),
            _ => Ok(()),
        }
    }

    fn number(&self, word: u32, set: Set) -> u32 {
        match set {
            Set::OpenCl => word,
            Set::Shader => self.numbers.get(&word).map_or(0, |(value, _)| *value),
        }
    }

    /// Checks the line and column range of a DebugLine.
    fn line(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let [source, numbers @ ..] = i.words.get(5..).unwrap_or(&[]) else { return Ok(()) };
        if self.results.get(source) != Some(&d::DEBUG_SOURCE) {
            return Err(i.error_at(5, "the source is not a DebugSource"));
        }
        let mut values = [0; 4];
        for (at, (value, id)) in values.iter_mut().zip(numbers).enumerate() {
            match self.numbers.get(id) {
                Some((number, false)) => *value = *number,
                _ => {
                    return Err(
                        i.error_at(6 + at, "lines and columns must be unsigned 32-bit integer constants")
                    );
                }
            }
        }
        let [first, last, from, to] = values;
        if first == 0 {
            return Err(i.error_at(6, "the line must be at least 1"));
        }
        if last < first || last == first && to < from {
            return Err(i.error_at(7, "the end precedes the start"));
        }
        let from = if first == last { to } else { from };
        self.place(i, *source, first, from)?;
        self.place(i, *source, last, to)
    }

    /// Checks that the DebugSource with id `source` has the given line and column. Line 0 means that the instruction
    /// has no position.
    fn place(&mut self, i: &Inst<'_>, source: u32, line: u32, column: u32) -> ImportResult<()> {
        let Some(text) = self.texts.get(&source) else { return Ok(()) };
        let columns = self.columns.entry(source).or_insert_with(|| columns(text));
        let lines = columns.len();
        if lines == 0 || line == 0 {
            return Ok(());
        }
        let Some(&most) = columns.get(line as usize - 1) else {
            return Err(i.error(format!("line {line} is beyond the {lines} lines of its source")));
        };
        match column > most {
            true => {
                Err(i.error(format!("column {column} is beyond line {line}, which ends at column {most}")))
            }
            false => Ok(()),
        }
    }
}

/// Returns the last valid column of each line in `text`: the position after the last byte, counted from 1.
fn columns(text: &[u8]) -> Vec<u32> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines
        .into_iter()
        .flat_map(|line| line.strip_suffix(b"\r").unwrap_or(line).split(|byte| *byte == b'\r'))
        .map(|line| line.len() as u32 + 1)
        .collect()
}
