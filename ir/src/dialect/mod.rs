//! Data-driven definitions of operations, types and attributes
//!
//! A grammar entry ([`OpRow`]) holds the facts about an instruction from a machine-readable grammar. An [`OpDef`]
//! combines a grammar entry with a hand-written overlay: traits, assembly format and hooks. This module is
//! independent of SPIR-V. The crate `spv-grammar` defines the data model of grammar entries and is independent of the
//! IR.

pub mod builtin;
pub mod builtin_types;
mod name_table;
pub mod params;
mod registry;

pub use name_table::name_table;
pub use registry::{Dialect, Registry};

use crate::attrs::Attribute;
use crate::body::Body;
use crate::context::Context;
use crate::diag::Diagnostics;
use crate::entity::{Op, Region};
use crate::handles::Ident;
pub use crate::handles::{OpDefId, ParamDefId};
use crate::rewrite::{FoldFn, RewriteFn};
use crate::text::{OpParseFn, OpPrintFn, OpState, TypeParseFn, TypePrintFn};
use crate::text_form::TextForm;
use crate::types::Type;
use bitflags::bitflags;
pub use spv_grammar::{
    ABSENT, Arity, Availability, Count, EnumDef, Enumerant, FixedLayout, InstructionLayout, NO_OPCODE, OpRow,
    Param, ParamKind, ParamLayout, ParamPlace, Rest, ResultKind, SEGMENTS, name_hash, same,
};

/// Slot index of the symbol name of an op with [`Traits::SYMBOL`] or [`Traits::SYMBOLIC`].
pub const SYMBOL_SLOT: usize = 0;
/// Slot index of the type of a function or of an op with [`Traits::SYMBOLIC`].
pub const TYPE_SLOT: usize = 1;

bitflags! {
    /// Properties of an op that passes and verifiers query.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Traits: u32 {
        /// The op ends a block.
        const TERMINATOR = 1;
        /// The op has no side effects, and its results depend only on operands and attributes.
        const PURE = 1 << 1;
        /// The op's two operands may be swapped.
        const COMMUTATIVE = 1 << 2;
        /// All operands and the result have the same type.
        const SAME_TYPE = 1 << 3;
        /// The op owns a nested [`Body`]. No SSA edge crosses the body's boundary.
        const ISOLATED = 1 << 4;
        /// The op defines a symbol. Its first parameter is `sym_name`, a string attribute.
        const SYMBOL = 1 << 5;
        /// The op's nested body is a symbol table.
        const SYMBOL_TABLE = 1 << 6;
        /// The op materializes a constant.
        const CONSTANT_LIKE = 1 << 7;
        /// The op must not be moved into or out of divergent control flow.
        const CONVERGENT = 1 << 8;
        /// The op is allowed in the body of a module.
        const MODULE_SCOPE = 1 << 9;
        /// The op is allowed only in the body of a module.
        const MODULE_ONLY = 1 << 10;
        /// The op's regions have a single block, which needs no terminator.
        const NO_TERMINATOR = 1 << 11;
        /// The op's first parameters are `sym_name` and `type`. If the symbol is present, the op is a module-level
        /// definition without an SSA result, and its id belongs to the symbol.
        const SYMBOLIC = 1 << 12;
        /// The op's operands need not dominate the op, because these uses are weak and non-semantic.
        const WEAK_USES = 1 << 13;
        /// The op reads memory.
        const READS = 1 << 14;
        /// The op writes memory.
        const WRITES = 1 << 15;
        /// The op transfers control out of the function or ends the invocation.
        const ABORTS = 1 << 16;
        /// The op is a structured construct with a single region. The merge terminator supplies the op's results.
        const CONSTRUCT = 1 << 17;
        /// The op is a function: its body may omit `^bb0:` in MLIR text and may contain unstructured control flow.
        const FUNCTION = 1 << 18;
        /// The op is a comparison: its result is `i1`, or a vector of `i1` with the shape of the operands.
        const COMPARISON = 1 << 19;
        /// The op is a valid terminator, but may also occur in the middle of a block.
        const MAY_TERMINATE = 1 << 20;
        /// The op is debug information. It has no effect, does not keep values alive, and is not erased as dead code.
        const DEBUG_INFO = 1 << 26;
        /// The op belongs to an unregistered dialect. It may end a block, have successors, and have regions of any
        /// kind.
        const UNREGISTERED = 1 << 31;
        /// The dialect's own checks verify that the symbols referenced by the op exist.
        const RESOLVES = 1 << 21;
        /// In LLVM-compatible text forms, ops of the same dialect directly in this op's region omit the dialect prefix.
        const DEFAULT_DIALECT = 1 << 22;
        /// The op may define a symbol. Its first parameter is `sym_name`, which is optional.
        const OPTIONAL_SYMBOL = 1 << 23;
        /// [`OpDef::verify`] depends only on the op's slots and the types of its operands and results. After it
        /// accepts an op, ops with the same signature need no check.
        const CHECK_BY_SIGNATURE = 1 << 24;
        /// The dialect checks ([`crate::verify::BodyCheck`]) depend only on the op's signature, so they visit only one
        /// op per signature. A signature consists of the types of operands and results, the slots, and the definitions
        /// of the symbols in the slots.
        const DIALECT_CHECK_BY_SIGNATURE = 1 << 25;
    }
}

impl Traits {
    /// Returns whether declarations of this function have no body. Otherwise a declaration has a body whose entry block
    /// has arguments but no ops. The latter applies to functions with [`Traits::MODULE_ONLY`].
    pub fn declared_without_body(self) -> bool {
        self.contains(Traits::FUNCTION) && !self.contains(Traits::MODULE_ONLY)
    }
}

/// Function that infers the result type of an op if the MLIR text omits the type.
pub type InferFn = fn(&Context, &Body, Op) -> Option<Type>;
/// Function that returns the reason why a type is invalid; `None` for valid types.
pub type TypeProblemFn = fn(&Context, Type) -> Option<String>;
/// Function that writes the attribute with the given key in LLVM-compatible text forms that use the dialect's alias.
/// Returns false, without writing anything, if the usual spelling applies.
pub type SpellingFn = fn(&mut dyn crate::text::AsmPrinter, &str, Attribute) -> bool;
/// Function that explains why the result type of an op cannot be inferred; `None` if no specific reason is known.
pub type InferenceProblemFn = fn(&Context, &Body, Op) -> Option<String>;
/// Function that prints an op for messages about ops without a location. The op may be invalid.
pub type OpTextFn = fn(&Context, &Body, Op) -> String;
/// Function that suggests a name for the result of an op; `None` for no suggestion. The name must depend only on the
/// op's definition, operands, slots and result types.
pub type HintFn = fn(&Context, &Body, Op) -> Option<String>;
/// Function that checks all constraints of an op that its grammar entry does not express, and reports errors.
pub type VerifyFn = fn(&Context, &Body, Op, &mut Diagnostics);

/// Function that returns the effects of an op that depend on its attributes, for example of a volatile load. The
/// result is a subset of [`Traits::PURE`], [`Traits::READS`] and [`Traits::WRITES`], and replaces these traits of the
/// definition.
pub type EffectsFn = fn(&Context, &Body, Op) -> Traits;

/// The separator between the names of a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// A comma.
    Comma,
    /// A comma and a space.
    CommaSpace,
}

impl Separator {
    /// Returns the text of the separator.
    pub fn text(self) -> &'static str {
        match self {
            Separator::Comma => ",",
            Separator::CommaSpace => ", ",
        }
    }
}

/// The spelling of a parameter in an assembly format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// The usual spelling of the parameter's kind: an enumerant as a string, an attribute with its type.
    #[default]
    Plain,
    /// An enumerant as a bare word, or in angle brackets with [`TextForm::bracketed_enums`].
    Bare,
    /// An enumerant as a string, or in angle brackets with [`TextForm::bracketed_enums`].
    Bracketed,
    /// An enumerant as a bare word.
    Word {
        /// Whether the enumerant 0 counts as absent.
        zero_is_absent: bool,
    },
    /// An enumerant in angle brackets: `<add>`.
    Angled,
    /// A bit set in angle brackets, with this separator between names: `<nsw, nuw>`. The empty set counts as absent.
    Flags(Separator),
    /// A signless integer of this width without its type.
    Number(u8),
    /// An `index` without its type.
    Index,
    /// A list of 64-bit integers: `[1, 2]`.
    Numbers,
    /// A unit attribute, which only the presence of its group shows.
    Unit,
}

/// Function that evaluates a type inference rule. The last argument returns the type of the operand or result with the
/// given name. Returns `None` if a type is unknown.
pub type TypeRuleFn = fn(&Context, &str, &dyn Fn(&str) -> Option<Type>) -> Option<Type>;

/// Rules that infer types of operands and results.
#[derive(Clone, Copy)]
pub struct TypeRules {
    /// The rules `name=type`, separated by semicolons. A name denotes a parameter or a result (`result`, `result1`).
    pub text: &'static str,
    /// Function that evaluates the right side of a rule.
    pub evaluate: TypeRuleFn,
}

impl TypeRules {
    /// Returns the left and right side of each rule.
    pub fn list(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.text.split(';').filter_map(|rule| rule.split_once('='))
    }
}

/// The definition of an op: its grammar entry and its hand-written overlay.
#[derive(Clone, Copy)]
pub struct OpDef {
    /// Grammar entry, with the facts about the instruction.
    pub row: &'static OpRow,
    /// Layout of the op's instructions, computed from the grammar entry.
    pub layout: InstructionLayout,
    /// Properties for passes and verifiers.
    pub traits: Traits,
    /// Number of regions, not counting the region of a construct or the nested body. [`u8::MAX`] allows any number.
    pub regions: u8,
    /// Assembly format (see [`crate::format`]). Empty for the uniform form.
    pub format: &'static str,
    /// Assembly format in LLVM-compatible text forms with [`crate::TextForm::uses_later_formats`]. Empty if identical
    /// to `format`.
    pub later_format: &'static str,
    /// Hand-written parser and printer, which replace the assembly format if given.
    pub custom: Option<(OpParseFn, OpPrintFn)>,
    /// Syntax summary of hand-written assembly for documentation, without the op name: `%value : type`. Empty if
    /// missing.
    pub form: &'static str,
    /// Spelling of each parameter in assembly formats. [`Spelling::Plain`] applies to parameters beyond the list.
    pub spellings: &'static [Spelling],
    /// Function that infers the result type from operands and attributes if the MLIR text omits it.
    pub infer: Option<InferFn>,
    /// Rules that infer the types of operands and results that the assembly format omits.
    pub rules: Option<TypeRules>,
    /// Function that infers the result type from operands and attributes for builders, which then need not specify it.
    pub result_type: Option<InferFn>,
    /// Function that performs additional verification of the op, if any.
    pub verify: Option<VerifyFn>,
    /// Function that suggests a name for the op's result, for example `cst_f32`, if any.
    pub hint: Option<HintFn>,
    /// Function that returns the effects of the op; `None` if the effects follow from `traits`.
    pub effects: Option<EffectsFn>,
    /// Function that folds the op to an existing value or a constant; `None` if the op is never folded.
    pub fold: Option<FoldFn>,
    /// Canonicalization patterns, in the order in which they are tried.
    pub canonicalize: &'static [RewriteFn],
}

impl OpDef {
    /// Creates a definition with a grammar entry and an empty overlay.
    pub const fn new(row: &'static OpRow) -> OpDef {
        OpDef {
            row,
            layout: InstructionLayout::new(row),
            traits: Traits::empty(),
            regions: 0,
            format: "",
            later_format: "",
            custom: None,
            form: "",
            spellings: &[],
            infer: None,
            rules: None,
            result_type: None,
            verify: None,
            hint: None,
            effects: None,
            fold: None,
            canonicalize: &[],
        }
    }

    /// Returns the number of slots of an op with this definition.
    pub fn slots(&self) -> usize {
        usize::from(self.layout.slots)
    }

    /// Returns the index of the first slot of the parameter with the given index.
    pub fn slot_of(&self, index: usize) -> usize {
        self.row.params[..index].iter().map(|p| p.slots() as usize).sum()
    }

    /// Returns the index of the parameter with the given name; `None` if there is no such parameter.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.row.params.iter().position(|p| p.name == name)
    }
}

/// A parametric type or attribute of a dialect: `!dialect.name<...>` or `#dialect.name<...>`.
///
/// An instance consists of this definition and a list of attributes, its parameters.
#[derive(Clone, Copy)]
pub struct ParamDef {
    /// Name with the dialect prefix, for example `spv.ptr`. Builtin definitions have no prefix.
    pub name: &'static str,
    /// Function that parses the text after the name (usually `<...>`) into the parameter list.
    pub parse: TypeParseFn,
    /// Function that prints the text after the name.
    pub print: TypePrintFn,
    /// An integer with a dialect-specific meaning, for example an opcode.
    pub code: u32,
}

impl ParamDef {
    /// Returns whether the definition belongs to the builtin dialect. Names of builtin definitions contain no dot.
    pub fn is_builtin(&self) -> bool {
        !self.name.contains('.')
    }
}

/// An op that LLVM-compatible text forms print in the region of another op. In the IR, the outer op alone represents
/// both ops.
pub struct Wrapped {
    /// Full name of the nested op. Its operands and results are those of the outer op.
    pub name: &'static str,
    /// Attributes of the nested op.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Full name of the region's terminator, whose operands are the nested op's results.
    pub end: &'static str,
}

/// Position and spelling of an attribute in text forms with [`TextForm::properties`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyForm {
    /// In the properties `<{...}>`.
    Inherent,
    /// In the properties, as a list of integers spelled `array<i64: 1, 2>`.
    Longs,
    /// In the dictionary of discardable attributes.
    Discardable,
}

/// Keys and attributes of an op while its MLIR text is composed or parsed.
pub type KeyedAttributes = Vec<(Ident, Attribute)>;

/// Hooks for dialects whose generic form in LLVM-compatible text forms deviates from the grammar entries.
pub struct GenericForm {
    /// Converts the attributes of an op to the attributes in the text. The keys of inherent attributes are parameter
    /// names.
    pub write: fn(&Context, &Body, Op, &TextForm, &mut KeyedAttributes),
    /// Converts the attributes in the text to the attributes of the op.
    pub read: fn(&Context, &OpDef, &mut KeyedAttributes),
    /// Returns the op that LLVM-compatible text forms print in a region of this op, if any. The IR has no such region.
    pub wrapped: fn(&Context, &Body, Op) -> Option<Wrapped>,
    /// Converts the region that exists only in the text to components of the op being parsed. Returns false if the
    /// region does not match.
    pub unwrap: fn(&Context, &Body, Region, &mut OpState) -> bool,
    /// Explains why operands or attributes do not match the definition; `None` if no specific reason is known.
    pub problem: fn(&Context, &Body, Op) -> Option<&'static str>,
    /// Returns the position of an attribute in text forms with properties; `None` if it follows from the definition.
    pub property: fn(&OpDef, &str) -> Option<PropertyForm>,
    /// Returns the attribute that represents an enumerant in a text form with properties; `None` for the default
    /// representation as an integer.
    pub enumerant: fn(&Context, &EnumDef, u32, &TextForm) -> Option<Attribute>,
    /// Returns the name of the terminator that text forms with properties print at the end of an op's body. The IR
    /// omits this terminator. `None` if there is none.
    pub end: fn(&OpDef) -> Option<&'static str>,
    /// Returns the name of an op in LLVM-compatible text forms, if its attributes determine the name.
    pub name: fn(&Context, &Body, Op, &TextForm) -> Option<&'static str>,
}

/// Hooks for dense constants of dialect types.
#[derive(Clone, Copy)]
pub struct DenseForm {
    /// Returns the builtin tensor type with the shape and element type of a dialect type. Returns `None` if the
    /// dialect type has no dense constants.
    pub shape: fn(&Context, Type) -> Option<Type>,
    /// Converts an elements attribute of the builtin type to a constant of the dialect type; `None` if that is
    /// impossible.
    pub constant: fn(&Context, Type, Attribute) -> Option<Attribute>,
}

/// The parameters of a type instance.
pub type TypeParams<'a> = &'a [Attribute];
