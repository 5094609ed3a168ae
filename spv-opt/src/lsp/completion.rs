//! Code completion in MLIR text

use super::document::Document;
use super::token::{self, Token, TokenKind};
use crate::describe;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};
use spv_dialect::decorations::snake_case;
use spv_dialect::generated::enums::{CAPABILITY, DECORATION};
use spv_ir::dialect::{EnumDef, Enumerant, OpDef, Traits};
use std::collections::BTreeSet;
use std::ops::Range;

/// Types and attributes that contain enumerants as bare words: text up to the opening bracket, and the enumerations.
const BRACKETS: [(&str, &[&str]); 4] = [
    ("!spv.ptr<", &["StorageClass"]),
    ("!spv.image<", &["Dim", "ImageFormat", "AccessQualifier"]),
    ("!spv.struct<", &["Decoration"]),
    ("#spv.vce<", &["Capability"]),
];

/// Returns the enumerations whose enumerants may follow the text `rest` as bare words. Returns none if `rest` does not
/// end inside one of the `BRACKETS`.
pub(super) fn bare_words(rest: &str) -> impl Iterator<Item = &'static EnumDef> {
    let names =
        BRACKETS.iter().find(|(bracket, _)| is_open(rest, bracket, '>')).map_or(&[][..], |(_, names)| *names);
    names.iter().filter_map(|name| describe::enumeration(name))
}

/// Returns whether `rest` contains `bracket`, and `close` does not follow its last occurrence.
pub(super) fn is_open(rest: &str, bracket: &str, close: char) -> bool {
    rest.rfind(bracket).is_some_and(|at| !rest[at + bracket.len()..].contains(close))
}

/// Returns completions at a byte offset. The editor filters them by the characters typed so far.
pub fn complete(document: &mut Document, offset: usize) -> Vec<CompletionItem> {
    let text = document.text();
    let line = text.line(text.line_of(offset));
    let Some(before) = text.as_str().get(line.start..offset.min(line.end)).map(str::to_owned) else {
        return Vec::new();
    };
    let tokens: Vec<Token> = token::tokens(&before, line.start).collect();
    let partial = tokens.last().filter(|token| token.kind != TokenKind::Other).cloned();
    let start = partial.as_ref().map_or(offset, |token| token.span.start);
    let mut list = List { items: Vec::new(), span: start..offset };
    match partial.as_ref().map(|token| token.kind) {
        Some(TokenKind::Comment) => {}
        Some(TokenKind::Value) => list.values(document, offset),
        Some(TokenKind::Block) => list.blocks(document, offset),
        Some(TokenKind::Symbol) => list.symbols(document, offset),
        Some(TokenKind::Type) => list.types(document),
        Some(TokenKind::Attr) => list.attrs(document),
        Some(TokenKind::Str) => list.enumerants(document, start, offset),
        _ => {
            let rest = before[..start - line.start].trim_end();
            list.words(document, rest, offset);
        }
    }
    let text = document.text();
    let range = text.range(list.span);
    for item in &mut list.items {
        let edit = TextEdit { range, new_text: item.label.clone() };
        item.text_edit = Some(CompletionTextEdit::Edit(edit));
    }
    list.items
}

/// Returns Markdown documentation for the label of a completion that [`complete`] returned. Returns `None` if the label
/// is not an op name.
pub fn documentation(document: &spv_ir::dialect::Registry, label: &str) -> Option<String> {
    document.op_by_name(label).map(|id| describe::op(document.op(id)))
}

struct List {
    items: Vec<CompletionItem>,
    /// Byte range that a completion replaces.
    span: Range<usize>,
}

impl List {
    fn add(&mut self, label: &str, kind: CompletionItemKind, detail: Option<String>) {
        let label = label.to_owned();
        self.items.push(CompletionItem { label, kind: Some(kind), detail, ..CompletionItem::default() });
    }

    /// Adds a completion for each distinct text in `spans`, in alphabetical order.
    fn add_texts(
        &mut self,
        source: &str,
        spans: impl Iterator<Item = Range<usize>>,
        kind: CompletionItemKind,
    ) {
        let texts: BTreeSet<&str> = spans.filter_map(|span| source.get(span)).collect();
        for text in texts {
            self.add(text, kind, None);
        }
    }

    fn values(&mut self, document: &mut Document, offset: usize) {
        let source = document.text().as_str().to_owned();
        let values = &document.around(offset).map.values;
        let defined = values.iter().filter(|m| m.defines && m.span.end < offset);
        self.add_texts(&source, defined.map(|m| m.span.clone()), CompletionItemKind::VARIABLE);
    }

    fn blocks(&mut self, document: &mut Document, offset: usize) {
        let source = document.text().as_str().to_owned();
        let blocks = &document.around(offset).map.blocks;
        let defined = blocks.iter().filter(|m| m.defines);
        self.add_texts(&source, defined.map(|m| m.span.clone()), CompletionItemKind::REFERENCE);
    }

    fn symbols(&mut self, document: &mut Document, offset: usize) {
        let list = document.index().definitions();
        for definition in list.iter().filter(|d| d.symbol && d.scope.contains(&offset)) {
            let op = document.registry().op(definition.def).row.name;
            let Some(text) = document.text().as_str().get(definition.selection.clone()) else { continue };
            let text = text.to_owned();
            self.add(&text, CompletionItemKind::VARIABLE, Some(op.to_owned()));
        }
    }

    fn types(&mut self, document: &mut Document) {
        self.aliases(document, '!');
        for def in document.registry().types().iter().filter(|def| !def.is_builtin()) {
            self.add(&format!("!{}", def.name), CompletionItemKind::STRUCT, None);
        }
    }

    fn attrs(&mut self, document: &mut Document) {
        self.aliases(document, '#');
        for def in document.registry().attrs() {
            self.add(&format!("#{}", def.name), CompletionItemKind::VALUE, None);
        }
    }

    fn aliases(&mut self, document: &mut Document, sigil: char) {
        let names = document.index().skeleton.aliases.names().filter(|name| name.starts_with(sigil));
        for name in names.map(str::to_owned).collect::<Vec<_>>() {
            self.add(&name, CompletionItemKind::STRUCT, None);
        }
    }

    /// Adds completions for the enumerants in the string literal at `start`.
    fn enumerants(&mut self, document: &mut Document, start: usize, offset: usize) {
        let reference =
            document.around(start).map.enums.iter().find(|m| m.span.start == start).map(|m| m.what);
        let Some(def) = reference.and_then(describe::enumeration) else { return };
        let written = document.text().as_str().get(start..offset).unwrap_or("");
        let last = written.rfind(['|', '"']).map_or(written.len(), |at| at + 1);
        self.span = start + last..offset;
        self.enumeration(def);
    }

    fn enumeration(&mut self, def: &'static EnumDef) {
        for Enumerant { name, .. } in def.enumerants {
            self.add(name, CompletionItemKind::ENUM_MEMBER, Some(def.name.to_owned()));
        }
    }

    /// Adds completions for bare words that may follow the text `rest` on the same line.
    fn words(&mut self, document: &mut Document, rest: &str, offset: usize) {
        let mut enumerations = bare_words(rest).peekable();
        if enumerations.peek().is_some() {
            enumerations.for_each(|def| self.enumeration(def));
        } else if is_open(rest, "{", '}') && rest.trim_start() != "{" {
            for decoration in DECORATION.enumerants {
                self.add(
                    &snake_case(decoration.name),
                    CompletionItemKind::PROPERTY,
                    Some(DECORATION.name.into()),
                );
            }
        } else if rest.is_empty() || rest.ends_with(['=', '{']) {
            let function = document.around(offset).function.is_some();
            for def in document.registry().clone().ops().iter().filter(|def| stands_in(def, function)) {
                let detail = Some(describe::signature(def)).filter(|text| !text.is_empty());
                self.add(def.row.name, CompletionItemKind::FUNCTION, detail);
            }
        } else if rest.ends_with(':') || rest.ends_with("->") {
            self.types(document);
        } else if rest.ends_with("requires") {
            self.attrs(document);
            self.enumeration(&CAPABILITY);
        }
    }
}

/// Returns whether an op is allowed inside functions (if `function` is true) or outside functions (if `function` is
/// false).
fn stands_in(def: &OpDef, function: bool) -> bool {
    match function {
        true => !def.traits.contains(Traits::MODULE_ONLY),
        false => def.traits.intersects(Traits::MODULE_ONLY | Traits::MODULE_SCOPE | Traits::ISOLATED),
    }
}
