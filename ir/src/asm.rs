//! What hand-written assembly (ops, types and attributes whose text no format program describes)
//! sees of the parser and the printer.

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

/// The error was reported already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFailed;

/// Result of a parse step.
pub type Parsed<T> = Result<T, ParseFailed>;

/// Reads a dialect type or attribute after its name.
pub type TypeParseFn = fn(&mut dyn AsmParser, ParamDefId) -> Parsed<ParamInstance>;
/// Writes a dialect type or attribute after its name: definition, key of a nominal one, parameters
/// (none where a nominal one is only referred to).
pub type TypePrintFn = fn(&mut dyn AsmPrinter, ParamDefId, Option<Ident>, &[Attribute]);
/// Reads an op after its name. What it reads follows from the tokens, the types of operands, and what it sees
/// through [`AsmParser::body`]: where it does not use that, it is not called for a line that differs from an earlier
/// one only in the names of operands and blocks.
pub type OpParseFn = fn(&mut dyn AsmParser, &mut OpState) -> Parsed<()>;
/// Writes an op after its name. For an op without operands, regions and successors, the text follows from the
/// slots, the attributes and the types of the results: it is not called for an op with the same ones.
pub type OpPrintFn = fn(&mut dyn AsmPrinter, &Body, Op);
/// Reads the text of a `custom(name,$param)` directive of a format; the last argument is the number of the
/// parameter it is about. As for [`OpParseFn`], what it reads follows from the tokens and the types of operands.
pub type DirectiveParseFn = fn(&mut dyn AsmParser, &mut OpState, u8) -> Parsed<()>;
/// Writes it. What it writes follows from the slots, the attributes, and the types of operands and results: it is not
/// called for an op that has the same.
pub type DirectivePrintFn = fn(&mut dyn AsmPrinter, &Body, Op, u8);

/// What a type or attribute parser read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamInstance {
    /// Parameters of a structural one.
    Params(Vec<Attribute>),
    /// A nominal type: its key, and its parameters where they were given.
    Named(Ident, Option<Vec<Attribute>>),
    /// No instance: a form of this attribute, or of this type, which says the same.
    Other(Attribute),
}

/// An op while it is read.
#[derive(Clone, Debug)]
pub struct OpState {
    /// Definition.
    pub def: OpDefId,
    /// Number of results named left of the `=`.
    pub result_count: usize,
    /// Operands.
    pub operands: Vec<Value>,
    /// Raw slots: preset to 0, and [`crate::dialect::ABSENT`] for word slots of enums.
    pub slots: Vec<u32>,
    /// Result types.
    pub results: Vec<Type>,
    /// Discardable attributes.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Successors with arguments.
    pub successors: Vec<(Block, Vec<Value>)>,
    /// Where the tail of its region begins, as a number ([`crate::Body::tail_number`]).
    pub tail: Option<u32>,
    /// Regions of an op that is not isolated, detached until the op is made: filled by
    /// [`AsmParser::region`], which makes the op at once, with all that was read before.
    pub op: Option<Op>,
    /// The regions of an op that is not isolated, each owned by a detached op until the op is made: filled by
    /// [`AsmParser::next_region`].
    pub regions: Vec<Op>,
    /// The body of an isolated op.
    pub body: Option<Box<Body>>,
    /// Location, where one was given explicitly before the end of the op.
    pub loc: Option<Location>,
}

/// An operand as written: `%name` or `%name#3`, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// Text without the `%`, including `#number`.
    pub name: String,
    /// Byte range.
    pub span: std::ops::Range<usize>,
}

/// An argument of a function or block as declared in text.
#[derive(Clone, Debug)]
pub struct ArgDecl {
    /// Name without the `%`; empty where none is given.
    pub name: String,
    /// Byte range of `%name` in the text; empty where no name is given.
    pub span: std::ops::Range<usize>,
    /// Type.
    pub ty: Type,
    /// Attribute dictionary.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Location.
    pub loc: Option<Location>,
}

/// The parser as hand-written assembly sees it. Every failing call has reported its error.
pub trait AsmParser {
    /// The context.
    fn ctx(&self) -> &Context;
    /// How the text spells the name of the op that is read.
    fn spelling(&self, state: &OpState) -> &str;
    /// Reports an error at the current token.
    fn error(&mut self, message: &str) -> ParseFailed;
    /// Reports an error at a span.
    fn error_at(&mut self, span: std::ops::Range<usize>, message: &str) -> ParseFailed;
    /// Reports an error at a span about a name that is none of an enumeration: a note names the nearest, or
    /// all where they are few.
    fn error_enum(&mut self, span: std::ops::Range<usize>, message: &str, def: &EnumDef) -> ParseFailed;
    /// The strict form of the text, if only that is to be read.
    fn form(&self) -> Option<&'static TextForm>;
    /// Whether only a strict form is to be read.
    fn compat(&self) -> bool {
        self.form().is_some()
    }
    /// Reads what is nested in what is being read; an error where that is too deep.
    fn nested(&mut self, read: &mut dyn FnMut(&mut dyn AsmParser) -> Parsed<()>) -> Parsed<()>;
    /// A type as the text has it, for messages.
    fn type_text(&self, ty: Type) -> String;
    /// Byte offset of the current token.
    fn offset(&self) -> usize;
    /// Takes a punctuation (`(`, `->`, `::`, `=`...) if it is next.
    fn accept(&mut self, punct: &str) -> bool;
    /// Takes a punctuation or fails.
    fn expect(&mut self, punct: &str) -> Parsed<()>;
    /// Whether a punctuation is next.
    fn peek(&self, punct: &str) -> bool;
    /// Takes this bare word if it is next.
    fn accept_keyword(&mut self, word: &str) -> bool;
    /// Takes any bare word if one is next.
    fn opt_keyword(&mut self) -> Option<String>;
    /// Takes any bare word or fails.
    fn keyword(&mut self) -> Parsed<String>;
    /// Takes a string literal, unescaped, if one is next.
    fn opt_string(&mut self) -> Option<String>;
    /// Takes a string literal or fails.
    fn string(&mut self) -> Parsed<String>;
    /// Takes a string that names an enumerant or bit set (`"A|B"`; numbers for what has no name) if a
    /// string is next.
    fn opt_enum(&mut self, def: &EnumDef) -> Option<Parsed<u32>>;
    /// Takes an integer (decimal, hex, with sign) if one is next.
    fn opt_integer(&mut self) -> Option<i128>;
    /// Takes an integer or fails.
    fn integer(&mut self) -> Parsed<i128>;
    /// Reads `4x`, `2x3x` before an element type, spaces allowed: the lengths. Empty where no
    /// dimension is next.
    fn dims(&mut self) -> Parsed<Vec<u64>>;
    /// Reads `4x?x` likewise: `None` for a length that is not known, and [`crate::builtin_types::SCALABLE`] set
    /// in one that is in brackets. `None` for `*x`, of any number of dimensions.
    fn shape(&mut self) -> Parsed<Option<Vec<Option<u64>>>>;
    /// Reads a type.
    fn ty(&mut self) -> Parsed<Type>;
    /// Reads a type if one is next.
    fn opt_ty(&mut self) -> Option<Parsed<Type>>;
    /// Reads an attribute, with its `: type` where it takes one.
    fn attr(&mut self) -> Parsed<Attribute>;
    /// Reads an attribute if one is next.
    fn opt_attr(&mut self) -> Option<Parsed<Attribute>>;
    /// Reads an attribute whose type is known and not written.
    fn attr_of(&mut self, ty: Type) -> Parsed<Attribute>;
    /// Reads an attribute; an integer without a type after it has this one.
    fn attr_or(&mut self, number: Type) -> Parsed<Attribute>;
    /// Reads an affine map without the word before it: `(d0, d1) -> (d1, d0)`.
    fn affine_map(&mut self) -> Parsed<Attribute>;
    /// Reads `dense<...>` elements of a type that is not written.
    fn dense_of(&mut self, ty: Type) -> Parsed<Attribute>;
    /// Reads `@name` if it is next.
    fn opt_symbol(&mut self) -> Option<Ident>;
    /// Reads `@name` or fails.
    fn symbol(&mut self) -> Parsed<Ident>;
    /// Reads `{...}` if it is next, appending.
    fn attr_dict(&mut self, into: &mut Vec<(Ident, Attribute)>) -> Parsed<()>;
    /// Reads `%name` if it is next.
    fn opt_operand(&mut self) -> Option<Unresolved>;
    /// Reads `%name` or fails.
    fn operand(&mut self) -> Parsed<Unresolved>;
    /// Reads the `%name` of a value that is declared there, which may begin a line.
    fn declared(&mut self) -> Parsed<Unresolved>;
    /// The value of an operand; a type given must be the value's.
    fn resolve(&mut self, operand: &Unresolved, ty: Option<Type>) -> Parsed<Value>;
    /// Reads `^block` with its optional `(%a, %b : t, t)`.
    fn successor(&mut self) -> Parsed<(Block, Vec<Value>)>;
    /// Reads `(%a: t {attrs} loc(...), ...)`; names may be left out where `names` is false.
    fn args(&mut self, names: bool) -> Parsed<Vec<ArgDecl>>;
    /// Reads a `{ ... }` region of the op. The op is made from `state` as it is now, so read its
    /// operands, attributes and result types first.
    fn region(&mut self, state: &mut OpState) -> Parsed<()>;
    /// Reads the `{ ... }` of the op's next region, whose entry block has these arguments. Attributes and result types
    /// may be read after it, unlike with [`Self::region`].
    fn next_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// The type of a value, unless it is used before it is defined.
    fn value_type(&self, value: Value) -> Option<Type>;
    /// Reads the `{ ... }` of an isolated op into `state.body`; `args` become arguments of the entry
    /// block. The region may not be empty of blocks: an empty one gets an entry block.
    fn isolated_region(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// Makes the body of a declaration, an isolated op without `{ ... }`, in `state.body`: an entry
    /// block with `args` as arguments and no ops.
    fn isolated_declaration(&mut self, state: &mut OpState, args: &[ArgDecl]) -> Parsed<()>;
    /// The body that is being filled, and where ops go.
    fn body(&mut self) -> (&mut Body, InsertPoint);
    /// Gives a name to a symbol-like or other identifier of the text: strips `$N`.
    fn strip_suffix<'a>(&self, name: &'a str) -> &'a str {
        crate::names::base_name(name)
    }
}

/// The printer as hand-written assembly sees it.
pub trait AsmPrinter {
    /// The context.
    fn ctx(&self) -> &Context;
    /// Writes text as it is.
    fn write(&mut self, text: &str);
    /// Writes the full name of an op, type or attribute definition, with the prefix that was asked for.
    fn name(&mut self, name: &str);
    /// Writes `%name`.
    fn value(&mut self, body: &Body, value: Value);
    /// Writes a type, by its alias where it has one.
    fn ty(&mut self, ty: Type);
    /// Writes an attribute with its `: type`.
    fn attr(&mut self, attr: Attribute);
    /// Writes an attribute as an array shows it: without `: i64` and `: f64`, where it is read back so.
    fn attr_in_array(&mut self, attr: Attribute);
    /// Writes the attribute of a key, or of the part of a type that is called so, as in an array.
    fn attr_of(&mut self, _key: &str, attr: Attribute) {
        self.attr_in_array(attr);
    }
    /// Writes an attribute without its `: type`.
    fn attr_no_type(&mut self, attr: Attribute);
    /// Writes the `@name` that a string is, quoted where needed; nothing for another attribute.
    fn symbol(&mut self, name: Attribute);
    /// Writes a quoted and escaped string.
    fn string(&mut self, text: &str);
    /// Writes ` {...}` of the op's discardable attributes except `elided`; nothing if none is left.
    fn attr_dict(&mut self, attrs: Option<Attribute>, elided: &[&str]);
    /// Writes ` attributes {...}`, likewise.
    fn attributes(&mut self, attrs: Option<Attribute>, elided: &[&str]);
    /// Writes `^block(%a : t)` of successor number `index`.
    fn successor(&mut self, body: &Body, op: Op, index: usize);
    /// Writes `%a: t {attrs} loc(...)` of an argument.
    fn arg(&mut self, body: &Body, value: Value);
    /// Writes ` {`, the blocks of a region and `}`. The entry block's label is left out where it
    /// has no arguments (or `entry_args` is false), and no name.
    fn region(&mut self, body: &Body, region: Region, entry_args: bool);
    /// The same without the last op of each block: a terminator that reading the text adds.
    fn region_without_terminators(&mut self, body: &Body, region: Region, entry_args: bool);
    /// Writes an op in the line, without the names of its results.
    fn op_in_line(&mut self, body: &Body, op: Op);
    /// Begins a line, indented by so many spaces more than the op's.
    fn newline_in(&mut self, spaces: usize);
    /// The strict form that is printed, if one is.
    fn form(&self) -> Option<&'static TextForm>;
    /// Whether a strict form is printed.
    fn compat(&self) -> bool {
        self.form().is_some()
    }
}
