//! Maps words of a binary to shader source lines, using OpLine and DebugLine

use crate::render::instruction_of;
use crate::shader_text;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::opcodes::{self as op, debug_info};
use spv_dialect::generated::ops::CORE;
use spv_ir::diag::{Diagnostic, Place, Severity};
use spv_ir::render::Renderer;
use spv_ir::{Context, Diagnostics, LocData, Location};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Number of words in the SPIR-V header, which precedes the first instruction.
const HEADER: usize = 5;

/// Returns the word offset of a position in a binary, or `None` if it has none.
pub(crate) fn line_of(place: &Place) -> Option<usize> {
    match place {
        Place::Word { offset, .. } => Some(*offset),
        Place::Op(loc) => loc.text_offset(),
        _ => None,
    }
}

/// The operands of OpLine or DebugLine: the id of the file name or DebugSource, the line number and the column number.
pub(crate) type Line = (u32, u32, u32);

/// The source lines that apply to the instructions of diagnostics, and the source texts.
pub(crate) struct Lines {
    /// Source line by word offset of a diagnostic.
    pub at: BTreeMap<usize, Line>,
    /// Word offset of the instruction with this source line and opcode, or `None` if there are several.
    instructions: BTreeMap<(Line, u32), Option<usize>>,
    /// String literals of OpString, by id.
    strings: BTreeMap<u32, String>,
    /// Source texts of OpSource, by file id.
    sources: BTreeMap<u32, String>,
    /// For each DebugSource, the id of the file name, and the ids of the strings that form the text. Only ids are
    /// stored, because several instructions may share a long string.
    debug_sources: BTreeMap<u32, (u32, Vec<u32>)>,
}

/// Maximum length in bytes of a source text that is split over a DebugSource and its DebugSourceContinued instructions.
/// Longer texts are truncated.
const MOST_TEXT: usize = 1 << 22;

/// State of the `NonSemantic.Shader.DebugInfo` instructions while a binary is scanned.
#[derive(Default)]
struct DebugLines {
    /// Ids of the imported debug info instruction sets.
    sets: BTreeSet<u32>,
    /// Values of OpConstant, by id.
    numbers: BTreeMap<u32, u32>,
    /// Id of the most recent DebugSource.
    source: Option<u32>,
    line: Option<Line>,
}

impl DebugLines {
    /// Processes an OpExtInst. Returns whether the instruction only defines source lines. If not, a source line may
    /// apply to the instruction itself.
    fn instruction(&mut self, i: &[u32], lines: &mut Lines) -> bool {
        let &[_, _, id, set, number, ref operands @ ..] = i else { return false };
        if !self.sets.contains(&set) {
            return false;
        }
        match (number, operands) {
            (debug_info::DEBUG_SOURCE, &[file, ref text @ ..]) => {
                lines.debug_sources.insert(id, (file, text.to_vec()));
                self.source = Some(id);
            }
            (debug_info::DEBUG_SOURCE_CONTINUED, &[text]) => {
                if let Some((_, parts)) = self.source.and_then(|source| lines.debug_sources.get_mut(&source))
                {
                    parts.push(text);
                }
            }
            (debug_info::DEBUG_LINE, &[source, line, _, column, _]) => {
                let number = |id| self.numbers.get(&id).copied().unwrap_or(0);
                self.line = Some((source, number(line), number(column)));
            }
            (debug_info::DEBUG_NO_LINE, _) => self.line = None,
            _ => return false,
        }
        true
    }
}

impl Lines {
    /// Scans the words of a binary for the source lines that apply to the diagnostics in `list`.
    pub fn new(list: &Diagnostics, ctx: Option<&Context>, words: &[u32]) -> Lines {
        let mut wanted: BTreeSet<usize> = list.list.iter().filter_map(|d| line_of(&d.place)).collect();
        let stated = ctx.is_some() && list.list.iter().any(|d| matches!(d.place, Place::Op(_)));
        let mut lines = Lines {
            at: BTreeMap::default(),
            instructions: BTreeMap::default(),
            strings: BTreeMap::default(),
            sources: BTreeMap::default(),
            debug_sources: BTreeMap::default(),
        };
        let (mut line, mut source) = (None, None);
        let mut debug = DebugLines::default();
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
                (op::EXT_INST_IMPORT, &[_, id, ref name @ ..])
                    if text(name).starts_with("NonSemantic.Shader.DebugInfo.") =>
                {
                    debug.sets.insert(id);
                }
                (op::CONSTANT, &[_, _, id, number]) => _ = debug.numbers.insert(id, number),
                (op::EXT_INST, _) if debug.instruction(i, &mut lines) => {}
                _ => {
                    if let Some(line) = debug.line.or(line) {
                        // Word offsets of diagnostics within this instruction.
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
            // Source lines apply only until the end of the block.
            if TERMINATORS.contains(&opcode) {
                (line, debug.line) = (None, None);
            }
        }
        lines
    }

    /// Returns the position of a diagnostic, and its source line if known. An op with an explicit location is mapped to
    /// the only instruction with this source line and opcode. If there are several, only the source line is known.
    pub fn place(&self, ctx: Option<&Context>, diagnostic: &Diagnostic) -> (Place, Option<Line>) {
        let known = || {
            let Place::Op(loc) = diagnostic.place else { return None };
            let ctx = ctx.filter(|_| loc.is_explicit())?;
            let stated = stated(ctx, loc)?;
            let (name, _) = instruction_of(&diagnostic.message);
            let name = name.split(' ').next().and_then(|name| name.strip_prefix("Op"))?;
            let opcode = CORE.iter().find(|row| row.name.strip_prefix("spv.") == Some(name))?.opcode;
            let (line, column) = (stated.line, stated.column);
            let is_file = |name: &String| stated.file.as_ref().is_none_or(|file| file == name);
            let debug = self.debug_sources.iter().map(|(id, (file, _))| (id, file));
            let ids = self.strings.keys().map(|id| (id, id)).chain(debug);
            let named = |file: &u32| self.strings.get(file).is_some_and(is_file);
            ids.filter(|(_, file)| named(file))
                .map(|(id, _)| *id)
                .map(|id| (id, line, column))
                .find_map(|line| Some((*self.instructions.get(&(line, opcode))?, line)))
        };
        match known() {
            Some((Some(offset), line)) => (Place::Op(Location::text(offset)), Some(line)),
            Some((None, line)) => (diagnostic.place.clone(), Some(line)),
            None => (diagnostic.place.clone(), None),
        }
    }

    /// Returns the name of the file with this id.
    #[cfg(feature = "json")]
    pub fn file_name(&self, id: u32) -> &str {
        self.file(id).0
    }

    /// Returns the name and source text of the file with this id, which is an OpString or a DebugSource.
    fn file(&self, id: u32) -> (&str, Cow<'_, str>) {
        let string = |id: &u32| self.strings.get(id).map(String::as_str);
        let Some((file, parts)) = self.debug_sources.get(&id) else {
            let source = self.sources.get(&id).map_or("", |text| text);
            return (string(&id).unwrap_or("(unknown file)"), Cow::Borrowed(source));
        };
        let mut text = String::new();
        for part in parts.iter().filter_map(string) {
            if text.len() + part.len() > MOST_TEXT {
                break;
            }
            text.push_str(part);
        }
        (string(file).unwrap_or("(unknown file)"), Cow::Owned(text))
    }

    /// Renders the note that shows a source line. `color` selects terminal colors.
    pub fn note(&self, (file, line, column): Line, color: bool) -> String {
        let (name, source) = self.file(file);
        let message = "the instruction comes from this line of the shader";
        let note = |place| Diagnostic::new(Severity::Note, place, message);
        let Some(source) = shader_text::numbered(&source, name, line) else {
            let place = format!("{name}:{line}:{column}");
            return Renderer::new(&place, "", color).render(&note(Place::Op(Location::UNKNOWN)));
        };
        let mut lines = source.split_inclusive('\n');
        let start: usize = lines.by_ref().take((line as usize).saturating_sub(1)).map(str::len).sum();
        let before = lines.next().unwrap_or("").chars().take((column as usize).saturating_sub(1));
        let at = start + before.map(char::len_utf8).sum::<usize>();
        Renderer::new(name, &source, color).render(&note(Place::Op(Location::text(at))))
    }
}

/// Opcodes of block terminators. A source line does not apply beyond the end of its block.
const TERMINATORS: [u32; 7] =
    [op::BRANCH, op::BRANCH_CONDITIONAL, op::SWITCH, op::KILL, op::RETURN, op::RETURN_VALUE, op::UNREACHABLE];

/// The source position in an explicit location.
struct Stated {
    /// File name, or `None` if the location refers to a DebugSource symbol instead.
    file: Option<String>,
    line: u32,
    column: u32,
}

/// Returns the source position in a location, or `None` if it has none. Prefers DebugLine over OpLine, like [`Lines`].
fn stated(ctx: &Context, loc: Location) -> Option<Stated> {
    let mut loc = loc;
    loop {
        loc = match ctx.loc_data(loc) {
            LocData::FileLineCol { file, line, column } => {
                return Some(Stated { file: Some(ctx.str(*file).to_owned()), line: *line, column: *column });
            }
            LocData::Name { child, .. } => *child,
            LocData::CallSite { callee, .. } => *callee,
            LocData::Fused { parts, metadata } => match metadata.and_then(|m| attributes::view(ctx, m)) {
                Some((AttrKind::DebugLine, &[_, line, _, column, _])) => {
                    let number = |attr| ctx.attr_u64(attr).map(|number| number as u32);
                    return Some(Stated { file: None, line: number(line)?, column: number(column)? });
                }
                _ => *parts.last()?,
            },
            LocData::Unknown => return None,
        };
    }
}

/// Decodes the string literal at the start of `words`.
fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_many_parts_takes_little_memory() {
        let part = "a\n".repeat(30_000);
        let continued = "%more = OpExtInst %void %set DebugSourceContinued %text\n".repeat(400);
        let assembly = format!(
            "OpCapability Shader\n%set = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n\
             OpMemoryModel Logical GLSL450\n%text = OpString \"{part}\"\n%void = OpTypeVoid\n\
             %source = OpExtInst %void %set DebugSource %text %text\n{continued}"
        );
        let words = spv_asm::assemble(&assembly).expect("it is assembly");
        let lines = Lines::new(&Diagnostics::default(), None, &words);
        let (source, (_, parts)) = lines.debug_sources.first_key_value().expect("there is one");
        assert_eq!(parts.len(), 401);
        assert_eq!(lines.file(*source).1.len(), MOST_TEXT / part.len() * part.len());
    }
}
