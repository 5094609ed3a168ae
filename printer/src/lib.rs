#![forbid(unsafe_code)]
//! Printer for MLIR text
//!
//! Prints the custom and generic forms of ops according to the definitions that dialects registered. The printer has
//! no knowledge of specific dialects. The default form is lossless: parsing the output yields the same module. With
//! [`Options::compat`], the output is compatible with another implementation.

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

/// Options of the printer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Whether to print every op in the generic form.
    pub generic: bool,
    /// The text form of another implementation to print, for example LLVM 14. If `None`, prints the default lossless
    /// form.
    pub compat: Option<&'static TextForm>,
    /// Whether to ignore OpNames. Values are then named by number or by the names that their ops suggest.
    pub anonymous: bool,
    /// Whether op and type names begin with the first alias of their dialect, if any: `spirv.` instead of `spv.`, as
    /// in newer versions of MLIR.
    pub dialect_alias: bool,
    /// Whether to print all locations, including unknown locations and positions in [`Self::source`].
    pub debug_info: bool,
    /// Whether to print types and other aliased entities in full instead of defining aliases.
    pub local_scope: bool,
    /// Maximum number of elements of tensors and vectors to print. Larger constants are elided. The output can still
    /// be parsed, but the attribute is no longer a constant.
    pub elide_larger: Option<usize>,
    /// Maximum number of tensor or vector elements to print as a list. Larger constants are printed as hexadecimal
    /// bytes. A negative value means no limit. The default is 100 if [`Self::compat`] is set, otherwise no limit.
    pub hex_larger: Option<i64>,
    /// Whether to omit the enclosing `module { }` of a module that has neither a name nor attributes.
    pub no_implicit_module: bool,
    /// Ids of the binary to print as comments.
    pub ids: Option<&'a IdNotes>,
    /// Whether to omit everything in a region after its opening brace, for callers that need only the first line of an
    /// op.
    pub first_line: bool,
    /// Whether the verifier accepted the module, so that ops need no check for completeness. Printing an incomplete op
    /// may then panic.
    pub verified: bool,
    /// The MLIR text from which the module was parsed, to print locations as line and column numbers.
    pub source: Option<Source<'a>>,
}

/// The MLIR text from which a module was parsed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file name.
    pub file: &'a str,
    /// The contents of the file.
    pub text: &'a str,
}

/// Comments to print: ids in the binary, and analysis results of values, as in `// %12 [0, 15]`. Comments about block
/// arguments are in parentheses.
#[derive(Clone, Debug, Default)]
pub struct IdNotes {
    /// Ids of module-level definitions, keyed by symbol.
    pub symbols: FxHashMap<Ident, u32>,
    /// Ids of types. If a type has an alias, its id is printed at the alias definition.
    pub types: FxHashMap<Type, u32>,
    /// Ids of values in functions, keyed by function symbol and value.
    pub values: FxHashMap<(Ident, Value), u32>,
    /// Ids of labels in functions, keyed by function symbol and block.
    pub blocks: FxHashMap<(Ident, Block), u32>,
    /// Analysis results for values in functions, keyed by function symbol and value.
    pub facts: FxHashMap<(Ident, Value), String>,
}

/// Prints a module to a string.
pub fn print(module: &Module, options: &Options) -> String {
    let mut printer = Printer::new(&module.ctx, options);
    printer.module(module);
    printer.into_string()
}

/// Prints a module to a writer in chunks, without holding the whole output in memory.
///
/// # Errors
/// Returns the first error of the writer.
pub fn print_to(module: &Module, options: &Options, to: &mut (dyn io::Write + Send)) -> io::Result<()> {
    let mut printer = Printer::new(&module.ctx, options);
    printer.stream_to(to);
    printer.module(module);
    printer.finish()
}

/// Prints a module like [`print_to`], but prints functions in parallel with `executor`. The output is the same.
///
/// # Errors
/// Returns the first error of the writer.
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

/// Prints a single op with its regions.
pub fn print_op(ctx: &Context, body: &Body, op: Op, options: &Options) -> String {
    let mut printer = Printer::new(ctx, options);
    printer.single_op(body, op);
    printer.into_string()
}

/// Prints a type without aliases.
pub fn print_type(ctx: &Context, ty: Type) -> String {
    let mut printer = Printer::new(ctx, &DEFAULT);
    printer.print_type(ty);
    printer.into_string()
}

/// Prints an attribute with its type.
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
