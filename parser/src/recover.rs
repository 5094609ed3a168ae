//! Error recovery, and suggestions for misspelled names

use crate::parser::{Parser, shortened};
use crate::token::Token;
use crate::types::canonical_name;
use spv_ir::dialect::EnumDef;
use spv_ir::text::ParseFailed;
use spv_ir::*;
use std::ops::Range;

impl<'s> Parser<'s> {
    /// Skips the rest of an op, label or definition with a syntax error, which starts at offset `start`. Stops at the
    /// closing brace of the region, or at a token on the same brace depth that appears to start the next one.
    #[cold]
    pub fn recover(&mut self, start: usize) {
        if self.tok == Token::Eof {
            return;
        }
        let failed = self.start;
        // Skips the regions that were parsed completely.
        self.seek(start.max(self.closed));
        let mut depth = 0usize;
        loop {
            if self.pass_body() {
                continue;
            }
            match self.tok {
                Token::Eof => return,
                Token::LBrace => depth += 1,
                Token::RBrace if depth == 0 => return,
                Token::RBrace => depth -= 1,
                _ if depth == 0
                    && self.start >= failed
                    && self.start > start
                    && self.on_new_line()
                    && self.starts_op() =>
                {
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Returns whether the current token appears to start an op, a label or a definition.
    fn starts_op(&self) -> bool {
        match self.tok {
            Token::Word => {
                let name = self.text();
                name.contains('.') || self.ctx.registry().op_by_name(name).is_some()
            }
            Token::Label | Token::Bang | Token::Hash => true,
            _ => self.starts_assigned_op(),
        }
    }

    /// Returns whether the current token begins `%a, %b:2 = ...` or `"dialect.op"(...)`.
    fn starts_assigned_op(&self) -> bool {
        /// Maximum number of tokens to examine, because an operand list may be as long as the source.
        const LIMIT: usize = 256;
        let mut rest = self.lookahead().take(LIMIT).map(|(token, _)| token);
        match self.tok {
            Token::Str => rest.next() == Some(Token::LParen),
            Token::Value => loop {
                match rest.next() {
                    Some(Token::Equal) => return true,
                    Some(Token::Comma) if rest.next() == Some(Token::Value) => {}
                    Some(Token::Colon) if rest.next() == Some(Token::Int) => {}
                    _ => return false,
                }
            },
            _ => false,
        }
    }

    /// Returns whether the current token begins the next op. Otherwise, it is a value or string that is allowed here.
    #[inline]
    pub fn at_next_op(&self) -> bool {
        self.on_new_line() && self.starts_assigned_op()
    }

    /// Reports an unknown op name.
    #[cold]
    pub fn unknown_op(&mut self, name: &str) -> ParseFailed {
        let span = if self.tok == Token::Str { self.start + 1..self.end - 1 } else { self.span() };
        let registry = self.ctx.registry();
        let canonical = canonical_name(self.ctx, &self.src[span.clone()]).map(|(full, _)| full.into_owned());
        let known = registry.ops().iter().map(|def| def.row.name);
        let name = canonical.as_deref().unwrap_or(name);
        let message = match self.tok {
            Token::Str => format!("unknown operation '{}'", shortened(name)),
            _ => format!("custom op '{}' is unknown", shortened(name)),
        };
        let error = Diagnostic::error(Place::Text(span), message);
        let foreign = name.split_once('.').is_some_and(|(space, _)| registry.namespace(space).is_none());
        self.report(match suggest_op(name, known) {
            Some(best) => error.note(Place::None, format!("did you mean `{best}`?")),
            None if foreign => error.note(
                Place::None,
                "write ops of unregistered dialects in the generic form, and use \
                 --allow-unregistered-dialect",
            ),
            None => error,
        })
    }

    /// Reports an unknown name and suggests the most similar known name.
    #[cold]
    pub fn unknown(
        &mut self,
        span: Range<usize>,
        what: &str,
        sigil: &str,
        name: &str,
        known: impl Iterator<Item = &'static str>,
    ) -> ParseFailed {
        let message = format!("unknown {what} `{sigil}{}`", shortened(name));
        self.report_unknown(Diagnostic::error(Place::Text(span), message), sigil, name, known)
    }

    /// Reports an error about a name and suggests the most similar known name.
    #[cold]
    fn report_unknown(
        &mut self,
        error: Diagnostic,
        sigil: &str,
        name: &str,
        known: impl Iterator<Item = &'static str>,
    ) -> ParseFailed {
        self.report(match suggest(name, known) {
            Some(best) => error.note(Place::None, format!("did you mean `{sigil}{best}`?")),
            None => error,
        })
    }

    /// Reports an error if a type or attribute with an unknown name must not be stored as a string.
    pub fn may_be_opaque(
        &mut self,
        space: &str,
        name: &str,
        span: Range<usize>,
        known: impl Iterator<Item = &'static str>,
    ) -> Result<(), ParseFailed> {
        let (what, sigil) = if self.tok == Token::Bang { ("type", "!") } else { ("attribute", "#") };
        if let Some(space) = self.ctx.registry().namespace(space) {
            let title = self.ctx.registry().title(space);
            if title.is_empty() {
                return Err(self.unknown(span, what, sigil, name, known));
            }
            let kind = if what == "type" { "type" } else { "attribute kind" };
            let own = name.split_once('.').map_or(name, |(_, own)| own);
            let message = format!("unknown {title} {kind}: {}", shortened(own));
            return Err(self.report_unknown(
                Diagnostic::error(Place::Text(span), message),
                sigil,
                name,
                known,
            ));
        }
        if self.allow_unregistered {
            return Ok(());
        }
        let message = format!("`{sigil}{name}` {what} created with unregistered dialect");
        let note = "use --allow-unregistered-dialect to keep it as text";
        Err(self.report(Diagnostic::error(Place::Text(span), message).note(Place::None, note)))
    }
}

/// Adds a suggestion to an error about the unknown enumerant name `wrong`.
pub(crate) fn advise_enum(error: Diagnostic, wrong: &str, def: &EnumDef) -> Diagnostic {
    match suggest_enumerant(def, wrong) {
        Some(advice) => error.note(Place::None, advice),
        None => error,
    }
}
