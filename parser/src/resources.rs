//! Parser for `dense_resource<key> : type`, and for the metadata with the bytes of resources
//!
//! The metadata is at the end of the source: `{-# dialect_resources: { builtin: { key: "0x..." } } #-}`.

use crate::parser::Parser;
use crate::token::Token;
use logos::Logos;
use rustc_hash::FxHashMap;
use spv_ir::resources::{DENSE_RESOURCE, dense_resource};
use spv_ir::text::Parsed;
use spv_ir::*;

/// Delimiters of the metadata section.
const OPEN: &str = "{-#";
const CLOSE: &str = "#-}";
/// Keys of the nested dictionaries that contain the bytes in the metadata section.
const PLACE: [&str; 2] = ["dialect_resources", "builtin"];

/// The bytes of each resource as a hexadecimal string, keyed by resource key.
pub(crate) type Resources<'s> = FxHashMap<&'s str, &'s str>;

/// Returns whether a word is the keyword of a `dense_resource` attribute.
pub(crate) fn is_resource_word(word: &str) -> bool {
    word == DENSE_RESOURCE
}

/// Collects the bytes of all resources in the metadata section of a source string.
fn resources(text: &str) -> Resources<'_> {
    let mut found = Resources::default();
    let Some((_, metadata)) = text.rsplit_once(OPEN) else { return found };
    let (mut path, mut key, mut after_colon) = (Vec::new(), "", false);
    let mut tokens = Token::lexer(metadata);
    while let Some(token) = tokens.next() {
        let text = tokens.slice();
        match token {
            Ok(Token::LBrace) => path.push(key),
            Ok(Token::RBrace) => _ = path.pop(),
            Ok(Token::Str) if after_colon && path == PLACE => _ = found.insert(key, text.trim_matches('"')),
            Ok(Token::Word) if !after_colon => key = text,
            _ => {}
        }
        after_colon = token == Ok(Token::Colon);
    }
    found
}

impl<'s> Parser<'s> {
    /// Parses an attribute `dense_resource<key> : type`.
    pub(crate) fn dense_resource(&mut self) -> Parsed<Attribute> {
        self.advance();
        self.need(Token::Less, "<")?;
        if self.tok != Token::Word {
            return Err(self.expected("identifier key for 'resource' entry"));
        }
        let (key, span) = (self.text(), self.span());
        self.advance();
        self.need(Token::Greater, ">")?;
        self.need(Token::Colon, ":")?;
        let ty = self.ty()?;
        let whole = self.whole;
        let bytes = self.resources.get_or_insert_with(|| Box::new(resources(whole))).get(key).copied();
        match dense_resource(self.ctx, key, ty, bytes) {
            Some(attr) => Ok(attr),
            None => Err(self.fail(span, "resources require a registered dialect")),
        }
    }

    /// Returns whether the current token begins the metadata section.
    pub(crate) fn at_metadata(&self) -> bool {
        self.tok == Token::LBrace && self.src[self.start..].starts_with(OPEN)
    }

    /// Skips the metadata section.
    pub(crate) fn metadata(&mut self) -> Parsed<()> {
        match self.src[self.start..].find(CLOSE) {
            Some(length) => {
                self.seek(self.start + length + CLOSE.len());
                Ok(())
            }
            None => Err(self.expected("`#-}` after the metadata of the file")),
        }
    }
}
