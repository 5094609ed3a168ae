#![forbid(unsafe_code)]
//! Writes the IR as text: the custom and the generic form of ops, driven by the definitions that
//! dialects registered. No dialect is known here.
//!
//! The default form is lossless: what it writes reads back as the same module. A strict form
//! ([`Options::compat`]) is that of another implementation.

mod affine;
mod aliases;
mod attrs;
mod bodies;
mod enums;
mod float;
mod format;
mod generic_form;
mod items;
mod locs;
mod names;
mod ops;
mod out;
mod printer;
mod program;
mod resources;
mod spellings;
mod state;
mod text;
mod threads;
mod types;
mod unique_numbers;

#[cfg(test)]
mod tests;

use printer::Printer;
use rustc_hash::FxHashMap;
pub use spellings::{Spellings, spellings};
use spv_ir::{Attribute, Block, Body, Context, Executor, Ident, Module, Op, TextForm, Type, Value};
use std::io;

/// How to print.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Every op in the generic form.
    pub generic: bool,
    /// The strict form that is written.
    pub compat: Option<&'static TextForm>,
    /// Values and blocks are named by number or by what their ops suggest, whatever their debug names.
    pub anonymous: bool,
    /// Names begin with the first alias of their dialect, where it has one: `spirv.` for `spv.`, as in later versions of
    /// MLIR.
    pub dialect_alias: bool,
    /// Print all locations, those in [`Self::source`] and unknown ones included.
    pub debug_info: bool,
    /// No aliases: write each nominal type out where it is used.
    pub local_scope: bool,
    /// Tensors and vectors of more elements are written without them: the result can
    /// be read, but is no constant.
    pub elide_larger: Option<usize>,
    /// Tensors and vectors of more elements are written as the bytes of these in hexadecimal; none where this is
    /// negative. Where it is not given it is 100 in the strict form, else none.
    pub hex_larger: Option<i64>,
    /// Write the ops of a module that has neither name nor attributes without `module { }` around.
    pub no_implicit_module: bool,
    /// Ids of the binary to note after each line.
    pub ids: Option<&'a IdNotes>,
    /// Regions end after the brace that begins them: the text is complete up to the end of its first line.
    pub first_line: bool,
    /// The verifier accepts the module: ops are printed without a look at whether they lack something. Printing may panic
    /// if one does.
    pub verified: bool,
    /// The text that text positions are meant in.
    pub source: Option<Source<'a>>,
}

/// A text that was parsed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// What it holds.
    pub text: &'a str,
}

/// Ids of a binary, and what analyses say of values, to be printed as comments: `// %12 [0, 15]`, with those of arguments in
/// parentheses.
#[derive(Clone, Debug, Default)]
pub struct IdNotes {
    /// Of module-level definitions, by symbol.
    pub symbols: FxHashMap<Ident, u32>,
    /// Of types. Those with an alias have their note there.
    pub types: FxHashMap<Type, u32>,
    /// Of values in functions, by the function's symbol.
    pub values: FxHashMap<(Ident, Value), u32>,
    /// Of labels in functions, by the function's symbol.
    pub blocks: FxHashMap<(Ident, Block), u32>,
    /// What analyses say of values in functions, by the function's symbol.
    pub facts: FxHashMap<(Ident, Value), String>,
}

/// A module as text.
pub fn print(module: &Module, options: &Options) -> String {
    let mut printer = Printer::new(&module.ctx, options);
    printer.module(module);
    printer.into_string()
}

/// Writes a module piece by piece, so that the whole text is never held.
pub fn print_to(module: &Module, options: &Options, to: &mut (dyn io::Write + Send)) -> io::Result<()> {
    let mut printer = Printer::new(&module.ctx, options);
    printer.stream_to(to);
    printer.module(module);
    printer.finish()
}

/// As [`print_to`], but has the executor print functions in parallel. The text is the same.
///
/// # Errors
/// Those of the sink.
pub fn print_with(
    module: &Module,
    options: &Options,
    executor: &dyn Executor,
    to: &mut (dyn io::Write + Send),
) -> io::Result<()> {
    let mut printer = Printer::new(&module.ctx, options);
    printer.executor = Some(executor);
    printer.stream_to(to);
    printer.module(module);
    printer.finish()
}

/// One op of a body as text, with its regions.
pub fn print_op(ctx: &Context, body: &Body, op: Op, options: &Options) -> String {
    let mut printer = Printer::new(ctx, options);
    printer.single_op(body, op);
    printer.into_string()
}

/// A type as text, without aliases.
pub fn print_type(ctx: &Context, ty: Type) -> String {
    let mut printer = Printer::new(ctx, &DEFAULT);
    printer.print_type(ty);
    printer.into_string()
}

/// An attribute as text, with its type.
pub fn print_attr(ctx: &Context, attr: Attribute) -> String {
    let mut printer = Printer::new(ctx, &DEFAULT);
    printer.print_attr(attr, attrs::Elide::Never);
    printer.into_string()
}

static DEFAULT: Options<'static> = Options {
    generic: false,
    compat: None,
    anonymous: false,
    dialect_alias: false,
    debug_info: false,
    local_scope: false,
    elide_larger: None,
    hex_larger: None,
    no_implicit_module: false,
    ids: None,
    first_line: false,
    verified: false,
    source: None,
};
