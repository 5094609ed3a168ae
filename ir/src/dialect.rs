//! Definitions of operations, types and attributes as data: what a dialect registers.
//!
//! A row ([`OpRow`]) holds what a machine-readable grammar knows of an instruction; an [`OpDef`] is
//! a row plus the hand-written overlay (traits, assembly format, hooks). Nothing here knows SPIR-V.

use crate::asm::{
    DirectiveParseFn, DirectivePrintFn, OpParseFn, OpPrintFn, OpState, TypeParseFn, TypePrintFn,
};
use crate::attrs::Attribute;
use crate::body::Body;
use crate::context::{Context, Ident};
use crate::diag::Diagnostics;
use crate::entity::{Op, Region};
use crate::rewrite::{FoldFn, RewriteFn};
use crate::types::Type;
use bitflags::bitflags;
use std::sync::Arc;

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
    /// whose [`crate::attrs::AttrData::Operand`] elements stand for SSA operands; 0 if all are.
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
    /// and, where [`EnumDef::has_params`], an attribute slot behind it: 0, or an array of the
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
            ParamKind::Value | ParamKind::Block => 0,
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
    /// Whether other values stand for themselves: in the binary form it is a plain literal, whose values
    /// have names.
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

    /// Whether the value may stand where one of the enumeration is wanted: every bit (or the value) has a
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
        /// No side effects, result depends on operands and attributes alone.
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
        /// May stand in a module body.
        const MODULE_SCOPE = 1 << 9;
        /// Stands only in a module body.
        const MODULE_ONLY = 1 << 10;
        /// Its regions have one block and need no terminator.
        const NO_TERMINATOR = 1 << 11;
        /// The parameters `sym_name` and `type` stand first: with a symbol it is a module-level
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
    }
}

/// How the parser finds an op's result type where its text does not give it.
pub type InferFn = fn(&Context, &Body, Op) -> Option<Type>;
/// Says what is wrong with a type, if anything is.
pub type TypeProblemFn = fn(&Context, Type) -> Option<String>;
/// Says why no result type follows from an op's operands, if more can be said than that.
pub type InferenceProblemFn = fn(&Context, &Body, Op) -> Option<String>;
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
    /// Assembly format (see [`crate::format`]); empty: the uniform form of the signature.
    pub format: &'static str,
    /// Hand-written pair instead of a format.
    pub custom: Option<(OpParseFn, OpPrintFn)>,
    /// How hand-written text looks, for people, without the name: `%value : type`. Empty: no one says.
    pub form: &'static str,
    /// Finds the result type from operands and attributes.
    pub infer: Option<InferFn>,
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
            format: "",
            custom: None,
            form: "",
            infer: None,
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
/// An instance is the definition and a list of attributes; the pair of functions gives its text.
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
    /// Whether it is of the builtin dialect: then its name has no dot, and stands in text as it is.
    pub fn is_builtin(&self) -> bool {
        !self.name.contains('.')
    }
}

/// An op that LLVM 14 has in the region of another, where the IR has only the other.
pub struct Wrapped {
    /// Its full name; it has the operands and results of the op around.
    pub name: &'static str,
    /// Its attributes.
    pub attrs: Vec<(Ident, Attribute)>,
    /// Full name of the op that ends the region and takes the results.
    pub end: &'static str,
}

/// Where LLVM 14's generic form of a dialect's ops differs from what their rows say.
pub struct GenericForm {
    /// Turns the attributes of an op, inherent ones by parameter, into LLVM 14's.
    pub write: fn(&Context, &Body, Op, &mut Vec<(Ident, Attribute)>),
    /// Turns them back.
    pub read: fn(&Context, &OpDef, &mut Vec<(Ident, Attribute)>),
    /// The op in the region that only LLVM 14 has.
    pub wrapped: fn(&Context, &Body, Op) -> Option<Wrapped>,
    /// Takes what such a region says into the op that is read; false where it is none.
    pub unwrap: fn(&Context, &Body, Region, &mut OpState) -> bool,
    /// Says what is wrong with an op whose operands and attributes do not fit its definition, if more can be said
    /// than that.
    pub problem: fn(&Context, &Body, Op) -> Option<&'static str>,
}

/// What a dialect registers.
#[derive(Clone, Default)]
pub struct Dialect {
    /// Namespace, e.g. `spv`.
    pub name: &'static str,
    /// What messages call it, e.g. `SPIR-V`; empty: nothing.
    pub title: &'static str,
    /// Other namespaces read as this one, e.g. `spirv`.
    pub aliases: &'static [&'static str],
    /// Operations. Their order fixes [`OpDefId`]s.
    pub ops: Vec<OpDef>,
    /// Other names of ops: (alias, canonical), both full.
    pub op_aliases: &'static [(&'static str, &'static str)],
    /// Other beginnings of names of ops: (alias, canonical).
    pub op_prefixes: &'static [(&'static str, &'static str)],
    /// Types.
    pub types: Vec<ParamDef>,
    /// Attributes.
    pub attrs: Vec<ParamDef>,
    /// What `custom(name,$param)` in a format stands for, by name.
    pub directives: Vec<(&'static str, DirectiveParseFn, DirectivePrintFn)>,
    /// What the verifier checks beyond rows and traits.
    pub check: Option<crate::verify::MakeCheck>,
    /// LLVM 14's generic form.
    pub generic: Option<&'static GenericForm>,
    /// Says what is wrong with a type by itself, for the parser.
    pub type_problem: Option<TypeProblemFn>,
    /// Says why the result type of an op cannot be found, for the parser.
    pub inference_problem: Option<InferenceProblemFn>,
}

/// Number of an op definition in the [`Registry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpDefId(pub u16);

/// Number of a type or attribute definition in the [`Registry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ParamDefId(pub u16);

/// All registered dialects: filled once, then frozen and shared between contexts.
pub struct Registry {
    ops: Vec<OpDef>,
    op_names: rustc_hash::FxHashMap<&'static str, OpDefId>,
    op_prefixes: Vec<(&'static str, &'static str)>,
    /// Per instruction set: opcode -> definition + 1.
    op_codes: Vec<Vec<u16>>,
    /// By definition: [`crate::analysis::cfg::merge_slot`].
    merge_slots: Vec<Option<u8>>,
    formats: Vec<std::sync::OnceLock<crate::format::Format>>,
    types: Vec<ParamDef>,
    type_names: rustc_hash::FxHashMap<&'static str, ParamDefId>,
    attrs: Vec<ParamDef>,
    attr_names: rustc_hash::FxHashMap<&'static str, ParamDefId>,
    directives: rustc_hash::FxHashMap<&'static str, (DirectiveParseFn, DirectivePrintFn)>,
    dialects: Vec<(&'static str, &'static [&'static str])>,
    /// Namespaces, and what messages call them.
    titles: Vec<(&'static str, &'static str)>,
    checks: Vec<crate::verify::MakeCheck>,
    /// What the verifier asks of definitions, worked out when first needed.
    pub(crate) facts: std::sync::OnceLock<Box<[crate::verify::Facts]>>,
    generic_forms: Vec<&'static GenericForm>,
    type_problems: Vec<TypeProblemFn>,
    inference_problems: Vec<InferenceProblemFn>,
    /// See [`Registry::constant_op`].
    constant_op: Option<OpDefId>,
}

impl Registry {
    /// Builds a registry from dialects, in order; the builtin dialect comes first by itself.
    pub fn new(dialects: Vec<Dialect>) -> Arc<Registry> {
        let mut r = Registry {
            ops: Vec::new(),
            op_names: Default::default(),
            op_prefixes: Vec::new(),
            op_codes: Vec::new(),
            merge_slots: Vec::new(),
            formats: Vec::new(),
            types: Vec::new(),
            type_names: Default::default(),
            attrs: Vec::new(),
            attr_names: Default::default(),
            directives: Default::default(),
            dialects: Vec::new(),
            titles: Vec::new(),
            checks: Vec::new(),
            facts: Default::default(),
            generic_forms: Vec::new(),
            type_problems: Vec::new(),
            inference_problems: Vec::new(),
            constant_op: None,
        };
        r.add(crate::builtin::dialect());
        for d in dialects {
            r.add(d);
        }
        r.formats.resize_with(r.ops.len(), Default::default);
        let merge_slot = |def| crate::analysis::cfg::merge_slot(def).map(|slot| slot as u8);
        r.merge_slots = r.ops.iter().map(merge_slot).collect();
        Arc::new(r)
    }

    fn add(&mut self, dialect: Dialect) {
        self.dialects.push((dialect.name, dialect.aliases));
        self.titles.push((dialect.name, dialect.title));
        self.ops.reserve(dialect.ops.len());
        self.op_names.reserve(dialect.ops.len());
        for def in dialect.ops {
            let id = self.ops.len() as u16;
            self.op_names.insert(def.row.name, OpDefId(id));
            if def.traits.contains(Traits::CONSTANT_LIKE) && def.slots() == 1 {
                self.constant_op = self.constant_op.or(Some(OpDefId(id)));
            }
            if def.row.opcode != NO_OPCODE {
                let set = def.row.set as usize;
                if self.op_codes.len() <= set {
                    self.op_codes.resize(set + 1, Vec::new());
                }
                let codes = &mut self.op_codes[set];
                let code = def.row.opcode as usize;
                if codes.len() <= code {
                    codes.resize(code + 1, 0);
                }
                codes[code] = id + 1;
            }
            self.ops.push(def);
        }
        for (alias, name) in dialect.op_aliases {
            if let Some(&id) = self.op_names.get(name) {
                self.op_names.insert(alias, id);
            }
        }
        self.op_prefixes.extend_from_slice(dialect.op_prefixes);
        for def in dialect.types {
            self.type_names.insert(def.name, ParamDefId(self.types.len() as u16));
            self.types.push(def);
        }
        for def in dialect.attrs {
            self.attr_names.insert(def.name, ParamDefId(self.attrs.len() as u16));
            self.attrs.push(def);
        }
        for (name, parse, print) in dialect.directives {
            self.directives.insert(name, (parse, print));
        }
        self.checks.extend(dialect.check);
        self.generic_forms.extend(dialect.generic);
        self.type_problems.extend(dialect.type_problem);
        self.inference_problems.extend(dialect.inference_problem);
    }

    /// Definition of an op.
    #[inline]
    pub fn op(&self, id: OpDefId) -> &OpDef {
        &self.ops[id.0 as usize]
    }

    /// The op that makes a constant of the attribute in its one slot: the first registered with
    /// [`Traits::CONSTANT_LIKE`].
    pub fn constant_op(&self) -> Option<OpDefId> {
        self.constant_op
    }

    /// All op definitions in order.
    pub fn ops(&self) -> &[OpDef] {
        &self.ops
    }

    /// Op by its full name or an alias of it, in the dialect's own namespace.
    pub fn op_by_name(&self, name: &str) -> Option<OpDefId> {
        self.op_names.get(name).copied().or_else(|| self.op_by_other_prefix(name))
    }

    #[cold]
    fn op_by_other_prefix(&self, name: &str) -> Option<OpDefId> {
        self.op_prefixes.iter().find_map(|(alias, prefix)| {
            let rest = name.strip_prefix(alias)?;
            self.op_names.get(&format!("{prefix}{rest}")[..]).copied()
        })
    }

    /// Op by instruction set and opcode.
    pub fn op_by_code(&self, set: u16, opcode: u32) -> Option<OpDefId> {
        let id = *self.op_codes.get(set as usize)?.get(opcode as usize)?;
        (id != 0).then(|| OpDefId(id - 1))
    }

    /// The slot in which an op of this definition declares merge blocks, if it may.
    #[inline]
    pub fn merge_slot(&self, id: OpDefId) -> Option<usize> {
        self.merge_slots[id.0 as usize].map(usize::from)
    }

    /// The op's assembly format, compiled on first use.
    pub fn format(&self, id: OpDefId) -> &crate::format::Format {
        self.formats[id.0 as usize].get_or_init(|| crate::format::Format::compile(self.op(id)))
    }

    /// All type definitions.
    pub fn types(&self) -> &[ParamDef] {
        &self.types
    }

    /// All attribute definitions.
    pub fn attrs(&self) -> &[ParamDef] {
        &self.attrs
    }

    /// Definition of a type.
    pub fn type_def(&self, id: ParamDefId) -> &ParamDef {
        &self.types[id.0 as usize]
    }

    /// Type definition by full name.
    pub fn type_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.type_names.get(name).copied()
    }

    /// Definition of an attribute.
    pub fn attr_def(&self, id: ParamDefId) -> &ParamDef {
        &self.attrs[id.0 as usize]
    }

    /// Attribute definition by full name.
    pub fn attr_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.attr_names.get(name).copied()
    }

    /// What is wrong with a type by itself, as the dialects see it.
    pub fn type_problem(&self, ctx: &Context, ty: Type) -> Option<String> {
        self.type_problems.iter().find_map(|problem| problem(ctx, ty))
    }

    /// Why the result type of an op cannot be found, as the dialects see it.
    pub fn inference_problem(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.inference_problems.iter().find_map(|problem| problem(ctx, body, op))
    }

    /// What the verifier checks for each dialect.
    pub fn checks(&self) -> &[crate::verify::MakeCheck] {
        &self.checks
    }

    /// Where LLVM 14's generic form differs from the rows, by dialect.
    pub fn generic_forms(&self) -> &[&'static GenericForm] {
        &self.generic_forms
    }

    /// The pair of a `custom(name,$param)` directive.
    pub fn directive(&self, name: &str) -> Option<(DirectiveParseFn, DirectivePrintFn)> {
        self.directives.get(name).copied()
    }

    /// The canonical namespace for `name`, where a dialect of that name or alias is registered.
    pub fn namespace(&self, name: &str) -> Option<&'static str> {
        self.dialects.iter().find(|(n, a)| *n == name || a.contains(&name)).map(|(n, _)| *n)
    }

    /// What messages call the dialect of an op; empty where it has no other name than its namespace.
    pub fn title(&self, op: &str) -> &'static str {
        let namespace = op.split('.').next().unwrap_or(op);
        self.titles.iter().find(|(name, _)| *name == namespace).map_or("", |(_, title)| title)
    }

    /// Other names of a namespace.
    pub fn namespace_aliases(&self, name: &str) -> &'static [&'static str] {
        self.dialects.iter().find(|(n, _)| *n == name).map_or(&[], |(_, aliases)| aliases)
    }

    /// Names of all registered dialects.
    pub fn dialects(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.dialects.iter().map(|(n, _)| *n)
    }
}

/// Shorthand for a parameter list of a type instance.
pub type TypeParams<'a> = &'a [Attribute];
