//! Token stream for the LALRPOP grammars
//!
//! The stream covers a single bracketed construct and ends with it. Types, dialect attributes and aliases within the
//! construct are parsed by `Parser` itself, so a grammar sees each of them as a single token.

use crate::affine::is_affine_word;
use crate::alias::AliasValue;
use crate::parser::{DEPTH_LIMIT, Parser};
use crate::resources::is_resource_word;
use crate::token::Token;
use lalrpop_util::ParseError;
use smallvec::SmallVec;
use spv_ir::text::{ParseFailed, Parsed};
use spv_ir::*;
use std::ops::Range;

/// A token of the LALRPOP grammars.
#[derive(Clone, Debug)]
pub(crate) enum Tok<'s> {
    LParen,
    RParen,
    LBrace,
    RBrace,
    LSquare,
    RSquare,
    Less,
    Greater,
    Comma,
    Colon,
    ColonColon,
    Equal,
    Arrow,
    Minus,
    /// The `x` between the dimensions of a shaped type.
    X,
    Word(&'s str),
    /// A bare word that is the key of a dictionary entry.
    Key(&'s str),
    Int(&'s str),
    Float(&'s str),
    /// A string literal, including its quotes and escapes.
    Str(&'s str),
    Symbol(Ident),
    Type(Type),
    Attr(Attribute),
    Loc(Location),
    Other,
}

/// An error with which a grammar rejects its input.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An error that has already been reported as a diagnostic.
    Reported,
    /// An error message to be reported at a byte range.
    At(Range<usize>, String),
}

/// Constructs the error with which a grammar action fails.
pub(crate) fn fault<'s>(span: Range<usize>, message: impl Into<String>) -> Failure<'s> {
    ParseError::User { error: Fault::At(span, message.into()) }
}

/// The construct that begins at the current token, which determines where the token stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// A type such as `vector<...>`; ends at the closing bracket.
    Type,
    /// A function type `(...) -> ...`; ends after the type that follows the arrow.
    Function,
    /// An array `[...]` or dictionary `{...}`; ends at the closing bracket.
    Attr,
    /// A constant `dense<...> : type`; ends after the type.
    Dense,
    /// A location `(...)`; ends at the closing bracket.
    Loc,
}

/// The token stream for a grammar, which covers a single bracketed construct.
pub(crate) struct Tokens<'p, 's> {
    parser: &'p mut Parser<'s>,
    start: Start,
    open: SmallVec<[Token; 8]>,
    previous: Option<Token>,
    arrow: bool,
    done: bool,
}

impl<'s> Tokens<'_, 's> {
    fn read(&mut self) -> Result<Tok<'s>, Fault> {
        let p = &mut *self.parser;
        let (token, text) = (p.tok, p.text());
        let in_dict = self.open.last() == Some(&Token::LBrace);
        let at_key = in_dict && matches!(self.previous, Some(Token::LBrace | Token::Comma));
        let is_type = match token {
            Token::Bang => true,
            Token::Word => {
                (self.start != Start::Type || self.previous.is_some()) && !at_key && p.is_type_word(text)
            }
            Token::LParen => match self.start {
                Start::Loc => self.open.contains(&Token::Less),
                Start::Function => !self.open.is_empty(),
                _ => true,
            },
            _ => false,
        };
        let failed = |_: ParseFailed| Fault::Reported;
        if is_type {
            self.previous = Some(Token::Bang);
            self.done = self.open.is_empty() && matches!(self.start, Start::Dense | Start::Function);
            return p.ty().map(Tok::Type).map_err(failed);
        }
        let dimension = self.start == Start::Type && self.previous == Some(Token::Int);
        self.previous = Some(token);
        match token {
            Token::Hash => {
                return match p.hash().map_err(failed)? {
                    AliasValue::Type(ty) => Ok(Tok::Type(ty)),
                    AliasValue::Attr(attr) => Ok(Tok::Attr(attr)),
                    AliasValue::Loc(loc) => Ok(Tok::Loc(loc)),
                };
            }
            Token::Word if !at_key && self.start != Start::Type && is_affine_word(text) => {
                return p.affine().map(Tok::Attr).map_err(failed);
            }
            Token::Word if !at_key && self.start != Start::Type && is_resource_word(text) => {
                return p.dense_resource().map(Tok::Attr).map_err(failed);
            }
            Token::Symbol => return p.symbol_name().map(Tok::Symbol).map_err(failed),
            Token::Word if dimension && text.starts_with('x') => {
                p.seek(p.start + 1);
                return Ok(Tok::X);
            }
            // In a type, `0x4` is the dimension `0` followed by `x4`, not a hexadecimal number.
            Token::Int if self.start == Start::Type && text.starts_with("0x") => {
                p.seek(p.start + 1);
                return Ok(Tok::Int("0"));
            }
            _ => {}
        }
        match token {
            Token::LParen | Token::LBrace | Token::LSquare | Token::Less => {
                if self.open.len() >= DEPTH_LIMIT as usize {
                    return Err(Fault::At(p.span(), format!("nested deeper than {DEPTH_LIMIT} levels")));
                }
                self.open.push(token);
            }
            Token::RParen | Token::RBrace | Token::RSquare | Token::Greater => {
                self.open.pop();
                self.done = self.open.is_empty()
                    && match self.start {
                        Start::Type | Start::Attr | Start::Loc => true,
                        Start::Function => self.arrow,
                        Start::Dense => false,
                    };
            }
            Token::Arrow => self.arrow = true,
            _ => {}
        }
        p.advance();
        Ok(plain_token(token, text, at_key))
    }
}

/// Converts a token that does not begin a type, attribute or alias. `is_key` is whether a bare word is a dictionary
/// key.
fn plain_token(token: Token, text: &str, is_key: bool) -> Tok<'_> {
    match token {
        Token::LParen => Tok::LParen,
        Token::RParen => Tok::RParen,
        Token::LBrace => Tok::LBrace,
        Token::RBrace => Tok::RBrace,
        Token::LSquare => Tok::LSquare,
        Token::RSquare => Tok::RSquare,
        Token::Less => Tok::Less,
        Token::Greater => Tok::Greater,
        Token::Comma => Tok::Comma,
        Token::Colon => Tok::Colon,
        Token::ColonColon => Tok::ColonColon,
        Token::Equal => Tok::Equal,
        Token::Arrow => Tok::Arrow,
        Token::Minus => Tok::Minus,
        Token::Int => Tok::Int(text),
        Token::Float => Tok::Float(text),
        Token::Str => Tok::Str(text),
        Token::Word if is_key => Tok::Key(text),
        Token::Word => Tok::Word(text),
        _ => Tok::Other,
    }
}

impl<'s> Iterator for Tokens<'_, 's> {
    type Item = Result<(usize, Tok<'s>, usize), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done || self.parser.tok == Token::Eof {
            return None;
        }
        let start = self.parser.start;
        Some(self.read().map(|tok| (start, tok, self.parser.prev_end)))
    }
}

/// The error of a grammar entry point.
pub(crate) type Failure<'s> = ParseError<usize, Tok<'s>, Fault>;

impl<'s> Parser<'s> {
    /// Parses the construct at the current token with a grammar entry point.
    pub fn grammar<T>(
        &mut self,
        start: Start,
        run: impl FnOnce(&Context, bool, Tokens<'_, 's>) -> Result<T, Failure<'s>>,
    ) -> Parsed<T> {
        let (ctx, lists) = (self.ctx, !self.merges_splats());
        let tokens =
            Tokens { parser: self, start, open: SmallVec::new(), previous: None, arrow: false, done: false };
        run(ctx, lists, tokens).map_err(|failure| self.grammar_failed(failure))
    }

    #[cold]
    fn grammar_failed(&mut self, failure: Failure<'s>) -> ParseFailed {
        match failure {
            ParseError::User { error: Fault::Reported } => ParseFailed,
            ParseError::User { error: Fault::At(span, message) } => self.fail(span, message),
            ParseError::UnrecognizedToken { token: (start, ..), expected } => {
                // Moves back to the unexpected token, so that the error message quotes it.
                self.seek(start);
                self.expected(&alternatives(&expected))
            }
            ParseError::UnrecognizedEof { expected, .. } => self.expected(&alternatives(&expected)),
            ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } => {
                self.expected("something else")
            }
        }
    }
}

/// Formats the tokens that a grammar expects for an error message.
fn alternatives(expected: &[String]) -> String {
    const LIMIT: usize = 4;
    if expected.iter().any(|e| e == "\"unit\"") {
        return "an attribute".into();
    }
    let has = |name: &str| expected.iter().any(|e| e == name);
    if has("key") {
        return if has("\"}\"") { "attribute name or '}'".into() } else { "attribute name".into() };
    }
    if has("\"}\"") && has("\",\"") {
        return "'}' in attribute dictionary, or ','".into();
    }
    let names: Vec<String> = expected
        .iter()
        .map(|name| match name.strip_prefix('"').and_then(|n| n.strip_suffix('"')) {
            Some(text) => format!("'{text}'"),
            None => match name.as_str() {
                "ty" => "non-function type".to_owned(),
                "integer" => "integer value".to_owned(),
                _ => format!("a {name}"),
            },
        })
        .collect();
    match &names[..] {
        [] => "something else".into(),
        [one] => one.clone(),
        [list @ .., last] if list.len() < LIMIT => format!("{} or {last}", list.join(", ")),
        _ => "a location".into(),
    }
}
