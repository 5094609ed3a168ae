//! Aliases: `!name = type ...`, `#name = ...` and `#name = loc(...)` at the top level
//!
//! An alias may be used before its definition. At the first such use, the whole source is searched for alias
//! definitions.

use crate::parser::{Parser, shortened};
use crate::token::Token;
use rustc_hash::FxHashMap;
use spv_ir::subelements::{Extent, Extents};
use spv_ir::text::Parsed;
use spv_ir::*;
use std::ops::Range;

/// The entity that an alias represents.
#[derive(Clone, Copy)]
pub(crate) enum AliasValue {
    Type(Type),
    Attr(Attribute),
    Loc(Location),
}

#[derive(Clone, Copy)]
enum State {
    /// The definition has been found, but has not been parsed.
    Unread,
    /// The definition is being parsed, so a use of the alias is recursive.
    Open,
    /// The definition has an error, which has been reported.
    Failed,
    Known(AliasValue),
}

/// The aliases in the source: for each name including its sigil, the offset and state of the definition.
#[derive(Default)]
pub(crate) struct Aliases<'s> {
    map: FxHashMap<&'s str, (usize, State)>,
    /// Whether the whole source has been searched for definitions.
    complete: bool,
    /// The expanded sizes of the attributes and locations that aliases represent.
    extents: Extents,
}

impl<'s> Aliases<'s> {
    /// Returns the aliases whose definitions have been parsed: name, offset of the definition, and value. The value is
    /// `None` for an invalid definition.
    pub fn into_known(self) -> impl Iterator<Item = (&'s str, usize, Option<AliasValue>)> {
        self.map.into_iter().filter_map(|(name, (at, state))| match state {
            State::Known(value) => Some((name, at, Some(value))),
            State::Failed => Some((name, at, None)),
            State::Unread | State::Open => None,
        })
    }

    /// Constructs a complete set of aliases, so that the source is not searched for definitions.
    pub fn complete(known: impl Iterator<Item = (&'s str, usize, Option<AliasValue>)>) -> Aliases<'s> {
        let state = |value: Option<AliasValue>| value.map_or(State::Failed, State::Known);
        let map = known.map(|(name, at, value)| (name, (at, state(value)))).collect();
        Aliases { map, complete: true, extents: Extents::default() }
    }
}

impl<'s> Parser<'s> {
    /// Parses an alias definition that begins at the current token.
    pub fn alias_definition(&mut self) -> Parsed<()> {
        let (name, at) = (self.text(), self.start);
        let old = self.aliases.map.get(name).copied();
        if let Some((place, _)) = old
            && place != at
        {
            let text = |at: usize| Place::Text(at..at + name.len());
            let error = Diagnostic::error(text(at), format!("redefinition of alias `{name}`"));
            return Err(self.report(error.note(text(place), "previously defined here")));
        }
        if let Some((_, State::Failed)) = old {
            return self.alias_value(name).map(|_| ());
        }
        self.read_alias(name, at).map(|_| ())
    }

    /// Parses the alias definition at the current token and records its value.
    fn read_alias(&mut self, name: &'s str, at: usize) -> Parsed<AliasValue> {
        self.aliases.map.insert(name, (at, State::Open));
        let value = self.alias_value(name).and_then(|value| self.wieldy(name, at, value));
        let state = value.map_or(State::Failed, State::Known);
        self.aliases.map.insert(name, (at, state));
        value
    }

    /// Returns `value`, or an error if it would be too large when printed in full. Printed attributes do not use
    /// aliases.
    fn wieldy(&mut self, name: &str, at: usize, value: AliasValue) -> Parsed<AliasValue> {
        let extents = &mut self.aliases.extents;
        let extent = match value {
            AliasValue::Type(_) => return Ok(value),
            AliasValue::Attr(attr) => extents.attr(self.ctx, attr),
            AliasValue::Loc(loc) => extents.location(self.ctx, loc),
        };
        if !extent.is_unwieldy() {
            return Ok(value);
        }
        let Extent { depth, parts } = Extent::LIMIT;
        let message = format!(
            "alias `{name}` expands to more than {parts} parts, or for more than {depth} levels of them"
        );
        Err(self.fail(at..at + name.len(), message))
    }

    fn alias_value(&mut self, name: &str) -> Parsed<AliasValue> {
        self.advance();
        self.need(Token::Equal, "=")?;
        if name.starts_with('!') {
            self.eat_word("type");
            return self.ty().map(AliasValue::Type);
        }
        if self.at_word("loc") {
            return self.location().map(AliasValue::Loc);
        }
        self.attribute().map(AliasValue::Attr)
    }

    #[cold]
    fn undefined_alias(&mut self, name: &str, span: Range<usize>) -> spv_ir::text::ParseFailed {
        let message = format!("undefined symbol alias id '{}'", shortened(&name[1..]));
        let kind = if name.starts_with('!') { "type " } else { "" };
        let advice = match suggest(name, self.aliases.map.keys().copied()) {
            Some(best) => format!("did you mean `{best}`?"),
            None => format!("an alias is defined outside of all ops: `{} = {kind}...`", shortened(name)),
        };
        self.report(Diagnostic::error(Place::Text(span), message).note(Place::None, advice))
    }

    /// Consumes an alias token and returns the value of the alias.
    pub fn alias(&mut self) -> Parsed<AliasValue> {
        let (name, span) = (self.text(), self.span());
        if !self.aliases.complete && !self.aliases.map.contains_key(name) {
            self.find_aliases();
        }
        let value = match self.aliases.map.get(name).copied() {
            Some((_, State::Known(value))) => value,
            Some((_, State::Failed)) => return Err(spv_ir::text::ParseFailed),
            Some((_, State::Open)) => return Err(self.fail(span, format!("alias `{name}` refers to itself"))),
            None => return Err(self.undefined_alias(name, span)),
            Some((at, State::Unread)) => {
                let before = self.prev_end;
                self.enter()?;
                self.seek(at);
                let value = self.read_alias(name, at);
                self.leave();
                self.seek(span.start);
                self.prev_end = before;
                value?
            }
        };
        self.advance();
        Ok(value)
    }

    /// Returns whether the current token is an alias whose definition has been found.
    pub fn is_known_alias(&self) -> bool {
        self.aliases.map.contains_key(self.text())
    }

    /// Finds all alias definitions in the source: names at the start of a line, followed by `=`.
    fn find_aliases(&mut self) {
        self.aliases.complete = true;
        let mut offset = 0;
        for line in self.src.split_inclusive('\n') {
            let text = line.trim_start();
            let at = offset + line.len() - text.len();
            offset += line.len();
            if !text.starts_with(['!', '#']) || self.in_skipped_body(at) {
                continue;
            }
            let mut lexer = <Token as logos::Logos>::lexer(text);
            if matches!(lexer.next(), Some(Ok(Token::Bang | Token::Hash))) {
                let name = &self.src[at..at + lexer.span().end];
                if lexer.next() == Some(Ok(Token::Equal)) {
                    self.aliases.map.entry(name).or_insert((at, State::Unread));
                }
            }
        }
    }
}
