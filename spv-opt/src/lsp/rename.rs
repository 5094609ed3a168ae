//! Renames values, blocks, symbols and aliases

use super::document::Document;
use super::navigate::{self, symbol_name};
use super::token::{self, Token, TokenKind};
use spv_ir::{Severity, names};
use std::ops::Range;

/// The reason why a name cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal(message)
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Refusal {
        Refusal(message.to_owned())
    }
}

/// Returns the byte range and text of the name at a byte offset, without its sigil.
///
/// # Errors
/// There is no named value, block, symbol or alias at the offset, or some references to it may be unknown.
pub fn prepare(document: &mut Document, offset: usize) -> Result<(Range<usize>, String), Refusal> {
    let (token, _) = target(document, offset)?;
    let span = name_span(document, &token);
    let name = document.text().as_str()[span.clone()].to_owned();
    Ok((span, symbol_name(&name).to_owned()))
}

/// Returns the edits that rename the value, block, symbol or alias at a byte offset, as byte ranges and new names.
/// `new` may start with the sigil.
///
/// # Errors
/// The errors of [`prepare`], or the new name is invalid or already in use.
pub fn rename(
    document: &mut Document,
    offset: usize,
    new: &str,
) -> Result<Vec<(Range<usize>, String)>, Refusal> {
    let (token, all) = target(document, offset)?;
    let sigil = document.text().as_str()[token.span.start..token.span.start + 1].to_owned();
    let new = new.strip_prefix(&sigil).unwrap_or(new);
    if let Some(why) = unfit(token.kind, new) {
        return Err(format!("'{sigil}{new}' is not a valid name: {why}").into());
    }
    if is_taken(document, &token, &all, new) {
        return Err(format!("'{sigil}{new}' is already in use").into());
    }
    let spelled = match token.kind {
        TokenKind::Symbol if !names::is_bare(new) => {
            format!("\"{}\"", new.replace('\\', "\\\\").replace('"', "\\\""))
        }
        _ => new.to_owned(),
    };
    let mut edits = Vec::new();
    for span in all {
        if let Some(token) = token::starting_at(document.text(), span.start) {
            edits.push((name_span(document, &token), spelled.clone()));
        }
    }
    edits.dedup();
    Ok(edits)
}

/// Returns the token at a byte offset, and the byte ranges of all references to the same entity.
fn target(document: &mut Document, offset: usize) -> Result<(Token, Vec<Range<usize>>), Refusal> {
    let nothing = "no named value, block, symbol or alias here";
    let token = token::at(document.text(), offset).ok_or(nothing)?;
    let places = navigate::places(document, offset).ok_or(nothing)?;
    if places.definition.is_none() {
        return Err("the name is not defined".into());
    }
    if matches!(token.kind, TokenKind::Value | TokenKind::Block) {
        // A text with syntax errors may contain references that the parser missed.
        let part = document.around(token.span.start).function.unwrap_or(0..usize::MAX);
        let wrong = |span: &Range<usize>| part.start <= span.start && span.start < part.end;
        if document.faults().iter().any(|fault| fault.severity == Severity::Error && wrong(&fault.span)) {
            return Err("references cannot be determined because of errors".into());
        }
    }
    Ok((token, places.all))
}

/// Returns the byte range of the name in a token, without the sigil and the result index.
fn name_span(document: &Document, token: &Token) -> Range<usize> {
    let text = &document.text().as_str()[token.span.clone()];
    let end = match token.kind {
        TokenKind::Value => text.find('#').unwrap_or(text.len()),
        _ => text.len(),
    };
    token.span.start + 1..token.span.start + end
}

/// Returns the reason why a name is invalid for this kind of token, or `None` if it is valid.
fn unfit(kind: TokenKind, name: &str) -> Option<&'static str> {
    let of =
        |more: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || more.contains(char::from(byte)));
    let numbered = name.starts_with(|c: char| c.is_ascii_digit());
    let number = name.bytes().all(|byte| byte.is_ascii_digit());
    if name.is_empty() {
        return Some("it is empty");
    }
    match kind {
        TokenKind::Symbol => name.contains(char::is_control).then_some("it contains control characters"),
        TokenKind::Value | TokenKind::Block if numbered && !number => {
            Some("a name that begins with a digit is a number")
        }
        TokenKind::Value | TokenKind::Block => {
            (!of("_.$-")).then_some("only letters, digits, '_', '.', '$' and '-' are allowed")
        }
        // An alias with a dot would be a type or attribute of a dialect.
        _ if numbered => Some("it begins with a digit"),
        _ => (!of("_$")).then_some("only letters, digits, '_' and '$' are allowed"),
    }
}

/// Returns whether `name` is in use for another entity that is visible where the renamed entity is.
fn is_taken(document: &mut Document, token: &Token, all: &[Range<usize>], name: &str) -> bool {
    let known: Vec<Range<usize>> = match token.kind {
        TokenKind::Symbol => return navigate::definition(document, name, token.span.start).is_some(),
        TokenKind::Value => {
            document.around(token.span.start).map.values.iter().map(|m| m.span.clone()).collect()
        }
        TokenKind::Block => {
            document.around(token.span.start).map.blocks.iter().map(|m| m.span.clone()).collect()
        }
        _ => {
            let source = document.text().as_str();
            let alias = format!("{}{name}", &source[token.span.start..token.span.start + 1]);
            return document.index().skeleton.aliases.definition(&alias).is_some();
        }
    };
    known.iter().filter(|span| !all.contains(span)).any(|span| {
        let other = token::starting_at(document.text(), span.start);
        other.is_some_and(|other| document.text().as_str()[name_span(document, &other)] == *name)
    })
}
