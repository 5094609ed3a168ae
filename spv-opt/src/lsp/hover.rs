//! Hover information about MLIR text

use super::completion;
use super::document::Document;
use super::index::FUNCTION_BODY;
use super::navigate;
use super::navigate::{definition, symbol_name};
use super::text::Text;
use super::token::{self, Token, TokenKind};
use crate::describe;
use spv_dialect::decorations;
use spv_dialect::generated::enums::DECORATION;
use spv_ir::Context;
use spv_ir::dialect::OpDefId;
use std::ops::Range;

/// Maximum number of characters of a quoted source line.
const LONGEST: usize = 200;

/// Returns Markdown about the token at a byte offset, and the token's byte range. Returns `None` if there is no
/// information about the token.
pub fn hover(document: &mut Document, offset: usize) -> Option<(String, Range<usize>)> {
    let token = token::at(document.text(), offset)?;
    let source = document.text().as_str()[token.span.clone()].to_owned();
    let text = match token.kind {
        TokenKind::Value => value(document, &token, &source),
        TokenKind::Block => block(document, &token, &source),
        TokenKind::Symbol => {
            let found = definition(document, symbol_name(&source), token.span.start)?;
            Some(code(line_of(document, found.span.start)))
        }
        TokenKind::Type | TokenKind::Attr => meaning(document, &token, &source),
        TokenKind::Word => match op_at(document, &token, &source) {
            Some(id) => Some(describe::op(document.registry().op(id))),
            None => word(document.text(), &token, &source),
        },
        TokenKind::Str => enumerant(document, &token, &source, offset),
        TokenKind::Comment | TokenKind::Other => None,
    };
    text.map(|text| (text, token.span))
}

fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```")
}

/// Returns the source line at a byte offset, without indentation, truncated to [`LONGEST`] characters.
fn line_of(document: &Document, offset: usize) -> &str {
    let text = document.text();
    let line = text.as_str()[text.line(text.line_of(offset))].trim();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => &line[..end],
        None => line,
    }
}

/// Formats a type in MLIR syntax. A named struct is printed as its name only.
fn type_text(ctx: &Context, ty: spv_ir::Type) -> String {
    spv_printer::print_type(ctx, ty)
}

fn value(document: &mut Document, token: &Token, source: &str) -> Option<String> {
    let places = navigate::places(document, token.span.start)?;
    let ctx = document.index().ctx.clone();
    let around = document.around(token.span.start);
    let reference = around.map.values.iter().find(|m| m.span.start == token.span.start)?;
    let body = around.body.filter(|_| reference.body == FUNCTION_BODY);
    let ty = body.and_then(|body| body.value_type_opt(reference.what)).map(|ty| type_text(&ctx, ty));
    let mut text = code(&format!("{source} : {}", ty.as_deref().unwrap_or("?")));
    if let Some(at) = places.definition {
        text = format!("{text}\n{}", code(line_of(document, at.start)));
    }
    Some(text)
}

fn block(document: &mut Document, token: &Token, source: &str) -> Option<String> {
    let places = navigate::places(document, token.span.start)?;
    let at = places.definition?;
    let uses = places.all.len() - 1;
    let count = if uses == 1 { "1 reference".to_owned() } else { format!("{uses} references") };
    Some(format!("{}\n{source}: {count} elsewhere", code(line_of(document, at.start))))
}

/// Describes a type or attribute token: the definition of an alias, or the expansion of a type. Returns `None` if
/// neither is known.
fn meaning(document: &mut Document, token: &Token, source: &str) -> Option<String> {
    let index = document.index();
    let ctx = index.ctx.clone();
    let aliases = &index.skeleton.aliases;
    if let Some(ty) = aliases.ty(source) {
        return Some(code(&format!("{source} = {}", type_text(&ctx, ty))));
    }
    if let Some(attr) = aliases.attr(source) {
        return Some(code(&format!("{source} = {}", spv_printer::print_attr(&ctx, attr))));
    }
    let around = document.around(token.span.start);
    let reference = around.map.types.iter().find(|m| m.span.start == token.span.start)?;
    Some(code(&type_text(&ctx, reference.what)))
}

/// Returns the definition of the op whose name is at a token, or `None` if there is no op. The parser has resolved
/// abbreviated names.
fn op_at(document: &mut Document, token: &Token, source: &str) -> Option<OpDefId> {
    let around = document.around(token.span.start);
    let found = around.map.ops.iter().find(|op| op.name == token.span).map(|op| op.def);
    found.or_else(|| {
        let (space, name) = source.split_once('.')?;
        let registry = document.registry();
        registry.op_by_name(&format!("{}.{name}", registry.namespace(space)?))
    })
}

/// Describes a bare word: an enumerant in a type or attribute, an extension, or a decoration as a dictionary key.
/// Returns `None` for other words.
fn word(text: &Text, token: &Token, source: &str) -> Option<String> {
    let line = text.line(text.line_of(token.span.start));
    let rest = &text.as_str()[line.start..token.span.start];
    let mut enumerations = completion::bare_words(rest);
    let found = enumerations.find_map(|def| Some((def, def.by_value(def.by_name(source)?)?)));
    if let Some((def, enumerant)) = found {
        return Some(describe::enumerant(def, enumerant));
    }
    if source.starts_with("SPV_") {
        return describe::extension(source);
    }
    let in_dictionary = completion::is_open(rest, "{", '}') || completion::is_open(rest, "!spv.struct<", '>');
    let decoration = decorations::by_key(source).filter(|_| in_dictionary)?;
    Some(describe::enumerant(&DECORATION, decoration))
}

/// Describes the enumerant at a byte offset within a string literal. Returns `None` if there is no enumerant.
fn enumerant(document: &mut Document, token: &Token, source: &str, offset: usize) -> Option<String> {
    let around = document.around(token.span.start);
    let reference = around.map.enums.iter().find(|m| m.span.start == token.span.start);
    let Some(name) = reference.map(|m| m.what) else {
        // The string literal is an op name in generic form.
        let inner = source.trim_matches('"');
        let id = document.registry().op_by_name(inner)?;
        return Some(describe::op(document.registry().op(id)));
    };
    let def = describe::enumeration(name)?;
    let at = offset.saturating_sub(token.span.start).min(source.len());
    let start = source.get(..at)?.rfind(['|', '"']).map_or(0, |i| i + 1);
    let end = source.get(at..)?.find(['|', '"']).map_or(source.len(), |i| at + i);
    let value = def.by_name(source.get(start..end.max(start))?)?;
    Some(describe::enumerant(def, def.by_value(value)?))
}
