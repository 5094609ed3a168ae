//! Definitions of operations, types and attributes as data: what a dialect registers.
//!
//! A row ([`OpRow`]) holds what a machine-readable grammar knows of an instruction; an [`OpDef`] is
//! a row plus the hand-written overlay (traits, assembly format, hooks). Nothing here knows SPIR-V.

mod layout;
mod registry;

pub use layout::{Count, InstructionLayout, ParamLayout, Rest};
pub use registry::{Dialect, OpDefId, ParamDefId, Registry};

use crate::asm::{OpParseFn, OpPrintFn, OpState, TypeParseFn, TypePrintFn};
use crate::attrs::Attribute;
use crate::body::Body;
use crate::context::{Context, Ident};
use crate::diag::Diagnostics;
use crate::entity::{Op, Region};
use crate::rewrite::{FoldFn, RewriteFn};
use crate::types::Type;
use bitflags::bitflags;

/// How often an operand of the binary form occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly once.
    One,
    /// At most once; present only if all before it are.
    Optional,
    /// Any number of times; nothing follows it.
    Variadic,
}

/// What one operand of an instruction is, and where the IR keeps it.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// An SSA operand. Takes no slot: presence follows from the operand count.
    Value,
    /// An SSA operand or an attribute (symbol, type, typed constant, string). One slot: the
    /// attribute, or 0 where the item is an SSA operand (or absent). Variadic: an array attribute
    /// whose [`crate::attrs::AttrData::Operand`] elements are placeholders of SSA operands; 0 if all are.
    Mixed,
    /// A symbol reference. One attribute slot (an array of them if variadic).
    Symbol,
    /// A type. One attribute slot holding a type attribute (an array of them if variadic).
    Type,
    /// A 32-bit literal. `One`: a raw word slot. Otherwise an attribute slot holding
    /// [`crate::attrs::AttrData::Words`], 0 if empty.
    Word,
    /// A 32-bit float literal, a raw word slot holding its bits. Only `One` occurs.
    FloatWord,
    /// A literal string. One attribute slot holding a string attribute (array if variadic).
    String,
    /// An enumerant or a set of bits. `One` and `Optional`: a raw word slot ([`ABSENT`] if absent),
    /// and, where [`EnumDef::has_params`], an attribute slot after it: 0, or an array of the
    /// non-SSA parameters of the present enumerants in order of value (an
    /// [`crate::attrs::AttrData::Operand`] element where a scope parameter is an SSA operand).
    /// SSA parameters are operands. `Variadic`: an attribute slot holding `Words`.
    Enum(&'static EnumDef),
    /// A scope or memory-semantics id: a raw word slot with the value where the id is a plain
    /// unsigned 32-bit constant, [`ABSENT`] where it is an SSA operand. `Optional`: where the slot
    /// is `ABSENT` and no operand is left, it is absent.
    ConstEnum(&'static EnumDef),
    /// Any attribute: one slot (0 if absent). Only hand-written rows use it.
    Attr,
    /// A block: a successor of the op, no slot. Only hand-written rows use it.
    Block,
    /// Where the tail of the op's only region begins ([`Body::region_tail`](crate::Body::region_tail)), no slot. In text a
    /// number of blocks. Only hand-written rows use it.
    Tail,
}

impl ParamKind {
    /// Whether an SSA operand may be what a parameter of this kind is.
    #[must_use]
    pub fn may_be_value(self) -> bool {
        matches!(self, ParamKind::Value | ParamKind::Mixed | ParamKind::ConstEnum(_))
    }
}

/// A raw word slot that holds nothing.
pub const ABSENT: u32 = u32::MAX;

/// One operand of an instruction in binary order; result type and result id are not listed.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// snake_case name, unique within the row.
    pub name: &'static str,
    /// What it is.
    pub kind: ParamKind,
    /// How often it occurs.
    pub arity: Arity,
}

impl Param {
    /// Number of attribute slots that this parameter takes.
    pub const fn slots(&self) -> u8 {
        match self.kind {
            ParamKind::Value | ParamKind::Block | ParamKind::Tail => 0,
            ParamKind::Enum(def) => match self.arity {
                Arity::Variadic => 1,
                _ if def.has_params => 2,
                _ => 1,
            },
            _ => 1,
        }
    }
}

/// Where an instruction or enumerant may be used: all of it data.
#[derive(Clone, Copy, Debug)]
pub struct Availability {
    /// First version that has it without an extension, as `major << 16 | minor << 8`; `None` where only
    /// extensions give it.
    pub min_version: Option<u32>,
    /// Last version that has it.
    pub max_version: Option<u32>,
    /// Any one of these capabilities allows it (values of the enum `Capability`); empty: no demand.
    pub capabilities: &'static [u32],
    /// Any one of these extensions allows it below `min_version`.
    pub extensions: &'static [&'static str],
}

/// One enumerant of an [`EnumDef`].
#[derive(Clone, Copy, Debug)]
pub struct Enumerant {
    /// Canonical name.
    pub name: &'static str,
    /// Value, or bits.
    pub value: u32,
    /// Operands that follow in the binary form when it is present.
    pub params: &'static [Param],
    /// Where it may be used.
    pub availability: Availability,
}

/// An enumeration: of values, or of bits to be or-ed.
#[derive(Debug)]
pub struct EnumDef {
    /// Name of the operand kind, e.g. `StorageClass`.
    pub name: &'static str,
    /// Whether values are bit sets.
    pub bits: bool,
    /// Whether any enumerant has parameters.
    pub has_params: bool,
    /// Whether values without a name are allowed as numbers: in the binary form it is a literal, some of whose
    /// values have names.
    pub open: bool,
    /// Sorted by value, one entry a value.
    pub enumerants: &'static [Enumerant],
    /// Every name, aliases included, with its value; sorted by name.
    pub names: &'static [(&'static str, u32)],
}

impl EnumDef {
    /// The enumerant of a value (one bit at a time for bit enums).
    pub fn by_value(&self, value: u32) -> Option<&'static Enumerant> {
        let i = self.enumerants.partition_point(|e| e.value < value);
        self.enumerants.get(i).filter(|e| e.value == value)
    }

    /// The value of a name, aliases included.
    pub fn by_name(&self, name: &str) -> Option<u32> {
        let i = self.names.binary_search_by(|(n, _)| (*n).cmp(name)).ok()?;
        Some(self.names[i].1)
    }

    /// The enumerants present in `value`, in order of value: itself for value enums, each set bit
    /// for bit enums. Bits or values without a name are left out: see [`Self::is_known`].
    pub fn present(&self, value: u32) -> impl Iterator<Item = &'static Enumerant> + use<> {
        let (bits, list) = (self.bits, self.enumerants);
        list.iter().filter(move |e| {
            if bits {
                (e.value != 0 && e.value & value == e.value) || (value == 0 && e.value == 0)
            } else {
                e.value == value
            }
        })
    }

    /// Whether the value is valid where one of the enumeration is expected: every bit (or the value) has a
    /// name, or needs none.
    pub fn is_known(&self, value: u32) -> bool {
        if self.open {
            true
        } else if self.bits {
            self.present(value).fold(0, |all, e| all | e.value) == value
        } else {
            self.by_value(value).is_some()
        }
    }
}

/// Which results an op has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// None.
    None,
    /// One, with a type.
    One,
    /// None, or one where its void result id is needed (calls and extended instructions).
    Optional,
    /// Any number (structure ops, constructs).
    Any,
}

/// What the grammar knows of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// Full name, e.g. `spv.IAdd`, `spv.GLSL.Sqrt`.
    pub name: &'static str,
    /// Instruction set: 0 for the dialect's core, else the number of the extended set.
    pub set: u16,
    /// Opcode, or number in the extended set. [`NO_OPCODE`] for structure ops.
    pub opcode: u32,
    /// Operands in binary order.
    pub params: &'static [Param],
    /// Results.
    pub result: ResultKind,
    /// Where it may be used.
    pub availability: Availability,
}

/// Opcode of a row that mirrors no instruction.
pub const NO_OPCODE: u32 = u32::MAX;

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
        /// Of an unregistered dialect: nothing is known of it, so it may end a block or not, branch,
        /// and have regions of any kind.
        const UNREGISTERED = 1 << 31;
        /// The dialect's own checks resolve the symbols that it refers to.
        const RESOLVES = 1 << 21;
        /// Strict text has ops of its own dialect without the dialect's name right in its region.
        const DEFAULT_DIALECT = 1 << 22;
        /// May define a symbol: the first parameter is `sym_name`, which may be absent.
        const OPTIONAL_SYMBOL = 1 << 23;
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
/// Writes the attribute of a key as versions of LLVM have it that spell the dialect by its alias; false where that is no
/// other text.
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
        self.row.params.iter().map(|p| p.slots() as usize).sum()
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

/// Where the generic form of a dialect's ops in strict text differs from what their rows say.
pub struct GenericForm {
    /// Converts the attributes of an op, inherent ones by parameter, into those of the text.
    pub write: fn(&Context, &Body, Op, &mut Vec<(Ident, Attribute)>),
    /// Converts them back.
    pub read: fn(&Context, &OpDef, &mut Vec<(Ident, Attribute)>),
    /// The op in the region that only the text has.
    pub wrapped: fn(&Context, &Body, Op) -> Option<Wrapped>,
    /// Takes what such a region says into the op that is read; false where it is none.
    pub unwrap: fn(&Context, &Body, Region, &mut OpState) -> bool,
    /// Says what is wrong with an op whose operands and attributes do not fit its definition, if more can be said
    /// than that.
    pub problem: fn(&Context, &Body, Op) -> Option<&'static str>,
}

/// Shorthand for a parameter list of a type instance.
pub type TypeParams<'a> = &'a [Attribute];
