//! Parser and printer interfaces for hand-written assembly
//!
//! Ops, types and attributes whose text no format program describes use these interfaces.

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

pub use type_text::type_text;

/// A parse failure whose error was already reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFailed;

/// The result of a parse step.
pub type Parsed<T> = Result<T, ParseFailed>;

/// Parses a dialect type or attribute after its name.
pub type TypeParseFn = fn(&mut dyn AsmParser, ParamDefId) -> Parsed<ParamInstance>;
/// Prints a dialect type or attribute after its name. Receives the definition, the key of a nominal type, and the
/// parameters, which are empty for a mere reference to a nominal type.
pub type TypePrintFn = fn(&mut dyn AsmPrinter, ParamDefId, Option<Ident>, &[Attribute]);
/// Parses an op after its name. The result must depend only on the tokens, the types of operands, and state read
/// through [`AsmParser::body`].
///
/// If the function does not use [`AsmParser::body`], the parser may skip the call for a line that differs from an
/// earlier line only in the names of operands and blocks.
pub type OpParseFn = fn(&mut dyn AsmParser, &mut OpState) -> Parsed<()>;
/// Prints an op after its name.
///
/// For an op without operands, regions and successors, the text must depend only on the slots, the attributes and the
/// result types. The text may be reused for an op with equal components.
pub type OpPrintFn = fn(&mut dyn AsmPrinter, &Body, Op);
/// Parses the text of a `custom(name,$param)` directive of a format. The last argument is the parameter number. As for
/// [`OpParseFn`], the result must depend only on the tokens and the types of operands.
pub type DirectiveParseFn = fn(&mut dyn AsmParser, &mut OpState, u8) -> Parsed<()>;
/// Prints the text of a `custom(name,$param)` directive. The text must depend only on slots, attributes and the types
/// of operands and results, because it may be reused for an op with equal components.
pub type DirectivePrintFn = fn(&mut dyn AsmPrinter, &Body, Op, u8);

/// The result of parsing a type or attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamInstance {
    /// The parameters of a structural type or attribute.
    Params(Vec<Attribute>),
    /// A nominal type: its key, and its parameters if given.
    Named(Ident, Option<Vec<Attribute>>),
    /// A different attribute or type with the same meaning.
    Other(Attribute),
}

/// The components of an op that is being parsed.
#[derive(Clone, Debug)]
pub struct OpState {
    /// The definition.
    pub def: OpDefId,
    /// Number of result names to the left of `=`.
    pub result_count: usize,
    /// The operands.
    pub operands: Vec<Value>,
    /// Raw slots. Initially 0, or [`crate::dialect::ABSENT`] for the word slots of enums.
    pub slots: Vec<u32>,
    /// The result types.
    pub results: Vec<Type>,
    /// The discardable attributes.
    pub attrs: Vec<(Ident, Attribute)>,
    /// The successors with their arguments.
    pub successors: Vec<(Block, Vec<Value>)>,
    /// The start of the tail of the region, as a number ([`crate::Body::tail_number`]).
    pub tail: Option<u32>,
    /// The op, if [`AsmParser::region`] already created it with all components read so far. Only for ops that are not
    /// isolated.
    pub op: Option<Op>,
    /// The regions of an op that is not isolated, each temporarily owned by a detached op. [`AsmParser::next_region`]
    /// fills this.
    pub regions: Vec<Op>,
    /// The body of an isolated op.
    pub body: Option<Box<Body>>,
    /// The location, if given explicitly before the end of the op.
    pub loc: Option<Location>,
}

/// An operand as written, `%name` or `%name#3`, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The text without the `%`, including `#number`.
    pub name: String,
    /// The byte range in the text.
    pub span: std::ops::Range<usize>,
}

/// The declaration of a function or block argument in text.
#[derive(Clone, Debug)]
pub struct ArgDecl {
    /// The name without the `%`; empty if omitted.
    pub name: String,
    /// The byte range of `%name` in the text; empty if the name is omitted.
    pub span: std::ops::Range<usize>,
    /// The type.
    pub ty: Type,
    /// The attribute dictionary.
    pub attrs: Vec<(Ident, Attribute)>,
    /// The location.
    pub loc: Option<Location>,
}

/// The parser interface for hand-written assembly. Failing calls have already reported their errors.
pub trait AsmParser {
    /// Returns the context.
    fn ctx(&self) -> &Context;
    /// Returns the spelling of the current op's name in the text.
    fn spelling(&self, state: &OpState) -> &str;
    /// Reports an error at the current token.
    fn error(&mut self, message: &str) -> ParseFailed;
    /// Reports an error at a span.
    fn error_at(&mut self, span: std::ops::Range<usize>, message: &str) -> ParseFailed;
    /// Reports an error about an unknown enumerant. A note suggests the nearest name, or lists all names if there are
    /// few.
    fn error_enum(&mut self, span: std::ops::Range<usize>, message: &str, def: &EnumDef) -> ParseFailed;
    /// Returns the name of the op being parsed, as written. Valid until the op's first region.
    fn op_name(&self) -> &str;
    /// Returns the strict form that the parser is restricted to, if any.
    fn form(&self) -> Option<&'static TextForm>;
    /// Returns whether the parser is restricted to a strict form.
    fn compat(&self) -> bool {
        self.form().is_some()
    }
    /// Parses nested text. Fails if the nesting is too deep.
    fn nested(&mut self, read: &mut dyn FnMut(&mut dyn AsmParser) -> Parsed<()>) -> Parsed<()>;
    /// Returns the spelling of a type in the current text form, for messages.
    fn type_text(&self, ty: Type) -> String;
    /// Returns the byte offset of the current token.
    fn offset(&self) -> usize;
    /// Consumes a punctuation token (`(`, `->`, `::`, `=`, ...) if it is next.
    fn accept(&mut self, punct: &str) -> bool;
    /// Consumes a punctuation token or fails.
    fn expect(&mut self, punct: &str) -> Parsed<()>;
    /// Returns whether a punctuation token is next.
    fn peek(&self, punct: &str) -> bool;
    /// Consumes the bare word `word` if it is next.
    fn accept_keyword(&mut self, word: &str) -> bool;
    /// Consumes a bare word if one is next.
    fn opt_keyword(&mut self) -> Option<String>;
    /// Consumes a bare word or fails.
    fn keyword(&mut self) -> Parsed<String>;
    /// Consumes a string literal if one is next. Returns the unescaped text.
    fn opt_string(&mut self) -> Option<String>;
    /// Consumes a string literal or fails. Returns the unescaped text.
    fn string(&mut self) -> Parsed<String>;
    /// Parses an enumerant or bit set if a string is next: `"A|B"`, with numbers for unnamed values.
    fn opt_enum(&mut self, def: &EnumDef) -> Option<Parsed<u32>>;
    /// Parses an integer (decimal or hexadecimal, optionally signed) if one is next.
    fn opt_integer(&mut self) -> Option<i128>;
    /// Parses an integer or fails.
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
    /// Parses an attribute, with its `: type` if it has one.
    fn attr(&mut self) -> Parsed<Attribute>;
    /// Parses an attribute if one is next.
    fn opt_attr(&mut self) -> Option<Parsed<Attribute>>;
    /// Parses an attribute whose type is known and not written.
    fn attr_of(&mut self, ty: Type) -> Parsed<Attribute>;
    /// Parses an attribute. An integer without an explicit type has the type `number`.
    fn attr_or(&mut self, number: Type) -> Parsed<Attribute>;
    /// Parses an affine map without the leading keyword: `(d0, d1) -> (d1, d0)`.
    fn affine_map(&mut self) -> Parsed<Attribute>;
    /// Parses the `dense<...>` elements of the given type, which is not written.
    fn dense_of(&mut self, ty: Type) -> Parsed<Attribute>;
    /// Parses `@name` if it is next.
    fn opt_symbol(&mut self) -> Option<Ident>;
    /// Parses `@name` or fails.
    fn symbol(&mut self) -> Parsed<Ident>;
    /// Parses `{...}` if it is next and appends the entries.
    fn attr_dict(&mut self, into: &mut Vec<(Ident, Attribute)>) -> Parsed<()>;
    /// Parses `%name` if it is next.
    fn opt_operand(&mut self) -> Option<Unresolved>;
    /// Parses `%name` or fails.
    fn operand(&mut self) -> Parsed<Unresolved>;
    /// Parses the `%name` of a value that is declared here. The token may be the first of a line.
    fn declared(&mut self) -> Parsed<Unresolved>;
    /// Returns the value of an operand. Fails if `ty` is given and differs from the value's type.
    fn resolve(&mut self, operand: &Unresolved, ty: Option<Type>) -> Parsed<Value>;
    /// Parses `^block` with optional arguments `(%a, %b : t, t)`.
    fn successor(&mut self) -> Parsed<(Block, Vec<Value>)>;
    /// Parses `(%a: t {attrs} loc(...), ...)`. Names are optional if `names` is false.
    fn args(&mut self, names: bool) -> Parsed<Vec<ArgDecl>>;
    /// Parses a `{ ... }` region of the op. Creates the op from the current `state`, so parse its operands, attributes
    /// and result types first.
    fn region(&mut self, state: &mut OpState) -> Parsed<()>;
    /// Parses the `{ ... }` of the op's next region, whose entry block has the arguments `args`. Unlike with
    /// [`Self::region`], attributes and result types may be parsed afterwards.
    fn next_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Returns the type of a value; `None` if it is used before its definition.
    fn value_type(&self, value: Value) -> Option<Type>;
    /// Parses the `{ ... }` of an isolated op into `state.body`. `args` become the arguments of the entry block, which
    /// is created even if the region is empty.
    fn isolated_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Creates the body of a declaration (an isolated op without `{ ... }`) in `state.body`: an entry block with the
    /// arguments `args` and no ops.
    fn isolated_declaration(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Returns the body under construction and the insertion point.
    fn body(&mut self) -> (&mut Body, InsertPoint);
    /// Strips the `$N` suffix from a name in the text.
    fn strip_suffix<'a>(&self, name: &'a str) -> &'a str {
        crate::names::base_name(name)
    }
}

/// The printer interface for hand-written assembly.
pub trait AsmPrinter {
    /// Returns the context.
    fn ctx(&self) -> &Context;
    /// Writes text unchanged.
    fn write(&mut self, text: &str);
    /// Writes the full name of an op, type or attribute definition, with the requested dialect prefix.
    fn name(&mut self, name: &str);
    /// Writes `%name`.
    fn value(&mut self, body: &Body, value: Value);
    /// Writes a type, by its alias if it has one.
    fn ty(&mut self, ty: Type);
    /// Writes an attribute with its `: type`.
    fn attr(&mut self, attr: Attribute);
    /// Writes an attribute as an array element, without `: i64` or `: f64` if these are implied.
    fn attr_in_array(&mut self, attr: Attribute);
    /// Writes the attribute with the given key, or the type component with that name, as an array element.
    fn attr_of(&mut self, _key: &str, attr: Attribute) {
        self.attr_in_array(attr);
    }
    /// Writes an attribute without its `: type`.
    fn attr_no_type(&mut self, attr: Attribute);
    /// Writes the `@name` of a string attribute, quoted if necessary. Writes nothing for another kind of attribute.
    fn symbol(&mut self, name: Attribute);
    /// Writes a quoted and escaped string.
    fn string(&mut self, text: &str);
    /// Writes the discardable attributes except `elided` as ` {...}`. Writes nothing if no attribute is left.
    fn attr_dict(&mut self, attrs: Option<Attribute>, elided: &[&str]);
    /// Writes the discardable attributes except `elided` as ` attributes {...}`. Writes nothing if no attribute is
    /// left.
    fn attributes(&mut self, attrs: Option<Attribute>, elided: &[&str]);
    /// Writes the successor with the given index as `^block(%a : t)`.
    fn successor(&mut self, body: &Body, op: Op, index: usize);
    /// Writes an argument as `%a: t {attrs} loc(...)`.
    fn arg(&mut self, body: &Body, value: Value);
    /// Writes ` {`, the blocks of a region and `}`. Omits the entry block's label if the block has no name and its
    /// arguments are absent or not wanted (`entry_args` is false).
    fn region(&mut self, body: &Body, region: Region, entry_args: bool);
    /// Writes a region like [`Self::region`], but omits the last op of each block: a terminator that the parser adds.
    fn region_without_terminators(&mut self, body: &Body, region: Region, entry_args: bool);
    /// Writes an op within the current line, without the names of its results.
    fn op_in_line(&mut self, body: &Body, op: Op);
    /// Starts a line that is indented by `spaces` more than the op.
    fn newline_in(&mut self, spaces: usize);
    /// Returns the strict form being printed, if any.
    fn form(&self) -> Option<&'static TextForm>;
    /// Returns whether a strict form is printed.
    fn compat(&self) -> bool {
        self.form().is_some()
    }
}
