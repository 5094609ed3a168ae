//! Diagnostics as data with resolved input positions, for editors and language bindings

use crate::render::in_binary;
use crate::render_binary::{in_assembly, native};
use crate::shader_lines::Lines;
use crate::unnamed::with_ids;
use crate::{Source, render, render_binary};
use spv_asm::Places;
use spv_ir::diag::{Diagnostic, Place, Severity};
use spv_ir::render::{Renderer, TextRange};
use spv_ir::{Context, Diagnostics};
use std::fmt;

/// The input from which a module was read.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Name of the input for messages.
    pub name: String,
    /// MLIR text or assembly; empty for a binary.
    pub text: String,
    /// Words of the binary that was read or assembled; empty for MLIR text.
    pub words: Vec<u32>,
}

/// A message with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The severity.
    pub severity: Severity,
    /// Message without the rule and, for a binary, without the instruction.
    pub text: String,
    /// Id of the violated rule (`VUID-...` or `SPV-...`), if validation reported the message.
    pub rule: Option<String>,
    /// Range in the MLIR text or assembly, if known.
    pub range: Option<TextRange>,
    /// Offset in the binary in 32-bit words, if known.
    pub word: Option<usize>,
    /// Name of the instruction at the word offset, as in the specification; empty if unknown.
    pub instruction: String,
    /// Notes about related positions, and advice.
    pub notes: Vec<Message>,
}

/// The errors of a failed operation. `Display` renders them with source lines, like [`render`] and [`render_binary`].
#[derive(Clone, Debug, thiserror::Error)]
pub struct Report {
    /// Messages in order of discovery; at least one.
    pub messages: Vec<Message>,
    text: String,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl Report {
    /// Constructs a report from diagnostics about an input. `ctx` is the context of the module's locations.
    pub fn new(list: &Diagnostics, input: &Input, ctx: Option<&Context>) -> Report {
        let source = Source { file: &input.name, text: &input.text, ctx };
        let text = match input.words.is_empty() {
            true => render(list, source),
            false => render_binary(list, source, &input.words, false),
        };
        let list = &with_ids(list, &native(&input.words));
        let resolver = Resolver {
            renderer: Renderer::new(&input.name, &input.text, false),
            assembly: (!input.text.is_empty() && !input.words.is_empty()).then(|| Places::new(&input.text)),
            lines: (!input.words.is_empty()).then(|| Lines::new(list, ctx, &input.words)),
            is_binary: input.text.is_empty(),
            ctx,
        };
        Report { messages: list.list.iter().map(|d| resolver.message(d)).collect(), text }
    }

    /// Constructs a report with a single error without a position, such as an invalid option.
    pub fn usage(text: impl Into<String>) -> Report {
        let list = Diagnostics { list: vec![Diagnostic::error(Place::None, text)] };
        let text = list.to_string();
        let input = Input::default();
        Report { text, ..Report::new(&list, &input, None) }
    }
}

/// A resolver for the positions in diagnostics about one input.
struct Resolver<'a> {
    renderer: Renderer<'a>,
    assembly: Option<Places>,
    lines: Option<Lines>,
    is_binary: bool,
    ctx: Option<&'a Context>,
}

impl Resolver<'_> {
    fn message(&self, diagnostic: &Diagnostic) -> Message {
        let place = match &self.lines {
            Some(lines) => lines.place(self.ctx, diagnostic).0,
            None => diagnostic.place.clone(),
        };
        let notes = diagnostic.notes.iter().map(|(place, text)| self.part(Severity::Note, place, text));
        let message = self.part(diagnostic.severity, &place, &diagnostic.message);
        Message { rule: diagnostic.rule.clone(), notes: notes.collect(), ..message }
    }

    fn part(&self, severity: Severity, place: &Place, text: &str) -> Message {
        let (place, text) = match &self.assembly {
            Some(assembly) => in_assembly(assembly, place, text),
            None => (place.clone(), text.to_owned()),
        };
        let (word, instruction, text) = match in_binary(&place, &text) {
            (Some(word), instruction, rest) if self.is_binary || matches!(place, Place::Word { .. }) => {
                (Some(word), instruction, rest.to_owned())
            }
            _ => (None, String::new(), text),
        };
        let range = self.renderer.locate(&place);
        Message { severity, text, rule: None, range, word, instruction, notes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_without_an_input() {
        let report = Report::usage("no such thing");
        assert_eq!(report.to_string(), "error: no such thing");
        assert_eq!(report.messages.len(), 1);
        assert_eq!(report.messages[0].range, None);
    }
}
