//! Parser for attributes and locations: entry points, and fast paths for common forms

use crate::adapter::Start;
use crate::affine::is_affine_word;
use crate::alias::AliasValue;
use crate::grammar;
use crate::number::{Number, unescape};
use crate::parser::Parser;
use crate::resources::is_resource_word;
use crate::token::Token;
use memchr::memchr;
use spv_ir::text::{ParamInstance, Parsed};
use spv_ir::*;
use std::borrow::Cow;

impl<'s> Parser<'s> {
    /// Returns whether the current token begins an attribute.
    pub fn at_attr(&self) -> bool {
        match self.tok {
            Token::Int | Token::Float | Token::Minus | Token::Str | Token::Symbol => true,
            Token::LSquare | Token::LBrace | Token::Hash => true,
            Token::Word => {
                matches!(self.text(), "unit" | "true" | "false" | "operand" | "dense")
                    || is_affine_word(self.text())
                    || is_resource_word(self.text())
                    || self.at_type()
            }
            _ => self.at_type(),
        }
    }

    /// Parses an attribute, including its ` : type` if present.
    pub fn attribute(&mut self) -> Parsed<Attribute> {
        self.attribute_or(None)
    }

    /// Parses an attribute like [`Self::attribute`]. `integer` is the type of an integer literal without an explicit
    /// type; `None` means `i64`.
    pub fn attribute_or(&mut self, integer: Option<Type>) -> Parsed<Attribute> {
        match self.tok {
            Token::Int | Token::Float | Token::Minus => {
                let start = self.start;
                let number = self.number()?;
                let span = start..self.prev_end;
                let ty = match self.eat(Token::Colon) {
                    true => Some(self.ty()?),
                    false => integer.filter(|_| !number.is_float()),
                };
                number.attr(self.ctx, ty).map_err(|m| self.fail(span, m))
            }
            Token::Str => {
                let text = self.string()?;
                Ok(self.ctx.string_attr(&text))
            }
            Token::Symbol => self.symbol_attr(),
            Token::Word => self.word_attr(),
            Token::LBrace => self.dict(),
            Token::LSquare => self.bracket_attr(Start::Attr),
            Token::Hash => {
                let span = self.span();
                match self.hash()? {
                    AliasValue::Attr(attr) => Ok(attr),
                    _ => Err(self.fail(span, "the alias does not name an attribute")),
                }
            }
            Token::Bang | Token::LParen => Ok(self.ctx.type_attr(self.ty()?)),
            _ => Err(self.expected("an attribute")),
        }
    }

    fn word_attr(&mut self) -> Parsed<Attribute> {
        let attr = match self.text() {
            "unit" => self.ctx.unit_attr(),
            "true" => self.ctx.attr(AttrData::Bool(true)),
            "false" => self.ctx.attr(AttrData::Bool(false)),
            "operand" => self.ctx.attr(AttrData::Operand),
            "dense" => return self.bracket_attr(Start::Dense),
            word if is_affine_word(word) => return self.affine(),
            word if is_resource_word(word) => return self.dense_resource(),
            "array" => return self.bracket_attr(Start::Attr),
            word if self.is_type_word(word) => return Ok(self.ctx.type_attr(self.ty()?)),
            _ => return Err(self.expected("an attribute")),
        };
        self.advance();
        Ok(attr)
    }

    /// Parses `[...]`, `array<...>` or `dense<...> : type`.
    fn bracket_attr(&mut self, kind: Start) -> Parsed<Attribute> {
        let start = self.start;
        let end = match (kind, self.tok) {
            (Start::Dense, _) => self.dense_end(),
            (_, Token::Word) => self.balanced(self.end),
            _ => self.balanced(start),
        };
        if let Some(attr) = self.known_attr(start, end) {
            return Ok(attr);
        }
        if let Some(attr) = end.and_then(|end| self.fast_dense(start, end)) {
            return self.remember_attr(start, end, attr);
        }
        self.enter()?;
        let attr = self
            .grammar(kind, |ctx, lists, tokens| grammar::BracketAttrParser::new().parse(ctx, lists, tokens));
        self.leave();
        self.remember_attr(start, end, attr?)
    }

    /// Parses `dense<1.0> : type` or `dense<[1.0, 2.0]> : type` with a cached vector type, without tokenizing.
    /// Returns `None` for any other form, which requires the grammar.
    fn fast_dense(&mut self, start: usize, end: usize) -> Option<Attribute> {
        let text = self.src[start..end].strip_prefix("dense<")?;
        let (elements, rest) = text.split_at(memchr(b'>', text.as_bytes())?);
        let ty = *self.types.get(rest.strip_prefix("> : ")?)?;
        let TypeData::Vector { dims, element } = self.ctx.type_data(ty) else { return None };
        let mut bits = Vec::new();
        match elements.strip_prefix('[') {
            None => bits.push(self.fast_number(elements, *element)?),
            Some(list) => {
                let mut rest = list.strip_suffix(']')?;
                while let Some(comma) = memchr(b',', rest.as_bytes()) {
                    bits.push(self.fast_number(&rest[..comma], *element)?);
                    rest = rest[comma + 1..].strip_prefix(' ')?;
                }
                bits.push(self.fast_number(rest, *element)?);
                if dims[..] != [bits.len() as u64] {
                    return None;
                }
            }
        }
        self.skip_to(end);
        Some(self.ctx.dense_attr(ty, bits))
    }

    /// Returns the bits of a decimal literal of type `ty`, using the cache of literals. Returns `None` for other
    /// literals.
    fn fast_number(&mut self, text: &'s str, ty: Type) -> Option<u64> {
        if let Some(bits) = self.numbers.get(&(ty, text)) {
            return Some(*bits);
        }
        let bits = Number::decimal(text)?.bits(self.ctx, ty).ok()?;
        self.numbers.insert((ty, text), bits);
        Some(bits)
    }

    /// Returns the end offset of the `dense<...> : vector<...>` at the current token. Returns `None` if it is too long
    /// or complex to be cached.
    fn dense_end(&self) -> Option<usize> {
        let after = self.balanced(self.end)?;
        let ty = self.src[after..].strip_prefix(" : ")?;
        let name = ty.bytes().take_while(u8::is_ascii_alphanumeric).count();
        self.balanced(after + 3 + name)
    }

    /// Returns the cached attribute for a source range and advances past the range. Returns `None` if the attribute is
    /// not cached.
    fn known_attr(&mut self, start: usize, end: Option<usize>) -> Option<Attribute> {
        let end = end?;
        let attr = *self.attrs.get(&self.src[start..end])?;
        self.skip_to(end);
        Some(attr)
    }

    /// Caches an attribute that was just parsed, keyed by its source text. Does nothing unless parsing ended at the
    /// expected offset `end`.
    fn remember_attr(&mut self, start: usize, end: Option<usize>, attr: Attribute) -> Parsed<Attribute> {
        if end == Some(self.prev_end) {
            self.attrs.insert(&self.src[start..self.prev_end], attr);
        }
        Ok(attr)
    }

    /// Parses an attribute without a written type. A numeric literal has type `ty`.
    pub fn attribute_of(&mut self, ty: Type) -> Parsed<Attribute> {
        match self.tok {
            Token::Int | Token::Float | Token::Minus => {
                let start = self.start;
                let number = self.number()?;
                let span = start..self.prev_end;
                number.attr(self.ctx, Some(ty)).map_err(|m| self.fail(span, m))
            }
            _ => self.attribute(),
        }
    }

    /// Parses an integer or float literal with an optional sign.
    pub fn number(&mut self) -> Parsed<Number<'s>> {
        let negative = self.eat(Token::Minus);
        if !matches!(self.tok, Token::Int | Token::Float) {
            return Err(self.expected("a number"));
        }
        let number = Number { negative, text: self.text() };
        self.advance();
        Ok(number)
    }

    /// Parses a signed or unsigned 32-bit integer.
    pub fn word(&mut self) -> Parsed<u32> {
        let start = self.start;
        let number = self.number()?;
        match number.to_i128() {
            Some(v @ 0..=0xffff_ffff) => Ok(v as u32),
            Some(v @ -0x8000_0000..0) => Ok(v as i32 as u32),
            _ => Err(self.fail(start..self.prev_end, "expected a 32-bit integer")),
        }
    }

    /// Parses a string literal.
    pub fn string(&mut self) -> Parsed<Cow<'s, str>> {
        if self.tok != Token::Str {
            return Err(self.expected("a string"));
        }
        let (text, span) = (self.text(), self.span());
        self.advance();
        unescape(text).map_err(|m| self.fail(span, m))
    }

    /// Parses `@name` and returns the name.
    pub fn symbol_name(&mut self) -> Parsed<Ident> {
        if self.tok != Token::Symbol {
            let kind = if matches!(self.tok, Token::Str | Token::Int | Token::Float) {
                "invalid kind of attribute specified: expected a symbol `@name`"
            } else {
                return Err(self.expected("a symbol `@name`"));
            };
            return Err(self.fail(self.span(), kind));
        }
        let (text, span) = (&self.text()[1..], self.span());
        self.advance();
        let name = match text.starts_with('"') {
            true => self.ctx.ident(&unescape(text).map_err(|m| self.fail(span.clone(), m))?),
            false => self.ctx.ident(text),
        };
        if let Some(map) = &mut self.map {
            let reference = map.reference(span, name, false);
            map.symbols.push(reference);
        }
        Ok(name)
    }

    /// Parses `@name` or `@name::@nested`.
    pub fn symbol_attr(&mut self) -> Parsed<Attribute> {
        let root = self.symbol_name()?;
        if self.tok != Token::ColonColon {
            return Ok(self.ctx.symbol_attr(root));
        }
        let mut path = vec![root];
        while self.eat(Token::ColonColon) {
            path.push(self.symbol_name()?);
        }
        Ok(self.ctx.attr(AttrData::NestedSymbol(path.into())))
    }

    /// Parses a dictionary `{...}`.
    fn dict(&mut self) -> Parsed<Attribute> {
        let start = self.start;
        let end = self.balanced(start);
        if let Some(attr) = self.known_attr(start, end) {
            return Ok(attr);
        }
        self.enter()?;
        let entries = self.grammar(Start::Attr, |ctx, lists, tokens| {
            grammar::EntriesParser::new().parse(ctx, lists, tokens)
        });
        self.leave();
        let entries = entries?;
        let count = entries.len();
        let attr = self.ctx.dict_attr(entries);
        if self.ctx.dict(Some(attr)).len() != count {
            return Err(self.fail(start..self.prev_end, "duplicate key in dictionary"));
        }
        self.remember_attr(start, end, attr)
    }

    /// Parses an attribute dictionary `{...}` if it is next, and appends its entries to `into`.
    pub fn optional_dict(&mut self, into: &mut Vec<(Ident, Attribute)>) -> Parsed<()> {
        if self.tok == Token::LBrace {
            let attr = self.dict()?;
            into.extend_from_slice(self.ctx.dict(Some(attr)));
        }
        Ok(())
    }

    /// Parses an alias or `#dialect.name<...>`, which both begin with a `#` token.
    pub fn hash(&mut self) -> Parsed<AliasValue> {
        if self.is_known_alias() {
            return self.alias();
        }
        let (text, span) = (self.text(), self.span());
        let registry = self.ctx.registry();
        // The form `#dialect<name value>`
        if self.byte_after() == Some(b'<') && registry.namespace(&text[1..]).is_some() {
            let text = self.opaque()?;
            return Ok(AliasValue::Attr(self.ctx.attr(AttrData::Opaque { text })));
        }
        let Some((name, space)) = self.dialect_name(&text[1..]) else { return self.alias() };
        let Some(def) = registry.attr_by_name(&name) else {
            let known = registry.attrs().iter().map(|def| def.name);
            self.may_be_opaque(space, &name, span, known)?;
            let text = self.opaque()?;
            return Ok(AliasValue::Attr(self.ctx.attr(AttrData::Opaque { text })));
        };
        self.advance();
        self.enter()?;
        let instance = (registry.attr_def(def).parse)(self, def);
        self.leave();
        match instance? {
            ParamInstance::Params(params) => Ok(AliasValue::Attr(self.ctx.param_attr(def, &params))),
            ParamInstance::Other(attr) => Ok(AliasValue::Attr(attr)),
            ParamInstance::Named(..) => Err(self.fail(span, "an attribute cannot be identified by name")),
        }
    }

    /// Returns whether the current token begins a trailing location: `loc(`.
    #[inline]
    pub fn at_location(&self) -> bool {
        self.tok == Token::Word && self.text() == "loc" && self.byte_after() == Some(b'(')
    }

    /// Parses a location `loc(...)`.
    pub fn location(&mut self) -> Parsed<Location> {
        if !self.eat_word("loc") {
            return Err(self.expected("`loc`"));
        }
        self.enter()?;
        let loc = self
            .grammar(Start::Loc, |ctx, lists, tokens| grammar::LocParser::new().parse(ctx, lists, tokens));
        self.leave();
        loc
    }

    /// Parses a location `loc(...)` if it is next.
    pub fn optional_location(&mut self) -> Parsed<Option<Location>> {
        if self.at_location() { self.location().map(Some) } else { Ok(None) }
    }
}
