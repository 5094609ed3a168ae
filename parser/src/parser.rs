//! Parser state and token-level operations

use crate::ParseOptions;
use crate::alias::Aliases;
use crate::resources::Resources;
use crate::scope::Scope;
use crate::source_map::SourceMap;
use crate::state::{Deferred, OpInfo, Skips};
use crate::token::Token;
use logos::{Lexer, Logos};
use rustc_hash::FxHashMap;
use spv_ir::dialect::OpDefId;
use spv_ir::text::{OpState, ParseFailed, Parsed};
use spv_ir::*;
use std::ops::Range;

/// Maximum nesting depth of types and attributes. In a debug build, [`STACK_LEFT`] bytes of stack suffice for this
/// depth.
pub(crate) const DEPTH_LIMIT: u32 = 1100;
/// Maximum nesting depth of regions. The stack grows on demand for nested regions.
const REGION_LIMIT: u32 = 20_000;
/// Minimum stack space in bytes for parsing a region. If less is left, a stack segment of [`STACK_MORE`] bytes is
/// allocated.
const STACK_LEFT: usize = 2 << 20;
const STACK_MORE: usize = 16 << 20;

/// The state of parsing one source string.
pub(crate) struct Parser<'s> {
    pub src: &'s str,
    /// The complete source. `src` is a prefix of it.
    pub whole: &'s str,
    pub ctx: &'s Context,
    /// Whether to accept types and attributes of unregistered dialects, which are stored as strings.
    pub allow_unregistered: bool,
    /// The text form of the implementation that printed the source, if known. If set, the names of values and blocks
    /// are insignificant.
    pub compat: Option<&'static TextForm>,
    /// Whether the location of a block argument without an explicit location is its source offset.
    pub locate_arguments: bool,
    /// Whether the location of each op is its source offset, even if the op has an explicit location.
    pub keep_positions: bool,
    /// The function bodies to skip, if any.
    pub skips: Option<Box<Skips>>,
    /// The source map, if requested.
    pub map: Option<Box<SourceMap>>,
    /// The bytes of all `dense_resource` attributes in the source, collected on demand.
    pub resources: Option<Box<Resources<'s>>>,
    /// Whether any nominal type has been defined.
    pub defines_type: bool,
    /// Name of the op that is currently parsed in its custom form, for messages.
    pub custom: Option<&'s str>,
    lex: Lexer<'s, Token>,
    /// The current token. Its source range is `start..end`.
    pub tok: Token,
    pub start: usize,
    pub end: usize,
    /// End offset of the previous token.
    pub prev_end: usize,
    depth: u32,
    /// Number of regions that enclose the current token.
    regions: u32,
    pub diags: Diagnostics,
    /// State of the body under construction. `outer_scopes` are the states of the enclosing bodies.
    pub scope: Scope<'s>,
    pub outer_scopes: Vec<Scope<'s>>,
    pub spare_scopes: Vec<Scope<'s>>,
    /// Result names of the op being parsed and the ops around it: the name without `%`, the number of results, and the
    /// source offset.
    pub results: Vec<(&'s str, u32, usize)>,
    #[expect(clippy::vec_box, reason = "a state moves in and out; the box keeps that to a pointer")]
    pub spare_states: Vec<Box<OpState>>,
    pub infos: Vec<Option<Box<OpInfo>>>,
    pub op_names: FxHashMap<&'s str, OpDefId>,
    /// The name of the op that is currently parsed in its custom form, as written in the source.
    pub written_name: &'s str,
    /// Caches of types and bracketed attributes, keyed by their source text.
    pub types: FxHashMap<&'s str, Type>,
    pub attrs: FxHashMap<&'s str, Attribute>,
    /// Cache of the bits of dense elements, keyed by type and source text.
    pub numbers: FxHashMap<(Type, &'s str), u64>,
    pub aliases: Aliases<'s>,
    /// Key of the dictionary entry that contains OpNames.
    pub op_name_key: Ident,
    /// End offset of the most recently parsed region.
    pub closed: usize,
    /// Whether the source ends within braces and the error has been reported.
    pub truncated: bool,
    /// Function bodies that were skipped, to be parsed in parallel afterwards; `None` if bodies are parsed immediately.
    pub later: Option<Vec<Deferred>>,
    /// Index of the next scope to be opened.
    pub next_scope: u32,
}

impl<'s> Parser<'s> {
    pub fn new(src: &'s str, ctx: &'s Context) -> Parser<'s> {
        let mut parser = Parser {
            src,
            whole: src,
            ctx,
            allow_unregistered: false,
            compat: None,
            locate_arguments: false,
            keep_positions: false,
            skips: None,
            map: None,
            resources: None,
            defines_type: false,
            custom: None,
            lex: Token::lexer(src),
            tok: Token::Eof,
            start: 0,
            end: 0,
            prev_end: 0,
            depth: 0,
            regions: 0,
            diags: Diagnostics::default(),
            scope: Scope::default(),
            outer_scopes: Vec::new(),
            spare_scopes: Vec::new(),
            results: Vec::new(),
            spare_states: Vec::new(),
            infos: Vec::new(),
            op_names: FxHashMap::default(),
            written_name: "",
            types: FxHashMap::default(),
            attrs: FxHashMap::default(),
            numbers: FxHashMap::default(),
            aliases: Aliases::default(),
            op_name_key: ctx.ident("op_name"),
            closed: 0,
            truncated: false,
            later: None,
            next_scope: 0,
        };
        parser.advance();
        parser
    }

    /// Applies the parser options.
    pub fn set_options(&mut self, options: &ParseOptions) {
        self.allow_unregistered = options.allow_unregistered;
        self.compat = options.compat;
        self.locate_arguments = options.locate_arguments;
        self.keep_positions = options.keep_positions;
    }

    // Tokens.

    /// Advances to the next token.
    #[inline]
    pub fn advance(&mut self) {
        self.prev_end = self.end;
        self.tok = match self.lex.next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Bad,
            None => Token::Eof,
        };
        let span = self.lex.span();
        self.start = span.start;
        self.end = span.end;
    }

    /// Moves to the first token that starts at or after `offset`.
    pub fn seek(&mut self, offset: usize) {
        self.lex = Token::lexer(self.src);
        self.lex.bump(offset);
        self.end = offset;
        self.advance();
    }

    /// Continues at offset `start` with `src`, another prefix of the complete source.
    pub fn window(&mut self, src: &'s str, start: usize) {
        self.src = src;
        (self.closed, self.truncated) = (start, false);
        self.seek(start);
        self.prev_end = start;
    }

    /// Moves forward to the first token that starts at or after `offset`. `offset` must not precede the end of the
    /// current token.
    pub fn skip_to(&mut self, offset: usize) {
        self.lex.bump(offset - self.end);
        self.end = offset;
        self.advance();
    }

    /// Returns an iterator over the tokens after the current token, with their source ranges.
    pub fn lookahead(&self) -> impl Iterator<Item = (Token, Range<usize>)> + use<'s> {
        self.lex.clone().spanned().map(|(token, span)| (token.unwrap_or(Token::Bad), span))
    }

    /// Returns the source text of the current token.
    #[inline]
    pub fn text(&self) -> &'s str {
        self.lex.slice()
    }

    /// Returns the source range of the current token.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the byte that follows the current token, or `None` at the end of the source.
    pub fn byte_after(&self) -> Option<u8> {
        self.src.as_bytes().get(self.end).copied()
    }

    /// Returns whether the current token is the first token in its line.
    pub fn on_new_line(&self) -> bool {
        self.src.as_bytes()[self.prev_end..self.start].contains(&b'\n')
    }

    /// Consumes the given token if it is next. Returns whether it was consumed.
    #[inline]
    pub fn eat(&mut self, token: Token) -> bool {
        let found = self.tok == token;
        if found {
            self.advance();
        }
        found
    }

    /// Consumes the given token, or reports that `text` was expected.
    #[inline]
    pub fn need(&mut self, token: Token, text: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("'{text}'"))) }
    }

    /// Returns whether the current token is the bare word `word`.
    #[inline]
    pub fn at_word(&self, word: &str) -> bool {
        self.tok == Token::Word && self.text() == word
    }

    /// Consumes the bare word `word` if it is next. Returns whether it was consumed.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Parses comma-separated items up to `close`. The opening bracket has already been consumed.
    pub fn list(
        &mut self,
        close: Token,
        text: &str,
        item: &mut dyn FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(Token::Comma) {
                if self.eat(close) {
                    return Ok(());
                }
                return Err(self.expected(&format!("',' or '{text}'")));
            }
        }
    }

    // Errors.

    /// Reports that `what` was expected at the current token.
    #[cold]
    pub fn expected(&mut self, what: &str) -> ParseFailed {
        if self.tok == Token::Bad && self.text().starts_with('"') {
            let line = self.src[self.start..].find('\n').map_or(self.src.len(), |at| self.start + at);
            return self.fail(self.start..line, "expected '\"' in string literal before the end of the line");
        }
        // If a token is missing at the end of a line, reports the error there, because the current token is on another
        // line.
        let in_line = !self.on_new_line();
        let message = match self.tok {
            Token::Eof => format!("expected {what}, found {}", self.end_name()),
            _ if !in_line => format!("expected {what}"),
            Token::Bad => format!("expected {what}, found an invalid character"),
            _ => format!("expected {what}, found `{}`", shortened(self.text())),
        };
        self.fail(if in_line { self.span() } else { self.prev_end..self.prev_end }, message)
    }

    /// Returns the description of the end of the source for messages.
    pub fn end_name(&self) -> &'static str {
        if self.src.len() < self.whole.len() { "the next function" } else { "the end of the text" }
    }

    /// Reports that `what` was expected at the current token, with the name of the op that is being parsed.
    #[cold]
    pub fn expected_of_op(&mut self, what: &str) -> ParseFailed {
        let failed = self.expected("");
        if let (Some(op), Some(last)) = (self.custom, self.diags.list.last_mut())
            && let Some(found) = last.message.strip_prefix("expected ").filter(|_| self.tok != Token::Bad)
        {
            last.message = format!("custom op '{op}' {what}{found}");
        }
        failed
    }

    /// Reports an error at a source range.
    #[cold]
    pub fn fail(&mut self, span: Range<usize>, message: impl Into<String>) -> ParseFailed {
        self.report(Diagnostic::error(Place::Text(span), message))
    }

    /// Reports an error. Skips the remaining source when the error limit is reached.
    #[cold]
    pub fn report(&mut self, diagnostic: Diagnostic) -> ParseFailed {
        self.diags.push(diagnostic);
        if self.is_full() {
            self.seek(self.src.len());
        }
        ParseFailed
    }

    /// Returns whether the error limit has been reached.
    pub fn is_full(&self) -> bool {
        self.diags.list.len() >= Diagnostics::LIMIT
    }

    // Nesting.

    /// Enters a nested construct such as a type or attribute. Reports an error at [`DEPTH_LIMIT`]. Must be paired with
    /// [`Self::leave`].
    pub fn enter(&mut self) -> Parsed<()> {
        if self.depth >= DEPTH_LIMIT {
            return Err(self.fail(self.span(), format!("nested deeper than {DEPTH_LIMIT} levels")));
        }
        self.depth += 1;
        Ok(())
    }

    /// Parses the contents of a region with `read`. Allocates more stack for deep nesting.
    pub fn within_region<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Parsed<T> {
        if self.regions >= REGION_LIMIT {
            return Err(self.fail(self.span(), format!("regions nested deeper than {REGION_LIMIT} levels")));
        }
        self.regions += 1;
        // The nesting limit of types and attributes applies to each region separately.
        let depth = std::mem::take(&mut self.depth);
        let outcome = stacker::maybe_grow(STACK_LEFT, STACK_MORE, || read(self));
        self.depth = depth;
        self.regions -= 1;
        Ok(outcome)
    }

    /// Returns the number of regions that enclose the current token.
    pub fn regions(&self) -> u32 {
        self.regions
    }

    /// Sets the number of regions that enclose the current token.
    pub fn set_regions(&mut self, regions: u32) {
        self.regions = regions;
    }

    /// Leaves a nested construct such as a type or attribute. Must also be called if parsing it failed.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns the end offset of the bracketed construct at offset `open`. Returns `None` if it is too long or complex
    /// to be a cache key.
    pub fn balanced(&self, open: usize) -> Option<usize> {
        const LIMIT: usize = 4096;
        if self.map.is_some() {
            // Caches are not used with a source map, which must record every reference.
            return None;
        }
        let bytes = self.src.as_bytes();
        let bytes = bytes.get(open..bytes.len().min(open + LIMIT))?;
        if !matches!(bytes.first()?, b'<' | b'(' | b'[' | b'{') {
            return None;
        }
        let mut depth = 0usize;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'<' | b'(' | b'[' | b'{' => depth += 1,
                b'>' | b')' | b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(open + at + 1);
                    }
                }
                b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
                b'"' => {
                    at += 1;
                    while *bytes.get(at)? != b'"' {
                        at += 1 + (bytes[at] == b'\\') as usize;
                    }
                }
                b'/' => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// Truncates the source text of a token for a message.
pub(crate) fn shortened(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Formats a count with a noun: `1 result`, `2 results`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
