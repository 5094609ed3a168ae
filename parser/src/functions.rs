//! Incremental parsing of a module
//!
//! Edits usually affect a single function. A [`Skeleton`] is the module without function bodies; a [`FunctionReader`]
//! parses individual functions. If all braces match, together they produce the same result as [`crate::parse`]. Without
//! a closing brace, a function ends at the next function, not at the end of the source.

use crate::alias::{AliasValue, Aliases};
use crate::outline::{Braces, Outline};
use crate::parser::Parser;
use crate::sorted;
use crate::source_map::SourceMap;
use crate::state::{FunctionText, Skips};
use crate::token::Token;
use spv_ir::dialect::Traits;
use spv_ir::text::{ArgDecl, OpState};
use spv_ir::*;
use std::ops::Range;
use std::sync::Arc;

impl<'s> Parser<'s> {
    /// Skips a function body that begins at the current brace, if its body is to be skipped. Gives the op a body whose
    /// entry block has the arguments but no ops. Returns whether the body was skipped.
    pub fn skip_body(&mut self, state: &mut OpState, args: &[ArgDecl]) -> bool {
        let Some(braces) = self.skips.as_deref().and_then(|skips| skips.at(self.start)) else { return false };
        let start = state.loc.and_then(Location::text_offset);
        let function = self.ctx.registry().op(state.def).traits.contains(Traits::FUNCTION);
        let (Some(start), true, Token::LBrace) = (start, function, self.tok) else { return false };
        let Braces { open, end, closed } = braces;
        let function = FunctionText { start, open, end, closed, owner: self.scope.owner };
        self.declaration(state, args);
        self.pass_body();
        if let Some(skips) = &mut self.skips {
            skips.skipped.push(function);
        }
        true
    }

    /// Advances past a function body that begins at the current brace, if its body is to be skipped. Returns whether it
    /// was skipped.
    pub fn pass_body(&mut self) -> bool {
        let at_brace = self.tok == Token::LBrace;
        let braces = self.skips.as_deref().filter(|_| at_brace).and_then(|skips| skips.at(self.start));
        if let Some(Braces { end, .. }) = braces {
            self.skip_to(end);
            self.closed = end;
        }
        braces.is_some()
    }

    /// Returns whether an offset is in a skipped function body.
    pub fn in_skipped_body(&self, at: usize) -> bool {
        let Some(skips) = self.skips.as_deref() else { return false };
        let next = skips.braces.partition_point(|b| b.open <= at);
        next.checked_sub(1).is_some_and(|i| at < skips.braces[i].end)
    }
}

/// Options for incremental parsing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceOptions {
    /// Whether to accept types and attributes of unregistered dialects, which are stored as strings.
    pub allow_unregistered: bool,
    /// Whether to record a source map.
    pub map: bool,
}

/// The aliases of a source file, with the offsets of their definitions.
#[derive(Clone, Default)]
pub struct KnownAliases {
    list: Vec<(String, usize, Option<AliasValue>)>,
}

impl KnownAliases {
    /// Returns the byte range of the name in an alias definition. `name` includes the sigil. Returns `None` if the
    /// alias is not defined.
    pub fn definition(&self, name: &str) -> Option<Range<usize>> {
        self.find(name).map(|(name, at, _)| *at..*at + name.len())
    }

    /// Returns the type that a type alias represents. Returns `None` if the alias is undefined or invalid.
    pub fn ty(&self, name: &str) -> Option<Type> {
        match self.find(name)?.2? {
            AliasValue::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// Returns the attribute that an attribute alias represents. Returns `None` if the alias is undefined or invalid.
    pub fn attr(&self, name: &str) -> Option<Attribute> {
        match self.find(name)?.2? {
            AliasValue::Attr(attr) => Some(attr),
            _ => None,
        }
    }

    /// Returns the names of all aliases in sorted order, including sigils.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(name, ..)| name.as_str())
    }

    fn find(&self, name: &str) -> Option<&(String, usize, Option<AliasValue>)> {
        self.list.binary_search_by(|(n, ..)| n.as_str().cmp(name)).ok().map(|i| &self.list[i])
    }
}

/// A module without function bodies.
pub struct Skeleton {
    /// The ops in source order, including an enclosing builtin `module`. The bodies of [`Self::functions`] have no
    /// ops.
    pub module: Module,
    /// The functions with skipped bodies, in source order.
    pub functions: Vec<FunctionText>,
    /// The aliases defined in the source.
    pub aliases: KnownAliases,
    /// The errors outside of skipped bodies.
    pub diagnostics: Diagnostics,
    /// The references outside of skipped bodies, if a source map was requested.
    pub map: Option<Box<SourceMap>>,
}

/// Parses a module without function bodies. The location of each op is its offset in the source.
pub fn parse_skeleton(source: &str, options: &PieceOptions, ctx: Arc<Context>) -> Skeleton {
    let mut parser = piece_parser(source, options, &ctx);
    let braces = Outline::new(ctx.registry()).functions(source);
    parser.skips = Some(Box::new(Skips { braces, skipped: Vec::new() }));
    parser.open_body(None, Capacity::default());
    // Errors are in the parser's diagnostics, so the result is not needed.
    _ = parser.top();
    let body = parser.close_body();
    let mut map = parser.map.take();
    map.iter_mut().for_each(|map| map.finish());
    let functions = parser.skips.take().map_or_else(Vec::new, |skips| skips.skipped);
    let known = std::mem::take(&mut parser.aliases).into_known();
    let mut list: Vec<_> = known.map(|(name, at, value)| (name.to_owned(), at, value)).collect();
    list.sort_by(|a, b| a.0.cmp(&b.0));
    let diagnostics = sorted(std::mem::take(&mut parser.diags));
    drop(parser);
    let module = Module { ctx, body, name: None, attrs: None, loc: None };
    Skeleton { module, functions, aliases: KnownAliases { list }, diagnostics, map }
}

fn piece_parser<'s>(source: &'s str, options: &PieceOptions, ctx: &'s Context) -> Parser<'s> {
    let mut parser = Parser::new(source, ctx);
    parser.allow_unregistered = options.allow_unregistered;
    parser.keep_positions = true;
    parser.map = options.map.then(Box::default);
    parser
}

/// The result of parsing a single function.
#[derive(Default)]
pub struct FunctionRead {
    /// The function body, as far as it could be parsed; `None` if the op could not be created or has no body.
    pub body: Option<Box<Body>>,
    /// The errors in the function.
    pub diagnostics: Diagnostics,
    /// Whether the function defines a nominal type, which is then visible in the whole context.
    pub defines_type: bool,
    /// The references in the function, if a source map was requested.
    pub map: Option<Box<SourceMap>>,
}

/// A parser for individual functions of a source file.
pub struct FunctionReader<'s> {
    parser: Parser<'s>,
    options: PieceOptions,
}

impl<'s> FunctionReader<'s> {
    /// Creates a parser for individual functions in a source file with known aliases.
    pub fn new(
        source: &'s str,
        aliases: &'s KnownAliases,
        options: &PieceOptions,
        ctx: &'s Context,
    ) -> FunctionReader<'s> {
        let mut parser = piece_parser(source, options, ctx);
        parser.aliases = Aliases::complete(aliases.list.iter().map(|(name, at, v)| (name.as_str(), *at, *v)));
        FunctionReader { parser, options: *options }
    }

    /// Parses a function from its op name to the end of its body.
    pub fn read(&mut self, function: &FunctionText) -> FunctionRead {
        let FunctionText { start, end, owner, .. } = *function;
        let parser = &mut self.parser;
        let Some(src) = parser.whole.get(..end).filter(|src| src.is_char_boundary(start)) else {
            return FunctionRead::default();
        };
        parser.window(src, start);
        parser.map = self.options.map.then(Box::default);
        parser.open_body(owner, Capacity::default());
        let root = parser.scope.body.root();
        parser.scope.block = Some(Builder::new(&mut parser.scope.body).append_block(root));
        // Errors are in the parser's diagnostics, so the result is not needed.
        _ = parser.op();
        let mut around = parser.close_body();
        let op = around.first_block(around.root()).and_then(|block| around.first_op(block));
        let body = op.and_then(|op| Builder::new(&mut around).take_nested(op));
        let mut map = parser.map.take();
        map.iter_mut().for_each(|map| map.finish());
        let diagnostics = sorted(std::mem::take(&mut parser.diags));
        let defines_type = std::mem::take(&mut parser.defines_type);
        FunctionRead { body, diagnostics, defines_type, map }
    }

    /// Returns the end offset of the function body that opens at offset `open`, defined as in [`FunctionText::end`].
    /// Also returns whether the body has a closing brace.
    pub fn braces(ctx: &Context, source: &str, open: usize) -> (usize, bool) {
        let Braces { end, closed, .. } = Outline::new(ctx.registry()).braces(source.as_bytes(), open);
        (end, closed)
    }
}
