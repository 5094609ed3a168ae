#![forbid(unsafe_code)]
//! Parser for MLIR text
//!
//! Parses the custom and generic forms of ops according to the definitions that dialects registered. The parser has
//! no knowledge of specific dialects.
//!
//! A logos lexer produces tokens on demand; the IR is built directly, without a syntax tree. Ops are parsed by
//! interpreting their assembly formats or by hand-written functions of their dialects. LALRPOP grammars cover builtin
//! types, attributes and locations. A single run reports several errors: after an error in an op, parsing continues
//! with the next op.

mod adapter;
mod affine;
mod alias;
mod attr;
mod bytes;
mod dense_elements;
mod dialect_parser;
mod format;
mod functions;
mod generic_form;
mod number;
mod op;
mod outline;
mod param;
mod parser;
mod recover;
mod region;
mod resources;
mod scope;
mod source_map;
mod state;
mod threads;
mod token;
mod types;

#[cfg(test)]
mod tests;

#[allow(missing_docs, clippy::all, clippy::pedantic)]
mod grammar {
    lalrpop_util::lalrpop_mod!(rules, "/grammar.rs");
    pub use rules::*;
}

pub use functions::{FunctionRead, FunctionReader, KnownAliases, PieceOptions, Skeleton, parse_skeleton};
use parser::Parser;
pub use source_map::{OpText, Reference, SourceMap};
use spv_ir::dialect::SYMBOL_SLOT;
use spv_ir::text::Parsed;
use spv_ir::*;
pub use state::FunctionText;
use std::sync::Arc;
use token::Token;

/// Options of the parser.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Whether to accept types and attributes of unregistered dialects, which are stored as strings.
    pub allow_unregistered: bool,
    /// The text form of the implementation that printed the source, for example LLVM 14. If set, the names of values
    /// and blocks are insignificant and do not become OpNames.
    pub compat: Option<&'static TextForm>,
    /// Whether the location of a block argument without an explicit location is its source offset.
    pub locate_arguments: bool,
    /// Whether the location of each op is its source offset, even if the op has an explicit location. Used for
    /// diagnostics.
    pub keep_positions: bool,
}

/// Parses a module: top-level ops, which a builtin `module` may enclose.
///
/// # Errors
/// Returns all errors found, with positions as byte ranges of `source`.
pub fn parse(source: &str, options: &ParseOptions, ctx: Arc<Context>) -> Result<Module, Diagnostics> {
    read(source, options, ctx, None).map(|(module, _)| module)
}

/// Parses a module like [`parse`], and also returns the source map.
pub fn parse_with_map(
    source: &str,
    options: &ParseOptions,
    ctx: Arc<Context>,
) -> Result<(Module, SourceMap), Diagnostics> {
    let (module, map) = read(source, options, ctx, Some(Box::default()))?;
    Ok((module, map.map_or_else(SourceMap::default, |map| *map)))
}

fn read(
    source: &str,
    options: &ParseOptions,
    ctx: Arc<Context>,
    map: Option<Box<SourceMap>>,
) -> Result<(Module, Option<Box<SourceMap>>), Diagnostics> {
    let mut parser = Parser::new(source, &ctx);
    parser.map = map;
    parser.set_options(options);
    if u32::try_from(source.len()).is_err() {
        parser.fail(0..0, "input of 4 GiB or more is not supported");
        return Err(parser.diags);
    }
    parser.open_body(None, Capacity::default());
    let outcome = parser.top();
    let body = parser.close_body();
    if outcome.is_err() || parser.diags.has_errors() {
        return Err(reworded(sorted(parser.diags), options.compat));
    }
    let mut map = parser.map.take();
    map.iter_mut().for_each(|map| map.finish());
    Ok((into_module(ctx, body), map))
}

/// Parses a module like [`parse`], but parses function bodies in parallel with `executor`.
///
/// # Errors
/// Returns the errors of [`parse`].
pub fn parse_with(
    source: &str,
    options: &ParseOptions,
    ctx: Arc<Context>,
    executor: &dyn Executor,
) -> Result<Module, Diagnostics> {
    match threads::read(source, options, &ctx, executor) {
        Some(module) => Ok(module),
        None => parse(source, options, ctx),
    }
}

/// Rewords diagnostics to match the messages of the implementation that printed the source.
fn reworded(list: Diagnostics, form: Option<&TextForm>) -> Diagnostics {
    let Some(form) = form else { return list };
    Diagnostics { list: list.list.into_iter().flat_map(|error| form.reword(error)).collect() }
}

/// Sorts diagnostics in source order. They may be out of order, because some errors are found only at the end of a
/// body.
fn sorted(mut list: Diagnostics) -> Diagnostics {
    list.list.sort_by_key(|diagnostic| match &diagnostic.place {
        Place::Text(range) => range.start,
        Place::Op(loc) => loc.text_offset().unwrap_or(0),
        _ => 0,
    });
    list
}

/// Constructs the module from a top-level body. If the body contains only a builtin `module`, returns that module.
///
/// A `module` whose name is not a string remains an op, which the verifier rejects.
fn into_module(ctx: Arc<Context>, mut body: Box<Body>) -> Module {
    let block = body.first_block(body.root());
    let only = block.and_then(|b| body.first_op(b)).filter(|op| body.next(*op).is_none());
    if let Some(op) = only.filter(|op| body.def(*op) == builtin::MODULE_ID)
        && let Ok(name) = body.slot_attr(op, SYMBOL_SLOT).map(|name| ctx.attr_str(name).ok_or(())).transpose()
    {
        let name = name.map(|name| ctx.ident(name));
        let (attrs, loc) = (body.attrs(op), body.loc(op));
        if let Some(nested) = Builder::new(&mut body).take_nested(op) {
            return Module { ctx, body: nested, name, attrs, loc: Some(loc) };
        }
    }
    Module { ctx, body, name: None, attrs: None, loc: None }
}

/// Parses a source string that consists of a single type.
pub fn parse_type(source: &str, ctx: &Context) -> Result<Type, Diagnostics> {
    alone(source, ctx, |p| p.ty())
}

/// Parses a source string that consists of a single attribute.
pub fn parse_attr(source: &str, ctx: &Context) -> Result<Attribute, Diagnostics> {
    alone(source, ctx, |p| p.attribute())
}

fn alone<T>(
    source: &str,
    ctx: &Context,
    read: impl FnOnce(&mut Parser) -> Parsed<T>,
) -> Result<T, Diagnostics> {
    let mut parser = Parser::new(source, ctx);
    let outcome = read(&mut parser);
    if outcome.is_ok() && parser.tok != Token::Eof {
        parser.expected("the end of the text");
    }
    outcome.ok().filter(|_| !parser.diags.has_errors()).ok_or(parser.diags)
}
