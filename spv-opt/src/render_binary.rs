//! Diagnostics about a binary, with the lines of the shader that OpLine names.

use crate::Source;
use crate::render::{binary_name, instruction_of, part, summary};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::CORE;
use spv_ir::diag::{Diagnostic, Place, Severity};
use spv_ir::render::Renderer;
use spv_ir::{Context, Diagnostics, LocData, Location};
use spv_serialize::asm::Places;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Words in front of the first instruction.
const HEADER: usize = 5;

/// The magic number, in the wrong endianness.
const SWAPPED: u32 = 0x0302_2307;

/// As [`crate::render`], for a binary: `words` are those of the file, in either endianness. Where
/// OpLine says which line of a shader an instruction comes from, a note shows it, with the line itself where
/// the binary holds the source. The text of `source` is the assembly that the words were made of, if they were; messages
/// show it then.
pub fn render_binary(list: &Diagnostics, source: Source<'_>, words: &[u32], color: bool) -> String {
    let words: Cow<'_, [u32]> = match words.first() {
        Some(&SWAPPED) => words.iter().map(|word| word.swap_bytes()).collect(),
        _ => words.into(),
    };
    let lines = Lines::new(list, source.ctx, &words);
    let plain = Renderer::new(source.file, source.text, color);
    let assembly = (!source.text.is_empty()).then(|| Places::new(source.text));
    let mut out = String::new();
    let show = |severity, place: &Place, message: &str| {
        let (place, message) = match &assembly {
            Some(assembly) => in_assembly(assembly, place, message),
            None => (place.clone(), message.to_owned()),
        };
        let mut one = String::new();
        part(&mut one, &plain, source, severity, &place, &message, color);
        one
    };
    for diagnostic in &list.list {
        let (place, known) = lines.place(source.ctx, diagnostic);
        out += &show(diagnostic.severity, &place, &diagnostic.message);
        for (place, message) in &diagnostic.notes {
            out += &show(Severity::Note, place, message);
        }
        let line = known.or_else(|| lines.at.get(&line_of(&place)?).copied());
        out += &line.map_or_else(String::new, |line| lines.note(line, color));
    }
    out + &summary(list)
}

/// The place of a message in an assembly, and the message as it speaks of that.
fn in_assembly(assembly: &Places, place: &Place, message: &str) -> (Place, String) {
    let (offset, instruction, message) = match place {
        Place::Word { offset, instruction } => (Some(*offset), binary_name(instruction), message),
        Place::Op(loc) => {
            let (instruction, message) = instruction_of(message);
            (loc.text_offset(), instruction, message)
        }
        _ => (None, String::new(), message),
    };
    let message = assembly.reworded(message);
    let message = if instruction.is_empty() { message } else { format!("{instruction}: {message}") };
    let bytes = offset.and_then(|offset| assembly.of_word(offset));
    (bytes.map_or(place.clone(), Place::Text), message)
}

/// The word that a place is.
fn line_of(place: &Place) -> Option<usize> {
    match place {
        Place::Word { offset, .. } => Some(*offset),
        Place::Op(loc) => loc.text_offset(),
        _ => None,
    }
}

/// What OpLine says: the id of the file, line, column.
type Line = (u32, u32, u32);

/// The lines in force at the places of diagnostics.
struct Lines {
    /// By offset of a word.
    at: BTreeMap<usize, Line>,
    /// Where instructions with a line and an opcode stand; `None` where there are several.
    instructions: BTreeMap<(Line, u32), Option<usize>>,
    /// OpString.
    strings: BTreeMap<u32, String>,
    /// The text of OpSource, by the id of the file.
    sources: BTreeMap<u32, String>,
}

impl Lines {
    fn new(list: &Diagnostics, ctx: Option<&Context>, words: &[u32]) -> Lines {
        let mut wanted: BTreeSet<usize> = list.list.iter().filter_map(|d| line_of(&d.place)).collect();
        let stated = ctx.is_some() && list.list.iter().any(|d| matches!(d.place, Place::Op(_)));
        let mut lines = Lines {
            at: BTreeMap::default(),
            instructions: BTreeMap::default(),
            strings: BTreeMap::default(),
            sources: BTreeMap::default(),
        };
        let (mut line, mut source) = (None, None);
        let mut at = HEADER;
        while let Some(&first) = words.get(at) {
            let (opcode, length) = (first & 0xFFFF, (first >> 16) as usize);
            let Some(i) = words.get(at..at + length).filter(|i| !i.is_empty()) else { break };
            match (opcode, i) {
                (op::LINE, &[_, file, number, column]) => line = Some((file, number, column)),
                (op::NO_LINE | op::FUNCTION_END, _) => line = None,
                (op::STRING, &[_, id, ..]) => _ = lines.strings.insert(id, text(&i[2..])),
                (op::SOURCE, &[_, _, _, file, ..]) => {
                    source = Some(file);
                    lines.sources.insert(file, text(&i[4..]));
                }
                (op::SOURCE_CONTINUED, _) => {
                    if let Some(all) = source.and_then(|file| lines.sources.get_mut(&file)) {
                        all.push_str(&text(&i[1..]));
                    }
                }
                _ => {
                    if let Some(line) = line {
                        // The words that are asked for, in this instruction.
                        let inside: Vec<usize> = wanted.range(at..at + length).copied().collect();
                        for offset in inside {
                            lines.at.insert(offset, line);
                            wanted.remove(&offset);
                        }
                        if stated {
                            let place = lines.instructions.entry((line, opcode));
                            place.and_modify(|place| *place = None).or_insert(Some(at));
                        }
                    }
                }
            }
            at += length;
            // A line ends with its block.
            if TERMINATORS.contains(&opcode) {
                line = None;
            }
        }
        lines
    }

    /// The place of a diagnostic, and its line where it is stated: an op with a stated location is that of the
    /// only instruction with this line and opcode.
    fn place(&self, ctx: Option<&Context>, diagnostic: &Diagnostic) -> (Place, Option<Line>) {
        let known = || {
            let Place::Op(loc) = diagnostic.place else { return None };
            let ctx = ctx.filter(|_| loc.is_explicit())?;
            let (file, line, column) = stated(ctx, loc)?;
            let (name, _) = instruction_of(&diagnostic.message);
            let name = name.split(' ').next().and_then(|name| name.strip_prefix("Op"))?;
            let opcode = CORE.iter().find(|row| row.name.strip_prefix("spv.") == Some(name))?.opcode;
            let ids = self.strings.iter().filter(|(_, text)| **text == file).map(|(id, _)| *id);
            ids.map(|id| (id, line, column))
                .find_map(|line| Some((self.instructions.get(&(line, opcode)).copied()??, line)))
        };
        match known() {
            Some((offset, line)) => (Place::Op(Location::text(offset)), Some(line)),
            None => (diagnostic.place.clone(), None),
        }
    }

    /// The note that shows a line.
    fn note(&self, (file, line, column): Line, color: bool) -> String {
        let name = self.strings.get(&file).map_or("(unknown file)", |name| name);
        let source = self.sources.get(&file).map_or("", |text| text);
        let message = "the instruction comes from this line of the shader";
        let start: usize =
            source.split_inclusive('\n').take((line as usize).saturating_sub(1)).map(str::len).sum();
        let text = source.get(start..).and_then(|rest| rest.lines().next());
        let note = |place, message: String| Diagnostic {
            severity: Severity::Note,
            place,
            message,
            notes: Vec::new(),
        };
        match text.filter(|_| line > 0) {
            Some(text) => {
                let skipped =
                    text.chars().take((column as usize).saturating_sub(1)).map(char::len_utf8).sum::<usize>();
                let at = start + skipped;
                Renderer::new(name, source, color)
                    .render(&note(Place::Op(Location::text(at)), message.to_owned()))
            }
            None => {
                let place = format!("{name}:{line}:{column}");
                Renderer::new(&place, "", color)
                    .render(&note(Place::Op(Location::UNKNOWN), message.to_owned()))
            }
        }
    }
}

/// Instructions behind which no line is in force.
const TERMINATORS: [u32; 7] =
    [op::BRANCH, op::BRANCH_CONDITIONAL, op::SWITCH, op::KILL, op::RETURN, op::RETURN_VALUE, op::UNREACHABLE];

/// The file, line and column that a location states.
fn stated(ctx: &Context, loc: Location) -> Option<(String, u32, u32)> {
    let mut loc = loc;
    loop {
        loc = match ctx.loc_data(loc) {
            LocData::FileLineCol { file, line, column } => {
                return Some((ctx.str(*file).to_owned(), *line, *column));
            }
            LocData::Name { child, .. } => *child,
            LocData::CallSite { callee, .. } => *callee,
            LocData::Fused { parts, .. } => *parts.first()?,
            LocData::Unknown => return None,
        };
    }
}

/// The string literal that words start with.
fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_shader() {
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 9, 0];
        let mut add = |opcode: u32, operands: &[u32]| {
            let at = words.len();
            words.push((operands.len() as u32 + 1) << 16 | opcode);
            words.extend_from_slice(operands);
            at
        };
        let literal = |text: &str| -> Vec<u32> {
            let mut bytes = text.as_bytes().to_vec();
            bytes.resize(bytes.len() / 4 * 4 + 4, 0);
            bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
        };
        add(op::STRING, &[&[1][..], &literal("a.frag")].concat());
        add(op::SOURCE, &[&[2, 450, 1][..], &literal("int a;\nint b")].concat());
        add(op::SOURCE_CONTINUED, &literal(" = a + a;\n"));
        add(op::LINE, &[1, 2, 9]);
        add(op::I_ADD, &[3, 4, 5, 5]);
        add(op::LINE, &[7, 1, 1]);
        let second = add(op::I_ADD, &[3, 6, 5, 5]);
        add(op::NO_LINE, &[]);
        let third = add(op::I_ADD, &[3, 7, 5, 5]);
        let ctx = crate::context();
        let mut list = Diagnostics::default();
        list.error(Place::Op(ctx.file_location(ctx.ident("a.frag"), 2, 9)), "'spv.IAdd' op is wrong");
        list.error(Place::Op(Location::text(second)), "'spv.IAdd' op is wrong");
        list.error(Place::Word { offset: third + 1, instruction: "spv.IAdd" }, "is wrong");
        let source = Source { file: "a.spv", text: "", ctx: Some(&ctx) };
        insta::assert_snapshot!(render_binary(&list, source, &words, false), @r"
        a.spv: word 0x19 (25): OpIAdd: error: is wrong
        a.frag:2:9: note: the instruction comes from this line of the shader
        int b = a + a;
                ^
        a.spv: word 0x22 (34): OpIAdd: error: is wrong
        (unknown file):1:1: note: the instruction comes from this line of the shader
        a.spv: word 0x29 (41): OpIAdd: error: is wrong
        3 errors
        ");
    }
}
