//! Renders diagnostics as JSON

use crate::Source;
use crate::render::in_binary;
use crate::render_binary::native;
use crate::shader_lines::{Lines, line_of};
use crate::unnamed::with_ids;
use serde_json::{Map, Value, json};
use spv_asm::{Places, disassemble_at};
use spv_ir::Diagnostics;
use spv_ir::diag::{Diagnostic, Excerpt, Place, Severity};
use spv_ir::render::Renderer;

/// Renders diagnostics as JSON, one object per line. docs/diagnostics.md describes the fields. `words` is the binary
/// that was read, or assembled from the text of `source`, in either endianness. It is empty for MLIR text.
pub fn render_json(list: &Diagnostics, source: Source<'_>, words: &[u32]) -> String {
    let words = &*native(words);
    let list = &with_ids(list, words);
    let lines = Lines::new(list, source.ctx, words);
    let places: Vec<_> = list.list.iter().map(|diagnostic| lines.place(source.ctx, diagnostic)).collect();
    let offsets = places.iter().filter_map(|(place, _)| line_of(place)).collect();
    let instructions = disassemble_at(words, &offsets, false);
    let shown = Shown {
        source,
        renderer: Renderer::new(source.file, source.text, false),
        is_binary: !words.is_empty() || source.text.is_empty(),
        assembly: (!words.is_empty() && !source.text.is_empty()).then(|| Places::new(source.text)),
    };
    let mut out = String::new();
    for (diagnostic, (place, line)) in list.list.iter().zip(&places) {
        let mut object = shown.part(diagnostic.severity, place, &diagnostic.message);
        if let Some(rule) = &diagnostic.rule {
            object.insert("rule".to_owned(), json!(rule));
        }
        if let Some(excerpt) = &diagnostic.excerpt {
            object.insert("op".to_owned(), op(excerpt));
        }
        if let Some(shown) = line_of(place).and_then(|offset| instructions.get(&offset)) {
            object.insert("assembly".to_owned(), json!(shown.text));
            if let Some(marked) = &shown.operand {
                object.insert("assembly-marked".to_owned(), json!([marked.start, marked.end]));
            }
        }
        if let Some((file, line, column)) = line.or_else(|| lines.at.get(&line_of(place)?).copied()) {
            let file = lines.file_name(file);
            object.insert("shader".to_owned(), json!({ "file": file, "line": line, "column": column }));
        }
        let notes = diagnostic
            .notes
            .iter()
            .map(|(place, message)| Value::Object(shown.part(Severity::Note, place, message)));
        object.insert("notes".to_owned(), notes.collect());
        out += &Value::Object(object).to_string();
        out.push('\n');
    }
    out
}

/// Renders a message without a position in the input, in the format of [`render_json`].
pub fn message_json(message: &str) -> String {
    let list = Diagnostics { list: vec![Diagnostic::error(Place::None, message)] };
    render_json(&list, Source { file: "", text: "", ctx: None }, &[])
}

fn op(excerpt: &Excerpt) -> Value {
    let mut object = json!({ "around": excerpt.around });
    if let Some(text) = &excerpt.text {
        object["text"] = json!(text);
    }
    if let Some(marked) = &excerpt.marked {
        object["marked"] = json!([marked.start, marked.end]);
    }
    object
}

/// The state for rendering diagnostics about one input.
struct Shown<'a> {
    source: Source<'a>,
    renderer: Renderer<'a>,
    /// Whether offsets in locations are word offsets.
    is_binary: bool,
    /// Map from words of the binary to the assembly from which they were assembled, if any.
    assembly: Option<Places>,
}

impl Shown<'_> {
    /// Returns the severity, text and position of a message as JSON fields.
    fn part(&self, severity: Severity, place: &Place, message: &str) -> Map<String, Value> {
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| _ = object.insert(key.to_owned(), value);
        let (word, instruction, mut message) = match in_binary(place, message) {
            found if self.is_binary || matches!(place, Place::Word { .. }) => found,
            _ => (None, String::new(), message),
        };
        let reworded = self.assembly.as_ref().map(|assembly| assembly.reworded(message));
        message = reworded.as_deref().unwrap_or(message);
        set("severity", json!(severity.to_string()));
        set("message", json!(message));
        if !self.source.file.is_empty() && *place != Place::None {
            set("file", json!(self.source.file));
        }
        let in_text = match word {
            Some(offset) => {
                set("word", json!(offset));
                self.assembly.as_ref().and_then(|assembly| assembly.of_word(offset)).map(Place::Text)
            }
            None => Some(place.clone()),
        };
        if let Some([line, column, length]) = in_text.and_then(|place| self.renderer.line_and_column(&place))
        {
            set("line", json!(line));
            set("column", json!(column));
            set("length", json!(length));
        }
        if !instruction.is_empty() {
            set("instruction", json!(instruction));
        }
        object
    }
}
