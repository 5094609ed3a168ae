//! Parser for types, with a cache keyed by source text

use crate::adapter::Start;
use crate::alias::AliasValue;
use crate::parser::Parser;
use crate::token::Token;
use spv_ir::dialect::ParamDefId;
use spv_ir::text::{ParamInstance, Parsed};
use spv_ir::*;
use std::borrow::Cow;

/// Returns the type denoted by a bare word such as `i32`, `f32` or `index`; `None` for other words.
pub(crate) fn simple_type(ctx: &Context, word: &str) -> Option<Type> {
    match word {
        "index" => return Some(ctx.common().index),
        "none" => return Some(ctx.common().none),
        _ => {}
    }
    if let Some(kind) = FloatKind::by_name(word) {
        return Some(ctx.float_type(kind));
    }
    let (digits, signedness) = match word.as_bytes() {
        [b's', b'i', ..] => (&word[2..], Signedness::Signed),
        [b'u', b'i', ..] => (&word[2..], Signedness::Unsigned),
        [b'i', ..] => (&word[1..], Signedness::Signless),
        _ => return None,
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let width = digits.parse().ok().filter(|w| plain && (1..1 << 24).contains(w))?;
    Some(ctx.int_type(width, signedness))
}

/// The keyword for vector types.
const VECTOR: &str = "vector";

/// Maximum number of bytes that are searched for a mismatched bracket.
const EXPLAINED: usize = 1 << 14;

impl<'s> Parser<'s> {
    /// Returns whether the current token begins a type.
    pub fn at_type(&self) -> bool {
        match self.tok {
            Token::Bang | Token::LParen => true,
            Token::Word => self.is_type_word(self.text()),
            _ => false,
        }
    }

    /// Returns whether a bare word is a builtin type or the keyword that begins one.
    pub fn is_type_word(&self, word: &str) -> bool {
        self.types.contains_key(word)
            || word == VECTOR
            || self.builtin_def(word).is_some()
            || simple_type(self.ctx, word).is_some()
    }

    /// Parses a type.
    #[inline]
    pub fn ty(&mut self) -> Parsed<Type> {
        if self.map.is_some() {
            return self.referenced_type();
        }
        if self.tok == Token::Word
            && let Some(&ty) = self.types.get(self.text())
        {
            self.advance();
            return Ok(ty);
        }
        self.other_type()
    }

    /// Parses a type and records its position in the source map.
    #[cold]
    fn referenced_type(&mut self) -> Parsed<Type> {
        let start = self.start;
        let what = self.other_type()?;
        let span = start..self.prev_end;
        if let Some(map) = &mut self.map {
            let reference = map.reference(span, what, false);
            map.types.push(reference);
        }
        Ok(what)
    }

    fn other_type(&mut self) -> Parsed<Type> {
        let start = self.start;
        let nested = self.byte_after() == Some(b'<');
        match self.tok {
            Token::Bang if nested => self.cached_type(start),
            Token::Bang => {
                if let Some(&ty) = self.types.get(self.text()) {
                    self.advance();
                    return Ok(ty);
                }
                let text = self.text();
                let ty = self.dialect_type()?;
                self.types.insert(text, ty);
                Ok(ty)
            }
            Token::Word if nested => self.cached_type(start),
            Token::Word => {
                let text = self.text();
                let Some(ty) = simple_type(self.ctx, text) else {
                    return match self.builtin_def(text) {
                        Some(def) => self.instance(def, 0),
                        None => Err(self.expected("non-function type")),
                    };
                };
                self.types.insert(text, ty);
                self.advance();
                Ok(ty)
            }
            Token::LParen => self.builtin_type(Start::Function),
            _ => Err(self.expected("non-function type")),
        }
    }

    /// Returns whether the shape of a vector type contains a scalable dimension, which is in square brackets.
    fn at_scalable(&self) -> bool {
        let shape = self.src[self.end..].strip_prefix('<').unwrap_or("");
        let shape = shape.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x' || c == ' ');
        shape.starts_with('[')
    }

    /// Parses a type `name<...>`, or returns the cached type with the same source text.
    fn cached_type(&mut self, start: usize) -> Parsed<Type> {
        let mut end = self.balanced(self.end);
        if let Some(end) = &mut end {
            let bytes = self.src.as_bytes();
            if bytes.get(*end) == Some(&b'$') {
                *end += 1 + bytes[*end + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
            }
            if let Some(&ty) = self.types.get(&self.src[start..*end]) {
                self.skip_to(*end);
                return Ok(ty);
            }
        }
        let ty = match self.tok {
            Token::Bang => self.dialect_type()?,
            _ if self.at_word(VECTOR) && !self.at_scalable() => self.builtin_type(Start::Type)?,
            _ => match self.builtin_def(self.text()) {
                Some(def) => self.instance(def, 0)?,
                None => return Err(self.expected("non-function type")),
            },
        };
        if end == Some(self.prev_end) {
            self.types.insert(&self.src[start..self.prev_end], ty);
        }
        Ok(ty)
    }

    fn builtin_type(&mut self, start: Start) -> Parsed<Type> {
        self.enter()?;
        let ty = self.grammar(start, |ctx, lists, tokens| {
            crate::grammar::BuiltinTypeParser::new().parse(ctx, lists, tokens)
        });
        self.leave();
        ty
    }

    /// Parses a dialect type `!dialect.name...` or a type alias.
    fn dialect_type(&mut self) -> Parsed<Type> {
        let (text, span) = (self.text(), self.span());
        if self.is_known_alias() {
            return self.alias_type();
        }
        let registry = self.ctx.registry();
        let Some((name, space)) = self.dialect_name(&text[1..]) else { return self.alias_type() };
        let (base, distinct) = split_ordinal(&name);
        let def = registry.type_by_name(base).or_else(|| registry.type_by_later_name(base));
        let Some(def) = def else {
            let known = registry.types().iter().map(|def| def.name);
            self.may_be_opaque(space, &name, span, known)?;
            let text = self.opaque()?;
            return Ok(self.ctx.ty(TypeData::Opaque { text }));
        };
        self.instance(def, distinct)
    }

    /// Returns the definition of a builtin type named `word`, if the type is parsed like a dialect type. Otherwise
    /// returns `None`.
    fn builtin_def(&self, word: &str) -> Option<ParamDefId> {
        let registry = self.ctx.registry();
        registry.type_by_name(word).filter(|def| registry.type_def(*def).is_builtin())
    }

    /// Parses a type with the given definition. The current token is the type's name.
    fn instance(&mut self, def: ParamDefId, mut distinct: u32) -> Parsed<Type> {
        let (span, registry) = (self.span(), self.ctx.registry());
        self.advance();
        self.enter()?;
        let (allowed, faults) = (self.allow_unregistered, self.diags.list.len());
        // The type's own parser decides whether its parameters may be types of unregistered dialects.
        self.allow_unregistered = true;
        let instance = (registry.type_def(def).parse)(self, def);
        self.allow_unregistered = allowed;
        self.leave();
        if instance.is_err() && !registry.type_def(def).is_builtin() {
            self.explain_unbalanced(span.end, faults);
        }
        match instance? {
            ParamInstance::Params(params) => {
                if self.tok == Token::Dollar && self.start == self.prev_end {
                    distinct = self.text()[1..].parse().unwrap_or(0);
                    self.advance();
                }
                let ty = self.ctx.param_type(def, &params, distinct);
                self.possible(ty, span.start)
            }
            ParamInstance::Other(attr) => match self.ctx.attr_type(attr) {
                Some(ty) => self.possible(ty, span.start),
                None => Err(self.fail(span, "an attribute is not a type")),
            },
            ParamInstance::Named(key, params) => {
                let ty = self.ctx.named_type(def, key);
                self.defines_type |= params.is_some();
                match params {
                    Some(params) if !self.ctx.set_named_params(ty, &params) => {
                        let key = self.ctx.str(key).to_owned();
                        let message = format!("type `{key}` is already defined with a different body");
                        Err(self.fail(span.start..self.prev_end, message))
                    }
                    Some(_) => self.possible(ty, span.start),
                    None => Ok(ty),
                }
            }
        }
    }

    /// Replaces the reported errors with an error about mismatched brackets, if the brackets that begin at `open` do
    /// not match.
    #[cold]
    fn explain_unbalanced(&mut self, open: usize, faults: usize) {
        let mut stack = Vec::new();
        let mut previous = 0;
        // The search is bounded, because each type in a nest of types may start one.
        for (at, byte) in self.src.bytes().enumerate().skip(open).take(EXPLAINED) {
            let opening = match byte {
                b'<' | b'[' | b'(' | b'{' => {
                    stack.push(byte);
                    continue;
                }
                b'>' if previous == b'-' => None,
                b'>' => Some(b'<'),
                b']' => Some(b'['),
                b')' => Some(b'('),
                b'}' => Some(b'{'),
                b'"' | b'\n' => return,
                _ => None,
            };
            previous = byte;
            let Some(opening) = opening else {
                if stack.is_empty() {
                    return;
                }
                continue;
            };
            let open = stack.pop();
            if open != Some(opening) {
                let (byte, open) = (char::from(byte), char::from(open.unwrap_or(byte)));
                let message =
                    format!("unbalanced '{byte}' character in pretty dialect name: '{open}' is open");
                let mut error = Diagnostic::error(Place::Text(at..at + 1), message);
                for old in self.diags.list.drain(faults.min(self.diags.list.len())..) {
                    error.notes.push((old.place, old.message));
                }
                self.diags.push(error);
                return;
            }
            if stack.is_empty() {
                return;
            }
        }
    }

    /// Returns `ty`, the type that starts at offset `start`, or reports why its dialect considers it invalid.
    fn possible(&mut self, ty: Type, start: usize) -> Parsed<Type> {
        match self.ctx.registry().type_problem(self.ctx, ty) {
            Some(problem) => Err(self.fail(start..self.prev_end, problem)),
            None => Ok(ty),
        }
    }

    fn alias_type(&mut self) -> Parsed<Type> {
        let span = self.span();
        match self.alias()? {
            AliasValue::Type(ty) => Ok(ty),
            _ => Err(self.fail(span, "the alias does not name a type")),
        }
    }

    /// Formats a type for messages, preferably as written in the source.
    pub fn type_text(&self, ty: Type) -> String {
        let text = self.types.iter().filter(|(_, t)| **t == ty).map(|(text, _)| *text);
        if let Some(text) = text.min_by_key(|text| (text.len(), *text)) {
            return text.to_owned();
        }
        spv_ir::text::type_text(self.ctx, ty)
    }

    /// Returns the canonical name of a dialect type or attribute, and its dialect. Returns `None` for an alias.
    ///
    /// For an unregistered dialect, the name may consist of the dialect only, as in `#gpu<"dim x">`.
    pub fn dialect_name(&self, text: &'s str) -> Option<(Cow<'s, str>, &'s str)> {
        let bare = || self.allow_unregistered && self.byte_after() == Some(b'<');
        canonical_name(self.ctx, text).or_else(|| bare().then(|| (text.into(), text)))
    }

    /// Consumes an unregistered `!dialect.name<...>` or `#dialect.name<...>`. Returns its source text without the
    /// sigil.
    pub fn opaque(&mut self) -> Parsed<Ident> {
        let start = self.start + 1;
        if self.byte_after() == Some(b'<') {
            let Some(end) = self.balanced(self.end) else {
                self.advance();
                return Err(self.expected("balanced brackets of at most 4096 bytes"));
            };
            self.skip_to(end);
        } else {
            self.advance();
        }
        Ok(self.ctx.ident(&self.src[start..self.prev_end]))
    }
}

/// Returns the canonical form of `dialect.name`, and the dialect. Returns `None` for a name without a dialect prefix.
pub(crate) fn canonical_name<'s>(ctx: &Context, text: &'s str) -> Option<(Cow<'s, str>, &'s str)> {
    let (space, rest) = text.split_once('.')?;
    Some(match ctx.registry().namespace(space) {
        Some(canonical) if canonical != space => (format!("{canonical}.{rest}").into(), canonical),
        _ => (text.into(), space),
    })
}

/// Splits a name such as `name$3` into `name` and 3.
fn split_ordinal(name: &str) -> (&str, u32) {
    let base = names::base_name(name);
    (base, name.get(base.len() + 1..).and_then(|n| n.parse().ok()).unwrap_or(0))
}
