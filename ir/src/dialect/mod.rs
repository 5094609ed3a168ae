//! Data-driven definitions of operations, types and attributes
//!
//! A row ([`OpRow`]) holds the facts that a machine-readable grammar states about an instruction. An [`OpDef`] combines
//! a row with a hand-written overlay: traits, assembly format and hooks. This module is independent of SPIR-V. The
//! crate `spv-grammar` defines the data model of rows and is independent of the IR.

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
    Param, ParamKind, ParamLayout, ParamPlace, Rest, ResultKind, name_hash, same,
};

/// Slot of the symbol name of an op with [`Traits::SYMBOL`] or [`Traits::SYMBOLIC`].
pub const SYMBOL_SLOT: usize = 0;
/// Slot of the type of a function or of an op with [`Traits::SYMBOLIC`].
pub const TYPE_SLOT: usize = 1;

bitflags! {
    /// Properties of an op that passes and verifiers query.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Traits: u32 {
        /// The op ends a block.
        const TERMINATOR = 1;
        /// The op has no side effects; its results depend only on operands and attributes.
        const PURE = 1 << 1;
        /// The two value operands may be swapped.
        const COMMUTATIVE = 1 << 2;
        /// All value operands and the result have the same type.
        const SAME_TYPE = 1 << 3;
        /// The op owns a [`Body`], and no SSA edge crosses its boundary.
        const ISOLATED = 1 << 4;
        /// The op defines a symbol. Its first parameter is `sym_name`, a string attribute slot.
        const SYMBOL = 1 << 5;
        /// The op's body is a symbol table.
        const SYMBOL_TABLE = 1 << 6;
        /// The op materializes a constant.
        const CONSTANT_LIKE = 1 << 7;
        /// The op must not be moved into or out of divergent control flow.
        const CONVERGENT = 1 << 8;
        /// The op is allowed in a module body.
        const MODULE_SCOPE = 1 << 9;
        /// The op is allowed only in a module body.
        const MODULE_ONLY = 1 << 10;
        /// The op's regions have a single block, which needs no terminator.
        const NO_TERMINATOR = 1 << 11;
        /// The op's first parameters are `sym_name` and `type`. With a symbol, the op is a module-level definition
        /// without an SSA result, and its id belongs to the symbol.
        const SYMBOLIC = 1 << 12;
        /// The op's operands need not dominate it, because the uses are weak and non-semantic.
        const WEAK_USES = 1 << 13;
        /// The op reads memory.
        const READS = 1 << 14;
        /// The op writes memory.
        const WRITES = 1 << 15;
        /// The op transfers control out of the function or ends the invocation.
        const ABORTS = 1 << 16;
        /// The op is a structured construct with one region. Its merge supplies the results.
        const CONSTRUCT = 1 << 17;
        /// The op's region may omit `^bb0:` in text and contains unstructured control flow.
        const FUNCTION = 1 << 18;
        /// The op is a comparison: its result is `i1`, or a vector of `i1` shaped like the operands.
        const COMPARISON = 1 << 19;
        /// The op may be the last op of a block or stand in the middle of a block.
        const MAY_TERMINATE = 1 << 20;
        /// The op is debug information: it has no effect, keeps no value alive, and is not erased for lack of results.
        const DEBUG_INFO = 1 << 26;
        /// The op belongs to an unregistered dialect. It may end a block, branch, and have regions of any kind.
        const UNREGISTERED = 1 << 31;
        /// The dialect's own checks resolve the symbols that the op references.
        const RESOLVES = 1 << 21;
        /// In strict text, ops of the same dialect directly in this op's region omit the dialect prefix.
        const DEFAULT_DIALECT = 1 << 22;
        /// The op may define a symbol. Its first parameter is `sym_name`, which may be absent.
        const OPTIONAL_SYMBOL = 1 << 23;
        /// The definition's own check depends only on the slots and the types of operands and results. After one op
        /// passes, ops with the same signature need no check.
        const CHECK_BY_SIGNATURE = 1 << 24;
        /// The dialect checks ([`crate::verify::BodyCheck`]) depend only on the op's signature, so only one op of each
        /// signature is checked. A signature consists of the types of operands and results, the slots, and the
        /// definitions of the symbols in the slots.
        const DIALECT_CHECK_BY_SIGNATURE = 1 << 25;
    }
}

impl Traits {
    /// Returns whether declarations of this function have no body at all. Declarations of functions that only a module
    /// may contain have an entry block with arguments and no ops.
    pub fn declared_without_body(self) -> bool {
        self.contains(Traits::FUNCTION) && !self.contains(Traits::MODULE_ONLY)
    }
}

/// Infers the result type of an op whose text omits it.
pub type InferFn = fn(&Context, &Body, Op) -> Option<Type>;
/// Returns the reason why a type is invalid, if it is.
pub type TypeProblemFn = fn(&Context, Type) -> Option<String>;
/// Writes the attribute with the given key in the spelling of strict text that names the dialect by its alias. Returns
/// false, without writing, if the spelling does not differ.
pub type SpellingFn = fn(&mut dyn crate::text::AsmPrinter, &str, Attribute) -> bool;
/// Explains why the result type of an op cannot be inferred, if a specific reason is known.
pub type InferenceProblemFn = fn(&Context, &Body, Op) -> Option<String>;
/// Prints an op for messages about ops without a location. The op may be invalid.
pub type OpTextFn = fn(&Context, &Body, Op) -> String;
/// Suggests a value name for the result of an op, based only on definition, operands, slots and result types.
pub type HintFn = fn(&Context, &Body, Op) -> Option<String>;
/// Checks constraints of an op beyond its row and reports all errors.
pub type VerifyFn = fn(&Context, &Body, Op, &mut Diagnostics);

/// Returns the effects of an op whose attributes decide them, e.g. a volatile load. The result is a subset of
/// [`Traits::PURE`], [`Traits::READS`] and [`Traits::WRITES`] and replaces the traits of the definition.
pub type EffectsFn = fn(&Context, &Body, Op) -> Traits;

/// The definition of an op: a row and its hand-written overlay.
#[derive(Clone, Copy)]
pub struct OpDef {
    /// The facts from the grammar.
    pub row: &'static OpRow,
    /// The layout of the instructions, computed from the row.
    pub layout: InstructionLayout,
    /// The traits.
    pub traits: Traits,
    /// Number of regions, except the region of a construct or body. [`u8::MAX`] allows any number.
    pub regions: u8,
    /// Assembly format (see [`crate::format`]). Empty for the uniform form.
    pub format: &'static str,
    /// Assembly format in strict text with [`crate::TextForm::uses_later_formats`]. Empty if it equals `format`.
    pub later_format: &'static str,
    /// Hand-written parser and printer, used instead of a format.
    pub custom: Option<(OpParseFn, OpPrintFn)>,
    /// Syntax summary of hand-written text for documentation, without the op name: `%value : type`. Empty if none.
    pub form: &'static str,
    /// Infers a result type that the text omits, from operands and attributes.
    pub infer: Option<InferFn>,
    /// Infers the result type from operands and attributes, for builders.
    pub result_type: Option<InferFn>,
    /// Additional verification.
    pub verify: Option<VerifyFn>,
    /// Suggests a name for the result, e.g. `cst_f32`.
    pub hint: Option<HintFn>,
    /// Computes the effects if the attributes decide them.
    pub effects: Option<EffectsFn>,
    /// Folds the op to an existing value or a constant.
    pub fold: Option<FoldFn>,
    /// Canonicalization patterns in the order in which they are tried.
    pub canonicalize: &'static [RewriteFn],
}

impl OpDef {
    /// Creates a definition with a row and an empty overlay.
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
            infer: None,
            result_type: None,
            verify: None,
            hint: None,
            effects: None,
            fold: None,
            canonicalize: &[],
        }
    }

    /// Returns the number of attribute slots of an op.
    pub fn slots(&self) -> usize {
        usize::from(self.layout.slots)
    }

    /// Returns the index of the first slot of the parameter with the given index.
    pub fn slot_of(&self, index: usize) -> usize {
        self.row.params[..index].iter().map(|p| p.slots() as usize).sum()
    }

    /// Returns the index of the parameter with the given name.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.row.params.iter().position(|p| p.name == name)
    }
}

/// A parametric type or attribute of a dialect: `!dialect.name<...>` or `#dialect.name<...>`.
///
/// An instance consists of the definition and a list of attributes. The two functions parse and print it.
#[derive(Clone, Copy)]
pub struct ParamDef {
    /// Name with the dialect prefix, e.g. `spv.ptr`. Builtin definitions have no prefix.
    pub name: &'static str,
    /// Parses the text after the name (usually `<...>`) into the parameter list.
    pub parse: TypeParseFn,
    /// Prints the text after the name.
    pub print: TypePrintFn,
    /// A number that the dialect assigns, e.g. an opcode.
    pub code: u32,
}

impl ParamDef {
    /// Returns whether the definition belongs to the builtin dialect. Names of builtin definitions have no dot and no
    /// prefix.
    pub fn is_builtin(&self) -> bool {
        !self.name.contains('.')
    }
}

/// An op that strict text nests in the region of another op, but that the IR represents by the outer op alone.
pub struct Wrapped {
    /// Full name of the nested op. Its operands and results equal those of the outer op.
    pub name: &'static str,
    /// Attributes of the nested op.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Full name of the terminator of the region, which takes the results.
    pub end: &'static str,
}

/// The place and spelling of an attribute in text with [`TextForm::properties`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyForm {
    /// In the properties.
    Inherent,
    /// In the properties, as a list of numbers spelled `array<i64: 1, 2>`.
    Longs,
    /// In the dictionary after the regions.
    Discardable,
}

/// Attributes with their keys, while the text of an op is composed.
pub type KeyedAttributes = Vec<(Ident, Attribute)>;

/// Hooks for strict text whose generic form of a dialect's ops deviates from the rows.
pub struct GenericForm {
    /// Converts the attributes of an op to the attributes in the text. Inherent attributes are keyed by parameter name.
    pub write: fn(&Context, &Body, Op, &TextForm, &mut KeyedAttributes),
    /// Converts the attributes in the text to the attributes of the op.
    pub read: fn(&Context, &OpDef, &mut KeyedAttributes),
    /// Returns the op that strict text prints in a region of this op, if any. The IR has no such region.
    pub wrapped: fn(&Context, &Body, Op) -> Option<Wrapped>,
    /// Converts the region that exists only in the text back into components of the op being read. Returns false if the
    /// region does not match.
    pub unwrap: fn(&Context, &Body, Region, &mut OpState) -> bool,
    /// Explains why operands or attributes do not fit the definition, if a specific reason is known.
    pub problem: fn(&Context, &Body, Op) -> Option<&'static str>,
    /// Returns the place of an attribute in text with properties if it differs from the definition's.
    pub property: fn(&OpDef, &str) -> Option<PropertyForm>,
    /// Returns the attribute that represents an enumerant in text with properties.
    pub enumerant: fn(&Context, &EnumDef, u32, &TextForm) -> Option<Attribute>,
    /// Returns the name of the terminator that text with properties adds to an op's body and the IR omits.
    pub end: fn(&OpDef) -> Option<&'static str>,
    /// Returns the name of an op in strict text if its attributes determine the name.
    pub name: fn(&Context, &Body, Op, &TextForm) -> Option<&'static str>,
}

/// Hooks for dense constants of dialect types.
#[derive(Clone, Copy)]
pub struct DenseForm {
    /// Returns the builtin tensor type with the shape and element type of a type. Returns `None` if the type has no
    /// dense constants.
    pub shape: fn(&Context, Type) -> Option<Type>,
    /// Converts dense elements of the builtin type to a constant of the type.
    pub constant: fn(&Context, Type, Attribute) -> Option<Attribute>,
}

/// The parameter list of a type instance.
pub type TypeParams<'a> = &'a [Attribute];
