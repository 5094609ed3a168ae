//! Parser and printer interfaces for hand-written assembly
//!
//! Ops, types and attributes use these interfaces if no assembly format describes their syntax.

pub mod builtin_syntax;
pub mod format;
pub mod render;
pub mod text_form;
pub mod type_text;

use crate::attrs::Attribute;
use crate::body::Body;
use crate::builder::InsertPoint;
use crate::context::Context;
use crate::dialect::EnumDef;
use crate::entity::*;
use crate::handles::Ident;
use crate::handles::{OpDefId, ParamDefId};
use crate::location::Location;
use crate::text_form::TextForm;
use crate::types::Type;

pub use format::DirectiveArg;
pub use type_text::type_text;

/// A parse failure that has already been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFailed;

/// The result of a parse step.
pub type Parsed<T> = Result<T, ParseFailed>;

/// Function that parses a dialect type or attribute after its name.
pub type TypeParseFn = fn(&mut dyn AsmParser, ParamDefId) -> Parsed<ParamInstance>;
/// Function that prints a dialect type or attribute after its name. Receives the definition, the key of a nominal
/// type, and the parameters. The parameters are empty for a mere reference to a nominal type.
pub type TypePrintFn = fn(&mut dyn AsmPrinter, ParamDefId, Option<Ident>, &[Attribute]);
/// Function that parses an op after its name. The result must depend only on the tokens, the types of operands, and
/// state read through [`AsmParser::body`].
///
/// The parser may skip the function for a line that differs from an earlier line only in the names of operands and
/// blocks. It does so only if the function does not call [`AsmParser::body`].
pub type OpParseFn = fn(&mut dyn AsmParser, &mut OpState) -> Parsed<()>;
/// Function that prints an op after its name.
///
/// For an op without operands, regions and successors, the output must depend only on the slots, the attributes and
/// the result types. It may be reused for an op with the same components.
pub type OpPrintFn = fn(&mut dyn AsmPrinter, &Body, Op);
/// Function that parses a `custom<Name>($param)` directive of a format. Operands that it adds belong to its first
/// parameter. As with [`OpParseFn`], the result must depend only on the tokens and the types of operands.
pub type DirectiveParseFn = fn(&mut dyn AsmParser, &mut OpState, &[DirectiveArg]) -> Parsed<()>;
/// Function that prints a `custom<Name>($param)` directive. The output may be reused for an op with the same components.
/// The result must depend only on slots, attributes, and the types of operands and results.
pub type DirectivePrintFn = fn(&mut dyn AsmPrinter, &Body, Op, &[DirectiveArg]);

/// The result of parsing a type or attribute after its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamInstance {
    /// Parameters of a structural type or attribute.
    Params(Vec<Attribute>),
    /// The key of a nominal type, and its parameters if present.
    Named(Ident, Option<Vec<Attribute>>),
    /// An attribute or type of another form that has the same meaning.
    Other(Attribute),
}

/// The components of an op that is being parsed.
#[derive(Clone, Debug)]
pub struct OpState {
    /// Definition of the op.
    pub def: OpDefId,
    /// Number of result names to the left of `=`.
    pub result_count: usize,
    /// Operands, excluding successor arguments.
    pub operands: Vec<Value>,
    /// For each operand, the index of its parameter and its byte offset in the text. Only assembly formats fill this
    /// list.
    pub operand_params: Vec<(u8, u32)>,
    /// Slot words. Initially 0, or [`crate::dialect::ABSENT`] for enumerants.
    pub slots: Vec<u32>,
    /// Result types, one per result.
    pub results: Vec<Type>,
    /// Discardable attributes with their keys.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Successors, each with the values forwarded to its block arguments.
    pub successors: Vec<(Block, Vec<Value>)>,
    /// Block count of the tail of the op's region; `None` for the default tail (see [`crate::Body::tail_number`]).
    pub tail: Option<u32>,
    /// The op, if [`AsmParser::region`] has already created it with the components parsed so far. Used only for ops
    /// that are not isolated.
    pub op: Option<Op>,
    /// Regions of an op that is not isolated, each temporarily owned by a detached op. [`AsmParser::next_region`]
    /// appends to this list.
    pub regions: Vec<Op>,
    /// Nested body of an isolated op, once parsed.
    pub body: Option<Box<Body>>,
    /// Location, if given explicitly before the end of the op.
    pub loc: Option<Location>,
    /// A word that a custom directive leaves to a later directive, with its byte offset in the text.
    pub noted: Option<(usize, u32)>,
}

/// An operand as it is spelled in the text: `%name` or `%name#3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// Name without the `%`, including the result index after `#`.
    pub name: String,
    /// Byte range in the text.
    pub span: std::ops::Range<usize>,
}

/// The declaration of a function argument or block argument in MLIR text.
#[derive(Clone, Debug)]
pub struct ArgDecl {
    /// Name without the `%`; empty if omitted.
    pub name: String,
    /// Byte range of `%name` in the text; empty if the name is omitted.
    pub span: std::ops::Range<usize>,
    /// Type of the argument.
    pub ty: Type,
    /// Attributes with their keys.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Location, if given.
    pub loc: Option<Location>,
}

/// The parser interface for hand-written assembly. Methods that fail have already reported the error.
pub trait AsmParser {
    /// Returns the context that owns the parsed types and attributes.
    fn ctx(&self) -> &Context;
    /// Returns the current op's name as spelled in the text.
    fn spelling(&self, state: &OpState) -> &str;
    /// Reports an error at the current token.
    fn error(&mut self, message: &str) -> ParseFailed;
    /// Reports an error at a byte range of the text.
    fn error_at(&mut self, span: std::ops::Range<usize>, message: &str) -> ParseFailed;
    /// Reports an error about an unknown enumerant. A note suggests the most similar enumerant, or lists all enumerants
    /// of a small enumeration.
    fn error_enum(&mut self, span: std::ops::Range<usize>, message: &str, def: &EnumDef) -> ParseFailed;
    /// Returns the current op's name as spelled in the text. Can be called only before the op's first region is parsed.
    fn op_name(&self) -> &str;
    /// Returns the LLVM-compatible text form to which the parser is restricted, if any.
    fn form(&self) -> Option<&'static TextForm>;
    /// Returns whether the parser is restricted to an LLVM-compatible text form.
    fn compat(&self) -> bool {
        self.form().is_some()
    }
    /// Calls `read` to parse nested syntax. Fails if the nesting is too deep.
    fn nested(&mut self, read: &mut dyn FnMut(&mut dyn AsmParser) -> Parsed<()>) -> Parsed<()>;
    /// Returns the spelling of a type in the current text form, for messages.
    fn type_text(&self, ty: Type) -> String;
    /// Returns the byte offset of the current token.
    fn offset(&self) -> usize;
    /// Consumes a punctuation token (`(`, `->`, `::`, `=`, ...) if it is next. Returns whether it was next.
    fn accept(&mut self, punct: &str) -> bool;
    /// Consumes a punctuation token, or fails.
    fn expect(&mut self, punct: &str) -> Parsed<()>;
    /// Returns whether a punctuation token is next.
    fn peek(&self, punct: &str) -> bool;
    /// Consumes the bare word `word` if it is next. Returns whether it was next.
    fn accept_keyword(&mut self, word: &str) -> bool;
    /// Consumes a bare word if one is next.
    fn opt_keyword(&mut self) -> Option<String>;
    /// Consumes a bare word, or fails.
    fn keyword(&mut self) -> Parsed<String>;
    /// Consumes a string literal if one is next. Returns its unescaped contents.
    fn opt_string(&mut self) -> Option<String>;
    /// Consumes a string literal, or fails. Returns its unescaped contents.
    fn string(&mut self) -> Parsed<String>;
    /// Parses an enumerant or bit set such as `"A|B"` if a string is next. Unnamed values are written as integers.
    fn opt_enum(&mut self, def: &EnumDef) -> Option<Parsed<u32>>;
    /// Parses an integer (decimal or hexadecimal, optionally signed) if one is next.
    fn opt_integer(&mut self) -> Option<i128>;
    /// Parses an integer, or fails.
    fn integer(&mut self) -> Parsed<i128>;
    /// Parses the dimensions before an element type, such as `4x` or `2x3x`, with optional spaces. Returns an empty
    /// list if no dimension is next.
    fn dims(&mut self) -> Parsed<Vec<u64>>;
    /// Parses a shape before an element type, such as `4x?x`.
    ///
    /// An unknown length is `None`. A length in brackets has the bit [`crate::builtin_types::SCALABLE`]. Returns `None`
    /// for the unranked shape `*x`.
    fn shape(&mut self) -> Parsed<Option<Vec<Option<u64>>>>;
    /// Parses a type.
    fn ty(&mut self) -> Parsed<Type>;
    /// Parses a type if one is next.
    fn opt_ty(&mut self) -> Option<Parsed<Type>>;
    /// Parses an attribute, including its `: type` if present.
    fn attr(&mut self) -> Parsed<Attribute>;
    /// Parses an attribute if one is next.
    fn opt_attr(&mut self) -> Option<Parsed<Attribute>>;
    /// Parses an attribute without `: type`, whose type is `ty`.
    fn attr_of(&mut self, ty: Type) -> Parsed<Attribute>;
    /// Parses an attribute. An integer without an explicit type has type `number`.
    fn attr_or(&mut self, number: Type) -> Parsed<Attribute>;
    /// Parses an affine map without the leading keyword: `(d0, d1) -> (d1, d0)`.
    fn affine_map(&mut self) -> Parsed<Attribute>;
    /// Parses `dense<...>` without `: type`, for an attribute of type `ty`.
    fn dense_of(&mut self, ty: Type) -> Parsed<Attribute>;
    /// Parses `@name` if it is next.
    fn opt_symbol(&mut self) -> Option<Ident>;
    /// Parses `@name`, or fails.
    fn symbol(&mut self) -> Parsed<Ident>;
    /// Parses an attribute dictionary `{...}` if it is next, and appends its entries to `into`.
    fn attr_dict(&mut self, into: &mut Vec<(Ident, Attribute)>) -> Parsed<()>;
    /// Parses `%name` if it is next.
    fn opt_operand(&mut self) -> Option<Unresolved>;
    /// Parses `%name`, or fails.
    fn operand(&mut self) -> Parsed<Unresolved>;
    /// Parses the `%name` of a value that is declared at this position. The `%name` may be the first token of a line.
    fn declared(&mut self) -> Parsed<Unresolved>;
    /// Returns the value of an operand. Fails if `ty` is given and is not the type of the value.
    fn resolve(&mut self, operand: &Unresolved, ty: Option<Type>) -> Parsed<Value>;
    /// Sets the type of the operand at byte offset `at`. Reports an error if its value has another type.
    fn set_type(&mut self, value: Value, ty: Type, at: usize);
    /// Parses a successor `^block` with optional arguments `(%a, %b : t, t)`.
    fn successor(&mut self) -> Parsed<(Block, Vec<Value>)>;
    /// Parses argument declarations `(%a: t {attrs} loc(...), ...)`. Names are optional if `names` is false.
    fn args(&mut self, names: bool) -> Parsed<Vec<ArgDecl>>;
    /// Parses a region `{ ... }` of the op. Creates the op from the current `state`, so its operands, attributes and
    /// result types must be parsed first.
    fn region(&mut self, state: &mut OpState) -> Parsed<()>;
    /// Parses the op's next region `{ ... }`, whose entry block has the arguments `args`. Unlike with
    /// [`Self::region`], attributes and result types may be parsed afterwards.
    fn next_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Returns the type of a value; `None` for a forward reference without a type.
    fn value_type(&self, value: Value) -> Option<Type>;
    /// Parses the `{ ... }` of an isolated op into `state.body`. `args` become the arguments of the entry block,
    /// which is created even if the region is empty.
    fn isolated_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Creates the body of a declaration (an isolated op without `{ ... }`) in `state.body`. It has an entry block
    /// with the arguments `args` and no ops.
    fn isolated_declaration(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Returns the body under construction and the current insertion point.
    fn body(&mut self) -> (&mut Body, InsertPoint);
    /// Strips the `$N` suffix from a name in the text.
    fn strip_suffix<'a>(&self, name: &'a str) -> &'a str {
        crate::names::base_name(name)
    }
}

/// The printer interface for hand-written assembly.
pub trait AsmPrinter {
    /// Returns the context that owns the printed types and attributes.
    fn ctx(&self) -> &Context;
    /// Writes `text` without changes.
    fn write(&mut self, text: &str);
    /// Writes the full name of an op, type or attribute definition, with the requested dialect prefix.
    fn name(&mut self, name: &str);
    /// Writes the name of a value as `%name`.
    fn value(&mut self, body: &Body, value: Value);
    /// Writes a type, or its alias if it has one.
    fn ty(&mut self, ty: Type);
    /// Writes an attribute, including its `: type`.
    fn attr(&mut self, attr: Attribute);
    /// Writes an attribute as an array element, without `: i64` or `: f64` if that type is implied.
    fn attr_in_array(&mut self, attr: Attribute);
    /// Writes the attribute with the given key, or the type component with that name, as an array element.
    fn attr_of(&mut self, _key: &str, attr: Attribute) {
        self.attr_in_array(attr);
    }
    /// Writes an attribute without its `: type`.
    fn attr_no_type(&mut self, attr: Attribute);
    /// Writes a string attribute as `@name`, quoted if necessary. Writes nothing for other attributes.
    fn symbol(&mut self, name: Attribute);
    /// Writes a string, quoted and escaped.
    fn string(&mut self, text: &str);
    /// Writes the discardable attributes except `elided` as ` {...}`. Writes nothing if no attribute remains.
    fn attr_dict(&mut self, attrs: Option<Attribute>, elided: &[&str]);
    /// Writes the discardable attributes except `elided` as ` attributes {...}`. Writes nothing if no attribute
    /// remains.
    fn attributes(&mut self, attrs: Option<Attribute>, elided: &[&str]);
    /// Writes the successor with the given index as `^block(%a : t)`.
    fn successor(&mut self, body: &Body, op: Op, index: usize);
    /// Writes the declaration of a block argument as `%a: t {attrs} loc(...)`.
    fn arg(&mut self, body: &Body, value: Value);
    /// Writes a region as ` {`, its blocks and `}`. The label of the entry block is omitted if the block has no name,
    /// and either has no arguments or `entry_args` is false.
    fn region(&mut self, body: &Body, region: Region, entry_args: bool);
    /// Writes a region like [`Self::region`], but omits the last op of each block. The parser adds these terminators.
    fn region_without_terminators(&mut self, body: &Body, region: Region, entry_args: bool);
    /// Writes an op in the current line, without its result names and `=`.
    fn op_in_line(&mut self, body: &Body, op: Op);
    /// Starts a new line that is indented by `spaces` more columns than the op.
    fn newline_in(&mut self, spaces: usize);
    /// Returns the LLVM-compatible text form being printed, if any.
    fn form(&self) -> Option<&'static TextForm>;
    /// Returns whether the printer uses an LLVM-compatible text form.
    fn compat(&self) -> bool {
        self.form().is_some()
    }
}
