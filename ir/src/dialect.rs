//! Definitions of operations, types and attributes as data: what a dialect registers.
//!
//! A row ([`OpRow`]) holds what a machine-readable grammar knows of an instruction; an [`OpDef`] is
//! a row plus the hand-written overlay (traits, assembly format, hooks). Nothing here knows SPIR-V.
//! The data model of rows is the crate `spv-grammar`, which knows no IR.

mod name_table;
mod registry;

pub use name_table::name_table;
pub use registry::{Dialect, Registry};

use crate::asm::{OpParseFn, OpPrintFn, OpState, TypeParseFn, TypePrintFn};
use crate::attrs::Attribute;
use crate::body::Body;
use crate::context::Context;
use crate::diag::Diagnostics;
use crate::entity::{Op, Region};
use crate::handles::Ident;
pub use crate::handles::{OpDefId, ParamDefId};
use crate::rewrite::{FoldFn, RewriteFn};
use crate::text_form::TextForm;
use crate::types::Type;
use bitflags::bitflags;
pub use spv_grammar::{
    ABSENT, Arity, Availability, Count, EnumDef, Enumerant, FixedLayout, InstructionLayout, NO_OPCODE, OpRow,
    Param, ParamKind, ParamLayout, ParamPlace, Rest, ResultKind, name_hash, same,
};

/// The slot of the symbol of an op with [`Traits::SYMBOL`] or [`Traits::SYMBOLIC`].
pub const SYMBOL_SLOT: usize = 0;
/// The slot of the type of a function, and of an op with [`Traits::SYMBOLIC`].
pub const TYPE_SLOT: usize = 1;

bitflags! {
    /// Facts of an op that passes and verifiers ask for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Traits: u32 {
        /// Ends a block.
        const TERMINATOR = 1;
        /// No side effects, result depends only on operands and attributes.
        const PURE = 1 << 1;
        /// Its two value operands may be exchanged.
        const COMMUTATIVE = 1 << 2;
        /// All value operands and the result have one type.
        const SAME_TYPE = 1 << 3;
        /// Owns a [`Body`]: no SSA edge crosses it.
        const ISOLATED = 1 << 4;
        /// Defines a symbol: the first parameter is `sym_name`, a string attribute slot.
        const SYMBOL = 1 << 5;
        /// Its body is a symbol table.
        const SYMBOL_TABLE = 1 << 6;
        /// Materializes a constant.
        const CONSTANT_LIKE = 1 << 7;
        /// Must not be moved into or out of divergent control flow.
        const CONVERGENT = 1 << 8;
        /// Allowed in a module body.
        const MODULE_SCOPE = 1 << 9;
        /// Allowed only in a module body.
        const MODULE_ONLY = 1 << 10;
        /// Its regions have one block and need no terminator.
        const NO_TERMINATOR = 1 << 11;
        /// The first parameters are `sym_name` and `type`: with a symbol it is a module-level
        /// definition, whose id is the symbol's, and has no SSA result.
        const SYMBOLIC = 1 << 12;
        /// Its operands need not be defined in dominating places (weak, non-semantic uses).
        const WEAK_USES = 1 << 13;
        /// Reads memory.
        const READS = 1 << 14;
        /// Writes memory.
        const WRITES = 1 << 15;
        /// Transfers control out of the function or ends the invocation.
        const ABORTS = 1 << 16;
        /// A structured construct: one region, results come from its merge.
        const CONSTRUCT = 1 << 17;
        /// A region of an op with this trait may be printed and parsed without `^bb0:` and holds
        /// control flow among its blocks.
        const FUNCTION = 1 << 18;
        /// Comparison: the result is `i1` (or a vector of it) shaped like the operands.
        const COMPARISON = 1 << 19;
        /// Nothing says whether it ends a block: it may be the last op of one, or stand in the middle.
        const MAY_TERMINATE = 1 << 20;
        /// Of an unregistered dialect: nothing is known of it, so it may end a block or not, branch,
        /// and have regions of any kind.
        const UNREGISTERED = 1 << 31;
        /// The dialect's own checks resolve the symbols that it refers to.
        const RESOLVES = 1 << 21;
        /// Strict text has ops of its own dialect without the dialect's name right in its region.
        const DEFAULT_DIALECT = 1 << 22;
        /// May define a symbol: the first parameter is `sym_name`, which may be absent.
        const OPTIONAL_SYMBOL = 1 << 23;
        /// The definition's own check asks for the types of operands and results and for the slots alone: an op like one that
        /// it accepted needs none.
        const CHECK_BY_SIGNATURE = 1 << 24;
        /// The checks of dialects ([`crate::verify::BodyCheck`]) of its ops follow from the types of their operands and
        /// results, their slots, and the definitions of the symbols in these: one op of each signature is checked.
        const DIALECT_CHECK_BY_SIGNATURE = 1 << 25;
    }
}

impl Traits {
    /// Whether a declaration of this function has no body. Those of functions that only a module contains have an
    /// entry block with arguments and no ops.
    pub fn declared_without_body(self) -> bool {
        self.contains(Traits::FUNCTION) && !self.contains(Traits::MODULE_ONLY)
    }
}

/// How the parser finds an op's result type where its text does not give it.
pub type InferFn = fn(&Context, &Body, Op) -> Option<Type>;
/// Says what is wrong with a type, if anything is.
pub type TypeProblemFn = fn(&Context, Type) -> Option<String>;
/// Writes the attribute of a key as strict text has it that spells the dialect by its alias; false where that is no other
/// text.
pub type SpellingFn = fn(&mut dyn crate::asm::AsmPrinter, &str, Attribute) -> bool;
/// Says why no result type follows from an op's operands, if more can be said than that.
pub type InferenceProblemFn = fn(&Context, &Body, Op) -> Option<String>;
/// The text of an op, for messages about one without a location. The op may be one that the verifier refuses.
pub type OpTextFn = fn(&Context, &Body, Op) -> String;
/// Suggests a value name for an op's result, by definition, operands, attribute slots and result types alone.
pub type HintFn = fn(&Context, &Body, Op) -> Option<String>;
/// Checks an op beyond its row; reports all errors.
pub type VerifyFn = fn(&Context, &Body, Op, &mut Diagnostics);

/// What executing an op may do, where its attributes decide (a volatile load): the subset of
/// [`Traits::PURE`], [`Traits::READS`] and [`Traits::WRITES`] that holds instead of the definition's.
pub type EffectsFn = fn(&Context, &Body, Op) -> Traits;

/// A row and its overlay.
#[derive(Clone, Copy)]
pub struct OpDef {
    /// The grammar's part.
    pub row: &'static OpRow,
    /// The layout of its instructions, which follows from the row.
    pub layout: InstructionLayout,
    /// Facts.
    pub traits: Traits,
    /// Number of regions, that of a construct or body aside; [`u8::MAX`]: any number.
    pub regions: u8,
    /// Assembly format (see [`crate::format`]); empty: the uniform form of the signature.
    pub format: &'static str,
    /// The format in strict text with [`crate::TextForm::later_formats`], where it is another one; empty: the same.
    pub later_format: &'static str,
    /// Hand-written pair instead of a format.
    pub custom: Option<(OpParseFn, OpPrintFn)>,
    /// How hand-written text looks, for people, without the name: `%value : type`. Empty: no one says.
    pub form: &'static str,
    /// Finds the result type from operands and attributes, where the text leaves it out.
    pub infer: Option<InferFn>,
    /// Finds the result type from operands and attributes, for builders.
    pub result_type: Option<InferFn>,
    /// Extra verification.
    pub verify: Option<VerifyFn>,
    /// Suggests a value name for the result, e.g. `cst_f32`.
    pub hint: Option<HintFn>,
    /// Effects, where attributes decide.
    pub effects: Option<EffectsFn>,
    /// Finds a value or constant that the op's result equals.
    pub fold: Option<FoldFn>,
    /// Canonicalization patterns, tried in order.
    pub canonicalize: &'static [RewriteFn],
}

impl OpDef {
    /// A definition with nothing but its row.
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

    /// Number of attribute slots of an op of this definition.
    pub fn slots(&self) -> usize {
        usize::from(self.layout.slots)
    }

    /// Index of the first slot of parameter `index`.
    pub fn slot_of(&self, index: usize) -> usize {
        self.row.params[..index].iter().map(|p| p.slots() as usize).sum()
    }

    /// Index of the parameter called `name`.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.row.params.iter().position(|p| p.name == name)
    }
}

/// A parametric type or attribute of a dialect: `!dialect.name<...>` or `#dialect.name<...>`.
///
/// An instance is the definition and a list of attributes; the pair of functions defines its text.
#[derive(Clone, Copy)]
pub struct ParamDef {
    /// Name with the dialect, e.g. `spv.ptr`; without one where it is builtin.
    pub name: &'static str,
    /// Reads what follows the name (the `<...>`, where there is one) into the parameter list.
    pub parse: TypeParseFn,
    /// Writes what follows the name.
    pub print: TypePrintFn,
    /// The dialect's own number for it, e.g. an opcode.
    pub code: u32,
}

impl ParamDef {
    /// Whether it is of the builtin dialect: then its name has no dot, and is written without a prefix.
    pub fn is_builtin(&self) -> bool {
        !self.name.contains('.')
    }
}

/// An op that strict text has in the region of another, where the IR has only the other.
pub struct Wrapped {
    /// Its full name; it has the operands and results of the op around.
    pub name: &'static str,
    /// Its attributes.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Full name of the op that ends the region and takes the results.
    pub end: &'static str,
}

/// Where text with [`TextForm::properties`] has an attribute of an op, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyForm {
    /// Among the properties.
    Inherent,
    /// Among the properties, a list of numbers that is written `array<i64: 1, 2>`.
    Longs,
    /// In the dictionary after the regions.
    Discardable,
}

/// Attributes by their keys, while their text is made.
pub type KeyedAttributes = Vec<(Ident, Attribute)>;

/// Where the generic form of a dialect's ops in strict text differs from what their rows say.
pub struct GenericForm {
    /// Converts the attributes of an op, inherent ones by parameter, into those of the text.
    pub write: fn(&Context, &Body, Op, &TextForm, &mut KeyedAttributes),
    /// Converts them back.
    pub read: fn(&Context, &OpDef, &mut KeyedAttributes),
    /// The op in the region that only the text has.
    pub wrapped: fn(&Context, &Body, Op) -> Option<Wrapped>,
    /// Takes what such a region says into the op that is read; false where it is none.
    pub unwrap: fn(&Context, &Body, Region, &mut OpState) -> bool,
    /// Says what is wrong with an op whose operands and attributes do not fit its definition, if more can be said
    /// than that.
    pub problem: fn(&Context, &Body, Op) -> Option<&'static str>,
    /// Where text with properties has the attribute of a key, if not where its definition says.
    pub property: fn(&OpDef, &str) -> Option<PropertyForm>,
    /// The attribute that an enumerant is in text with properties.
    pub enumerant: fn(&Context, &EnumDef, u32) -> Option<Attribute>,
    /// The name of the op that ends the body of an op in such text, where the IR has none.
    pub end: fn(&OpDef) -> Option<&'static str>,
}

/// Shorthand for a parameter list of a type instance.
pub type TypeParams<'a> = &'a [Attribute];
