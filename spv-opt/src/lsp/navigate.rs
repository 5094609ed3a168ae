//! Go to definition, and find references

use super::document::Document;
use super::index::Definition;
use super::token::{self, Token, TokenKind};
use memchr::memmem;
use spv_parser::Reference;
use std::ops::Range;

/// The byte ranges of all references to one value, block, symbol or alias.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Byte range of the definition, if there is one.
    pub definition: Option<Range<usize>>,
    /// Byte ranges of all references in text order, including the definition.
    pub all: Vec<Range<usize>>,
}

/// Finds the references to the value, block, symbol or alias at a byte offset. Returns `None` if there is none.
pub fn places(document: &mut Document, offset: usize) -> Option<Places> {
    let token = token::at(document.text(), offset)?;
    match token.kind {
        TokenKind::Value | TokenKind::Block => local(document, &token),
        TokenKind::Symbol => symbol(document, &token),
        TokenKind::Type | TokenKind::Attr => alias(document, &token),
        _ => None,
    }
}

fn local(document: &mut Document, token: &Token) -> Option<Places> {
    let around = document.around(token.span.start);
    match token.kind {
        TokenKind::Value => same(&around.map.values, token),
        _ => same(&around.map.blocks, token),
    }
}

/// Finds the references to the value or block at a token. Returns `None` if there is no value or block at the token.
fn same<T: PartialEq>(references: &[Reference<T>], token: &Token) -> Option<Places> {
    let here = references.iter().find(|m| m.span.start == token.span.start)?;
    let equal = references.iter().filter(|m| m.body == here.body && m.what == here.what);
    let definition = equal.clone().find(|m| m.defines).map(|m| m.span.clone());
    let mut all: Vec<_> = equal.map(|m| m.span.clone()).collect();
    all.sort_by_key(|span| span.start);
    all.dedup();
    Some(Places { definition, all })
}

fn symbol(document: &mut Document, token: &Token) -> Option<Places> {
    let name = symbol_name(&document.text().as_str()[token.span.clone()]).to_owned();
    let definition = definition(document, &name, token.span.start);
    let scope = definition.as_ref().map_or(0..usize::MAX, |d| d.scope.clone());
    let mut all = references(document, &format!("@{name}"), &scope);
    all.extend(references(document, &format!("@\"{name}\""), &scope));
    all.sort_by_key(|span| span.start);
    Some(Places { definition: definition.map(|d| d.selection), all })
}

/// Strips the sigil and quotes: returns `name` for `@name` or `@"name"`.
pub fn symbol_name(text: &str) -> &str {
    let name = text.strip_prefix('@').unwrap_or(text);
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}

/// Returns the definition of the symbol `name` that is visible at a byte offset. Prefers definitions in inner modules.
/// Returns `None` if no definition is visible.
pub fn definition(document: &mut Document, name: &str, offset: usize) -> Option<Definition> {
    let list = document.index().definitions();
    let known = list.into_iter().filter(|d| d.symbol && d.name == name);
    let around = known.filter(|d| d.scope.contains(&offset));
    around.max_by_key(|d| (d.depth, std::cmp::Reverse(d.span.start)))
}

fn alias(document: &mut Document, token: &Token) -> Option<Places> {
    let name = document.text().as_str()[token.span.clone()].to_owned();
    let definition = document.index().skeleton.aliases.definition(&name)?;
    Some(Places { definition: Some(definition), all: references(document, &name, &(0..usize::MAX)) })
}

/// Finds the tokens in a byte range of the document that are spelled `name`.
fn references(document: &Document, name: &str, part: &Range<usize>) -> Vec<Range<usize>> {
    let text = document.text();
    let source = text.as_str();
    let part = part.start.min(source.len())..part.end.min(source.len());
    let found = memmem::find_iter(&source.as_bytes()[part.clone()], name.as_bytes());
    let spans = found.map(|at| part.start + at..part.start + at + name.len());
    spans.filter(|span| token::starting_at(text, span.start).is_some_and(|t| t.span == *span)).collect()
}
